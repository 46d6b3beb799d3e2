"""Comparisons of one hand with each combo that an opponent can hold, now and after runouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranking.levels import SEVEN, strengths_on_board

u64 = np.uint64
NOW, END, RISE, DROP = range(4)
"""Our share of the pot now, our mean share at the end, and the mean rise and drop of our share.

The rise is the amount by which our share at the end exceeds our share now, or 0; the drop is the
amount by which our share at the end falls short of our share now, or 0.
"""


@inlined
def share_of(own: Int, other: Int) -> float:
    """Return the share of the pot that strength ``own`` wins against ``other``: 0, 0.5 or 1."""
    return 0.5 * (np.int64(own > other) + np.int64(own >= other))


@kernel
def stand_against_combos(
    combos: NDArray[np.uint64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    size: Int,
    values: NDArray[np.float64],
) -> None:
    """Compare a hand with all other combos, now and after all runouts that leave both hands free.

    Args:
        combos: uint64[n + 1], the combos as masks; the last one is the hand itself.
        board: the mask of up to five cards on the board.
        runouts: uint64[m], masks of the cards to come, none of which is on the board or in the
            hand; one empty mask on the river.
        size: the number of cards in a hand now, 5..7. Before the flop it is less than 5; hands are
            then not compared now, and the share now counts as 0.
        values: float64[4, n], zeros; the rows NOW, END, RISE and DROP are filled. The entries of
            combos that share a card with the board or the hand stay zero.
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
