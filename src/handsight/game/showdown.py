"""Pots and the showdown, read from the vector of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.kernels.game import state as at

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Pot:
    """The main pot or a side pot.

    Attributes:
        chips: chips in the pot.
        seats: the seats that can win the pot, in ascending order.
    """

    chips: int
    seats: tuple[int, ...]


class Share(NamedTuple):
    """The chips that a seat wins from a pot, and whether they include an odd chip."""

    seat: int
    chips: int
    odd_chip: bool


def pots_of(vector: NDArray[np.int64]) -> tuple[Pot, ...]:
    """Return the pots as they would be without further bets; the main pot comes first."""
    from handsight.kernels.game.pots import collect_pots

    if not vector[at.OVER]:
        vector = vector.copy()
        collect_pots(vector)
    count = int(vector[at.POT_COUNT])
    chips = vector[at.POT_AMOUNTS : at.POT_AMOUNTS + count].tolist()
    seats = vector[at.POT_SEATS : at.POT_SEATS + count].tolist()
    return tuple(Pot(*each) for each in zip(chips, map(_seats_in, seats), strict=True))


def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(at.SEATS) if mask >> seat & 1)


def shares_of(vector: NDArray[np.int64], pot: int) -> list[Share]:
    """Return the share of each player who wins chips from a pot, in the order of the seats.

    Args:
        vector: the vector of a hand that is over.
        pot: the number of the pot; 0 is the main pot.
    """
    from handsight.kernels.game.pots import share_pot

    shares = np.zeros(at.SEATS, np.int64)
    share_pot(vector, pot, shares)
    winners = np.flatnonzero(shares).tolist()
    even = int(vector[at.POT_AMOUNTS + pot]) // max(len(winners), 1)
    return [Share(seat, int(shares[seat]), int(shares[seat]) > even) for seat in winners]


def showdown_of(
    vector: NDArray[np.int64] | list[int], muck: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats that show and the seats that muck at the showdown, each in order.

    The last player to bet or raise on the river shows first; if nobody bet on the river, the first
    player left of the button does. The others follow in turn. If ``muck`` is True, a player who
    cannot win any pot against the hands already shown mucks, unless somebody is all-in: then all
    hands are shown. A seat whose hand is dead always mucks.

    Args:
        vector: the vector of a hand; before the hand is over, nobody shows or mucks.
        muck: whether beaten hands stay hidden.
    """
    if not vector[at.SHOWDOWN]:
        return (), ()
    row = vector if isinstance(vector, list) else vector[: at.DECK].tolist()
    pots = row[at.POT_SEATS : at.POT_SEATS + row[at.POT_COUNT]]
    best = [-1] * len(pots)
    open_hands = row[at.ALL_SHOWN_FROM] != at.NEVER or not muck
    shown, mucked = [], []
    for seat in showdown_order(row):
        strength = row[at.STRENGTHS + seat]
        mine = [number for number, seats in enumerate(pots) if seats >> seat & 1]
        beaten = not open_hands and all(strength < best[number] for number in mine)
        if beaten or row[at.HAND_DEAD + seat]:
            mucked.append(seat)
            continue
        shown.append(seat)
        for number in mine:
            best[number] = max(best[number], strength)
    return tuple(shown), tuple(mucked)


def showdown_order(vector: NDArray[np.int64] | list[int]) -> list[int]:
    """Return the seats still in the hand, in the order in which they show."""
    size, aggressor = int(vector[at.PLAYERS]), int(vector[at.AGGRESSOR])
    begin = int(vector[at.BUTTON]) + 1 if aggressor == at.NOBODY else aggressor
    around = [(begin + step) % size for step in range(size)]
    return [seat for seat in around if vector[at.STATUS + seat] < at.FOLDED]
