"""Two ranges against each other before the flop, by looking up each pair of hands in a table.

Three numbers are the indices of a pair of hands in the table: one number for the ranks of each
hand, and one for the pattern of suits, that is, which of the four cards share a suit (see
`handsight.ranges.matchups`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel


@kernel
def rank_pair(higher: Int, lower: Int) -> Int:
    """Return the number, 0..90, of the ranks of two cards.

    Args:
        higher: the higher rank, 0..12.
        lower: the lower rank; equal to ``higher`` for a pair.
    """
    return higher * (higher + 1) // 2 + lower


@kernel
def describe(
    cards: NDArray[np.int64],
    numbers: NDArray[np.int64],
    ranks: NDArray[np.int64],
    suits: NDArray[np.int64],
    masks: NDArray[np.int64],
) -> None:
    """Split hands into ranks, suits and masks.

    Args:
        cards: int64[n, 2], the two cards of each combo, in any order.
        numbers: int64[k], the combo numbers of the hands.
        ranks: int64[k], filled with the number of each hand's ranks (see `rank_pair`).
        suits: int64[k], filled with 4 * the suit of the higher card + the suit of the lower card.
        masks: int64[k], filled with masks in which bit c stands for card c.
    """
    for i in range(numbers.size):
        one, other = cards[numbers[i], 0], cards[numbers[i], 1]
        higher, lower = max(one, other), min(one, other)
        ranks[i] = rank_pair(higher >> 2, lower >> 2)
        suits[i] = (higher & 3) * 4 + (lower & 3)
        masks[i] = (np.int64(1) << higher) | (np.int64(1) << lower)


@kernel
def weigh_matchups(
    table: NDArray[np.int32],
    pattern_of: NDArray[np.int64],
    cards: NDArray[np.int64],
    hero: NDArray[np.int64],
    hero_weights: NDArray[np.int64],
    villain: NDArray[np.int64],
    villain_weights: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Add up the results of all pairs of disjoint hands, one from each of two ranges.

    The weight of a pair is the product of the weights of its hands.

    Args:
        table: int32[91, 91, 15, 2], the number of boards on which the first hand wins and on which
            the hands tie, indexed by the ranks of both hands and the pattern of suits.
        pattern_of: int64[256], the pattern of any four suits, indexed by two bits for each suit,
            with the first suit in the highest bits.
        cards: int64[n, 2], the two cards of each combo.
        hero: int64[h], the combo numbers of the first range.
        hero_weights: int64[h], the weights of these combos.
        villain: int64[v], the combo numbers of the second range.
        villain_weights: int64[v], the weights of these combos.
        sums: int64[3], filled with the weighted number of boards that the first range wins, the
            weighted number of boards that tie, and the weight of all pairs.
    """
    hero_parts = np.empty((3, hero.size), np.int64)
    villain_parts = np.empty((3, villain.size), np.int64)
    describe(cards, hero, hero_parts[0], hero_parts[1], hero_parts[2])
    describe(cards, villain, villain_parts[0], villain_parts[1], villain_parts[2])
    sums[:] = 0
    for i in range(hero.size):
        ranks, suits, mask = hero_parts[0, i], 16 * hero_parts[1, i], hero_parts[2, i]
        wins = ties = pairs = np.int64(0)
        for j in range(villain.size):
            weight = villain_weights[j] if mask & villain_parts[2, j] == 0 else np.int64(0)
            pattern = pattern_of[suits + villain_parts[1, j]]
            row = villain_parts[0, j]
            wins += weight * table[ranks, row, pattern, 0]
            ties += weight * table[ranks, row, pattern, 1]
            pairs += weight
        sums[0] += hero_weights[i] * wins
        sums[1] += hero_weights[i] * ties
        sums[2] += hero_weights[i] * pairs
