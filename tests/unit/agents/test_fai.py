"""The rules of FAI-2022 as numbers to actions, and what a player reads off the table."""

import pickle
from math import inf, isinf
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.fai import (
    SETTINGS,
    VERSIONS,
    FaiPlayer,
    MatchLength,
    announced_pot,
    below,
    bound_of,
    match_of,
    numbers_at,
    rule,
)
from handsight.errors import OptionError
from handsight.game import Action, Follower, HandState, Rules
from tests.oracles.values import oracle

CASES = oracle("agent003")
ASKED = ("win_rate", "pot", "call", "raise_min", "raise_max", "street", "round", "tokens")
BLINDS = {"small_blind": 5, "big_blind": 10}


def given(case):
    return [case[name] for name in ASKED]


def at_table(*actions, stacks=(1000, 1000), hand=1, hands=20, holes=None, **options):
    """What a player sees after these actions of a hand; seat 0 has the button."""
    start = HandState.start(Rules(**BLINDS, **options), stacks, button=0, seed=7, holes=holes)
    table = Follower(start, hand, hands)
    for action in actions:
        table.apply(Action.parse(action))
    return table.observation()


# --- the values of others -------------------------------------------------------------------------


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
    for setting in SETTINGS:
        ruling = rule(version, 0.9, 100, 0, -1, -1, "flop", 1, 500, setting=setting)
        assert (ruling.action, ruling.clamped) == ("call", None)


@pytest.mark.parametrize("version", ["v2", "v3"])
@pytest.mark.parametrize(("win_rate", "most", "amount"), [(0.6, 990, 44), (0.6, 30, 30)])
def test_the_greatest_raise_stays_below_the_bound_and_the_stack(version, win_rate, most, amount):
    ruling = rule(version, win_rate, 30, 10, 20, most, "preflop", 1, 990)
    assert ruling.amount(Random(1)) == amount
    assert ruling.clamped == (amount, amount)


@pytest.mark.parametrize("version", ["v2", "v3", "v4", "v5"])
def test_a_sure_win_puts_everything_in(version):
    for setting, bound in (("corrected", inf), ("pypokerengine", pytest.approx(49950))):
        ruling = rule(version, 1.0, 50, 10, 20, 400, "river", 12, 900, setting=setting)
        assert (ruling.amount(Random(1)), ruling.bound) == (400, bound)


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


def test_an_unknown_version_setting_or_street_is_refused_by_name():
    numbers = 0.5, 40, 0, 10, 900
    with pytest.raises(OptionError, match="version is 'v6'"):
        rule("v6", *numbers, "turn", 5, 980)
    with pytest.raises(OptionError, match="street is 'showdown'"):
        rule("v3", *numbers, "showdown", 5, 980)
    with pytest.raises(OptionError, match="setting is 'literal'"):
        rule("v3", *numbers, "turn", 5, 980, setting="literal")


@pytest.mark.parametrize("bound", [1, 1.5, 2, 20, 20.0001, inf])
def test_below_a_bound_is_the_greatest_whole_number_that_is_less(bound):
    amount = below(bound, 20)
    assert amount < bound
    assert amount == 20 or amount + 1 >= bound


# --- the numbers of the table ---------------------------------------------------------------------


def test_as_published_reads_the_price_as_chips_and_a_raise_as_its_total():
    seen = at_table("raise to 40", "raise to 100")
    assert numbers_at(seen, "as-published") == (140, 60, 160, 1000, 0)


def test_the_engine_gives_street_totals_for_both():
    seen = at_table("raise to 40", "raise to 100")
    assert numbers_at(seen, "pypokerengine") == (15, 100, 160, 1000, 0)


def test_the_engine_announces_the_pot_when_a_street_begins():
    flop = "raise to 40", "call"
    assert announced_pot(at_table(*flop)) == 80
    assert announced_pot(at_table(*flop, "bet 30")) == 80
    assert announced_pot(at_table(*flop, "bet 30", "raise to 90")) == 80
    assert announced_pot(at_table(*flop, "bet 30", "call")) == 140


def test_the_announced_pot_is_what_those_who_are_all_in_can_win():
    before = "raise to 100", "all in", "call", "call"  # seat 1 has 60 in all
    assert announced_pot(at_table(*before, stacks=(1000, 60, 1000))) == 180
    assert announced_pot(at_table("call", stacks=(1000, 1000, 6))) == 11


def test_corrected_numbers_are_all_chips_that_are_added():
    seen = at_table("raise to 40", "raise to 100")
    assert numbers_at(seen) == (140, 60, 120, 960, 40)


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_raise_is_minus_one(setting):
    numbers = numbers_at(at_table("all in"), setting)
    assert (numbers.raise_min, numbers.raise_max) == (-1, -1)


def test_the_corrected_pot_leaves_out_what_would_come_back():
    seen = at_table("raise to 900", stacks=(1000, 100))
    assert seen.pot == 910
    assert numbers_at(seen).pot == 110
    assert numbers_at(seen, "as-published").pot == 910


def test_the_length_of_a_match_is_read_off_the_table():
    seen = at_table(stacks=(1300, 700), hand=4, hands=30, ante=1)
    assert match_of(seen) == (30, 11, 1000)


# --- the player -----------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("setting", SETTINGS)
def test_whatever_it_does_is_legal(version, setting):
    player, rng = agent(f"fai-{version}:setting={setting},trials=50"), Random(5)
    for seed in range(12):
        state = HandState.start(Rules(**BLINDS), [1000, 40 * seed + 11], button=seed % 2, seed=seed)
        table = Follower(state, hand=seed + 1, hands=12)
        while not table.state.is_over:
            action = player.act(table.observation(), rng)
            table.state.verify(action)
            table.apply(action)


@pytest.mark.parametrize("name", [f"fai-{version}" for version in VERSIONS])
def test_the_explanation_is_of_the_same_action(name):
    seen = at_table("call", holes=[None, "AhKh"])
    for seed in range(5):
        decision = agent(name).explain(seen, Random(seed))
        assert decision.action == agent(name).act(seen, Random(seed))
        assert decision.reason.startswith(name[-2:])
        assert list(decision.numbers)[:6] == [
            *("win rate", "win rate from", "its standard error", "pot", "price", "bound")
        ]


def test_an_explanation_of_a_raise_tells_its_interval():
    numbers = agent("fai-v4").explain(at_table(holes=["AhAd", None]), Random(1)).numbers
    assert numbers["raise from"] == numbers_at(at_table()).raise_min
    assert numbers["raise to"] == pytest.approx(15 * 0.852037 / 0.147963 * 1.05, rel=1e-4)


def test_a_fold_is_a_check_where_the_table_does_not_let_it_fold():
    hopeless = [None, "7h2c"]
    assert agent("fai-v0").act(at_table("call", holes=hopeless), Random(1)) == Action.call()
    free = at_table("call", holes=hopeless, fold_when_free=True)
    assert agent("fai-v0").act(free, Random(1)) == Action.fold()


def test_the_fold_out_folds_aces_in_a_match_and_never_without_an_end():
    far_ahead = {"stacks": (1500, 500), "holes": ["AhAd", None], "hand": 15}
    assert agent("fai-v5").act(at_table(**far_ahead), Random(1)) == Action.fold()
    assert agent("fai-v4").act(at_table(**far_ahead), Random(1)).kind == "raise"
    assert agent("fai-v5").act(at_table(**far_ahead, hands=0), Random(1)).kind == "raise"


def test_the_amounts_of_a_corrected_raise_are_added_to_what_was_paid():
    player = agent("fai-v3")
    action = player.act(at_table(holes=["AhAd", None]), Random(1))
    assert action == Action.raise_to(5 + 86)  # 15 · w / (1 - w) is 86.38, and 5 are paid


def test_as_published_a_tie_is_no_win():
    board_plays = at_table("call", "check", *["check"] * 4, holes=["2h3d", None])
    numbers = {}
    for setting in SETTINGS:
        player = FaiPlayer(setting=setting)
        rate = player.rate(board_plays, Random(1))
        numbers[setting] = player.counted(rate)
    assert numbers["as-published"] == rate.wins / 990
    assert numbers["corrected"] == numbers["pypokerengine"] == (rate.wins + rate.ties / 2) / 990


@pytest.mark.parametrize("option", ["version=v1", "setting=literal", "trials=0", "estimator=guess"])
def test_an_option_that_does_not_exist_is_refused(option):
    with pytest.raises(OptionError):
        agent(f"fai-v3:{option}")


def test_a_player_can_be_sent_to_another_process():
    player = agent("fai-v2:trials=10")
    assert pickle.loads(pickle.dumps(player)) == player
