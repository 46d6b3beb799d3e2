"""Wins at once: a river counted, and samples that need one number to start from."""

from math import sqrt

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.kernels.odds.deals import BLOCK, STATE_WORDS
from handsight.kernels.odds.win_rates import (
    count_river_wins,
    list_cards,
    sample_wins,
    seed_states,
)
from handsight.kernels.ranking.evaluation import DECK
from tests.naive import odds, ranking

pytestmark = pytest.mark.pure_python

RIVERS = [("KcAc", "2s5h9dJcJd"), ("2h3d", "AsKsQsJsTs"), ("7h2c", "7s7d2d9hAc")]


def states_of(seed):
    states = np.empty((STATE_WORDS, BLOCK), np.uint64)
    seed_states(seed, states)
    return states


@pytest.mark.parametrize(("hole", "board"), RIVERS)
def test_a_river_is_counted_as_dealing_every_hand_does(hole, board):
    mine = odds.rank_from_the_rules(CardSet(hole).mask | CardSet(board).mask)
    live = sorted(card.index for card in CardSet.full() - CardSet(hole) - CardSet(board))
    on_board = [card.index for card in CardSet(board)]
    theirs = [ranking.worth([a, b, *on_board]) for i, a in enumerate(live) for b in live[:i]]
    expected = sum(hand < mine for hand in theirs), sum(hand == mine for hand in theirs)
    assert count_river_wins(CardSet(hole).mask, CardSet(board).mask) == expected


def test_where_the_board_plays_for_everyone_all_tie():
    royal = CardSet("AsKsQsJsTs").mask
    assert count_river_wins(CardSet("2h3d").mask, royal) == (0, 990)
    assert sample_wins(CardSet("2h3d").mask, royal, 1, 60, 1) == (0, 60, 30.0)
    assert sample_wins(CardSet("2h3d").mask, royal, 3, 60, 1) == (0, 60, 15.0)


def test_the_best_hand_there_can_be_always_wins():
    board = CardSet("KsQsJs2h2d").mask
    assert sample_wins(CardSet("AsTs").mask, board, 4, 70, 9) == (70, 0, 0.0)


@pytest.mark.parametrize("trials", [1, 64])
def test_every_deal_is_counted_once(trials):
    wins, ties, pots = sample_wins(CardSet("KcAc").mask, CardSet("2s5h9d").mask, 1, trials, 3)
    assert 0 <= wins <= wins + ties <= trials
    assert pots == ties / 2


def test_a_sampled_river_comes_to_what_is_counted():
    hole, board = (CardSet(cards).mask for cards in RIVERS[0])
    wins, ties = count_river_wins(hole, board)
    trials = 512
    sampled = sample_wins(hole, board, 1, trials, 5)
    share = wins / 990
    assert abs(sampled[0] / trials - share) < 4 * sqrt(share * (1 - share) / trials)
    assert abs(sampled[1] / trials - ties / 990) < 0.03


def test_cards_are_listed_ascending():
    cards = CardSet("2c2sAh9d")
    assert list_cards(np.uint64(cards.mask)).tolist() == sorted(card.index for card in cards)
    assert list_cards(DECK).tolist() == list(range(52))


def test_generators_start_apart_from_each_other_and_from_those_of_other_seeds():
    words = np.concatenate([states_of(seed).ravel() for seed in (0, 1, 2**53 - 1)])
    assert np.unique(words).size == words.size
    ones = sum(int(word).bit_count() for word in words)
    assert abs(ones / (64 * words.size) - 0.5) < 0.01


def test_a_seed_always_starts_the_same_generators():
    first = 0xE220A8397B1DCDAF  # what splitmix64 gives first from 0, by its authors' code
    assert int(states_of(0)[0, 0]) == first
    assert np.array_equal(states_of(7), states_of(7))
