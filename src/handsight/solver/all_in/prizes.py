"""Prize money after a hand in which players may have bust, by the independent chip model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def prize_money(
    chips: NDArray[np.float64], before: Sequence[float], payouts: Sequence[float]
) -> NDArray[np.float64]:
    """Compute expected prize money by the independent chip model, for many results of a hand.

    Args:
        chips: float64[n, seats], the chips of each seat after the hand; 0 if the seat busts.
        before: the chips of each seat before the hand, which rank the seats that bust: the seat
            with more finishes higher, and equal ones share the prizes of their places.
        payouts: the prize money of each place, the first place first; later places get nothing.

    Returns:
        float64[n, seats], the expected prize money of each seat.

    Source:
        D. A. Harville, "Assigning Probabilities to the Outcomes of Multi-Entry Competitions",
        Journal of the American Statistical Association 68, 1973; see `handsight.odds.icm`.

    Example:
        >>> prize_money(np.array([[50.0, 50.0, 0.0]]), (40, 30, 30), (50, 30, 20)).tolist()
        [[40.0, 40.0, 20.0]]
    """
    seats = chips.shape[1]
    prizes = np.zeros(seats)
    prizes[: len(payouts)] = payouts
    worth = np.zeros_like(chips)
    alive = chips > 0
    for pattern in np.unique(alive, axis=0):
        rows = np.flatnonzero((alive == pattern).all(axis=1))
        left = np.flatnonzero(pattern)
        worth[np.ix_(rows, left)] = _harville(chips[np.ix_(rows, left)], prizes[: len(left)])
        busted = sorted(np.flatnonzero(~pattern).tolist(), key=lambda seat: -before[seat])
        place = len(left)
        while busted:
            equal = [seat for seat in busted if before[seat] == before[busted[0]]]
            worth[np.ix_(rows, np.array(equal))] = prizes[place : place + len(equal)].mean()
            place, busted = place + len(equal), busted[len(equal) :]
    return worth


def _harville(chips: NDArray[np.float64], prizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute the expected prizes of players who all have chips: float64[n, players].

    The sum goes over the sets of players who take the first places, from small sets to large ones:
    a set's mask is larger than those of its subsets.
    """
    count, players = chips.shape
    likely = np.zeros((1 << players, count))
    likely[0] = 1
    worth = np.zeros((players, count))
    stacks = np.ascontiguousarray(chips.T)
    for taken in range((1 << players) - 1):
        others = [player for player in range(players) if not taken >> player & 1]
        place = players - len(others)
        share = likely[taken] / stacks[others].sum(axis=0)
        for player in others:
            chance = share * stacks[player]
            likely[taken | 1 << player] += chance
            worth[player] += chance * prizes[place]
    return worth.T
