"""Up to two added cards by kind: listed once, then counted and scored for many hands.

Up to two cards come to a board, or are held by an opponent. With respect to one suit, two cards are
one of 338 kinds: their ranks, and which of them are of the suit. The kinds are listed once, in
three groups by how many cards are of the suit, and are scored in wide loops. How often a kind comes
depends on the cards that are left, and is filled in for each question (`weigh_group`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.odds.runouts import RANKS
from handsight.kernels.ranking.hands import add_rank, best_five, if_flush, u16

u64 = np.uint64
i16 = np.int16
ALL_SUITS = u16(0x1FFF)
MOST = 2
"""The most cards that are added to a board or held by an opponent."""

ROOM = 384
GROUP_STARTS, GROUP_ENDS = (0, 96, 288), (96, 288, 384)
"""Where the kinds with none, one and two cards of the suit are; all are multiples of 32."""

GROUP_SIZES = ((1, 0, 0), (13, 13, 0), (91, 169, 78))
"""The sizes of the groups, by the number of cards."""

ROW = 16
"""Thirteen ranks and padding, so that a row of products is one vector."""

FIRST, SECOND, SUITED = range(3)
"""The rows of `list_kinds`: both cards' ranks as bits, and the bits of those of the suit."""

ONE_WAY = i16(1)

NO_SUIT = np.int64(4)
"""Typed, because numba compiles again for a bare literal."""


@kernel
def list_kinds(
    lanes: NDArray[np.uint16], ranks: NDArray[np.int64], plain: NDArray[np.int64]
) -> None:
    """List the kinds of zero, one and two cards.

    Args:
        lanes: uint16[3, 3, 384] of zeros, filled: by the number of cards, the rows FIRST, SECOND
            and SUITED. If one of two cards has the suit, it is the first.
        ranks: int64[3, 2, 384] of zeros, filled with the ranks of the cards.
        plain: int64[3, 384] of zeros, filled: the index of the same ranks in the first group.
    """
    for group in range(MOST):
        for rank in range(RANKS):
            at = GROUP_STARTS[group] + rank
            lanes[1, FIRST, at] = u16(1 << rank)
            lanes[1, SUITED, at] = u16((1 << rank) * group)
            ranks[1, 0, at] = rank
            plain[1, at] = rank
    for group in range(MOST + 1):
        for first in range(RANKS):
            for second in range(RANKS):
                if group != 1 and second > first - group // 2:
                    continue
                at = GROUP_STARTS[group] + place_of(group, first, second)
                lanes[2, FIRST, at] = u16(1 << first)
                lanes[2, SECOND, at] = u16(1 << second)
                suited = (1 << first) * min(group, 1) + (1 << second) * (group // 2)
                lanes[2, SUITED, at] = u16(suited)
                ranks[2, 0, at], ranks[2, 1, at] = first, second
                plain[2, at] = place_of(0, max(first, second), min(first, second))


@inlined
def place_of(group: Int, first: Int, second: Int) -> Int:
    """Return the index of two cards in their group."""
    # Two cards of one sort, with or without equal ranks, fill a triangle; one of each sort, a
    # square.
    return RANKS * first + second if group == 1 else first * (first + 1 - group) // 2 + second


@kernel
def weigh_group(
    cards: Int, group: Int, left: NDArray[np.int16], weights: NDArray[np.int16]
) -> None:
    """Count in how many ways each kind of a group can come.

    Args:
        cards: 0, 1 or 2.
        group: the number of them that are of the suit.
        left: int16[2, 16] of `count_left`.
        weights: int16[n], filled; n is the size of the group, padded, and padding gets 0.
    """
    if cards < MOST:
        weights[:] = i16(0)
        for rank in range(RANKS if cards else 1):
            weights[rank] = left[group, rank] if cards else ONE_WAY
    elif group == 1:
        weigh_square(left[1], left[0], weights)
    else:
        weigh_triangle(left[group // 2], np.int64(group == 0), weights)


@kernel
def weigh_square(
    firsts: NDArray[np.int16], seconds: NDArray[np.int16], weights: NDArray[np.int16]
) -> None:
    """Count the ways to draw one card of each of two sorts, by their ranks (see `weigh_group`)."""
    # A row is written whole; the excess at its end is overwritten by the next row.
    for first in range(RANKS):
        row, ways = weights[RANKS * first : RANKS * first + ROW], firsts[first]
        for second in range(ROW):
            row[second] = i16(ways * seconds[second])
    weights[RANKS * RANKS :] = i16(0)


@kernel
def weigh_triangle(left: NDArray[np.int16], equal: Int, weights: NDArray[np.int16]) -> None:
    """Count the ways to draw two cards of one sort, by their ranks (see `weigh_group`).

    Args:
        left: int16[16].
        equal: 1 if both may have the same rank, else 0.
    """
    start: Int = 0
    for first in range(RANKS):
        row, ways = weights[start : start + ROW], left[first]
        for second in range(ROW):
            row[second] = i16(ways * left[second])
        row[first] = i16(i16(ways * i16(ways - ONE_WAY)) >> ONE_WAY)
        start += first + equal
    weights[start:] = i16(0)


@kernel
def score_kinds(
    lanes: NDArray[np.uint16],
    cards: Int,
    start: Int,
    held: NDArray[np.uint16],
    lane: np.uint16,
    suits: np.uint16,
    together: Int,
    heads: NDArray[np.uint16],
    kickers: NDArray[np.uint16],
) -> None:
    """Score the held cards together with each of some kinds.

    Args:
        lanes: uint16[3, 3, 384] of `list_kinds`.
        cards: the number of cards of a kind.
        start: the index of the first kind; the size of ``heads`` is the number of kinds scored.
        held: uint16[4] of `count_ranks`.
        lane: the held cards of the suit.
        suits: ALL_SUITS, or NONE to ignore flushes.
        together: the number of cards that are scored, 5..7.
        heads: uint16[n], filled with the first halves of the scores; n is a multiple of 32.
        kickers: uint16[n], filled with the second halves.
    """
    h1, h2, h3, h4 = held[0], held[1], held[2], held[3]
    stop = start + heads.size
    firsts, seconds = lanes[cards, FIRST, start:stop], lanes[cards, SECOND, start:stop]
    suited = lanes[cards, SUITED, start:stop]
    sixth, seventh = u16(together > 5), u16(together > 6)
    for i in range(heads.size):
        once, twice, thrice, four = add_rank(h1, h2, h3, h4, firsts[i])
        once, twice, thrice, four = add_rank(once, twice, thrice, four, seconds[i])
        flush = if_flush(u16(u16(lane | suited[i]) & suits))
        primary, kicker, lift, _, _ = best_five(once, twice, thrice, four, flush, sixth, seventh)
        heads[i] = u16(primary + lift)
        kickers[i] = kicker


@kernel
def count_left(live: np.uint64, suit: Int, left: NDArray[np.int16]) -> None:
    """Count the live cards of each rank, separately for a suit and the others.

    Args:
        suit: 0..3, or NO_SUIT: then all count as others.
        left: int16[2, 16], filled: others, and those of the suit.
    """
    for rank in range(ROW):
        left[0, rank] = left[1, rank] = i16(0)
        for each in range(4):
            left[1 if each == suit else 0, rank] += i16((live >> u64(16 * each + rank)) & u64(1))
