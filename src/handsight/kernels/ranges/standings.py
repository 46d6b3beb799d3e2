"""How a known hand compares with the hands of ranges: combo by combo, and tuple by tuple."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranges.by_card import weigh_disjoint_pairs
from handsight.kernels.ranges.three_ranges import weigh_triples
from handsight.kernels.ranking.levels import strengths_on_board

u64 = np.uint64
COLLIDES = 3
"""The value after 0 (we are ahead), 1 (tied) and 2 (behind): the combo cannot be held."""


@kernel
def stand(
    combos: NDArray[np.uint64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    ours: Int,
    standing: NDArray[np.int64],
) -> None:
    """Write how we compare with each combo on a board: int64[n], 0, 1, 2 or COLLIDES."""
    for i in range(combos.size):
        theirs = np.int64(strengths[i])
        standing[i] = np.int64(theirs >= ours) + np.int64(theirs > ours)
        standing[i] = standing[i] if combos[i] & board == u64(0) else COLLIDES


@kernel
def standings_by_combo(
    combos: NDArray[np.uint64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    ours: NDArray[np.int64],
    cards: int,
    counts: NDArray[np.int64],
) -> None:
    """Count the runouts after which we are ahead of each combo, tied with it, and behind it.

    Args:
        combos: uint64[n], masks, none of which shares a card with the board or our hole cards.
        board: the cards on the board.
        runouts: uint64[m], masks of the cards to come, none of which is ours.
        ours: int64[m], our strength after each.
        cards: the number of cards of a hand then, 5..7.
        counts: int64[n, 3], filled.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    sums = np.zeros((4, combos.size), np.int32)
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, cards, hands, strengths)
        score = ours[number]
        for i in range(combos.size):
            free = combos[i] & full == u64(0)
            sums[0, i] += np.int32(free & (strengths[i] < score))
            sums[1, i] += np.int32(free & (strengths[i] == score))
            sums[2, i] += np.int32(free & (strengths[i] > score))
    for i in range(combos.size):
        for standing in range(3):
            counts[i, standing] = sums[standing, i]


@kernel
def tally_standings(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    weights: NDArray[np.int64],
    now: NDArray[np.int64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    ours: NDArray[np.int64],
    size: int,
    tally: NDArray[np.int64],
) -> None:
    """Weigh tuples of disjoint hands of two or three ranges by how we compare now and at the end.

    Args:
        combos: uint64[n], masks, none of which shares a card with the board or our hole cards.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[2 or 3, n].
        now: int64[n], how we compare with each combo now: 0 ahead, 1 tied, 2 behind.
        board: the cards on the board.
        runouts: uint64[m], masks of the cards to come, none of which is ours.
        ours: int64[m], our strength after each.
        size: the number of cards of a hand then, 5..7.
        tally: int64[m, 3, 3], filled: [i, a, b] is the weight of the tuples in which every hand
            compares with at most a now and at most b at the end.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    then = np.empty(combos.size, np.int64)
    chosen = np.empty_like(weights)
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, size, hands, strengths)
        stand(combos, full, strengths, ours[number], then)
        for before in range(3):
            for after in range(3):
                for r in range(weights.shape[0]):
                    for i in range(combos.size):
                        taken = (now[i] <= before) & (then[i] <= after)
                        chosen[r, i] = weights[r, i] if taken else 0
                if weights.shape[0] == 2:
                    tally[number, before, after] = weigh_disjoint_pairs(cards, chosen)
                else:
                    tally[number, before, after] = weigh_triples(cards, chosen)
