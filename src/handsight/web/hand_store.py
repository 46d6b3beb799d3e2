"""The hands that were played at the page, in a database; who may see which of their cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

import msgspec

from handsight.errors import OptionError
from handsight.formats import parse_phh
from handsight.game import Hand
from handsight.runtime.database import CheckedTable, Database, DatabaseKind

KIND = DatabaseKind(
    name="store of played hands",
    application=0x48535048,
    version=1,
    tables={"hands": "INTEGER"},
    error=OptionError,
    remedy="move it away; handsight serve makes a new one",
)
REVEALED = "_revealed"
"""The field of a record that marks it: cards in it were shown on demand, and not in the hand."""

Number = int | float | str | bool | None


class DecisionNote(msgspec.Struct, frozen=True):
    """What an agent did, and what led it; the reason is empty where it does not say.

    Attributes:
        hole: its cards.
        board: the cards that lay.
    """

    agent: str
    position: str
    street: str
    hole: str
    board: str
    to_call: int
    pot: int
    action: str
    reason: str
    numbers: dict[str, Number]


class KeptHand(msgspec.Struct, frozen=True):
    """A hand that was played at the page.

    Attributes:
        played: when it ended, in seconds since 1970.
        seat: of the person, in the record.
        agents: that were at the table, as requests name them, clockwise from the person.
        record: in PHH, with the cards of all players.
        decisions: of the agents, in order.
        revealed: whether the person has asked for all cards.
    """

    played: int
    seat: int
    agents: tuple[str, ...]
    record: str
    decisions: tuple[DecisionNote, ...] = ()
    revealed: bool = False

    def seen(self) -> Hand:
        """Give the record as the person may see it: what nobody showed is unknown."""
        whole = parse_phh(self.record)
        if self.revealed:
            return replace(whole, metadata={**whole.metadata, REVEALED: True})
        open_seats = {self.seat, *whole.shown}
        holes = [hole if seat in open_seats else None for seat, hole in enumerate(whole.holes)]
        return replace(whole, holes=tuple(holes))

    def seen_decisions(self) -> list[DecisionNote]:
        """Give the decisions of the agents whose cards the person may see."""
        seen = self.seen()
        known = {name for name, hole in zip(seen.players, seen.holes, strict=True) if hole}
        return [each for each in self.decisions if each.agent in known]


class HandStore:
    """The hands that were played, by number. It may be used from several threads.

    Args:
        path: of the database, which is made if it is not there; None to keep hands in memory only.

    Raises:
        OptionError: if the file is no store of ours, or cannot be opened.

    Example:
        >>> store = HandStore(None)
        >>> store.add(KeptHand(0, 0, ("call",), "", ()))
        1
        >>> store.hands(most=10)
        [(1, KeptHand(played=0, seat=0, agents=('call',), record='', decisions=(), revealed=False))]
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._memory: dict[int, bytes] = {}
        self._lock = Lock()
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OptionError(f"--store {str(path)!r}: {error.strerror}") from None
            with self._table() as table:
                table.database.set_up()

    def add(self, hand: KeptHand) -> int:
        """Keep a hand, and give its number; the first one is 1."""
        content = msgspec.json.encode(hand)
        with self._lock:
            if self._path is None:
                number = len(self._memory) + 1
                self._memory[number] = content
                return number
            with self._table() as table, table.database.transaction():
                number = table.size + 1
                table.insert([(number, content)])
            return number

    def get(self, number: int) -> KeptHand:
        """Give a hand.

        Raises:
            OptionError: if there is none of that number, or it is damaged.
        """
        with self._lock:
            return self._get(number)

    def reveal(self, number: int) -> KeptHand:
        """Mark a hand whose cards the person asks for.

        Raises:
            OptionError: if there is none of that number.
        """
        with self._lock:
            hand = msgspec.structs.replace(self._get(number), revealed=True)
            content = msgspec.json.encode(hand)
            if self._path is None:
                self._memory[number] = content
            else:
                with self._table() as table, table.database.transaction():
                    table.replace(number, content)
        return hand

    def hands(self, most: int, before: int | None = None) -> list[tuple[int, KeptHand]]:
        """Give the latest hands, the last one first.

        Args:
            most: how many.
            before: only those with a smaller number.
        """
        with self._lock:
            if self._path is None:
                chosen = _latest(list(self._memory), most, before)
                return [(number, self._read(number, self._memory[number])) for number in chosen]
            with self._table() as table:
                chosen = _latest(table.keys(), most, before)
                contents = table.values(chosen)
            return [(number, self._read(number, contents[number])) for number in chosen]

    def _get(self, number: int) -> KeptHand:
        if self._path is None:
            content = self._memory.get(number)
        else:
            with self._table() as table:
                content = table.get(number)
        if content is None:
            raise OptionError(f"there is no hand {number}")
        return self._read(number, content)

    def _read(self, number: int, content: bytes) -> KeptHand:
        try:
            return msgspec.json.decode(content, type=KeptHand)
        except msgspec.MsgspecError as error:
            raise OptionError(
                f"the store {str(self._path)!r} is damaged: hand {number} cannot be read: {error}"
            ) from None

    @contextmanager
    def _table(self) -> Iterator[CheckedTable[int]]:
        """Open the database, for a connection serves only the thread that has made it."""
        if self._path is None:
            raise OptionError("these hands are kept in memory only")
        with Database(self._path, KIND, create=True) as database:
            yield CheckedTable[int](database, "hands", lambda number: f"hand {number}")


def _latest(numbers: list[int], most: int, before: int | None) -> list[int]:
    chosen = numbers if before is None else [each for each in numbers if each < before]
    return sorted(chosen, reverse=True)[:most]
