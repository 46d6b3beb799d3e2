"""Agents of RLCard at our tables: what they see is what its environments make of it."""

from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.agents import AgentSpec
from handsight.arena import ArenaSpec, run_arena
from handsight.errors import IllegalActionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.interop.registry import build_agent, game_names
from handsight.interop.rlcard import RLCardPlayer
from handsight.interop.rlcard.agents import RANKS, SUITS, limit_state, no_limit_state

rlcard = pytest.importorskip("rlcard", reason="rlcard is not installed (extra: peers)")

LIMIT = Rules(structure="fixed-limit")


class Says:
    """An agent that answers always the same."""

    def __init__(self, answer: Any, use_raw: bool) -> None:
        self.answer, self.use_raw = answer, use_raw
        self.state: dict[str, Any] = {}

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        self.state = state
        return self.answer, {}


def table(rules: Rules, *actions: str) -> HandCursor:
    start = HandState.start(rules, [1000, 1000], 0, holes=["AhKd", "7c7d"], board="Qh7h2c", seed=1)
    cursor = HandCursor(start)
    for action in actions:
        cursor.apply(Action.parse(action))
    return cursor


def test_cards_are_numbered_as_there() -> None:
    env = rlcard.make("limit-holdem")
    ours = {s + r: 13 * SUITS.index(s) + RANKS.index(r) for s in SUITS for r in RANKS}
    assert env.card2index == ours


@pytest.mark.parametrize("name", ["limit-holdem", "no-limit-holdem"])
def test_a_state_is_what_their_environment_makes_of_it(name: str) -> None:
    env = rlcard.make(name)
    limited = name == "limit-holdem"
    rules = LIMIT if limited else Rules()
    draw = Random(5)
    for number in range(80):
        cursor = HandCursor(HandState.start(rules, [1000, 1000], 0, seed=number))
        while not cursor.state.is_over:
            seen = cursor.observation()
            ours = (limit_state if limited else no_limit_state)(seen)
            env.action_recorder = ours["action_record"]
            theirs = env._extract_state(ours["raw_obs"])
            assert np.array_equal(theirs.pop("obs"), ours["obs"])
            assert theirs == {key: ours[key] for key in theirs}
            legal = seen.legal
            raised = [Action("raise", 0 if limited else legal.half_pot)] if legal.can_raise else []
            cursor.apply(draw.choice([Action.call(), Action.call(), *raised]))


def test_what_an_agent_sees_is_counted_in_their_chips() -> None:
    seen = table(Rules(), "raise 300", "call").observation()
    state = no_limit_state(seen)
    raw = state["raw_obs"]
    assert (raw["hand"], raw["public_cards"]) == (["D7", "C7"], ["HQ", "H7", "C2"])
    assert (raw["my_chips"], raw["all_chips"], raw["stakes"]) == (6, [6, 6], [14, 14])
    assert (raw["pot"], raw["stage"].name, raw["current_player"]) == (12, "FLOP", 1)
    assert [each.name for each in state["raw_legal_actions"]] == [
        *("FOLD", "CHECK_CALL", "RAISE_HALF_POT", "RAISE_POT", "ALL_IN")
    ]
    assert [(seat, each.name) for seat, each in state["action_record"]] == [
        (0, "RAISE_POT"),
        (1, "CHECK_CALL"),
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (0, Action.check()),
        (1, Action.call()),
        (2, Action("raise", 300)),
        (3, Action("raise", 600)),
        (4, Action.all_in()),
    ],
)
def test_numbers_are_actions_without_a_limit(answer: int, expected: Action) -> None:
    seen = table(Rules(), "raise 300", "call").observation()
    assert RLCardPlayer(Says(answer, False)).act(seen, Random(1)) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("call", Action.call()), ("raise", Action("raise")), ("fold", Action.fold())],
)
def test_words_are_actions_with_a_limit(answer: str, expected: Action) -> None:
    seen = table(LIMIT, "raise").observation()
    assert RLCardPlayer(Says(answer, True)).act(seen, Random(1)) == expected
    number = ["call", "raise", "fold", "check"].index(answer)
    assert RLCardPlayer(Says(number, False)).act(seen, Random(1)) == expected


def test_what_is_not_legal_is_a_check_or_a_fold_as_there() -> None:
    seen = table(LIMIT, "raise").observation()
    assert RLCardPlayer(Says("check", True)).act(seen, Random(1)) == Action.fold()
    free = table(LIMIT, "call").observation()
    assert RLCardPlayer(Says("call", True)).act(free, Random(1)) == Action.check()


@pytest.mark.parametrize(("answer", "raw"), [("shove", True), ("many", False), (None, False)])
def test_what_is_no_action_is_an_error(answer: Any, raw: bool) -> None:
    with pytest.raises(IllegalActionError, match="answered"):
        RLCardPlayer(Says(answer, raw)).act(table(LIMIT).observation(), Random(1))


def test_their_agents_play_in_files(tmp_path) -> None:
    file = tmp_path / "theirs.py"
    file.write_text(
        "from rlcard.agents import RandomAgent\n"
        "from rlcard.models.limitholdem_rule_models import LimitholdemRuleAgentV1\n"
    )
    for text in ("RandomAgent:num_actions=5", "LimitholdemRuleAgentV1"):
        assert isinstance(build_agent(AgentSpec.parse(f"{file}:{text}")), RLCardPlayer)
    assert "rlcard" not in game_names()


def test_their_rule_agent_plays_hands_with_a_limit_to_the_end() -> None:
    from rlcard.models.limitholdem_rule_models import LimitholdemRuleAgentV1

    players = [RLCardPlayer(LimitholdemRuleAgentV1()) for _ in range(2)]
    for number in range(30):
        cursor = HandCursor(HandState.start(LIMIT, [5000, 5000], 0, seed=number))
        while not cursor.state.is_over:
            seen = cursor.observation()
            cursor.apply(players[seen.seat].act(seen, Random(1)))


def test_their_agents_meet_ours_in_an_arena() -> None:
    from rlcard.agents import RandomAgent

    result = run_arena(
        ArenaSpec(agents=(RLCardPlayer(RandomAgent(num_actions=5), "theirs"), "call"), pairs=20)
    )
    assert not any(slot.at_fault for slot in result.matchups[0].slots)
