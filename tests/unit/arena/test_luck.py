"""Luck of the board: by hand, against known equities, and zero on the whole."""

from random import Random
from statistics import mean, stdev

import pytest

from handsight.arena.luck import Luck, luck_of
from handsight.game import Action, HandState, Rules, hand_of
from handsight.odds import equity


def played(*actions, holes=("AhAd", "KcKs"), board="Kd7h2c3s4d", stacks=(1000, 1000)):
    state = HandState.start(Rules(), stacks, button=0, holes=list(holes), board=board)
    for action in actions:
        state = state.apply(action)
    return state


def luck(state):
    """By the seats of the table, not in the order of the history."""
    found = luck_of(hand_of(state))
    size = state.seats
    order = [(state.button + step) % size for step in range(1, size + 1)]
    return Luck(*(tuple(row[order.index(seat)] for seat in range(size)) for row in found))


def aces(board=""):
    return float(equity(["AhAd", "KcKs"], board, method="exact").players[0].equity)


# --- by hand ------------------------------------------------------------------------------------


def test_an_all_in_before_the_flop_is_luck_from_there_to_the_end():
    found = luck(played("all in", "call"))
    assert found.all_in == pytest.approx((2000 * (0 - aces()), 2000 * aces()))
    assert found.between == (0, 0)


def test_what_is_left_of_an_all_in_is_what_its_equity_is_worth():
    state = played("all in", "call")
    found = luck(state)
    assert found.adjusted(state.payoffs[0], 0) == pytest.approx(2000 * aces() - 1000)


def test_each_street_counts_with_the_pot_that_lay_when_it_came():
    state = played("call", "check", "bet 300", "call", "check", "check", "check", "check")
    flop, turn, river = (aces("Kd7h2c3s4d"[:cards]) for cards in (6, 8, 10))
    expected = 200 * (flop - aces()) + 800 * (turn - flop) + 800 * (river - turn)
    assert luck(state).between == pytest.approx((expected, -expected))
    assert luck(state).all_in == (0, 0)


def test_a_hand_that_ends_by_a_fold_has_the_luck_of_the_cards_that_came():
    state = played("call", "check", "bet 300", "fold")
    gain = 200 * (aces("Kd7h2c") - aces())
    assert luck(state).between == pytest.approx((gain, -gain))
    assert luck(played("fold")) == Luck((0, 0), (0, 0))


def test_an_uncalled_part_is_not_at_stake():
    found = luck(played("all in", "call", stacks=(1000, 300)))
    assert found.all_in[0] == pytest.approx(-600 * aces())


def test_side_pots_have_their_own_players():
    state = played(
        *("all in", "call", "all in", "call"),
        holes=["AhAd", "KcKs", "QhQs"],
        stacks=(300, 1000, 1000),
    )
    three = equity(["AhAd", "KcKs", "QhQs"], method="exact").players
    two = equity(["KcKs", "QhQs"], dead="AhAd", method="exact").players
    found = luck(state).all_in
    assert found[0] == pytest.approx(900 * (0 - float(three[0].equity)))
    assert found[1] == pytest.approx(
        900 * (1 - float(three[1].equity)) + 1400 * (1 - float(two[0].equity))
    )
    assert sum(found) == pytest.approx(0)


# --- on the whole -------------------------------------------------------------------------------


def random_hand(seed):
    rng = Random(seed)
    state = HandState.start(Rules(), [2000, 2000], button=0, seed=seed)
    while not state.is_over:
        legal = state.legal_actions
        options = [Action.call()] * 3
        if legal.can_raise:
            options.append(Action.raise_to(rng.choice((legal.half_pot, legal.raise_max))))
        state = state.apply(rng.choice(options))
    return state


def test_luck_is_zero_on_the_whole_and_taking_it_out_makes_results_steadier():
    hands = [random_hand(seed) for seed in range(400)]
    lucks = [luck(state) for state in hands]
    raw = [state.payoffs[0] for state in hands]
    less = [found.adjusted(chips, 0) for found, chips in zip(lucks, raw, strict=True)]
    total = [found.between[0] + found.all_in[0] for found in lucks]
    assert abs(mean(total)) < 3 * stdev(total) / 20
    assert stdev(less) < 0.75 * stdev(raw)
