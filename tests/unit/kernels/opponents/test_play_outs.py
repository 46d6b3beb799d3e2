"""Hands played on: rules, chips, and what plans gain."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.kernels.opponents.play_outs import CALL, FOLD, RAISE, decide, play_on, rank_boards
from handsight.ranges.combos import MASKS, combo_number
from handsight.ranking import evaluate_mask

pytestmark = pytest.mark.pure_python

CALLER = [0, 0, 0, 2, 2, -2, 0, 1]
FOLDER = [0, 0, 0, 2, 2, 2, 0, 1]
BETTOR = [0, 0, 0, -2, 2, -2, 0, 1]
RAISER = [1, 0, 1, 0, 0, 0, 0, 1]
FLOP, RIVER = 0, 2
WE, HE = 0, 1


def gain(plan, rule, ours=1.0, theirs=0.0, start=RIVER, first=WE, pot=100.0, stack=1000.0):
    worths = np.array([[[ours] * 3, [theirs] * 3]], np.float64)
    result = np.empty((1, 1))
    rules, plans = np.array([rule], np.float64), np.array([plan], np.float64)
    draws = np.full((1, 4), 0.5)
    chosen = np.zeros(1, np.int64)
    play_on(worths, rules, chosen, plans, draws, start, first, pot, stack, result)
    return result[0, 0]


@pytest.mark.parametrize(
    ("rule", "price", "action"),
    [(CALLER, 50, CALL), (FOLDER, 50, FOLD), (FOLDER, 0, CALL), (BETTOR, 0, RAISE)],
)
def test_rules_fold_call_and_raise(rule, price, action):
    assert decide(np.array(rule, np.float64), 0.5, float(price), 100.0, 0.0, 0.5) == action


def test_a_dearer_price_takes_a_better_hand():
    rule = np.array([0, 0, 0, 2, 2, 0.1, 0, 1.0])
    result = [decide(rule, 0.4, price, 100.0, 0.0, 0.5) for price in (10.0, 1000.0)]
    assert result == [CALL, FOLD]


def test_bets_met_before_take_a_better_hand_too():
    rule = np.array([0, 0, 0, 2, 2, 0.0, 0.2, 1.0])
    result = [decide(rule, 0.6, 100.0, 100.0, met, 0.5) for met in (0.0, 3.0)]
    assert result == [CALL, FOLD]


def test_without_bets_nothing_is_gained():
    assert gain(CALLER, CALLER, start=FLOP) == 0


def test_a_bet_that_is_called_gains_its_size_or_loses_it():
    assert gain(BETTOR, CALLER, ours=1, theirs=0) == 75
    assert gain(BETTOR, CALLER, ours=0, theirs=1) == -75
    assert gain(BETTOR, CALLER, ours=0.5, theirs=0.5) == 0


def test_a_bluff_gains_the_pot():
    assert gain(BETTOR, FOLDER, ours=0, theirs=1) == 100


def test_who_gives_up_loses_his_share():
    assert gain(FOLDER, BETTOR, ours=1, theirs=0) == -100
    assert gain(FOLDER, BETTOR, ours=0, theirs=1) == 0


def test_bets_on_every_street_grow_with_the_pot():
    river, flop = (gain(BETTOR, CALLER, start=start) for start in (RIVER, FLOP))
    assert flop == pytest.approx(75 + 0.75 * 250 + 0.75 * 625)
    assert river == 75


def test_nobody_loses_more_than_he_has():
    for first in (WE, HE):
        assert gain(RAISER, RAISER, ours=0, theirs=1, start=FLOP, first=first) >= -1000
        assert gain(RAISER, RAISER, ours=1, theirs=0, start=FLOP, first=first) <= 1000


def test_it_makes_no_difference_who_acts_first_where_one_only_calls():
    assert gain(BETTOR, CALLER, first=WE) == gain(BETTOR, CALLER, first=HE)


def test_ranks_are_the_share_of_combos_that_are_beaten():
    combos = np.array(MASKS, np.uint64)
    board = CardSet("2h7dTc4sKd").mask
    boards = np.array([[0, 0, board]], np.uint64)
    worths = np.zeros((1, 3, len(MASKS)))
    rank_boards(combos, boards, worths)
    live = [mask for mask in MASKS if not mask & board]
    aces = CardSet("AhAs").mask
    strength = evaluate_mask(aces | board)
    others = [evaluate_mask(mask | board) for mask in live]
    below = sum(other < strength for other in others)
    level = sum(other == strength for other in others)
    number = combo_number(*(card.index for card in CardSet("AhAs")))
    assert worths[0, 2, number] == pytest.approx((below + level / 2) / len(live))
    dead = combo_number(*(card.index for card in CardSet("2hAs")))
    assert worths[0, 2, dead] == -1
    assert not worths[0, :2].any()
