"""The rules of FAI-2022: numbers to actions."""

from inspect import signature
from math import inf, isinf
from random import Random

import pytest

from handsight.agents.papers.fai.rules import (
    VERSIONS,
    MatchLength,
    below,
    bound_of,
    check_version,
    rule,
)
from handsight.errors import OptionError
from tests.oracles.values import oracle

CASES = oracle("agent003")
ASKED = ("win_rate", "pot", "call", "raise_min", "raise_max", "street", "round", "tokens")


def given(case):
    return [case[name] for name in ASKED]


# --- the values of others -------------------------------------------------------------------------


@pytest.mark.repeats(30)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", CASES)
def test_each_version_does_what_an_independent_program_says(case, version):
    assert rule(version, *given(case)).action == case["actions"][f"fai-{version}"]


@pytest.mark.parametrize("version", ["v4", "v5"])
@pytest.mark.parametrize("case", [case for case in CASES if "raise_interval_clamped" in case])
def test_raises_lie_in_the_interval_that_an_independent_program_gives(case, version):
    ruling = rule(version, *given(case))
    if ruling.action != "raise":
        pytest.skip("folded out")
    unclamped = [inf if end is None else end for end in case["raise_interval_unclamped"]]
    assert (ruling.low, ruling.high) == pytest.approx(unclamped)
    assert ruling.clamped == pytest.approx(case["raise_interval_clamped"])
    for seed in range(20):
        amount = ruling.amount(Random(seed))
        low, high = ruling.clamped
        assert low - 0.5 <= amount <= high + 0.5
        assert case["raise_min"] <= amount <= case["raise_max"]


@pytest.mark.parametrize("case", CASES)
def test_the_bound_is_that_of_an_independent_program(case):
    bound = bound_of(case["win_rate"], case["pot"])
    assert isinf(bound) if case["amount0"] is None else bound == pytest.approx(case["amount0"])


# --- the rule -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_where_no_raise_is_offered_nobody_raises(version):
    ruling = rule(version, 0.9, 100, 0, -1, -1, "flop", 1, 500)
    assert (ruling.action, ruling.clamped) == ("call", None)


@pytest.mark.parametrize("version", ["v2", "v3"])
@pytest.mark.parametrize(("win_rate", "most", "amount"), [(0.6, 990, 44), (0.6, 30, 30)])
def test_the_greatest_raise_stays_below_the_bound_and_the_stack(version, win_rate, most, amount):
    ruling = rule(version, win_rate, 30, 10, 20, most, "preflop", 1, 990)
    assert ruling.amount(Random(1)) == amount
    assert ruling.clamped == (amount, amount)


@pytest.mark.parametrize("version", ["v2", "v3", "v4", "v5"])
def test_a_sure_win_puts_everything_in(version):
    ruling = rule(version, 1.0, 50, 10, 20, 400, "river", 12, 900)
    assert (ruling.amount(Random(1)), ruling.bound) == (400, inf)


def test_a_raise_that_only_equals_the_bound_is_not_made():
    assert rule("v3", 0.6, 30, 10, 45, 990, "preflop", 1, 990).action == "call"
    assert rule("v3", 0.6, 30, 10, 44, 990, "preflop", 1, 990).action == "raise"


def test_amounts_are_spread_over_the_interval_and_pile_up_at_the_limits():
    ruling = rule("v4", 0.75, 100, 0, 290, 310, "river", 1, 900)
    rng = Random(3)
    amounts = [ruling.amount(rng) for _ in range(4000)]
    low, high = amounts.count(290), amounts.count(310)  # U(270, 315), cut at both ends
    assert set(amounts) == set(range(290, 311))
    assert pytest.approx(low, abs=130) == 20.5 / 45 * 4000
    assert pytest.approx(high, abs=90) == 5.5 / 45 * 4000


def test_before_the_flop_the_interval_begins_at_nothing_and_on_the_river_near_the_bound():
    lows = [
        rule("v4", 0.75, 100, 0, 10, 900, street, 1, 900).low
        for street in ("preflop", "flop", "turn", "river")
    ]
    assert lows == pytest.approx([0, 60, 180, 270])


@pytest.mark.parametrize(
    ("length", "folds_out"),
    [
        (MatchLength(), True),
        (MatchLength(hands=0), False),
        (MatchLength(hands=21), False),
        (MatchLength(fold_cost=20), False),
        (MatchLength(start=900), True),
        (MatchLength(hands=40, fold_cost=2), True),
    ],
)
def test_the_fold_out_goes_by_hands_blind_and_starting_stack(length, folds_out):
    ruling = rule("v5", 0.8, 60, 10, 20, 900, "flop", 11, 1091, match=length)
    assert (ruling.action == "fold") is folds_out


def test_the_rule_takes_what_it_needs_by_these_names_in_this_order():
    named = list(signature(rule).parameters)
    assert named[:9] == ["version", *ASKED]
    case = dict(zip(ASKED, (0.75, 100, 20, 40, 300, "river", 6, 950), strict=True))
    assert rule(version="v4", **case) == rule("v4", *case.values())


def test_an_unknown_version_setting_or_street_is_refused_by_name():
    numbers = 0.5, 40, 0, 10, 900
    with pytest.raises(OptionError, match="version is 'v6'"):
        rule("v6", *numbers, "turn", 5, 980)
    with pytest.raises(OptionError, match="street is 'showdown'"):
        rule("v3", *numbers, "showdown", 5, 980)
    with pytest.raises(OptionError, match="setting is 'literal'"):
        check_version("v3", "literal")


@pytest.mark.parametrize("bound", [1, 1.5, 2, 20, 20.0001, inf])
def test_below_a_bound_is_the_greatest_whole_number_that_is_less(bound):
    amount = below(bound, 20)
    assert amount < bound
    assert amount == 20 or amount + 1 >= bound
