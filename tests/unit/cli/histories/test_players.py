"""The commands on stores of players, as a user sees them."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.formats import phh_text, phhs_text
from handsight.game import random_hands
from handsight.opponents.stats import count_hands, player_type
from handsight.ranges import Range
from tests.unit.formats import site_texts
from tests.unit.opponents.records import text

HANDS = list(random_hands(4, seed=5, hands=60))
HEADINGS = ["player", "hands", "VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD", "bb/100", "type"]


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def shown(*words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def fields(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shown(*words, "--json"))
    return found


def written(path: Path, texts: Iterable[str]) -> Path:
    path.write_text(
        "".join(f"[{n}]\n{each}\n" for n, each in enumerate(texts, 1)), encoding="utf-8"
    )
    return path


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    file = tmp_path / "hands.phhs"
    file.write_text("".join(phhs_text(HANDS)))
    return file


@pytest.fixture
def store(tmp_path: Path, hands: Path) -> Path:
    path = tmp_path / "players.db"
    shown("import", hands, "--store", path)
    return path


# --- leaks ----------------------------------------------------------------------------------------


def test_leaks_are_the_same_from_a_store_and_from_its_hands(hands: Path, store: Path) -> None:
    from_store, from_hands = (
        fields("leaks", "player 2", *where) for where in (("--store", store), ("--recorded", hands))
    )
    assert from_store == from_hands
    assert (from_store["name"], from_store["hands"], from_store["other_players"]) == (
        *("player 2", 60),
        3,
    )


def test_without_a_name_or_a_hero_the_player_with_most_hands_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    text = "\n\n".join((site_texts.CASH, site_texts.SPIN, "PokerStars Hand #1: Hold'em No Limit"))
    file.write_text("\n".join(line for line in text.split("\n") if "Dealt to" not in line))
    result = run("leaks", "--recorded", file)
    assert result.exit_code == 1
    assert "Bob was dealt most hands" in result.stdout
    assert "Hold'em No Limit\" cannot be read" in result.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "give either a --store, or hands to count with --recorded"),
        (("--store", "a.db", "--recorded", "b.phh"), "give either a --store, or hands to count"),
        (("plaeyr 2", "--recorded", "hands.phhs"), "did you mean 'player 2'"),
        (("--level", "2", "--recorded", "hands.phhs"), "level is 2.0"),
    ],
)
def test_what_leaks_cannot_do_is_said(
    words: tuple[str, ...], reason: str, hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(hands.parent)
    result = run("leaks", *words)
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())


# --- import ---------------------------------------------------------------------------------------


def test_importing_tells_what_was_counted_and_what_was_known(tmp_path: Path, hands: Path) -> None:
    path = tmp_path / "players.db"
    first = shown("import", hands, "--store", path)
    assert first == (f"60 hands counted, 0 known before\n{path} holds 60 hands of 4 players\n")
    assert shown("import", hands, hands, "--store", path).startswith("0 hands counted, 120 known")


def test_what_cannot_be_read_is_told_line_by_line_with_status_1(tmp_path: Path) -> None:
    good, torn = text("Cleo f", "Ada f"), text("Cleo f", "Ada f")[:-40]
    file = written(tmp_path / "three.phhs", [good, torn, text("Ada f"), "variant = 'PO'"])
    words = ("import", file, "--store", tmp_path / "players.db")
    result = run(*words)
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    told = [line for line in lines if not line.startswith("First run")]
    assert [bool(re.match(r"handsight: .*three\.phhs:\d+: ", line)) for line in told] == [True] * 2
    assert result.stdout.startswith("1 hand counted, 0 known before\n1 of other games\n2 not ")
    found = json.loads(run(*words, "--json").stdout)
    assert (found["new"], found["known"], found["hands"], found["players"]) == (0, 1, 1, 3)
    assert [each["file"] for each in found["unreadable"]] == [str(file)] * 2
    assert found["unsupported"][0]["variant"] == "PO"


def test_nothing_is_imported_if_one_of_the_files_is_not_there(tmp_path: Path, hands: Path) -> None:
    path = tmp_path / "players.db"
    result = run("import", hands, tmp_path / "none.phh", "--store", path)
    assert (result.exit_code, path.exists()) == (2, False)
    assert "there is no file or folder" in result.stderr


def test_the_store_must_be_one(hands: Path) -> None:
    result = run("import", hands, "--store", hands)
    assert result.exit_code == 2
    assert "file is not a database" in result.stderr
    assert result.stderr.rstrip().splitlines()[-1].startswith("handsight: ")


# --- players --------------------------------------------------------------------------------------


def test_all_players_are_listed_with_their_numbers(store: Path) -> None:
    lines = shown("players", "--store", store).splitlines()
    assert lines[0].split() == HEADINGS
    assert [line[:8] for line in lines[1:5]] == [f"player {n}" for n in range(1, 5)]
    counts = count_hands(HANDS)["player 1"]
    assert f" {counts.vpip / counts.decided:.1%} " in lines[1]
    assert any("Sklansky's groups" in line for line in lines)


def test_few_hands_may_be_left_out(store: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "one.phhs", [text("Cleo f", "Ada f")])
    shown("import", file, "--store", store)
    listed = shown("players", "--store", store, "--min-hands", 2)
    assert "Cleo" not in listed
    assert listed.endswith("3 with fewer than 2 hands\n")
    assert len(fields("players", "--store", store, "--min-hands", 2)["players"]) == 4


def test_the_json_of_all_players_has_counts_and_types(store: Path) -> None:
    found = fields("players", "--store", store)
    counts = count_hands(HANDS)
    assert {each["name"] for each in found["players"]} == set(counts)
    for each in found["players"]:
        kind = player_type(counts[each["name"]])
        assert each["type"] == (kind and kind.name)
        vpip = each["statistics"]["vpip"]
        mine = counts[each["name"]]
        assert (vpip["numerator"], vpip["denominator"]) == (mine.vpip, mine.decided)
        assert vpip["low"] < vpip["value"] < vpip["high"]
    assert sum(each["players"] for each in found["types"]) == 4
    assert all(len(each["dealt"]) == 9 for each in found["types"])


def test_one_player_is_shown_with_intervals_type_and_grid(store: Path) -> None:
    told = shown("players", "player 1", "--store", store)
    counts = count_hands(HANDS)["player 1"]
    assert told.startswith("player 1  ")
    assert re.search(rf"VPIP .*%  .*% to .*%  +{counts.vpip} of {counts.decided}\n", told)
    assert re.search(r"AF +\d+\.\d\d +\d+\.\d\d to \d+\.\d\d +\d+ to \d+\n", told)
    assert re.search(r"^Sklansky's group +1 ", told, re.MULTILINE)
    assert re.search(r"^A [0-9]+% ", told, re.MULTILINE)
    raising = shown("players", "player 1", "--store", store, "--action", "raise")
    assert "the hands they raise:" in raising


def test_the_json_of_one_player_has_his_ranges(store: Path) -> None:
    found = fields("players", "player 1", "--store", store)
    kind = player_type(count_hands(HANDS)["player 1"])
    assert kind is not None
    for action in ("play", "raise", "call"):
        assert Range(found["type"]["ranges"][action]["range"]) == kind.range(action)
    assert found["type"]["plays"] == list(kind.plays)


def test_an_open_interval_is_null_in_json(tmp_path: Path) -> None:
    file = written(tmp_path / "a.phhs", [text("Cleo cbr 300", "Ada f", "Bob cc", "/", "Bob cc",
                                              "Cleo cbr 300", "Bob f")])  # fmt: skip
    path = tmp_path / "players.db"
    shown("import", file, "--store", path)
    factor = fields("players", "Cleo", "--store", path)["statistics"]["aggression_factor"]
    assert (factor["value"], factor["high"], factor["numerator"]) == (None, None, 1)
    assert "to ∞" in shown("players", "Cleo", "--store", path)


def test_the_range_is_drawn(store: Path, tmp_path: Path) -> None:
    picture = tmp_path / "range.svg"
    told = shown("players", "player 1", "--store", store, "--svg", picture)
    assert told.endswith(f"drawn in {picture}\n")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_thresholds_and_the_printed_factor_are_options(store: Path) -> None:
    words = ("players", "player 1", "--store", store)
    usual = fields(*words)
    moved = fields(*words, "--loose-from", 1, "--aggressive-from", 99)
    assert moved["type"]["name"] == "tight-passive"
    inverse = fields(*words, "--as-published", "cisti-2013")
    ours, theirs = (each["statistics"]["aggression_factor"]["value"] for each in (usual, inverse))
    assert ours * theirs == pytest.approx(1)


@pytest.mark.repeats(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--store", "none.db"], "there is no store 'none.db'; handsight import makes one"),
        (["plyer 1", "--store", "STORE"], "did you mean 'player 1' or"),
        (["xyz", "--store", "STORE"], "there is no player 'xyz'"),
        (["--store", "STORE", "--svg", "a.svg"], "give their NAME"),
        (["--store", "STORE", "--loose-from", 28], "loose_from is 28.0"),
        (["--store", "STORE", "--as-published", "dsie"], "as_published is 'dsie'"),
    ],
)
def test_an_error_is_one_line_and_status_2(words: list[object], message: str, store: Path) -> None:
    result = run("players", *(store if word == "STORE" else word for word in words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_player_of_whom_too_little_is_known_has_no_picture(tmp_path: Path) -> None:
    file = written(tmp_path / "a.phhs", [text("Cleo f", "Ada f")])
    path = tmp_path / "players.db"
    shown("import", file, "--store", path)
    result = run("players", "Ada", "--store", path, "--svg", tmp_path / "a.svg")
    assert (result.exit_code, (tmp_path / "a.svg").exists()) == (2, False)
    assert "too few hands of 'Ada' are counted" in result.stderr
    assert "too little is counted to name a type" in shown("players", "Ada", "--store", path)


def test_a_file_of_one_hand_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    file.write_text(phh_text(HANDS[0]))
    assert "1 hand of" in shown("import", file, "--store", tmp_path / "players.db")
