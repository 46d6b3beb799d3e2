"""The races of the papers, with the large tables too."""

import json

import pytest
from click.testing import CliRunner

from handsight.cli.main import main

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize(
    ("table", "trials", "printed"),
    [
        ("cisti-2013-table-2", 3, ["poker-eval", "cactus-kev", "senzee-5", "two-plus-two"]),
        ("dsie-2011-table-1", 100_000, ["poker-eval", "cactus-kev", "senzee-7", "two-plus-two"]),
    ],
)
def test_a_race_is_run_by_all(table: str, trials: int, printed: list[str]) -> None:
    result = CliRunner().invoke(main, ["reproduce", table, "--trials", str(trials), "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert [row["name"] for row in found["rows"] if row["printed"]] == printed
    assert all(time > 0 for row in found["rows"] for time in row["measured"].values() if time)
