"""What a blueprint and its variants win from a node on, by the groups of both players' hands.

A variant multiplies the blueprint's numbers for each kind of action (fold, check, call, bet) by a
weight. In each deal, all pairs of variants are played against each other at once, along all betting
lines: the sixteen lanes of a vector are the four variants of the button times the four variants of
the other player.

Source:
    N. Brown and T. Sandholm, "Superhuman AI for multiplayer poker", Science 2019.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.blueprint.training import (
    BUTTON_FOLDED,
    COUNT,
    FIRST,
    PLAYER,
    SHOWDOWN,
    STREET,
    BetTree,
)
from handsight.kernels.jit import kernel
from handsight.kernels.solver.lanes import WIDTH, inverse, load, splat, store

f32 = np.float32
i64 = np.int64

KINDS = 4
SOMETIMES = f32(1e-3)


@kernel
def play_variants(
    tree: BetTree,
    nodes: NDArray[np.int32],
    kinds: NDArray[np.int8],
    strategy: NDArray[np.uint8],
    weights: NDArray[np.float32],
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
    cells: NDArray[np.int64],
    values: NDArray[np.float32],
    sums: NDArray[np.float32],
) -> None:
    """Play all pairs of variants against each other from one node on, in each deal.

    Args:
        tree: the betting tree of the blueprint.
        nodes: int32[n], the node and all nodes below it, in ascending order.
        kinds: int8[n of the tree], the kind of action that led to each node: 0 fold, 1 check, 2
            call, 3 bet or raise.
        strategy: uint8[numbers], the strategy of the blueprint.
        weights: float32[2 * 4 * 16], for each player and each kind of action, the weight of such an
            action in the variant of each lane.
        buckets: uint16[deals, 2, 4], the buckets of both hands on each street.
        outcomes: int8[deals], 1 if player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        cells: int64[deals], the index of the pair of groups of each deal.
        values: float32[n of the tree * 16], workspace.
        sums: float32[pairs of groups * 16], increased by the chips that player 0 wins in each deal,
            for each pair of variants.
    """
    for deal in range(outcomes.size):
        outcome = f32(outcomes[deal])
        for place in range(nodes.size - 1, -1, -1):
            node = i64(nodes[place])
            player = i64(tree.nodes[node, PLAYER])
            if player == SHOWDOWN:
                store(values, node * WIDTH, splat(f32(outcome * tree.stakes[node])))
            elif player > SHOWDOWN:
                lost = tree.stakes[node]
                store(values, node * WIDTH, splat(f32(-lost if player == BUTTON_FOLDED else lost)))
            else:
                first, count = i64(tree.nodes[node, FIRST]), i64(tree.nodes[node, COUNT])
                bucket = i64(buckets[deal, player, tree.nodes[node, STREET]])
                at = tree.rows[node] + bucket * count
                total, worth = splat(f32(0)), splat(f32(0))
                for action in range(count):
                    # Actions that the blueprint never takes remain possible in a variant.
                    number = f32(strategy[at + action]) + SOMETIMES
                    kind = i64(kinds[first + action])
                    share = splat(number) * load(weights, (player * KINDS + kind) * WIDTH)
                    total = total + share
                    worth = worth + share * load(values, (first + action) * WIDTH)
                store(values, node * WIDTH, worth * inverse(total))
        at = cells[deal] * WIDTH
        store(sums, at, load(sums, at) + load(values, i64(nodes[0]) * WIDTH))
