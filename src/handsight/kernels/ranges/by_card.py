"""Weights of combos, added up by card, for inclusion and exclusion over two cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel

ALL = 52
"""The index in a row of the weight of all combos, after those with each of the 52 cards."""

ROW = 64
"""The length of a row: 52 cards, the sum of all, and padding to whole vectors."""


@kernel
def add_by_card(row: NDArray[np.int64], low: Int, high: Int, weight: Int) -> None:
    """Add a weight to both cards of a combo and to the sum of all."""
    row[low] += weight
    row[high] += weight
    row[ALL] += weight


@kernel
def weigh_disjoint_pairs(cards: NDArray[np.int64], weights: NDArray[np.int64]) -> Int:
    """Weigh all pairs of disjoint hands of two ranges.

    Args:
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[2, n].
    """
    sums = np.zeros((2, ROW), np.int64)
    both = 0
    for i in range(cards.shape[0]):
        add_by_card(sums[0], cards[i, 0], cards[i, 1], weights[0, i])
        add_by_card(sums[1], cards[i, 0], cards[i, 1], weights[1, i])
        both += weights[0, i] * weights[1, i]
    # Pairs of hands that share a card: the sums by card count the pairs of equal hands twice, once
    # for each card, and `both` adds them back once.
    for card in range(ALL):
        both -= sums[0, card] * sums[1, card]
    return both + sums[0, ALL] * sums[1, ALL]
