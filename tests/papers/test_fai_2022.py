"""FAI-2022: the report's rules in its own words, and what its players come to at the table."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.fai.chart import chart_lose_rate
from handsight.agents.papers.fai.rules import rule
from handsight.agents.thresholds.win_rate import win_rate
from handsight.cards import CardSet
from handsight.game import HandCursor, HandState, Rules
from handsight.odds import current_hand_odds

ROUNDS, CHIPS = 20, 1000


def decide(version, win_rate, pot=100, call=20, least=40, most=900, street="flop", **match):
    now = {"round": 1, "tokens": 950, **match}
    return rule(version, win_rate, pot, call, least, most, street, **now).action


# --- "Evaluation of hold cards" -------------------------------------------------------------------


def test_the_chart_does_not_compare_hands_of_the_same_type():
    board = tuple(CardSet("9c7s2h"))
    assert chart_lose_rate(CardSet("AhAd"), board) == chart_lose_rate(CardSet("2c3d"), board)


def test_the_chart_takes_what_lies_on_the_board_for_ours_alone():
    board = tuple(CardSet("AhAdKsKc2h"))
    by_chart = 1 - chart_lose_rate(CardSet("4c3d"), board)
    assert by_chart > 0.6 > 0.3 > current_hand_odds("4c3d", "AhAdKsKc2h").equity


def test_the_win_rate_is_the_ratio_of_wins_among_1000_simulations():
    rate = win_rate(CardSet("KcAc"), tuple(CardSet("2s5h9d")), 1, Random(1), estimator="sampled")
    assert (rate.deals, rate.alone) == (1000, rate.wins / 1000)


@pytest.mark.parametrize(("win_rate", "action"), [(0.499, "fold"), (0.5, "call"), (1, "call")])
def test_the_first_agent_folds_below_a_half(win_rate, action):
    assert decide("v0", win_rate) == action


# --- "Determine the amount to bet" ----------------------------------------------------------------


@pytest.mark.parametrize("win_rate", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("pot", [15, 80, 400])
def test_a_call_is_reasonable_while_pot_times_win_rate_is_at_least_cost_times_lose_rate(
    win_rate, pot
):
    for cost in range(0, 400, 7):
        gain, risk = pot * win_rate, cost * (1 - win_rate)
        if abs(gain - risk) > 1e-9:
            assert decide("v1", win_rate, pot, cost) == ("call" if gain > risk else "fold")


def test_where_the_call_costs_nothing_the_action_is_always_call():
    assert {decide("v1", each / 10, call=0) for each in range(11)} == {"call"}


def test_then_it_raises_where_the_least_raise_is_below_the_bound():
    assert [decide("v2", 0.3, call=20, least=least) for least in (42, 43)] == ["raise", "call"]


def test_a_raise_with_a_win_rate_below_a_half_is_no_longer_made():
    assert [decide("v3", each, least=20) for each in (0.3, 0.5, 0.51)] == ["call", "call", "raise"]


# --- "Discussion of raise amount" -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("street", "conserve"), [("preflop", 1), ("flop", 0.8), ("turn", 0.4), ("river", 0.1)]
)
def test_amounts_are_uniform_between_what_the_conserve_and_the_risk_factor_give(street, conserve):
    amount_0 = 100 * 0.75 / 0.25
    ruling = rule("v4", 0.75, 100, 20, 40, 900, street, 1, 950)
    assert (ruling.low, ruling.high) == pytest.approx(
        (amount_0 * (1 - conserve), amount_0 * (1 + 0.05))
    )


def test_the_risk_factor_lets_it_pay_a_twentieth_more():
    assert [decide("v3", 0.5, call=cost) for cost in (100, 101)] == ["call", "fold"]
    assert [decide("v4", 0.5, call=cost) for cost in (105, 106)] == ["call", "fold"]


# --- "A little trick" -----------------------------------------------------------------------------


@pytest.mark.parametrize("round", range(1, ROUNDS + 1))
def test_it_folds_the_remaining_rounds_if_it_has_enough_tokens(round):
    enough = (ROUNDS - round) * 10 + CHIPS
    safe, short = ({"round": round, "tokens": enough + more} for more in (1, 0))
    assert decide("v5", 0.8, **short) == "raise"
    assert decide("v5", 0.8, **safe) == "fold"
    assert decide("v5", 0.8, call=0, **safe) == "call"


# --- its players at the table ---------------------------------------------------------------------


def our_match(players, seed):
    """Play 20 rounds by our own rules; give the chips of both."""
    rules, stacks = Rules(small_blind=5, big_blind=10), (CHIPS, CHIPS)
    for hand in range(1, ROUNDS + 1):
        if 0 in stacks:
            break
        state = HandState.start(rules, stacks, hand % 2, seed=1000 * seed + hand)
        stacks = played(players, state, hand, seed).stacks
    return stacks


def played(players, state, hand, seed):
    table, rng = HandCursor(state, hand, ROUNDS), Random(1000 * seed + hand)
    while not table.state.is_over:
        table.apply(players[table.state.actor].act(table.observation(), rng))
    return table.state


def share_won(name, play, matches):
    """Give the share of matches that an agent wins against the calling station."""
    ours, station = agent(name), agent("call")
    won = 0
    for seed in range(matches // 2):
        first, second = play((ours, station), seed)
        won += first > second
        first, second = play((station, ours), seed)
        won += second > first
    return won / matches


@pytest.mark.parametrize("setting", ["corrected", "as-published"])
def test_by_our_own_rules_the_last_one_wins_most_matches_too(setting):
    assert share_won(f"fai-v5:setting={setting}", our_match, 100) > 0.7
