"""The maker of the nine-handed table: the same bytes for a seed, and the numbers that ship."""

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from handsight.papers import nine_handed as maker
from handsight.papers.nine_handed import cell_of, chunks_of, main, table_of, tallies
from handsight.ranges import nine_handed
from handsight.ranges.combos import CLASSES_BY_RANK

DEALS = 600_000


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "CHUNK", 10_000)


def made(seed: int, deals: int, workers: int = 1) -> str:
    with ThreadPoolExecutor(workers) as executor:
        return table_of(seed, sum(tallies(seed, deals, executor)))  # type: ignore[arg-type]


def test_every_class_has_a_cell_of_its_own() -> None:
    assert sorted(map(cell_of, CLASSES_BY_RANK)) == list(range(169))


@pytest.mark.usefixtures("small_chunks")
def test_chunks_are_all_deals() -> None:
    assert chunks_of(25_000) == [(0, 10_000), (1, 10_000), (2, 5_000)]


@pytest.mark.usefixtures("small_chunks")
def test_a_seed_gives_the_same_bytes_on_any_number_of_workers() -> None:
    alone = table_of(7, sum(tallies(7, 95_000, None)))  # type: ignore[arg-type]
    assert alone == made(7, 95_000, workers=1) == made(7, 95_000, workers=2)
    assert alone != made(8, 95_000)


def test_a_sample_made_anew_agrees_with_the_table_that_ships() -> None:
    """Of another seed; 169 classes within five of the combined standard errors each."""
    table: dict[str, Any] = json.loads(made(1, DEALS))
    assert (table["seed"], table["deals"]) == (1, DEALS)
    for name, (deals, win, tie) in table["classes"].items():
        shipped = nine_handed(name)
        for found, share in ((win, shipped.win_frequency), (tie, shipped.tie_frequency)):
            error = hypot(sqrt(share * (1 - share) / deals), shipped.stderr)
            assert abs(found / deals - share) < 5 * error, name


@pytest.mark.usefixtures("small_chunks")
def test_the_command_writes_the_table_and_tells_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    words = ["--deals", "30000", "--seed", "3", "--workers", "2", "--out", str(path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert path.read_text("utf-8") == made(3, 30_000)
    assert f"must be {sha256(path.read_bytes()).hexdigest()}" in result.output


@pytest.mark.parametrize("words", [["--deals", "0"], ["--seed", "-1"], ["--workers", "0"]])
def test_what_cannot_be_dealt_is_refused(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    result = CliRunner().invoke(main, [*words, "--out", str(path)])
    assert result.exit_code == 2
    assert not path.exists()
