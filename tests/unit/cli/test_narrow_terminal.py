"""However narrow the terminal is: no line is wider, no name is cut, and no number is split."""

import io
import itertools
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from handsight.cli.guide import GUIDE
from handsight.cli.main import main
from tests.pins.commands import PINS
from tests.unit.cli.running import run

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WIDE = 400
PASSING = re.compile(r"[0-9.]+(?:e-\d+)?")
"""Numbers that a run does not repeat, such as milliseconds, look like any others."""


class Terminal(io.StringIO):
    """What people look at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


SMALL_SPOT = ["--oop", "AA,KK", "--ip", "QQ", "--pot", "100", "--stack", "100", "--bets", "a"]
COMMANDS = [
    ["explain", "AhKh", "--board", "Qh7h2c"],
    ["explain", "AhKh", "--board", "Qh7h2c", "--villain", "22+, A2s+", "--villain", "15%"],
    ["explain", "AhKh", "--board", "Qh7h2c", "--history", "p1 raises 300, p2 calls, p1 bets 400"],
    ["explain", "AhKh", "--board", "QhQh2c"],
    ["rank", "AhKhQh7h2c"],
    ["schema"],
    ["range", "22+, A2s+"],
    ["range", "--top", "15%", "--order", "chen"],
    ["preflop", "AKs"],
    ["pocket-table"],
    ["pocket-table", "--games", "10", "--players", "3", "--structure", "limit"],
    ["equity", "AhKh", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["equity", "AhKh", "QsQd", "7c7d", "TsTh", "5c5d"],
    ["heatmap", "--board", "Qh7h2c"],
    ["hand-eval", "--pocket", "TcJd", "--community", "4h5h6d2hKh", "--ranges", "0.1"],
    ["aggregate", "40%", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--boards", "25"],
    ["texture", "40%", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["blockers", "AhKd", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["ev", "--pot", "12345.67", "--bet", "9876.54", "--equity", "30%", "--folds", "40%"],
    ["icm", "50000", "30000", "20000", "--payouts", "5000 3000 2000", "--method", "monte_carlo"],
    ["deal", "--seed", "3"],
    ["deal", "--players", "10", "--seed", "3"],
    ["replay", "hands.phhs"],
    ["replay", "hands.phhs", "--check"],
    ["import", "hands.phhs", "--store", "players.db"],
    ["players", "--store", "players.db"],
    ["players", "player 2", "--store", "players.db"],
    ["leaks", "player 2", "--store", "players.db"],
    ["agents"],
    ["words"],
    ["evaluators", "list"],
    ["leaderboard"],
    ["leaderboard", "--table", "six"],
    ["arena", "fai-v0", "call", "--pairs", "20"],
    ["arena", "fai-v0", "call", "potential-hand-2", "--pairs", "20", "--adjust", "luck"],
    ["report", "arena.db"],
    ["report", "arena.db", "--hand", "3"],
    ["exploit", "call", "--hands", "20", "--from", "river"],
    ["play", "call", "--hands", "1", "--seed", "3"],
    ["solve", "--example"],
    ["solve-flops", "--flops", "Qs7h2d", *SMALL_SPOT, "--accuracy", "5%"],
    ["flop-atlas", "flops.atlas", "--flops", "Qs7h2d"],
    ["chart", "BTN", "open", "--class", "AKs"],
    ["push-fold", "--stack-bb", "10"],
    ["review", "session.txt", "--quick", "--workers", "1"],
    ["drill", "preflop", "turn", "--questions", "1", "--seed", "5", "--store", "drill.db"],
    ["drill", "pot-odds", "--seed", "4", "--answer", "call"],
    ["drill", "--progress", "--store", "answered.db"],
    ["reproduce", "cisti-2013-table-1"],
    ["convert-store", "arena.db", "new.db"],
]
NEVER_SAME = {"arena", "solve", "solve-flops", "report"}
"""Commands that show how long something took, which is another number each time."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with recorded hands, a store of players and that of an arena."""
    place = tmp_path_factory.mktemp("narrow")
    (place / "hands.phhs").write_text(run("deal", "--hands", "3", "--seed", "7", "--phh").stdout)
    (place / "session.txt").write_bytes((PINS.parent / "session.txt").read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        run("import", "hands.phhs", "--store", "players.db")
        run("arena", "fai-v1", "call", "potential-hand", "--pairs", "4", "--store", "arena.db")
        run("drill", "push-fold", "--seed", "1", "--answer", "f", "--store", "answered.db")
    return place


@pytest.fixture
def here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)


def lines_at(
    width: int, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[str]]:
    """Run a command at a terminal, and give the lines of its output and of what it reports."""
    shown, told = Terminal(), Terminal()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nodds\nwhy\nc\nq\n"))
    with pytest.raises(SystemExit):
        main(words)
    # Behind a prompt a person presses return; here nobody sees that.
    lines = [ESCAPES.sub("", line) for line in re.split("\n| > ", shown.getvalue())]
    return lines, [
        ESCAPES.sub("", line.rpartition("\r")[2]) for line in told.getvalue().split("\n")
    ]


@pytest.mark.repeats(9)
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_line_is_too_wide_and_at_60_columns_no_name_is_cut_and_no_number_is_split(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {width: lines_at(width, words, monkeypatch) for width in (40, 60, WIDE)}
    for width in (40, 60):
        lines = itertools.chain(*shown[width])
        assert [line for line in lines if len(line.rstrip()) > width] == []
    wide, narrow = (Counter(" ".join(shown[width][0]).split()) for width in (WIDE, 60))
    lost = [word for word in wide if re.search(r"\w", word) and word not in narrow]
    if words[0] in NEVER_SAME:
        lost = [word for word in lost if not PASSING.fullmatch(word.rstrip("s"))]
    assert lost == []
    assert narrow["…"] <= wide["…"]
    assert [word for word in narrow if word.endswith("…") and word not in wide] == []


def test_all_commands_are_looked_at() -> None:
    without_tables = {"acpc", "evaluators", "hand-eval", "new-bot", "serve", "train", "warmup"}
    without_tables |= {"mcp", "pokerbots", "slumbot"}
    named = {name for group in GUIDE.values() for name in group}
    assert named - {words[0] for words in COMMANDS} <= without_tables
