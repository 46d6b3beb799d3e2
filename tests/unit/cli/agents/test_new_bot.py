"""`handsight new-bot`: what it writes plays at once, and its test passes."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.agents import AgentSpec
from handsight.agents.registry import with_class
from handsight.arena import ArenaSpec, ExploitSpec, run_arena
from handsight.arena.leaderboard import Leaderboard, LeaderboardSpec
from handsight.arena.player_factory import can_sandbox
from handsight.cli.main import main
from handsight.errors import OptionError

BOT = "class {}:\n    name = 'mine'\n    def act(self, seen, rng):\n        return 'call'\n"


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words), prog_name="handsight")
    return result.output + result.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_bot_plays(folder: Path) -> None:
    assert "my_bot.py, test_my_bot.py" in run("new-bot", "my-bot")
    played = run("arena", "my_bot.py", "call", "--pairs", "20", "--trust")
    assert "my_bot.py:MyBot" in played


def test_the_bot_passes_its_test(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new-bot", "my-bot")
    monkeypatch.syspath_prepend(folder)
    tests = runpy.run_path("test_my_bot.py")
    named = [test for name, test in tests.items() if name.startswith("test_")]
    assert named
    for test in named:
        test()


@pytest.mark.exhaustive
def test_the_bot_passes_its_test_as_pytest_runs_it(folder: Path) -> None:
    run("new-bot", "my-bot")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_bot.py"]
    tested = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_the_bot_is_as_ruff_and_mypy_would_have_it(folder: Path) -> None:
    run("new-bot", "tight_and-Late")
    text = (folder / "tight_and_late.py").read_text()
    assert "class TightAndLate:" in text
    assert max(map(len, text.splitlines())) <= 100


def test_what_is_there_is_not_written_over(folder: Path) -> None:
    (folder / "test_mine.py").write_text("mine")
    assert "'test_mine.py' already exists" in run("new-bot", "mine")
    assert (folder / "test_mine.py").read_text() == "mine"
    assert not (folder / "mine.py").exists()


@pytest.mark.parametrize("name", ["", "7", "../x", "a b", "class", "a.py", "é"])
def test_a_name_that_no_class_can_have_is_refused(folder: Path, name: str) -> None:
    assert "cannot name a file and a class" in run("new-bot", name)
    assert not list(folder.iterdir())


@pytest.mark.exhaustive
@pytest.mark.skipif(not can_sandbox(), reason="no process of its own on this system")
def test_texts_play_the_same_in_a_process_of_its_own(folder: Path) -> None:
    run("new-bot", "my-bot")
    apart, trusted = (
        run_arena(ArenaSpec(agents=("my_bot.py", "random"), pairs=5, trust=trust), secret="none")
        for trust in (False, True)
    )
    slots = [result.matchups[0].slots[0] for result in (apart, trusted)]
    assert slots[0].statistics == slots[1].statistics
    assert not slots[0].faults


# --- files with one bot ---------------------------------------------------------------------------


def test_a_file_with_one_bot_needs_no_class(folder: Path) -> None:
    (folder / "bot.py").write_text("class Helper:\n    pass\n\n" + BOT.format("Mine"))
    assert with_class("bot.py") == "bot.py:Mine"
    assert AgentSpec.parse("bot.py") == AgentSpec.parse("bot.py:Mine")
    assert ArenaSpec(agents=("bot.py", "bot.py#2")).agents == ("bot.py:Mine", "bot.py:Mine#2")


def test_a_file_with_one_class_of_any_kind_is_taken(folder: Path) -> None:
    (folder / "other.py").write_text("class Fish:\n    def declare_action(self): ...\n")
    assert with_class("other.py") == "other.py:Fish"


@pytest.mark.parametrize("turn", ["act", "declare_action", "get_action"])
def test_a_helper_class_beside_a_bot_of_any_platform_is_no_bot(folder: Path, turn: str) -> None:
    (folder / "net.py").write_text(
        f"class Net:\n    def forward(self): ...\nclass Fish:\n    def {turn}(self): ...\n"
    )
    assert with_class("net.py") == "net.py:Fish"


def test_a_file_with_several_bots_asks_for_one(folder: Path) -> None:
    (folder / "two.py").write_text(BOT.format("One") + BOT.format("Two"))
    with pytest.raises(OptionError, match=r"several bots, One, Two; name one, like two\.py:One"):
        with_class("two.py")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n", "has no class that is a bot"),
        ("class\n", "SyntaxError"),
        (None, "there is no file"),
    ],
)
def test_a_file_without_a_bot_is_refused(folder: Path, text: str | None, reason: str) -> None:
    if text is not None:
        (folder / "none.py").write_text(text)
    with pytest.raises(OptionError, match=reason):
        ArenaSpec(agents=("none.py", "call"))


def test_finding_the_class_runs_nothing(folder: Path) -> None:
    (folder / "bot.py").write_text("open('ran', 'w').close()\n" + BOT.format("Mine"))
    ArenaSpec(agents=("bot.py", "call"))
    assert not (folder / "ran").exists()


def test_a_leaderboard_and_a_best_response_know_the_class(folder: Path) -> None:
    (folder / "bot.py").write_text(BOT.format("Mine"))
    assert ExploitSpec(agent="bot.py").agent == "bot.py:Mine"
    board = Leaderboard(LeaderboardSpec(pairs=2, hands=0))
    with pytest.raises(OptionError, match=r"bot\.py:Mine is named twice"):
        board.play(["bot.py", "bot.py:Mine"])
