"""Learning the best response to a frozen strategy, with many hands at once on each board.

All hands on a board are dealt from one deck, as in `handsight.kernels.blueprint.response`. The
frozen player has nothing to learn, so a walk needs only how often they reach each node, and only
the values of the other player. Where the learner acts, that reach does not change, and all children
share its row. Lines that the frozen strategy rarely plays are visited only now and then, and count
for more when they are, so that they are right on average.
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
"""The row of a node that is not visited."""

UNIT = 2.0**-53


class ResponseArrays(NamedTuple):
    """The arrays computed on a board with h hands.

    Attributes:
        visited: int32[n], the nodes that are visited, parents first.
        row_of: int32[n], the row of each node in ``reach`` and ``sums``, or `DROPPED`.
        reach: float32[n, h], how often the frozen player gets there with each hand.
        sums: float32[n, h + 1], sums of the reach of the weakest hands.
        values: float32[n, h], chips of the learner with each hand, times how often the frozen
            player gets to the node.
        lower: int64[h], the number of hands weaker than each.
        upper: int64[h], the number of hands that are not stronger, itself included.
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
    """Train the response of a seat on boards, one after the other.

    Args:
        buckets: uint16[boards, h, 4], of each hand on each street; hands ascend by strength.
        strengths: uint16[boards, h], at the showdown.
        frozen: float32[numbers], the shares of the strategy of the other seat.
        regrets: float32[numbers], added to: chips for each hand that was dealt.
        seat: the seat that learns, 0 or 1.
        state: uint64[4], the state of the stream that draws the lines to visit.
        least: a line that the frozen player reaches with a smaller share of their hands, s, is
            visited with the probability s / least, 0..1.
        rate: the factor for regrets; 0 learns nothing.
        results: float64[boards], filled with the average number of chips that the learner wins.
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
    """Go down the tree to find how often the frozen player reaches nodes.

    Returns:
        The number of nodes that are visited.
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
    """Go up the tree to find the value of each of the learner's hands, and their regrets.

    Args:
        size: the number of nodes visited.
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
    """Write what each hand of the learner wins where a line ends.

    Args:
        player: how the line ends: `SHOWDOWN`, or who folded.
        stake: what the loser pays, per hand of the opponent.
        row: the row of the node's reach.
        values: float32[h], filled.
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
