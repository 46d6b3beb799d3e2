"""Values of all hands at the folds and showdowns of a betting tree, sixteen ends side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined
from handsight.kernels.solver.lanes import (
    WIDTH,
    columns_to_rows,
    load,
    rows_to_columns,
    splat,
    store,
)
from handsight.kernels.solver.tables import (
    CARDS,
    HANDS,
    HIGH,
    LEVEL,
    LOW,
    SAME,
    START,
    WEAKER,
    WIDE,
    Deals,
    Forest,
    Task,
    WalkRoom,
    piece,
)

f32 = np.float32
i64 = np.int64


@piece
def gather_columns(rows: NDArray[np.int32], first: Int, width: Int, room: WalkRoom) -> None:
    """Put the opponent's weights at sixteen ends side by side, and set the sums by card to 0."""
    columns, sums = room.ends[0], room.ends[2]
    for hand in range(0, width, WIDTH):
        place = i64(hand * WIDTH)
        rows_to_columns(room.reach, rows, i64(first), i64(width), i64(hand), columns, place)
    nothing = splat(f32(0))
    for card in range(CARDS):
        store(sums, i64(card * WIDTH), nothing)


@piece
def scatter_results(
    nodes: NDArray[np.int32], first: Int, count: Int, width: Int, room: WalkRoom
) -> None:
    """Write the values of sixteen ends to their nodes; the padding after the hands gets 0."""
    results = room.ends[1]
    for hand in range(count, width):
        store(results, i64(hand * WIDTH), splat(f32(0)))
    for hand in range(0, width, WIDTH):
        place = i64(hand * WIDTH)
        columns_to_rows(results, place, room.values, nodes, i64(first), i64(width), i64(hand))


@inlined
def met_by_cards(
    sums: NDArray[np.float32], low: NDArray[np.int16], high: NDArray[np.int16], hand: Int
) -> Any:
    """Return the summed weight of the opponent's hands added so far that hold a card of a hand.

    A hand of the opponent that holds both cards counts twice.
    """
    one, two = i64(low[hand]) * WIDTH, i64(high[hand]) * WIDTH
    return load(sums, one) + load(sums, two)


@inlined
def add_by_cards(
    sums: NDArray[np.float32],
    low: NDArray[np.int16],
    high: NDArray[np.int16],
    hand: Int,
    weight: Any,
) -> None:
    """Add the weight of a hand to the sums of both of its cards."""
    one, two = i64(low[hand]) * WIDTH, i64(high[hand]) * WIDTH
    store(sums, one, load(sums, one) + weight)
    store(sums, two, load(sums, two) + weight)


@piece
def fold_ends(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Compute the values of the folds: chips times the weight of all hands the opponent can hold.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        room: the workspace.
        task: the task of the walk.
    """
    ours, theirs = deals.table[deal, task.player], deals.table[deal, 1 - task.player]
    count, faced = ours[HANDS], theirs[HANDS]
    mine = deals.hands[:, ours[START] : ours[START] + count]
    other = deals.hands[:, theirs[START] : theirs[START] + faced]
    low, high, same = mine[LOW], mine[HIGH], mine[SAME]
    their_low, their_high = other[LOW], other[HIGH]
    columns, results, sums = room.ends[0], room.ends[1], room.ends[2]
    for first in range(0, forest.folds.shape[1], WIDTH):
        gather_columns(forest.folds[1 + task.player], first, theirs[WIDE], room)
        total = splat(f32(0))
        for i in range(faced):
            weight = load(columns, i64(i * WIDTH))
            total = total + weight
            add_by_cards(sums, their_low, their_high, i, weight)
        chips = load(forest.fold_values[task.payoff], i64(first))
        for i in range(count):
            met = total - met_by_cards(sums, low, high, i) + load(columns, i64(same[i]) * WIDTH)
            store(results, i64(i * WIDTH), chips * met)
        scatter_results(forest.folds[0], first, count, ours[WIDE], room)


@piece
def show_down(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Compute the values of the showdowns of a river.

    Both players' hands are sorted by strength. As the loop goes through our hands from the weakest
    up, it sums the weight of the opponent's weaker hands, both in total and by card. Our hand faces
    only hands that share no card with it: all hands, minus those with its first card, minus those
    with its second card, plus the hand with both cards, which was subtracted twice.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        room: the workspace.
        task: the task of the walk.
    """
    ours, theirs = deals.table[deal, task.player], deals.table[deal, 1 - task.player]
    count, faced = ours[HANDS], theirs[HANDS]
    mine = deals.hands[:, ours[START] : ours[START] + count]
    other = deals.hands[:, theirs[START] : theirs[START] + faced]
    low, high, same, weaker, level = mine[LOW], mine[HIGH], mine[SAME], mine[WEAKER], mine[LEVEL]
    their_low, their_high = other[LOW], other[HIGH]
    columns, results, sums = room.ends[0], room.ends[1], room.ends[2]
    for first in range(0, forest.shows.shape[1], WIDTH):
        gather_columns(forest.shows[1 + task.player], first, theirs[WIDE], room)
        beaten = load(forest.show_values[task.payoff, 0], i64(first))
        not_stronger = load(forest.show_values[task.payoff, 1], i64(first))
        every = load(forest.show_values[task.payoff, 2], i64(first))
        equal = load(forest.show_values[task.payoff, 3], i64(first))
        total = splat(f32(0))
        i = passed = i64(0)
        while i < count:
            below, upto = weaker[i], level[i]
            while passed < below:
                weight = load(columns, passed * WIDTH)
                total = total + weight
                add_by_cards(sums, their_low, their_high, passed, weight)
                passed += 1
            start = i
            while i < count and weaker[i] == below and level[i] == upto:
                met = total - met_by_cards(sums, low, high, i)
                store(results, i * WIDTH, beaten * met)
                i += 1
            while passed < upto:
                weight = load(columns, passed * WIDTH)
                total = total + weight
                add_by_cards(sums, their_low, their_high, passed, weight)
                passed += 1
            for j in range(start, i):
                met = total - met_by_cards(sums, low, high, j)
                store(results, j * WIDTH, load(results, j * WIDTH) + not_stronger * met)
        while passed < faced:
            weight = load(columns, passed * WIDTH)
            total = total + weight
            add_by_cards(sums, their_low, their_high, passed, weight)
            passed += 1
        for j in range(count):
            met = total - met_by_cards(sums, low, high, j)
            itself = load(columns, i64(same[j]) * WIDTH)
            worth = load(results, j * WIDTH) + every * met + equal * itself
            store(results, j * WIDTH, worth)
        scatter_results(forest.shows[0], first, count, ours[WIDE], room)
