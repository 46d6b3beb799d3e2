"""Large tables that are built once, kept in a file, and mapped into memory.

A table is written to a temporary file, which is renamed when it is complete, so a build that is
killed never leaves an incomplete table. The next build removes the temporary file, but on a disk
without locks only if the file is old. The code contains the SHA-256 of each table. The digest of a
table's file is computed only once: it is saved in a stamp file together with the file's size and
time, and stays valid until the size or time changes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING, Any, TypeAlias

from handsight.errors import CacheError
from handsight.runtime.chunks import Progress
from handsight.runtime.files import file_digest, write_whole
from handsight.runtime.machine import cores

if TYPE_CHECKING:
    import sqlite3

    from numpy.typing import NDArray

Watch: TypeAlias = Callable[[str, int, int], None]
"""A function that is called with a table's name, the number of bytes done and the total number."""

LOCK, PART, STAMP = ".lock", ".part", ".stamp"
SURELY_DEAD = 3600
"""If files cannot be locked, the seconds to keep an unfinished file after its last change."""
_NEXT_TRY = 1.0
"""The seconds that SQLite waits for a lock before it lets an interrupt through."""

_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@dataclass(frozen=True)
class TableFile:
    """The name, format and digest of a table, and a function that computes its entries.

    Attributes:
        name: the table's name; the file's name begins with it.
        dtype: the type of the entries, including the byte order, such as ``<u2``.
        entries: the number of entries.
        sha256: the SHA-256 of the bytes of all entries, as hexadecimal digits.
        pieces: callable that takes a thread pool, on which it can run work, and yields the entries
            in order, in arrays of any length.
    """

    name: str
    dtype: str
    entries: int
    sha256: str
    pieces: Callable[[Executor], Iterator[NDArray[Any]]]

    @property
    def size(self) -> int:
        """The size of the table's file in bytes."""
        import numpy as np

        return self.entries * np.dtype(self.dtype).itemsize

    @property
    def path(self) -> Path:
        """The path of the table's file, which need not exist; part of `sha256` is in the name."""
        return tables_folder() / f"{self.name}.{self.sha256[:16]}.table"


def tables_folder() -> Path:
    """Return the folder of all tables, in ``HANDSIGHT_CACHE_DIR`` or the user's cache folder."""
    import platformdirs

    named = os.environ.get("HANDSIGHT_CACHE_DIR")
    return Path(named or platformdirs.user_cache_dir("handsight")) / "tables"


@contextmanager
def watching_builds(watch: Watch) -> Iterator[None]:
    """Call a function with the progress of all tables that this thread builds in the block.

    Args:
        watch: called with a table's name, the number of bytes done and the total number. For each
            table, the number of bytes done is 0 in the first call and the total in the last call.
    """
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def is_built(table: TableFile) -> bool:
    """Check whether a table's file exists and is correct.

    The file is read only if it has changed since its stamp was written, or has no stamp.
    """
    try:
        status = table.path.stat()
    except OSError:
        return False
    if status.st_size != table.size:
        return False
    state = f"{status.st_size} {status.st_mtime_ns} "
    stamp = _read_stamp(table)
    if not stamp.startswith(state):
        stamp = state + file_digest(table.path)
        _stamp(table, stamp)
    return stamp == state + table.sha256


def open_table(table: TableFile, progress: Progress | None = None) -> NDArray[Any]:
    """Map a table into memory, read-only; build it first if its file is missing or wrong.

    Args:
        table: the table.
        progress: called during a build with the number of bytes done and the total number.

    Raises:
        CacheError: if the table cannot be built, or its file cannot be written or read.
    """
    import numpy as np

    with _naming_the_folder(table):
        if not is_built(table):
            build_table(table, progress)
        return np.asarray(np.memmap(table.path, table.dtype, "r", shape=(table.entries,)))


def build_table(table: TableFile, progress: Progress | None = None) -> None:
    """Build a table unless its file is correct; wait first if another process is building it.

    Args:
        table: the table.
        progress: called with the number of bytes done and the total number.

    Raises:
        CacheError: if the disk is full, the folder is not writable, or the built table is wrong.
    """
    with _naming_the_folder(table):
        tables_folder().mkdir(parents=True, exist_ok=True)
        with _lock(table) as alone:
            if not is_built(table):
                _remove_leftovers(table, alone)
                _write(table, _listeners(table, progress))


def clear_table(table: TableFile) -> int:
    """Remove a table's file and all related files but the lock, including those of other versions.

    A process that has the table open can continue to use it. If another process is building the
    table, the function waits for that process.

    Returns:
        The total size of the removed files in bytes.

    Raises:
        CacheError: if a file cannot be removed.
    """
    if not tables_folder().is_dir():
        return 0
    with _naming_the_folder(table), _lock(table):
        return sum(_remove(path) for path in _files(table) if path.suffix != LOCK)


def _files(table: TableFile) -> list[Path]:
    return sorted(tables_folder().glob(f"{table.name}.*"))


def _remove(path: Path) -> int:
    size = path.stat().st_size
    path.unlink()
    return size


# --- building -----------------------------------------------------------------------------------


def _write(table: TableFile, progress: Progress) -> None:
    part = table.path.with_suffix(f".{os.getpid()}-{token_hex(4)}{PART}")
    try:
        digest = _fill(table, part, progress)
        if digest != table.sha256:
            raise CacheError(
                f"the table of {table.name} is wrong: its SHA-256 begins with {digest[:16]}, not "
                f"{table.sha256[:16]}; please report this"
            )
        part.replace(table.path)
    finally:
        part.unlink(missing_ok=True)
    status = table.path.stat()
    _stamp(table, f"{status.st_size} {status.st_mtime_ns} {digest}")


def _fill(table: TableFile, part: Path, progress: Progress) -> str:
    """Write a table to a file, flush the file to disk, and return the SHA-256 of the table."""
    import numpy as np

    digest, done = hashlib.sha256(), 0
    progress(0, table.size)
    with part.open("xb") as file, ThreadPoolExecutor(cores()) as pool:
        for piece in table.pieces(pool):
            data = np.ascontiguousarray(piece, dtype=table.dtype).data.cast("B")
            file.write(data)
            digest.update(data)
            done += len(data)
            progress(min(done, table.size), table.size)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _listeners(table: TableFile, progress: Progress | None) -> Progress:
    watch = _watch.get()

    def report(done: int, most: int) -> None:
        if progress is not None:
            progress(done, most)
        if watch is not None:
            watch(table.name, done, most)

    return report


@contextmanager
def _naming_the_folder(table: TableFile) -> Iterator[None]:
    """Convert system errors in the block to a `CacheError` that names the tables' folder."""
    try:
        yield
    except OSError as error:
        raise CacheError(
            f"the table of {table.name} ({table.size / 1e6:,.0f} MB) cannot be kept in "
            f"{tables_folder()}: {error.strerror or error}; free "
            "space or mend its permissions, or name another folder in HANDSIGHT_CACHE_DIR"
        ) from None


# --- concurrent builders ------------------------------------------------------------------------


@contextmanager
def _lock(table: TableFile) -> Iterator[bool]:
    """Lock a table so that no other process builds it, and yield whether the table is locked.

    The system releases the lock when the process ends, even if it crashes. The lock file is never
    removed: otherwise, two processes could hold locks at once, one on the old file and one on a new
    file. On a disk without locks, each process builds its own file, and the last file is kept.
    """
    held = _locked(tables_folder() / f"{table.name}{LOCK}")
    try:
        yield held is not None
    finally:
        if held is not None:
            held.close()


def _locked(path: Path) -> sqlite3.Connection | None:
    """Wait for the lock on a file, and return the connection that holds it; None without locks.

    SQLite locks files alike on all systems, and an empty file is an empty database. Nothing else
    opens the file, because on POSIX that would release the locks of this process's other threads.
    """
    import sqlite3

    base = None
    try:
        base = sqlite3.connect(path, timeout=_NEXT_TRY, isolation_level=None)
        while True:
            try:
                base.execute("PRAGMA journal_mode = MEMORY")  # no file that a kill would leave
                base.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                # Another process holds the lock. An interrupt can strike before the next try.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
            else:
                return base
    except sqlite3.Error:
        if base is not None:
            base.close()
        return None
    except BaseException:
        if base is not None:
            base.close()
        raise


def _remove_leftovers(table: TableFile, alone: bool) -> None:
    """Remove the unfinished files of builds that were killed.

    Args:
        table: the table.
        alone: whether this process holds the table's lock, so that no other process is building it.
            If not, only files older than `SURELY_DEAD` are removed.
    """
    for path in _files(table):
        if path.suffix == PART and (alone or time() - path.stat().st_mtime > SURELY_DEAD):
            path.unlink(missing_ok=True)


# --- the digest of a file -----------------------------------------------------------------------


def _stamp_path(table: TableFile) -> Path:
    return table.path.with_suffix(STAMP)


def _read_stamp(table: TableFile) -> str:
    try:
        return _stamp_path(table).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _stamp(table: TableFile, text: str) -> None:
    """Write a table's stamp; do nothing if the folder is read-only.

    Without a stamp, each check reads the whole file of the table.
    """
    try:
        write_whole(_stamp_path(table), text)
    except OSError:
        return
