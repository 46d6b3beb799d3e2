"""A recorded hand gathered street by street: who does what, pot, stacks and chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handsight.cards import Card
from handsight.game import (
    Acted,
    Amount,
    Ante,
    Award,
    Blind,
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
from handsight.game.results import in_proportion
from handsight.odds.equity import equity
from handsight.odds.equity_result import PlayerEquity


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happens, and how things stand after it.

    Attributes:
        event: what happens.
        pot: chips in the middle afterwards.
        stack: chips behind of the player whom it concerns, afterwards.
        kept: of an award, what of it the player does not get: their part of the rake, or half a
            chip where the record splits a pot to the half chip.
    """

    event: Event
    pot: Amount
    stack: Amount
    kept: Amount = 0


@dataclass(slots=True)
class Scene:
    """One street of a hand.

    Attributes:
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        board: the cards that lie.
        pot: chips in the middle at its beginning.
        seats: who is in the hand at its beginning, ascending.
        equities: what each of them whose cards are known may expect of the pot if all cards are
            dealt; by seat; empty where fewer than two are known.
        moments: what happens, in order.
    """

    street: str
    board: tuple[Card, ...]
    pot: Amount
    seats: tuple[int, ...]
    equities: dict[int, PlayerEquity]
    moments: list[Moment] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand told from its beginning to its end.

    Attributes:
        history: the hand.
        scenes: its streets.
        end: its last state.
        result: how it ended, after the rake; None while it is not over.
    """

    history: Hand
    scenes: tuple[Scene, ...]
    end: HandState
    result: HandResult | None


def replayed(history: Hand) -> Replay:
    """Play a recorded hand again and gather what happens.

    The equities are exact, among the hands that are known; the known cards of those who folded
    are out of play.

    Args:
        history: the hand.

    Raises:
        HistoryError: if it cannot be played to its end, or the rake is above what was won.

    Example:
        >>> from handsight.game import random_hands
        >>> replay = replayed(next(random_hands(2, seed=3)))
        >>> replay.scenes[0].street, replay.scenes[0].pot
        ('preflop', 0)
    """
    end = final_state(history)
    return _told(history, end, hand_result(history, end))


def watched(
    view: HandState, names: Sequence[str], metadata: Mapping[str, Any] | None = None
) -> Replay:
    """Gather what one player has seen of a hand so far.

    Args:
        view: the hand as he sees it, over or not; the button has the last seat.
        names: a name for each seat.
        metadata: what else to tell, by the names of the PHH format.

    Example:
        >>> from handsight.game import Rules
        >>> state = HandState.start(Rules(), [900, 900], button=1, seed=7).apply("call")
        >>> watched(state.view(0), ["Ann", "Bob"]).scenes[0].moments[-1].event.chips
        50
    """
    history = hand_of(view, names, metadata)
    return _told(history, view, hand_result(history, view) if view.is_over else None)


def _told(history: Hand, end: HandState, result: HandResult | None) -> Replay:
    events = end.events
    kept = [] if result is None else _kept_of_awards(events, result.kept)
    return Replay(history, tuple(_Stage(history, kept).scenes(events)), end, result)


def _kept_of_awards(events: tuple[Event, ...], kept: Sequence[Amount]) -> list[Amount]:
    """Divide what is kept from each seat among its awards, in proportion."""
    awards = [event for event in events if isinstance(event, Award)]
    parts = {
        seat: iter(in_proportion(share, [each.chips for each in awards if each.seat == seat]))
        for seat, share in enumerate(kept)
    }
    return [next(parts[award.seat]) for award in awards]


class _Stage:
    """Keeps count of pot, stacks and players while events are told."""

    def __init__(self, history: Hand, kept_of_awards: Iterable[Amount]) -> None:
        self.history = history
        self.stacks: list[Amount] = list(history.stacks)
        self.board: tuple[Card, ...] = ()
        self.pot: Amount = 0
        self.kept_of_awards = iter(kept_of_awards)
        self.seats = set(range(len(self.stacks)))

    def scenes(self, events: tuple[Event, ...]) -> Iterator[Scene]:
        scene = self._open("preflop")
        for event in events:
            if isinstance(event, DealBoard):
                yield scene
                self.board += event.cards
                scene = self._open(event.street)
            elif not isinstance(event, DealHole):
                scene.moments.append(self._tell(event))
        yield scene

    def _open(self, street: str) -> Scene:
        return Scene(street, self.board, self.pot, tuple(sorted(self.seats)), self._equities())

    def _tell(self, event: Event) -> Moment:
        kept: Amount = 0
        match event:
            case Ante(seat, chips) | Blind(seat, chips) | Straddle(seat, chips):
                self._pay(seat, chips)
            case Acted(seat, action, chips):
                self._pay(seat, chips)
                if action.kind == "fold":
                    self.seats.discard(seat)
            case UncalledReturned(seat, chips):
                self._pay(seat, -chips)
            case Award(seat, chips):
                kept = next(self.kept_of_awards, 0)
                self._pay(seat, -chips)
                self.stacks[seat] -= kept
            case Muck(seat):
                self.seats.discard(seat)
            case Show() | DealHole() | DealBoard():
                pass
        seat = -1 if isinstance(event, DealBoard) else event.seat
        return Moment(event, self.pot, self.stacks[seat], kept)

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.pot += chips

    def _equities(self) -> dict[int, PlayerEquity]:
        holes = dict(enumerate(self.history.holes))
        known = {seat: cards for seat, cards in holes.items() if cards and seat in self.seats}
        if len(known) < 2:
            return {}
        folded = [cards for seat, cards in holes.items() if cards and seat not in self.seats]
        dead = [card for cards in folded for card in cards]
        result = equity(list(known.values()), self.board, dead, "exact")
        return dict(zip(known, result.players, strict=True))
