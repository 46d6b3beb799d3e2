"""Events: everything that happens in a hand, in order.

Events are derived from the actions only on request, so they take no time while a hand is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from handsight.cards import Card
from handsight.cards.card import BOARD_SIZES
from handsight.game.actions import Action
from handsight.game.order import posting_order
from handsight.game.setup import cards_at
from handsight.game.showdown import shares_of, showdown_of, showdown_order
from handsight.kernels.game import state as at

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ante:
    """A seat posts its ante, or as much of it as it has."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Blind:
    """A seat posts at most the big blind, in turn or out of turn, or as much of it as it has."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Straddle:
    """A seat posts a straddle: more than the big blind, or as much of it as it has."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class DealHole:
    """A seat gets its two hole cards, in the order dealt; ``cards`` is None if they are hidden."""

    seat: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The cards of a street are dealt: three on the flop, one on the turn and one on the river."""

    street: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acts.

    Attributes:
        seat: the seat that acts.
        action: the action as players name it: a call of nothing is a check, and a raise on a
            street without a bet or a blind is a bet.
        chips: chips that the action adds to the pot.
        all_in: whether the action puts in the player's last chip.
    """

    seat: int
    action: Action
    chips: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """The uncalled part of a bet goes back to the seat that made the bet."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows its cards."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Muck:
    """A seat discards its losing hand without showing it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Award:
    """A seat wins a pot, or a share of it.

    Attributes:
        seat: the seat that wins.
        chips: chips that it wins from the pot.
        pot: the number of the pot; 0 is the main pot.
        odd_chip: whether the chips include an odd chip, because the pot did not split evenly.
    """

    seat: int
    chips: int
    pot: int
    odd_chip: bool


Event: TypeAlias = (
    Ante | Blind | Straddle | DealHole | DealBoard | Acted | UncalledReturned | Show | Muck | Award
)
"""Any of the events of a hand."""


def events_of(
    first: NDArray[np.int64],
    actions: tuple[tuple[int, int], ...],
    last: NDArray[np.int64],
    muck: bool,
) -> Iterator[Event]:
    """Yield the events of a hand from its beginning.

    Args:
        first: the vector of the hand before the first action.
        actions: the code and the amount of each action.
        last: the vector of the hand after the last action.
        muck: whether beaten hands stay hidden.
    """
    from handsight.kernels.game.rules import apply_action

    yield from _opening(first)
    vector = first.copy()
    for code, amount in actions:
        before = vector.copy()
        apply_action(vector, code, amount)
        yield _acted(before, vector, code)
        if not vector[at.OVER]:
            yield from _streets(vector, before[at.BOARD_COUNT], vector[at.BOARD_COUNT])
    if last[at.OVER]:
        dealt = before[at.BOARD_COUNT] if actions else 0
        yield from _ending(last, int(dealt), muck)


def _opening(first: NDArray[np.int64]) -> Iterator[Event]:
    players = _around(first)
    left = {seat: int(first[at.START_STACKS + seat]) for seat in players}
    for seat in players:
        ante = min(int(first[at.ANTES + seat]), left[seat])
        left[seat] -= ante
        if ante:
            yield Ante(seat, ante)
    for seat in sorted(posting_order(players), key=lambda seat: first[at.POSTS + seat]):
        post = int(first[at.POSTS + seat])
        if post and left[seat]:
            kind = Straddle if post > first[at.BIG_BLIND] else Blind
            yield kind(seat, min(post, left[seat]))
    for seat in players:
        place = at.HOLES + 2 * seat
        hidden = first[place] == at.NO_CARD
        yield DealHole(seat, None if hidden else cards_at(first, place, at.HOLE_CARDS))


def _around(vector: NDArray[np.int64]) -> list[int]:
    """Return the seats of the players in order, starting left of the button."""
    size, button = int(vector[at.PLAYERS]), int(vector[at.BUTTON])
    around = [(button + step) % size for step in range(1, size + 1)]
    return [seat for seat in around if vector[at.START_STACKS + seat]]


def _acted(before: NDArray[np.int64], after: NDArray[np.int64], code: int) -> Acted:
    seat = int(before[at.ACTOR])
    stack = int(before[at.STACKS + seat])
    if code == at.FOLD:
        return Acted(seat, Action.fold(), 0, all_in=False)
    if code == at.CALL:
        cost = int(before[at.CALL_COST])
        return Acted(seat, Action.call() if cost else Action.check(), cost, all_in=cost == stack)
    target = int(after[at.PRICE])  # a raise never ends a street, so the price was not reset
    action_of = Action.raise_to if before[at.PRICE] else Action.bet
    chips = target - int(before[at.BETS + seat])
    return Acted(seat, action_of(target), chips, all_in=chips == stack)


def _streets(vector: NDArray[np.int64], dealt: int, now: int) -> Iterator[DealBoard]:
    start = 0
    for street, end in BOARD_SIZES.items():
        if dealt <= start < end <= now:
            yield DealBoard(street, cards_at(vector, at.BOARD + start, end - start))
        start = end


def _ending(last: NDArray[np.int64], dealt: int, muck: bool) -> Iterator[Event]:
    """Yield the events after the last action, from returned chips to the awards."""
    if last[at.RETURNED]:
        yield UncalledReturned(int(last[at.RETURNED_TO]), int(last[at.RETURNED]))
    shown = _showdown(last, muck)
    early = last[at.ALL_SHOWN_FROM] != at.NEVER and dealt < at.BOARD_CARDS
    yield from shown if early else ()
    yield from _streets(last, dealt, int(last[at.BOARD_COUNT]))
    yield from () if early else shown
    for pot in reversed(range(int(last[at.POT_COUNT]))):
        for share in shares_of(last, pot):
            yield Award(share.seat, share.chips, pot, share.odd_chip)


def _showdown(last: NDArray[np.int64], muck: bool) -> list[Show | Muck]:
    seats, mucked = showdown_of(last, muck)
    shown: dict[int, Show | Muck] = {
        seat: Show(seat, cards_at(last, at.HOLES + 2 * seat, at.HOLE_CARDS)) for seat in seats
    }
    shown |= {seat: Muck(seat) for seat in mucked}
    return [shown[seat] for seat in showdown_order(last) if seat in shown]
