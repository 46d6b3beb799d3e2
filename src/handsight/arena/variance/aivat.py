"""AIVAT: results of hands with the luck of the cards, and of known decisions, taken out.

A hand is followed from outside, by what is public of it. Beside it stand the weights of all hands
that either player may hold: of one whose policy is known with every hand, how likely they have
played so with each; of one whose policy is not known, only the hand that they hold. What happens at
random with known chances - a card, an action of a known policy, the look at a hand - is an event:
a guess of what the hand is worth after each outcome is averaged over all outcomes, and what came is
taken off. The mean of that is 0, whatever the guesses are; the better they are, the more of the
spread goes.

Source:
    N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, "AIVAT: A New Variance Reduction
    Technique for Agent Evaluation in Imperfect Information Games", AAAI 2018. The code is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from handsight.errors import ArenaError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Facing: TypeAlias = "Callable[[NDArray[np.float64]], NDArray[np.float64]]"
"""Takes weights of hands; gives for each hand the weight of those that it can meet."""


class FollowedHand:
    """A hand between two players, and what its luck so far comes to.

    Args:
        facing: which hands can meet, which is the same for both players.
        hands: how many there are.

    Attributes:
        weights: for each player float64[hands], how likely they play as they did with each hand.
        revealed: for each player the hand that was looked at; None while all are possible.
        luck: the sum of what came less what was to be expected, by the guesses.

    Example:
        >>> def facing(weights):  # three cards, and each player has one of them
        ...     return weights.sum() - weights
        >>> hand = FollowedHand(facing, 3)
        >>> hand.reveal(0, 2, np.array([-1.0, 0.0, 1.0]))  # the best of three: 1 more than expected
        >>> hand.act(1, np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), 0, np.array([2.0, -2.0]))
        >>> hand.luck, hand.masses(1)
        (2.0, array([0.66666667, 0.33333333, 0.        ]))
    """

    def __init__(self, facing: Facing, hands: int) -> None:
        self.facing = facing
        self.weights = [np.ones(hands), np.ones(hands)]
        self.revealed: list[int | None] = [None, None]
        self.luck = 0.0

    def masses(self, player: int) -> NDArray[np.float64]:
        """Give how likely a player holds each hand, by all that is public or was looked at."""
        masses = self.weights[player] * self.facing(self.weights[1 - player])
        masses = np.maximum(masses, 0.0)  # what rounding leaves of hands that meet none
        return np.asarray(masses / masses.sum())

    def chance(
        self, chances: NDArray[np.float64], guesses: NDArray[np.float64], drawn: int
    ) -> None:
        """Take in a card, or another event that is no player's.

        Args:
            chances: of all outcomes; they add up to 1.
            guesses: of what the hand is worth after each.
            drawn: which of them it was.
        """
        self.luck += float(guesses[drawn] - (chances * guesses).sum())

    def keep(self, is_possible: NDArray[np.bool_]) -> None:
        """Leave hands out that a card has made impossible, for both players."""
        self.weights = [np.where(is_possible, weights, 0.0) for weights in self.weights]

    def reveal(self, player: int, hand: int, guesses: NDArray[np.float64]) -> None:
        """Look at the hand of a player, as nobody knows how they play with others.

        Args:
            guesses: float64[hands], of what this hand of cards is worth with each.
        """
        if self.revealed[player] is None:
            self.chance(self.masses(player), guesses, hand)
            weight = self.weights[player][hand]
            self.weights[player] = np.zeros_like(self.weights[player])
            self.weights[player][hand] = weight
            self.revealed[player] = hand

    def act(
        self, player: int, chances: NDArray[np.float64], taken: int, guesses: NDArray[np.float64]
    ) -> None:
        """Take in an action of a player whose policy is known.

        Args:
            chances: float64[hands, actions]; the rows of hands that have no weight may be anything.
            guesses: float64[actions], of what the hand is worth after each.

        Raises:
            ArenaError: if what was done has no chance by the policy.
        """
        self.chance(self.masses(player) @ chances, guesses, taken)
        self.weigh(player, chances[:, taken])

    def weigh(self, player: int, likely: NDArray[np.float64]) -> None:
        """Weigh the hands of a player by how likely they would have done with each what they did.

        Raises:
            ArenaError: if that has no chance with any hand.
        """
        weights = self.weights[player] * likely
        if not weights.sum() > 0:
            raise ArenaError("something happened that has no chance by the policy of the player")
        self.weights[player] = weights / weights.sum()
