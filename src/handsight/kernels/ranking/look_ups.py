"""Strengths by three look-ups, for processors that do not count the bits of 16-bit lanes.

`handsight.kernels.ranking.paths` decides where this is used. Four suit lanes become two lanes of
ranks: the **column** is the ranks that the hand holds an odd number of times, and the **row** the
ranks that it holds two or three times. A rank in neither of them is missing, so both together
determine everything except four of a kind and flushes. Those have rows of their own: for four of a
kind the twelve other ranks, with the other ranks held as the column, and for a flush its lane, with
an empty column. The sizes of rows tell them apart: up to three ranks, twelve, and five to seven.

For a given number of cards a row leaves columns of one size, and columns of one size are numbered.
Each row has its stretch of a table of strengths, and a hand is at the start of its row plus the
number of its column. Computing rows and columns is a vector loop; looking them up is a loop of
plain integers.
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
"""Masks in a cache line of the processor."""


# --- the tables -----------------------------------------------------------------------------------


class LookUps(NamedTuple):
    """The tables for hands with one number of cards; any row and column lead to some entry.

    Attributes:
        starts: uint16[8192], where the stretch of a row begins.
        numbers: uint16[8192], the number of a column among those that share a stretch.
        strengths: uint16[n], 0..7461; for seven cards 55,809 of them, of which 54,093 can occur.
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
    spare = np.zeros(numbers.max() + 1, np.int64)  # for rows that no hand has
    tables = (starts, numbers, np.concatenate([*parts, spare]))
    return LookUps(*(table.astype(np.uint16) for table in tables))


@cache
def _lanes_of(size: int) -> Ints:
    """Return all lanes with this many ranks, ascending."""
    return np.flatnonzero(np.bitwise_count(np.arange(LANES, dtype=np.uint16)) == size)


def _column_numbers() -> Ints:
    """Number the columns of each size, from 0 except for columns of one and two ranks.

    Those follow the columns of three ranks, because all three sizes share a stretch in rows with
    four of a kind.
    """
    numbers = np.zeros(LANES, np.int64)
    for size in range(RANKS + 1):
        numbers[_lanes_of(size)] = np.arange(comb(RANKS, size))
    numbers[_lanes_of(1)] += comb(RANKS, 3)
    numbers[_lanes_of(2)] += comb(RANKS, 3) + RANKS
    return numbers


def _strengths_of(rows: Ints, columns: Ints) -> Ints:
    """Return the strengths of hands without a flush or four of a kind."""
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
    """Return the stretch of four of a kind: strengths by the number of the other ranks."""
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
    """Number the five highest ranks among the sets that are not straights."""
    top = _top(lanes)
    return _number(lanes, 5) - (top - QUADS) - (top == RANKS - 1)


def _straight_tops(lanes: Ints) -> Ints:
    """Return the top rank of the highest straight, or -1 if there is none."""
    with_low_ace = lanes << 1 | lanes >> (RANKS - 1)
    run = with_low_ace
    for down in range(1, 5):
        run = run & with_low_ace << down
    return np.maximum(_top(run) - 1, -1)


def _best(lanes: Ints, size: int) -> Ints:
    """Keep this many of the highest ranks."""
    kept, left = np.zeros_like(lanes), lanes
    for _ in range(size):
        highest = _bit(_top(left))
        kept, left = kept | highest, left & ~highest
    return kept


def _number(lanes: Ints, size: int) -> Ints:
    """Number the highest ranks, this many, among all lanes of that size, ascending."""
    number, left = np.zeros_like(lanes), _best(lanes, size)
    for place in range(size, 0, -1):
        top = _top(left)
        number += np.array([comb(rank, place) for rank in range(RANKS)])[np.maximum(top, 0)]
        left = left & ~_bit(top)
    return number


def _without(lanes: Ints, rank: Ints) -> Ints:
    """Close the gap that a rank leaves: those above it move down by one."""
    below = _bit(rank) - 1
    return (lanes & below) | (lanes >> 1 & ~below)


def _top(lanes: Ints) -> Ints:
    """Return the highest rank of each lane, or -1 if it has none."""
    return np.frexp(lanes.astype(np.float64))[1].astype(np.int64) - 1


def _bit(rank: Ints) -> Ints:
    """Return the lane of one rank, or the empty one for -1."""
    return 1 << (rank + 1) >> 1


# --- the kernels ----------------------------------------------------------------------------------


@inlined
def row_and_column(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16
) -> tuple[np.uint16, np.uint16]:
    """Turn four suit lanes into a row and a column, below 8192 whatever the lanes hold."""
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
    """Turn hands into rows and columns.

    Args:
        lanes: uint16[4 * n].
        cards: the number of cards of a hand.
        rows: uint16[n], filled, as are columns.

    Returns:
        Zero if every mask held that many cards of the deck.
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
    """Look up the strengths of rows and columns.

    Args:
        rows: uint16[n] below 8192, as are columns.
        hands: the array that all hands are read from. The part for the next n hands, from the index
            ``ahead``, is prefetched meanwhile; otherwise the vectors would wait for memory at each
            turn.
        item: the number of elements of ``hands`` that one hand takes.
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
    """Turn hands into strengths 0..7461.

    Args:
        lanes: uint16[4 * n].
        cards: 5, 6 or 7.
        tables: the `look_ups` for that many cards.
        strengths: uint16[n], filled.

    Returns:
        Zero if every mask held that many cards of the deck.
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
    """Turn hands, packed as one card per byte, into strengths 0..7461.

    Args:
        words: uint64[n] (see `masks_of_words`).
        cards: 5, 6 or 7.
        tables: the `look_ups` for that many cards.
        strengths: uint16[n], filled.

    Returns:
        Zero if every byte was a card and no card occurred twice in a hand.
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
