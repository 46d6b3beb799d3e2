"""Hands as data frames: a row for each hand, each seat and each action, read in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cards.card import STREETS
from handsight.errors import HistoryError, OptionError
from handsight.formats.acpc import AcpcGame
from handsight.formats.files import Progress
from handsight.formats.reading import read_hands
from handsight.game import Damaged, Hand, Occasion, hand_result
from handsight.game.actions import KINDS as ACTIONS
from handsight.game.records.hand import cards_text
from handsight.game.records.occasion import KINDS as MONEY
from handsight.game.rules import STRUCTURES
from handsight.runtime.integers import ABOVE_0, is_whole

if TYPE_CHECKING:
    from handsight.runtime.frames import Frame, Schema

CHUNK = 10_000
"""The default number of hands in a chunk."""

HANDS: Schema = {
    "hand": int,
    "number": str,
    "file": str,
    "line": int,
    "site": str,
    "day": str,
    "money": MONEY,
    "currency": str,
    "stake": str,
    "platform": str,
    "structure": STRUCTURES,
    "small_blind": int,
    "big_blind": int,
    "scale": int,
    "players": int,
    "board": str,
    "rake": int,
}
"""The columns of the table of hands."""

SEATS: Schema = {
    "hand": int,
    "seat": int,
    "player": str,
    "position": str,
    "stack": int,
    "ante": int,
    "post": int,
    "is_late": bool,
    "hole": str,
    "is_shown": bool,
    "finishing_stack": float,
    "winnings": float,
    "net": float,
}
"""The columns of the table of seats."""

ACTED: Schema = {
    "hand": int,
    "action_number": int,
    "street": STREETS,
    "seat": int,
    "player": str,
    "position": str,
    "action": ACTIONS,
    "amount": int,
    "chips": int,
    "all_in": bool,
    "note": str,
}
"""The columns of the table of actions."""

DAMAGED: Schema = {"file": str, "line": int, "reason": str, "variant": str}
"""The columns of the table of what could not be read."""


class HandChunk:
    """Some hands, as four tables with typed columns.

    The column ``hand`` is the number of the hand in the whole stream, from 0; it joins the tables.
    Amounts are in chips, of which the column ``scale`` of `hands` says how many make one unit of
    the record, such as 100 for cents. Cards are text in the order dealt. What a record does not say
    is missing.

    Args:
        read: the hands, and what could not be read.
        first: the number of the first hand in the whole stream.

    Attributes:
        records: the hands.
        faults: what could not be read.
        first: the number of the first hand in the whole stream.

    Example:
        >>> from handsight.game import random_hands
        >>> chunk = HandChunk(random_hands(3, seed=1, hands=20))
        >>> len(chunk.hands), len(chunk.seats), len(chunk.damaged)
        (20, 60, 0)
        >>> sum(row["net"] for row in chunk.seats.rows())
        0.0
    """

    def __init__(self, read: Iterable[Hand | Damaged], first: int = 0) -> None:
        self.records: list[Hand] = []
        self.faults: list[Damaged] = []
        self.first = first
        for each in read:
            if isinstance(each, Damaged):
                self.faults.append(each)
            else:
                self.records.append(each)

    def __repr__(self) -> str:
        return f"HandChunk({len(self.records):,} hands, {len(self.faults):,} damaged)"

    @cached_property
    def hands(self) -> Frame:
        """A row for each hand: where it is, its stakes, blinds, board and rake."""
        return _frame_of(map(_hand_row, *self._numbered()), HANDS)

    @cached_property
    def seats(self) -> Frame:
        """A row for each seat of each hand: the player, the stack, the cards and the result.

        ``net`` is what the player won or lost after the rake. If the record does not say it, the
        hand is replayed; ``net`` is missing if that is impossible. ``winnings`` and
        ``finishing_stack`` are those of the record.
        """
        rows = (
            row
            for number, hand in zip(*self._numbered(), strict=True)
            for row in _seat_rows(number, hand)
        )
        return _frame_of(rows, SEATS)

    @cached_property
    def actions(self) -> Frame:
        """A row for each action of each hand, in order.

        ``amount`` is the player's total on the street after a bet or raise, or else 0; ``chips`` is
        what the action adds to the pot.
        """
        rows = (
            row
            for number, hand in zip(*self._numbered(), strict=True)
            for row in _action_rows(number, hand)
        )
        return _frame_of(rows, ACTED)

    @cached_property
    def damaged(self) -> Frame:
        """A row for each part of a file that could not be read as a hand."""
        rows = ({name: getattr(each, name) for name in DAMAGED} for each in self.faults)
        return _frame_of(rows, DAMAGED)

    def _numbered(self) -> tuple[Iterable[int], list[Hand]]:
        return range(self.first, self.first + len(self.records)), self.records


def hand_chunks(
    hands: Path | str | Iterable[Hand | Damaged],
    size: int = CHUNK,
    *,
    acpc: AcpcGame | None = None,
    progress: Progress | None = None,
) -> Iterator[HandChunk]:
    r"""Read hands in chunks, each of which becomes data frames; only one chunk is in memory.

    Args:
        hands: a file, an archive or a folder, as `read_hands` reads it; or the hands themselves.
        size: the maximum number of hands, and of parts that could not be read, in a chunk.
        acpc: game of ACPC logs, as in `read_hands`.
        progress: called while files are read, as in `read_hands`.

    Raises:
        OptionError: if nothing is at the path, or the size is not a whole number above 0.
        MissingExtraError: if a format needs an extra that is not installed.

    Example:
        >>> from handsight.game import random_hands
        >>> for chunk in hand_chunks(random_hands(2, seed=7, hands=5), 3):
        ...     print(len(chunk.hands), chunk.first)
        3 0
        2 3
    """
    if not is_whole(size, ABOVE_0):
        raise OptionError(f"size is {size!r}; it must be a whole number of hands above 0")
    if isinstance(hands, str | Path):
        hands = read_hands(hands, acpc=acpc, progress=progress)
    stream, first = iter(hands), 0
    while read := list(islice(stream, size)):
        chunk = HandChunk(read, first)
        first += len(chunk.records)
        yield chunk


def _frame_of(rows: Iterable[dict[str, Any]], schema: Schema) -> Frame:
    from handsight.runtime.frames import Frame  # imports numpy, which reading needs not

    return Frame.of_rows(rows, schema)


def _hand_row(number: int, hand: Hand) -> dict[str, Any]:
    occasion = Occasion.of(hand)
    return {
        "hand": number,
        "number": None if hand.number is None else str(hand.number),
        "file": hand.file or None,
        "line": hand.line,
        "site": occasion.site or None,
        "day": occasion.day or None,
        "money": occasion.money.kind,
        "currency": occasion.money.currency,
        "stake": occasion.stake or None,
        "platform": hand.platform or None,
        "structure": hand.rules.structure,
        "small_blind": hand.rules.small_blind,
        "big_blind": hand.rules.big_blind,
        "scale": hand.scale,
        "players": len(hand.stacks),
        "board": cards_text(hand.board),
        "rake": hand.rake,
    }


def _seat_rows(number: int, hand: Hand) -> Iterator[dict[str, Any]]:
    net = _net(hand)
    for row in hand.seat_rows():
        yield {"hand": number, **row, "net": net[row["seat"]]}


def _net(hand: Hand) -> list[float | None]:
    """Return what each seat won or lost after the rake, or None where nobody can tell."""
    after = hand.finishing_stacks
    if after is not None and len(after) == len(hand.stacks):
        return [float(now - then) for now, then in zip(after, hand.stacks, strict=True)]
    try:
        return list(map(float, hand_result(hand).payoffs))
    except HistoryError:
        return [None] * len(hand.stacks)


def _action_rows(number: int, hand: Hand) -> Iterator[dict[str, Any]]:
    positions = hand.positions
    for place, row in enumerate(hand.action_rows()):
        seat = row.pop("seat")
        who = {"seat": seat, "player": hand.name_of(seat), "position": positions[seat]}
        yield {"hand": number, "action_number": place, "street": row.pop("street"), **who, **row}
