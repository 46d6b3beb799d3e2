"""The value of every combo on a board: the share of combos that it beats now, and after runouts.

A tie counts as half a win. The share is of all combos that share no card with the board, even those
that share a card with the combo in question. So it takes only one look-up per combo and runout, and
on one board the shares rise with the strengths of the combos.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strengths,
    number_levels,
    strengths_on_board,
)

u64 = np.uint64
NOW, MEAN, SQUARE, RISE = range(4)
"""The rows of the values of the combos.

They are the share of combos that a combo beats now, and the mean, the mean square and the mean rise
of the share that it beats at the end. The rise is the amount by which the share at the end exceeds
the share now, or 0.
"""


@inlined
def share_below(below: NDArray[np.int64], level: Int, total: Int) -> float:
    """Return the share of the combos below a level, plus half of the share on the level.

    Args:
        below: int64[levels + 1 or more], the number of combos below each level.
        level: the level.
        total: the number of combos on all levels.
    """
    return (below[level] + below[level + 1]) / (2.0 * total)


@kernel
def stand_on_levels(
    combos: NDArray[np.uint64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    level_of: NDArray[np.int64],
    words: NDArray[np.uint64],
    below: NDArray[np.int64],
) -> int:
    """Number the levels of all combos on a board, and count the combos below each level.

    Args:
        combos: uint64[n], the combos as masks; a combo that shares a card with the board is left
            out.
        board: the mask of the board.
        strengths: uint16[n], the strength of each combo.
        level_of: int64[7462]; the entry of each strength that occurs is filled with its level.
        words: uint64[117] of zeros, workspace; cleared again.
        below: int64[n + 2 or more], filled with the number of combos below each level.

    Returns:
        The number of combos that share no card with the board.
    """
    mark_strengths(combos, board, strengths, words)
    levels = number_levels(words, level_of)
    below[: levels + 1] = 0
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            below[level_of[strengths[i]] + 1] += 1
    for level in range(levels):
        below[level + 1] += below[level]
    return below[levels]


@kernel
def value_board(
    combos: NDArray[np.uint64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    size: int,
    values: NDArray[np.float64],
) -> None:
    """Compute the share of combos that each combo beats now, and after runouts.

    Only runouts that leave the combo's two cards free are counted.

    Args:
        combos: uint64[n], the combos as masks.
        board: the mask of three, four or five cards on the board.
        runouts: uint64[m], masks of the cards to come; one empty mask on the river.
        size: the number of cards in a hand now, 5..7.
        values: float64[4, n], zeros; the rows NOW, MEAN, SQUARE and RISE are filled with numbers,
            0..1. The entries of combos that share a card with the board stay zero.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    words, level_of = np.zeros(WORDS, np.uint64), np.zeros(STRENGTHS, np.int64)
    below, met = np.empty(combos.size + 2, np.int64), np.zeros(combos.size, np.int64)
    strengths_on_board(combos, board, size, hands, strengths)
    total = stand_on_levels(combos, board, strengths, level_of, words, below)
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            values[NOW, i] = share_below(below, level_of[strengths[i]], total)
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        total = stand_on_levels(combos, full, strengths, level_of, words, below)
        for i in range(combos.size):
            if combos[i] & full == u64(0):
                share = share_below(below, level_of[strengths[i]], total)
                values[MEAN, i] += share
                values[SQUARE, i] += share * share
                values[RISE, i] += max(share - values[NOW, i], 0.0)
                met[i] += 1
    for i in range(combos.size):
        if met[i] > 0:
            values[MEAN, i] /= met[i]
            values[SQUARE, i] /= met[i]
            values[RISE, i] /= met[i]
