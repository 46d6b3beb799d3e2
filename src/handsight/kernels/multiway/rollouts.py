"""Hands played to their end from a decision, once with each action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.blueprint.deals import BucketTables, bucket_board, make_deal_room
from handsight.kernels.jit import Int, kernel
from handsight.kernels.multiway.playing import chosen_action
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


@kernel
def bucket_deals(
    cards: NDArray[np.uint8],
    tables: BucketTables,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
) -> None:
    """Find the buckets and the strengths of the hands of many deals.

    Args:
        cards: uint8[deals, 5 + 2 * hands], the card numbers of the board and of each hand.
        tables: the tables of buckets.
        buckets: uint16[deals, hands, 4], filled with the buckets of each hand on the four streets.
        strengths: uint16[deals, hands], filled with the strength of each hand at the showdown.
    """
    room = make_deal_room()
    for deal in range(cards.shape[0]):
        bucket_board(cards[deal], tables, room, buckets[deal], strengths[deal])


@kernel
def play_out(
    tree: TableArrays,
    strategy: NDArray[np.uint8],
    node: Int,
    entry: Int,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    states: NDArray[np.uint64],
    values: NDArray[np.float64],
) -> None:
    """Play each deal to its end after each action of the player who acts at a node.

    All later actions are drawn from the strategy. The same random numbers draw them after each
    action, so what the actions win differs by less than the luck of a deal.

    Args:
        tree: the betting.
        strategy: uint8[numbers], proportional to the probabilities of the actions; actions that all
            have 0 are equally likely.
        node: the node.
        entry: the entry that the node belongs to.
        buckets: uint16[deals, seats, 4], the buckets of all hands on each street.
        strengths: uint16[deals, seats], the strengths of all hands at the showdown.
        states: uint64[deals, 4], the state of a generator for each deal.
        values: float64[deals, actions], filled with the net chips that the player wins in the hand.
    """
    nodes = tree.nodes
    hero = tree.seats[entry, nodes[node, PLAYER]]
    for deal in range(strengths.shape[0]):
        for tried in range(nodes[node, COUNT]):
            a, b, c, d = states[deal, 0], states[deal, 1], states[deal, 2], states[deal, 3]
            at, part = np.int64(nodes[node, FIRST]) + tried, np.int64(entry)
            while True:
                if nodes[at, PLAYER] == ENTERS and tree.live[at] >> hero & 1:
                    part = np.int64(nodes[at, FIRST])
                    at = np.int64(tree.roots[part])
                if nodes[at, PLAYER] < 0 or not tree.live[at] >> tree.players[part, hero] & 1:
                    break
                seat = tree.seats[part, nodes[at, PLAYER]]
                count = np.int64(nodes[at, COUNT])
                bucket = np.int64(buckets[deal, seat, nodes[at, STREET]])
                row = tree.bases[part] + tree.rows[at] + bucket * count
                drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                a, b, c, d = stepped(a, b, c, d)
                action = chosen_action(strategy, row, count, drawn)
                at = np.int64(nodes[at, FIRST]) + action
            values[deal, tried] = value_at_end(tree, at, part, hero, strengths[deal])
