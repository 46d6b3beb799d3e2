"""Training on whole hands with Monte Carlo counterfactual regret minimization, external sampling.

A deal is represented only by the buckets of both hands on the four streets and by the winner of the
showdown. A walk tries every action at the nodes of the player who learns. At the opponent's nodes
it takes one action, which is drawn from the opponent's current strategy.

Source:
    M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization
    in Extensive Games", NeurIPS 2009.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.xoshiro import drawn_from, stepped

PLAYER, STREET, FIRST, COUNT = range(4)
"""The columns of the nodes: player to act, street 0..3, first child, and number of children."""

SHOWDOWN, BUTTON_FOLDED = 2, 3
"""Values in the column `PLAYER` at an end; any larger value means that the other player folded."""

UNIT = 2.0**-53


class BetTree(NamedTuple):
    """The betting tree of a hand, in the form that the kernels use.

    Attributes:
        nodes: int32[n, 4], with columns such as `PLAYER`. The children of a node have consecutive
            numbers, all higher than the node's own number.
        rows: int64[n], the index at which each node's regrets begin, and also its averages; both
            are one number for each bucket and action.
        stakes: float32[n], the chips that the loser pays at each end.
    """

    nodes: NDArray[np.int32]
    rows: NDArray[np.int64]
    stakes: NDArray[np.float32]


class WalkArrays(NamedTuple):
    """Workspace arrays of a walk, with space for as many nodes as a walk can visit.

    Attributes:
        visited: int32[n], the visited nodes in the order of the walk.
        children: int32[n], for each visited node, the index in ``visited`` of its first child.
        values: float32[n], the value of each visited node for the player who learns.
        shares: float32[n, actions], the strategy at each visited node.
    """

    visited: NDArray[np.int32]
    children: NDArray[np.int32]
    values: NDArray[np.float32]
    shares: NDArray[np.float32]


@kernel
def match_regrets(
    regrets: NDArray[np.float32], at: Int, count: Int, shares: NDArray[np.float32]
) -> None:
    """Find a strategy by regret matching: proportional to positive regrets, or else uniform.

    Args:
        regrets: float32[numbers], the regrets of all nodes.
        at: the index of the first action's regret.
        count: the number of actions.
        shares: float32[actions], filled with the probability of each action.
    """
    total = np.float32(0)
    for action in range(count):
        share = max(regrets[at + action], np.float32(0))
        shares[action] = share
        total += share
    if total > 0:
        for action in range(count):
            shares[action] /= total
    else:
        for action in range(count):
            shares[action] = np.float32(1) / np.float32(count)


@kernel
def learn_deals(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    state: NDArray[np.uint64],
    walk: WalkArrays,
    explore: float,
) -> None:
    """Train both players in turn on one deal after another.

    Args:
        tree: the betting tree.
        buckets: uint16[deals, 2, 4], the buckets of both hands on each street.
        outcomes: int8[deals], 1 if player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        regrets: float32[numbers], the regrets of all nodes; changed.
        averages: float32[numbers], the averages of all nodes; changed.
        state: uint64[4], the state of the generator from which the opponent's actions are drawn;
            changed.
        walk: the workspace.
        explore: the probability with which the opponent takes a random action, at least 0 and below
            1, so that the learner also learns how to answer rare actions.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    nodes, visited, children = tree.nodes, walk.visited, walk.children
    values, shares = walk.values, walk.shares
    for deal in range(outcomes.size):
        for learner in range(2):
            visited[0] = 0
            size = 1
            here = 0
            while here < size:
                node = visited[here]
                player = nodes[node, PLAYER]
                if player < SHOWDOWN:
                    count, first = nodes[node, COUNT], nodes[node, FIRST]
                    bucket = np.int64(buckets[deal, player, nodes[node, STREET]])
                    at = tree.rows[node] + bucket * count
                    match_regrets(regrets, at, count, shares[here])
                    children[here] = size
                    if player == learner:
                        for action in range(count):
                            visited[size + action] = first + action
                        size += count
                    else:
                        drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                        a, b, c, d = stepped(a, b, c, d)
                        chosen = np.int64(-1)
                        if drawn < explore:
                            chosen = np.int64(drawn / explore * count)
                        drawn = (drawn - explore) / (1.0 - explore)
                        for action in range(count):
                            share = shares[here, action]
                            averages[at + action] += share
                            if drawn >= 0 and share > 0:
                                chosen = np.int64(action)
                                drawn -= share
                        visited[size] = first + chosen
                        size += 1
                here += 1
            for here in range(size - 1, -1, -1):
                node = visited[here]
                player = nodes[node, PLAYER]
                if player < SHOWDOWN:
                    first = children[here]
                    if player != learner:
                        values[here] = values[first]
                        continue
                    count = nodes[node, COUNT]
                    bucket = np.int64(buckets[deal, player, nodes[node, STREET]])
                    at = tree.rows[node] + bucket * count
                    value = np.float32(0)
                    for action in range(count):
                        value += shares[here, action] * values[first + action]
                    values[here] = value
                    for action in range(count):
                        regrets[at + action] += values[first + action] - value
                    continue
                if player == SHOWDOWN:
                    result = np.float32(outcomes[deal])
                else:
                    result = np.float32(-1 if player == BUTTON_FOLDED else 1)
                values[here] = (
                    result * tree.stakes[node] if learner == 0 else -result * tree.stakes[node]
                )
    state[0], state[1], state[2], state[3] = a, b, c, d


@kernel
def play_out(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
    mine: NDArray[np.uint8],
    theirs: NDArray[np.uint8],
    reach: NDArray[np.float32],
    results: NDArray[np.float64],
) -> None:
    """Play two strategies against each other on given deals, over all betting lines.

    Each deal is played twice, with the seats swapped.

    Args:
        tree: the betting tree.
        buckets: uint16[deals, 2, 4], the buckets of both hands on each street.
        outcomes: int8[deals], 1 if player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        mine: uint8[numbers], my strategy: numbers proportional to the probabilities of the actions.
            If they are all 0, all actions have the same probability.
        theirs: uint8[numbers], the opponent's strategy, in the same form.
        reach: float32[n], workspace with one number for each node.
        results: float64[deals], filled with my winnings in chips, averaged over both seats.
    """
    nodes = tree.nodes
    for deal in range(outcomes.size):
        won = np.float64(0)
        for seat in range(2):
            reach[0] = 1
            for node in range(len(nodes)):
                share = reach[node]
                player = nodes[node, PLAYER]
                if player < SHOWDOWN:
                    count, first = nodes[node, COUNT], nodes[node, FIRST]
                    if share == 0:
                        for action in range(count):
                            reach[first + action] = 0
                        continue
                    bucket = np.int64(buckets[deal, player, nodes[node, STREET]])
                    at = tree.rows[node] + bucket * count
                    numbers = mine if player == seat else theirs
                    total = np.float32(0)
                    for action in range(count):
                        total += np.float32(numbers[at + action])
                    for action in range(count):
                        part = (
                            np.float32(numbers[at + action]) / total
                            if total > 0
                            else (np.float32(1) / np.float32(count))
                        )
                        reach[first + action] = share * part
                elif share > 0:
                    if player == SHOWDOWN:
                        result = np.float64(outcomes[deal])
                    else:
                        result = np.float64(-1 if player == BUTTON_FOLDED else 1)
                    sign = 1.0 if seat == 0 else -1.0
                    won += sign * result * share * tree.stakes[node]
        results[deal] = 0.5 * won
