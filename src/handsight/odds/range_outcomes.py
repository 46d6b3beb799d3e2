"""Whether a known hand is ahead of ranges, tied or behind, now and after the cards to come."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.odds.counting import require_enough, require_possible
from handsight.odds.range_counts import HeldCombos, runout_masks
from handsight.ranking import evaluate_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot

NONE_TO_COME = np.zeros(1, dtype=np.uint64)


def outcome_matrix(spot: Spot, ahead: int) -> tuple[NDArray[np.object_], int]:
    """Weigh the tuples of opponents' hands by our outcome now and after 0 to 2 more cards.

    Returns:
        Integers [3, 3], rows now, columns then, in the order ahead, tied, behind; and the weight
        of a tuple whose combos all weigh 1.

    Raises:
        CardCountError: for too few live cards.
        InputError: if the ranges cannot be held together.
    """
    ranges = spot.ranges
    require_enough(spot.live, len(ranges), ahead)
    held = HeldCombos.of(ranges, spot.known)
    weigh = _matrix_against_one if len(ranges) == 1 else _matrix_against_several
    matrix = weigh(spot, held, runout_masks(spot.live, ahead))
    require_possible(matrix.sum())
    return matrix, prod(hands.denominator for hands in ranges)


def _matrix_against_one(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    now = _counts_by_combo(spot, held, NONE_TO_COME)
    then = _counts_by_combo(spot, held, runouts)
    weighted = now.astype(object) * held.weights[0].astype(object)[:, None]
    matrix: NDArray[np.object_] = weighted.T @ then.astype(object)
    return matrix


def _counts_by_combo(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Count for each combo the runouts after which we are ahead, tied, behind: int64[n, 3]."""
    from handsight.kernels.standings import standings_by_combo

    counts = np.empty((len(held.masks), 3), dtype=np.int64)
    board, ours, size = _our_hands(spot, runouts)
    standings_by_combo(held.masks, board, runouts, ours, size, counts)
    return counts


def _matrix_against_several(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    matrix: NDArray[np.object_] = _matrices_by_runout(spot, held, runouts).sum(axis=0)
    return matrix


def outcome_matrices(spot: Spot, runouts: NDArray[np.uint64]) -> NDArray[np.object_]:
    """Weigh the tuples as `outcome_matrix` does, for each of some runouts: integers [n, 3, 3]."""
    return _matrices_by_runout(spot, HeldCombos.of(spot.ranges, spot.known), runouts)


def _matrices_by_runout(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    from handsight.kernels.standings import tally_standings

    now = _counts_by_combo(spot, held, NONE_TO_COME).argmax(axis=1)
    board, ours, size = _our_hands(spot, runouts)

    def count(weights: NDArray[np.int64]) -> NDArray[np.int64]:
        tally = np.empty((len(runouts), 3, 3), dtype=np.int64)
        tally_standings(held.masks, held.cards, weights, now, board, runouts, ours, size, tally)
        return tally

    at_most: Any = held.sums(len(runouts), count)
    rows = np.diff(at_most, axis=1, prepend=0)
    return np.asarray(np.diff(rows, axis=2, prepend=0), dtype=object)


def _our_hands(spot: Spot, runouts: NDArray[np.uint64]) -> tuple[np.uint64, NDArray[np.int64], int]:
    """Give the board, our strength after each runout, and how many cards a hand then has."""
    ours = spot.hole | spot.board
    size = len(ours) + (int(runouts[0]).bit_count() if len(runouts) else 0)
    strengths = evaluate_many(runouts | np.uint64(ours.mask), size).astype(np.int64)
    return np.uint64(spot.board.mask), strengths, size
