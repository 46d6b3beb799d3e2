"""The match player: tables where push or fold is the game, no more risked than wins, fold-out."""

import pickle
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.equilibrium.match_player import MatchPlayer, at_stake, enough
from handsight.arena import ArenaSpec, run_arena
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules

RULES = Rules(small_blind=5, big_blind=10)
RUBBISH, ACES = "7c2s", "AhAd"


def table_at(stacks, hand, hole=None, rules=RULES, hands=20, actor=0, button=0):
    """Give a table at which seat 0 holds a hand, or the seat that is named."""
    holes = [None] * len(stacks)
    holes[actor] = hole
    start = HandState.start(rules, stacks, button, seed=3, holes=holes)
    return HandCursor(start, hand, hands)


def small_blind_at(*args, **options):
    return table_at(*args, **options).observation()


def big_blind_at(stacks, hand, hole, action, **options):
    """Give what seat 1 sees in the big blind after an action of the small blind."""
    table = table_at(stacks, hand, hole, actor=1, **options)
    table.apply(Action.parse(action))
    return table.observation()


def act(seen, **options):
    return MatchPlayer(**options).act(seen, Random(1))


# --- the tables -----------------------------------------------------------------------------------


def test_in_the_last_hand_of_an_even_match_any_two_are_pushed_and_called_with():
    assert act(small_blind_at([1000, 1000], 20, RUBBISH)) == Action.raise_to(1000)
    assert act(big_blind_at([1000, 1000], 20, RUBBISH, "raise to 1000")) == Action.call()


def test_with_hands_to_come_rubbish_is_folded_and_aces_are_not():
    assert act(small_blind_at([1000, 1000], 16, RUBBISH)) == Action.fold()
    assert act(small_blind_at([1000, 1000], 16, ACES)) == Action.raise_to(1000)
    assert act(big_blind_at([1000, 1000], 16, RUBBISH, "raise to 1000")) == Action.fold()
    assert act(big_blind_at([1000, 1000], 16, ACES, "raise to 30")) == Action.raise_to(1000)


@pytest.mark.exhaustive
def test_a_lost_match_is_played_for_one_who_does_not_fold():
    behind = [600, 1400]
    assert act(small_blind_at(behind, 18, RUBBISH)) == Action.fold()
    assert act(small_blind_at(behind, 18, ACES)) == Action.raise_to(600)
    assert act(small_blind_at(behind, 20, RUBBISH)) == Action.raise_to(600)
    early = small_blind_at(behind, 2, ACES)
    assert act(early, inner="call") == Action.call()
    assert act(early, inner="call", hands=20) == Action.raise_to(600)


def test_a_big_blind_that_pays_nothing_does_not_fold():
    assert act(big_blind_at([1400, 600], 18, RUBBISH, "call")) == Action.check()
    assert act(big_blind_at([1000, 1000], 16, RUBBISH, "call"), inner="fold") == Action.check()


def test_at_stake_is_what_folding_costs_or_the_shorter_stack():
    assert at_stake(small_blind_at([1000, 1000], 1)) == 150
    assert at_stake(small_blind_at([1950, 50], 1)) == 50
    short = small_blind_at([1970, 30], 1, RUBBISH)
    assert MatchPlayer().explain(short).reason == "the match is won for certain"


def test_the_depth_says_from_when_on_push_or_fold_is_played():
    seen = small_blind_at([1000, 1000], 12, ACES)
    assert at_stake(seen) == 70
    assert act(seen, inner="call", depth=6) == Action.call()
    assert act(seen, inner="call", depth=7) == Action.raise_to(1000)


# --- the fold-out, and no more than wins ----------------------------------------------------------


def test_aces_are_folded_in_a_match_that_is_won():
    assert act(small_blind_at([1080, 920], 12, ACES)) == Action.fold()
    assert act(small_blind_at([1080, 920], 12, ACES)) == agent("match-lock").act(
        small_blind_at([1080, 920], 12, ACES), Random(1)
    )


def test_a_raise_that_is_called_and_wins_brings_the_fold_out_and_a_chip_less_does_not():
    seen = small_blind_at([1000, 1000], 1, ACES)
    assert act(seen, inner="all-in") == Action.raise_to(146)
    # In the next hand the player posts the big blind, with 19 hands left.
    for won, is_over in ((146, True), (145, False)):
        later = table_at([1000 + won, 1000 - won], 2, ACES, button=1)
        later.apply(Action.call())
        plays = MatchPlayer(inner="all-in").explain(later.observation())
        assert (plays.reason == "the match is won for certain") == is_over


def test_bets_count_what_lies_in_the_pot_and_none_is_made_with_enough_in_it():
    table = table_at([1000, 1000], 1, actor=1)
    for action in ("raise to 100", "call"):
        table.apply(Action.parse(action))
    seen = (
        table.observation()
    )  # of the big blind on the flop: 19 hands that begin with the small one cost 140
    assert enough(Action("bet", 900), seen) == Action("bet", 41)
    assert enough(Action("bet", 20), seen) == Action("bet", 20)
    assert enough(Action.check(), seen) == Action.check()
    table = table_at([1000, 1000], 1)
    for action in ("raise to 200", "call"):
        table.apply(Action.parse(action))
    assert enough(Action("bet", 800), table.observation()) == Action.call()


def test_bets_are_as_the_other_agents_in_the_last_hand_and_without_the_cap():
    # 18 hands later cost 135 chips, so 1,136 win.
    early, last = [small_blind_at([1010, 990], hand, ACES) for hand in (2, 20)]
    options = {"inner": "all-in", "depth": 0}
    assert act(early, **options) == Action.raise_to(126)
    assert act(early, cap=False, **options) == agent("all-in").act(early, Random(1))
    assert enough(Action.raise_to(990), last) == Action.raise_to(990)


def test_a_fold_that_loses_the_match_becomes_a_call():
    table = table_at([1000, 1000], 20)
    for action in ("call", "check", "bet 10"):
        table.apply(Action.parse(action))
    seen = table.observation()
    decision = MatchPlayer(inner="fold").explain(seen, Random(1))
    assert decision.action == act(seen, inner="fold") == Action.call()
    assert decision.reason.endswith("a fold loses the match for certain")


# --- other games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seen",
    [
        small_blind_at([1000] * 6, 20, actor=3),
        small_blind_at([1000, 1000], 20, hands=0),
        small_blind_at([1000, 1000], 20, rules=Rules(small_blind=5, big_blind=10, ante=1)),
        small_blind_at(
            [1000, 1000], 20, rules=Rules(structure="fixed-limit", small_blind=5, big_blind=10)
        ),
        small_blind_at([1000, 1000], 20, rules=Rules(small_blind=7, big_blind=11)),
        small_blind_at([1000, 1000], 1, hands=40),
    ],
    ids=["six players", "open length", "antes", "limit", "odd blinds", "many hands"],
)
def test_elsewhere_it_plays_as_the_other_agent(seen):
    assert act(seen, inner="call") == Action.call()
    assert act(seen, cap=False) == agent("simulator:leaning=0").act(seen, Random(1))


# --- the player -----------------------------------------------------------------------------------


def test_it_explains_what_it_does():
    seen = small_blind_at([1000, 1000], 20, RUBBISH)
    decision = MatchPlayer().explain(seen, Random(1))
    assert decision.action == act(seen)
    assert decision.numbers["chance to win"] == pytest.approx(0.5, abs=1e-4)
    assert decision.numbers["share of pushes"] == pytest.approx(1, abs=1e-4)
    lost = MatchPlayer().explain(small_blind_at([600, 1400], 20, RUBBISH))
    assert lost.numbers == {"chance to win": 0.0}
    assert lost.reason.startswith("only one who does not fold out")


def test_it_wins_nearly_all_matches_against_a_calling_station():
    spec = ArenaSpec(agents=("match-player:inner=ehs", "call"), pairs=15, format="carry", seed=4)
    [slot, _] = run_arena(spec).matchups[0].slots
    assert not slot.faults
    assert slot.wins >= 0.9 * 30


def test_it_can_be_sent_to_another_process():
    player = agent("match-player:depth=3,hands=2")
    assert pickle.loads(pickle.dumps(player)) == player


@pytest.mark.parametrize(
    ("options", "words"),
    [("depth=-1", "depth is -1"), ("hands=21", "hands is 21"), ("inner=nobody", "no agent")],
)
def test_options_that_cannot_be_are_refused(options, words):
    with pytest.raises(OptionError, match=words):
        agent(f"match-player:{options}")
