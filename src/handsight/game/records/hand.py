"""The record of a hand, finished or still being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from handsight.cards import Card
from handsight.errors import HistoryError, InputError, OptionError
from handsight.game.actions import ActionRecord
from handsight.game.events import Acted, DealBoard, Event
from handsight.game.positions import positions_by_posts
from handsight.game.rules import Rules
from handsight.game.state import HandState
from handsight.game.state_text import OnTable

Amount: TypeAlias = "int | Fraction"
"""Chips in a record: an integer, or a fraction if a pot was split to the half chip."""

TABLE_RULES: dict[str, Any] = {"reopen": "full-raise", "short_blind_price": "full"}
"""The usual values of some rules; a record stores only values that differ from these."""

DECK_SEED = 0
"""Seed of the cards that are filled in for unknown cards, which do not affect the result."""

_UNCAPPED = 0


@dataclass(frozen=True, slots=True)
class Source:
    """The file and the line where a hand is stored.

    Formats that know the line of each field have a `Source` of their own.

    Attributes:
        file: the path of the file; the path of an archive's member treats the archive as a folder.
        line: the line on which the hand begins, from 1.
    """

    file: str = ""
    line: int = 1

    def line_of(self, name: str) -> int:
        """Return the line of a field of the record, or the hand's first line if it is unknown.

        Args:
            name: name of an attribute of `Hand`, such as ``"winnings"``.
        """
        return self.line

    def line_of_action(self, number: int) -> int:
        """Return the line of a player's action, or the hand's first line if it is unknown.

        Args:
            number: index of the action among those of all players, from 0.
        """
        return self.line_of("actions")

    def fault(self, reason: str, line: int) -> HistoryError:
        """Return the error to raise for a fault in this hand.

        Args:
            reason: description of the fault.
            line: the line of the fault.
        """
        return HistoryError(reason, self.file, line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The record of a hand of Texas Hold'em.

    Seats are numbered from 0, clockwise, starting left of the button; only players have seats.
    Chips are integers. If a record has fractions, such as cents, all amounts are multiplied by
    `scale`. Two records are equal if they hold the same hand, wherever they are stored.

    A record does not change. While a hand is played, `HandCursor.record` returns the record of the
    hand so far. Until the hand is over, that record is open: it has no `finishing_stacks`.

    Attributes:
        rules: structure, blinds and bets of the table. A record holds neither the cap on bets nor
            whether a player may fold when checking is free. So these rules have no cap, and allow
            such folds.
        stacks: chips of each seat before the hand.
        antes: the ante required of each seat.
        posts: the blind or straddle required of each seat.
        holes: two cards per seat, in the order dealt; None where they are unknown.
        board: the cards dealt to the board, up to five.
        actions: the actions of all players, in order.
        late: the seats whose post is out of turn, such as those of players who join late.
        notes: the record's comments on actions, by the index of the action from 0.
        shown: the seats that showed their cards, in order.
        mucked: the seats that mucked their cards at the showdown.
        players: the names of the players, by seat; empty if unknown.
        finishing_stacks: chips of each seat after the hand; None if not recorded.
        winnings: chips that each seat collected from the pots; None if not recorded.
        rake: chips that the site took out of the pots; negative if the site added chips.
        scale: number of chips in one unit of the record: a power of ten, such as 1 for whole units
            or 100 for cents.
        platform: the platform whose rules were played, a name of `handsight.interop.game_names`;
            empty for ours.
        hero: the only seat whose cards were dealt face up, as in a player's own files; None if
            there is no such seat, or more than one.
        turned_up: the seats whose cards were dealt face down, and are known only because they were
            turned up later, as at a showdown.
        metadata: everything else in the record, such as ``hand``, ``event`` and ``year``.
        source: where the hand is stored.

    Example:
        >>> from handsight.formats import parse_phh
        >>> hand = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 f"]
        ... hand = 7
        ... ''')
        >>> hand.number, hand.button, hand.posts
        (7, 1, (2, 1))
        >>> hand.actions[0].seat, hand.actions[0].action.kind
        (1, 'fold')
    """

    rules: Rules
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    posts: tuple[int, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[ActionRecord, ...]
    late: tuple[int, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict, hash=False)
    shown: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    finishing_stacks: tuple[Amount, ...] | None = None
    winnings: tuple[Amount, ...] | None = None
    rake: int = 0
    scale: int = 1
    platform: str = ""
    hero: int | None = field(default=None, compare=False)
    turned_up: tuple[int, ...] = field(default=(), compare=False)
    metadata: dict[str, Any] = field(default_factory=dict, hash=False)
    source: Source = field(default=Source(), compare=False, repr=False)

    @property
    def number(self) -> int | str | None:
        """The number or name of the hand; None if the hand has neither."""
        named: int | str | None = self.metadata.get("hand")
        return named

    @property
    def button(self) -> int:
        """The seat of the button, which is the last seat."""
        return len(self.stacks) - 1

    @property
    def is_dealt_open(self) -> bool:
        """Whether the cards of all seats are known, no matter how the hand went.

        It is False for a hand of a player's own files even if all cards were shown at the end:
        cards that only a showdown reveals are better than average.
        """
        return not self.turned_up and None not in self.holes

    @property
    def positions(self) -> tuple[str, ...]:
        """The name of each seat's position, such as SB, BB, UTG, LJ, HJ, CO or BTN."""
        return positions_by_posts(self.posts, self.late, self.rules.big_blind)

    @property
    def file(self) -> str:
        """The file that contains the hand; empty if there is no file."""
        return self.source.file

    @property
    def line(self) -> int:
        """The line on which the hand begins."""
        return self.source.line

    def name_of(self, seat: int) -> str:
        """Return the name of a player, or "player 1" for seat 0 and so on if there are no names."""
        return self.players[seat] if self.players else f"player {seat + 1}"

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values that JSON can hold.

        Cards are text in the order dealt, and None where they are unknown. Amounts are in chips,
        `scale` of which make one unit of the record; half chips are floats.

        Example:
            >>> from handsight.game import random_hands
            >>> record = next(random_hands(2, seed=0)).to_dict()
            >>> record["board"], record["seats"][1]["position"], record["seats"][1]["hole"]
            ('', 'BTN', '8h7d')
            >>> record["actions"][0]["action"], record["actions"][0]["amount"]
            ('raise', 300)
        """
        return {
            "number": self.number,
            "file": self.file,
            "line": self.line,
            "platform": self.platform,
            "structure": self.rules.structure,
            "small_blind": self.rules.small_blind,
            "big_blind": self.rules.big_blind,
            "scale": self.scale,
            "rake": self.rake,
            "board": cards_text(self.board),
            "hero": self.hero,
            "seats": list(self.seat_rows()),
            "actions": list(self.action_rows()),
            "metadata": {name: _plain(value) for name, value in self.metadata.items()},
        }

    def seat_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the seats as plain values; see `to_dict`."""
        for seat, position in enumerate(self.positions):
            hole = self.holes[seat]
            yield {
                "seat": seat,
                "player": self.name_of(seat),
                "position": position,
                "stack": self.stacks[seat],
                "ante": self.antes[seat],
                "post": self.posts[seat],
                "is_late": seat in self.late,
                "hole": None if hole is None else cards_text(hole),
                "is_shown": seat in self.shown,
                "finishing_stack": _amount_at(self.finishing_stacks, seat),
                "winnings": _amount_at(self.winnings, seat),
            }

    def action_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the actions as plain values; see `to_dict`."""
        for number, (street, seat, action, chips, all_in) in enumerate(self.actions):
            yield {
                "street": street,
                "seat": seat,
                "action": action.kind,
                "amount": action.amount,
                "chips": chips,
                "all_in": all_in,
                "note": self.notes.get(number),
            }

    def start(self) -> HandState:
        """Return the hand before its first action, by the rules of the record.

        Unknown hole cards stay unknown: such a hand cannot win a showdown.

        Raises:
            HistoryError: if the stacks, posts or cards are invalid; the error has file and line.
        """
        unseen = [seat for seat, hole in enumerate(self.holes) if hole is None]
        try:
            return HandState.start(
                self.rules,
                self.stacks,
                self.button,
                seed=DECK_SEED,
                holes=self.holes,
                board=self.board,
                posts=dict(enumerate(self.posts)),
                antes=dict(enumerate(self.antes)),
                mucked=sorted({*unseen, *self.mucked}),
                late=self.late,
            )
        except InputError as error:
            raise self.source.fault(str(error), self.line) from None


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as text in their order.

    Example:
        >>> from handsight.cards import parse_cards
        >>> cards_text(parse_cards("3d As"))
        '3dAs'
    """
    return "".join(map(str, cards))


def _amount_at(amounts: tuple[Amount, ...] | None, seat: int) -> int | float | None:
    """Return a seat's amount as a number of JSON, or None if none is recorded for the seat."""
    if amounts is None or seat >= len(amounts):
        return None
    return int(amounts[seat]) if amounts[seat] == int(amounts[seat]) else float(amounts[seat])


def _plain(value: Any) -> Any:
    """Return a value of the metadata as JSON can hold it; dates and times become text."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


@dataclass(frozen=True, slots=True)
class Damaged:
    """A part of a file that could not be read as a hand.

    Attributes:
        file: the path of the file.
        line: the line of the fault, from 1.
        reason: description of the fault.
        variant: the variant of poker, if the hand is not Texas Hold'em; otherwise empty.

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


@lru_cache(maxsize=1024)
def recorded_rules(
    structure: str,
    posts: tuple[int, ...],
    bets: tuple[int, ...],
    matched: bool,
    table_rules: tuple[tuple[str, str], ...] = (),
) -> Rules:
    """Return the rules of a recorded hand, without a cap on bets, and with folds for free allowed.

    Args:
        structure: ``"no-limit"`` or ``"fixed-limit"``.
        posts: the blind or straddle of each seat.
        bets: the minimum bet; in fixed limit, the small and the big bet.
        matched: whether antes have to be matched, as when each player posts one; otherwise they
            are dead chips.
        table_rules: names and values of the rules that differ from `TABLE_RULES`.
    """
    limit = structure == "fixed-limit"
    return Rules(
        structure=structure,
        small_blind=min((post for post in posts if 0 < post < bets[0]), default=0),
        big_blind=bets[0],
        small_bet=bets[0] if limit else None,
        big_bet=bets[1] if limit else None,
        bet_cap=_UNCAPPED,
        ante_by="each" if matched else "big-blind",
        fold_when_free=True,
        **(TABLE_RULES | dict(table_rules)),
    )


def unusual_rules(rules: Rules) -> dict[str, str]:
    """Return the rules whose values differ from those in `TABLE_RULES`, by name."""
    values = {name: getattr(rules, name) for name in TABLE_RULES}
    if values == TABLE_RULES:
        return {}
    return {name: value for name, value in values.items() if value != TABLE_RULES[name]}


# --- from the game --------------------------------------------------------------------------------


class RecordableHand(Protocol):
    """A hand that can be recorded: `HandState`, or one played by another platform's rules."""

    @property
    def rules(self) -> Rules:
        """The rules of the table."""

    @property
    def button(self) -> int:
        """The seat of the button."""

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far."""

    def on_table(self) -> OnTable:
        """Return the chips and cards of all seats at once."""


def hand_of(
    state: RecordableHand,
    players: Sequence[str] = (),
    metadata: Mapping[str, Any] | None = None,
    actions: Iterable[ActionRecord] | None = None,
    platform: str = "",
) -> Hand:
    """Return the record of a hand, finished or still being played.

    The record has only the seats of players, in order, starting left of the button. The record of a
    player's view holds only what that player sees.

    Args:
        state: the hand at the moment to record.
        players: the name of each seat's player; empty for no names.
        metadata: further fields of the record, named as in the PHH format.
        actions: the actions as a `HandCursor` records them; None to derive them from the events of
            the hand, which plays the hand again.
        platform: the platform whose rules were played, a name of `handsight.interop.game_names`;
            empty for ours.

    Raises:
        OptionError: if the number of names differs from the number of seats, or the seat of the
            button is empty.

    Example:
        >>> state = HandState.start(Rules(), [900, 800], button=0, seed=7).apply("fold")
        >>> hand = hand_of(state, ["Ann", "Bob"], {"hand": 7})
        >>> hand.players, hand.stacks, hand.finishing_stacks
        (('Bob', 'Ann'), (800, 900), (850, 850))
    """
    start, stacks, posts, antes, late, holes, board, shown, mucked = state.on_table()
    head = _opening(state.rules, start, state.button, posts, antes, late, tuple(players))
    seats, places = head.seats, head.places
    done = tuple(_actions_of(state) if actions is None else actions)
    if head.moved:
        done = tuple(
            [
                ActionRecord(street, places[seat], action, chips, all_in)
                for street, seat, action, chips, all_in in done
            ]
        )
    return Hand(
        rules=head.rules,
        stacks=head.stacks,
        antes=head.antes,
        posts=head.posts,
        late=head.late,
        holes=tuple([holes[seat] for seat in seats]),
        board=board,
        actions=done,
        shown=tuple([places[seat] for seat in shown]),
        mucked=tuple([places[seat] for seat in mucked]),
        players=head.players,
        finishing_stacks=tuple([stacks[seat] for seat in seats]) if state.is_over else None,
        platform=platform,
        metadata=dict(metadata or {}),
    )


class _Opening(NamedTuple):
    """The part of a record that all hands with the same setup share: rules, stacks, posts, names.

    Attributes:
        seats: the players in order, starting left of the button.
        places: the index of each seat in ``seats``.
        moved: whether any seat differs from its index.
    """

    seats: tuple[int, ...]
    places: dict[int, int]
    moved: bool
    rules: Rules
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    posts: tuple[int, ...]
    late: tuple[int, ...]
    players: tuple[str, ...]


@lru_cache(maxsize=1024)
def _opening(
    rules: Rules,
    start: tuple[int, ...],
    button: int,
    all_posts: tuple[int, ...],
    antes: tuple[int, ...],
    late: tuple[int, ...],
    players: tuple[str, ...],
) -> _Opening:
    size = len(start)
    if players and len(players) != size:
        raise OptionError(f"{len(players)} players for {size} seats; name each seat")
    if not start[button]:
        raise OptionError("the seat of the button is empty, which a record cannot express")
    around = (*range(button + 1, size), *range(button + 1))
    seats = tuple(seat for seat in around if start[seat])
    places = {seat: place for place, seat in enumerate(seats)}
    posts = tuple(all_posts[seat] for seat in seats)
    bets = rules.bet_sizes if rules.is_limit else (rules.big_blind,)
    table_rules = tuple(unusual_rules(rules).items())
    return _Opening(
        seats,
        places,
        seats != tuple(range(size)),
        recorded_rules(rules.structure, posts, bets, rules.ante_by == "each", table_rules),
        tuple(start[seat] for seat in seats),
        tuple(antes[seat] for seat in seats),
        posts,
        tuple(sorted(places[seat] for seat in late)),
        tuple(players[seat] for seat in seats) if players else (),
    )


def _actions_of(state: RecordableHand) -> Iterable[ActionRecord]:
    street = "preflop"
    for event in state.events:
        if isinstance(event, DealBoard):
            street = event.street
        elif isinstance(event, Acted):
            yield ActionRecord(street, event.seat, event.action, event.chips, event.all_in)
