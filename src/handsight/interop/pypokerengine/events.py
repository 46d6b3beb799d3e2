"""What happened in a round of PyPokerEngine, one thing after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.game import (
    STREETS,
    Acted,
    Action,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    Event,
    Show,
)
from handsight.interop.pypokerengine.round import SHOWDOWN, Move

if TYPE_CHECKING:
    from handsight.interop.pypokerengine.hand import EngineHand

BOARD_PLACES = {1: (0, 3), 2: (3, 4), 3: (4, 5)}


@dataclass(frozen=True, slots=True)
class EngineActed(Acted):
    """A seat acts; beside what it did stands what it declared.

    Attributes:
        declared: ``fold``, ``call`` or ``raise``, as the player said.
        declared_amount: the street total that he said.
        taken: ``fold``, ``call`` or ``raise``, as PyPokerEngine took it.

    Example:
        >>> from handsight.interop.pypokerengine import EngineHand, EngineRules
        >>> hand = EngineHand.start(EngineRules(5), [90, 90], button=0, seed=7)
        >>> event = next(e for e in hand.apply("raise to 14").events if isinstance(e, Acted))
        >>> event.declared, event.declared_amount, event.taken
        ('raise', 14, 'fold')
    """

    declared: str
    declared_amount: int
    taken: str


def events_of(hand: EngineHand) -> Iterator[Event]:
    """Tell a round from its beginning.

    Args:
        hand: the round as it is now.
    """
    yield from _opening(hand)
    moves = hand.moves
    streets = [move.street for move in moves[1:]] + [hand.street_number]
    for move, after in zip(moves, streets, strict=False):
        yield _acted(move)
        yield from _boards(hand, move.street, after)
    if hand.is_over:
        for seat in hand.shown:
            yield Show(seat, hand.hole_cards(seat))
        for prize in hand.prizes:
            yield Award(prize.seat, prize.chips, prize.pot, odd_chip=False)


def _opening(hand: EngineHand) -> Iterator[Event]:
    rules, seating = hand.rules, hand.seating
    for seat in seating.players if rules.ante else ():
        yield Ante(seat, rules.ante)
    yield Blind(seating.small_blind, rules.small_blind)
    yield Blind(seating.big_blind, rules.big_blind)
    for seat in seating.players:
        yield DealHole(seat, hand.hole_cards(seat) or None)


def _acted(move: Move) -> EngineActed:
    kind = move.action.kind
    if kind == "raise" and not move.price:
        kind = "bet"
    elif kind == "call" and not move.chips:
        kind = "check"
    done = Action(kind, move.total if kind in ("bet", "raise") else 0)
    said = (move.declared, move.declared_amount, move.taken)
    return EngineActed(move.seat, done, move.chips, move.all_in, *said)


def _boards(hand: EngineHand, before: int, after: int) -> Iterator[Event]:
    for street in range(before + 1, min(after, SHOWDOWN - 1) + 1):
        first, last = BOARD_PLACES[street]
        yield DealBoard(STREETS[street], hand.board[first:last])
