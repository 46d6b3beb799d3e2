"""The actions of players of several styles with each combo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import inlined, kernel

BLIND, BLIND_FOLD, BLIND_CALL, BLIND_RAISE, WORTH, FOLD_BELOW, RAISE_FROM, WIDTH = range(8)
"""The columns of a style.

They are the share of decisions that the player makes without looking at the cards; the shares of
folds, calls and raises among these decisions; the number of the measure by which the player judges
the worth of a combo; the worth below which the player folds and the worth from which the player
raises; and half the width of the ramp around each of these two thresholds.
"""


@inlined
def ramp(height: float, width: float) -> float:
    """Return 0 for a height up to ``-width``, 1 from ``width`` on, and a linear ramp in between."""
    return min(max(0.5 + height * (0.5 / width), 0.0), 1.0)


@kernel
def play_styles(
    worths: NDArray[np.float64], styles: NDArray[np.float64], chances: NDArray[np.float64]
) -> None:
    """Compute the probabilities that a player of each style folds and raises with each combo.

    Args:
        worths: float64[v, 1326], the worth of each combo by each of v measures, 0..1.
        styles: float64[s, 8], the styles, with columns such as `BLIND`.
        chances: float64[2, s, 1326], filled with the probabilities of a fold and of a raise.
    """
    for style in range(styles.shape[0]):
        blind, row = styles[style, BLIND], np.int64(styles[style, WORTH])
        folds, raises = blind * styles[style, BLIND_FOLD], blind * styles[style, BLIND_RAISE]
        fold_below, raise_from = styles[style, FOLD_BELOW], styles[style, RAISE_FROM]
        seeing, width = 1.0 - blind, styles[style, WIDTH]
        for combo in range(worths.shape[1]):
            worth = worths[row, combo]
            rise = ramp(worth - raise_from, width)
            chances[0, style, combo] = (
                seeing * (1.0 - rise) * ramp(fold_below - worth, width) + folds
            )
            chances[1, style, combo] = seeing * rise + raises
