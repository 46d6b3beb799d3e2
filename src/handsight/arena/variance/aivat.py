"""AIVAT: results of hands without the luck of the cards and of known decisions.

A hand is followed as an outsider sees it, by its public information and by weights of all hole
cards that each player can hold. The weight of hole cards is the probability that a player with a
known policy, if dealt these cards, would have played as they did; for a player with an unknown
policy, only the actual hole cards have weight. Anything random whose probabilities are known is an
*event*: a card, an action by a known policy, or the moment when a player's hole cards are revealed.
For each event, the value of the hand after each possible outcome is guessed, and the guesses are
averaged by probability. The guess for the actual outcome minus this average is subtracted from the
result. This correction has mean 0 however bad the guesses are; better guesses remove more of the
variance.

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
"""A function that takes the weights of one player's hands. For each hand of the other player, it
returns the total weight of the first player's hands that can be dealt at the same time."""


class FollowedHand:
    """A hand between two players that is being followed, and its luck so far.

    Args:
        facing: a function that computes the weight of the hands that each hand can face; the same
            function serves both players.
        hands: number of different hands that a player can hold.

    Attributes:
        weights: for each player float64[hands], which is proportional to the probability that the
            player, if dealt each hand, would have played as they did; 0 for an impossible hand.
        revealed: for each player the hand that was revealed; None if none was.
        luck: the sum over all events of the guess for the actual outcome minus the expected guess.

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
        """Return the probability of each hand of a player, given what is public or revealed.

        Returns:
            The probabilities, float64[hands], which sum to 1.
        """
        masses = self.weights[player] * self.facing(self.weights[1 - player])
        masses = np.maximum(masses, 0.0)  # rounding errors of hands that no opposing hand can face
        return np.asarray(masses / masses.sum())

    def chance(
        self, chances: NDArray[np.float64], guesses: NDArray[np.float64], drawn: int
    ) -> None:
        """Account for a card, or for another event that is not a player's action.

        Args:
            chances: float64[outcomes], the probability of each outcome; they add up to 1.
            guesses: float64[outcomes], the guessed value of the hand after each outcome.
            drawn: index of the actual outcome.
        """
        self.luck += float(guesses[drawn] - (chances * guesses).sum())

    def keep(self, is_possible: NDArray[np.bool_]) -> None:
        """Rule out the hands that a card has made impossible, for both players.

        Args:
            is_possible: bool[hands], whether each hand is still possible.
        """
        self.weights = [np.where(is_possible, weights, 0.0) for weights in self.weights]

    def reveal(self, player: int, hand: int, guesses: NDArray[np.float64]) -> None:
        """Reveal the hand of a player whose policy with other hands is unknown.

        If the player's hand has been revealed before, nothing happens.

        Args:
            player: the player, 0 or 1.
            hand: index of the player's actual hand.
            guesses: float64[hands], the guessed value of this deal with each hand of the player.
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
            player: the player, 0 or 1.
            chances: float64[hands, actions], the probability of each action with each hand; the
                rows of hands without weight are ignored.
            taken: index of the actual action.
            guesses: float64[actions], the guessed value of the hand after each action.

        Raises:
            ArenaError: if the policy never takes this action.
        """
        self.chance(self.masses(player) @ chances, guesses, taken)
        self.weigh(player, chances[:, taken])

    def weigh(self, player: int, likely: NDArray[np.float64]) -> None:
        """Multiply the weights of a player's hands by the likelihood of an action.

        Args:
            player: the player, 0 or 1.
            likely: float64[hands], the likelihood of the action with each hand.

        Raises:
            ArenaError: if the action has probability 0 with every hand.
        """
        weights = self.weights[player] * likely
        if not weights.sum() > 0:
            raise ArenaError("an action happened that the player's policy never takes")
        self.weights[player] = weights / weights.sum()
