"""Agents of Neuron Poker at our tables, in the forms in which they are found.

The program itself was not met; what its table shows was written from public descriptions.
"""

import sys
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.agents import AgentSpec
from handsight.agents.registry import OWN
from handsight.arena import ArenaSpec, run_arena
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.interop.neuron import NeuronPlayer
from handsight.interop.neuron.agents import NeuronAction, actions_there
from handsight.interop.neuron.platform import LOADER
from handsight.interop.registry import build_agent, game_names

RANDOM = '''"""Random player"""
import random
from gym_env.enums import Action

autoplay = True


class Player:
    def __init__(self, env="env", name="Random"):
        module = __import__("gym_env." + env, fromlist=["Action"])
        assert module.Action is Action
        self.name = name
        self.autoplay = True

    def action(self, action_space, observation, info):
        raises = {Action.RAISE_POT, Action.RAISE_HALF_POT, Action.RAISE_2POT}
        wanted = {Action.FOLD, Action.CHECK, Action.CALL} | raises
        return random.choice(sorted(wanted & set(action_space), key=lambda each: each.value))
'''
EQUITY = """from gym_env.env import Action


class Player:
    def __init__(self, name="Equity", min_call_equity=None, min_bet_equity=None):
        self.name, self.call, self.bet = name, min_call_equity, min_bet_equity

    def action(self, action_space, observation, info):
        equity = info["player_data"]["equity_to_river_alive"]
        if equity > self.bet and Action.RAISE_POT in action_space:
            return Action.RAISE_POT
        if equity > self.call and Action.CALL in action_space:
            return Action.CALL
        return Action.CHECK if Action.CHECK in action_space else Action.FOLD

"""


class Says:
    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Any, Any, dict[str, Any]]] = []

    def action(self, action_space: Any, observation: Any, info: dict[str, Any]) -> Any:
        self.asked.append((action_space, observation, info))
        return self.answers.pop(0)


def table(*actions: str, stacks: tuple[int, ...] = (10_000, 10_000)) -> HandCursor:
    holes = ["AhKd", "7c7d"] + ["2s3s"] * (len(stacks) - 2)
    cursor = HandCursor(HandState.start(Rules(), stacks, 0, holes=holes, board="Qh8h2c", seed=1))
    for action in actions:
        cursor.apply(Action.parse(action))
    return cursor


def named(cursor: HandCursor) -> dict[str, str]:
    there = actions_there(cursor.observation())
    return {each.name: str(action) for each, action in there.items()}


def test_actions_are_those_of_the_table_there() -> None:
    assert named(table()) == {
        "CALL": "call",
        "FOLD": "fold",
        "RAISE_3BB": "raise to 300",
        "RAISE_POT": "raise to 200",
        "RAISE_2POT": "raise to 350",
        "ALL_IN": "all-in",
    }
    assert named(table("call", "check")) == {
        "CHECK": "check",
        "RAISE_3BB": "raise to 300",
        "RAISE_HALF_POT": "raise to 100",
        "RAISE_POT": "raise to 200",
        "RAISE_2POT": "raise to 400",
        "ALL_IN": "all-in",
    }


def test_a_player_raises_twice_a_street() -> None:
    assert "RAISE_POT" in named(table("raise 300", "raise 900"))
    again = table("raise 300", "raise 900", "raise 2700", "raise 5400")
    assert set(named(again)) == {"CALL", "FOLD"}


def test_an_agent_sees_chips_in_hundreds_of_big_blinds() -> None:
    bot = Says(NeuronAction.CHECK)
    assert (
        NeuronPlayer(bot).act(table("raise 300", "call").observation(), Random(1)) == Action.check()
    )
    ((space, row, info),) = bot.asked
    assert space[0].name == "CHECK"
    player, community, stages = (
        info[key] for key in ("player_data", "community_data", "stage_data")
    )
    assert (player["position"], player["stack"]) == (1, [0.97, 0.97])
    assert community["stage"] == [False, True, False, False]
    assert (community["community_pot"], community["current_round_pot"]) == (0.06, 0)
    assert (community["small_blind"], community["big_blind"]) == (50, 100)
    assert [
        each.name for each, may in zip(NeuronAction, community["legal_moves"], strict=True) if may
    ] == [each.name for each in sorted(space, key=lambda each: each.value)]
    first = stages[0]
    assert (first["raises"], first["calls"]) == ([True, False], [False, True])
    assert all(isclose(each, 0.03) for each in first["contribution"])
    assert first["stack_at_action"] == [0.97, 0.97]
    assert not any(any(values) for stage in stages[1:] for values in stage.values())
    assert row.shape == (4 + 2 + 2 + 4 + 2 + 2 + 2 + 10 + 8 * 6 * 2,)
    assert row.dtype == np.float64
    assert list(row[:4]) == [
        1,
        *(player[f"equity_to_river_{each}"] for each in ("alive", "2plr", "3plr")),
    ]
    assert abs(player["equity_to_river_2plr"] - 0.5969) < 0.06  # of 1,070,190 deals
    assert player["equity_to_river_3plr"] < 0.55
    assert sum(row[4:6]) == pytest.approx(1.94)


def test_the_row_has_a_place_for_each_player() -> None:
    bot = Says(NeuronAction.FOLD)
    NeuronPlayer(bot).act(table(stacks=(1000, 1000, 1000)).observation(), Random(1))
    assert len(bot.asked[0][1]) == 4 + 3 + 3 + 4 + 2 + 3 + 2 + 10 + 8 * 6 * 3


@pytest.mark.parametrize("answer", [3, np.int64(3), NeuronAction.RAISE_3BB])
def test_numbers_are_actions_too(answer: Any) -> None:
    seen = table().observation()
    assert NeuronPlayer(Says(answer)).act(seen, Random(1)) == Action("raise", 300)


@pytest.mark.parametrize("answer", [1, 8, 99, None, "call", float("inf"), NeuronAction.CHECK])
def test_what_may_not_be_done_is_an_error(answer: Any) -> None:
    with pytest.raises(IllegalActionError, match="it may choose CALL, FOLD"):
        NeuronPlayer(Says(answer)).act(table().observation(), Random(1))


def test_a_table_with_a_limit_is_refused() -> None:
    start = HandState.start(Rules(structure="fixed-limit"), [900, 900], 0, seed=1)
    with pytest.raises(OptionError, match="without a limit"):
        NeuronPlayer(Says()).act(HandCursor(start).observation(), Random(1))


def test_agents_in_files_of_a_project_play_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    folder.mkdir()
    (tmp_path / "gym_env").mkdir()
    (tmp_path / "gym_env" / "__init__.py").write_text("import a_package_that_is_not_there\n")
    (folder / "agent_random.py").write_text(RANDOM)
    (folder / "agent_equity.py").write_text(EQUITY)
    names = [
        f"{folder}/agent_random.py:Player",
        f"{folder}/agent_equity.py:Player:min_call_equity=0.3,min_bet_equity=0.5",
    ]
    assert all(isinstance(build_agent(AgentSpec.parse(each)), NeuronPlayer) for each in names)
    assert "gym_env" not in sys.modules
    assert "neuron" not in game_names()
    players = [build_agent(AgentSpec.parse(each)) for each in names]
    spec = ArenaSpec(agents=(*players, "call"), pairs=8, seed=7)
    results = [run_arena(spec) for _ in range(2)]
    for result in results:
        assert not any(slot.at_fault for each in result.matchups for slot in each.slots)
    first, second = ([each.chips_by_pair(name) for name in spec.agents] for each in results)
    assert first == second


@pytest.mark.exhaustive
def test_an_agent_in_a_file_plays_in_a_sandbox(tmp_path: Path) -> None:
    (tmp_path / "agent_random.py").write_text(RANDOM)
    spec = ArenaSpec(agents=(f"{tmp_path}/agent_random.py:Player", "call"), pairs=8)
    result = run_arena(spec)
    assert not any(slot.at_fault for slot in result.matchups[0].slots)


def test_only_what_has_the_method_is_recognised() -> None:
    class Two:
        def action(self, space: Any, observation: Any) -> None: ...

    class Ours(Says):
        def act(self, seen: Any, rng: Any) -> None: ...

    assert LOADER.recognises(Says)
    assert LOADER.recognises(Says())
    for other in (Two, Two(), Ours, object(), NeuronAction.CALL, 7):
        assert not LOADER.recognises(other)
    assert not any(LOADER.recognises(build_agent(AgentSpec.parse(each))) for each in list(OWN)[:5])
