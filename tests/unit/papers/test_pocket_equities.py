"""The maker of the equity table: it makes what is shipped, and tells its digest."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.papers import pocket_equities
from handsight.papers.pocket_equities import line_of, main, table_of
from handsight.ranges.class_equities import EQUITY_TABLE
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.shipped import shipped_path

SAMPLE = ("AA", "AKs", "T9o", "72o", "53s", "22")
"""No two of a shape: pairs high and low, suited and not, connected and far apart."""


def shipped_lines() -> list[str]:
    return [line.rstrip(",") for line in shipped_path(EQUITY_TABLE).read_text("utf-8").splitlines()]


@pytest.mark.repeats(2)
@pytest.mark.parametrize("name", SAMPLE)
def test_counting_a_class_anew_gives_its_shipped_line(name: str) -> None:
    assert line_of(name) in shipped_lines()


def test_the_shipped_table_has_one_line_a_class() -> None:
    assert len(shipped_lines()) == len(CLASSES_BY_RANK) + 2


def test_a_table_is_json() -> None:
    table = json.loads(table_of(SAMPLE[:2]))
    assert list(table) == ["AA", "AKs"]
    assert {sum(counts) for counts in table.values()} == {2_097_572_400}


def test_the_command_writes_the_table_and_tells_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pocket_equities, "CLASSES_BY_RANK", ("AA",))
    path = tmp_path / "table.json"
    result = CliRunner().invoke(main, ["--out", str(path)])
    assert result.exit_code == 0, result.output
    assert path.read_text("utf-8") == table_of(["AA"])
    assert f"Wrote {path}" in result.output
    assert f"must be {sha256(path.read_bytes()).hexdigest()}" in result.output
