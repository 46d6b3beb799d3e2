"""The whole tables, made anew."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.papers import nine_handed
from handsight.papers.cisti_2013 import pocket_table
from handsight.papers.pocket_equities import table_of
from handsight.ranges.class_equities import EQUITY_TABLE, NINE_HANDED_TABLE
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.shipped import shipped_path

pytestmark = pytest.mark.exhaustive


def test_the_shipped_table_of_equities_is_what_its_generator_makes_to_the_byte() -> None:
    assert table_of(CLASSES_BY_RANK).encode() == shipped_path(EQUITY_TABLE).read_bytes()


def test_the_shipped_table_against_nine_is_what_its_generator_makes_to_the_byte(
    tmp_path: Path,
) -> None:
    made = tmp_path / "table.json"
    result = CliRunner().invoke(nine_handed.main, ["--out", str(made)])
    assert "SHA-256 is new" not in result.output
    assert made.read_bytes() == shipped_path(NINE_HANDED_TABLE).read_bytes()


def test_the_shipped_pocket_tables_are_what_their_generator_plays_to_the_byte(
    tmp_path: Path,
) -> None:
    made = tmp_path / "table.json"
    result = CliRunner().invoke(pocket_table.main, ["--out", str(made)])
    assert "SHA-256 is new" not in result.output
    assert made.read_bytes() == shipped_path(pocket_table.TABLE).read_bytes()
