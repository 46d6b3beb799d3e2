"""Values of the ends of a betting tree (folds and showdowns), for all hands and many ends at once.

The numbers of sixteen ends are side by side, so that one vector holds those of one hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, walk_piece
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
)

f32 = np.float32
i64 = np.int64


@walk_piece
def gather_columns(rows: NDArray[np.int32], first: Int, width: Int, room: WalkRoom) -> None:
    """Copy the opponent's weights at sixteen ends side by side, and clear the sums by card.

    Args:
        rows: int32[n], the row of the opponent's weights of each end.
        first: the number of the first of the sixteen ends.
        width: the length of a row.
        room: the workspace, whose ``ends`` are filled.
    """
    columns, sums = room.ends[0], room.ends[2]
    for hand in range(0, width, WIDTH):
        place = i64(hand * WIDTH)
        rows_to_columns(room.reach, rows, i64(first), i64(width), i64(hand), columns, place)
    nothing = splat(f32(0))
    for card in range(CARDS):
        store(sums, i64(card * WIDTH), nothing)


@walk_piece
def scatter_results(
    nodes: NDArray[np.int32], first: Int, count: Int, width: Int, room: WalkRoom
) -> None:
    """Write the values of sixteen ends from the workspace to their nodes, and 0 to the padding.

    Args:
        nodes: int32[n], the node of each end.
        first: the number of the first of the sixteen ends.
        count: the number of hands.
        width: the length of a row, that is, the number of hands with padding.
        room: the workspace, whose ``values`` are changed.
    """
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
    """Return the weight of the hands with a hand's low card plus that of those with its high card.

    Args:
        sums: float32[52 * 16 or more], the weights by card, sixteen ends side by side.
        low: int16[n], the low card of each hand.
        high: int16[n], the high card of each hand.
        hand: the index of the hand.
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
    """Add the weight of a hand to the sums of its two cards.

    Args:
        sums: float32[52 * 16 or more], the weights by card, sixteen ends side by side; changed.
        low: int16[n], the low card of each hand.
        high: int16[n], the high card of each hand.
        hand: the index of the hand.
        weight: the weight of the hand at the sixteen ends.
    """
    one, two = i64(low[hand]) * WIDTH, i64(high[hand]) * WIDTH
    store(sums, one, load(sums, one) + weight)
    store(sums, two, load(sums, two) + weight)


@walk_piece
def fold_ends(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Compute the values of the ends with a fold: chips times the weight of the opponent's hands.

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


@walk_piece
def show_down(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Compute the values of the showdowns on a river.

    The hands of both players are sorted by strength. The loop visits our hands from the weakest up,
    and adds up the weight of the opponent's weaker hands, in total and by card. Two hands cannot
    share a card, so the weight that a hand faces is the total, minus that of the hands with its
    first card, minus that of the hands with its second card, plus the weight of the same hand,
    which was subtracted twice.

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
            alone = below == upto
            factor = beaten + not_stronger if alone else beaten
            start = i
            while i < count and weaker[i] == below and level[i] == upto:
                met = total - met_by_cards(sums, low, high, i)
                store(results, i * WIDTH, factor * met)
                i += 1
            if alone:
                continue
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
