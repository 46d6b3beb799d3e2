"""Strengths by three look-ups, for processors without an instruction that counts bits by lane.

`handsight.kernels.ranking.paths` decides on which processors this module is used. The four suit
lanes of a hand are converted to two lanes of ranks. The **column** is the ranks that the hand holds
an odd number of times. The **row** is the ranks that it holds two or three times. The hand does not
hold a rank that is in neither of them, or holds it four times, so the row and the column together
determine the strength of every hand except quads and flushes. These hands have special rows. For
quads, the row is the twelve other ranks, and the column is the other ranks that the hand holds. For
a flush, the row is the lane of its suit, and the column is empty. The rows cannot be confused,
because they have different numbers of ranks: up to three in an ordinary row, twelve for quads, and
five to seven for a flush.

All columns that can occur with a row have the same number of ranks, if the number of cards in a
hand is given. The columns of each size are numbered. Each row has a section in the table of
strengths, and the index of a hand is the start of its row's section plus the number of its column.
Rows and columns are computed in a vectorised loop; strengths are looked up in a loop over integers.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import fetch_ahead, inlined, kernel, pick
from handsight.kernels.ranking.evaluation import BLOCK, miscounted, place_words
from handsight.kernels.ranking.hands import (
    FLUSH_BASE,
    FULL_HOUSE_BASE,
    NONE,
    OTHER_RANKS,
    PAIR_BASE,
    PAIR_KICKERS,
    QUADS_BASE,
    STRAIGHT_BASE,
    STRAIGHT_FLUSH_BASE,
    TRIPS_BASE,
    TRIPS_KICKERS,
    TWO_PAIR_BASE,
    TWO_PAIR_KICKERS,
    flush_lane,
    u16,
)

u64 = np.uint64
Ints = NDArray[np.int64]
RANKS = 13
LANES = 1 << RANKS
ALL_RANKS = u16(LANES - 1)
QUADS = 4

LINE = 8
"""The number of masks in a cache line of the processor."""


# --- the tables -----------------------------------------------------------------------------------


class LookUps(NamedTuple):
    """The tables for hands with a given number of cards.

    Every pair of a row and a column leads to an index inside ``strengths``, even if no hand has it.

    Attributes:
        starts: uint16[8192], the index in ``strengths`` at which the section of each row begins.
        numbers: uint16[8192], the number of each column among the columns in a section.
        strengths: uint16[n], the strengths, 0..7461. For seven cards, n is 55,809, and hands can
            have 54,093 of these indices.
    """

    starts: NDArray[np.uint16]
    numbers: NDArray[np.uint16]
    strengths: NDArray[np.uint16]


@cache
def look_ups(cards: int) -> LookUps:
    """Build the tables for hands of five, six or seven cards, which takes some milliseconds.

    Example:
        >>> tables = look_ups(7)
        >>> [len(table) for table in tables]
        [8192, 8192, 55809]
        >>> tables.strengths[tables.starts[0b11111 << 8] + tables.numbers[0]].item()  # royal flush
        7461
    """
    numbers = _column_numbers()
    starts, parts, end = np.zeros(LANES, np.int64), [], 0
    for twos in range(cards // 2 + 1):
        rows, columns = np.array(_lanes_of(twos)), np.array(_lanes_of(cards - 2 * twos))
        parts.append(_strengths_of(np.repeat(rows, len(columns)), np.tile(columns, len(rows))))
        starts[rows] = end + len(columns) * np.arange(len(rows)) - numbers[columns[0]]
        end += len(parts[-1])
    for rank in range(RANKS):
        starts[(LANES - 1) ^ (1 << rank)] = end
        part = _quads_of(rank, cards, numbers)
        parts.append(part)
        end += len(part)
    flushes = np.concatenate([_lanes_of(size) for size in range(5, cards + 1)])
    starts[flushes] = end + np.arange(len(flushes))
    parts.append(_flushes_of(flushes))
    spare = np.zeros(numbers.max() + 1, np.int64)  # the section of all rows that no hand has
    tables = (starts, numbers, np.concatenate([*parts, spare]))
    return LookUps(*(table.astype(np.uint16) for table in tables))


@cache
def _lanes_of(size: int) -> Ints:
    """Return all lanes with ``size`` ranks, in ascending order."""
    return np.flatnonzero(np.bitwise_count(np.arange(LANES, dtype=np.uint16)) == size)


def _column_numbers() -> Ints:
    """Return the number of each column among the columns of the same size: int64[8192].

    The numbers begin at 0, except for columns of one and two ranks. Their numbers follow those of
    columns of three ranks, because columns of all three sizes share a section in a row for quads.
    """
    numbers = np.zeros(LANES, np.int64)
    for size in range(RANKS + 1):
        numbers[_lanes_of(size)] = np.arange(comb(RANKS, size))
    numbers[_lanes_of(1)] += comb(RANKS, 3)
    numbers[_lanes_of(2)] += comb(RANKS, 3) + RANKS
    return numbers


def _strengths_of(rows: Ints, columns: Ints) -> Ints:
    """Return the strengths, int64[n], of hands that are neither quads nor flushes.

    Args:
        rows: int64[n], the row of each hand.
        columns: int64[n], the column of each hand.
    """
    trips, pairs, singles = rows & columns, rows & ~columns, columns & ~rows
    straights = _straight_tops(rows | columns)
    two = _best(pairs, 2)
    high, three = _top(two), _top(trips)
    low = _top(two & ~_bit(high))
    full_of = _top(pairs | (trips & ~_bit(three)))
    kicker = _top((rows | columns) & ~two)
    result = _high_cards(singles)
    for holds, strengths in (
        (pairs != 0, PAIR_BASE + PAIR_KICKERS * high + _number(_without(singles, high), 3)),
        (
            low >= 0,
            TWO_PAIR_BASE
            + TWO_PAIR_KICKERS * (high * (high - 1) // 2 + low)
            + (kicker - (kicker > low) - (kicker > high)),
        ),
        (trips != 0, TRIPS_BASE + TRIPS_KICKERS * three + _number(_without(singles, three), 2)),
        (straights >= 0, STRAIGHT_BASE + straights),
        (
            (trips != 0) & (full_of >= 0),
            FULL_HOUSE_BASE + OTHER_RANKS * three + full_of - (full_of > three),
        ),
    ):
        result = np.where(holds, strengths, result)
    return result


def _quads_of(rank: int, cards: int, numbers: Ints) -> Ints:
    """Return the section of a row for quads: the strength for each number of a column.

    Args:
        rank: the rank of the quads.
        cards: the number of cards in a hand.
        numbers: int64[8192] from `_column_numbers`.
    """
    stretch = np.zeros(comb(RANKS, 3) + RANKS + comb(RANKS, 2), np.int64)
    for size in range(1, cards - QUADS + 1):
        others = _lanes_of(size)
        others = others[others >> rank & 1 == 0]
        kicker = _top(others)
        stretch[numbers[others]] = QUADS_BASE + OTHER_RANKS * rank + kicker - (kicker > rank)
    return stretch


def _flushes_of(lanes: Ints) -> Ints:
    straights = _straight_tops(lanes)
    plain = FLUSH_BASE + _high_cards(lanes)
    return np.where(straights >= 0, STRAIGHT_FLUSH_BASE + straights, plain)


def _high_cards(lanes: Ints) -> Ints:
    """Return the number of each lane's five highest ranks among the sets that are not straights."""
    top = _top(lanes)
    return _number(lanes, 5) - (top - QUADS) - (top == RANKS - 1)


def _straight_tops(lanes: Ints) -> Ints:
    """Return the top rank of the highest straight in each lane, or -1 if there is no straight."""
    with_low_ace = lanes << 1 | lanes >> (RANKS - 1)
    run = with_low_ace
    for down in range(1, 5):
        run = run & with_low_ace << down
    return np.maximum(_top(run) - 1, -1)


def _best(lanes: Ints, size: int) -> Ints:
    """Return the lanes with only their ``size`` highest ranks."""
    kept, left = np.zeros_like(lanes), lanes
    for _ in range(size):
        highest = _bit(_top(left))
        kept, left = kept | highest, left & ~highest
    return kept


def _number(lanes: Ints, size: int) -> Ints:
    """Return the number of each lane's ``size`` highest ranks among all sets of that many ranks."""
    number, left = np.zeros_like(lanes), _best(lanes, size)
    for place in range(size, 0, -1):
        top = _top(left)
        number += np.array([comb(rank, place) for rank in range(RANKS)])[np.maximum(top, 0)]
        left = left & ~_bit(top)
    return number


def _without(lanes: Ints, rank: Ints) -> Ints:
    """Remove a rank from each lane, and move all higher ranks down by one."""
    below = _bit(rank) - 1
    return (lanes & below) | (lanes >> 1 & ~below)


def _top(lanes: Ints) -> Ints:
    """Return the highest rank of each lane, or -1 for an empty lane."""
    return np.frexp(lanes.astype(np.float64))[1].astype(np.int64) - 1


def _bit(rank: Ints) -> Ints:
    """Return the lane that holds only this rank, or the empty lane for rank -1."""
    return 1 << (rank + 1) >> 1


# --- the kernels ----------------------------------------------------------------------------------


@inlined
def row_and_column(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16
) -> tuple[np.uint16, np.uint16]:
    """Return the row and the column of a hand's four suit lanes.

    Both are below 8192, even if the lanes are not a hand.
    """
    odd_minor, both_minor = u16(clubs ^ diamonds), u16(clubs & diamonds)
    odd_major, both_major = u16(hearts ^ spades), u16(hearts & spades)
    column = u16(odd_minor ^ odd_major)
    row = u16(u16(both_minor ^ both_major) ^ u16(odd_minor & odd_major))
    four = u16(both_minor & both_major)
    quads = four != NONE
    once = u16(u16(odd_minor | odd_major) | u16(both_minor | both_major))
    row = pick(quads, u16(~four), row)
    column = pick(quads, u16(once ^ four), column)
    flush = flush_lane(clubs, diamonds, hearts, spades)
    flushed = flush != NONE
    row = pick(flushed, flush, row)
    column = pick(flushed, NONE, column)
    return u16(row & ALL_RANKS), u16(column & ALL_RANKS)


@kernel
def rows_and_columns(
    lanes: NDArray[np.uint16],
    cards: np.uint16,
    rows: NDArray[np.uint16],
    columns: NDArray[np.uint16],
) -> np.uint16:
    """Find the row and the column of each hand.

    Args:
        lanes: uint16[4 * n], the four suit lanes of each hand.
        cards: the number of cards in a hand.
        rows: uint16[n], filled with the row of each hand.
        columns: uint16[n], filled with the column of each hand.

    Returns:
        Zero if every hand holds that many cards of the deck.
    """
    wrong = u16(0)
    for i in range(rows.size):
        c, d, h, s = lanes[4 * i], lanes[4 * i + 1], lanes[4 * i + 2], lanes[4 * i + 3]
        wrong = u16(wrong | miscounted(c, d, h, s, cards))
        rows[i], columns[i] = row_and_column(c, d, h, s)
    return wrong


@kernel
def look_rows_up(
    rows: NDArray[np.uint16],
    columns: NDArray[np.uint16],
    tables: LookUps,
    hands: NDArray[Any],
    ahead: int,
    item: int,
    strengths: NDArray[np.uint16],
) -> None:
    """Look up the strengths of hands by their rows and columns.

    Meanwhile, the kernel prefetches the next n hands, because the vector loop that reads them would
    otherwise wait for memory.

    Args:
        rows: uint16[n], the row of each hand, below 8192.
        columns: uint16[n], the column of each hand, below 8192.
        tables: the `look_ups` for the number of cards in a hand.
        hands: the array from which all hands are read, a block at a time.
        ahead: the index in ``hands`` at which the next block begins.
        item: the number of elements of ``hands`` per hand.
        strengths: uint16[n], filled.
    """
    starts, numbers, values = tables.starts, tables.numbers, tables.strengths
    whole = strengths.size - strengths.size % LINE
    for line in range(0, whole, LINE):
        fetch_ahead(hands, ahead + item * line)
        for i in range(line, line + LINE):
            strengths[i] = values[u16(starts[rows[i]] + numbers[columns[i]])]
    for i in range(whole, strengths.size):
        strengths[i] = values[u16(starts[rows[i]] + numbers[columns[i]])]


@kernel
def look_lanes_up(
    lanes: NDArray[np.uint16], cards: np.uint16, tables: LookUps, strengths: NDArray[np.uint16]
) -> np.uint16:
    """Find the strengths of hands, 0..7461.

    Args:
        lanes: uint16[4 * n], the four suit lanes of each hand.
        cards: the number of cards in a hand, 5, 6 or 7.
        tables: the `look_ups` for that many cards.
        strengths: uint16[n], filled.

    Returns:
        Zero if every hand holds that many cards of the deck.
    """
    wrong = u16(0)
    work = np.empty((2, BLOCK), np.uint16)
    for start in range(0, strengths.size, BLOCK):
        part = strengths[start : start + BLOCK]
        end = start + part.size
        rows, columns = work[0, : part.size], work[1, : part.size]
        bad = rows_and_columns(lanes[4 * start : 4 * end], cards, rows, columns)
        wrong = u16(wrong | bad)
        look_rows_up(rows, columns, tables, lanes, 4 * end, 4, part)
    return wrong


@kernel
def look_words_up(
    words: NDArray[np.uint64], cards: int, tables: LookUps, strengths: NDArray[np.uint16]
) -> np.uint64:
    """Find the strengths, 0..7461, of hands that are packed as one card per byte.

    Args:
        words: uint64[n], the hands (see `masks_of_words`).
        cards: the number of cards in a hand, 5, 6 or 7, which are the first bytes of its word.
        tables: the `look_ups` for that many cards.
        strengths: uint16[n], filled.

    Returns:
        Zero if the first ``cards`` bytes of every word are cards and no hand holds a card twice.
    """
    wrong = u64(0)
    words_and_masks = np.empty((2, BLOCK), np.uint64)
    rows_columns = np.empty((2, BLOCK), np.uint16)
    for start in range(0, strengths.size, BLOCK):
        part = strengths[start : start + BLOCK]
        end = start + part.size
        aligned, masks = words_and_masks[0, : part.size], words_and_masks[1, : part.size]
        rows, columns = rows_columns[0, : part.size], rows_columns[1, : part.size]
        wrong |= place_words(words[start:end], cards, aligned, masks)
        wrong |= u64(rows_and_columns(masks.view(np.uint16), u16(cards), rows, columns))
        look_rows_up(rows, columns, tables, words, end, 1, part)
    return wrong
