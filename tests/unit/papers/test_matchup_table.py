"""The maker of the table of matchups: it makes what is shipped, and tells its digest."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from handsight.papers import matchup_table
from handsight.papers.matchup_table import CHUNK, all_rows, main, row_of, rows_of
from handsight.ranges.matchups import DIGEST, TABLE, canonical_cards, unpack
from handsight.ranges.shipped import read_checked
from tests.naive.deals import DECK


def test_counting_every_five_hundredth_matchup_anew_gives_what_is_shipped() -> None:
    shipped = unpack(read_checked(TABLE, DIGEST))[::500].tolist()
    found = rows_of(canonical_cards()[::500].tolist())
    assert [list(row) for row in found] == shipped
    assert len(found) == 95


def test_a_row_is_what_the_first_hand_wins_and_ties() -> None:
    assert row_of([50, 46, 43, 41]) == (787966, 6732)
    assert row_of([43, 41, 50, 46]) == (917606, 6732)


def test_chunks_come_in_order_whoever_counts_them() -> None:
    matchups = canonical_cards()[: 2 * CHUNK + 1]
    with ThreadPoolExecutor(2) as executor:
        shared = list(all_rows(matchups, executor))
    assert [len(rows) for rows in shared] == [CHUNK, CHUNK, 1]
    assert shared == list(all_rows(matchups))


def test_the_command_writes_the_table_and_tells_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matchup_table, "canonical_cards", lambda: np.array([DECK[-4:]]))
    path = tmp_path / "table.z"
    result = CliRunner().invoke(main, ["--out", str(path), "--workers", "1"])
    assert result.exit_code == 0, result.output
    assert unpack(path.read_bytes()).tolist() == [list(row_of(DECK[-4:]))]
    assert f"Wrote {path}" in result.output
    assert f"must be {sha256(path.read_bytes()).hexdigest()}" in result.output
