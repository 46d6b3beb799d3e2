"""Large tables are built once, kept whole or not at all, and never trusted blindly."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from subprocess import CompletedProcess
from time import sleep
from typing import Any

import numpy as np
import platformdirs
import pytest
from numpy.typing import NDArray

from handsight.errors import CacheError
from handsight.runtime import tables
from handsight.runtime.tables import (
    TableFile,
    build_table,
    clear_table,
    is_built,
    open_table,
    tables_folder,
    watching_builds,
)
from tests import fresh

NUMBERS = np.arange(1000, dtype="<u2")


def count_up(pool: Executor) -> Iterator[NDArray[Any]]:
    """Give the numbers in four pieces, made on the executor."""
    return pool.map(np.copy, np.split(NUMBERS, 4))


TABLE = TableFile("counting", "<u2", 1000, sha256(NUMBERS.tobytes()).hexdigest(), count_up)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    return tmp_path / "tables"


def made_by(pieces: Callable[[Executor], Iterator[NDArray[Any]]]) -> TableFile:
    return replace(TABLE, pieces=pieces)


def cannot_be_made(pool: Executor) -> Iterator[NDArray[Any]]:
    raise AssertionError("it is built again")


READY = made_by(cannot_be_made)


def kept(folder: Path) -> list[str]:
    """Name what is in the folder beside locks; digests and numbers of builders are left out."""
    names = [path.name.split(".") for path in folder.iterdir() if path.suffix != ".lock"]
    return sorted(f"{name[0]}.{name[-1]}" for name in names)


# --- where they are -----------------------------------------------------------------------------


def test_tables_lie_in_the_folder_that_the_environment_names(tmp_path: Path) -> None:
    assert tables_folder() == tmp_path / "tables"


def test_without_one_they_lie_in_the_cache_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANDSIGHT_CACHE_DIR")
    assert tables_folder() == Path(platformdirs.user_cache_dir("handsight")) / "tables"


def test_another_content_has_another_file() -> None:
    assert TABLE.path != replace(TABLE, sha256="0" * 64).path


# --- building and opening -----------------------------------------------------------------------


def test_a_table_is_built_when_it_is_first_opened(folder: Path) -> None:
    assert not is_built(TABLE)
    assert not folder.exists()
    assert np.array_equal(open_table(TABLE), NUMBERS)
    assert is_built(TABLE)
    assert kept(folder) == ["counting.stamp", "counting.table"]
    assert TABLE.path.stat().st_size == TABLE.size == 2000


def test_from_then_on_it_is_only_opened() -> None:
    build_table(TABLE)
    build_table(READY)
    assert np.array_equal(open_table(READY), NUMBERS)


def test_it_is_mapped_into_memory_and_cannot_be_written_to() -> None:
    table = open_table(TABLE)
    assert type(table) is np.ndarray
    assert isinstance(table.base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


def test_the_type_of_the_pieces_is_brought_to_that_of_the_table() -> None:
    pieces = [np.arange(500), np.arange(500, 1000, dtype=np.float64)]
    assert np.array_equal(open_table(made_by(lambda pool: iter(pieces))), NUMBERS)


def test_a_build_tells_how_far_it_is() -> None:
    texts: list[tuple[int, int]] = []
    build_table(TABLE, lambda *how_far: texts.append(how_far))
    assert texts == [(0, 2000), (500, 2000), (1000, 2000), (1500, 2000), (2000, 2000)]


def test_whoever_watches_is_told_of_all_builds_and_of_none_later() -> None:
    texts: list[tuple[str, int, int]] = []
    with watching_builds(lambda *how_far: texts.append(how_far)):
        open_table(TABLE)
        open_table(TABLE)
    assert (len(texts), texts[0], texts[-1]) == (5, ("counting", 0, 2000), ("counting", 2000, 2000))
    build_table(replace(TABLE, name="another"))
    assert len(texts) == 5


# --- what is there may be wrong -----------------------------------------------------------------


def flip_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[999] ^= 1
    path.write_bytes(content)


def cut_off_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def grow(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


@pytest.mark.parametrize("damage", [flip_a_byte, cut_off_the_end, grow, Path.unlink])
def test_a_damaged_table_is_built_again(damage: Callable[[Path], None]) -> None:
    build_table(TABLE)
    damage(TABLE.path)
    set_time(TABLE.path, 1)
    assert not is_built(TABLE)
    assert np.array_equal(open_table(TABLE), NUMBERS)
    assert is_built(TABLE)


def set_time(path: Path, seconds: int) -> None:
    """Set the time of change, so that it surely differs from the one before."""
    if path.exists():
        os.utime(path, (seconds, seconds))


def test_the_bytes_are_read_only_when_the_file_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    build_table(TABLE)
    read: list[Path] = []
    digest = tables.file_digest

    def reading(path: Path) -> str:
        read.append(path)
        return digest(path)

    monkeypatch.setattr(tables, "file_digest", reading)
    open_table(READY)
    assert read == []
    set_time(TABLE.path, 1)
    for _ in range(2):
        open_table(READY)
    assert read == [TABLE.path]


@pytest.mark.parametrize("stamp", [b"", b"nonsense", b"\xff\xfe", b"2000 1 0000"])
def test_a_stamp_that_says_nothing_of_the_file_is_written_anew(stamp: bytes) -> None:
    build_table(TABLE)
    path = TABLE.path.with_suffix(".stamp")
    good = path.read_bytes()
    path.write_bytes(stamp)
    open_table(READY)
    assert path.read_bytes() == good


def test_a_table_is_opened_where_no_stamp_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    build_table(TABLE)
    TABLE.path.with_suffix(".stamp").unlink()

    def refuse(path: Path, data: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tables, "write_whole", refuse)
    assert np.array_equal(open_table(READY), NUMBERS)


# --- what can go wrong --------------------------------------------------------------------------


def test_a_builder_whose_work_comes_out_wrong_is_an_error_and_leaves_nothing(folder: Path) -> None:
    wrong = made_by(lambda pool: iter([NUMBERS[::-1]]))
    with pytest.raises(CacheError, match=r"counting is wrong: .* begins with \w{16}, not"):
        open_table(wrong)
    assert kept(folder) == []


def test_an_interrupted_build_leaves_nothing(folder: Path) -> None:
    def pieces(pool: Executor) -> Iterator[NDArray[Any]]:
        yield NUMBERS[:500]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(made_by(pieces))
    assert kept(folder) == []
    assert np.array_equal(open_table(TABLE), NUMBERS)


def test_a_full_disk_is_one_sentence_of_ours_and_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_the_disk(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill_the_disk)
    with pytest.raises(CacheError) as caught:
        open_table(TABLE)
    assert str(caught.value) == (
        f"the table of counting (0 MB) cannot be kept in {folder}: No space left on device; free "
        "space or mend its permissions, or name another folder in HANDSIGHT_CACHE_DIR"
    )
    assert kept(folder) == []


@pytest.mark.parametrize(
    ("function", "refused"), [(open_table, "open"), (build_table, "open"), (clear_table, "unlink")]
)
def test_a_folder_that_cannot_be_used_is_named(
    function: Callable[[TableFile], Any],
    refused: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(self: Path, *mode: str, **options: bool) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "counting.old.table").touch()
    monkeypatch.setattr(Path, refused, refuse)
    with pytest.raises(CacheError, match=r"cannot be kept in .*tables: Permission denied; free"):
        function(TABLE)


def test_a_file_in_the_place_of_the_folder_is_named(folder: Path) -> None:
    folder.write_text("in the way", "utf-8")
    with pytest.raises(CacheError, match=r"cannot be kept in .*tables: (File exists|Not a dir)"):
        open_table(TABLE)


# --- builders that die, and builders at once ----------------------------------------------------

HALF = """
import os
from tests.unit.runtime.test_tables import NUMBERS, build_table, made_by

def pieces(pool):
    yield NUMBERS[:500]
    os.{end}

build_table(made_by(pieces))
"""

SLOW = """
import sys
from time import sleep
from tests.unit.runtime.test_tables import NUMBERS, made_by, open_table

def pieces(pool):
    print("builds", flush=True)
    yield NUMBERS[:500]
    sleep(0.5)
    yield NUMBERS[500:]

assert (open_table(made_by(pieces)) == NUMBERS).all()
"""


def run(script: str, folder: Path) -> "CompletedProcess[str]":
    return fresh.run(script, HANDSIGHT_CACHE_DIR=str(folder.parent))


def kill_a_builder(folder: Path) -> None:
    done = run(
        HALF.format(end="kill(os.getpid(), 9)" if os.name == "posix" else "_exit(9)"), folder
    )
    assert done.returncode in (-9, 9), done.stderr


def test_a_killed_build_leaves_no_table(folder: Path) -> None:
    kill_a_builder(folder)
    assert kept(folder) == ["counting.part"]
    assert not is_built(TABLE)


def test_what_a_killed_build_leaves_is_removed_by_the_next(folder: Path) -> None:
    kill_a_builder(folder)
    assert np.array_equal(open_table(TABLE), NUMBERS)
    assert kept(folder) == ["counting.stamp", "counting.table"]


def test_where_nothing_can_be_locked_it_is_removed_after_an_hour(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_locked", lambda path: None)
    folder.mkdir()
    old, new = folder / "counting.1.part", folder / "counting.2.part"
    old.touch()
    new.touch()
    set_time(old, 1)
    build_table(TABLE)
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.exhaustive
def test_of_two_processes_one_builds_and_the_other_waits(folder: Path) -> None:
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(run, [SLOW, SLOW], [folder, folder]))
    assert [each.returncode for each in done] == [0, 0], done
    assert sorted(each.stdout for each in done) == ["", "builds\n"]
    assert kept(folder) == ["counting.stamp", "counting.table"]


@pytest.mark.parametrize("locks", [True, False])
def test_threads_at_once_all_get_the_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    if not locks:
        monkeypatch.setattr(tables, "_locked", lambda path: None)
    builds = []

    def pieces(pool: Executor) -> Iterator[NDArray[Any]]:
        builds.append(1)
        sleep(0.05)
        yield NUMBERS

    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(open_table, [made_by(pieces)] * 4))
    assert all(np.array_equal(each, NUMBERS) for each in opened)
    assert kept(folder) == ["counting.stamp", "counting.table"]
    if locks:
        assert len(builds) == 1


# --- removing -----------------------------------------------------------------------------------


def test_a_table_is_removed_with_all_that_belongs_to_it(folder: Path) -> None:
    build_table(TABLE)
    stamp = TABLE.path.with_suffix(".stamp").stat().st_size
    (folder / "counting.0123.table").write_bytes(b"of another version")
    (folder / "counting-down.0123.table").write_bytes(b"of another table")
    assert clear_table(TABLE) == 2000 + stamp + len(b"of another version")
    assert not is_built(TABLE)
    assert kept(folder) == ["counting-down.table"]


def test_where_nothing_was_built_nothing_is_removed_or_made(folder: Path) -> None:
    assert clear_table(TABLE) == 0
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be removed")
def test_who_has_it_open_keeps_it() -> None:
    table = open_table(TABLE)
    clear_table(TABLE)
    assert np.array_equal(table, NUMBERS)
