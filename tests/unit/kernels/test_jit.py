"""How kernels are compiled and kept."""

import shutil
from pathlib import Path

import numba
import numpy as np
import pytest

from handsight.kernels import compiler, jit
from handsight.kernels.ahead import built


def folder() -> Path:
    """Work the folder out anew; the function itself remembers what it said."""
    return compiler.cache_folder.__wrapped__()


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernels, which the module takes for its own home."""
    copied = shutil.copytree(
        Path(compiler.__file__).parent, tmp_path / "kernels", ignore=shutil.ignore_patterns("__*")
    )
    monkeypatch.setattr(compiler, "__file__", str(copied / "compiler.py"))
    return copied


def test_the_folder_stays_while_nothing_changes(sources: Path) -> None:
    assert folder() == folder()


@pytest.mark.parametrize("name", ["ranking/evaluation.py", "solver/walks.py", "jit.py"])
def test_a_change_in_any_kernel_source_changes_the_folder(sources: Path, name: str) -> None:
    before = folder()
    with (sources / name).open("a") as source:
        source.write("# changed\n")
    assert folder() != before


def test_a_new_kernel_source_changes_the_folder(sources: Path) -> None:
    before = folder()
    (sources / "odds" / "another.py").write_text("")
    assert folder() == before
    (sources / "odds" / "another.py").write_text("ONE = 1\n")
    assert folder() != before


def test_checked_bounds_change_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = set()
    for mode in (None, 1):
        monkeypatch.setattr(numba.config, "BOUNDSCHECK", mode)
        folders.add(folder())
    assert len(folders) == 2


def test_the_folder_lies_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    assert folder().parent == tmp_path / "kernels"


def test_without_a_word_from_the_environment_it_lies_in_the_users_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HANDSIGHT_CACHE_DIR")
    assert "handsight" in folder().parts
    assert folder().is_absolute()


def test_declaring_a_kernel_leaves_numbas_own_cache_where_it_was() -> None:
    before = numba.config.CACHE_DIR
    compiler.kernel(folder)
    assert before == numba.config.CACHE_DIR


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.skipif(built() is not None, reason="the kernels are compiled ahead")
def test_a_kernel_is_kept_in_the_folder_and_releases_the_interpreter() -> None:
    from handsight.kernels.ranking.evaluation import strength_of_mask

    assert Path(strength_of_mask.stats.cache_path).is_relative_to(compiler.cache_folder())
    assert strength_of_mask.targetoptions["nogil"]


def count_bits(lane: np.uint16, mask: np.uint64) -> tuple[int, int]:
    return jit.popcount16(lane), jit.popcount64(mask)


@pytest.mark.pure_python
@pytest.mark.parametrize("bits", [0, 1, 0x8000, 0xFFFF, 0x5555, 2**64 - 1, 1 << 63, 0xF0F0 << 40])
def test_set_bits_are_counted(bits: int) -> None:
    count = numba.njit(count_bits)
    counted = count(np.uint16(bits & 0xFFFF), np.uint64(bits))
    assert counted == ((bits & 0xFFFF).bit_count(), bits.bit_count())
