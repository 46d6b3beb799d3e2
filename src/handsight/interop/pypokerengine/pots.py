"""PyPokerEngine's pots, and how it splits them; chips that cannot be split evenly are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handsight.game import Pot

PAYING, ALL_IN, FOLDED = range(3)
"""The states of a player: able to act; all-in by an action (not by a blind); out of the round."""


class Prize(NamedTuple):
    """The chips that a seat wins from a pot.

    Attributes:
        pot: index of the pot in the order of `engine_pots`.
        chips: the seat's share of the pot, rounded down.
    """

    pot: int
    seat: int
    chips: int


def engine_pots(paid: Sequence[int], status: Sequence[int]) -> tuple[Pot, ...]:
    """Return the pots in PyPokerEngine's order.

    Each all-in player creates a pot, the smallest amount first; of players who are all-in for the
    same amount, all but the first create an empty pot. The seats of the last pot are those that
    paid most, even if they have folded since.

    Args:
        paid: chips that each seat has put in over the round.
        status: `PAYING`, `ALL_IN` or `FOLDED` for each seat.

    Example:
        >>> engine_pots([50, 100, 100], [ALL_IN, PAYING, PAYING])
        (Pot(chips=150, seats=(0, 1, 2)), Pot(chips=100, seats=(1, 2)))
    """
    if ALL_IN not in status:
        most = max(paid)
        return (Pot(sum(paid), tuple([s for s, chips in enumerate(paid) if chips == most])),)
    return _side_pots(paid, status)


def _side_pots(paid: Sequence[int], status: Sequence[int]) -> tuple[Pot, ...]:
    pots, below = [], 0
    levels = sorted(chips for chips, now in zip(paid, status, strict=True) if now == ALL_IN)
    for level in levels:
        seats = [
            seat for seat, chips in enumerate(paid) if chips >= level and status[seat] != FOLDED
        ]
        reached = sum(min(level, chips) for chips in paid)
        pots.append(Pot(reached - below, tuple(seats)))
        below = reached
    most = max(paid)
    last = [seat for seat, chips in enumerate(paid) if chips == most]
    return (*pots, Pot(sum(paid) - below, tuple(last)))


def best_seats(scores: dict[int, int]) -> list[int]:
    """Return the seats with the highest score, in the order of `scores`.

    Example:
        >>> best_seats({0: 7, 2: 9, 3: 9})
        [2, 3]
    """
    best = max(scores.values(), default=0)
    return [seat for seat, score in scores.items() if score == best]


def prizes(pots: Sequence[Pot], scores: dict[int, int]) -> list[Prize]:
    """Split each pot among the best hands that compete for it, with each share rounded down.

    The chips of a pot whose seats have all folded are lost.

    Args:
        pots: the pots, as `engine_pots` returns them.
        scores: scores of all seats that have not folded, by seat.

    Example:
        >>> prizes([Pot(25, (0, 1))], {0: 7, 1: 7})
        [Prize(pot=0, seat=0, chips=12), Prize(pot=0, seat=1, chips=12)]
    """
    won: list[Prize] = []
    for number, pot in enumerate(pots):
        if pot.chips:
            winners = best_seats({seat: scores[seat] for seat in pot.seats if seat in scores})
            won += [Prize(number, seat, pot.chips // len(winners)) for seat in winners]
    return won
