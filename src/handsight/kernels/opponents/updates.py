"""Updates of one player's range by their actions: percentiles, likelihoods, and Bayes' rule."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel

KINDS = 3
"""The number of kinds of combos by what the cards to come may change, and of actions."""

TINY = 1e-12
CLOSE = 1e-10


@kernel
def sort_into_cells(
    order: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    weights: NDArray[np.float64],
    bins: Int,
    cells: NDArray[np.int64],
) -> None:
    """Assign each combo a cell by its percentile inside a range, and by its kind.

    Args:
        order: int32[n], the live combos from the weakest to the strongest.
        kinds: uint8[1326], 0..2.
        weights: float64[1326], the range.
        cells: int64[1326], filled with 3 · bin + kind for the live combos.
    """
    total = 0.0
    for place in range(order.size):
        total += weights[order[place]]
    below = 0.0
    for place in range(order.size):
        combo = order[place]
        share = (below + weights[combo] / 2) / total
        below += weights[combo]
        cells[combo] = KINDS * min(np.int64(share * bins), bins - 1) + kinds[combo]


@kernel
def percentiles_of(
    order: NDArray[np.int32], weights: NDArray[np.float64], percentiles: NDArray[np.float64]
) -> None:
    """Compute the percentile of each combo inside a range.

    Args:
        order: int32[n], the live combos from the weakest to the strongest.
        weights: float64[1326], the range.
        percentiles: float64[1326], filled for the live combos, 0..1.
    """
    total = 0.0
    for place in range(order.size):
        total += weights[order[place]]
    below = 0.0
    for place in range(order.size):
        combo = order[place]
        percentiles[combo] = (below + weights[combo] / 2) / total
        below += weights[combo]


@kernel
def weigh_cells(
    cells: NDArray[np.int64], weights: NDArray[np.float64], masses: NDArray[np.float64]
) -> None:
    """Add up the weights of each cell.

    Args:
        cells: int64[1326].
        weights: float64[1326].
        masses: float64[cells], filled.
    """
    masses[:] = 0.0
    for combo in range(cells.size):
        masses[cells[combo]] += weights[combo]


@kernel
def calibrate(
    chances: NDArray[np.float64],
    masses: NDArray[np.float64],
    wanted: NDArray[np.float64],
    rounds: Int,
) -> None:
    """Scale the probabilities of the actions so that their averages match the wanted ones.

    Each action gets one factor, the same for all rows; then rows are normalised to add up to 1.

    Args:
        chances: float64[n, 3], rows that add up to 1; changed.
        masses: float64[n], weights of the rows.
        wanted: float64[3], adds up to 1.
        rounds: the maximum number of corrections of the factors.
    """
    total = 0.0
    for row in range(masses.size):
        total += masses[row]
    mean = np.empty(KINDS)
    for _ in range(rounds):
        mean[:] = 0.0
        for row in range(masses.size):
            for action in range(KINDS):
                mean[action] += masses[row] * chances[row, action]
        off = 0.0
        for action in range(KINDS):
            off += abs(mean[action] / total - wanted[action])
            mean[action] = wanted[action] * total / max(mean[action], TINY)
        if off < CLOSE:
            break
        for row in range(masses.size):
            whole = TINY
            for action in range(KINDS):
                chances[row, action] *= mean[action]
                whole += chances[row, action]
            for action in range(KINDS):
                chances[row, action] /= whole


@kernel
def spread_over_combos(
    cells: NDArray[np.int64], chances: NDArray[np.float64], spread: NDArray[np.float64]
) -> None:
    """Copy the probabilities of each cell to its combos.

    Args:
        cells: int64[1326].
        chances: float64[cells, 3].
        spread: float64[1326, 3], filled.
    """
    for combo in range(cells.size):
        for action in range(KINDS):
            spread[combo, action] = chances[cells[combo], action]


@kernel
def apply_bayes(
    weights: NDArray[np.float64],
    live: NDArray[np.uint8],
    chances: NDArray[np.float64],
    action: Int,
    epsilon: float,
    least: float,
) -> bool:
    """Weigh a range by how likely each of its combos is to take an action.

    Args:
        weights: float64[1326], adds up to 1, zero for combos that cannot be held; changed.
        live: uint8[1326], 1 for the combos that can be held.
        chances: float64[1326, 3], of the actions given the combo.
        action: the action taken, 0..2.
        epsilon: the share of actions that is taken at random, 0..1.
        least: the smallest weight of a combo that can be held, as a fraction of the average weight.

    Returns:
        Whether any combo could take the action; if none could, nothing is changed.
    """
    total, held = 0.0, 0
    for combo in range(weights.size):
        chance = (1.0 - epsilon) * chances[combo, action] + epsilon / KINDS
        total += weights[combo] * chance
        held += live[combo]
    if total <= 0.0:
        return False
    floor, raised = least / held, 0.0
    for combo in range(weights.size):
        if live[combo]:
            chance = (1.0 - epsilon) * chances[combo, action] + epsilon / KINDS
            weights[combo] = max(weights[combo] * chance / total, floor)
            raised += weights[combo]
    for combo in range(weights.size):
        weights[combo] /= raised
    return True
