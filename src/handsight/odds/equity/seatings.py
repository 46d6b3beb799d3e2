"""Which players can exchange hands in a sample of ranges, and the resulting shares of the pot.

Two players can exchange hands if each of their ranges contains both hands at the range's most
common weight: each player could just as well hold the other player's hand. So a deal counts over
several rounds, in which players exchange hands in pairs if they can
(`handsight.kernels.odds.seatings`). This makes the shares vary less and costs little, as the deal
is evaluated only once. A party has as many rounds as players. A deal is one observation, no matter
how many rounds it has, so the standard error is that of a mean of independent numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from handsight.odds.sampling import DealCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.kernels.odds.seatings import Seatings
    from handsight.odds.equity.range_groups import Group

WORTH_IT = 0.1
"""Two players join one party if they can exchange hands in about this share of deals or more."""


@dataclass(frozen=True, slots=True)
class Parties:
    """Parties of players, who can exchange hands within their party.

    Attributes:
        parties: the players of each party, from 0; a party has two or more players.
        holders: {mask of a hand: bitmask of players}; a player of a party is included if their
            range contains the hand at the most common weight of the range.
    """

    parties: tuple[tuple[int, ...], ...]
    holders: dict[int, int]

    @classmethod
    def of(cls, ranges: Sequence[Group]) -> Parties:
        """Find the parties: players who can often exchange hands, directly or through others.

        Args:
            ranges: one group for each player with a range.

        Example:
            >>> from handsight.cards import CardSet
            >>> from handsight.odds.equity.range_groups import Group
            >>> from handsight.ranges import Range
            >>> texts = "22+", "KK+, AK", "33+, AK:0.5", "72o"
            >>> groups = [Group.of_range(i, Range(text), CardSet()) for i, text in enumerate(texts)]
            >>> Parties.of(groups).parties
            ((0, 2),)
        """
        common = {group.players[0]: _of_commonest_weight(group) for group in ranges}
        parties: list[set[int]] = []
        for player, hands in common.items():
            near = [party for party in parties if any(_often(hands, common[p]) for p in party)]
            parties = [party for party in parties if party not in near]
            parties.append({player}.union(*near))
        chosen = tuple(tuple(sorted(party)) for party in parties if len(party) > 1)
        holders: dict[int, int] = {}
        for player in (each for party in chosen for each in party):
            for hand in common[player]:
                holders[hand] = holders.get(hand, 0) | 1 << player
        return cls(chosen, holders)

    def table(self) -> Seatings:
        """Build the arrays that the kernels take."""
        from handsight.kernels.odds.seatings import HANDS, Seatings

        ends = np.cumsum([0, *map(len, self.parties)])
        table = np.zeros(HANDS, np.uint16)
        for hand, players in self.holders.items():
            low, high = (hand & -hand).bit_length() - 1, hand.bit_length() - 1
            table[low << 6 | high] = table[high << 6 | low] = players
        return Seatings(
            np.array([player for party in self.parties for player in party], np.int64),
            np.array([*pairwise(ends.tolist())], np.int64).reshape(-1, 2),
            table,
        )

    def rounds(self, player: int) -> int:
        """Return the number of rounds in which a player plays each deal; 1 outside all parties."""
        return next((len(party) for party in self.parties if player in party), 1)

    def equity(self, counts: DealCounts, player: int) -> float | None:
        """Return a player's share of the pot, or None if no players exchanged hands."""
        if counts.shares is None:
            return None
        return counts.shares[player][0] / (counts.trials * self._whole(player))

    def stderr(self, counts: DealCounts, player: int) -> float | None:
        """Estimate the standard error of a player's share; None if no players exchanged hands.

        The error is never 0. If the player won the same share of every deal, as with equal ranges
        for everyone, the estimate adds one win and one loss.
        """
        if counts.shares is None:
            return None
        total, squares = counts.shares[player]
        seen, whole = counts.trials, self._whole(player)
        if total * total == squares * seen:
            total, squares, seen = total + whole, squares + whole * whole, seen + 2
        # All numbers are integers until the last division, so that all processors agree.
        variance = (squares * seen - total * total) / (seen * whole) ** 2
        return sqrt(variance / counts.trials)

    def _whole(self, player: int) -> int:
        """Return the number of parts in all pots of a deal; a deal has one pot for each round."""
        from handsight.kernels.odds.seatings import PARTS

        return PARTS * self.rounds(player)


def _of_commonest_weight(group: Group) -> frozenset[int]:
    """Return the hands of a range that have the most common weight of the range."""
    weights, times = np.unique(group.weights, return_counts=True)
    hands: NDArray[np.uint64] = group.masks[group.weights == weights[times.argmax()]]
    return frozenset(hands.tolist())


def _often(one: frozenset[int], other: frozenset[int]) -> bool:
    """Check whether two players can exchange hands in a large enough share of deals."""
    both = len(one & other)
    return both > 1 and both * both >= WORTH_IT * len(one) * len(other)
