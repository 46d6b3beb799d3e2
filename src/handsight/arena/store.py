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
from handsight.errors import ArenaError
from handsight.runtime.sqlite import reason_of

APPLICATION = 0x48534152
"""Stands in the head of the file, so that no other database is taken for ours."""

VERSION = 1
MOST = 1 << 62
"""No number in a store is larger."""

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
                with self.reading(f"block {block!r} of matchup {matchup!r}"):
                    slots = len(self._agents(matchup))
                    if block != result.matchups[matchup].blocks:
                        raise ValueError("the block before it is missing")
                    result.add_pairs(matchup, self._pairs(matchup, self.spec.pairs_of(block)))
                    result.add_times(matchup, *_times(times, slots))
                    result.end_block(matchup)
        for fault in self.faults():
            result.add_faults(fault.matchup, Counter({(fault.slot, fault.kind): 1}))
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
                with self.reading(_hand_at(place)):
                    slots = len(self._agents(place[0]))
                    won = tuple(_numbers(json.loads(chips), slots))
                    hand = StoredHand._make((*_numbers(place, 4, least=0), won, _text(phh)))
                yield hand

    def faults(self) -> Iterator[StoredFault]:
        """Give the faults in the order of the schedule."""
        query = (
            "SELECT * FROM faults ORDER BY matchup, pair, leg, hand, decision, slot, kind, detail"
        )
        with self._explained():
            for *place, kind, detail in self._base.execute(query):
                with self.reading(f"a fault in {_hand_at(place)}"):
                    numbers = _numbers(place, 6, least=0)
                    fault = StoredFault._make((*numbers, _text(kind), _text(detail)))
                    if fault.slot >= len(self._agents(fault.matchup)):
                        raise ValueError(f"there is no slot {fault.slot}")
                yield fault

    @contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Make whatever goes wrong inside the block an error that says where the damage is.

        Args:
            what: is read: a row, or the text of a hand.

        Raises:
            ArenaError: if it cannot be read.
        """
        try:
            yield
        except (
            *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
        ) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise ArenaError(
                f"the store {str(self.path)!r} is damaged: {what} cannot be read: {said}"
            ) from None

    def _agents(self, matchup: int) -> tuple[str, ...]:
        (number,) = _numbers([matchup], 1, least=0)
        return self.spec.matchups[number].agents

    def _pairs(self, matchup: int, pairs: range) -> list[PairRow]:
        rows = self._base.execute(
            "SELECT pair, chips, hands FROM pairs WHERE matchup = ? AND pair BETWEEN ? AND ? "
            "ORDER BY pair",
            (matchup, pairs[0], pairs[-1]),
        )
        slots = len(self._agents(matchup))
        found = [
            PairRow(
                pair,
                tuple(tuple(_numbers(leg, slots)) for leg in _list(json.loads(chips), slots)),
                tuple(_numbers(json.loads(hands), slots, least=0)),
            )
            for pair, chips, hands in rows
        ]
        if [row.pair for row in found] != list(pairs):
            raise ValueError("it has not the pairs that it should have")
        return found

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
        with self.reading("its specification"):
            told = json.loads(self._base.execute("SELECT spec FROM arena").fetchone()[0])
            held = ArenaSpec.from_json(told)
        if asked is not None and asked.to_json() != told:
            wanted = asked.to_json()
            name = next(
                (each for each in wanted if wanted[each] != told.get(each)), "specification"
            )
            raise ArenaError(
                f"the store {str(self.path)!r} is of another arena: its {name} is "
                f"{_said(told.get(name))}, not {_said(wanted.get(name))}; choose another file"
            )
        return held

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
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:  # of SQLite's own words too
            reason = reason_of(error)
            raise ArenaError(f"the store {str(self.path)!r} cannot be used: {reason}") from error


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# --- the values of a row --------------------------------------------------------------------------


def _hand_at(place: list[Any]) -> str:
    matchup, pair, leg, hand = place[:4]
    return f"hand {hand!r} of leg {leg!r} of pair {pair!r} of matchup {matchup!r}"


def _list(value: Any, size: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != size:
        raise ValueError(f"{_short(value)} is no list of {size}")
    return value


def _numbers(values: Any, size: int, least: int = -MOST) -> list[int]:
    for value in _list(values, size):
        if type(value) is not int or not least <= value <= MOST:
            raise ValueError(f"{_short(value)} is no number of chips, or of hands")
    return list(values)


def _seconds(values: Any, size: int) -> list[float]:
    for value in _list(values, size):
        if type(value) not in (int, float) or not 0 <= value < MOST:
            raise ValueError(f"{_short(value)} is no number of seconds")
    return list(map(float, values))


def _times(texts: list[str], slots: int) -> tuple[list[int], list[float], list[float]]:
    decisions, seconds, longest = map(json.loads, texts)
    return (
        _numbers(decisions, slots, least=0),
        _seconds(seconds, slots),
        _seconds(longest, slots),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{_short(value)} is no text")
    return value


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 40 else f"{said[:40]}…"
