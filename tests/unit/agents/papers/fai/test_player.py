"""The players of FAI-2022: what they read off the table, and what they do there."""

import pickle
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.fai.player import FaiPlayer, match_of, numbers_at
from handsight.agents.papers.fai.rules import SETTINGS, VERSIONS
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules

BLINDS = {"small_blind": 5, "big_blind": 10}


def at_table(*actions, stacks=(1000, 1000), hand=1, hands=20, holes=None, **options):
    """What a player sees after these actions of a hand; seat 0 has the button."""
    start = HandState.start(Rules(**BLINDS, **options), stacks, button=0, seed=7, holes=holes)
    table = HandCursor(start, hand, hands)
    for action in actions:
        table.apply(Action.parse(action))
    return table.observation()


# --- the numbers of the table ---------------------------------------------------------------------


def test_as_published_reads_the_price_as_chips_and_a_raise_as_its_total():
    seen = at_table("raise to 40", "raise to 100")
    assert numbers_at(seen, "as-published") == (140, 60, 160, 1000, 0)


def test_the_engine_gives_street_totals_for_both():
    seen = at_table("raise to 40", "raise to 100")
    assert numbers_at(seen, "pypokerengine") == (140, 100, 160, 1000, 0)


def test_the_engines_pot_is_that_of_the_question_with_the_bets_of_the_street():
    flop = "raise to 40", "call"
    pots = [
        numbers_at(at_table(*flop, *more), "pypokerengine").pot
        for more in ((), ("bet 30",), ("bet 30", "raise to 90"), ("bet 30", "call"))
    ]
    assert pots == [80, 110, 200, 140]


def test_the_engines_pot_is_the_main_pot():
    before = "raise to 100", "all in", "call", "call"  # seat 1 has 60 in all
    seen = at_table(*before, stacks=(1000, 60, 1000))
    assert (numbers_at(seen, "pypokerengine").pot, seen.pot) == (180, 260)


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
        table = HandCursor(state, hand=seed + 1, hands=12)
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
