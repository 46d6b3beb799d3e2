"""Walks over the betting of a flop that stops at the turn, where tables say what hands are worth.

At each leaf both players choose among four ways to play on, with each hand. Sixteen lanes hold the
four ways at four leaves. The tables give the value of a pair of groups of hands on a turn, for each
pair of ways; a hand is in another group on each turn card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel, walk_piece
from handsight.kernels.ranking.levels import SEVEN, strengths_on_board
from handsight.kernels.solver.ends import (
    add_by_cards,
    fold_ends,
    gather_columns,
    met_by_cards,
    scatter_results,
)
from handsight.kernels.solver.lanes import WIDTH, inverse, load, splat, store
from handsight.kernels.solver.tables import (
    HANDS,
    HIGH,
    LOW,
    SAME,
    START,
    WIDE,
    Deals,
    Forest,
    Store,
    Task,
    WalkRoom,
)
from handsight.kernels.solver.walks import enter, go_down, go_up, plan_step

f32 = np.float32
i64 = np.int64

WAYS = 4
"""The number of ways to play on at a leaf."""

LEAVES = WIDTH // WAYS
"""The number of leaves whose ways share the lanes of a vector."""

TURNS = 52
"""The number of turn cards for which there is room; on a flop 49 cards can be dealt."""

STRIDE = 4
"""The number of turns, or of hands, that are computed together, so that each number that they share
is read once for all."""


class LeafTables(NamedTuple):
    """The values of the leaves of a flop.

    Attributes:
        rows: int32[2, n], for a walk of each player, the row of the opponent's weights for each
            way at each leaf; padded to a multiple of sixteen.
        leaf_rows: int32[2, n], the row of the opponent's weights at the leaf, for each way.
        nodes: int32[2, n], the node to which the value of each way is written.
        tables: float32[2, leaves, 4 * groups, padded 4 * groups], for a walk of each player, the
            chips above half of the pot at the start of the flop: by the opponent's way and group,
            then by the player's own way and group.
        groups: for each player int16[turns, width], the group of each hand on each turn; the
            number of groups for padding and for a hand that holds the card.
        group_count: the number of groups.
        order: for each player int16[turns, hands], the hands on each turn, sorted by group.
        starts: for each player int16[turns, groups + 1], the index in ``order`` at which each group
            begins; the last number is the number of hands that do not hold the card.
        all_in: int32[3, m], as `Forest.folds`, for the leaves at which all chips are in.
        all_in_chips: float32[m], the chips above half of the pot at the start of the flop that the
            winner gets.
        equity: for each player float32[width, width of the opponent], the share of runouts that a
            hand wins against another, minus the share that it loses; 0 for two hands that share a
            card, and for padding.
    """

    rows: NDArray[np.int32]
    leaf_rows: NDArray[np.int32]
    nodes: NDArray[np.int32]
    tables: NDArray[np.float32]
    groups: tuple[NDArray[np.int16], NDArray[np.int16]]
    group_count: int
    order: tuple[NDArray[np.int16], NDArray[np.int16]]
    starts: tuple[NDArray[np.int16], NDArray[np.int16]]
    all_in: NDArray[np.int32]
    all_in_chips: NDArray[np.float32]
    equity: tuple[NDArray[np.float32], NDArray[np.float32]]


class LeafRoom(NamedTuple):
    """The workspace for the leaves.

    Attributes:
        weights: float32[TURNS * (groups + 1) * 16], the opponent's weights by turn and group, with
            sixteen ways side by side.
        worths: float32[TURNS * (groups + 1) * 16], the values in the same order.
        faced: float32[TURNS * 4 * groups], the opponent's weights at one leaf.
        found: float32[STRIDE * padded 4 * groups], the values at one leaf on some turns.
    """

    weights: NDArray[np.float32]
    worths: NDArray[np.float32]
    faced: NDArray[np.float32]
    found: NDArray[np.float32]


@walk_piece
def add_by_groups(
    order: NDArray[np.int16],
    starts: NDArray[np.int16],
    columns: NDArray[np.float32],
    weights: NDArray[np.float32],
) -> None:
    """Add up the opponent's weights on each turn by group, with sixteen ways side by side.

    Args:
        order: int16[turns, hands], the opponent's hands on each turn, sorted by group.
        starts: int16[turns, groups + 1], the index in ``order`` at which each group begins.
        columns: float32[width * 16], the weights of the hands.
        weights: float32[TURNS * (groups + 1) * 16], filled, but for the last group on each turn.
    """
    count = starts.shape[1] - 1
    for turn in range(order.shape[0]):
        base, hands, firsts = turn * (count + 1), order[turn], starts[turn]
        for group in range(count):
            total = splat(f32(0))
            for place in range(firsts[group], firsts[group + 1]):
                total = total + load(columns, i64(hands[place]) * WIDTH)
            store(weights, i64((base + group) * WIDTH), total)


@walk_piece
def value_groups(
    table: NDArray[np.float32], turns: Int, count: Int, place: Int, room: LeafRoom
) -> None:
    """Compute the values of all groups at one leaf on all turns.

    Args:
        table: float32[4 * groups, padded 4 * groups], the leaf's values for the walking player.
        turns: the number of turns.
        count: the number of groups.
        place: the index, 0..3, of the leaf among the sixteen ways.
        room: the workspace, whose ``worths`` are filled for the leaf's ways.
    """
    size, padded = WAYS * count, table.shape[1]
    faced, found, flat = room.faced, room.found, table.reshape(-1)
    step = (count + 1) * WIDTH
    for turn in range(turns):
        for way in range(WAYS):
            for group in range(count):
                at = turn * step + group * WIDTH + place * WAYS + way
                faced[turn * size + way * count + group] = room.weights[at]
    for turn in range(0, turns, STRIDE):
        one, two = turn * size, (turn + 1) * size
        three, four = (turn + 2) * size, (turn + 3) * size
        for row in range(0, padded, WIDTH):
            a, b, c, d = splat(f32(0)), splat(f32(0)), splat(f32(0)), splat(f32(0))
            for each in range(size):
                worth = load(flat, i64(each * padded + row))
                a = a + worth * splat(faced[one + each])
                b = b + worth * splat(faced[two + each])
                c = c + worth * splat(faced[three + each])
                d = d + worth * splat(faced[four + each])
            store(found, i64(row), a)
            store(found, i64(padded + row), b)
            store(found, i64(2 * padded + row), c)
            store(found, i64(3 * padded + row), d)
        for next_ in range(min(STRIDE, turns - turn)):
            base = (turn + next_) * step + place * WAYS
            for way in range(WAYS):
                for group in range(count):
                    worth_of = found[next_ * padded + way * count + group]
                    room.worths[base + group * WIDTH + way] = worth_of


@walk_piece
def value_leaves(
    leaves: LeafTables, deals: Deals, room: WalkRoom, extra: LeafRoom, task: Task
) -> None:
    """Compute the values of the ways at the leaves at which chips are left.

    A hand's value is its mean over all turns and all hands of the opponent, times the weight of the
    opponent's hands that share no card with it.

    Args:
        leaves: the leaves.
        deals: the deals of the flop.
        room: the workspace of the flop.
        extra: the workspace for the leaves.
        task: the task of the walk.
    """
    ours, theirs = deals.table[0, task.player], deals.table[0, 1 - task.player]
    hands, faced = ours[HANDS], theirs[HANDS]
    mine = deals.hands[:, ours[START] : ours[START] + hands]
    other = deals.hands[:, theirs[START] : theirs[START] + faced]
    low, high, same = mine[LOW], mine[HIGH], mine[SAME]
    their_low, their_high = other[LOW], other[HIGH]
    columns, results, sums = room.ends[0], room.ends[1], room.ends[2]
    if task.player == 0:
        own_groups, order, starts = leaves.groups[0], leaves.order[1], leaves.starts[1]
    else:
        own_groups, order, starts = leaves.groups[1], leaves.order[0], leaves.starts[0]
    turns, count = own_groups.shape[0], leaves.group_count
    rows, leaf_rows = leaves.rows[task.player], leaves.leaf_rows[task.player]
    step = (count + 1) * WIDTH
    for first in range(0, rows.size, WIDTH):
        gather_columns(rows, first, theirs[WIDE], room)
        add_by_groups(order, starts, columns, extra.weights)
        for place in range(min(LEAVES, leaves.tables.shape[1] - first // WAYS)):
            table = leaves.tables[task.player, first // WAYS + place]
            value_groups(table, turns, count, place, extra)
        gather_columns(leaf_rows, first, theirs[WIDE], room)
        total = splat(f32(0))
        for hand in range(faced):
            weight = load(columns, i64(hand * WIDTH))
            total = total + weight
            add_by_cards(sums, their_low, their_high, hand, weight)
        # Each of the opponent's hands is dealt with as many turns as there are, without its own
        # two cards, and without ours.
        usual = total * splat(f32(turns - 4))
        for hand in range(hands):
            worth = splat(f32(0))
            for turn in range(turns):
                at = i64(turn * step) + i64(own_groups[turn, hand]) * WIDTH
                worth = worth + load(extra.worths, at)
            blocked = met_by_cards(sums, low, high, hand)
            met = total - blocked + load(columns, i64(same[hand]) * WIDTH)
            store(results, i64(hand * WIDTH), worth * met * inverse(usual + blocked))
        scatter_results(leaves.nodes[task.player], first, hands, ours[WIDE], room)


@walk_piece
def value_all_in(leaves: LeafTables, deals: Deals, room: WalkRoom, task: Task) -> None:
    """Compute the values of the leaves at which all chips are in, exactly.

    Args:
        leaves: the leaves.
        deals: the deals of the flop.
        room: the workspace of the flop.
        task: the task of the walk.
    """
    ours, theirs = deals.table[0, task.player], deals.table[0, 1 - task.player]
    columns, results, faced = room.ends[0], room.ends[1], theirs[HANDS]
    equity = leaves.equity[0] if task.player == 0 else leaves.equity[1]
    for first in range(0, leaves.all_in.shape[1], WIDTH):
        gather_columns(leaves.all_in[1 + task.player], first, theirs[WIDE], room)
        chips = load(leaves.all_in_chips, i64(first))
        for hand in range(0, ours[WIDE], STRIDE):  # the rows of padding are zero
            one, two, three, four = (
                equity[hand],
                equity[hand + 1],
                equity[hand + 2],
                equity[hand + 3],
            )
            a, b, c, d = splat(f32(0)), splat(f32(0)), splat(f32(0)), splat(f32(0))
            for other in range(faced):
                weight = load(columns, i64(other * WIDTH))
                a = a + weight * splat(one[other])
                b = b + weight * splat(two[other])
                c = c + weight * splat(three[other])
                d = d + weight * splat(four[other])
            store(results, i64(hand * WIDTH), chips * a)
            store(results, i64((hand + 1) * WIDTH), chips * b)
            store(results, i64((hand + 2) * WIDTH), chips * c)
            store(results, i64((hand + 3) * WIDTH), chips * d)
        scatter_results(leaves.all_in[0], first, ours[HANDS], ours[WIDE], room)


@kernel
def run_limited(
    forests: tuple[Forest, Forest],
    deals: Deals,
    kept: Store,
    room: WalkRoom,
    leaves: LeafTables,
    extra: LeafRoom,
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    task: Task,
    first: int,
    steps: int,
    power: float,
) -> None:
    """Learn for some steps, or walk once, as `handsight.kernels.solver.walks.run_walks`.

    Args:
        forests: the forest for a walk of each player, in which the player's own choice follows each
            leaf.
        deals: the deals of the flop.
        kept: the store of the flop.
        room: the workspace of the flop.
        leaves: the leaves.
        extra: the workspace for the leaves.
        weights: for each player, the weights of the hands at the root.
        task: the task of a single walk; ignored if ``steps`` is not 0.
        first: the number of the first step, from 0.
        steps: the number of steps; 0 for a single walk.
        power: the exponent for the averages.
    """
    for step in range(first, first + max(steps, 1)):
        for player in range(2):
            if steps > 0:
                task = plan_step(player, step, power)
            elif player != task.player:
                continue
            forest = forests[0] if player == 0 else forests[1]
            enter(weights[1 - player], room)
            go_down(forest, deals, 0, kept, room, task)
            fold_ends(forest, deals, 0, room, task)
            value_leaves(leaves, deals, room, extra, task)
            value_all_in(leaves, deals, room, task)
            go_up(forest, deals, 0, kept, room, task)


@kernel
def compare_runouts(
    combos: NDArray[np.uint64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    results: NDArray[np.int16],
) -> None:
    """Compare all pairs of hands over all runouts of a flop.

    Args:
        combos: uint64[n], the masks of the hands, none of which shares a card with the flop.
        board: the mask of the flop.
        runouts: uint64[m], the masks of the turn and the river.
        results: int16[n, n], filled with the number of runouts that the hand in the row wins, minus
            the number that it loses; 0 for two hands that share a card.
    """
    hands, many = np.empty(combos.size, np.uint64), runouts.size
    found = np.empty((many, combos.size), np.uint16)
    live = np.empty((many, combos.size), np.int16)
    for number in range(many):
        strengths_on_board(combos, board | runouts[number], SEVEN, hands, found[number])
        for hand in range(combos.size):
            live[number, hand] = combos[hand] & runouts[number] == np.uint64(0)
    for hand in range(combos.size):
        sums = results[hand, hand:]
        sums[:] = 0
        for number in range(many):
            if live[number, hand]:
                own, others = found[number, hand], found[number, hand:]
                add_wins(others, live[number, hand:], own, sums)
        for other in range(hand, combos.size):
            if combos[hand] & combos[other]:
                results[hand, other] = 0
            results[other, hand] = -results[hand, other]


@kernel
def add_wins(
    strengths: NDArray[np.uint16],
    live: NDArray[np.int16],
    own: np.uint16,
    sums: NDArray[np.int16],
) -> None:
    """Add 1 to the sum of each live hand that is weaker than ``own``, and -1 if it is stronger."""
    for other in range(strengths.size):
        won = np.int16(strengths[other] < own) - np.int16(strengths[other] > own)
        sums[other] += won * live[other]
