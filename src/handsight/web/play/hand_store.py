"""The page's database: hands that were played, which of them are revealed, and open tables."""

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
    version=2,
    tables={"hands": "INTEGER", "tables": "TEXT"},
    error=OptionError,
    remedy="move it away; handsight serve makes a new one",
)
OLD_VERSIONS = (1,)
"""Older versions of the store, without a table for open tables, which is added on opening."""
KEPT_SECONDS = 7 * 86_400
"""A stored table is deleted if another table is stored more than this number of seconds later."""

REVEALED = "_revealed"
"""The metadata field that marks a record with cards revealed on request, not shown in play."""

Number = int | float | str | bool | None


class DecisionNote(msgspec.Struct, frozen=True):
    """An agent's action and its reason; both are empty if the agent does not explain itself.

    Attributes:
        agent: name of the agent at the table.
        position: name of the agent's position, such as ``BTN``.
        hole: the agent's hole cards.
        board: cards on the board at the time of the decision.
        to_call: chips that a call would have cost; 0 if the agent could check.
        pot: all chips in the pot before the decision, including the bets of the street.
        numbers: numbers behind the decision, by name.
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
    """A hand that was played on the page.

    Attributes:
        played: time at which the hand ended, in seconds since 1970.
        seat: the person's seat in the record.
        agents: agents at the table, by the names that requests use, clockwise from the person.
        record: the record in PHH, with the cards of all players.
        decisions: decisions of the agents, in order.
        revealed: whether the person has asked to see all cards of the hand.
    """

    played: int
    seat: int
    agents: tuple[str, ...]
    record: str
    decisions: tuple[DecisionNote, ...] = ()
    revealed: bool = False

    def seen(self) -> Hand:
        """Return the hand as the person may see it.

        Cards that other players did not show are left out, unless the hand is revealed.
        """
        whole = parse_phh(self.record)
        if self.revealed:
            return replace(whole, metadata={**whole.metadata, REVEALED: True})
        open_seats = {self.seat, *whole.shown}
        holes = [hole if seat in open_seats else None for seat, hole in enumerate(whole.holes)]
        shown = tuple([seat for seat in whole.shown if seat != self.seat])
        return replace(whole, holes=tuple(holes), turned_up=shown)

    def seen_decisions(self) -> list[DecisionNote]:
        """Return the decisions of the agents whose cards the person may see."""
        seen = self.seen()
        known = {name for name, hole in zip(seen.players, seen.holes, strict=True) if hole}
        return [each for each in self.decisions if each.agent in known]


class OpenHand(msgspec.Struct, frozen=True):
    """The data with which to deal a hand in progress again and replay it.

    Attributes:
        deck: seed of the deck.
        players: seed of the player in each seat.
        actions: seat, kind and amount of each action, where the amount of a bet or raise is the
            player's total for the street.
        rebuys: seats that bought in again before the hand.
    """

    deck: int
    players: tuple[int, ...]
    actions: tuple[tuple[int, str, int], ...] = ()
    rebuys: tuple[int, ...] = ()


class KeptTable(msgspec.Struct, frozen=True):
    """The state of an open table.

    Attributes:
        key: key by which the browser refers to the table.
        secret: secret that a browser needs to come back to the table.
        used: time at which this state was stored, in seconds since 1970.
        agents: agents by the names that requests use, clockwise from the person.
        stack: chips with which each player sat down, unless `buy_ins` has others.
        number: number of the latest hand at the table, which can be in progress.
        hand: the hand in progress; None between hands.
        buy_ins: chips with which each player sat down, the person's first; empty if all had
            `stack`.
        carry: whether stacks carry over from hand to hand.
        stacks: chips of each player at the start of the hand in progress, or for the next hand; the
            person's first; empty if they are those of `buy_ins`.
    """

    key: str
    secret: str
    used: int
    agents: tuple[str, ...]
    stack: int
    number: int
    hand: OpenHand | None = None
    buy_ins: tuple[int, ...] = ()
    carry: bool = False
    stacks: tuple[int, ...] = ()


class HandStore:
    """A store of played hands, by number, and of open tables, by key.

    Several threads can use the same store.

    Args:
        path: path of the database, which is created if missing; None to keep hands in memory only.

    Raises:
        OptionError: if the file is not a store of hands, or cannot be opened.

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
            with self._database() as database:
                database.set_up()
                database.add_tables()

    def keep_table(self, table: KeptTable) -> None:
        """Store the state of an open table, and delete tables stored long ago (see `KEPT_SECONDS`).

        If hands are kept in memory only, nothing is stored, and the table ends with the server.
        """
        if self._path is None:
            return
        with self._lock, self._database() as database, database.transaction():
            self._put_table(database, table)

    def drop_table(self, key: str) -> None:
        """Delete a table that has ended."""
        if self._path is not None:
            with self._lock, self._database() as database, database.transaction():
                _tables_in(database).remove([key])

    def table(self, key: str) -> KeptTable | None:
        """Return the stored state of an open table, or None if there is none with that key.

        Raises:
            OptionError: if the stored table is damaged.
        """
        if self._path is None:
            return None
        with self._lock, self._database() as database:
            content = _tables_in(database).get(key)
            if content is None:
                return None
            try:
                return msgspec.json.decode(content, type=KeptTable)
            except msgspec.MsgspecError as error:
                raise database.damaged(f"table {key}", str(error)) from None

    def _put_table(self, database: Database, table: KeptTable) -> None:
        tables = _tables_in(database)
        old = [
            key
            for key, content in tables.rows(lambda key: key != table.key)
            if table.used - msgspec.json.decode(content, type=KeptTable).used > KEPT_SECONDS
        ]
        tables.remove([*old, table.key])
        tables.insert([(table.key, msgspec.json.encode(table))])

    def add(self, hand: KeptHand, table: KeptTable | None = None) -> int:
        """Store a finished hand and return its number; numbers begin at 1.

        Args:
            hand: the hand.
            table: state of the table after the hand, to store in the same transaction; None to
                store no table. It is ignored if hands are kept in memory only.
        """
        content = msgspec.json.encode(hand)
        with self._lock:
            if self._path is None:
                number = len(self._memory) + 1
                self._memory[number] = content
                return number
            with self._database() as database, database.transaction():
                hands = _hands_in(database)
                number = hands.size + 1
                hands.insert([(number, content)])
                if table is not None:
                    self._put_table(database, table)
            return number

    def get(self, number: int) -> KeptHand:
        """Return the hand with a number.

        Raises:
            OptionError: if there is no hand with that number, or the hand is damaged.
        """
        with self._lock:
            return self._get(number)

    def reveal(self, number: int) -> KeptHand:
        """Mark a hand as revealed and return it.

        Raises:
            OptionError: if there is no hand with that number, or the hand is damaged.
        """
        with self._lock:
            hand = msgspec.structs.replace(self._get(number), revealed=True)
            content = msgspec.json.encode(hand)
            if self._path is None:
                self._memory[number] = content
            else:
                with self._database() as database, database.transaction():
                    _hands_in(database).replace(number, content)
        return hand

    def hands(self, most: int, before: int | None = None) -> list[tuple[int, KeptHand]]:
        """Return the latest hands, latest first.

        Args:
            most: maximum number of hands.
            before: return only hands with a lower number; None for no limit.

        Returns:
            Pairs of a hand's number and the hand.

        Raises:
            OptionError: if one of the hands is damaged.
        """
        with self._lock:
            if self._path is None:
                chosen = _latest(list(self._memory), most, before)
                return [(number, self._read(number, self._memory[number])) for number in chosen]
            with self._database() as database:
                hands = _hands_in(database)
                chosen = _latest(hands.keys(), most, before)
                contents = hands.values(chosen)
            return [(number, self._read(number, contents[number])) for number in chosen]

    def _get(self, number: int) -> KeptHand:
        if self._path is None:
            content = self._memory.get(number)
        else:
            with self._database() as database:
                content = _hands_in(database).get(number)
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
    def _database(self) -> Iterator[Database]:
        """Open a new connection, because a connection works only in the thread that opened it."""
        if self._path is None:
            raise OptionError("these hands are kept in memory only")
        versions = (*OLD_VERSIONS, KIND.version)
        with Database(self._path, KIND, create=True, versions=versions) as database:
            yield database


def _hands_in(database: Database) -> CheckedTable[int]:
    return CheckedTable[int](database, "hands", lambda number: f"hand {number}")


def _tables_in(database: Database) -> CheckedTable[str]:
    return CheckedTable[str](database, "tables", lambda key: f"table {key}")


def _latest(numbers: list[int], most: int, before: int | None) -> list[int]:
    chosen = numbers if before is None else [each for each in numbers if each < before]
    return sorted(chosen, reverse=True)[:most]
