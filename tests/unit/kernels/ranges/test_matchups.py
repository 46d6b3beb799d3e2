"""Adding matchups up, on a table that is made up."""

import numpy as np
import pytest

from handsight.kernels.ranges.matchups import describe, rank_pair, weigh_matchups

pytestmark = pytest.mark.pure_python

CARDS = np.array([(50, 46), (41, 43), (50, 49), (0, 51), (3, 2)])
"""AhKh, QdQs, AhAd, 2cAs, 2s2h."""


def test_ranks_are_numbered_from_two_deuces_to_two_aces() -> None:
    pairs = [(high, low) for high in range(13) for low in range(high + 1)]
    assert [rank_pair(high, low) for high, low in pairs] == list(range(91))


def test_hands_are_taken_apart_with_their_higher_card_first() -> None:
    ranks, suits, masks = np.empty((3, 3), np.int64)
    describe(CARDS, np.array([0, 1, 3]), ranks, suits, masks)
    assert ranks.tolist() == [rank_pair(12, 11), rank_pair(10, 10), rank_pair(12, 0)]
    assert suits.tolist() == [0b10_10, 0b11_01, 0b11_00]
    assert masks.tolist() == [1 << 50 | 1 << 46, 1 << 41 | 1 << 43, 1 << 51 | 1]


def test_pairs_of_hands_are_looked_up_and_weighed() -> None:
    table = np.zeros((91, 91, 15, 2), np.int32)
    pattern_of = np.zeros(256, np.int64)
    pattern_of[0b10_10_11_01], pattern_of[0b10_10_11_00] = 7, 3
    table[rank_pair(12, 11), rank_pair(10, 10), 7] = 100, 10
    table[rank_pair(12, 11), rank_pair(12, 0), 3] = 1000, 1
    sums = np.empty(3, np.int64)
    hero, villain = np.array([0]), np.array([1, 2, 3])
    weights = np.array([2]), np.array([3, 100, 5])
    weigh_matchups(table, pattern_of, CARDS, hero, weights[0], villain, weights[1], sums)
    assert sums.tolist() == [2 * (3 * 100 + 5 * 1000), 2 * (3 * 10 + 5 * 1), 2 * (3 + 5)]


def test_without_hands_there_is_nothing_to_add() -> None:
    table, none = np.zeros((91, 91, 15, 2), np.int32), np.empty(0, np.int64)
    sums = np.full(3, 9, np.int64)
    weigh_matchups(table, np.zeros(256, np.int64), CARDS, none, none, none, none, sums)
    assert sums.tolist() == [0, 0, 0]
