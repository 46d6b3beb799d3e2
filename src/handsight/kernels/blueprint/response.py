"""Training on whole hands against a model of a player, with many hands at once on each board.

All hands on a board are dealt from one deck, so no two of them share a card. Each hand is played
against all other hands at once, over all betting lines. Only boards and hands are sampled. At each
node, the modelled player follows the model with a probability equal to our confidence in it, and
otherwise plays the learned strategy.

Source:
    M. Johanson and M. Bowling, "Data Biased Robust Counter Strategies", AISTATS 2009; M. Johanson,
    N. Bard, M. Lanctot, R. Gibson and M. Bowling, "Efficient Nash Equilibrium Approximation through
    Monte Carlo Counterfactual Regret Minimization", AAMAS 2012, for sampling public cards alone.
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
from handsight.kernels.jit import Int, kernel


class PlayerModel(NamedTuple):
    """A model of a player.

    Attributes:
        player: the number of the modelled player, 0 or 1.
        shares: float32[numbers], the probability of each action in the model.
        confidence: float32[n], the probability, 0..1, with which the player follows the model at
            each node; otherwise the player follows the learned strategy.
    """

    player: int
    shares: NDArray[np.float32]
    confidence: NDArray[np.float32]


class BoardArrays(NamedTuple):
    """Workspace arrays for a board with h hands.

    Attributes:
        visited: int32[n], the nodes that a player reaches, parents before children.
        reach: float32[n, 2, h], the probability with which each player's actions lead to each node,
            for each hand.
        shares: float32[n, h], the probability of the action that leads to each node, for each hand,
            by the learned strategy alone.
        values: float32[n, 2, h], the chips that each hand wins, weighted by the opponent's reach.
        sums: float32[h + 1], the total reach of the k weakest hands, at index k.
        lower: int64[h], the number of hands that are weaker than each hand.
        upper: int64[h], the number of hands that are not stronger than each hand, including itself.
    """

    visited: NDArray[np.int32]
    reach: NDArray[np.float32]
    shares: NDArray[np.float32]
    values: NDArray[np.float32]
    sums: NDArray[np.float32]
    lower: NDArray[np.int64]
    upper: NDArray[np.int64]


@kernel
def learn_boards(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    model: PlayerModel,
    room: BoardArrays,
    least: float,
    rate: float,
    results: NDArray[np.float64],
) -> None:
    """Train both players at once on one board after another.

    Args:
        tree: the betting tree.
        buckets: uint16[boards, h, 4], the bucket of each hand on each street; the hands on a board
            are in ascending order of strength.
        strengths: uint16[boards, h], the strength of each hand at the showdown.
        regrets: float32[numbers], increased by ``rate`` times the regrets in chips of each hand.
        averages: float32[numbers], increased by the learned strategy of each hand, weighted by the
            hand's reach; empty to compute no averages.
        model: the model of a player.
        room: the workspace.
        least: the smallest share of a player's hands, 0..1, that matters; lines that neither player
            reaches with more than this share of hands are left out.
        rate: the factor by which new regrets are multiplied; 0 to leave the regrets unchanged.
        results: float64[boards], filled with the chips that player 0 wins on each board, on
            average per hand.
    """
    room.reach[0] = 1
    for board in range(len(buckets)):
        rank_hands(strengths[board], room.lower, room.upper)
        size = reach_nodes(tree, buckets[board], regrets, averages, model, room, least)
        value_nodes(tree, buckets[board], regrets, model, room, size, np.float32(rate))
        results[board] = room.values[0, 0].mean()


@kernel
def rank_hands(
    strengths: NDArray[np.uint16], lower: NDArray[np.int64], upper: NDArray[np.int64]
) -> None:
    """Count the hands that are weaker than each hand, and those that are not stronger.

    Args:
        strengths: uint16[h], the strengths of the hands, ascending.
        lower: int64[h], filled with the numbers of weaker hands.
        upper: int64[h], filled with the numbers of hands that are not stronger.
    """
    count = len(strengths)
    for hand in range(count):
        alike = hand > 0 and strengths[hand - 1] == strengths[hand]
        lower[hand] = lower[hand - 1] if alike else hand
    for back in range(count):
        hand = count - 1 - back
        alike = back > 0 and strengths[hand + 1] == strengths[hand]
        upper[hand] = upper[hand + 1] if alike else hand + 1


@kernel
def reach_nodes(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    model: PlayerModel,
    room: BoardArrays,
    least: float,
) -> int:
    """Find the reach of both players at each node, from the root down.

    Args:
        tree: the betting tree.
        buckets: uint16[h, 4], the bucket of each hand on each street.
        regrets: float32[numbers], the regrets of all nodes.
        averages: float32[numbers], increased by the learned strategy of each hand, weighted by the
            hand's reach; empty to compute no averages.
        model: the model of a player.
        room: the workspace, whose reach, shares and visited nodes are filled.
        least: the smallest share of hands that matters (see `learn_boards`).

    Returns:
        The number of visited nodes.
    """
    nodes, reach, shares, visited = tree.nodes, room.reach, room.shares, room.visited
    hands = len(buckets)
    visited[0] = 0
    size, here = 1, 0
    while here < size:
        node = visited[here]
        here += 1
        player = nodes[node, PLAYER]
        if player >= SHOWDOWN:
            continue
        first, count, street = nodes[node, FIRST], nodes[node, COUNT], nodes[node, STREET]
        confidence = model.confidence[node] if player == model.player else np.float32(0)
        for hand in range(hands):
            at = tree.rows[node] + np.int64(buckets[hand, street]) * count
            total = np.float32(0)
            for action in range(count):
                total += max(regrets[at + action], np.float32(0))
            mine, theirs = reach[node, player, hand], reach[node, 1 - player, hand]
            for action in range(count):
                if total > 0:
                    share = max(regrets[at + action], np.float32(0)) / total
                else:
                    share = np.float32(1) / np.float32(count)
                if averages.size:
                    averages[at + action] += mine * share
                shares[first + action, hand] = share
                if confidence > 0:
                    share += confidence * (model.shares[at + action] - share)
                reach[first + action, player, hand] = mine * share
                reach[first + action, 1 - player, hand] = theirs
        for child in range(first, first + count):
            if is_met(reach[child], least):
                visited[size] = child
                size += 1
            else:
                room.values[child] = 0
    return size


@kernel
def is_met(reach: NDArray[np.float32], least: float) -> bool:
    """Check whether more than a given share of either player's hands reaches a node.

    Args:
        reach: float32[2, h], how often each hand of both players reaches the node, 0..1.
        least: the share of a player's hands, 0..1.
    """
    for player in range(2):
        total = np.float32(0)
        for hand in range(reach.shape[1]):
            total += reach[player, hand]
        if total > least * reach.shape[1]:
            return True
    return False


@kernel
def value_nodes(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    regrets: NDArray[np.float32],
    model: PlayerModel,
    room: BoardArrays,
    size: Int,
    rate: np.float32,
) -> None:
    """Find the values of both players' hands at each node, from the ends up, and update regrets.

    Args:
        tree: the betting tree.
        buckets: uint16[h, 4], the bucket of each hand on each street.
        regrets: float32[numbers], the regrets of all nodes; changed.
        model: the model of a player.
        room: the workspace, whose values are filled.
        size: the number of visited nodes.
        rate: the factor by which new regrets are multiplied.
    """
    nodes, shares, values = tree.nodes, room.shares, room.values
    hands = len(buckets)
    for back in range(size):
        node = room.visited[size - 1 - back]
        player = nodes[node, PLAYER]
        if player >= SHOWDOWN:
            stake = tree.stakes[node] / np.float32(hands - 1)
            value_end(player, stake, room.reach[node], values[node], room)
            continue
        first, count, street = nodes[node, FIRST], nodes[node, COUNT], nodes[node, STREET]
        confidence = model.confidence[node] if player == model.player else np.float32(0)
        for hand in range(hands):
            at = tree.rows[node] + np.int64(buckets[hand, street]) * count
            learnt, known, other = np.float32(0), np.float32(0), np.float32(0)
            for action in range(count):
                value = values[first + action, player, hand]
                learnt += shares[first + action, hand] * value
                if confidence > 0:
                    known += model.shares[at + action] * value
                other += values[first + action, 1 - player, hand]
            for action in range(count):
                regret = values[first + action, player, hand] - learnt
                regrets[at + action] += rate * regret
            values[node, player, hand] = learnt + confidence * (known - learnt)
            values[node, 1 - player, hand] = other


@kernel
def value_end(
    player: Int,
    stake: np.float32,
    reach: NDArray[np.float32],
    values: NDArray[np.float32],
    room: BoardArrays,
) -> None:
    """Find the values of both players' hands at an end of the betting tree.

    Args:
        player: the kind of end: `SHOWDOWN`, `BUTTON_FOLDED`, or a larger number if the other player
            folded.
        stake: the chips that the loser pays, divided by the number of the opponent's hands.
        reach: float32[2, h], the reach of both players at the end.
        values: float32[2, h], filled.
        room: the workspace, in which `rank_hands` has counted weaker hands.
    """
    sums = room.sums
    hands = reach.shape[1]
    for seat in range(2):
        for hand in range(hands):
            sums[hand + 1] = sums[hand] + reach[1 - seat, hand]
        total = sums[hands]
        if player == SHOWDOWN:
            for hand in range(hands):
                ahead = sums[room.lower[hand]] - (total - sums[room.upper[hand]])
                values[seat, hand] = stake * ahead
        else:
            sign = stake if (player == BUTTON_FOLDED) == (seat == 1) else -stake
            for hand in range(hands):
                values[seat, hand] = sign * (total - reach[1 - seat, hand])
