"""`handsight leaderboard` shows who is strong, and adds agents to a file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.arena import six_handed
from handsight.arena.leaderboard import SHIPPED
from handsight.cli.main import main

FEW = ["--pairs", "10", "--hands", "4"]


def test_the_one_that_ships_is_shown_and_the_agents_know_it() -> None:
    shown = CliRunner().invoke(main, ["leaderboard"])
    assert shown.exit_code == 0
    assert "blueprint" in shown.stdout
    assert "what can be won from the agent" in " ".join(shown.stdout.split())
    report = json.loads(CliRunner().invoke(main, ["leaderboard", "--json"]).stdout)
    listed = json.loads(CliRunner().invoke(main, ["agents", "--json"]).stdout)
    strengths = {
        name: (each["rank"], each["mbb_per_hand"])
        for name, each in listed.items()
        if each["rank"] is not None
    }
    assert strengths == {
        each["agent"]: (each["rank"], each["mbb_per_hand"]) for each in report["standings"]
    }
    assert "rank" in CliRunner().invoke(main, ["agents"]).stdout


def test_the_page_is_what_the_shipped_leaderboard_says(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    CliRunner().invoke(main, ["leaderboard", "--markdown", str(file)])
    page = Path(__file__).parents[4] / "docs" / "reference" / "leaderboard.md"
    assert file.read_text() == page.read_text()


def test_agents_are_added_to_a_file(tmp_path: Path) -> None:
    file, page = tmp_path / "board.json", tmp_path / "page.md"
    words = ["leaderboard", "fold", "call", "--fresh", "--store", str(file), *FEW, "--seed", "3"]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0, first.stderr
    added = ["leaderboard", "min-raise", "--store", str(file), *FEW]
    report = json.loads(
        CliRunner().invoke(main, [*added, "--json", "--markdown", str(page)]).stdout
    )
    assert (report["stack"], report["seed"]) == (100, 3)
    assert [each["rank"] for each in report["standings"]] == [1, 2, 3]
    by_name = {each["agent"]: each for each in report["standings"]}
    assert by_name["fold"]["response"]["mbb_per_hand"] == 750
    assert by_name["fold"]["worst"] == "min-raise"
    assert "| min-raise |  | +0 ± 0 | +750 ± 0 |" in page.read_text()
    assert "min-raise" in CliRunner().invoke(main, ["leaderboard", "--store", str(file)]).stdout


def test_a_new_file_begins_with_the_agents_that_ship(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    words = ["leaderboard", "call", "--store", str(file), "--json", "--pairs", "2", "--hands", "0"]
    result = CliRunner().invoke(main, words)
    assert len(json.loads(result.stdout)["standings"]) > 5
    assert json.loads(file.read_text())["pairings"] == json.loads(SHIPPED.read_text())["pairings"]


def test_pairings_that_are_missing_are_said(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    words = ["leaderboard", "fold", "call", "min-raise", "--fresh", "--store", str(file), *FEW]
    CliRunner().invoke(main, words)
    content = json.loads(file.read_text())
    del content["pairings"][1]
    file.write_text(json.dumps(content))
    result = CliRunner().invoke(main, ["leaderboard", "--store", str(file)])
    assert result.exit_code == 2
    assert "1 pairings are missing, first that of call and min-raise" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["call"], "name it with --store FILE"),
        (["--fresh"], "name it with --store FILE"),
        (["--fresh", "--store", "NEW"], "does not exist; name agents to create it"),
        (["call", "--fresh", "--store", "NEW"], "at least two agents"),
        (["call", "fold", "--fresh", "--store", "NEW", "--pairs", "1"], "pairs is 1"),
        (["--store", "BAD"], "is not a leaderboard"),
        (["--seed", "77"], "with the seed 0; leave out --seed"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "BAD").write_text("{")
    named = [str(tmp_path / word) if word.isupper() else word for word in words]
    result = CliRunner().invoke(main, ["leaderboard", *named])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


# --- tables of six --------------------------------------------------------------------------------

SIX = ["leaderboard", "--table", "six"]
FEW_TABLES = ["--tables", "2", "--pairs", "2"]


def test_the_six_handed_one_that_ships_is_shown_and_the_agents_know_it() -> None:
    shown = CliRunner().invoke(main, SIX)
    assert shown.exit_code == 0
    assert "blueprint" in shown.stdout
    assert "the cards and the draw of the opponents" in " ".join(shown.stdout.split())
    report = json.loads(CliRunner().invoke(main, [*SIX, "--json"]).stdout)
    listed = json.loads(CliRunner().invoke(main, ["agents", "--json"]).stdout)
    strengths = {
        name: (each["six_rank"], each["six_mbb_per_hand"], each["six_half_width"])
        for name, each in listed.items()
        if each["six_rank"] is not None
    }
    assert strengths == {
        each["agent"]: (each["rank"], each["mbb_per_hand"], each["half_width"])
        for each in report["standings"]
    }
    assert "six" in CliRunner().invoke(main, ["agents"]).stdout.splitlines()[1]


def test_the_six_handed_page_is_what_the_shipped_leaderboard_says(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    CliRunner().invoke(main, [*SIX, "--markdown", str(file)])
    page = Path(__file__).parents[4] / "docs" / "reference" / "leaderboard-six.md"
    assert file.read_text() == page.read_text()


def test_agents_sit_at_tables_of_six_that_are_kept(tmp_path: Path) -> None:
    file, page = tmp_path / "board.json", tmp_path / "page.md"
    where = ["--store", str(file), "--json"]
    words = [*SIX, "fold", "call", "min-raise", "--fresh", *where, *FEW_TABLES, "--seed", "3"]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0, first.stderr
    report = json.loads(first.stdout)
    assert (report["stack"], report["seed"], report["tables"]) == (100, 3, 6)
    assert report["field"] == ["call", "fold", "min-raise"]
    # A guest plays further tables, and the field stays as it is.
    guest = CliRunner().invoke(main, [*SIX, "all-in", *where, *FEW_TABLES, "--markdown", str(page)])
    by_name = {each["agent"]: each for each in json.loads(guest.stdout)["standings"]}
    assert (by_name["all-in"]["provisional"], by_name["all-in"]["tables"]) == (True, 2)
    assert [by_name[each["agent"]] for each in report["standings"]] == report["standings"]
    assert "Ranks in brackets (all-in)" in page.read_text()
    shown = CliRunner().invoke(main, [*SIX, "--store", str(file)]).stdout
    assert "Ranks in brackets belong to guests" in shown
    # The same agents at the same tables win the same again.
    before = file.read_bytes()
    again = CliRunner().invoke(main, [*SIX, "fold", "--again", *where])
    assert again.stdout == guest.stdout
    assert file.read_bytes() == before


def test_a_new_file_begins_with_the_tables_that_ship(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    words = [*SIX, "call", "--store", str(file), "--json", "--tables", "2", "--pairs", "1"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert file.read_bytes() == six_handed.SHIPPED.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--table", "nine"], "--table is 'nine'; it must be one of heads-up, six"),
        (["--table", "six", "--hands", "10"], "--hands needs --table heads-up; leave it out"),
        (["--table", "six", "--rounds", "0"], "--rounds needs --table heads-up; leave it out"),
        (["--tables", "3"], "--tables needs --table six; leave it out"),
        (["--again", "--store", "HEADS"], "--again replaces the results of agents; name at least"),
        (["foldd", "--again", "--store", "HEADS"], "foldd is not on the leaderboard (did you mean"),
        (["--table", "six", "call"], "name it with --store FILE"),
        (["--table", "six", "--store", "NEW"], "does not exist; name agents to create it"),
        (["--table", "six", "--tables", "1"], "tables is 1; it must be from 2 to 100,000"),
        (["--table", "six", "--pairs", "0"], "pairs is 0; it must be from 1 to 1,000,000"),
        (["--table", "six", "--store", "BAD"], "is not a six-handed leaderboard"),
        (["--table", "six", "--store", "HEADS"], "is not a six-handed leaderboard"),
        (["--store", "SIX"], "is not a leaderboard"),
        (["--table", "six", "--seed", "77"], "with the seed 0; leave out --seed"),
    ],
)
def test_what_cannot_be_at_tables_of_six_is_one_line(
    tmp_path: Path, words: list[str], said: str
) -> None:
    (tmp_path / "BAD").write_text("{")
    (tmp_path / "HEADS").write_bytes(SHIPPED.read_bytes())
    (tmp_path / "SIX").write_bytes(six_handed.SHIPPED.read_bytes())
    named = [str(tmp_path / word) if word.isupper() else word for word in words]
    result = CliRunner().invoke(main, ["leaderboard", *named])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
