"""No line is wider than the terminal, however narrow that is."""

import io
import re
import sys

import pytest

from handsight.cli.main import main

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.StringIO):
    """What people look at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


COMMANDS = [
    ["explain", "AhKh", "--board", "Qh7h2c"],
    ["explain", "AhKh", "--board", "Qh7h2c", "--history", "p1 raises 300, p2 calls, p1 bets 400"],
    ["explain", "AhKh", "--board", "QhQh2c"],
    ["rank", "AhKhQh7h2c"],
    ["range", "22+, A2s+"],
    ["preflop", "AKs"],
    ["pocket-table"],
    ["equity", "AhKh", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["heatmap", "--board", "Qh7h2c"],
    ["hand-eval", "--pocket", "TcJd", "--community", "4h5h6d2hKh", "--ranges", "0.1"],
    ["aggregate", "40%", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--boards", "25"],
    ["texture", "40%", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["blockers", "AhKd", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "--board", "Qh7h2c"],
    ["ev", "--pot", "12345.67", "--bet", "9876.54", "--equity", "30%", "--folds", "40%"],
    ["icm", "50000", "30000", "20000", "--payouts", "5000 3000 2000", "--method", "monte_carlo"],
    ["deal", "--seed", "3"],
    ["agents"],
    ["evaluators", "list"],
    ["arena", "fai-v0", "call", "--pairs", "20"],
    ["play", "call", "--hands", "1"],
]


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(
    words: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, told = Terminal(), Terminal()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nc\nq\n"))
    with pytest.raises(SystemExit):
        main(words)
    # Behind a prompt a person presses return; here nobody sees that.
    lines = [ESCAPES.sub("", line) for line in re.split("\n| > ", shown.getvalue())]
    lines += [ESCAPES.sub("", line.rpartition("\r")[2]) for line in told.getvalue().split("\n")]
    assert [line for line in lines if len(line.rstrip()) > width] == []
