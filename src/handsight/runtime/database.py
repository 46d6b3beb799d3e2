"""SQLite files whose rows have checksums that are verified on every read.

SQLite detects little of the damage that a bad disk or an incomplete copy does to a file. So every
value is in a `CheckedTable`: each row has a checksum over its table, key and value, and the table
``contents`` holds the number of rows of each table and a sum over the rows' keys and checksums.
Reading a changed, exchanged or missing row raises an error that names the row or, if all rows found
have valid checksums, only the table; damaged data is never accepted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Generic, TypeVar

from handsight.errors import HandsightError
from handsight.runtime.closing import Closing

PATIENCE = 30.0
"""Seconds to wait for another program that has locked the file."""

CHECKSUM_SIZE = 16
"""The size of a checksum in bytes."""

MAGIC = b"SQLite format 3\0"
"""The first bytes of a SQLite file."""

_CONTENTS = (
    "CREATE TABLE contents (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, total BLOB NOT NULL, "
    "checksum BLOB NOT NULL) WITHOUT ROWID"
)
_APPLICATION = slice(68, 72)

Key = TypeVar("Key", int, str, bytes)


@dataclass(frozen=True, slots=True)
class DatabaseKind:
    """A type of database file, such as an arena store, and the words used in its error messages.

    Attributes:
        name: the name of this type of file, such as ``"arena store"``.
        application: a number in the file's header that identifies this type of file.
        version: the version of the format in which new files are written.
        tables: {name of a `CheckedTable`: SQL type of the table's keys}.
        error: the class of the exceptions to raise.
        writer: the other program that writes such files, such as ``"another arena"``.
        missing: the error message for a missing file; ``{path}`` stands for the file's path.
        remedy: what the user can do if the file is damaged; error messages include this advice.
        concurrent: whether other programs can read the file while a program writes to it, through
            SQLite's write-ahead log.
    """

    name: str
    application: int
    version: int
    tables: dict[str, str]
    error: type[HandsightError]
    writer: str = "another program"
    missing: str = "there is no store {path}"
    remedy: str = ""
    concurrent: bool = False

    @property
    def article(self) -> str:
        """The indefinite article, ``"a"`` or ``"an"``, that precedes the name."""
        return "an" if self.name[0] in "aeiou" else "a"


def open_sqlite(path: Path, mode: str) -> sqlite3.Connection:
    """Open a SQLite file; each access waits up to `PATIENCE` seconds for another process's lock.

    Args:
        path: the path of the file.
        mode: ``"ro"`` to read; ``"rw"`` to read and write; ``"rwc"`` to create a missing file too.
    """
    where = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)


class Database(Closing):
    """An open SQLite file of handsight.

    Args:
        path: the path of the file.
        kind: the type that the file must have.
        create: whether to accept an empty or missing file too; see `set_up`.
        versions: the versions of the format to accept; by default, only the version of ``kind``.

    Raises:
        HandsightError: if the file is missing, has another type or version, or cannot be opened.
            The exception's class is ``kind.error``.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.errors import OptionError
        >>> kind = DatabaseKind("list", 7, 1, {"names": "INTEGER"}, OptionError)
        >>> with TemporaryDirectory() as folder:
        ...     with Database(Path(folder, "a.db"), kind, create=True) as database:
        ...         names = CheckedTable[int](database, "names")
        ...         database.set_up(lambda: names.insert([(3, b"Ann"), (5, b"Bob")]))
        ...         print(names.keys(), names.get(5))
        [3, 5] b'Bob'
    """

    def __init__(
        self,
        path: Path,
        kind: DatabaseKind,
        *,
        create: bool = False,
        versions: Iterable[int] | None = None,
    ) -> None:
        self.path, self.kind = path, kind
        self._written = False
        with self.explained("opened"):
            self.connection = self._connected(create)
        try:
            with self.explained():
                self._require_ours(create, (kind.version,) if versions is None else versions)
        except BaseException:
            self.connection.close()
            raise

    # --- opening ----------------------------------------------------------------------------------

    def _connected(self, create: bool) -> sqlite3.Connection:
        if self.path.exists():
            self._require_sqlite()
        elif not create:
            raise self.kind.error(self.kind.missing.format(path=repr(str(self.path))))
        return open_sqlite(self.path, "rwc" if create else "rw")

    def _require_sqlite(self) -> None:
        reason = "it is not a file"
        if self.path.is_file():
            with self.path.open("rb") as file:
                head = file.read(len(MAGIC))
            if head in (b"", MAGIC):
                return
            reason = "file is not a database"
        raise self.kind.error(
            f"the store {str(self.path)!r} cannot be opened: {reason}, so it is not "
            f"{self.kind.article} {self.kind.name}"
        )

    def _require_ours(self, create: bool, versions: Iterable[int]) -> None:
        path, kind = str(self.path), self.kind
        application, version = self.pragma("application_id"), self.version
        if self._is_empty():
            if create:
                return
            raise kind.error(f"{path!r} is empty; no {kind.name} has been written to it")
        if application != kind.application:
            raise kind.error(f"{path!r} is a database, but not {kind.article} {kind.name}")
        known = list(versions)
        if version in known:
            return
        reads = f"this handsight reads version {' and '.join(map(str, known))}"
        if version == kind.version:
            raise kind.error(f"the store {path!r} already has version {version}")
        if version < kind.version:
            reads += f"; convert it: handsight convert-store {path} NEW"
        raise kind.error(f"the store {path!r} has version {version}; {reads}")

    def _is_empty(self) -> bool:
        tables = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and not self.pragma("application_id")

    def set_up(self, fill: Callable[[], None] | None = None) -> None:
        """Create the tables, unless the file already has tables.

        Args:
            fill: callable that writes the first rows, in the transaction that creates the tables.
        """
        with self.explained():
            if not self._is_empty():
                return
        with self.transaction() as base:
            if not self._is_empty():  # another program has just created the tables
                return
            base.execute(_CONTENTS)
            for name in self.kind.tables:
                self._make_table(name)
            base.execute(f"PRAGMA application_id = {self.kind.application}")
            base.execute(f"PRAGMA user_version = {self.kind.version}")
            if fill is not None:
                fill()

    def add_tables(self) -> None:
        """Add the tables that a file of an older version lacks, and update the file's version."""
        if self.version == self.kind.version:
            return
        with self.transaction() as base:
            query = "SELECT name FROM sqlite_master WHERE type = 'table'"
            there = {name for (name,) in base.execute(query)}
            for name in self.kind.tables:
                if name not in there:
                    self._make_table(name)
            base.execute(f"PRAGMA user_version = {self.kind.version}")

    def renew_table(self, name: str) -> None:
        """Replace a table of the file, or add it, inside a `transaction`; it is empty then.

        Args:
            name: the name of the table, one of those of its kind.
        """
        base = self.connection
        base.execute(f"DROP TABLE IF EXISTS {name}")
        base.execute("DELETE FROM contents WHERE name = ?", (name,))
        self._make_table(name)

    def _make_table(self, name: str) -> None:
        keys, base = self.kind.tables[name], self.connection
        base.execute(
            f"CREATE TABLE {name} (key {keys} PRIMARY KEY, checksum BLOB NOT NULL, "
            f"value BLOB NOT NULL){'' if keys == 'INTEGER' else ' WITHOUT ROWID'}"
        )
        row = (name, 0, _total_bytes(0))
        base.execute("INSERT INTO contents VALUES (?, ?, ?, ?)", (*row, _of_contents(row)))

    @property
    def state(self) -> tuple[int, int]:
        """Two numbers, one of which changes when this or another program writes to the file."""
        return self.pragma("data_version"), self.connection.total_changes

    @property
    def version(self) -> int:
        """The version of the format that the file's header states."""
        return self.pragma("user_version")

    def pragma(self, name: str) -> int:
        """Return the integer value of a SQLite pragma.

        Args:
            name: the name of the pragma, such as ``"page_count"``.
        """
        return int(self.connection.execute(f"PRAGMA {name}").fetchone()[0])

    # --- using ------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block in one transaction, and commit it; after an error, roll it back."""
        with self.explained():
            base = self.connection
            if not self._written and self.kind.concurrent:
                base.execute("PRAGMA journal_mode = WAL")  # otherwise readers would have to wait
                base.execute("PRAGMA synchronous = NORMAL")
            self._written = True
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
                base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have already ended the transaction
                    base.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Make the block read a single state of the file, even if other programs write to it."""
        with self.explained():
            if self.connection.in_transaction:
                yield self.connection
                return
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """Make the block fail at once, instead of waiting, if another program locks the file."""
        with self.explained():
            self.connection.execute("PRAGMA busy_timeout = 0")
            try:
                yield
            finally:
                self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")

    @contextmanager
    def explained(self, done: str = "used") -> Iterator[None]:
        """Convert SQLite and system errors in the block to ``kind.error``, with a clear message.

        Args:
            done: participle of what the block does with the file, such as ``"opened"``.
        """
        try:
            yield
        except (
            # UnicodeDecodeError is a ValueError; a damaged size can exceed the memory.
            *(OSError, ValueError, MemoryError, sqlite3.Error),
        ) as error:
            if isinstance(error, HandsightError):
                raise
            reason = reason_of(error)
            raise self.kind.error(
                f"the store {str(self.path)!r} cannot be {done}: {reason}"
            ) from error

    def damaged(self, what: str, reason: str) -> HandsightError:
        """Return an error to raise for a damaged part of the file.

        Args:
            what: the part that cannot be read, such as ``"block 3"``.
            reason: why that part cannot be read.
        """
        remedy = f"; {self.kind.remedy}" if self.kind.remedy else ""
        return self.kind.error(
            f"the store {str(self.path)!r} is damaged: {what} cannot be read: {reason}{remedy}"
        )

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Convert decoding errors in the block to an error that names the damaged part of the file.

        Args:
            what: the part of the file that the block reads, such as ``"block 3"``.
        """
        try:
            yield
        except (
            *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
        ) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise self.damaged(what, said) from None

    def close(self) -> None:
        """Merge the write-ahead log into the file unless another program reads it, and close."""
        if self._written and self.kind.concurrent:
            with suppress(sqlite3.Error):  # harmless: another reader, or a full disk
                self.connection.execute("PRAGMA busy_timeout = 0")
                self.connection.execute("PRAGMA journal_mode = DELETE")
        self.connection.close()


# --- tables ---------------------------------------------------------------------------------------


class OpenStore(Closing):
    """The base class of stores in a database, which close it at the end of a ``with`` block."""

    _database: Database

    def close(self) -> None:
        """Close the file."""
        self._database.close()


class CheckedTable(Generic[Key]):
    """A table of keys and values in a `Database`, with checksums that are verified on every read.

    Args:
        database: the database that contains the table.
        name: the name of the table.
        describe: callable that takes a key and describes the key's row in error messages.
    """

    def __init__(
        self, database: Database, name: str, describe: Callable[[Key], str] | None = None
    ) -> None:
        self.database, self.name = database, name
        self._describe: Callable[[Key], str] | None = describe

    def insert(self, rows: Iterable[tuple[Key, bytes]]) -> None:
        """Add rows inside a `Database.transaction`; the keys must not exist yet.

        Args:
            rows: (key, value) of each row.
        """
        listed = [(key, checksum_of(self.name, key, value), value) for key, value in rows]
        base = self.database.connection
        base.executemany(f"INSERT INTO {self.name} VALUES (?, ?, ?)", listed)
        self._count(len(listed), sum(_share_of(key, checksum) for key, checksum, _ in listed))

    def replace(self, key: Key, value: bytes) -> None:
        """Set the value of a key inside a `Database.transaction`, whether or not the key exists."""
        self.remove([key])
        self.insert([(key, value)])

    def remove(self, keys: Iterable[Key]) -> None:
        """Remove the rows with these keys inside a `Database.transaction`; ignore missing keys."""
        base, rows, shares = self.database.connection, 0, 0
        for key in keys:
            row = base.execute(f"SELECT checksum FROM {self.name} WHERE key = ?", (key,)).fetchone()
            if row is not None:
                base.execute(f"DELETE FROM {self.name} WHERE key = ?", (key,))
                rows, shares = rows - 1, shares - _share_of(key, row[0])
        self._count(rows, shares)

    def get(self, key: Key) -> bytes | None:
        """Return the value of a key, or None if the table does not contain the key."""
        return self.values([key]).get(key)

    def value(self, key: Key, checksum: bytes | None = None) -> bytes:
        """Return the value of a key; raise ``kind.error`` if its row is missing or damaged.

        Unlike `get`, this method reads only the key's own row.

        Args:
            key: the key.
            checksum: the checksum that the row must have; None for any.
        """
        with self.database.explained():
            return self._value(key, checksum)

    def values(self, keys: Iterable[Key]) -> dict[Key, bytes]:
        """Return {key: value} for those of the given keys that the table contains."""
        with self.database.snapshot():
            listed = self.checksums()
            return {key: self._value(key) for key in keys if key in listed}

    def has(self, key: Key) -> bool:
        """Check whether the table contains a key; the result is reliable only after `check`."""
        with self.database.explained():
            query = f"SELECT 1 FROM {self.name} WHERE key = ?"
            return self.database.connection.execute(query, (key,)).fetchone() is not None

    def check(self) -> dict[Key, bytes]:
        """Read the whole table, and return {key: checksum}.

        Raise ``kind.error`` if a row is missing, extra or changed.
        """
        with self.database.snapshot() as base:
            listed = self.checksums()
            for key, checksum, value in base.execute(f"SELECT * FROM {self.name}"):
                if not isinstance(value, bytes) or checksum_of(self.name, key, value) != checksum:
                    raise self._damaged(key)
            return listed

    @property
    def size(self) -> int:
        """The number of rows that the table should contain, as recorded in ``contents``."""
        with self.database.snapshot():
            return self._contents()[0]

    def keys(self) -> list[Key]:
        """Return all keys in ascending order."""
        with self.database.snapshot():
            return list(self.checksums())

    def rows(self, chosen: Callable[[Key], bool] = lambda key: True) -> Iterator[tuple[Key, bytes]]:
        """Yield (key, value) of each row, in ascending order of the keys.

        Args:
            chosen: callable that takes a key and returns whether to yield the key's row; by
                default, all rows are yielded.
        """
        with self.database.snapshot():
            checksums = self.checksums()
        for key, checksum in checksums.items():
            if chosen(key):
                with self.database.explained():
                    value = self._value(key, checksum)
                yield key, value

    def checksums(self) -> dict[Key, bytes]:
        """Return {key: checksum} for all rows; call this method inside a `Database.snapshot`.

        Raise ``kind.error`` if rows are missing or extra, or if a key or checksum was changed. This
        is fast because the values are not read; a damaged value is found when it is read.
        """
        base = self.database.connection
        rows, total = self._contents()
        listed: dict[Key, bytes] = {}
        found = 0
        for key, checksum in base.execute(f"SELECT key, checksum FROM {self.name} ORDER BY key"):
            if not isinstance(checksum, bytes) or len(checksum) != CHECKSUM_SIZE or key in listed:
                raise self._damaged(key)
            listed[key] = checksum
            found += _share_of(key, checksum)
        if len(listed) == rows and _total_bytes(found) == total:
            return listed
        for key, checksum in listed.items():  # name the bad row, if it is one of the rows found
            self._value(key, checksum)
        reason = f"it has {len(listed)} rows, and {rows} were written"
        if len(listed) == rows:
            reason = "its rows are not those that were written"
        raise self.database.damaged(f"the table {self.name}", reason)

    def _value(self, key: Key, checksum: bytes | None = None) -> bytes:
        """Read and verify the value of a key; its checksum must equal ``checksum`` if given."""
        query = f"SELECT key, checksum, value FROM {self.name} WHERE key = ?"
        row = self.database.connection.execute(query, (key,)).fetchone()
        if row is None or type(row[0]) is not type(key) or not isinstance(row[2], bytes):
            raise self._damaged(key)
        stored, value = row[1], row[2]
        if checksum not in (None, stored) or checksum_of(self.name, row[0], value) != stored:
            raise self._damaged(key)
        return value

    def _damaged(self, key: Key) -> HandsightError:
        try:
            what = f"{self.name}[{key!r}]" if self._describe is None else self._describe(key)
        except (TypeError, ValueError):  # a key of another type
            what = f"{self.name}[{key!r}]"
        return self.database.damaged(what, "its checksum is wrong")

    def _contents(self) -> tuple[int, bytes]:
        query = "SELECT name, rows, total, checksum FROM contents WHERE name = ?"
        row = self.database.connection.execute(query, (self.name,)).fetchone()
        if row is None or row[0] != self.name or _of_contents(row[:3]) != row[3]:
            raise self.database.damaged(f"the size of the table {self.name}", "it is wrong")
        return row[1], row[2]

    def _count(self, rows: int, shares: int) -> None:
        """Add to the number of rows and the sum of checksums that ``contents`` records.

        Args:
            rows: the number of rows that were added; negative if rows were removed.
            shares: the sum of `_share_of` over these rows; negative if rows were removed.
        """
        before, total = self._contents()
        row: tuple[str, int, bytes] = (
            self.name,
            before + rows,
            _total_bytes(int.from_bytes(total) + shares),
        )
        self.database.connection.execute(
            "UPDATE contents SET rows = ?, total = ?, checksum = ? WHERE name = ?",
            (*row[1:], _of_contents(row), self.name),
        )


def checksum_of(table: str, key: int | str | bytes, value: bytes) -> bytes:
    """Return the checksum of the row with this key and value in the table with this name.

    Example:
        >>> checksum_of("blocks", 1, b"a") == checksum_of("blocks", 2, b"a")
        False
    """
    head = repr((table, key, len(value))).encode("utf-8", "surrogatepass")
    digest = blake2b(head, digest_size=CHECKSUM_SIZE, person=b"handsight store")
    digest.update(value)
    return digest.digest()


def _share_of(key: int | str | bytes, checksum: bytes) -> int:
    """Return the number that a row adds to its table's sum of checksums in ``contents``."""
    return int.from_bytes(checksum_of("total", key, checksum))


def _of_contents(row: tuple[object, ...]) -> bytes:
    return checksum_of("contents", repr(row), b"")


def _total_bytes(total: int) -> bytes:
    return (total % (1 << 8 * CHECKSUM_SIZE)).to_bytes(CHECKSUM_SIZE)


# --- words ----------------------------------------------------------------------------------------


def application_of(path: Path) -> int:
    """Return the application number in the header of a SQLite file.

    Returns:
        The file's `DatabaseKind.application`, or 0 if the file cannot be read or is no database.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_APPLICATION.stop)
    except (OSError, ValueError):
        return 0
    return int.from_bytes(head[_APPLICATION]) if head.startswith(MAGIC) else 0


def reason_of(error: BaseException) -> str:
    """Describe why a database cannot be used, given an error that SQLite or the system raised.

    SQLite has a separate error code for a full disk, but reports a file that exceeds the limit on
    file sizes only as an input or output error.

    Example:
        >>> reason_of(sqlite3.OperationalError("database is locked"))
        'database is locked'
        >>> reason_of(MemoryError())
        'there is not enough memory for what it claims to hold; it may be damaged'
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory for what it claims to hold; it may be damaged"
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; make room and resume, nothing is lost"
    if code & 0xFF != sqlite3.SQLITE_IOERR:
        return str(error)
    most = _largest_file()
    if most is None:
        return f"{error}; the disk may be full, or broken"
    return f"{error}; files may not grow beyond {most:,} bytes here (ulimit -f)"


def _largest_file() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return None if most == resource.RLIM_INFINITY else most
