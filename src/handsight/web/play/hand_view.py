"""A hand as the page shows it, street by street, whether played at a table or replayed."""

from __future__ import annotations

import msgspec

from handsight.odds.counting.hands import Count
from handsight.views.histories.replay import ReplayAction, ReplayEvent, ReplayReport, ReplayStreet

Amount = int | float


class HandEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a hand, and the pot and the player's stack after it, in units of the record.

    Attributes:
        event: ``"acted"``, or one of the names in `handsight.views.histories.replay.ReplayEvent`.
        seat: index of the player's seat in the record, from 0.
        pot: the pot after the event.
        stack: the player's remaining stack after the event.
        action: kind of action, such as ``"raise"``; empty for an event that is not an action.
        chips: chips that an action adds to the pot (0 for a check or fold), or that are posted,
            returned or received from a pot; None for other events.
        to: the player's total for the street after a bet or raise; None for other events.
        all_in: whether an action puts the player all in.
        cards: cards that are shown; empty for other events.
        hand_name: name of the player's hand at showdown; empty if it is not known.
        of_pot: index of the pot that is won, with 0 for the main pot; None for other events.
        board: cards of the board that decides an award, if several boards were dealt; otherwise
            empty.
    """

    event: str
    seat: int
    pot: Amount
    stack: Amount
    action: str = ""
    chips: Amount | None = None
    to: Amount | None = None
    all_in: bool = False
    cards: str = ""
    hand_name: str = ""
    of_pot: int | None = None
    board: str = ""


class SeatEquity(msgspec.Struct, frozen=True):
    """A known hand's exact equity, 0 to 1, against the other known hands."""

    seat: int
    equity: float


class HandStreet(msgspec.Struct, frozen=True):
    """A street: the board, the pot and the known equities at its start, and the events on it."""

    street: str
    board: str
    pot: Amount
    equities: list[SeatEquity]
    events: list[HandEvent]


def hand_streets(report: ReplayReport) -> list[HandStreet]:
    """Return the streets of a hand.

    Example:
        >>> from handsight.game import random_hands
        >>> from handsight.views.histories.replay import replay_report
        >>> streets = hand_streets(replay_report(next(random_hands(2, seed=3))))
        >>> [(event.event, event.seat, event.chips) for event in streets[0].events][:2]
        [('blind', 1, 50), ('blind', 0, 100)]
    """
    return [_street(each) for each in report.streets]


def _street(street: ReplayStreet) -> HandStreet:
    return HandStreet(
        street=street.street,
        board=street.board,
        pot=amount(street.pot),
        equities=[SeatEquity(each.seat, each.equity) for each in street.equities],
        events=[_event(each) for each in street.events],
    )


def _event(event: ReplayAction | ReplayEvent) -> HandEvent:
    pot, stack = amount(event.pot), amount(event.stack)
    if isinstance(event, ReplayAction):
        return HandEvent(
            event.event,
            event.seat,
            pot,
            stack,
            action=event.action,
            chips=amount(event.chips),
            to=None if event.to is None else amount(event.to),
            all_in=event.all_in,
        )
    return HandEvent(
        event.event,
        event.seat,
        pot,
        stack,
        chips=None if event.chips is None else amount(event.chips),
        cards=event.cards or "",
        hand_name=event.hand_name or "",
        of_pot=event.of_pot,
        board=event.board or "",
    )


def amount(count: Count) -> Amount:
    """Convert an amount for JSON; a fraction becomes a float.

    Example:
        >>> from fractions import Fraction
        >>> amount(300), amount(Fraction(1, 2))
        (300, 0.5)
    """
    return count if isinstance(count, int) else float(count)
