"""Many combos on one board: their strengths, and the levels of those strengths.

At most a few hundred different strengths occur on one board. Levels number them 0, 1, 2, ... from
the weakest, so code that needs an order of the combos counts them by level and never sorts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, popcount64
from handsight.kernels.ranking.evaluation import strength_lanes
from handsight.kernels.ranking.hands import u16

u64 = np.uint64
STRENGTHS = 7462
WORDS = 117
"""The number of 64-bit words that hold a bit for every strength."""

SEVEN = np.int64(7)
"""Cards of a hand on the river; typed, because numba compiles a kernel again for a bare literal."""


@kernel
def strengths_on_board(
    combos: NDArray[np.uint64],
    board: np.uint64,
    cards: Int,
    hands: NDArray[np.uint64],
    strengths: NDArray[np.uint16],
) -> None:
    """Find the strength of each combo on a board; it is meaningless if the combo hits the board.

    Args:
        combos: uint64[n], masks.
        board: three, four or five cards.
        cards: the number of cards of a hand, 5..7.
        hands: uint64[n], workspace.
        strengths: uint16[n], filled.
    """
    for i in range(combos.size):
        hands[i] = combos[i] | board
    strength_lanes(hands.view(np.uint16), u16(cards), u16(cards > 5), u16(cards > 6), strengths)


@inlined
def mark_strength(words: NDArray[np.uint64], strength: Int) -> None:
    """Set the bit of a strength."""
    words[strength >> 6] |= u64(1) << u64(strength & 63)


@kernel
def mark_strengths(
    combos: NDArray[np.uint64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    words: NDArray[np.uint64],
) -> None:
    """Mark the strengths of all combos that do not share a card with the board.

    Args:
        combos: uint64[n], masks.
        board: a mask of cards that no combo may hold.
        strengths: uint16[n].
        words: uint64[117]; bits are set.
    """
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            mark_strength(words, np.int64(strengths[i]))


@kernel
def number_levels(words: NDArray[np.uint64], level_of: NDArray[np.int64]) -> int:
    """Number the marked strengths in order.

    Args:
        words: uint64[117], one bit per strength; cleared.
        level_of: int64[7462], filled at the marked strengths.

    Returns:
        The number of levels.
    """
    levels = 0
    for place in range(WORDS):
        word = words[place]
        while word != u64(0):
            below = (word & (~word + u64(1))) - u64(1)
            level_of[64 * place + np.int64(popcount64(below))] = levels
            word &= word - u64(1)
            levels += 1
        words[place] = u64(0)
    return levels


@kernel
def sort_by_level(
    combos: NDArray[np.uint64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    level_of: NDArray[np.int64],
    levels: int,
    order: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """List the combos that do not share a card with the board, level by level.

    Args:
        combos: uint64[n], masks.
        board: a mask of cards that no combo may hold.
        strengths: uint16[n].
        level_of: int64[7462] of `number_levels`.
        order: int64[n], filled with indices of combos.
        ends: int64[levels + 1 or more], filled: level k is order[ends[k - 1]:ends[k]], and level 0
            starts at the beginning.
    """
    ends[: levels + 1] = 0
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            ends[level_of[strengths[i]] + 1] += 1
    for level in range(levels):
        ends[level + 1] += ends[level]
    for i in range(combos.size):  # ends[level] is where the next combo of the level goes
        if combos[i] & board == u64(0):
            level = level_of[strengths[i]]
            order[ends[level]] = i
            ends[level] += 1
