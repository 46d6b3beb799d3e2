"""Push-or-fold strategies for two to nine players, learned and measured on random deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import OptionError
from handsight.kernels.odds.deals import BLOCK
from handsight.kernels.solver.push_fold import PushFoldSums, PushFoldTree, play_push_fold
from handsight.odds.sampling import states_of
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS, COMBOS_OF
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import seed_or_fresh
from handsight.solver.push_fold_game import PushFoldGame, showdowns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.runtime.chunks import Progress


def _tree(game: PushFoldGame) -> PushFoldTree:
    masks = 1 << game.seats
    nodes = np.full((game.seats, masks), -1)
    for number, (seat, earlier) in enumerate(game.decisions):
        nodes[seat, sum(1 << each for each in earlier)] = number
    ends, size = np.full(masks, -1), game.callers + 1
    rows, results = [], []
    for number, all_in in enumerate(game.ends):
        ends[sum(1 << each for each in all_in)] = number
        base = len(all_in)
        for better in showdowns(base):
            code = sum(place * base**digit for digit, place in enumerate(better))
            rows.append((number, code))
            results.append(game.chips_after(all_in, better))
    worths = np.zeros((len(game.ends), size**size, game.seats))
    start = game.worth(np.array([game.stacks]))
    worths[tuple(np.array(rows).T)] = game.worth(np.array(results)) - start
    posts = np.add(game.antes, game.blinds)
    folded = np.full(game.seats, nan) if game.payouts else -posts
    folded[-1] = nan
    return PushFoldTree(nodes, ends, worths, folded)


@cache
def _class_of() -> NDArray[np.uint8]:
    table = np.zeros((52, 52), np.uint8)
    for number, name in enumerate(CLASSES):
        for combo in COMBOS_OF[name]:
            low, high = COMBOS[combo]
            table[low, high] = table[high, low] = number
    return table
