"""What a user may get wrong: each command answers in one line, with status 2, and does nothing.

Each command is given what is empty, doubled, unknown, too much, negative, huge, or not there.
"""

import os
import re
from pathlib import Path

import pytest

from tests.unit.cli.running import run, shown

HUGE = str(2**70)
LONG = "9" * 5000

CARDS = {
    "": "has 0 cards",
    "x": "unknown card 'x'",
    "AhAh": "Ah appears twice",
    "Ah": r"has 1 card \(Ah\)",
    "AhKhQhJhTh9h8h7h": "has 8 cards",
    "é": "unknown card 'é'",
}
NO_NUMBERS = ("", "x", "1.5", "nan", LONG)
RANGES = {
    "": "it is empty",
    "0%": "it is empty",
    "AA:0": "it is empty",
    "x": "cannot read 'x'",
    "22+,": "cannot read the end",
    "random random": "separated by commas",
    "AA:2": "this weight must be from 0 to 1",
    "AA:-1": "a weight is a number",
    "76s:1e-9": "cannot read '1e-9'",
    "[": "cannot read the end",
    f"AA:0.{LONG}": "a number may have at most 1,100 characters",
    f"{LONG}%": "a number may have at most 1,100 characters",
}
ON_FLOP = ("AhKh", "--board", "Qh7h2c")
NOTICE = re.compile(r"\AFirst run: compiling kernels[^\n]*\n(?: +\d+/\d+ [^\n]*\n)*")
"""What stands before an error where a kernel was compiled on the way to it."""


def refused(*words: str) -> str:
    """Run a command that must be refused, and give the one line that it says."""
    result = run(*words)
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert (result.exit_code, result.stdout) == (2, "")
    error = NOTICE.sub("", result.stderr)
    assert error.startswith('{"error": ' if "--json" in words else "handsight: ")
    assert error.count("\n") == 1
    assert len(error) < 600
    return error


@pytest.mark.parametrize(("cards", "message"), CARDS.items())
@pytest.mark.parametrize("command", ["explain", "rank", "preflop", "equity AA"])
def test_cards_that_are_none(command: str, cards: str, message: str) -> None:
    said = refused(*command.split(), cards)
    if command != "equity AA":
        assert re.search(message, said), said


@pytest.mark.parametrize(("cards", "message"), CARDS.items())
def test_a_board_that_is_none(cards: str, message: str) -> None:
    assert re.search(message, refused("heatmap", "--board", cards))


@pytest.mark.parametrize("where", ["--board", "--dead", "--excluded"])
@pytest.mark.parametrize("cards", ["x", "2c2c", "é"])
def test_cards_in_options(where: str, cards: str) -> None:
    assert where[2:] in refused("explain", "AhKh", where, cards)


@pytest.mark.parametrize(("text", "message"), RANGES.items())
@pytest.mark.parametrize(
    "command", ["explain AhKh --villain", "heatmap --board Qh7h2c --villain", "equity AhKh"]
)
def test_a_range_that_is_none_or_empty(command: str, text: str, message: str) -> None:
    assert re.search(message, refused(*command.split(), text))


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize(
    "command",
    [
        *("explain AhKh --opponents", "explain AhKh --seed", "pocket-table --games"),
        *("pocket-table --players", "equity AhKh QQ --trials", "hand-eval --pocket AhKh --deals"),
        *("reproduce counts --trials", "replay x.phh --hand", "deal --hands", "deal --stack"),
    ],
)
def test_a_number_that_is_none(command: str, number: str) -> None:
    *words, option = command.split()
    said = refused(*words, option, number)
    assert f"{option} is '{number[:20]}" in said
    assert " it must be a whole number: " in said


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"explain AhKh --opponents {HUGE}", "16 digits: Number of opponents, 1 to 9"),
        ("explain AhKh --opponents -1", "whole number from 1 to 9"),
        ("explain AhKh --seed -1", "seed is -1"),
        ("equity AhKh QQ --trials -1", "trials is -1"),
        ("equity AhKh QQ --target-stderr 0", "target_stderr is 0.0"),
        ("equity AhKh QQ --max-seconds nan", "--max-seconds is nan"),
        ("hand-eval --pocket AhKh --community Qh7h2c --players 11", "from 2 to 10"),
        ("hand-eval --pocket AhKh --community Qh7h2c --ranges 2", "number from 0 to 1"),
        ("hand-eval --pocket AhKh --community Qh7h2c --deals 0", "deals is 0"),
        ("pocket-table --games 0", "games is 0"),
        (f"pocket-table --games 1 --players {HUGE}", "16 digits: Number of players, 2 to 10"),
        ("pocket-table --structure pot-limit", "it must be one of no-limit, limit"),
        ("reproduce counts --trials 0", "trials is 0"),
        (
            "reproduce cisti-2013-table-9",
            r"does not exist \(did you mean 'cisti-2013-table-3'\?\); the tables are "
            r"cisti-2013-table-1",
        ),
        ("evaluators build nobody", "evaluator 'nobody' does not exist"),
        ("evaluators build handsight", "keeps no table"),
        ("deal --players 1", "a table has 2 to 10"),
        (f"deal --stack {2**52}", r"chips are whole numbers below 2\*\*50"),
        ("deal --hands -1", "hands is -1"),
        ("range", "neither was given"),
        ("range 22+ --top 5%", "both were given"),
        ("range --top 200%", "it must be a share like 15% or 0.15"),
        (f"range --top {LONG}", "at most 1,100 characters"),
        ("range 22+ --without Ax", "unknown card 'Ax' in --without"),
        ("explain", "Missing argument 'HOLE'"),
        (
            "explain AhKh --villian QQ",
            r"No such option '--villian' \(did you mean '--villain'\?\); "
            "'handsight explain --help' shows how",
        ),
        ("icm 100 200 --prizes 50", "No such option '--prizes'; 'handsight icm --help' shows how"),
        ("equity", "Missing argument 'PLAYER...'; 'handsight equity --help' shows how"),
        ("ev --pot 100 --bet", "requires an argument; 'handsight ev --help' shows how"),
        ("aggregate QQ+", "takes 2 values; 'handsight aggregate --help' shows how"),
        ("equity" + " AA" * 11, "players has length 11"),
        ("equity AA AA AA", "no deal gives each player a hand of these ranges"),
        ("deal twice", "unexpected extra argument"),
        ("shuffle", "No such command 'shuffle'; 'handsight --help' shows how"),
        ("equityy AA", r"No such command 'equityy'. Did you mean 'equity'\? 'handsight --help' "),
    ],
)
def test_what_does_not_fit(command: str, message: str) -> None:
    assert re.search(message, refused(*command.split()))


def test_an_order_that_is_empty_does_not_exist() -> None:
    assert "order '' does not exist" in refused("range", "--top", "10%", "--order", "")


@pytest.mark.parametrize("checked", [[], ["--check"], ["--hand", "1"], ["--json"]])
@pytest.mark.parametrize("name", ["nowhere.phh", "a" * 5000, "no\0where"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str, checked: list[str]) -> None:
    said = refused("replay", f"{tmp_path}{os.sep}{name}", *checked)
    assert "there is no file or folder" in said


def test_no_file_is_not_the_current_folder() -> None:
    assert "FILE is empty; name a file or a folder" in refused("replay", "")


@pytest.mark.parametrize("hand", ["0", "-1", "2", HUGE])
def test_a_hand_that_a_file_does_not_hold(tmp_path: Path, hand: str) -> None:
    (tmp_path / "none.phhs").touch()
    assert f"--hand is {hand};" in refused("replay", str(tmp_path), "--hand", hand)


def test_a_folder_without_a_hand(tmp_path: Path) -> None:
    assert "there is no hand in" in refused("replay", str(tmp_path))


@pytest.mark.parametrize("command", ["range 22+", "heatmap --board Qh7h2c", "pocket-table"])
def test_a_picture_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    for target in (tmp_path, tmp_path / "file" / "x.svg", tmp_path / "nowhere" / "x.svg"):
        assert "--svg cannot write" in refused(*command.split(), "--svg", str(target))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_very_long_word_is_not_repeated_to_its_end() -> None:
    assert f"{'a' * 59}…" in refused("rank", "a" * 5000)


def test_the_evaluators_alone_are_a_question_for_help() -> None:
    assert "build" in shown("evaluators")
    assert shown("evaluators") == shown("evaluators", "--help")
