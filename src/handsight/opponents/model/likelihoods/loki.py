"""The likelihood of the program Loki: thresholds on hand value, each with a ramp around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError, OptionError
from handsight.opponents.model.contexts import CALL, FOLD, RAISE
from handsight.opponents.model.files import checked_array
from handsight.opponents.model.likelihoods.likelihood import Label, Labels, ModelInput
from handsight.ranges.combos import COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOWEST = 0.01
WIDTH = 0.2


def soft_step(
    values: NDArray[np.float64], threshold: float, width: float, lowest: float = LOWEST
) -> NDArray[np.float64]:
    """Return a soft step: ``lowest`` below a threshold, 1 above it, and a ramp in between.

    For a value v, the ramp is (v − μ + σ) / 2σ from μ − σ to μ + σ.

    Args:
        values: float64[n], the values v.
        threshold: μ, the threshold.
        width: σ, half the width of the ramp, above 0.
        lowest: the smallest result, which also cuts off the lower end of the ramp.

    Example:
        >>> soft_step(np.array([0.2, 0.5, 0.55, 0.9]), 0.5, 0.1).round(2).tolist()
        [0.01, 0.5, 0.75, 1.0]
    """
    return np.clip((values - threshold + width) / (2 * width), lowest, 1.0)


class LokiLikelihood:
    """A likelihood from thresholds on hand value, which follow from the player's frequencies.

    The model assumes that a player who raises one time in five raises the best fifth of their
    range: the threshold μ is the lowest value in this fifth. The threshold for calls is the lowest
    value among all hands that call or raise, because better hands can be slow-played. Hands below
    the threshold for calls fold. The value of a hand is its EHS from the flop on, and the equity of
    the hole cards before the flop.

    Args:
        width: σ, half the width of the ramp around a threshold.

    Raises:
        OptionError: if the width is not above 0.

    Source:
        Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker", AAAI-98.

    Example:
        >>> LokiLikelihood(0.2).width
        0.2
    """

    name = "loki"

    def __init__(self, width: float = WIDTH) -> None:
        if not width > 0:
            raise OptionError(f"width is {width!r}; it must be a number above 0")
        self.width = width

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the weights of the actions for each combo: float64[1326, 3].

        Unlike probabilities, the weights of a combo need not sum to 1.
        """
        values = spot.board.effective
        _, call, rise = spot.frequencies
        stays = soft_step(values, threshold_of(values, spot.weights, call + rise), self.width)
        rows = np.empty((COMBO_COUNT, RAISE + 1))
        rows[:, FOLD] = np.maximum(1 - stays, LOWEST)
        rows[:, CALL] = stays
        rows[:, RAISE] = soft_step(values, threshold_of(values, spot.weights, rise), self.width)
        return rows

    def fit(self, labels: Labels) -> None:
        """Learn nothing from cards, because this likelihood uses only a player's frequencies."""

    def learn(self, label: Label) -> None:
        """Learn nothing from cards, like `fit`."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the width as a named array."""
        return {"width": np.array(self.width)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the width from the result of `arrays`.

        Raises:
            InputError: if the array is not a width, or the width is not above 0.
            ValueError: if there is not exactly one array.
        """
        (name,) = arrays
        if name != "width":
            raise InputError(f"{name!r} is not an array of this likelihood")
        self.width = LokiLikelihood(float(checked_array(name, arrays[name], ()))).width


def threshold_of(values: NDArray[np.float64], weights: NDArray[np.float64], share: float) -> float:
    """Return the lowest value among the best hands of a range that make up a given share.

    Args:
        values: float64[n], the values of the hands.
        weights: float64[n], the weights of the hands in the range.
        share: the share of the range that the best hands make up, 0..1.

    Example:
        >>> threshold_of(np.array([0.1, 0.2, 0.3, 0.4]), np.ones(4), 0.5)
        0.3
    """
    order = np.argsort(-values)
    reached = np.cumsum(weights[order])
    place = int(np.searchsorted(reached, share * reached[-1] - 1e-12))
    return float(values[order[min(place, len(order) - 1)]])
