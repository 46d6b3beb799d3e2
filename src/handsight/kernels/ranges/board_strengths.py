"""Comparisons of all combos on a board with a range, now and after all runouts.

The combos' current strengths are on levels, about a hundred on a flop. After each runout, the
range's combos are added in order of strength to sums by current level: one row of sums for all
combos, and one row for the combos with each card. The weight of the combos up to a level is then a
look-up, and the weight of the hands that a combo can face follows by inclusion and exclusion over
its two cards. So a single pass finds how many of the hands that are behind a combo now are also
behind it at the end, and likewise for the hands that are tied with it or ahead of it now.
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
"""Sets of hands that a combo faces: all, those behind it at the end, and those not ahead of it."""


@inlined
def met_up_to(sums: NDArray[np.float64], low: Int, high: Int, level: Int) -> float:
    """Return the weight of the hands that a combo faces and whose current level is below ``level``.

    Args:
        sums: float64[53, levels + 1 or more], the weights by card and current level.
        low: one card of the combo.
        high: the other card of the combo.
        level: the level.
    """
    return sums[ALL, level] - sums[low, level] - sums[high, level]


@kernel
def add_from_level(sums: NDArray[np.float64], row: Int, level: Int, weight: float) -> None:
    """Add the weight of a combo on a level to a row of sums: to all entries above the level."""
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
    """Add the weights of the hands that a combo faces to its row, by how they compare with it now.

    Args:
        combo: the index of the combo.
        low: one card of the combo.
        high: the other card of the combo.
        level: the current level of the combo.
        levels: the number of current levels.
        own: the combo's own weight in the range if the sums include it, else 0.
        sums: float64[53, levels + 1 or more], the weights by card and current level.
        met: float64[n, 3]; the row of the combo is increased by the weight of the hands behind it
            now, tied with it, and ahead of it.
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
        weights: float64[n], the weight of each combo in the range.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come.
        size: the number of cards in a hand now, 5..7.
        met: float64[3, n, 3], zeros; each row is filled with the weight of the hands behind combo i
            now, tied with it, and ahead of it. Row [NOW, i] counts all hands that the combo faces.
            Rows [BEHIND, i] and [UNBEATEN, i] add up, over all runouts, the hands that are behind
            it at the end, and those that are behind it or tied with it at the end.
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
    """Add a combo of the range to the sums: to the rows of its two cards and of all combos.

    Args:
        sums: float64[53, levels + 1 or more], the weights by card and current level; changed.
        low: one card of the combo.
        high: the other card of the combo.
        level: the current level of the combo.
        weight: the weight of the combo in the range.
    """
    if weight != 0.0:
        add_from_level(sums, low, level, weight)
        add_from_level(sums, high, level, weight)
        add_from_level(sums, np.int64(ALL), level, weight)  # for a literal, numba compiles again


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
    """Weigh the hands that each combo faces after one runout (see `weigh_board`).

    Args:
        order: int64[n], the indices of the combos in ascending order of strength.
        ends: int64[count or more], the index in ``order`` at which each strength ends.
        count: the number of different strengths after the runout.
        cards: int64[n, 2], the two cards of each combo.
        weights: float64[n], the weight of each combo in the range.
        level_now: int64[n], the level of each combo before the runout.
        levels: the number of levels before the runout.
        sums: float64[53, levels + 1 or more], zeros; changed.
        behind: float64[n, 3], increased by the weight of the hands that are behind each combo at
            the end.
        unbeaten: float64[n, 3], increased by the weight of the hands that are behind each combo or
            tied with it at the end.
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
