"""The interface of likelihoods: the probability of each action for each combo in a context."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from handsight.opponents.model.contexts import RAISE, Context
from handsight.opponents.model.priors import Triple
from handsight.ranges.combos import COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.opponents.model.boards import Board


class ModelInput(NamedTuple):
    """A player's decision as the opponents see it.

    Attributes:
        name: the name of the player.
        context: the context of the decision.
        board: the board.
        weights: float64[1326], the probability of each of the player's combos before the action;
            the values sum to 1.
        frequencies: the player's probabilities of fold, call and raise in this context.
    """

    context: Context
    board: Board
    weights: NDArray[np.float64]
    frequencies: Triple
    name: str = ""


class Label(NamedTuple):
    """A decision of a player whose cards are known.

    Attributes:
        spot: the decision as the opponents see it.
        combo: the number of the player's combo.
        action: the player's action: FOLD, CALL or RAISE.
        whole: whether the hole cards of all players in the hand are known, no matter how the hand
            went. If cards are known only from showdowns, folded hands are never seen, so a model
            cannot learn about folds.
    """

    spot: ModelInput
    combo: int
    action: int
    whole: bool


Labels = Callable[[bool], Iterable[Label]]
"""A callable that lists all labelled decisions: before the flop (False) or from the flop on (True).
"""


class Likelihood(Protocol):
    """A model of the probability of each action for each combo."""

    name: str

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of fold, call and raise for each combo: float64[1326, 3]."""

    def fit(self, labels: Labels) -> None:
        """Forget everything, and learn from decisions with known cards.

        Args:
            labels: a callable that lists the decisions. At each call, the ranges of the decisions
                from the flop on reflect what this likelihood has learned so far.
        """

    def learn(self, label: Label) -> None:
        """Learn from one more decision, but only about the player who made the decision."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything that the likelihood has learned, as named arrays."""

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore, from the result of `arrays`, everything that the likelihood had learned."""


Policy = Callable[[Context, "tuple[int, ...]", int], Triple]
"""A callable that returns the probabilities of fold, call and raise for one combo.

The arguments are the context, the board as a tuple of card indices, and the number of the combo.
"""


class PolicyLikelihood:
    """The likelihood of a player whose policy is known, which makes the posterior exact.

    Args:
        policy: a callable that returns the probabilities of fold, call and raise, which sum to 1.

    Example:
        >>> from handsight.opponents.model import OpponentModel
        >>> def only_aces_raise(context, board, combo):
        ...     return (0.0, 0.0, 1.0) if combo >= 1320 else (0.0, 1.0, 0.0)
        >>> model = OpponentModel(PolicyLikelihood(only_aces_raise), epsilon=0, floor=0)
        >>> model.start_hand([1000, 1000], button=0, posts=[5, 10])
        >>> model.act(0, "raise", 30)
        >>> print(model.range(0))
        AA
    """

    name = "policy"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the policy's probabilities for each combo in the player's range, 0 for others."""
        rows = np.zeros((COMBO_COUNT, RAISE + 1))
        for combo in np.flatnonzero(spot.weights).tolist():
            rows[combo] = self.policy(spot.context, spot.board.cards, combo)
        return rows

    def fit(self, labels: Labels) -> None:
        """Learn nothing, because the policy is known."""

    def learn(self, label: Label) -> None:
        """Learn nothing, because the policy is known."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return no arrays, because a policy is code and not data."""
        return {}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore nothing, because a policy is code and not data."""
