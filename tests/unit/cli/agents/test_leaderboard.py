"""`handsight leaderboard` shows who is strong, and adds agents to a file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

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
