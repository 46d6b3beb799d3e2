"""Kinds of up to two added cards, which are listed once and then counted and scored for many hands.

The added cards are up to two cards that are dealt to a board or held by an opponent. Given one
suit, two cards are one of 338 kinds. A kind is defined by the ranks of the cards and by which of
the cards are of the suit. The kinds are listed once, in three groups by the number of cards of the
suit, and are scored in vectorised loops. The number of ways to deal a kind depends on the cards
that are left in the deck, so `weigh_group` counts them for each question.
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
"""The maximum number of cards that are added to a board or held by an opponent."""

ROOM = 384
GROUP_STARTS, GROUP_ENDS = (0, 96, 288), (96, 288, 384)
"""The indices at which the kinds with none, one and two cards of the suit begin and end.

All are multiples of 32.
"""

GROUP_SIZES = ((1, 0, 0), (13, 13, 0), (91, 169, 78))
"""The sizes of the three groups, for kinds of zero, one and two cards."""

ROW = 16
"""The length of a row: thirteen ranks and padding, so that a row of products is one vector."""

FIRST, SECOND, SUITED = range(3)
"""The rows of `list_kinds`: the rank of each card as a bit, and the ranks of the suit as bits."""

ONE_WAY = i16(1)

NO_SUIT = np.int64(4)
"""The number for no suit, with a numpy type because numba compiles again for a plain literal."""


@kernel
def list_kinds(
    lanes: NDArray[np.uint16], ranks: NDArray[np.int64], plain: NDArray[np.int64]
) -> None:
    """List the kinds of zero, one and two cards.

    Args:
        lanes: uint16[3, 3, 384] of zeros; for each number of cards, the rows FIRST, SECOND and
            SUITED are filled. If only one of two cards is of the suit, it is the first card.
        ranks: int64[3, 2, 384] of zeros; for each number of cards, filled with the rank of the
            first card and of the second card of each kind.
        plain: int64[3, 384] of zeros; for each number of cards, filled with the index of the kind
            in the first group (no card of the suit) that has the same ranks.
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
    """Return the index of a kind of two cards in its group.

    Args:
        group: the number of cards of the suit.
        first: the rank of the first card.
        second: the rank of the second card.
    """
    # If both cards are of the suit, or neither is, the pairs of ranks fill a triangle, with equal
    # ranks only outside the suit. If one card is of the suit, they fill a square.
    return RANKS * first + second if group == 1 else first * (first + 1 - group) // 2 + second


@kernel
def weigh_group(
    cards: Int, group: Int, left: NDArray[np.int16], weights: NDArray[np.int16]
) -> None:
    """Count the ways in which each kind of a group can be dealt.

    Args:
        cards: the number of cards of the kinds: 0, 1 or 2.
        group: the number of these cards that are of the suit.
        left: int16[2, 16] from `count_left`.
        weights: int16[n], filled, where n is the padded size of the group; padding is set to 0.
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
    """Count the ways to deal one card of the suit and one other card, by their ranks.

    Args:
        firsts: int16[16], the number of live cards of the suit of each rank.
        seconds: int16[16], the number of live cards of other suits of each rank.
        weights: int16[n], filled (see `weigh_group`).
    """
    # Each row is written with its padding, which the next row overwrites.
    for first in range(RANKS):
        row, ways = weights[RANKS * first : RANKS * first + ROW], firsts[first]
        for second in range(ROW):
            row[second] = i16(ways * seconds[second])
    weights[RANKS * RANKS :] = i16(0)


@kernel
def weigh_triangle(left: NDArray[np.int16], equal: Int, weights: NDArray[np.int16]) -> None:
    """Count the ways to deal two cards of the suit, or two other cards, by their ranks.

    Args:
        left: int16[16], the number of live cards of each rank.
        equal: 1 if both cards can have the same rank, else 0.
        weights: int16[n], filled (see `weigh_group`).
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
    """Score the held cards together with each of n successive kinds.

    Args:
        lanes: uint16[3, 3, 384] from `list_kinds`.
        cards: the number of cards of each kind.
        start: the index of the first kind to score.
        held: uint16[4] from `count_ranks`, the ranks of the held cards.
        lane: the lane of the held cards of the suit.
        suits: `ALL_SUITS`, or `NONE` to ignore flushes.
        together: the number of held and added cards together, 5..7.
        heads: uint16[n], filled with the heads of the scores; n is a multiple of 32.
        kickers: uint16[n], filled with the kickers of the scores.
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
    """Count the live cards of each rank, separately for one suit and the other suits.

    Args:
        live: the mask of the live cards.
        suit: the suit, 0..3, or `NO_SUIT` to count all cards as other suits.
        left: int16[2, 16], filled with the number of cards of each rank, first of other suits and
            then of the suit.
    """
    for rank in range(ROW):
        left[0, rank] = left[1, rank] = i16(0)
        for each in range(4):
            left[1 if each == suit else 0, rank] += i16((live >> u64(16 * each + rank)) & u64(1))
