"""One hand against each combo that an opponent may hold: how it compares now, and after runouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranking.levels import SEVEN, strengths_on_board

u64 = np.uint64
NOW, END, RISE, DROP = range(4)
"""Our share of the pot now, and at the end; the gains from behind, and the losses from ahead."""


@inlined
def share_of(own: Int, other: Int) -> float:
    """Return the share of the pot that a strength wins against another: 1, one half, or nothing."""
    return 0.5 * (np.int64(own > other) + np.int64(own >= other))


@kernel
def stand_against_combos(
    combos: NDArray[np.uint64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    size: Int,
    values: NDArray[np.float64],
) -> None:
    """Compare a hand with all others, on a board and after all runouts that block neither hand.

    Args:
        combos: uint64[n + 1], masks; the last is the hand itself.
        board: up to five cards.
        runouts: uint64[m], masks of the cards to come that avoid board and hand; one empty mask on
            the river.
        size: the number of cards of a hand now, 5..7; fewer before the flop, where hands are
            not compared now.
        values: float64[4, n], zeros; filled at NOW, END, RISE and DROP. They stay zero for combos
            that share a card with the board or the hand.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    last = combos.size - 1
    taken, met = board | combos[last], np.zeros(last, np.int64)
    if size >= 5:
        strengths_on_board(combos, board, size, hands, strengths)
        for i in range(last):
            if combos[i] & taken == u64(0):
                values[NOW, i] = share_of(strengths[last], strengths[i])
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        for i in range(last):
            if combos[i] & (full | combos[last]) == u64(0):
                share = share_of(strengths[last], strengths[i])
                values[END, i] += share
                values[RISE, i] += max(share - values[NOW, i], 0.0)
                values[DROP, i] += max(values[NOW, i] - share, 0.0)
                met[i] += 1
    for i in range(last):
        for row in range(END, DROP + 1):
            values[row, i] /= max(met[i], 1)
