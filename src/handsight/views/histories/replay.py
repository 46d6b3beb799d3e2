"""A recorded hand, street by street: actions, pot, stacks and equities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from handsight.cards import Card
from handsight.game import (
    Acted,
    Amount,
    Ante,
    Award,
    Blind,
    CheckReport,
    Damaged,
    DealBoard,
    DealHole,
    Event,
    Hand,
    HandResult,
    HandState,
    Muck,
    Show,
    Straddle,
    UncalledReturned,
    final_state,
    hand_of,
    hand_result,
)
from handsight.game.records.replaying import BOARDS, HalfChipSplit, in_proportion, runs
from handsight.kernels.game import state as at
from handsight.odds.counting.hands import Count, whole
from handsight.odds.equity.equity import equity
from handsight.odds.spot import FULL_BOARD
from handsight.ranking import evaluate
from handsight.views.report import HIDDEN, UNLESS_NONE, report_of


@dataclass(frozen=True, slots=True)
class ReplayAction:
    """An action, and the pot and stack after it; amounts are in units of the record.

    Attributes:
        seat: seat of the player, from 0.
        all_in: whether the action put the player all-in.
        event: ``"acted"``.
        action: kind of action: ``"fold"``, ``"check"``, ``"call"``, ``"bet"`` or ``"raise"``.
        to: the player's total for the street after a bet or raise; None for other actions.
        chips: chips that the action adds to the pot.
        pot: the pot after the action.
        stack: the player's remaining stack after the action.
    """

    event: str
    seat: int
    action: str
    to: Count | None
    chips: Count
    all_in: bool
    pot: Count
    stack: Count


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """An event other than an action, and the pot and stack after it.

    Amounts are in units of the record. A value that the kind of event does not have is None.

    Attributes:
        seat: seat of the player, from 0.
        event: ``"ante"``, ``"blind"``, ``"straddle"``, ``"uncalledreturned"``, ``"show"``,
            ``"muck"`` or ``"award"``.
        cards: cards that are shown, as text.
        chips: chips that are posted or returned, or that the player receives from a pot.
        of_pot: index of the pot that is won; 0 is the main pot.
        odd_chip: whether the award includes an odd chip left over from a pot that cannot be split
            evenly.
        board: cards of the board that decides an award, if several boards were dealt.
        kept: part of an award that the player does not receive: their share of the rake, or half a
            chip if the record splits a pot into half chips. Negative if the site added chips.
        pot: the pot after the event.
        stack: the player's remaining stack after the event.
        shown: cards that are shown; empty for other events.
        final_hand: the player's cards and the whole board, for a player who shows or wins at
            showdown; empty if they are not known, and for other events.
    """

    event: str
    seat: int
    cards: str | None = field(default=None, metadata=UNLESS_NONE)
    chips: Count | None = field(default=None, metadata=UNLESS_NONE)
    of_pot: int | None = field(default=None, metadata=UNLESS_NONE)
    odd_chip: bool | None = field(default=None, metadata=UNLESS_NONE)
    kept: Count | None = field(default=None, metadata=UNLESS_NONE)
    board: str | None = field(default=None, metadata=UNLESS_NONE)
    pot: Count = field(kw_only=True)
    stack: Count = field(kw_only=True)
    shown: tuple[Card, ...] = field(default=(), metadata=HIDDEN)
    final_hand: tuple[Card, ...] = field(default=(), metadata=HIDDEN)

    @property
    def hand_name(self) -> str | None:
        """The name of the player's hand at showdown; None if the hand is not known."""
        return evaluate(self.final_hand).name if self.final_hand else None


@dataclass(frozen=True, slots=True)
class StreetEquity:
    """The chances of a player whose cards are known, over all ways to deal the rest of the board.

    Attributes:
        seat: seat of the player, from 0.
        equity: exact share of the pot against the other known hands, 0..1.
        win: number of deals that the player wins alone.
        tie: number of deals in which the player splits the pot.
        lose: number of deals that the player loses.
        p_tie: share of deals in which the player splits the pot, 0..1.
    """

    seat: int
    equity: float
    win: Count
    tie: Count
    lose: Count
    p_tie: float = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class ReplayStreet:
    """One street of a hand.

    Attributes:
        street: name of the street, such as ``"flop"``.
        board: cards on the board.
        events: what happened on the street, in order.
        pot: the pot at the start of the street, in units of the record.
        equities: equities of the players in the hand whose cards are known; empty for fewer than
            two such players.
        seats: seats that are in the hand at the start of the street, ascending.
    """

    street: str
    board: str
    pot: Count
    equities: tuple[StreetEquity, ...]
    events: tuple[ReplayAction | ReplayEvent, ...]
    board_cards: tuple[Card, ...] = field(metadata=HIDDEN)
    seats: tuple[int, ...] = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """A hand from its start to its end, or as far as it has been played.

    Amounts are in units of the record; tuples of amounts have one for each seat.

    Attributes:
        line: line of the file on which the hand begins, from 1.
        board: cards on the board at the end of the hand.
        starting_stacks: chips of each seat before the hand, in units of the record.
        streets: the streets that were played.
        rake: rake taken from the pots, in units of the record.
        file: file that contains the hand, on the line `line`; empty if it was not read from a file.
        hand: number or name of the hand; None if it has neither.
        variant: betting structure, such as ``no-limit``.
        players: names of the players, by seat.
        button: seat of the button; seats are numbered from 0.
        blinds: blind or straddle of each seat; 0 for none.
        antes: ante of each seat; 0 for none.
        holes: hole cards of each seat; None for unknown cards.
        hero: the only seat whose cards were dealt face up; None if there is no such seat.
        finishing_stacks: stacks after the rake; the current stacks if the hand is not over.
        payoffs: amounts won or lost, after the rake; if the hand is not over, chips in the pot
            count as lost.
        recorded_stacks: stacks at the end according to the record; None if the record omits them.
        replayed_stacks: stacks at the end according to the rules, ignoring the rake; the current
            stacks if the hand is not over.
        difference: how the record differs from the rules, in words; None if they agree, and if the
            hand is not over.
        pots: number of pots in the hand.
    """

    file: str
    line: int
    hand: int | str | None
    variant: str
    players: tuple[str, ...]
    button: int
    hero: int | None
    blinds: tuple[Count, ...]
    antes: tuple[Count, ...]
    holes: tuple[str | None, ...]
    board: str
    starting_stacks: tuple[Count, ...]
    streets: tuple[ReplayStreet, ...]
    finishing_stacks: tuple[Count, ...]
    payoffs: tuple[Count, ...]
    rake: Count
    recorded_stacks: tuple[Count, ...] | None
    replayed_stacks: tuple[Count, ...]
    difference: str | None
    history: Hand = field(metadata=HIDDEN)
    is_over: bool = field(metadata=HIDDEN)
    pots: int = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class DamagedReport:
    """An entry of a file that is not a usable hand.

    Attributes:
        file: path of the file.
        line: line on which the hand begins, from 1.
        reason: why the hand cannot be read.
        variant: name of the game, if the entry is a hand of an unsupported game; otherwise None.
    """

    file: str
    line: int
    reason: str
    variant: str | None = field(default=None, metadata=UNLESS_NONE)


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """The location of a hand: its file, its line, and its number or name (None for neither).

    Attributes:
        file: path of the file.
        line: line of the file on which the hand begins, from 1.
        hand: number of the hand on its site or in its file; None if it has none.
    """

    file: str
    line: int
    hand: int | str | None


@dataclass(frozen=True, slots=True)
class ReplayedHands:
    """The replayed hands at a path, and the entries that could not be read or replayed.

    Attributes:
        hands: the hands.
        errors: hands that cannot be read.
    """

    hands: tuple[ReplayReport, ...]
    errors: tuple[DamagedReport, ...]


@dataclass(frozen=True, slots=True)
class CheckedHands:
    """How replayed hands end, compared with their records; see `handsight.game.CheckReport`."""

    hands: int
    exact: int
    half_chip_splits: tuple[HalfChipSplit, ...]
    unrecorded: tuple[RecordedHand, ...]
    errors: tuple[DamagedReport, ...]
    unsupported: tuple[DamagedReport, ...]


def replay_report(history: Hand) -> ReplayReport:
    """Build the report of a recorded hand by replaying it.

    The equities are exact, and count only players whose cards are known. The known cards of players
    who have folded are out of play.

    Args:
        history: the recorded hand.

    Raises:
        HistoryError: if the hand cannot be played to its end, if the rake exceeds the amount won,
            or if the recorded result does not have one amount for each seat.

    Example:
        >>> from handsight.game import random_hands
        >>> report = replay_report(next(random_hands(2, seed=3)))
        >>> report.streets[0].street, report.streets[0].pot
        ('preflop', 0)
    """
    end = final_state(history)
    return _report(history, end, hand_result(history, end))


def watched_report(
    view: HandState, names: Sequence[str], metadata: Mapping[str, Any] | None = None
) -> ReplayReport:
    """Build the report of what one player has seen of a hand so far.

    Args:
        view: the player's view of the hand, finished or not; the button has the last seat.
        names: name of the player in each seat.
        metadata: further fields of the record, by their names in the PHH format.

    Example:
        >>> from handsight.game import Rules
        >>> state = HandState.start(Rules(), [900, 900], button=1, seed=7).apply("call")
        >>> watched_report(state.view(0), ["Ann", "Bob"]).streets[0].events[-1].chips
        50
    """
    history = hand_of(view, names, metadata)
    return _report(history, view, hand_result(history, view) if view.is_over else None)


def damaged_report(damaged: Damaged) -> DamagedReport:
    """Build the report of an entry that is not a usable hand.

    Example:
        >>> damaged_report(Damaged("a.phh", 3, "actions is missing")).line
        3
    """
    return report_of(DamagedReport, damaged, variant=damaged.variant or None)


def check_report(check: CheckReport) -> CheckedHands:
    """Build the report of a check of recorded hands.

    Example:
        >>> from handsight.game import check_hands
        >>> check_report(check_hands([])).hands
        0
    """
    return report_of(
        CheckedHands,
        check,
        half_chip_splits=tuple(
            replace(split, recorded=tuple(map(whole, split.recorded)))
            for split in check.half_chip_splits
        ),
        unrecorded=tuple(
            RecordedHand(each.file, each.line, each.number) for each in check.unrecorded
        ),
        errors=tuple(map(damaged_report, check.errors)),
        unsupported=tuple(map(damaged_report, check.unsupported)),
    )


def _report(history: Hand, end: HandState, result: HandResult | None) -> ReplayReport:
    def amounts(chips: Iterable[Amount]) -> tuple[Count, ...]:
        return tuple(_in_units(each, history.scale) for each in chips)

    recorded = history.finishing_stacks
    last = end if result is None else result
    replayed: Iterable[Amount] = end.stacks
    if result is not None and BOARDS in history.metadata:  # the final state has only one board
        replayed = [stack + kept for stack, kept in zip(result.stacks, result.kept, strict=True)]
    return ReplayReport(
        file=history.file,
        line=history.line,
        hand=history.number,
        variant=history.rules.structure,
        players=tuple(history.name_of(seat) for seat in range(len(history.stacks))),
        button=history.button,
        hero=history.hero,
        blinds=amounts(history.posts),
        antes=amounts(history.antes),
        holes=tuple(None if hole is None else _joined(hole) for hole in history.holes),
        board=_joined(end.board),
        starting_stacks=amounts(history.stacks),
        streets=tuple(_Streets(history, end, result).all()),
        finishing_stacks=amounts(last.stacks),
        payoffs=amounts(last.payoffs),
        rake=_in_units(history.rake, history.scale),
        recorded_stacks=None if recorded is None else amounts(recorded),
        replayed_stacks=amounts(replayed),
        difference=(result.difference or None) if result else None,
        history=history,
        is_over=result is not None,
        pots=len(end.pots),
    )


def _in_units(chips: Amount, scale: int) -> Count:
    if scale == 1 and isinstance(chips, int):
        return chips  # the usual case; fractions are slow
    return whole(Fraction(chips) / scale)


def _joined(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


class _Streets:
    """Tracks pot, stacks and players while a hand is replayed."""

    def __init__(self, history: Hand, end: HandState, result: HandResult | None) -> None:
        self.history = history
        self.end = end
        self.stacks: list[Amount] = list(history.stacks)
        self.board: tuple[Card, ...] = ()
        self.pot: Amount = 0
        self.events = end.events
        self.ends = runs(history, end) if result else [end]
        awards = [event for each in self.ends for event in each.events if isinstance(event, Award)]
        self.kept_of_awards = iter(_kept_of_awards(awards, result.kept if result else ()))
        self.seats = set(range(len(self.stacks)))

    def all(self) -> Iterator[ReplayStreet]:
        street, events = self._begin("preflop"), list[ReplayAction | ReplayEvent]()
        for event in self.events:
            if isinstance(event, DealBoard):
                yield replace(street, events=tuple(events))
                self.board += event.cards
                street, events = self._begin(event.street), []
            elif isinstance(event, Award) and len(self.ends) > 1:
                continue  # below, the pots are paid out board by board
            elif not isinstance(event, DealHole):
                events.append(self._follow(event))
        for end in self.ends if len(self.ends) > 1 else ():
            awards = (event for event in end.events if isinstance(event, Award))
            events += [self._award(award, next(self.kept_of_awards, 0), end) for award in awards]
        yield replace(street, events=tuple(events))

    def _begin(self, street: str) -> ReplayStreet:
        return ReplayStreet(
            street=street,
            board=_joined(self.board),
            pot=self._units(self.pot),
            equities=tuple(self._equities()),
            events=(),
            board_cards=self.board,
            seats=tuple(sorted(self.seats)),
        )

    def _follow(
        self, event: Acted | Ante | Award | Blind | Muck | Show | Straddle | UncalledReturned
    ) -> ReplayAction | ReplayEvent:
        match event:
            case Acted(seat, action, chips, all_in):
                self._pay(seat, chips)
                if action.kind == "fold":
                    self.seats.discard(seat)
                return ReplayAction(
                    event="acted",
                    seat=seat,
                    action=action.kind,
                    to=self._units(action.amount) or None,
                    chips=self._units(chips),
                    all_in=all_in,
                    pot=self._units(self.pot),
                    stack=self._units(self.stacks[seat]),
                )
            case Ante(seat, chips) | Blind(seat, chips) | Straddle(seat, chips):
                self._pay(seat, chips)
                return self._event(event, seat, chips=self._units(chips))
            case UncalledReturned(seat, chips):
                self._pay(seat, -chips)
                return self._event(event, seat, chips=self._units(chips))
            case Award():
                return self._award(event, next(self.kept_of_awards, 0), self.end)
            case Show(seat, cards):
                hand = (*cards, *self.board) if len(self.board) == FULL_BOARD else ()
                return self._event(event, seat, cards=_joined(cards), shown=cards, final_hand=hand)
            case Muck(seat):
                self.seats.discard(seat)
                return self._event(event, seat)

    def _award(self, award: Award, kept: Amount, end: HandState) -> ReplayEvent:
        """Pay out a pot, or the part of the pot that one of several boards decides."""
        seat, several = award.seat, len(self.ends) > 1
        chips: Amount = Fraction(award.chips, len(self.ends)) if several else award.chips
        self._pay(seat, -chips)
        self.stacks[seat] -= kept
        hole = self.history.holes[seat] or ()
        return self._event(
            award,
            seat,
            chips=self._units(chips - kept),
            of_pot=award.pot,
            odd_chip=award.odd_chip,
            kept=self._units(kept),
            board=_joined(end.board) if several else None,
            final_hand=(*hole, *end.board) if hole and end.number(at.SHOWDOWN) else (),
        )

    def _event(self, event: Event, seat: int, **values: Any) -> ReplayEvent:
        pot, stack = self._units(self.pot), self._units(self.stacks[seat])
        return ReplayEvent(type(event).__name__.lower(), seat, pot=pot, stack=stack, **values)

    def _units(self, chips: Amount) -> Count:
        return _in_units(chips, self.history.scale)

    def _pay(self, seat: int, chips: Amount) -> None:
        self.stacks[seat] -= chips
        self.pot += chips

    def _equities(self) -> Iterator[StreetEquity]:
        holes = dict(enumerate(self.history.holes))
        known = {seat: cards for seat, cards in holes.items() if cards and seat in self.seats}
        if len(known) < 2:
            return
        folded = [cards for seat, cards in holes.items() if cards and seat not in self.seats]
        dead = [card for cards in folded for card in cards]
        result = equity(list(known.values()), self.board, dead, "exact")
        for seat, player in zip(known, result.players, strict=True):
            win, tie, lose = player.win or 0, player.tie or 0, player.lose or 0
            share = float(tie / result.total)
            yield StreetEquity(seat, player.equity, win, tie, lose, p_tie=share)


def _kept_of_awards(awards: Sequence[Award], kept: Sequence[Amount]) -> list[Amount]:
    """Return the part of each award that its winner does not receive (see `ReplayEvent.kept`).

    Args:
        awards: awards of all pots.
        kept: chips that each seat does not receive, which are divided among the seat's awards in
            proportion to the awards' chips; empty if the hand has no result.

    Returns:
        A number for each award, or an empty list if `kept` is empty.
    """
    parts = {
        seat: iter(in_proportion(share, [each.chips for each in awards if each.seat == seat]))
        for seat, share in enumerate(kept)
    }
    return [next(parts[award.seat]) for award in awards] if kept else []
