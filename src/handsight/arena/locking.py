"""One arena at a time writes a store."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from handsight.errors import ArenaError

_TRIES = 20

# Tried in place of this: filelock 4.2. Its lock is flock's, which a forked worker holds on to when
# the arena itself is killed; the locks of SQLite are not inherited. It leaves its file behind, and
# where we take the file away, another arena may read "in use" of a store that is free. It would be
# 1.4 MB and 8 ms to import; SQLite is there for the store, and its lock costs 0.7 ms, filelock 0.4.


class Lock:
    """A lock beside a store, which the system gives back when the program ends, however it ends.

    It is that of an empty SQLite file, which works on all systems. Another arena may take the file
    away just when we open it; so it counts only if it still stands there once it is locked.

    Args:
        store: the file that is to be written.

    Raises:
        ArenaError: if another arena has it, or it cannot be made.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     lock = Lock(Path(folder, "arena.db"))
        ...     try:
        ...         Lock(Path(folder, "arena.db"))
        ...     except ArenaError as error:
        ...         print(str(error).partition(": ")[2])
        ...     lock.release()
        another arena writes it
    """

    def __init__(self, store: Path) -> None:
        if not store.name:
            raise ArenaError(f"{str(store)!r} is a folder; an arena's store is a file")
        self.path = store.with_name(f"{store.name}-lock")
        for _ in range(_TRIES):
            base = self._locked(store)
            if base is not None:
                self._base = base
                return
        raise ArenaError(f"the store {str(store)!r} cannot be locked: try again")

    def release(self) -> None:
        """Give the lock back."""
        with suppress(OSError):  # some systems keep a file that is open
            self.path.unlink()
        self._base.close()

    def _locked(self, store: Path) -> sqlite3.Connection | None:
        try:
            self.path.touch()
            before = self.path.stat().st_ino
            base = sqlite3.connect(self.path, timeout=0, isolation_level=None)
        except FileNotFoundError as error:
            if store.parent.is_dir():
                return None
            raise ArenaError(f"there is no folder {str(store.parent)!r}") from error
        except (OSError, ValueError, sqlite3.Error) as error:
            raise ArenaError(f"the store {str(store)!r} cannot be locked: {error}") from error
        try:
            base.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            base.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise ArenaError(
                    f"the store {str(store)!r} is in use: another arena writes it"
                ) from None
            raise ArenaError(f"the store {str(store)!r} cannot be locked: {error}") from error
        if self._stands(before):
            return base
        base.close()
        return None

    def _stands(self, number: int) -> bool:
        try:
            return self.path.stat().st_ino == number
        except FileNotFoundError:
            return False
