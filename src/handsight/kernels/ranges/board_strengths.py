"""All combos of a board at once: how each compares with a range, now and after all runouts.

The combos' current strengths fall into levels, a hundred or so on a flop. After each runout the
range's combos are added in order of strength to sums by current level, one for all and one for each
card. A sum up to a level is then a look-up, and the hands that a combo may face follow by inclusion
and exclusion over its two cards. So a single pass finds, of the hands that a combo is ahead of now,
how many it beats at the end, and likewise for the other cases.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranges.by_card import ALL
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strengths,
    number_levels,
    sort_by_level,
    strengths_on_board,
)

u64 = np.uint64
VECTOR = 8
NOW, BEHIND, UNBEATEN = range(3)
"""The hands that a combo faces: all; those behind it at the end; those behind it or tied then."""


@inlined
def met_up_to(sums: NDArray[np.float64], low: Int, high: Int, level: Int) -> float:
    """Return the weight of the hands that a combo faces with a current level below ``level``."""
    return sums[ALL, level] - sums[low, level] - sums[high, level]


@kernel
def add_from_level(sums: NDArray[np.float64], row: Int, level: Int, weight: float) -> None:
    """Add a weight to a row of sums from a level on."""
    for at in range(sums.shape[1]):
        sums[row, at] += weight if at > level else 0.0


@kernel
def add_standings(
    combo: Int,
    low: Int,
    high: Int,
    level: Int,
    levels: Int,
    own: float,
    sums: NDArray[np.float64],
    met: NDArray[np.float64],
) -> None:
    """Add the hands in the sums that a combo faces, by how they compare with it now.

    Args:
        level: the combo's own level now.
        own: its weight in the range if the sums include it, else 0.
        sums: float64[53, levels + 1 or more].
        met: float64[n, 3], added to: behind it now, tied, ahead of it.
    """
    below = met_up_to(sums, low, high, level)
    up_to = met_up_to(sums, low, high, level + 1) + own
    every = met_up_to(sums, low, high, levels) + own
    met[combo, 0] += below
    met[combo, 1] += up_to - below
    met[combo, 2] += every - up_to


@kernel
def weigh_board(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    weights: NDArray[np.float64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    size: int,
    met: NDArray[np.float64],
) -> None:
    """Weigh the hands of a range that each combo faces, by how they compare now and later.

    Args:
        combos: uint64[n], masks of all combos that share no card with the board.
        cards: int64[n, 2], the two cards of each combo.
        weights: float64[n], the range.
        board: the cards on the board.
        runouts: uint64[m], masks of the cards to come.
        size: the number of cards of a hand now, 5..7.
        met: float64[3, n, 3], zeros; filled for combo i with the weight of the hands behind it now,
            tied with it, and ahead of it: at [NOW, i] of all that it faces; at [BEHIND, i] and
            [UNBEATEN, i], over all runouts, of those behind it at the end, and behind it or tied.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    words, level_of = np.zeros(WORDS, np.uint64), np.empty(STRENGTHS, np.int64)
    order, ends = np.empty(combos.size, np.int64), np.empty(combos.size + 3, np.int64)
    strengths_on_board(combos, board, size, hands, strengths)
    mark_strengths(combos, board, strengths, words)
    levels = number_levels(words, level_of)
    level_now = np.empty(combos.size, np.int64)
    sums = np.zeros((ALL + 1, (levels // VECTOR + 1) * VECTOR), np.float64)
    for i in range(combos.size):
        level_now[i] = level_of[strengths[i]]
        add_to_sums(sums, cards[i, 0], cards[i, 1], level_now[i], weights[i])
    now = met[NOW]
    for i in range(combos.size):
        add_standings(i, cards[i, 0], cards[i, 1], level_now[i], levels, weights[i], sums, now)
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        mark_strengths(combos, full, strengths, words)
        count = number_levels(words, level_of)
        sort_by_level(combos, full, strengths, level_of, count, order, ends)
        sums[:] = 0.0
        weigh_runout(
            *(order, ends, count, cards, weights, level_now, levels, sums),
            *(met[BEHIND], met[UNBEATEN]),
        )


@kernel
def add_to_sums(sums: NDArray[np.float64], low: Int, high: Int, level: Int, weight: float) -> None:
    """Add a combo of the range to the sums."""
    if weight != 0.0:
        add_from_level(sums, low, level, weight)
        add_from_level(sums, high, level, weight)
        add_from_level(sums, np.int64(ALL), level, weight)  # typed: a literal compiles again


@kernel
def weigh_runout(
    order: NDArray[np.int64],
    ends: NDArray[np.int64],
    count: int,
    cards: NDArray[np.int64],
    weights: NDArray[np.float64],
    level_now: NDArray[np.int64],
    levels: int,
    sums: NDArray[np.float64],
    behind: NDArray[np.float64],
    unbeaten: NDArray[np.float64],
) -> None:
    """Weigh what each combo faces after one runout (see `weigh_board`).

    Args:
        order: int64[n], indices of combos by strength.
        ends: int64[count], where each strength ends in the order.
        cards: int64[n, 2].
        weights: float64[n].
        level_now: int64[n].
        sums: float64[53, levels + 1 or more], zeros; changed.
        behind: float64[n, 3], added to.
        unbeaten: float64[n, 3], added to.
    """
    start = 0
    for strength in range(count):
        for at in range(start, ends[strength]):
            i = order[at]
            add_standings(i, cards[i, 0], cards[i, 1], level_now[i], levels, 0.0, sums, behind)
        for at in range(start, ends[strength]):
            i = order[at]
            add_to_sums(sums, cards[i, 0], cards[i, 1], level_now[i], weights[i])
        for at in range(start, ends[strength]):
            i = order[at]
            own = weights[i]
            add_standings(i, cards[i, 0], cards[i, 1], level_now[i], levels, own, sums, unbeaten)
        start = ends[strength]
