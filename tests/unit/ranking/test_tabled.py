"""An evaluator whose table is built into a file at its first use."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import CacheError
from handsight.ranking.tabled import TableEvaluator
from handsight.runtime import tables
from handsight.runtime.tables import TableFile

LOWEST = np.arange(52, dtype="<u2") // 4


def pieces(pool: Executor) -> Iterator[NDArray[Any]]:
    return iter([LOWEST])


class ByLowestCard(TableEvaluator):
    """A bad evaluator, but with a table: it values a hand by the rank of its first card."""

    name = "by-lowest-card"
    cards = (5,)
    source = "these tests"
    table = TableFile("by-lowest-card", "<u2", 52, sha256(LOWEST.tobytes()).hexdigest(), pieces)

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        return np.asarray(self._entries()[cards[:, 0]])

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        return np.asarray(values, dtype=np.uint16)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tables, "tables_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def evaluator() -> ByLowestCard:
    return ByLowestCard()


def test_nothing_is_built_before_it_is_used(evaluator: ByLowestCard, folder: Path) -> None:
    assert not evaluator.built
    assert evaluator.memory_bytes == 104
    assert list(folder.iterdir()) == []


def test_the_first_use_builds_the_table_and_the_next_ones_find_it(
    evaluator: ByLowestCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evaluator.value("AhKhQhJhTh") == 12
    assert evaluator.built
    monkeypatch.setattr(os, "fsync", None)  # nothing can be built from now on
    assert ByLowestCard().value("2hKhQhJhTh") == 0


def test_an_open_table_is_not_looked_for_again(evaluator: ByLowestCard, folder: Path) -> None:
    evaluator.build()
    evaluator.table.path.unlink()
    assert evaluator.value("AhKhQhJhTh") == 12
    assert list(folder.glob("*.table")) == []


def test_it_tells_how_far_the_build_is(evaluator: ByLowestCard) -> None:
    texts: list[tuple[int, int]] = []
    evaluator.build(lambda *how_far: texts.append(how_far))
    assert texts == [(0, 104), (104, 104)]


def test_a_table_that_was_removed_is_built_anew(evaluator: ByLowestCard) -> None:
    evaluator.build()
    assert evaluator.clear() > 104
    assert (evaluator.built, evaluator.clear()) == (False, 0)
    assert evaluator.value("AhKhQhJhTh") == 12
    assert evaluator.built


def test_a_folder_that_cannot_be_used_is_an_error_of_ours(
    evaluator: ByLowestCard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(tables, "tables_folder", lambda: file)
    with pytest.raises(CacheError, match=r"the table of by-lowest-card .* cannot be kept in"):
        evaluator.value("AhKhQhJhTh")
