"""Hands against two ranges on a board, against a twin that goes through all triples of hands."""

import numpy as np

from handsight.kernels.solver.three_all_in import compare_with_two
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS
from handsight.ranges.suits import river_classes
from handsight.ranking import evaluate_mask
from handsight.solver.all_in.three_handed import class_of_combos

FEW = 30
"""The number of combos with a weight in each range; most combos of one are also in the other."""


def states(own: int, other: int) -> list[int]:
    """List where to count a pair of hands: if beaten (0), if tied (1), and in any case (2)."""
    return [2, *([0] if other < own else []), *([1] if other == own else [])]


def test_what_hands_beat_and_tie_with_is_what_all_triples_say() -> None:
    rng = np.random.default_rng(1)
    weights = np.zeros((2, 2, COMBO_COUNT), np.int64)
    common = rng.choice(COMBO_COUNT, FEW, replace=False)
    weights[:, :, common] = rng.integers(0, 1000, (2, 2, FEW))
    weights[0, 0, :10] = weights[1, 1, 5:20] = 7
    boards, sizes = river_classes()
    chosen = boards[[5, 77_000]], sizes[[5, 77_000]]
    classes = class_of_combos()
    tally = np.zeros((2, 169, 3, 3))
    cards, masks = np.array(COMBOS, np.int64), np.array(MASKS, np.uint64)
    compare_with_two(masks, cards, classes, weights, *chosen, np.array([0, 2]), tally)

    naive = np.zeros_like(tally)
    for board, size in zip(*(each.tolist() for each in chosen), strict=True):
        strength = {
            combo: evaluate_mask(board | mask)
            for combo, mask in enumerate(MASKS)
            if not board & mask
        }
        for number in range(2):
            ranges = [
                [combo for combo in np.flatnonzero(each).tolist() if combo in strength]
                for each in weights[number]
            ]
            for own in strength:
                for one in ranges[0]:
                    if MASKS[one] & MASKS[own]:
                        continue
                    for other in ranges[1]:
                        if MASKS[other] & (MASKS[own] | MASKS[one]):
                            continue
                        weight = weights[number, 0, one] * weights[number, 1, other] * size
                        for first in states(strength[own], strength[one]):
                            for second in states(strength[own], strength[other]):
                                naive[number, classes[own], first, second] += weight
    naive[1, :, :2] = 0  # left out on demand
    assert np.array_equal(tally, naive)
