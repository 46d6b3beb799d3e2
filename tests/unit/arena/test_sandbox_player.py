"""A player in a process of its own: equal decisions, fresh matches, and an end to all processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from handsight.agents import AgentSpec, HandStart, agent
from handsight.arena import ArenaSpec, Limits, export, run_arena
from handsight.arena.players import InProcessPlayer
from handsight.arena.sandbox.player import SandboxedPlayer
from handsight.errors import OptionError
from tests.bots.table import bot, observations, play
from tests.unit.arena.killing import is_running

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

PATIENT = Limits(decision=20, free=20, rehearsal=0)
BAD = ("AnswersNan", "RaisesBeyondItsStack", "KillsItself")


@pytest.fixture
def counter() -> Iterator[SandboxedPlayer]:
    player = SandboxedPlayer(bot("good", "Counter"), PATIENT)
    yield player
    player.close()


# --- the same as in this process ------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", [bot("good", "Tight", "most=50"), "random", "maniac:folds=0.2"])
def test_decisions_are_those_of_the_agent_in_this_process(name: str) -> None:
    isolated, trusted = SandboxedPlayer(name), InProcessPlayer(agent(name))
    there, here = play(isolated, hands=40), play(trusted, hands=40)
    isolated.close()
    assert isolated.name == trusted.name
    assert there.decisions == here.decisions
    assert there.stacks == here.stacks
    assert there.faults == []


def test_an_agent_that_observes_is_told_the_same(counter: SandboxedPlayer) -> None:
    trusted = InProcessPlayer(agent(bot("good", "Counter")))
    assert counter.observes
    assert play(counter, hands=20).decisions == play(trusted, hands=20).decisions


def test_an_agent_that_does_not_observe_is_not_told() -> None:
    player = SandboxedPlayer("call", PATIENT)
    assert not player.observes
    assert player.observe([HandStart(0, 0, (1, 1), (), 1, 0, 1)]) is None
    player.close()


def test_a_specification_does_as_well_as_its_text() -> None:
    player = SandboxedPlayer(AgentSpec.parse("check-call:most=0.25"), PATIENT)
    player.close()
    assert player.name == "check-call:most=0.25"


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["Raises", "AnswersText", "RaisesInObserve"])
def test_faults_are_those_of_the_agent_in_this_process(name: str) -> None:
    isolated, trusted = (
        SandboxedPlayer(bot("bad", name), PATIENT),
        InProcessPlayer(agent(bot("bad", name))),
    )
    there, here = play(isolated, hands=2), play(trusted, hands=2)
    isolated.close()
    assert there.faults == here.faults


# --- matches --------------------------------------------------------------------------------------


def test_what_was_kept_in_a_global_is_gone_in_the_next_match() -> None:
    player = SandboxedPlayer(bot("good", "Diary"), PATIENT)
    first, second = play(player, hands=5), play(player, hands=5)
    player.close()
    assert first.decisions == second.decisions
    assert {action.kind for action, _ in first.decisions[1:] if action} == {"call", "fold"}


def test_a_rehearsal_leaves_nothing_behind_in_the_agent_or_its_file() -> None:
    rehearsed = SandboxedPlayer(bot("good", "Diary"), Limits(decision=20, free=20))
    fresh = SandboxedPlayer(bot("good", "Diary"), PATIENT)
    decisions = [play(player, hands=5).decisions for player in (rehearsed, fresh)]
    rehearsed.close()
    fresh.close()
    assert decisions[0] == decisions[1]


@pytest.mark.exhaustive
def test_an_agent_that_cannot_stand_rehearsals_plays_without() -> None:
    player = SandboxedPlayer(bot("bad", "Exits"), Limits(decision=5, free=5, rehearsal=5))
    played = play(player, hands=1)
    player.close()
    assert played.kinds == {"died": len(played.answers)}


def test_new_matches_are_forked_from_one_server(counter: SandboxedPlayer) -> None:
    seen = next(observations())
    assert counter._server is not None
    server = counter._server._process.pid
    for _ in range(3):
        counter.reset()
        counter.begin(1)
        assert counter.act(seen).action
        assert counter._server is not None
        assert counter._server._process.pid == server


@pytest.mark.exhaustive
def test_a_player_without_a_server_starts_another() -> None:
    player = SandboxedPlayer(bot("good", "Tight"), PATIENT)
    before = play(player, hands=3).decisions
    assert player._server is not None
    os.kill(player._server._process.pid, signal.SIGKILL)
    assert play(player, hands=3).decisions == before
    player.close()


# --- loading --------------------------------------------------------------------------------------


def test_what_cannot_be_loaded_is_refused_with_its_reason(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0\n")
    with pytest.raises(OptionError, match="ZeroDivisionError"):
        SandboxedPlayer(f"{broken}:Bot", PATIENT)
    with pytest.raises(OptionError, match="no option 'depth'"):
        SandboxedPlayer("call:depth=3", PATIENT)
    with pytest.raises(OptionError, match="no agent is called 'calling'"):
        SandboxedPlayer("calling", PATIENT)


@pytest.mark.exhaustive
def test_a_file_that_ends_its_process_or_takes_for_ever_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="the process ended, or took more than"):
        SandboxedPlayer(bot("unloadable", "Bot"), PATIENT)
    slow = tmp_path / "slow.py"
    slow.write_text("while True: pass\n")
    with pytest.raises(OptionError, match="took more than 1 s"):
        SandboxedPlayer(f"{slow}:Bot", Limits(load=1))


# --- ends -----------------------------------------------------------------------------------------

LONG_GAME = """
import sys, time
from handsight.arena.sandbox.player import SandboxedPlayer, Limits
from tests.bots.table import observations
player = SandboxedPlayer(sys.argv[1], Limits(decision=100, free=100, rehearsal=0))
player.begin(1)
print(player._server._process.pid, player._ready().process, flush=True)
player.act(next(observations()))
"""


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["LoopsForEver", "Sleeps"])
def test_when_the_arena_is_killed_its_players_end_too(name: str) -> None:
    arena = subprocess.Popen(
        [sys.executable, "-c", LONG_GAME, bot("bad", name)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    with arena:
        assert arena.stdout is not None
        players = [int(each) for each in arena.stdout.readline().split()]
        time.sleep(0.1)
        arena.kill()
    assert len(players) == 2
    end = time.monotonic() + 10
    while any(map(is_running, players)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_running, players))


def test_a_bot_cannot_have_another_process_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as bystander:
        player = SandboxedPlayer(bot("treacherous", "Traitor", f"victim={bystander.pid}"), PATIENT)
        answers = [player.act(next(observations())) for _ in range(2)]
        player.reset()
        answers.append(player.act(next(observations())))
        player.close()
        assert bystander.poll() is None
        bystander.kill()
    assert {each.fault.kind for each in answers if each.fault} <= {"garbage"}


@pytest.mark.exhaustive
def test_closing_twice_does_no_harm(counter: SandboxedPlayer) -> None:
    counter.close()
    counter.close()


# --- in the arena ---------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("format", ["carry", "reset"])
def test_the_arena_exports_the_same_with_players_in_processes_of_their_own(
    format: str, tmp_path: Path
) -> None:
    texts = []
    for isolate in (False, True):
        store = tmp_path / f"{isolate}.db"
        spec = ArenaSpec(
            agents=("random", bot("good", "Counter")),
            format=format,
            pairs=2,
            seed=5,
            isolate=isolate,
            limits=PATIENT,
        )
        run_arena(spec, store, secret="none")
        texts.append(export(store))
    assert texts[0] == texts[1]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", BAD)
def test_in_the_arena_a_bad_agent_loses_chips_and_nothing_else_is_lost(name: str) -> None:
    spec = ArenaSpec(
        agents=(bot("bad", name), "min-raise"), pairs=3, seed=1, isolate=True, limits=PATIENT
    )
    slots = run_arena(spec).matchups[0].slots
    assert sum(slots[0].faults.values()) == slots[0].decisions
    assert not slots[1].faults
    assert slots[0].matches == 3
    assert slots[0].statistics.bb100 < 0 < slots[1].statistics.bb100
