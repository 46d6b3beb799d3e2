"""Training of the best response to a frozen strategy, with many hands at once on each board.

All hands on a board are dealt from one deck, as in `handsight.kernels.blueprint.response`. Only the
learner has regrets. So a walk down the tree computes only the reach of the frozen player, which is
the probability that they play to a node with each hand, and a walk up the tree computes only the
values of the learner. Where the learner acts, the reach does not change, so all children share the
row of their parent. A line that the frozen strategy rarely plays is visited on only some of the
boards, and counts for more on these boards, so that its average is right.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.blueprint.response import rank_hands
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
from handsight.kernels.xoshiro import drawn_from, stepped

DROPPED = -1
"""The number in place of a row for a node that is not visited."""

UNIT = 2.0**-53


class ResponseArrays(NamedTuple):
    """Workspace arrays for a board with h hands and a tree with n nodes.

    Attributes:
        visited: int32[n], the indices of the visited nodes, parents before children.
        row_of: int32[n], the row of each node in ``reach`` and ``sums``, or `DROPPED`.
        reach: float32[n + 1, h], one row for each set of nodes that share it: the probability that
            the frozen player plays to these nodes with each hand, increased by a factor for lines
            that are visited on only some boards.
        sums: float32[n + 1, h + 1], for each row of ``reach``, the total reach of the k weakest
            hands, in column k.
        values: float32[n, h], the chips that the learner wins with each hand, weighted by the reach
            of the frozen player.
        lower: int64[h], for each hand the number of weaker hands.
        upper: int64[h], for each hand the number of hands that are not stronger, itself included.
    """

    visited: NDArray[np.int32]
    row_of: NDArray[np.int32]
    reach: NDArray[np.float32]
    sums: NDArray[np.float32]
    values: NDArray[np.float32]
    lower: NDArray[np.int64]
    upper: NDArray[np.int64]


@kernel
def respond_boards(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    frozen: NDArray[np.float32],
    regrets: NDArray[np.float32],
    seat: Int,
    state: NDArray[np.uint64],
    room: ResponseArrays,
    least: float,
    rate: float,
    results: NDArray[np.float64],
) -> None:
    """Train the response in one seat on boards, one board after another.

    Args:
        tree: the betting tree of the response.
        buckets: uint16[boards, h, 4], the bucket of each hand on each street; the hands on a board
            are sorted by strength, the weakest first.
        strengths: uint16[boards, h], the strength of each hand at the showdown.
        frozen: float32[numbers], the probability of each action in the frozen strategy.
        regrets: float32[numbers], increased by ``rate`` times the regrets in chips of each hand.
        seat: the seat of the learner, 0 or 1.
        state: uint64[4], the state of the random generator that draws the lines to visit; changed.
        room: the workspace.
        least: a share of the frozen player's hands, 0..1. A line that they play with a smaller
            share s is visited with the probability s / least.
        rate: the factor by which new regrets are multiplied; 0 to learn nothing.
        results: float64[boards], filled with the chips that the learner wins on each board, on
            average per hand.
    """
    for board in range(len(buckets)):
        rank_hands(strengths[board], room.lower, room.upper)
        size = reach_by_frozen(tree, buckets[board], frozen, seat, state, room, least)
        value_for_learner(tree, buckets[board], regrets, seat, room, size, np.float32(rate))
        results[board] = room.values[0].mean()


@kernel
def reach_by_frozen(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    frozen: NDArray[np.float32],
    seat: Int,
    state: NDArray[np.uint64],
    room: ResponseArrays,
    least: float,
) -> int:
    """Walk down the tree and compute the reach of the frozen player at each node.

    The arguments are those of `respond_boards`, with the buckets of a single board: uint16[h, 4].

    Returns:
        The number of visited nodes.
    """
    nodes, reach, sums, row_of = tree.nodes, room.reach, room.sums, room.row_of
    visited = room.visited
    a, b, c, d = state[0], state[1], state[2], state[3]
    hands = len(buckets)
    visited[0] = row_of[0] = 0
    reach[0] = 1
    for hand in range(hands + 1):
        sums[0, hand] = hand
    size, used, here = 1, 1, 0
    while here < size:
        node = visited[here]
        here += 1
        if nodes[node, PLAYER] >= SHOWDOWN:
            continue
        first, count, street = nodes[node, FIRST], nodes[node, COUNT], nodes[node, STREET]
        row = row_of[node]
        for action in range(count):
            child = first + action
            if nodes[node, PLAYER] == seat:
                row_of[child] = row
            else:
                total = np.float32(0)
                for hand in range(hands):
                    at = tree.rows[node] + np.int64(buckets[hand, street]) * count
                    share = reach[row, hand] * frozen[at + action]
                    reach[used, hand] = share
                    total += share
                    sums[used, hand + 1] = total
                if total < least * hands:
                    drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                    a, b, c, d = stepped(a, b, c, d)
                    if total <= drawn * least * hands:
                        row_of[child] = DROPPED
                        continue
                    factor = np.float32(least * hands) / total
                    for hand in range(hands):
                        reach[used, hand] *= factor
                        sums[used, hand + 1] *= factor
                row_of[child] = used
                used += 1
            visited[size] = child
            size += 1
    state[0], state[1], state[2], state[3] = a, b, c, d
    return size


@kernel
def value_for_learner(
    tree: BetTree,
    buckets: NDArray[np.uint16],
    regrets: NDArray[np.float32],
    seat: Int,
    room: ResponseArrays,
    size: Int,
    rate: np.float32,
) -> None:
    """Walk up the tree, compute the value of each hand of the learner, and update the regrets.

    The other arguments are those of `respond_boards`, with the buckets of a single board:
    uint16[h, 4].

    Args:
        size: the number of visited nodes.
    """
    nodes, values = tree.nodes, room.values
    hands = len(buckets)
    for back in range(size):
        node = room.visited[size - 1 - back]
        player = nodes[node, PLAYER]
        if player >= SHOWDOWN:
            stake = tree.stakes[node] / np.float32(hands - 1)
            value_for_end(player, seat, stake, room.row_of[node], values[node], room)
            continue
        first, count, street = nodes[node, FIRST], nodes[node, COUNT], nodes[node, STREET]
        if player != seat:
            values[node] = 0
            for child in range(first, first + count):
                if room.row_of[child] != DROPPED:
                    for hand in range(hands):
                        values[node, hand] += values[child, hand]
            continue
        for hand in range(hands):
            at = tree.rows[node] + np.int64(buckets[hand, street]) * count
            total, value, plain = np.float32(0), np.float32(0), np.float32(0)
            for action in range(count):
                weight = max(regrets[at + action], np.float32(0))
                total += weight
                value += weight * values[first + action, hand]
                plain += values[first + action, hand]
            value = value / total if total > 0 else plain / np.float32(count)
            for action in range(count):
                regrets[at + action] += rate * (values[first + action, hand] - value)
            values[node, hand] = value


@kernel
def value_for_end(
    player: Int,
    seat: Int,
    stake: np.float32,
    row: Int,
    values: NDArray[np.float32],
    room: ResponseArrays,
) -> None:
    """Compute the value of each hand of the learner at the end of a line.

    Args:
        player: how the line ends: `SHOWDOWN`, or a value such as `BUTTON_FOLDED` that tells who
            folded.
        seat: the seat of the learner, 0 or 1.
        stake: the chips that the loser pays, divided by the number of the opponent's hands.
        row: the row of the node in ``room.reach`` and ``room.sums``.
        values: float32[h], filled with the value of each hand.
        room: the workspace, in which `reach_by_frozen` has filled reach and sums.
    """
    hands = len(values)
    total = room.sums[row, hands]
    if player == SHOWDOWN:
        for hand in range(hands):
            weaker = room.sums[row, room.lower[hand]]
            stronger = total - room.sums[row, room.upper[hand]]
            values[hand] = stake * (weaker - stronger)
    else:
        sign = stake if (player == BUTTON_FOLDED) == (seat == 1) else -stake
        for hand in range(hands):
            values[hand] = sign * (total - room.reach[row, hand])
