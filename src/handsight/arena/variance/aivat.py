"""AIVAT: results of hands without the luck of the cards and of known decisions.

A hand is followed from outside, from its public information, together with weights of all hands
that each player may hold. For a player with a known policy, they are the probability of having
played this way with each hand; for a player with an unknown policy, only the actual hand has
weight. Everything random with known chances - a card, an action of a known policy, the look at a
hand - is an event. A guess of the value of the hand after each outcome is averaged over all
outcomes, and the guess for the actual outcome minus this average is subtracted from the result.
This correction has mean 0 whatever the guesses are; better guesses remove more of the variance.

Source:
    N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, "AIVAT: A New Variance Reduction
    Technique for Agent Evaluation in Imperfect Information Games", AAAI 2018. The code is our own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from handsight.errors import ArenaError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Facing: TypeAlias = "Callable[[NDArray[np.float64]], NDArray[np.float64]]"
"""Takes weights of hands; returns, for each hand, the total weight of possible opposing hands."""


class FollowedHand:
    """A hand between two players, and its luck so far.

    Args:
        facing: computes which hands can meet; it is the same for both players.
        hands: number of hands.

    Attributes:
        weights: float64[hands] for each player: how likely they are to play as they did with each
            hand.
        revealed: for each player the hand that was looked at; None while all are possible.
        luck: sum over events of the guess for the outcome minus the expected guess.

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
        """Return the probability of each hand of a player, given all that is public or revealed."""
        masses = self.weights[player] * self.facing(self.weights[1 - player])
        masses = np.maximum(masses, 0.0)  # rounding errors of hands that meet none
        return np.asarray(masses / masses.sum())

    def chance(
        self, chances: NDArray[np.float64], guesses: NDArray[np.float64], drawn: int
    ) -> None:
        """Account for a card, or another event that is not a player's action.

        Args:
            chances: chances of all outcomes; they add up to 1.
            guesses: guessed value of the hand after each outcome.
            drawn: index of the actual outcome.
        """
        self.luck += float(guesses[drawn] - (chances * guesses).sum())

    def keep(self, is_possible: NDArray[np.bool_]) -> None:
        """Rule out the hands that a card has made impossible, for both players."""
        self.weights = [np.where(is_possible, weights, 0.0) for weights in self.weights]

    def reveal(self, player: int, hand: int, guesses: NDArray[np.float64]) -> None:
        """Look at the hand of a player whose play with other hands is unknown.

        Args:
            guesses: float64[hands], guessed value of this deal with each of the player's hands.
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
        """Account for an action of a player whose policy is known.

        Args:
            chances: float64[hands, actions]; rows of hands without weight may hold anything.
            guesses: float64[actions], guessed value of the hand after each action.

        Raises:
            ArenaError: if the policy never takes this action.
        """
        self.chance(self.masses(player) @ chances, guesses, taken)
        self.weigh(player, chances[:, taken])

    def weigh(self, player: int, likely: NDArray[np.float64]) -> None:
        """Multiply the weights of a player's hands by the likelihood of an action with each.

        Raises:
            ArenaError: if the action has no chance with any hand.
        """
        weights = self.weights[player] * likely
        if not weights.sum() > 0:
            raise ArenaError("an action happened that the player's policy never takes")
        self.weights[player] = weights / weights.sum()
