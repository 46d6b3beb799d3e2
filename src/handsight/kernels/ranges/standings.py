"""Comparisons of a known hand with the hands of ranges, as single combos or as tuples of hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranges.by_card import weigh_disjoint_pairs
from handsight.kernels.ranges.three_ranges import weigh_triples
from handsight.kernels.ranking.levels import strengths_on_board

u64 = np.uint64
COLLIDES = 3
"""The standing against a combo that nobody can hold; the others are 0 ahead, 1 tied, 2 behind."""


@kernel
def stand(
    combos: NDArray[np.uint64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    ours: Int,
    standing: NDArray[np.int64],
) -> None:
    """Find how our hand compares with each combo on a board.

    Args:
        combos: uint64[n], the combos as masks.
        board: the mask of the board.
        strengths: uint16[n], the strength of each combo on the board.
        ours: the strength of our hand on the board.
        standing: int64[n], filled: 0 if we are ahead, 1 if tied, 2 if behind, or `COLLIDES` if the
            combo shares a card with the board.
    """
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

    Runouts that share a card with a combo are not counted for this combo.

    Args:
        combos: uint64[n], the combos as masks, none of which shares a card with the board or our
            hole cards.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come, none of which is one of our hole cards.
        ours: int64[m], our strength after each runout.
        cards: the number of cards in a hand after a runout, 5..7.
        counts: int64[n, 3], filled with the numbers of runouts: ahead, tied, behind.
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
    """Weigh tuples of hands, one from each of two or three ranges, by our standing now and later.

    The hands of a tuple share no card, and its weight is the product of their weights. Our standing
    against a hand is 0 if we are ahead, 1 if tied, and 2 if behind.

    Args:
        combos: uint64[n], the combos as masks, none of which shares a card with the board or our
            hole cards.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[2 or 3, n], the weight of each combo in each range.
        now: int64[n], our standing against each combo now.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come, none of which is one of our hole cards.
        ours: int64[m], our strength after each runout.
        size: the number of cards in a hand after a runout, 5..7.
        tally: int64[m, 3, 3], filled: [i, a, b] is the weight of the tuples in which our standing
            against every hand is at most a now and at most b after runout i.
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
