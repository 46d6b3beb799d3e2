"""Sums of the weights of combos by card, for inclusion and exclusion over a hand's two cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel

ALL = 52
"""The index in a row of the weight of all combos; index c, 0..51, is for the combos with card c."""

ROW = 64
"""The length of a row: 52 cards, the weight of all combos, and padding to whole vectors."""


@kernel
def add_by_card(row: NDArray[np.int64], low: Int, high: Int, weight: Int) -> None:
    """Add the weight of a combo to the sums of its two cards and to the sum of all combos.

    Args:
        row: int64[64], the sums; changed.
        low: one card of the combo.
        high: the other card of the combo.
        weight: the weight of the combo.
    """
    row[low] += weight
    row[high] += weight
    row[ALL] += weight


@kernel
def weigh_disjoint_pairs(cards: NDArray[np.int64], weights: NDArray[np.int64]) -> Int:
    """Return the total weight of the pairs of disjoint hands, one from each of two ranges.

    The weight of a pair is the product of the weights of its hands.

    Args:
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[2, n], the weight of each combo in each range.
    """
    sums = np.zeros((2, ROW), np.int64)
    both = 0
    for i in range(cards.shape[0]):
        add_by_card(sums[0], cards[i, 0], cards[i, 1], weights[0, i])
        add_by_card(sums[1], cards[i, 0], cards[i, 1], weights[1, i])
        both += weights[0, i] * weights[1, i]
    # Subtract the pairs of hands that share a card. The sums by card contain each pair of equal
    # hands twice, once for each card, so `both` adds it back once.
    for card in range(ALL):
        both -= sums[0, card] * sums[1, card]
    return both + sums[0, ALL] * sums[1, ALL]
