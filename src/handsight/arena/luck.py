"""How much of a result the cards decided, so that it can be taken out.

When cards come to the board, the chances of the hands change; what a player gains by that, times
the pot, is luck. Over all decks its mean is zero whatever the agents do, as each change is one
between a chance and what it becomes. So a result less a fixed share of its luck has the same mean,
and a smaller spread. The share must not be chosen after looking at the results.

Mirrored deals take much of the same luck out already. Taking out the luck of all-ins alone is for
deals that are not mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from handsight.cards import Card
from handsight.game import Hand, HandState, Pot, replay
from handsight.odds.equity import equity

SHARE = 0.7
"""The share of the luck of cards dealt between decisions that is taken out."""


class Luck(NamedTuple):
    """What the cards of the board brought each seat, in chips; each sums to 0 over the seats.

    Attributes:
        between: by cards that came while decisions were still to be made.
        all_in: by cards that came when none was left.
    """

    between: tuple[float, ...]
    all_in: tuple[float, ...]

    def adjusted(self, chips: int, seat: int, share: float = SHARE) -> float:
        """Take luck out of a result: that of all-ins whole, of other cards a fixed share.

        Args:
            chips: what the seat won.
            seat: the seat.
            share: 0..1, chosen beforehand; 0 is the all-in adjustment alone.

        Example:
            >>> Luck((100.0, -100.0), (50.0, -50.0)).adjusted(400, 0, share=0.5)
            300.0
        """
        return chips - self.all_in[seat] - share * self.between[seat]


def luck_of(hand: Hand) -> Luck:
    """Say what the cards of the board brought each seat of a hand.

    Args:
        hand: a hand that was played to its end, all hole cards known.

    Raises:
        HistoryError: if it cannot be replayed.
        InputError: if a player's cards are not known.

    Example:
        >>> from handsight.game import random_hands
        >>> luck = luck_of(next(random_hands(2, seed=3)))
        >>> round(sum(luck.between), 9), round(sum(luck.all_in), 9)
        (0.0, 0.0)
    """
    seats = len(hand.stacks)
    between, all_in = [0.0] * seats, [0.0] * seats
    for before, after in pairwise(replay(hand)):
        if len(before.board) == len(after.board) or len(after.players) < 2:
            continue
        brought = all_in if after.is_over else between
        for pot in after.pots:
            for seat, chips in _brought(after, pot, before.board):
                brought[seat] += chips
    return Luck(tuple(between), tuple(all_in))


def _brought(state: HandState, pot: Pot, board: tuple[Card, ...]) -> Iterator[tuple[int, float]]:
    """Tell what each seat's share of a pot gained since there was another board."""
    if len(pot.seats) < 2:
        return
    earlier, later = (_shares(state, pot.seats, each) for each in (board, state.board))
    for seat, was, now in zip(pot.seats, earlier, later, strict=True):
        yield seat, pot.chips * (now - was)


def _shares(state: HandState, seats: tuple[int, ...], board: tuple[Card, ...]) -> Iterator[float]:
    holes = [(seat, state.hole(seat)) for seat in range(state.seats)]
    dead = [card for seat, hole in holes if seat not in seats for card in hole or ()]
    known = [hole or "" for seat, hole in holes if seat in seats]
    return (float(player.equity) for player in equity(known, board, dead, "exact").players)
