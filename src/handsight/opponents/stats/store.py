"""A file in which the counts of players are kept, and which hands they come from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from handsight.errors import HistoryError, OptionError
from handsight.formats.phh import canonical_text
from handsight.game import Hand
from handsight.opponents.stats.counter import HandCounter
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.played import recorded_hand
from handsight.runtime.database import CheckedTable, Database, DatabaseKind

KIND = DatabaseKind(
    name="store of players",
    application=0x48535053,
    version=3,
    tables={"counted": "BLOB", "players": "TEXT"},
    error=OptionError,
    missing="there is no store {path}; handsight import makes one of hands",
    remedy="make it anew from the hands",
)
"""A store: the digests of the hands that were counted; and the counts of each player."""


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
        self._database = Database(self.path, KIND, create=create)
        self._counted = CheckedTable[bytes](
            self._database, "counted", lambda _: "a digest of a hand"
        )
        self._players = CheckedTable[str](self._database, "players", _counts_of)
        self._is_checked = False
        if create:
            try:
                self._database.set_up()
            except BaseException:
                self._database.close()
                raise

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
        with self._database.transaction():
            if not self._is_checked:  # a damaged digest would have its hand counted again
                self._counted.check()
                self._is_checked = True
            writer = StoreWriter(self._counted, self._players)
            yield writer
            writer.finish()

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        return self._counted.size

    @property
    def players(self) -> dict[str, Counts]:
        """The counts of all players, those with most hands first."""
        found = {name: self._read(name, counts) for name, counts in self._players.rows()}
        return dict(sorted(found.items(), key=lambda each: (-each[1].hands, each[0])))

    def counts(self, name: str) -> Counts | None:
        """Give the counts of a player.

        Args:
            name: the player.

        Returns:
            What was counted; None if there is no such player.
        """
        held = self._players.get(_storable(name))
        return None if held is None else self._read(name, held)

    def _read(self, name: str, held: bytes) -> Counts:
        with self._database.reading(_counts_of(name)):
            return _decoded(held)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> PlayerStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class StoreWriter:
    """Counts hands while a store is written; see `PlayerStore.writing`.

    Args:
        counted: the digests, in the midst of a transaction.
        players: the counts.
    """

    def __init__(self, counted: CheckedTable[bytes], players: CheckedTable[str]) -> None:
        self._counted, self._players = counted, players
        self._counter = HandCounter()
        self._new: set[bytes] = set()

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
        if digest in self._new or self._counted.has(digest):
            return False
        if not history.players:
            reason = "the record names no players, so that nobody can be counted"
            raise HistoryError(reason, history.file, history.line)
        names = [_storable(name) for name in history.players]
        self._counter.add(recorded_hand(history), names)
        self._new.add(digest)
        return True

    def finish(self) -> None:
        """Add what was counted to what the store holds."""
        self._counted.insert([(digest, b"") for digest in sorted(self._new)])
        before = self._players.values(self._counter.counts)
        for name, counts in self._counter.counts.items():
            if name in before:
                with self._players.database.reading(_counts_of(name)):
                    counts = _decoded(before[name]) + counts
            self._players.replace(name, encoded_counts(counts))


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


def encoded_counts(counts: Counts) -> bytes:
    """Write counts as a store holds them.

    Args:
        counts: of a player.
    """
    return json.dumps(counts.to_json()).encode()


def _decoded(held: bytes) -> Counts:
    return Counts.from_json(json.loads(held))


def _counts_of(name: str) -> str:
    return f"the counts of player {name!r}"
