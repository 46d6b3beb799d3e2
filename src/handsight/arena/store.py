"""The file in which an arena keeps what was played, block by block, whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from handsight.arena.locking import Lock
from handsight.arena.match import Block, PairRow
from handsight.arena.results import ArenaResult
from handsight.arena.schedule import ArenaSpec
from handsight.errors import ArenaError, OptionError

APPLICATION = 0x48534152
"""Stands in the head of the file, so that no other database is taken for ours."""

VERSION = 1
PATIENCE = 30.0
"""Seconds to wait for a program that reads."""

_MAGIC = b"SQLite format 3\0"
_TABLES = (
    "CREATE TABLE arena (spec TEXT NOT NULL)",
    "CREATE TABLE matchups (matchup INTEGER PRIMARY KEY, agents TEXT NOT NULL)",
    """CREATE TABLE blocks (
        matchup INTEGER, block INTEGER,
        decisions TEXT NOT NULL, seconds TEXT NOT NULL, longest TEXT NOT NULL,
        PRIMARY KEY (matchup, block)
    ) WITHOUT ROWID""",
    """CREATE TABLE pairs (
        matchup INTEGER, pair INTEGER, chips TEXT NOT NULL, hands TEXT NOT NULL,
        PRIMARY KEY (matchup, pair)
    ) WITHOUT ROWID""",
    """CREATE TABLE hands (
        matchup INTEGER, pair INTEGER, leg INTEGER, hand INTEGER,
        chips TEXT NOT NULL, phh TEXT NOT NULL,
        PRIMARY KEY (matchup, pair, leg, hand)
    ) WITHOUT ROWID""",
    """CREATE TABLE faults (
        matchup INTEGER NOT NULL, pair INTEGER NOT NULL, leg INTEGER NOT NULL,
        hand INTEGER NOT NULL, decision INTEGER NOT NULL, slot INTEGER NOT NULL,
        kind TEXT NOT NULL, detail TEXT NOT NULL
    )""",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


class StoredHand(NamedTuple):
    """A hand in a store.

    Attributes:
        matchup: its number.
        pair: its number.
        leg: its number.
        hand: its number in the match, from 1.
        chips: what the agent of each slot won.
        phh: the hand, as `handsight.history.parse_phh` reads it.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    chips: tuple[int, ...]
    phh: str


class StoredFault(NamedTuple):
    """A fault in a store.

    Attributes:
        matchup: its number.
        pair: its number.
        leg: its number.
        hand: its number in the match, from 1.
        decision: before how many actions of the hand it happened.
        slot: of the agent.
        kind: one of `handsight.arena.FAULTS`.
        detail: what happened.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    decision: int
    slot: int
    kind: str
    detail: str


class ArenaStore:
    """An SQLite file with what an arena has played.

    A block is written in one transaction, so that the file is right whenever the program ends, and
    whoever goes on from it plays what is missing. Only one arena writes it at a time; others may
    read meanwhile.

    Open one with `ArenaStore.open` or `ArenaStore.read`, best in a ``with`` statement.

    Attributes:
        path: of the file.
        spec: what the arena plays.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.arena.run import run_arena
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=100, seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     result = run_arena(spec, Path(folder, "arena.db"))
        ...     with ArenaStore.read(Path(folder, "arena.db")) as store:
        ...         print(store.spec == spec, store.result().hands, next(store.hands()).chips)
        True 200 (100, -100)
    """

    def __init__(self, path: Path, lock: Lock | None, spec: ArenaSpec | None) -> None:
        self.path = path
        self._lock = lock
        self._written = False
        self._base = self._connected()
        try:
            with self._explained():
                self.spec = self._prepared(spec)
        except BaseException:
            self._base.close()
            raise

    @classmethod
    def open(cls, path: Path | str, spec: ArenaSpec) -> ArenaStore:
        """Open a store to write it; it is made if it is not there.

        Args:
            path: of the file.
            spec: what the arena plays.

        Raises:
            ArenaError: if another arena has it open, it is no store of ours, or of another
                specification, or cannot be written.
        """
        lock = Lock(Path(path))
        try:
            return cls(Path(path), lock, spec)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(cls, path: Path | str) -> ArenaStore:
        """Open a store to read it, which may be done while an arena writes it.

        Args:
            path: of the file.

        Raises:
            ArenaError: if it is not there, or no store of ours.
        """
        if not Path(path).is_file():
            raise ArenaError(f"there is no arena's store {str(path)!r}")
        return cls(Path(path), None, None)

    # --- writing ----------------------------------------------------------------------------------

    def add(self, block: Block) -> None:
        """Write a block down, all of it or, if something goes wrong, nothing.

        Args:
            block: what was played.

        Raises:
            ArenaError: if it cannot be written; the store is as it was.
        """
        matchup = block.matchup
        told = [json.dumps(each) for each in (block.decisions, block.seconds, block.longest)]
        with self._writing() as base:
            base.execute("INSERT INTO blocks VALUES (?, ?, ?, ?, ?)", (matchup, block.block, *told))
            base.executemany(
                "INSERT INTO pairs VALUES (?, ?, ?, ?)",
                [
                    (matchup, row.pair, json.dumps(row.chips), json.dumps(row.hands))
                    for row in block.pairs
                ],
            )
            base.executemany(
                "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (matchup, pair, leg, hand, str(list(chips)), phh)
                    for pair, leg, hand, chips, phh in block.hands
                ],
            )
            base.executemany(
                "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(matchup, *row) for row in block.faults],
            )

    def close(self) -> None:
        """Close the file. If it was open for writing, all of it is in one file then."""
        if self._written:
            with suppress(sqlite3.Error):  # somebody reads it, or the disk is full: no matter
                self._base.execute("PRAGMA busy_timeout = 0")
                self._base.execute("PRAGMA journal_mode = DELETE")
        self._base.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> ArenaStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- reading ----------------------------------------------------------------------------------

    def result(self) -> ArenaResult:
        """Give what is known of the arena so far."""
        result = ArenaResult(self.spec)
        with self._explained():
            rows = self._base.execute("SELECT * FROM blocks ORDER BY matchup, block").fetchall()
            for matchup, block, *times in rows:
                result.add_pairs(matchup, self._pairs(matchup, self.spec.pairs_of(block)))
                result.add_times(matchup, *map(json.loads, times))
                result.end_block(matchup)
            for matchup, *about in self._base.execute(
                "SELECT matchup, slot, kind, count(*) FROM faults GROUP BY matchup, slot, kind"
            ):
                result.add_faults(matchup, Counter({(about[0], about[1]): about[2]}))
        return result

    def hands(self, matchup: int | None = None) -> Iterator[StoredHand]:
        """Give the hands in the order of the schedule: by matchup, pair, leg and number.

        Args:
            matchup: the number of a matchup, to have its hands only.
        """
        chosen, given = ("", ()) if matchup is None else ("WHERE matchup = ? ", (matchup,))
        query = f"SELECT * FROM hands {chosen}ORDER BY matchup, pair, leg, hand"
        with self._explained():
            for *place, chips, phh in self._base.execute(query, given):
                yield StoredHand._make((*place, tuple(json.loads(chips)), phh))

    def faults(self) -> Iterator[StoredFault]:
        """Give the faults in the order of the schedule."""
        query = (
            "SELECT * FROM faults ORDER BY matchup, pair, leg, hand, decision, slot, kind, detail"
        )
        with self._explained():
            yield from map(StoredFault._make, self._base.execute(query))

    def _pairs(self, matchup: int, pairs: range) -> list[PairRow]:
        rows = self._base.execute(
            "SELECT pair, chips, hands FROM pairs WHERE matchup = ? AND pair BETWEEN ? AND ? "
            "ORDER BY pair",
            (matchup, pairs[0], pairs[-1]),
        )
        return [
            PairRow(pair, tuple(map(tuple, json.loads(chips))), tuple(json.loads(hands)))
            for pair, chips, hands in rows
        ]

    # --- the file ---------------------------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection:
        with self._explained():
            if self.path.exists() and not self._looks_like_sqlite():
                raise ArenaError(f"{str(self.path)!r} is no arena's store")
            return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)

    def _looks_like_sqlite(self) -> bool:
        if not self.path.is_file():
            return False
        with self.path.open("rb") as file:
            head = file.read(len(_MAGIC))
        return not head or head == _MAGIC

    def _prepared(self, spec: ArenaSpec | None) -> ArenaSpec:
        """Make the tables if there are none, and see whether the file is what it should be."""
        application = self._number("application_id")
        tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        empty = not application and not tables
        if empty and spec is None:
            raise ArenaError(f"{str(self.path)!r} is empty; no arena has begun to write it")
        if not empty and application != APPLICATION:
            raise ArenaError(f"{str(self.path)!r} is a database, but no arena's store")
        version = self._number("user_version")
        if not empty and version != VERSION:
            raise ArenaError(
                f"{str(self.path)!r} is a store of version {version}; this handsight reads "
                f"version {VERSION}"
            )
        if empty and spec is not None:
            self._create(spec)
        return self._agreed(spec)

    def _number(self, pragma: str) -> int:
        return int(self._base.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _create(self, spec: ArenaSpec) -> None:
        with self._writing() as base:
            for table in _TABLES:
                base.execute(table)
            base.execute("INSERT INTO arena VALUES (?)", (json.dumps(spec.to_json()),))
            base.executemany(
                "INSERT INTO matchups VALUES (?, ?)",
                [(number, json.dumps(agents)) for number, agents in spec.matchups],
            )

    def _agreed(self, asked: ArenaSpec | None) -> ArenaSpec:
        told = json.loads(self._base.execute("SELECT spec FROM arena").fetchone()[0])
        if asked is not None and asked.to_json() != told:
            wanted = asked.to_json()
            name = next(each for each in wanted if wanted[each] != told.get(each))
            raise ArenaError(
                f"the store {str(self.path)!r} is of another arena: its {name} is "
                f"{_said(told.get(name))}, not {_said(wanted[name])}; choose another file"
            )
        try:
            return ArenaSpec.from_json(told)
        except OptionError as error:
            raise ArenaError(f"the store {str(self.path)!r} cannot be read: {error}") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            if not self._written:
                self._base.execute("PRAGMA journal_mode = WAL")  # or readers would have to wait
                self._base.execute("PRAGMA synchronous = NORMAL")
                self._written = True
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have ended the transaction already
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Put what SQLite and the system complain about in words that help."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                reason = "the disk is full; make room and resume, nothing is lost"
            else:
                reason = str(error)
            raise ArenaError(f"the store {str(self.path)!r} cannot be used: {reason}") from error


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
