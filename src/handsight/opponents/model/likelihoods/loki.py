"""The likelihood of the program Loki: a threshold on hand value, and a ramp around it."""

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

    The ramp is (v − μ + σ) / 2σ from μ − σ to μ + σ.

    Args:
        threshold: μ.
        width: σ, half the width of the ramp, above 0.
        lowest: the result for values below the ramp.

    Example:
        >>> soft_step(np.array([0.2, 0.5, 0.55, 0.9]), 0.5, 0.1).round(2).tolist()
        [0.01, 0.5, 0.75, 1.0]
    """
    return np.clip((values - threshold + width) / (2 * width), lowest, 1.0)


class LokiLikelihood:
    """A likelihood from thresholds on a hand's value, set by the player's action frequencies.

    A player who raises one time in five is assumed to raise the best fifth of their range: the
    threshold μ is the value that the best fifth of the range reaches. The threshold for calls uses
    the share that calls or raises, because better hands may be slow-played; hands below this
    threshold fold. The value of a hand is EHS after the flop and the equity of the hole cards
    before it.

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
        """Return the action weights of all combos: float64[1326, 3]; a row need not sum to 1."""
        values = spot.board.effective
        _, call, rise = spot.frequencies
        stays = soft_step(values, threshold_of(values, spot.weights, call + rise), self.width)
        rows = np.empty((COMBO_COUNT, RAISE + 1))
        rows[:, FOLD] = np.maximum(1 - stays, LOWEST)
        rows[:, CALL] = stays
        rows[:, RAISE] = soft_step(values, threshold_of(values, spot.weights, rise), self.width)
        return rows

    def fit(self, labels: Labels) -> None:
        """Learn nothing from cards: this likelihood uses only a player's frequencies."""

    def learn(self, label: Label) -> None:
        """Learn nothing from cards."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the width."""
        return {"width": np.array(self.width)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the width.

        Raises:
            InputError: if there is any other array, or the width is not above 0.
        """
        (name,) = arrays
        if name != "width":
            raise InputError(f"{name!r} is not an array of this likelihood")
        self.width = LokiLikelihood(float(checked_array(name, arrays[name], ()))).width


def threshold_of(values: NDArray[np.float64], weights: NDArray[np.float64], share: float) -> float:
    """Return the value that the best hands of a range, up to a given share, reach.

    Args:
        values: float64[n], values of the hands.
        weights: float64[n], weights of the hands in the range.
        share: share of the range with this value or a higher one, 0..1.

    Example:
        >>> threshold_of(np.array([0.1, 0.2, 0.3, 0.4]), np.ones(4), 0.5)
        0.3
    """
    order = np.argsort(-values)
    reached = np.cumsum(weights[order])
    place = int(np.searchsorted(reached, share * reached[-1] - 1e-12))
    return float(values[order[min(place, len(order) - 1)]])
