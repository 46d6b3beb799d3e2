"""What agents say of themselves is shown once below the result of an arena."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.player_factory import can_sandbox
from handsight.arena.players import MOST_REMARKS, remarks_of
from handsight.cli.main import main
from handsight.game import Action, Observation
from handsight.interop.pypokerengine import EngineBot
from handsight.views.arena.report import arena_report
from handsight.views.arena.text import arena_markdown

isolating = pytest.mark.skipif(not can_sandbox(), reason="this system cannot isolate")

FORK = """
class Fork:
    def declare_action(self, valid_actions, hole_card, round_state):
        return "call"
"""
SAID = "declares a word alone, like 'call', which forks of PyPokerEngine accept"


@pytest.fixture
def fork(tmp_path: Path) -> str:
    (tmp_path / "fork.py").write_text(FORK)
    return f"{tmp_path / 'fork.py'}:Fork"


@isolating
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_a_bot_behind_walls_is_remarked_once(fork: str, workers: int) -> None:
    spec = ArenaSpec(agents=(fork, "call"), pairs=6, block=2, seed=1)
    remarks = run_arena(spec, workers=workers).remarks
    assert list(remarks) == [fork]
    assert len(remarks[fork]) == 1
    assert remarks[fork][0].startswith(SAID)


@isolating
def test_the_command_says_it_once_in_each_form(fork: str) -> None:
    words = ["arena", fork, "call", "fold", "--pairs", "4"]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0, shown.output
    assert " ".join(shown.stdout.split()).count(SAID) == 1
    (line,) = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["remarks"]
    assert line.startswith(f"{fork} {SAID}")
    assert line.endswith(".")
    plain = CliRunner().invoke(main, ["arena", "call", "fold", "--pairs", "2", "--json"])
    assert "remarks" not in json.loads(plain.stdout)


def test_an_object_is_remarked_too() -> None:
    class Mapper:
        def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Any:
            return {"action": "call", "why": "always"}

    remarks = run_arena(ArenaSpec(agents=(EngineBot(Mapper()), "fold"), pairs=3, block=1)).remarks
    assert list(remarks) == ["Mapper"]
    assert len(remarks["Mapper"]) == 1
    assert "declares a mapping" in remarks["Mapper"][0]


class Talker:
    """An agent that says too much of itself."""

    name = "talker"
    remarks: object = [*(f"line {n}\n" + "x" * 10**6 for n in range(100)), 7]

    def act(self, observation: Observation, rng: Random) -> Action:
        return Action.call()


def test_remarks_are_few_and_short_lines() -> None:
    (said,) = run_arena(ArenaSpec(agents=(Talker(), "call"), pairs=1)).remarks.values()
    assert len(said) == MOST_REMARKS
    assert {len(line) for line in said} == {200}
    assert said[0].startswith("line 0 xx")
    for odd in (None, "text", 7, {"a": 1}):
        Talker.remarks = odd
        assert remarks_of(Talker()) == []


@isolating
def test_a_store_keeps_what_was_said(fork: str, tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    result = run_arena(ArenaSpec(agents=(fork, "call"), pairs=4, block=2, seed=1), file)
    with ArenaStore.read(file) as store:
        assert store.result().remarks == result.remarks
    assert CliRunner().invoke(main, ["report", str(file)]).stdout.count("forks of") == 1


def test_what_was_said_is_no_markup_in_markdown() -> None:
    class Painter:
        name = "painter"
        remarks = ("is **best**, see [this](http://x) <img src=x> | &lt;",)

        def act(self, observation: Observation, rng: Random) -> Action:
            return Action.call()

    result = run_arena(ArenaSpec(agents=(Painter(), "call"), pairs=1))
    written = arena_markdown(arena_report(result)).splitlines()[-1]
    said = r"painter is \*\*best\*\*, see \[this\](http://x) \<img src=x> \| \&lt;."
    assert written == said
