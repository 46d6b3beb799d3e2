"""The file in which an arena keeps what was played, block by block, whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta
from msgspec.json import Decoder

from handsight.arena.locking import Lock
from handsight.arena.match import Block, PairRow
from handsight.arena.results import ArenaResult
from handsight.arena.schedule import ArenaSpec
from handsight.arena.secret import (
    WITHOUT,
    fingerprint_of,
    new_secret,
    read_secret,
    secret_beside,
    write_secret,
)
from handsight.errors import ArenaError
from handsight.runtime.sqlite import reason_of

APPLICATION = 0x48534152
"""Stands in the head of the file, so that no other database is taken for ours."""

VERSION = 1
WITH_SECRET = 2
"""The version of a store whose arena deals from a secret; it has a table more."""

MOST_TRACES = 100
"""Different traces that are kept of an agent in a matchup."""

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
_SECRET_TABLE = "CREATE TABLE secret (fingerprint TEXT NOT NULL, value TEXT)"
TRACE_TABLE = """CREATE TABLE IF NOT EXISTS traces (
    matchup INTEGER, slot INTEGER, kind TEXT, detail TEXT, trace TEXT NOT NULL,
    PRIMARY KEY (matchup, slot, kind, detail)
) WITHOUT ROWID"""


class StoredHand(NamedTuple):
    """A hand in a store.

    Attributes:
        matchup: its number.
        pair: its number.
        leg: its number.
        hand: its number in the match, from 1.
        chips: what the agent of each slot won.
        phh: the hand, as `handsight.formats.parse_phh` reads it.
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
        trace: where an exception came from, in lines; empty where that is not known.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    decision: int
    slot: int
    kind: str
    detail: str
    trace: str = ""


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
                [(matchup, *row[:7]) for row in block.faults],
            )
            self._add_traces(block)

    def _add_traces(self, block: Block) -> None:
        """Write down where exceptions came from: once each, for they come again and again."""
        found: dict[tuple[int, str, str], str] = {}
        for row in block.faults:
            if row.trace:
                found.setdefault((row.slot, row.kind, row.detail), row.trace)
        if not found:
            return
        self._base.execute(TRACE_TABLE)
        for (slot, kind, detail), trace in found.items():
            self._base.execute(
                "INSERT OR IGNORE INTO traces SELECT ?, ?, ?, ?, ? WHERE "
                "(SELECT count(*) FROM traces WHERE matchup = ? AND slot = ?) < ?",
                (block.matchup, slot, kind, detail, trace, block.matchup, slot, MOST_TRACES),
            )

    def settle_secret(self, asked: Path | str | None, *, needed: bool) -> bytes:
        """Settle from which secret the arena deals; what was settled before the first block stays.

        Args:
            asked: a file with a secret, made if it is not there; `handsight.arena.secret.WITHOUT`
                for none; None for whatever it was, or at the beginning for a fresh one, if it is
                needed.
            needed: whether it is needed unless it is asked for.

        Returns:
            The secret; empty for none.

        Raises:
            ArenaError: if the arena has begun with another, or it cannot be read or kept.
            OptionError: if no file is named.
        """
        if self.has_secret or self._is_begun():
            return self._settled(asked)
        secret = new_secret(asked, needed=needed)
        if secret:
            write_secret(secret_beside(self.path), secret, replace=True)
            with self._writing() as base:
                base.execute(_SECRET_TABLE)
                base.execute("INSERT INTO secret VALUES (?, NULL)", (fingerprint_of(secret),))
                base.execute(f"PRAGMA user_version = {WITH_SECRET}")
        return secret

    def _settled(self, asked: Path | str | None) -> bytes:
        secret = self.secret()
        theirs = b"" if asked in (None, WITHOUT) else read_secret(Path(str(asked)))
        if asked is not None and theirs != secret:
            dealt = "another secret" if theirs else "a secret"
            said = f"with {dealt}" if secret else "without a secret"
            raise ArenaError(
                f"the store {str(self.path)!r} was dealt {said}; leave the secret out, and the "
                "arena goes on as it began"
            )
        return secret

    def open_secret(self, secret: bytes) -> None:
        """Put the secret of an arena that has ended into its store, so that all can be dealt again.

        Args:
            secret: the secret; empty for none.
        """
        if not secret:
            return
        if not self._secret_row()[1]:
            with self._writing() as base:
                base.execute("UPDATE secret SET value = ?", (secret.hex(),))
            with self._explained():  # it must be on the disk before the other copy goes
                self._base.execute("PRAGMA synchronous = FULL")
                self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(FileNotFoundError), self._explained():
            secret_beside(self.path).unlink(missing_ok=True)

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

    @property
    def has_secret(self) -> bool:
        """Whether the arena deals from a secret beside its seed."""
        with self._explained():
            return self._number("user_version") == WITH_SECRET

    def secret(self) -> bytes:
        """Give the secret from which the arena deals, also while it is kept beside the store.

        Returns:
            The secret; empty if there is none.

        Raises:
            ArenaError: if it is lost, or another stands in its place.
        """
        if not self.has_secret:
            return b""
        fingerprint, value = self._secret_row()
        secret = self._from_text(value) if value else read_secret(secret_beside(self.path))
        if fingerprint_of(secret) != fingerprint:
            where = "in it" if value else f"in {str(secret_beside(self.path))!r}"
            raise ArenaError(
                f"the store {str(self.path)!r} was dealt with another secret than stands {where}"
            )
        return secret

    def secret_text(self) -> str | None:
        """Give the secret of an arena that has ended; None while it goes on, or without one."""
        return self.secret().hex() if self.has_secret and self._secret_row()[1] else None

    def result(self) -> ArenaResult:
        """Give what is known of the arena so far."""
        result = ArenaResult(self.spec, has_secret=self.has_secret)
        with self._explained():
            rows = self._base.execute("SELECT * FROM blocks ORDER BY matchup, block").fetchall()
            for matchup, block, *times in rows:
                with self.reading(f"block {block!r} of matchup {matchup!r}"):
                    slots = len(self._agents(matchup))
                    if block != result.matchups[matchup].blocks:
                        raise ValueError("the block before it is missing")
                    result.add_pairs(matchup, self._pairs(matchup, self.spec.pairs_of(block)))
                    decisions, seconds, longest = times
                    result.add_times(
                        matchup,
                        _all(_COUNTS.decode(decisions), slots),
                        _all(_SECONDS.decode(seconds), slots),
                        _all(_SECONDS.decode(longest), slots),
                    )
                    result.end_block(matchup)
        last: tuple[int, ...] = ()
        for fault in self.faults():
            *place, kind, _detail, _trace = fault
            decisions = Counter({fault.slot: 1}) if tuple(place) != last else Counter[int]()
            result.add_faults(fault.matchup, Counter({(fault.slot, kind): 1}), decisions)
            last = tuple(place)
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
                    won = _all(_CHIPS.decode(chips), slots)
                    hand = StoredHand._make((*_numbers(place, least=0), won, _text(phh)))
                yield hand

    def faults(self) -> Iterator[StoredFault]:
        """Give the faults in the order of the schedule."""
        order = "ORDER BY matchup, pair, leg, hand, decision, slot, kind, detail"
        with self._explained():
            traces = "NATURAL LEFT JOIN traces" if self._has_table("traces") else ""
            trace = "coalesce(trace, '')" if traces else "''"
            columns = "matchup, pair, leg, hand, decision, slot, kind, detail"
            query = f"SELECT {columns}, {trace} FROM faults {traces} {order}"
            for *place, kind, detail, calls in self._base.execute(query):
                with self.reading(f"a fault in {_hand_at(place)}"):
                    numbers = _numbers(place, least=0)
                    fault = StoredFault._make((*numbers, *map(_text, (kind, detail, calls))))
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
        (number,) = _numbers([matchup], least=0)
        return self.spec.matchups[number].agents

    def first_faults(self) -> list[StoredFault]:
        """Give of each agent the first fault of each kind, in the order of the schedule."""
        found: dict[tuple[str, str], StoredFault] = {}
        matchups = self.spec.matchups
        for fault in self.faults():
            agent = matchups[fault.matchup].agents[fault.slot]
            found.setdefault((agent, fault.kind), fault)
        return list(found.values())

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
                tuple([_all(leg, slots) for leg in _all(_LEGS.decode(chips), slots)]),
                _all(_COUNTS.decode(hands), slots),
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
        if not empty and version not in (VERSION, WITH_SECRET):
            raise ArenaError(
                f"{str(self.path)!r} is a store of version {version}; this handsight reads "
                f"versions {VERSION} and {WITH_SECRET}"
            )
        if empty and spec is not None:
            self._create(spec)
        return self._agreed(spec)

    def _number(self, pragma: str) -> int:
        return int(self._base.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _has_table(self, name: str) -> bool:
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
        return bool(self._base.execute(query, (name,)).fetchone()[0])

    def _is_begun(self) -> bool:
        with self._explained():
            return bool(self._base.execute("SELECT count(*) FROM blocks").fetchone()[0])

    def _secret_row(self) -> tuple[str, str | None]:
        with self._explained():
            row = self._base.execute("SELECT fingerprint, value FROM secret").fetchone()
        if row is None or not isinstance(row[0], str) or not isinstance(row[1], str | None):
            raise ArenaError(f"the store {str(self.path)!r} does not say which secret is its own")
        return row[0], row[1]

    def _from_text(self, value: str) -> bytes:
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise ArenaError(f"the secret in the store {str(self.path)!r} is damaged") from None

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
        wanted = told if asked is None else asked.to_json()
        if wanted != told:
            differing = (each for each in {**wanted, **told} if wanted.get(each) != told.get(each))
            name = next(differing, "specification")
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


_T = TypeVar("_T")

# The texts are written by `json`: msgspec would write other bytes (1e-5, not 1e-05). It reads them
# with their types, and the result of 6,000 pairs in 27 ms where `json` took 45.
_CHIPS = Decoder(tuple[Annotated[int, Meta(ge=-MOST, le=MOST)], ...])
_LEGS = Decoder(tuple[tuple[Annotated[int, Meta(ge=-MOST, le=MOST)], ...], ...])
_COUNTS = Decoder(tuple[Annotated[int, Meta(ge=0, le=MOST)], ...])
_SECONDS = Decoder(tuple[Annotated[float, Meta(ge=0, lt=MOST)], ...])


def _all(values: tuple[_T, ...], size: int) -> tuple[_T, ...]:
    """Give the values if they are as many as there are slots."""
    if len(values) != size:
        raise ValueError(f"{_short(values)} is not one value for each of {size}")
    return values


def _numbers(values: list[Any], least: int = -MOST) -> list[int]:
    """Give what stands in columns of numbers, where SQLite holds whatever was written."""
    for value in values:
        if type(value) is not int or not least <= value <= MOST:
            raise ValueError(f"{_short(value)} is no number of chips, or of hands")
    return values


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{_short(value)} is no text")
    return value


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 40 else f"{said[:40]}…"
