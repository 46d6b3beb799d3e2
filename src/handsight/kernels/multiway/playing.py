"""Matches between two strategies at a table, in the game that they were trained on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.multiway.training import (
    COUNT,
    ENTERS,
    FIRST,
    PLAYER,
    STREET,
    UNIT,
    TableArrays,
    value_at_end,
)
from handsight.kernels.xoshiro import drawn_from, stepped


class PlayedNumbers(NamedTuple):
    """A strategy, and what it knows of the hands.

    Attributes:
        numbers: uint8[numbers], proportional to the probabilities of the actions; actions that all
            have 0 are equally likely.
        bases: int64[entries], the index at which the numbers of each entry's pot begin; entry 0 is
            the tree before the flop.
        rows: int64[nodes], the index at which a node's numbers begin, within those of its tree.
        buckets: uint16[deals, seats, 4], the buckets of all hands on each street.
    """

    numbers: NDArray[np.uint8]
    bases: NDArray[np.int64]
    rows: NDArray[np.int64]
    buckets: NDArray[np.uint16]


@inlined
def chosen_action(numbers: NDArray[np.uint8], at: Int, count: Int, drawn: float) -> Int:
    """Return the action that a random number chooses.

    Args:
        numbers: uint8[numbers], proportional to the probabilities of the actions; actions that all
            have 0 are equally likely.
        at: the index of the number of the first action.
        count: the number of actions.
        drawn: a random number from 0 to below 1.
    """
    total = 0.0
    for action in range(count):
        total += numbers[at + action]
    chosen = count - 1
    if total == 0:
        chosen = np.int64(drawn * count)
    else:
        left = drawn * total
        for action in range(count):
            left -= numbers[at + action]
            if left < 0:
                chosen = np.int64(action)
                break
    return chosen


@kernel
def play_hands(
    tree: TableArrays,
    strengths: NDArray[np.uint16],
    mine: PlayedNumbers,
    theirs: PlayedNumbers,
    states: NDArray[np.uint64],
    results: NDArray[np.float64],
) -> None:
    """Play deals with one strategy in one seat and another strategy in all others, seat by seat.

    In every seat of a deal, the same random numbers draw the actions. So if the strategies do not
    differ, the wins of the seats add up to minus the rake.

    Args:
        tree: the betting, which has the same lines for both strategies.
        strengths: uint16[deals, seats], the strengths of all hands at the showdown.
        mine: my strategy.
        theirs: the strategy of all other players.
        states: uint64[deals, 4], the state of a generator for each deal.
        results: float64[deals], filled with the net chips that my strategy wins in a deal, averaged
            over the seats.
    """
    nodes = tree.nodes
    seats = strengths.shape[1]
    for deal in range(strengths.shape[0]):
        won = 0.0
        for hero in range(seats):
            a, b, c, d = states[deal, 0], states[deal, 1], states[deal, 2], states[deal, 3]
            node, entry = np.int64(0), np.int64(0)
            while nodes[node, PLAYER] >= 0 and tree.live[node] >> tree.players[entry, hero] & 1:
                seat = tree.seats[entry, nodes[node, PLAYER]]
                side = mine if seat == hero else theirs
                numbers, count = side.numbers, np.int64(nodes[node, COUNT])
                bucket = np.int64(side.buckets[deal, seat, nodes[node, STREET]])
                at = side.bases[entry] + side.rows[node] + bucket * count
                drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                a, b, c, d = stepped(a, b, c, d)
                node = np.int64(nodes[node, FIRST]) + chosen_action(numbers, at, count, drawn)
                if nodes[node, PLAYER] == ENTERS and tree.live[node] >> hero & 1:
                    entry = np.int64(nodes[node, FIRST])
                    node = np.int64(tree.roots[entry])
            won += value_at_end(tree, node, entry, hero, strengths[deal])
        results[deal] = won / seats
