"""A file in which the counts of players are kept, and which hands they come from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from handsight.errors import HandsightError, HistoryError, OptionError
from handsight.formats.phh import canonical_text
from handsight.game import Hand
from handsight.opponents.stats.counter import HandCounter
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.played import recorded_hand
from handsight.runtime.sqlite import reason_of

APPLICATION = 0x48535053
"""Stands in the head of the file, so that no other database is taken for ours."""

VERSION = 1
PATIENCE = 30.0
"""Seconds to wait for another program that writes."""

_TABLES = (
    "CREATE TABLE counted (digest BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE players (name TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


class PlayerStore:
    """Counts of players in an SQLite file.

    A hand is known by a digest of its contents: whatever file it comes from, and however often, it
    is counted once. Hands and counts are written together or not at all, so that the store is
    right whenever a program that writes it ends.

    Args:
        path: of the file.
        create: whether to make it if it is not there.

    Raises:
        OptionError: if it is not there, or no store of ours.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     with PlayerStore(Path(folder, "players.db"), create=True) as store:
        ...         hands = list(random_hands(3, seed=7, hands=5))
        ...         print(store.add(hands), store.add(hands))
        ...         print(store.counts("player 1").hands, store.hands)
        5 0
        5 5
    """

    def __init__(self, path: Path | str, *, create: bool = False) -> None:
        self.path = Path(path)
        with self._explained("opened"):
            self._base = self._opened(create)

    def add(self, histories: Iterable[Hand]) -> int:
        """Count hands, all together or, if something goes wrong, none.

        Args:
            histories: the hands.

        Returns:
            How many of them were new.

        Raises:
            HistoryError: if one cannot be played again, or tells no names.
            OptionError: if the store cannot be written.
        """
        with self.writing() as writer:
            return sum(writer.add(history) for history in histories)

    @contextmanager
    def writing(self) -> Iterator[StoreWriter]:
        """Give what counts hands one by one; all of them are kept at the end of the block.

        Raises:
            OptionError: if the store cannot be written.
        """
        with self._explained("written"):
            self._base.execute("BEGIN IMMEDIATE")
            writer = StoreWriter(self._base, self._read)
            try:
                yield writer
                writer.finish()
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        with self._explained("read"):
            found: int = self._base.execute("SELECT count(*) FROM counted").fetchone()[0]
            return found

    @property
    def players(self) -> dict[str, Counts]:
        """The counts of all players, those with most hands first."""
        with self._explained("read"):
            rows = self._base.execute("SELECT name, counts FROM players").fetchall()
            found = {name: self._read(name, counts) for name, counts in rows}
        return dict(sorted(found.items(), key=lambda each: (-each[1].hands, each[0])))

    def counts(self, name: str) -> Counts | None:
        """Give the counts of a player.

        Args:
            name: the player.

        Returns:
            What was counted; None if there is no such player.
        """
        with self._explained("read"):
            row = self._base.execute(
                "SELECT counts FROM players WHERE name = ?", (_storable(name),)
            ).fetchone()
            return None if row is None else self._read(name, row[0])

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __enter__(self) -> PlayerStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _opened(self, create: bool) -> sqlite3.Connection:
        if not create and not self.path.exists():
            raise OptionError(
                f"there is no store {str(self.path)!r}; handsight import makes one of hands"
            )
        mode = "rwc" if create else "rw"
        where = f"{self.path.resolve().as_uri()}?mode={mode}"
        base = sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)
        try:
            self._set_up(base, create)
        except BaseException:
            base.close()
            raise
        return base

    def _set_up(self, base: sqlite3.Connection, create: bool) -> None:
        """Make the tables of a new file; look whether another one is ours."""
        if create:
            base.execute("BEGIN IMMEDIATE")
            if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES:
                    base.execute(statement)
            base.execute("COMMIT")
        application = base.execute("PRAGMA application_id").fetchone()[0]
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION:
            raise OptionError(f"{str(self.path)!r} is a database, but no store of players")
        if version != VERSION:
            raise OptionError(
                f"the store {str(self.path)!r} is of version {version}; this handsight reads "
                f"version {VERSION}"
            )

    def _read(self, name: object, counts: str) -> Counts:
        try:
            if not isinstance(name, str):
                raise TypeError
            return Counts.from_json(json.loads(counts))
        except (RecursionError, TypeError, ValueError):
            raise OptionError(
                f"the store {str(self.path)!r} is damaged: the counts of player {name!r} cannot be "
                "read; make it anew from the hands"
            ) from None

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, sqlite3.Error) as error:
            if isinstance(error, HandsightError):
                raise
            reason = reason_of(error)
            raise OptionError(f"the store {str(self.path)!r} cannot be {done}: {reason}") from None


class StoreWriter:
    """Counts hands while a store is written; see `PlayerStore.writing`.

    Args:
        base: in the midst of a transaction.
        read: reads what is stored of a player.
    """

    def __init__(self, base: sqlite3.Connection, read: Callable[[object, str], Counts]) -> None:
        self._base = base
        self._read = read
        self._counter = HandCounter()

    def add(self, history: Hand) -> bool:
        """Count a hand, unless it is known.

        Args:
            history: the hand.

        Returns:
            Whether it was new.

        Raises:
            HistoryError: if it cannot be played again, or tells no names; then it is not counted.
        """
        digest = hand_digest(history)
        known = self._base.execute("SELECT 1 FROM counted WHERE digest = ?", (digest,))
        if known.fetchone():
            return False
        if not history.players:
            reason = "the record names no players, so that nobody can be counted"
            raise HistoryError(reason, history.file, history.line)
        names = [_storable(name) for name in history.players]
        self._counter.add(recorded_hand(history), names)
        self._base.execute("INSERT INTO counted VALUES (?)", (digest,))
        return True

    def finish(self) -> None:
        """Add what was counted to what the store holds."""
        for name, counts in self._counter.counts.items():
            row = self._base.execute("SELECT counts FROM players WHERE name = ?", (name,))
            before = row.fetchone()
            if before is not None:
                counts = self._read(name, before[0]) + counts
            self._base.execute(
                "INSERT OR REPLACE INTO players VALUES (?, ?)", (name, json.dumps(counts.to_json()))
            )


def hand_digest(history: Hand) -> bytes:
    """Give a digest of all that a record tells, wherever it stands and however it is laid out.

    Args:
        history: the record.

    Returns:
        32 bytes.

    Example:
        >>> from handsight.game import random_hands
        >>> one, two = random_hands(2, seed=7, hands=2)
        >>> hand_digest(one) == hand_digest(one), hand_digest(one) == hand_digest(two)
        (True, False)
    """
    return sha256(canonical_text(history).encode("utf-8", "surrogatepass")).digest()


def _storable(name: str) -> str:
    """Give a name that the file can hold; half a character cannot be written."""
    return name.encode("utf-8", "replace").decode("utf-8")
