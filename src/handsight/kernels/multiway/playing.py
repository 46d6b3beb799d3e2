"""Matches between two strategies at a table, in the game that they were trained on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import kernel
from handsight.kernels.multiway.training import (
    COUNT,
    ENTERS,
    FIRST,
    PLAYER,
    STREET,
    UNIT,
    TableTree,
    value_at_end,
)
from handsight.kernels.xoshiro import drawn_from, stepped


@kernel
def play_hands(
    tree: TableTree,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    bases: NDArray[np.int64],
    mine: NDArray[np.uint8],
    theirs: NDArray[np.uint8],
    states: NDArray[np.uint64],
    results: NDArray[np.float64],
) -> None:
    """Play deals with one strategy in one seat and another strategy in all others, seat by seat.

    In every seat of a deal, the same random numbers draw the actions. So where the strategies do
    not differ, the results of the seats add up to minus the rake.

    Args:
        tree: the betting, the same for both strategies.
        buckets: uint16[deals, seats, 4], the buckets of all hands on each street.
        strengths: uint16[deals, seats], the strengths of all hands at the showdown.
        bases: int64[2, entries], the index at which the numbers of each entry's pot begin, in my
            and in their strategy.
        mine: uint8[numbers], my strategy: numbers proportional to the probabilities of the actions.
        theirs: uint8[numbers], the strategy of all other players, in the same form.
        states: uint64[deals, 4], the state of a generator for each deal.
        results: float64[deals], filled with the chips that my strategy wins, averaged over the
            seats.
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
                numbers, side = (mine, 0) if seat == hero else (theirs, 1)
                count = np.int64(nodes[node, COUNT])
                bucket = np.int64(buckets[deal, seat, nodes[node, STREET]])
                at = bases[side, entry] + tree.rows[node] + bucket * count
                total = 0.0
                for action in range(count):
                    total += numbers[at + action]
                drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                a, b, c, d = stepped(a, b, c, d)
                chosen = count - 1
                if total == 0:
                    chosen = np.int64(drawn * count)
                else:
                    drawn *= total
                    for action in range(count):
                        drawn -= numbers[at + action]
                        if drawn < 0:
                            chosen = np.int64(action)
                            break
                node = np.int64(nodes[node, FIRST]) + chosen
                if nodes[node, PLAYER] == ENTERS and tree.live[node] >> hero & 1:
                    entry = np.int64(nodes[node, FIRST])
                    node = np.int64(tree.roots[entry])
            won += value_at_end(tree, node, entry, hero, strengths[deal])
        results[deal] = won / seats
