"""Updates of a player's range by the player's actions: percentiles, likelihoods and Bayes' rule."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel

KINDS = 3
"""The number of kinds of combos, and also the number of actions: fold, call and raise.

The kind of a combo tells how the cards to come can change its strength.
"""

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
    """Assign each combo to a cell by its percentile in a range and by its kind.

    Args:
        order: int32[n], the indices of the live combos, which the player can hold, from the weakest
            to the strongest.
        kinds: uint8[1326], the kind of each combo, 0..2.
        weights: float64[1326], the weight of each combo in the range.
        bins: the number of bins into which percentiles are divided.
        cells: int64[1326]; the entries of the live combos are filled with 3 · bin + kind.
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
    """Compute the percentile of each combo in a range.

    The percentile is the share of the range's weight in the combos before this one in the order,
    plus half of the combo's own share.

    Args:
        order: int32[n], the indices of the live combos, which the player can hold, from the weakest
            to the strongest.
        weights: float64[1326], the weight of each combo in the range.
        percentiles: float64[1326]; the entries of the live combos are filled with percentiles,
            0..1.
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
    """Add up the weights of the combos in each cell.

    Args:
        cells: int64[1326], the cell of each combo.
        weights: float64[1326], the weight of each combo.
        masses: float64[cells], filled with the weight of each cell.
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
    """Scale the probabilities of the actions until their averages match given frequencies.

    In each round, the probabilities of each action are multiplied by one factor, which is the same
    for all rows, and then each row is normalised to add up to 1.

    Args:
        chances: float64[n, 3], the probability of each action in each of n cells or combos; each
            row adds up to 1. Changed.
        masses: float64[n], the weights of the rows.
        wanted: float64[3], the wanted average probability of each action; adds up to 1.
        rounds: the maximum number of rounds.
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
    """Copy the probabilities of the actions from each cell to its combos.

    Args:
        cells: int64[1326], the cell of each combo.
        chances: float64[cells, 3], the probability of each action in each cell.
        spread: float64[1326, 3], filled with the probability of each action with each combo.
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
    """Update a range by Bayes' rule after an action of the player.

    Args:
        weights: float64[1326], the weight of each combo in the range. The weights add up to 1, and
            combos that the player cannot hold have a weight of 0. Changed.
        live: uint8[1326], 1 for each combo that the player can hold, else 0.
        chances: float64[1326, 3], the probability of each action with each combo.
        action: the action that the player took, 0..2.
        epsilon: the share of actions that the player takes at random, 0..1.
        least: the smallest weight of a combo that the player can hold, as a fraction of the average
            weight, before the weights are scaled to add up to 1 again.

    Returns:
        Whether the action is possible with any combo; if not, the weights are not changed.
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
