"""The ranges of the players in a hand, updated by Bayes' rule after each action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import OptionError
from handsight.opponents.model.boards import Board, board_of
from handsight.opponents.model.contexts import Context
from handsight.opponents.model.frequencies import Frequencies
from handsight.opponents.model.likelihoods.likelihood import Likelihood, ModelInput
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT, combos_with

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNIT = 1 << 16
"""The number of units in a weight of 1; `range_of` rounds all weights to whole numbers of units."""


class Posterior:
    """The ranges of all players in one hand.

    When a player acts, the weight w(h) of combo h becomes w(h) · ((1 - ε) · P(action | h, context)
    + ε / 3). Combos with board cards have weight 0, and so do combos with the observing player's
    cards in the ranges of all other players. Any other weight that falls below a fixed fraction of
    the average weight is raised to it; then all weights are scaled to sum 1.

    Args:
        likelihood: the model of the probability of each action for each combo.
        frequencies: the estimates of how often each player folds, calls and raises.
        names: the names of the players, by seat.
        epsilon: ε, the share of actions that are assumed to be random, 0..1.
        floor: the smallest weight of a live combo, as a fraction of the average weight, 0..1.
        seat: the seat of the observing player; None for an observer who sees no cards.
        hole: the card indices of the observing player's hole cards.
    """

    def __init__(
        self,
        likelihood: Likelihood,
        frequencies: Frequencies,
        names: Sequence[str],
        epsilon: float = 0.01,
        floor: float = 0.01,
        seat: int | None = None,
        hole: Iterable[int] = (),
    ) -> None:
        self.board = board_of(())
        self.names = tuple(names)
        self._likelihood = likelihood
        self._frequencies = frequencies
        self._epsilon = float(epsilon)
        self._floor = float(floor)
        self._seat = seat
        self._hole = tuple(hole)
        self._weights: dict[int, NDArray[np.float64]] = {}
        self._live: dict[bool, NDArray[np.uint8]] = {}

    # --- updates ----------------------------------------------------------------------------------

    def deal(self, cards: Iterable[int]) -> None:
        """Deal the cards of the next street."""
        self.board = board_of((*self.board.cards, *cards))
        self._live.clear()
        for seat, weights in self._weights.items():
            self._weights[seat] = _left(weights, self._live_for(seat))

    def weigh(self, spot: ModelInput, seat: int, code: int) -> None:
        """Update a player's range after an action.

        If the action has probability 0 with every combo in the range, the range stays unchanged.

        Args:
            spot: the decision, from `spot`.
            seat: the seat of the player.
            code: the action: FOLD, CALL or RAISE.
        """
        from handsight.kernels.opponents.updates import apply_bayes

        apply_bayes(
            self._held(seat),
            self._live_for(seat),
            self._likelihood.chances(spot),
            code,
            self._epsilon,
            self._floor,
        )

    def copy(self) -> Posterior:
        """Return an independent copy of the ranges."""
        copied = copy(self)
        copied._weights = {seat: weights.copy() for seat, weights in self._weights.items()}
        copied._live = dict(self._live)
        return copied

    # --- queries ----------------------------------------------------------------------------------

    def spot(self, seat: int, context: Context) -> ModelInput:
        """Return a player's decision as the opponents see it: context, range and frequencies.

        The range in it is not a copy: `weigh` changes it.

        Raises:
            IndexError: if the seat is too large.
            OptionError: if the seat is negative.
        """
        name = self.names[seat]
        often = self._frequencies.of(context, name)
        return ModelInput(context, self.board, self._held(seat), often, name)

    def weights(self, seat: int) -> NDArray[np.float64]:
        """Return the probability that a player holds each combo: float64[1326] with sum 1.

        Raises:
            OptionError: if the seat does not exist.
        """
        return self._held(seat).copy()

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of fold, call and raise for each combo: float64[1326, 3].

        They include the share ε of actions that are assumed to be random. They need not sum to 1
        for a combo if the likelihood returns weights, as `LokiLikelihood` does.
        """
        return (1 - self._epsilon) * self._likelihood.chances(spot) + self._epsilon / 3

    def _held(self, seat: int) -> NDArray[np.float64]:
        weights = self._weights.get(seat)
        if weights is None:
            if seat not in range(len(self.names)):
                raise OptionError(f"seat is {seat!r}; the seats are 0..{len(self.names) - 1}")
            weights = _left(np.ones(COMBO_COUNT), self._live_for(seat))
            self._weights[seat] = weights
        return weights

    def _live_for(self, seat: int) -> NDArray[np.uint8]:
        own = seat == self._seat
        live = self._live.get(own)
        if live is None:
            live = _without(self.board, () if own else self._hole)
            self._live[own] = live
        return live


@cache
def even_weights() -> NDArray[np.float64]:
    """Return equal weights for all combos, as for an unknown player: float64[1326], read-only."""
    weights = np.full(COMBO_COUNT, 1 / COMBO_COUNT)
    weights.flags.writeable = False
    return weights


def range_of(weights: NDArray[np.float64]) -> Range:
    """Build a range from weights, which are scaled so that the largest weight becomes 1.

    The scaled weights are rounded to multiples of 2⁻¹⁶; a positive weight is never rounded to 0.

    Args:
        weights: float64[1326], the weight of each combo, 0 or more.

    Example:
        >>> print(range_of(np.eye(1326)[1325]))
        AsAh
    """
    parts = np.ceil(weights * (UNIT / max(float(weights.max()), 1e-300)) - 0.5)
    parts[(weights > 0) & (parts < 1)] = 1
    return Range.from_whole(parts.astype(np.int64).tolist(), UNIT)


def _without(board: Board, hole: Sequence[int]) -> NDArray[np.uint8]:
    live = board.live.copy()
    for card in hole:
        live[list(combos_with(card))] = 0
    return live


def _left(weights: NDArray[np.float64], live: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Remove dead combos from a range, and scale the weights to sum 1.

    If no combo is left, all live combos get equal weights.
    """
    left = weights * live
    whole = left.sum()
    if whole <= 0:
        left, whole = live.astype(np.float64), float(live.sum())
    return np.asarray(left / whole)
