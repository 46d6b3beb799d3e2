"""The commands on recorded hands, as a user sees them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.formats import parse_phh
from handsight.game import random_hands
from tests.unit.formats.hands import FIELDS, text_of
from tests.unit.formats.site_texts import SPIN


def run(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    file = tmp_path / "hand.phh"
    file.write_text(text_of(hand=7))
    return file


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A file with a good hand, a damaged one, and another good one."""
    file = tmp_path / "three.phhs"
    texts = [text_of(hand=1), text_of()[:-30], text_of(hand=3)]
    file.write_text("".join(f"[{n}]\n{text}\n" for n, text in enumerate(texts, 1)))
    return file


def fields(*words: object, status: int = 0) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == status, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_hand_is_shown_street_by_street(hand: Path) -> None:
    result = run("replay", hand)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Hand 7 · no-limit hold'em")
    headings = re.findall(r"^(Preflop|Flop|Turn|River)", result.stdout, re.MULTILINE)
    assert headings == ["Preflop", "Flop", "Turn", "River"]


def test_one_hand_is_picked_by_its_place(three: Path) -> None:
    assert run("replay", three, "--hand", 3).stdout.startswith("Hand 3")
    assert fields("replay", three, "--hand", 1)["hands"][0]["hand"] == 1


def test_a_damaged_hand_is_told_and_the_others_are_shown(three: Path) -> None:
    result = run("replay", three)
    assert (result.exit_code, result.stdout.count("Preflop")) == (1, 2)
    assert re.search(rf"handsight: {re.escape(str(three))}:\d+: this is not TOML", result.stderr)
    found = fields("replay", three, status=1)
    assert (len(found["hands"]), len(found["errors"])) == (2, 1)


def test_a_hand_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bad.phh"
    file.write_text(text_of(actions=[*FIELDS["actions"][:3], "p3 cbr 150"]))
    result = run("replay", file)
    assert result.exit_code == 1
    assert "bad.phh:7: seat 2: raise to 150 is below the minimum of 200" in result.stderr
    assert len(fields("replay", file, status=1)["errors"]) == 1


def test_step_by_step_shows_the_same_and_q_ends_it(hand: Path) -> None:
    whole, stepped = run("replay", hand), run("replay", hand, "--step")
    assert "".join(stepped.stdout.split()) == "".join(whole.stdout.split())
    left = run("replay", hand, "--step", typed="\n\nq\n")
    assert (left.exit_code, left.stderr) == (0, "")
    assert "Preflop" in left.stdout
    assert "Flop" not in left.stdout


def test_a_check_counts_and_lists(three: Path) -> None:
    found = fields("replay", three, "--check", status=1)
    assert (found["hands"], found["exact"], found["half_chip_splits"]) == (2, 2, [])
    (error,) = found["errors"]
    assert error["file"] == str(three)
    assert error["line"] > 10
    result = run("replay", three, "--check")
    assert result.stdout.startswith("2 hands replayed, 2 to their recorded stacks\n1 in error\n")
    assert result.stderr.startswith(f"handsight: {three}:")


def test_a_check_without_errors_is_well(hand: Path) -> None:
    found = fields("replay", hand.parent, "--check")
    assert (found["hands"], found["exact"], found["errors"]) == (1, 1, [])


@pytest.mark.parametrize(
    ("blinds", "ante", "stacks"),
    [
        ([100, 100], 0, [10000, 10000]),
        ([1, 1], 0, [200, 200]),
        ([100, 100], 10, [10000, 10000]),
        ([100, 100], 0, [10000, 160]),
        ([0, 100], 0, [10000, 10000]),
        ([100, 0], 0, [10000, 10000]),
        ([0, 0], 10, [10000, 10000]),
    ],
)
def test_heads_up_whatever_the_blinds_the_button_acts_first(
    tmp_path: Path, blinds: list[int], ante: int, stacks: list[int]
) -> None:
    least, lost = max(*blinds, 1), blinds[1] + ante
    raised = min(2 * least, stacks[1] - ante)
    text = text_of(
        antes=[ante] * 2,
        blinds_or_straddles=blinds,
        min_bet=least,
        starting_stacks=stacks,
        actions=["d dh p1 QsQd", "d dh p2 AhKh", f"p2 cbr {raised}", "p1 f"],
        finishing_stacks=[stacks[0] - lost, stacks[1] + lost],
    )
    file = tmp_path / "hand.phh"
    file.write_text(text)
    found = fields("replay", file, "--check")
    assert (found["exact"], found["errors"]) == (1, [])
    shown = run("replay", file).stdout
    assert "player 2  BTN, small blind" in shown or not blinds[0]


def test_two_blinds_of_the_same_size_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    actions = ["d dh p1 QsQd", "d dh p2 9c8c", "d dh p3 AhKh", "d dh p4 2c2d", "p3 f", "p4 f"]
    file.write_text(
        text_of(
            blinds_or_straddles=[100, 100, 0, -100],
            antes=[0] * 4,
            starting_stacks=[9000] * 4,
            finishing_stacks=None,
            actions=[*actions, "p1 f"],
        )
    )
    shown = run("replay", file).stdout
    for line in ("player 1  SB", "player 2  BB", "player 4  BTN, posts late"):
        assert f"\n{line}  " in shown


def test_long_lists_are_shortened_and_errors_are_grouped(tmp_path: Path) -> None:
    for number in range(25):
        (tmp_path / f"omaha{number}.phh").write_text("variant = 'PO'\n")
        (tmp_path / f"torn{number}.phh").write_text("variant\n")
    result = run("replay", tmp_path, "--check")
    assert "and 5 more; --json lists all" in result.stdout
    assert "25 in error\n" in result.stdout
    assert "handsight: 25 hands cannot be read: " in result.stderr
    assert result.stderr.count("torn") == 1


@pytest.mark.parametrize("more", [[], ["--check"], ["--json"]])
def test_a_file_lists_every_hand_that_cannot_be_replayed(more: list[str], tmp_path: Path) -> None:
    folder, faults = tmp_path / "hands", tmp_path / "faults.txt"
    folder.mkdir()
    for number in range(25):
        (folder / f"torn{number:02}.phh").write_text("variant\n")
    result = run("replay", folder, "--faults", faults, *more)
    assert result.exit_code == 1
    assert [line.split(":")[0][-10:] for line in faults.read_text().splitlines()] == [
        f"torn{number:02}.phh" for number in range(25)
    ]
    assert f"all 25 are listed in {faults}" in result.stderr


def test_the_hero_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(SPIN, "utf-8")
    shown = run("replay", file).stdout
    assert next(line for line in shown.splitlines() if ", hero " in line).startswith("Cyd ")
    (hand,) = fields("replay", file)["hands"]
    assert hand["players"][hand["hero"]] == "Cyd"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.phh"], "there is no file or folder 'none.phh'"),
        (["HAND", "--hand", 0], "numbered from 1"),
        (["HAND", "--hand", 2], "there are fewer hands"),
        (["HAND", "--check", "--step"], "leave out --hand and --step"),
        (["HAND", "--json", "--step"], "give only one of them"),
    ],
)
def test_an_error_is_one_line_and_status_2(words: list[object], message: str, hand: Path) -> None:
    result = run("replay", *(hand if word == "HAND" else word for word in words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# --- deal -----------------------------------------------------------------------------------------


def test_random_hands_are_shown_or_written_and_depend_on_the_seed() -> None:
    words = ("deal", "--players", 4, "--seed", 7, "--hands", 2)
    assert run(*words).stdout.count("Preflop") == 2
    first, second = run(*words, "--phh").stdout.split("\n[2]\n")
    told = [parse_phh(first.removeprefix("[1]\n")), parse_phh(second)]
    assert told == list(random_hands(4, seed=7, hands=2))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", 1], "a table has 2 to 10"),
        (["--hands", 0], "hands is 0"),
        (["--seed", -1], "seed is -1"),
    ],
)
def test_what_makes_no_table_is_refused(words: list[object], message: str) -> None:
    result = run("deal", *words)
    assert result.exit_code == 2
    assert message in result.stderr
