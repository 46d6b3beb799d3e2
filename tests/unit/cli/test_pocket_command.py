"""`handsight pocket-table`, as a user sees it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.game.pocket_games import play_pocket_table
from handsight.ranges import PocketGame, shipped_pocket_table
from handsight.views.cards.pocket import pocket_report, pocket_svg
from handsight.views.report import to_dict
from tests import fresh


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["pocket-table", *words])


def shown(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def fields(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shown(*words, "--json"))
    return found


@pytest.mark.parametrize("rules", ["no-limit", "limit"])
def test_without_games_the_table_that_ships_is_shown(rules: str) -> None:
    assert fields("--structure", rules) == to_dict(pocket_report(shipped_pocket_table(rules)))
    assert "1,200,000 games a class, seed 2013" in shown("--structure", rules)


@pytest.mark.exhaustive
def test_with_games_they_are_played() -> None:
    found = fields("--games", "100", "--players", "3", "--structure", "limit", "--seed", "5")
    table = play_pocket_table(PocketGame("limit", 3), 100, seed=5)
    assert found == to_dict(pocket_report(table))


@pytest.mark.exhaustive
def test_the_seed_is_0_unless_given_so_that_two_runs_agree() -> None:
    assert shown("--games", "50") == shown("--games", "50", "--seed", "0")
    assert shown("--games", "50") != shown("--games", "50", "--seed", "1")


def test_all_classes_are_listed_if_asked() -> None:
    assert len(shown("--all").splitlines()) == len(shown().splitlines()) + 158


def test_the_picture_is_written(tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    assert f"drawn in {path}" in shown("--svg", str(path))
    assert path.read_text("utf-8") == pocket_svg(pocket_report(shipped_pocket_table()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "6"], "the tables that ship are for 2 players; for 6, give --games"),
        (["--seed", "5"], "--seed needs --games"),
        (["--structure", "stud"], "rules is 'stud'; it must be one of no-limit, limit"),
        (["--games", "0"], "games is 0; it must be a positive integer"),
        (["--games", "10", "--players", "1"], "players is 1; it must be 2 to 10"),
        (["--games", "10", "--seed", "-1"], "seed is -1; it must be a non-negative integer"),
        (["--games", "10", "--structure", "stud"], "rules is 'stud'"),
        (["--svg", "/nowhere/table.svg"], "--svg cannot write"),
    ],
)
def test_an_error_is_one_line_on_standard_error_and_status_2(
    words: list[str], message: str
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(message, result.stderr), result.stderr
    assert result.stderr.count("\n") == 1


def test_nothing_is_compiled_for_the_table_that_ships(tmp_path: Path) -> None:
    script = "from handsight.cli.main import main; main(['pocket-table'])"
    done = fresh.run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
