"""Questions from standard input or a file, one a line."""

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight import Card, effective_hand_strength, equity, evaluate
from handsight.cli.hands import lines as line_commands
from tests.unit.cli.running import fields, run, shown


def answers(*words: str, typed: str) -> list[dict[str, Any]]:
    """Ask for lines of JSON, and read them."""
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def table(*words: str, typed: str) -> list[dict[str, str]]:
    """Ask for CSV, and read it."""
    result = run(*words, "--csv", typed=typed)
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(result.stdout.splitlines()))


def deal(size: int, count: int) -> list[list[str]]:
    random, deck = Random(size), [str(Card(index)) for index in range(52)]
    return [random.sample(deck, size) for _ in range(count)]


# --- rank -----------------------------------------------------------------------------------------

NOTATIONS = [
    "AhKhQhJhTh",
    "10s 9s, 8s 7s 6s 2c",
    "A♥K♥Q♥J♥ 9c",
    "ah;kh;qh;7h;2c;2d;3c",
    "  2c3d4h5s7c",
]


def test_hands_of_all_sizes_and_notations_are_ranked_in_order() -> None:
    found = answers("rank", "-", typed="\n".join(NOTATIONS))
    assert [row["question"].strip() for row in found] == [text.strip() for text in NOTATIONS]
    for row, text in zip(found, NOTATIONS, strict=True):
        hand = evaluate(text)
        expected = {"strength": hand.strength, "category": hand.category, "name": hand.name}
        assert {key: row[key] for key in expected} == expected
        assert expected.items() <= fields("rank", text).items()
    rows = table("rank", "-", typed="\n".join(NOTATIONS) + "\n")
    assert [row["question"].strip() for row in rows] == [text.strip() for text in NOTATIONS]
    assert [int(row["strength"]) for row in rows] == [row["strength"] for row in found]
    assert [row["name"] for row in rows] == [row["name"] for row in found]


@pytest.mark.parametrize("form", ["--csv", "--jsonl"])
def test_chunks_do_not_show(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "".join("".join(cards) + "\n" for cards in deal(7, 300))
    whole = run("rank", "-", form, typed=typed).stdout
    monkeypatch.setattr(line_commands, "READ_AT_ONCE", 64)
    assert run("rank", "-", form, typed=typed).stdout == whole
    assert whole.count("\n") == 300 + (form == "--csv")
    wrong = typed + "AhAh\n"
    assert "line 301: " in run("rank", "-", form, typed=wrong).stderr


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    file.write_bytes("\r\n".join(NOTATIONS).encode())
    assert shown("rank", "--file", str(file)) == run("rank", "-", typed="\n".join(NOTATIONS)).stdout


def test_empty_lines_are_passed_over_and_counted() -> None:
    typed = "\n\nAhKhQhJhTh\n \nAhKhQhJhXx\n"
    result = run("rank", "-", typed=typed)
    assert result.exit_code == 2
    assert result.stdout.count("royal flush") == 1
    assert result.stderr.startswith("handsight: line 5: unknown card 'Xx' in cards")
    assert run("rank", "-", typed="").stdout == ""
    assert run("rank", "-", "--csv", typed="").stdout == "question,strength,category,name\n"


WRONG = ["AhKhQhJhTh", "AhKh", "AhAh2c3c4c", 'say "cheese", please', "2c3d4h5s7c"]


def test_wrong_lines_end_it_or_are_answered_with_their_error() -> None:
    typed = "\n".join(WRONG)
    result = run("rank", "-", typed=typed)
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert "line 2: cards has 2 cards (AhKh); it must have 5, 6 or 7" in result.stderr
    found = answers("rank", "-", "--errors", "mask", typed=typed)
    assert [row["question"] for row in found] == WRONG
    assert [sorted(row) == ["error", "question"] for row in found] == [
        False,
        True,
        True,
        True,
        False,
    ]
    rows = table("rank", "-", "--errors", "mask", typed=typed)
    assert [row["question"] for row in rows] == WRONG
    assert [row["error"] for row in rows] == [row.get("error", "") for row in found]
    assert [row["strength"] for row in rows] == ["7461", "", "", "", "0"]


def test_bytes_that_are_no_text_are_a_wrong_line(tmp_path: Path) -> None:
    file = tmp_path / "hands"
    file.write_bytes(b"AhKhQhJhTh\n\xff\xfe\x00\n2c3d4h5s7c\n")
    found = shown("rank", "--file", str(file), "--errors", "mask").splitlines()
    assert [("error" in json.loads(line)) for line in found] == [False, True, False]


# --- equity ---------------------------------------------------------------------------------------


def test_pots_of_all_kinds_are_answered_in_order() -> None:
    pots = [(cards[:2], cards[2:4], cards[4:]) for cards in deal(7, 40)]
    lines = [f"{''.join(a)} {''.join(b)} | {''.join(board)}" for a, b, board in pots]
    lines[3:3] = ["AhKh QsQd", "AhKh QQ+,AKs | Qc7h2c", "AhKh QsQd 2c2d", "Ah Kh QQ+"]
    found = answers("equity", "-", "--errors", "mask", typed="\n".join(lines))
    assert [row["question"] for row in found] == lines
    for line, row in zip(lines, found, strict=True):
        hands, _, board = line.partition("|")
        if line == "Ah Kh QQ+":
            assert "player 1" in row["error"]
            continue
        one = equity(hands.split(), board.strip())
        assert [player["equity"] for player in row["players"]] == [p.equity for p in one.players]
        assert [player["win"] for player in row["players"]] == [p.win for p in one.players]
        assert [player["tie"] for player in row["players"]] == [p.tie for p in one.players]
        assert (row["total"], row["method"]) == (one.total, "exact")
    rows = table("equity", "-", typed="\n".join(lines[:3]))
    assert [float(row["equity"]) for row in rows] == [row["equity"] for row in found[:3]]


def test_options_are_for_all_pots_and_a_board_of_its_own_comes_first() -> None:
    typed = "AhKh QsQd\nAhKh QsQd | 2c3c4c\nAhKh QsQd |"
    found = answers("equity", "-", "--board", "5c6c7d", "--dead", "Qc", typed=typed)
    for row, board in zip(found, ["5c6c7d", "2c3c4c", ""], strict=True):
        assert row["board"] == board
        assert row["win"] == equity(["AhKh", "QsQd"], board, "Qc").win
    [sampled] = answers(
        *("equity", "-", "--method", "monte_carlo", "--trials", "2000", "--seed", "5"),
        typed="AhKh QsQd",
    )
    assert (sampled["method"], sampled["trials"], sampled["seed"]) == ("monte_carlo", 2000, 5)


def test_a_wrong_pot_is_named_by_its_line() -> None:
    result = run("equity", "-", typed="AhKh QsQd\n\nAhKh | 2c3c4c\n")
    assert result.exit_code == 2
    assert "line 3: players has length 1; it must have 2 to 10 hands and ranges" in result.stderr
    assert len(result.stdout.splitlines()) == 1
    several = run("equity", "-", typed="AhKh QsQd | 2c3c4c | 5c\n").stderr
    assert "line 1: " in several
    assert "holds several bars" in several


# --- explain, preflop, range ----------------------------------------------------------------------


def test_hands_are_explained_as_one_is() -> None:
    found = answers("explain", "-", "--board", "3h4cJh", typed="AdQc\nAdQc | 3h4cJh5s\n")
    for row, board in zip(found, ["3h4cJh", "3h4cJh5s"], strict=True):
        one = fields("explain", "AdQc", "--board", board)
        assert {key: row[key] for key in one} == one
        assert row["ehs"] == effective_hand_strength("AdQc", board).ehs
    [row] = table("explain", "-", typed="AdQc | 3h4cJh")
    assert (row["pocket_class"], float(row["ehs"])) == ("AQo", found[0]["ehs"])


@pytest.mark.parametrize(
    ("command", "lines"), [("preflop", ["AhKh", "AKs", "22"]), ("range", ["22+, A2s+", "chen:10%"])]
)
def test_each_line_is_answered_as_the_command_answers_it(command: str, lines: list[str]) -> None:
    found = answers(command, "-", typed="\n".join(lines))
    for row, line in zip(found, lines, strict=True):
        assert row == {"question": line, **fields(command, line)}
    rows = table(command, "-", "--errors", "mask", typed="\n".join([*lines, "nonsense"]))
    assert [row["question"] for row in rows] == [*lines, "nonsense"]
    assert [bool(row["error"]) for row in rows] == [*[False] * len(lines), True]
    assert "" not in [value for row in rows[:-1] for key, value in row.items() if key != "error"]
    assert "line 1: " in run(command, "-", typed="nonsense").stderr


# --- options that do not go together --------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rank", "AhKhQhJhTh", "--csv"], "--csv works only with questions from lines; give - for"),
        (
            ["equity", "AhKh", "QsQd", "--errors", "mask"],
            "--errors works only with questions from lines",
        ),
        (["range", "22+", "--jsonl"], "--jsonl works only with questions from lines"),
        (["rank", "-", "--csv", "--jsonl"], "--jsonl and --csv are two forms of answers"),
        (["preflop", "-", "--json"], "--json prints one object; --jsonl prints one for each line"),
        (["rank", "AhKh", "--file", "x"], "--file holds the questions; leave out those on"),
        (["rank", "--file", "/nowhere/x"], "--file cannot read '/nowhere/x': No such file or "),
        (
            ["range", "-", "--top", "10%"],
            "--top is for one range; leave out either it or - and --file",
        ),
        (
            ["explain", "-", "--history", "p1 raises 300"],
            "--history and --recorded describe one hand",
        ),
        (["rank", "-", "--errors", "ignore"], "'ignore' is not one of 'raise', 'mask'"),
        (["rank"], "Missing argument 'CARDS'"),
        (["preflop", "--csv"], "--csv works only with questions from lines"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
