"""Training on whole hands against a model of a player, with many hands at once on each board.

All hands on a board are dealt from one deck, so no two of them share a card: each hand is played
against all others at once, along all betting lines. Only boards and hands are sampled. At each node
the modelled player follows the model with a probability equal to our confidence in it, and
otherwise plays what they learn.

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
    """The known behaviour of a player.

    Attributes:
        player: the player, 0 or 1.
        shares: float32[numbers], the probability of each action with each bucket at each node.
        confidence: float32[n], how often the player follows these shares at each node, 0..1;
            otherwise they play what they learn.
    """

    player: int
    shares: NDArray[np.float32]
    confidence: NDArray[np.float32]


class BoardArrays(NamedTuple):
    """The arrays that are computed for a board with h hands.

    Attributes:
        visited: int32[n], the visited nodes, each after its parent.
        reach: float32[n, 2, h], how often each player reaches a node with each hand.
        shares: float32[n, h], how often the learned strategy moves from the node's parent to the
            node with each hand; the model is ignored.
        values: float32[n, 2, h], chips that each hand of each player wins at a node, times how
            often the opponent reaches it.
        sums: float32[h + 1], for each k the sum of the reach of the k weakest hands.
        lower: int64[h], the number of hands weaker than each hand.
        upper: int64[h], the number of hands not stronger than each hand, which includes the hand.
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
    """Train both players on boards, one board after the other.

    Args:
        tree: the betting tree.
        buckets: uint16[boards, h, 4], the buckets of each hand on each street; the hands of a board
            are sorted from the weakest to the strongest.
        strengths: uint16[boards, h], the strength of each hand at showdown.
        regrets: float32[numbers], the regrets, in chips; the regrets of each dealt hand are added.
        averages: float32[numbers], the accumulated shares, which are added to; empty to keep none.
        model: the known behaviour of one player.
        room: the workspace.
        least: lines that both players reach with a smaller share of their hands are left out, 0..1.
        rate: factor on regrets; with 0 nothing is learned.
        results: float64[boards], filled with the mean number of chips that player 0 wins on each
            board.
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
        strengths: uint16[h], the strengths of the hands, in ascending order.
        lower: int64[h], filled with the number of weaker hands.
        upper: int64[h], filled with the number of hands that are not stronger, including the hand
            itself.
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
    """Compute how often players reach nodes, down the tree; return the number of visited nodes."""
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
    """Check whether a player reaches a node with more than the share ``least`` of their hands."""
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
    """Go up the tree to find the value of each hand for both players, and their regrets.

    Args:
        tree: the betting tree.
        buckets: uint16[h, 4], the buckets of each hand on each street.
        regrets: float32[numbers], the regrets, which are added to.
        model: the known behaviour of one player.
        room: the workspace after `reach_nodes`.
        size: the number of visited nodes.
        rate: factor on regrets.
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
    """Write what each hand of both players wins where a line ends.

    Args:
        player: how the line ended: `SHOWDOWN`, or who folded.
        stake: chips that the loser pays, divided by the number of hands that the opponent can hold.
        reach: float32[2, h], how often each player gets there with each hand.
        values: float32[2, h], filled with chips times the reach of the opponent.
        room: the workspace, with the ranks of the hands.
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
