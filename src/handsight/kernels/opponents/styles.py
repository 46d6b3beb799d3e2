"""What players of several styles would do with each combo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import inlined, kernel

BLIND, BLIND_FOLD, BLIND_CALL, BLIND_RAISE, WORTH, FOLD_BELOW, RAISE_FROM, WIDTH = range(8)
"""Columns of a style.

They are the share of decisions made without looking at the cards, and how these split; the measure
of worth; the worth below which it folds and from which it raises; and how soft both thresholds are.
"""


@inlined
def ramp(height: float, width: float) -> float:
    """Rise from 0 to 1 as the height goes from minus the width to the width."""
    return min(max(0.5 + height * (0.5 / width), 0.0), 1.0)


@kernel
def play_styles(
    worths: NDArray[np.float64], styles: NDArray[np.float64], chances: NDArray[np.float64]
) -> None:
    """Compute the probabilities that each style folds and raises each combo.

    Args:
        worths: float64[v, 1326], the worth of combos by each measure, 0..1.
        styles: float64[s, 8], see above.
        chances: float64[2, s, 1326], filled: of a fold, and of a raise.
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
