"""What a hand history holds: a hand that was played, as it was written down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from handsight.cards import Card
from handsight.errors import HistoryError
from handsight.game import Action, Rules

Amount: TypeAlias = "int | Fraction"
"""Chips as a record has them: whole, or in halves where a pot was split to the half chip."""

_LITERAL = re.compile(r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_PLAYED = re.compile(r"p\d+\s+(?:f|cc|cbr)\b")


class Played(NamedTuple):
    """An action that was recorded.

    Attributes:
        seat: who acted.
        action: a fold, a call (a check is a call of nothing), or a raise to a street total.
        board: how many cards lay on the board.
        note: what the record remarks on it.
    """

    seat: int
    action: Action
    board: int = 0
    note: str = ""


class Source(NamedTuple):
    """Where a hand stands.

    Attributes:
        file: its file; a member of an archive as if the archive were a folder.
        line: the line on which the hand begins, from 1.
        text: its PHH text, to find a line in; empty for other formats.
    """

    file: str = ""
    line: int = 1
    text: str = ""

    def line_of(self, key: str) -> int:
        r"""Give the line of a field, or the hand's where there is none.

        Args:
            key: the field.

        Example:
            >>> Source("a.phh", 1, "variant = 'NT'\nantes = [0, 0]").line_of("antes")
            2
        """
        place = self._place_of(key)
        return self.line if place is None else self._line_at(place)

    def line_of_action(self, number: int) -> int:
        """Give the line of a player's action.

        Args:
            number: of the action among those of all players, from 0.
        """
        begin = self._place_of("actions")
        played = [] if begin is None else list(self._played_from(begin))
        return self._line_at(played[number]) if number < len(played) else self.line_of("actions")

    def line_of_text(self, text: str) -> int:
        """Give the line of one of the actions, or that on which they begin.

        Args:
            text: the action as it is written.
        """
        begin = self._place_of("actions")
        place = -1 if begin is None else self.text.find(text, begin)
        return self.line_of("actions") if place < 0 else self._line_at(place)

    def fault(self, reason: str, line: int) -> HistoryError:
        """Make the error of something that is wrong in this hand.

        Args:
            reason: what is wrong.
            line: where.
        """
        return HistoryError(reason, self.file, line)

    def _played_from(self, begin: int) -> Iterator[int]:
        for literal in _LITERAL.finditer(self.text, begin):
            if _PLAYED.match(literal[0], 1):
                yield literal.start()

    def _place_of(self, key: str) -> int | None:
        found = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=", self.text, re.MULTILINE)
        return None if found is None else found.start()

    def _line_at(self, place: int) -> int:
        return self.line + self.text.count("\n", 0, place)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandHistory:
    """A hand of Texas Hold'em as it was written down.

    Seats are numbered from 0, clockwise from the left of the button; only players have seats.
    Chips are integers. A record may have fractions, such as cents: then all amounts are multiplied
    by `scale`. Two histories are equal if they tell the same hand, wherever they stand.

    Attributes:
        rules: structure, blinds and bets of the table. A record does not tell the cap on bets, nor
            whether it is allowed to fold for nothing, so everything that was done is.
        stacks: chips of each seat before the hand.
        antes: the ante asked of each seat.
        posts: the blind or straddle asked of each seat.
        late: the seats whose post is out of turn, as of players who come in late.
        holes: two cards a seat, in the order dealt; None where they are not known.
        board: the cards of the board that were dealt, up to five.
        actions: what the players did, in order.
        shown: the seats that showed their cards, in order.
        mucked: the seats that gave up their cards unseen at the showdown.
        players: their names; empty if they are not told.
        finishing_stacks: chips of each seat after the hand; None if not told.
        winnings: chips that each seat collected; None if not told.
        rake: chips that the house took.
        scale: our chips in one unit of the record: 1, or 100 where it has cents.
        metadata: everything else that is told, such as ``hand``, ``event`` and ``year``.
        source: where the hand stands.

    Example:
        >>> from handsight.history import parse_phh
        >>> history = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 f"]
        ... hand = 7
        ... ''')
        >>> history.hand, history.button, history.posts
        (7, 1, (2, 1))
        >>> history.actions
        (Played(seat=1, action=Action(kind='fold', amount=0), board=0, note=''),)
    """

    rules: Rules
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    posts: tuple[int, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[Played, ...]
    late: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    finishing_stacks: tuple[Amount, ...] | None = None
    winnings: tuple[Amount, ...] | None = None
    rake: int = 0
    scale: int = 1
    metadata: dict[str, Any] = field(default_factory=dict, hash=False)
    source: Source = field(default=Source(), compare=False, repr=False)

    @property
    def hand(self) -> int | str | None:
        """The number or name of the hand, if it has one."""
        named: int | str | None = self.metadata.get("hand")
        return named

    @property
    def button(self) -> int:
        """The seat of the button: the last one."""
        return len(self.stacks) - 1

    @property
    def file(self) -> str:
        """The file in which the hand stands; empty if it stands in none."""
        return self.source.file

    @property
    def line(self) -> int:
        """The line on which the hand begins."""
        return self.source.line

    def name_of(self, seat: int) -> str:
        """Give the name of a player, or his number.

        Args:
            seat: his seat.
        """
        return self.players[seat] if self.players else f"player {seat + 1}"


@dataclass(frozen=True, slots=True)
class Damaged:
    """Something in a file that could not be read as a hand.

    Attributes:
        file: the file; a member of an archive as if the archive were a folder.
        line: the line, from 1.
        reason: what is wrong, in one sentence.
        variant: the other variant that is played, if that is why; empty otherwise.

    Example:
        >>> print(Damaged("hands.phhs", 12, "actions is missing"))
        hands.phhs:12: actions is missing
    """

    file: str
    line: int
    reason: str
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"
