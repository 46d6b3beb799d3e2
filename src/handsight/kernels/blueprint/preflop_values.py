"""What each action before the flop wins with each hand class, if both players follow a blueprint.

Each deal is played along all betting lines at once, from the ends of the tree to its root. A deal
counts as much as the opponent's hand is likely to be there. Some hundred deals are played through
one part of the tree after the other, so that the strategy of a part stays in the cache.
"""

from __future__ import annotations

from typing import NamedTuple

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

f32 = np.float32
CHUNK = 256
"""The number of deals that are played through one part of the tree after the other."""


class TreeParts(NamedTuple):
    """The nodes of a tree in parts, each in ascending order.

    Attributes:
        top: int32[n], the nodes from which the other parts can be reached.
        below: int32[m], the nodes of all other parts, one part after the other; the first node of a
            part is its root.
        starts: int64[parts + 1], the index in ``below`` at which each part begins.
    """

    top: NDArray[np.int32]
    below: NDArray[np.int32]
    starts: NDArray[np.int64]


class PreflopDecisions(NamedTuple):
    """Decisions before the flop, with how likely each player is to get to them.

    Attributes:
        nodes: int32[d], the nodes of the decisions.
        columns: int32[d], the number of each decision's first action, counted over the actions of
            all decisions.
        reach: float32[d, 2, 169], the probability that each player gets to each decision with each
            hand class.
    """

    nodes: NDArray[np.int32]
    columns: NDArray[np.int32]
    reach: NDArray[np.float32]


@kernel
def value_nodes(
    tree: BetTree,
    strategy: NDArray[np.uint8],
    nodes: NDArray[np.int32],
    buckets: NDArray[np.uint16],
    outcome: np.float32,
    values: NDArray[np.float32],
) -> None:
    """Compute the chips that player 0 wins in a deal from some nodes on.

    Args:
        tree: the betting tree of the blueprint.
        strategy: uint8[numbers], the strategy of the blueprint.
        nodes: int32[n], the nodes in ascending order; the values of other children are known.
        buckets: uint16[2, 4], the buckets of both hands on each street.
        outcome: 1 if player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        values: float32[nodes of the tree], filled at the nodes.
    """
    for place in range(nodes.size - 1, -1, -1):
        node = nodes[place]
        player = tree.nodes[node, PLAYER]
        if player == SHOWDOWN:
            values[node] = outcome * tree.stakes[node]
        elif player > SHOWDOWN:
            lost = tree.stakes[node]
            values[node] = -lost if player == BUTTON_FOLDED else lost
        else:
            first, count = tree.nodes[node, FIRST], tree.nodes[node, COUNT]
            at = tree.rows[node] + np.int64(buckets[player, tree.nodes[node, STREET]]) * count
            total, worth, plain = f32(0), f32(0), f32(0)
            for action in range(count):
                share, value = f32(strategy[at + action]), values[first + action]
                total += share
                worth += share * value
                plain += value
            values[node] = worth / total if total > 0 else plain / f32(count)


@kernel
def value_actions(
    tree: BetTree,
    strategy: NDArray[np.uint8],
    parts: TreeParts,
    decisions: PreflopDecisions,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add up what each action at some decisions before the flop wins in each deal.

    Args:
        tree: the betting tree of the blueprint.
        strategy: uint8[numbers], the strategy of the blueprint.
        parts: the parts of the tree.
        decisions: the decisions.
        buckets: uint16[deals, 2, 4], the buckets of both hands on each street.
        outcomes: int8[deals], 1 if player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        weights: float64[d, 3, 169], increased by the weights of the deals of each hand class, and
            by the weights times the outcome for the player to act, and times its square.
        sums: float64[actions, 3, 169], increased by the chips that the player to act wins by each
            action, by their squares, and by their products with the outcome; each times the weight
            of the deal.
    """
    values = np.zeros(len(tree.nodes), np.float32)
    held = np.zeros((parts.starts.size - 1, CHUNK), np.float32)
    for begin in range(0, outcomes.size, CHUNK):
        end = min(begin + CHUNK, outcomes.size)
        for part in range(parts.starts.size - 1):
            nodes = parts.below[parts.starts[part] : parts.starts[part + 1]]
            for deal in range(begin, end):
                value_nodes(tree, strategy, nodes, buckets[deal], f32(outcomes[deal]), values)
                held[part, deal - begin] = values[nodes[0]]
        for deal in range(begin, end):
            for part in range(parts.starts.size - 1):
                values[parts.below[parts.starts[part]]] = held[part, deal - begin]
            value_nodes(tree, strategy, parts.top, buckets[deal], f32(outcomes[deal]), values)
            add_deal(tree, decisions, buckets[deal], outcomes[deal], values, weights, sums)


@kernel
def add_deal(
    tree: BetTree,
    decisions: PreflopDecisions,
    buckets: NDArray[np.uint16],
    outcome: np.int8,
    values: NDArray[np.float32],
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add a deal to the sums of each decision; the arguments are those of `value_actions`."""
    for place in range(decisions.nodes.size):
        node = decisions.nodes[place]
        player = tree.nodes[node, PLAYER]
        own, other = buckets[player, 0], buckets[1 - player, 0]
        weight = np.float64(decisions.reach[place, 1 - player, other])
        if weight == 0:
            continue
        side = 1.0 if player == 0 else -1.0
        result = side * outcome
        weights[place, 0, own] += weight
        weights[place, 1, own] += weight * result
        weights[place, 2, own] += weight * result * result
        for action in range(tree.nodes[node, COUNT]):
            value = side * np.float64(values[tree.nodes[node, FIRST] + action])
            column = decisions.columns[place] + action
            sums[column, 0, own] += weight * value
            sums[column, 1, own] += weight * value * value
            sums[column, 2, own] += weight * value * result
