"""Strengths of many combos on one board, and the levels of these strengths.

At most a few hundred different strengths occur on one board. The level of a strength is its number
among them, 0, 1, 2, ... from the weakest up. So code that needs the order of the combos counts the
combos on each level and never has to sort them.
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
"""The number of 64-bit words that are needed for one bit per strength."""

SEVEN = np.int64(7)
"""The number of cards in a hand on the river.

The constant has a numpy type, because numba would compile a kernel again for a plain literal.
"""


@kernel
def strengths_on_board(
    combos: NDArray[np.uint64],
    board: np.uint64,
    cards: Int,
    hands: NDArray[np.uint64],
    strengths: NDArray[np.uint16],
) -> None:
    """Find the strength of each combo on a board.

    Args:
        combos: uint64[n], the combos as masks.
        board: the mask of three, four or five cards.
        cards: the number of cards in a hand, two more than on the board: 5, 6 or 7.
        hands: uint64[n], workspace.
        strengths: uint16[n], filled; a combo that shares a card with the board gets a meaningless
            strength.
    """
    for i in range(combos.size):
        hands[i] = combos[i] | board
    strength_lanes(hands.view(np.uint16), u16(cards), u16(cards > 5), u16(cards > 6), strengths)


@inlined
def mark_strength(words: NDArray[np.uint64], strength: Int) -> None:
    """Set the bit of a strength, 0..7461, in words, uint64[117]."""
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
        combos: uint64[n], the combos as masks.
        board: the mask of the board and any other cards that exclude a combo.
        strengths: uint16[n], the strength of each combo.
        words: uint64[117], one bit per strength, in which the bits of these strengths are set.
    """
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            mark_strength(words, np.int64(strengths[i]))


@kernel
def number_levels(words: NDArray[np.uint64], level_of: NDArray[np.int64]) -> int:
    """Number the marked strengths in ascending order.

    Args:
        words: uint64[117], one bit per strength; all bits are cleared afterwards.
        level_of: int64[7462]; the entry of each marked strength is filled with its level.

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
        combos: uint64[n], the combos as masks.
        board: the mask of the board and any other cards that exclude a combo.
        strengths: uint16[n], the strength of each combo.
        level_of: int64[7462], the level of each strength, from `number_levels`.
        levels: the number of levels.
        order: int64[n], filled with the indices of the combos from the weakest level up.
        ends: int64[levels + 1 or more], filled: order[ends[k - 1]:ends[k]] lists level k, and
            order[:ends[0]] lists level 0.
    """
    ends[: levels + 1] = 0
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            ends[level_of[strengths[i]] + 1] += 1
    for level in range(levels):
        ends[level + 1] += ends[level]
    for i in range(combos.size):  # ends[level] is the index in order for the level's next combo
        if combos[i] & board == u64(0):
            level = level_of[strengths[i]]
            order[ends[level]] = i
            ends[level] += 1
