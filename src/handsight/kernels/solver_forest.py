"""Walks over the betting trees of one street, for all hands of both players at once.

All betting lines that reach a street are one *forest*: their nodes are numbered so that the
children of a node follow each other and stand behind it. A *deal* is a board with the tables of
the hands that are live on it. A walk on a deal goes down the forest to find with which weight the
opponent comes to each node, then to its ends, and back up with what each hand of the walking
player is worth. What has no end on this street is dealt one more card.

Rows are what a node keeps for all hands of a player, padded to steps of sixteen; the first place
of the padding always holds zero. `Forest`, `Deals` and `WalkRoom` are bundles of arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.solver_lanes import (
    WIDTH,
    choose,
    columns_to_rows,
    discounted,
    inverse,
    larger,
    largest,
    load,
    positive,
    rows_to_columns,
    splat,
    store,
    where_none,
)

piece = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For what only other kernels call: the way in from Python would take as long to compile."""

f32 = np.float32
i64 = np.int64

PLAYER, FIRST, COUNT, ROW, REACH = range(5)
"""Columns of a forest's nodes: who acts (2: nobody), the first child, how many children, the first
row of regrets, and for a walk of either player the row of the opponent's weights."""

UPDATE, BEST, AVERAGE = range(3)
"""What a walk does: a step of the learning, the best response to the average strategy, or what
the average strategies are worth against each other."""

CARDS = 52


COMBO, LOW, HIGH, SAME, WEAKER, LEVEL = range(6)
"""Rows of the table of hands: the number of the combo, its cards, the place of the opponent's same
hand or one that holds zero, and, sorted on the river, how many of the opponent's hands are weaker
and how many are not stronger."""

HANDS, WIDE, START, STORED, MAPS, IMAGES, CHILD = range(7)
"""Columns of the table of deals, for each player: how many hands there are, the same padded, where
they begin in the table of hands, where regrets and averages begin, where the maps to the deal
before begin, how many cards this one stands for, and the first deal of the next street."""


class Forest(NamedTuple):
    """The betting of one street.

    Attributes:
        nodes: int32[n, 6], see `PLAYER`.
        lines: that come in.
        roots: int32[2, l], numbers of the lines, padded to steps of 16 with a row of weights to
            spare, and with 0.
        leaves: int32[3, m], the same as `folds` for the nodes that are dealt another card, in the
            order of the lines of the next street.
        folds: int32[3, f], the ends by a fold, padded to steps of 16: their nodes (padding: n),
            and the rows of the opponent's weights for a walk of either player.
        fold_values: float32[3, f], chips for either player; and what both lose to the rake.
        shows: int32[3, s], the same for showdowns.
        show_values: float32[3, 4, s], what the weights of weaker, not stronger, all and equal
            hands are multiplied with (see `show_down`).
    """

    nodes: NDArray[np.int32]
    lines: int
    roots: NDArray[np.int32]
    leaves: NDArray[np.int32]
    folds: NDArray[np.int32]
    fold_values: NDArray[np.float32]
    shows: NDArray[np.int32]
    show_values: NDArray[np.float32]


class Deals(NamedTuple):
    """The boards of one street, and the hands on them.

    Attributes:
        table: int64[deals + 1, 2, 7], see `HANDS`; of the row behind the last one only `CHILD`
            has a meaning.
        hands: int16[6, h], see `COMBO`.
        maps: int16[k], places in the deal before, for each player, deal and image.
        locks: int64[deals * nodes] or of length 0: where the mask of a locked node begins, or -1.
        masks: float32[l], 1 where a hand is locked.
        chance: share of the weight that one card has.
    """

    table: NDArray[np.int64]
    hands: NDArray[np.int16]
    maps: NDArray[np.int16]
    locks: NDArray[np.int64]
    masks: NDArray[np.float32]
    chance: np.float32


class Store(NamedTuple):
    """What is learnt on one street.

    Attributes:
        regrets: float32 or int16, of all nodes of all deals.
        averages: float32 or uint16.
        scales: float32[deals * nodes, 2], what regrets and averages of a node are multiplied with;
            of length 0 where they are float32.
    """

    regrets: NDArray[Any]
    averages: NDArray[Any]
    scales: NDArray[np.float32]


class WalkRoom(NamedTuple):
    """Where a walk works on one street; a thread needs its own.

    Attributes:
        reach: float32[(rows + 1) * width], the opponent's weights; the last row takes what is
            dropped.
        values: float32[(nodes + 1) * width], of each node; the last row takes what is dropped.
        ends: float32[3, width * 16], of 16 ends side by side the weights, the values, and the
            weights by card.
        work: float32[2 * actions * width], for the node with the most actions.
        lines: float32[2, m * width], the opponent's weights at the leaves, and what these are
            worth to us, sixteen leaves side by side.
    """

    reach: NDArray[np.float32]
    values: NDArray[np.float32]
    ends: NDArray[np.float32]
    work: NDArray[np.float32]
    lines: NDArray[np.float32]


class Task(NamedTuple):
    """What a walk is for.

    Attributes:
        player: whose values it finds, 0 or 1.
        mode: `UPDATE`, `BEST` or `AVERAGE`.
        payoff: which values the ends have: the player, or 2 for the rake.
        keep_gain, keep_debt, keep_average: what is left of positive regrets, negative regrets and
            averages of earlier steps.
    """

    player: int
    mode: int
    payoff: int
    keep_gain: np.float32
    keep_debt: np.float32
    keep_average: np.float32


# --- nodes --------------------------------------------------------------------------------------


@piece
def split_reach(
    source: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    reach: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Share a row of weights among the actions of a node.

    Args:
        source: regrets or averages; shares are as what is positive of them, or all alike.
        place: of the first action's row.
        count: of actions.
        width: of a row.
        reach: weights.
        from_: place of the node's weights.
        to: place of the first child's.
    """
    alike = splat(f32(f32(1) / f32(count)))
    for hand in range(0, width, WIDTH):
        total = positive(load(source, place + hand))
        for action in range(1, count):
            total = total + positive(load(source, place + action * width + hand))
        scale, rest = inverse(total), where_none(total, alike)
        weight = load(reach, from_ + hand)
        for action in range(count):
            share = positive(load(source, place + action * width + hand)) * scale + rest
            store(reach, to + action * width + hand, share * weight)


@piece
def learn(
    regrets: NDArray[Any],
    averages: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
    task: Task,
) -> None:
    """Value a node of the walking player, and take regrets and averages a step on.

    Args:
        regrets: of all nodes.
        averages: of all nodes.
        place: of the first action's row.
        count: of actions.
        width: of a row.
        values: of nodes.
        from_: place of the first child's.
        to: place of the node's.
        task: of the walk.
    """
    alike = splat(f32(f32(1) / f32(count)))
    gain, debt = splat(task.keep_gain), splat(task.keep_debt)
    old = splat(task.keep_average)
    for hand in range(0, width, WIDTH):
        total = positive(load(regrets, place + hand))
        for action in range(1, count):
            total = total + positive(load(regrets, place + action * width + hand))
        scale, rest = inverse(total), where_none(total, alike)
        share = positive(load(regrets, place + hand)) * scale + rest
        worth = share * load(values, from_ + hand)
        for action in range(1, count):
            at = action * width + hand
            share = positive(load(regrets, place + at)) * scale + rest
            worth = worth + share * load(values, from_ + at)
        store(values, to + hand, worth)
        for action in range(count):
            at = action * width + hand
            regret = load(regrets, place + at)
            share = positive(regret) * scale + rest
            kept = discounted(regret, gain, debt)
            store(regrets, place + at, kept + (load(values, from_ + at) - worth))
            store(averages, place + at, load(averages, place + at) * old + share)


@piece
def learn_freely(
    kept: Store,
    place: Int,
    count: Int,
    width: Int,
    room: WalkRoom,
    from_: Int,
    to: Int,
    masks: NDArray[np.float32],
    mask: Int,
    task: Task,
) -> None:
    """Do what `learn` does, but leave the hands that a mask names as they are.

    Args:
        kept: of the street, not packed.
        place: of the first action's row.
        count: of actions.
        width: of a row.
        room: to work in.
        from_: place of the first child's values.
        to: place of the node's.
        masks: 1 where a hand is locked.
        mask: place of the node's.
        task: of the walk.
    """
    regrets, averages, work = kept.regrets, kept.averages, room.work
    size = count * width
    for at in range(0, size, WIDTH):
        store(work, at, load(regrets, place + at))
        store(work, size + at, load(averages, place + at))
    learn(regrets, averages, place, count, width, room.values, from_, to, task)
    for action in range(count):
        for hand in range(0, width, WIDTH):
            held, row = load(masks, mask + hand), action * width + hand
            store(regrets, place + row, choose(held, load(work, row), load(regrets, place + row)))
            before = load(work, size + row)
            store(averages, place + row, choose(held, before, load(averages, place + row)))


@piece
def learn_packed(
    kept: Store,
    scales: NDArray[np.float32],
    place: Int,
    count: Int,
    width: Int,
    room: WalkRoom,
    from_: Int,
    to: Int,
    task: Task,
) -> None:
    """Do what `learn` does with numbers of 16 bits.

    Args:
        kept: of the street.
        scales: float32[2], of the node.
        place: of the first action's row.
        count: of actions.
        width: of a row.
        room: to work in.
        from_: place of the first child's values.
        to: place of the node's.
        task: of the walk.
    """
    work, size = room.work, count * width
    for part in range(2):
        scale = splat(scales[part])
        for at in range(0, size, WIDTH):
            if part == 0:
                store(work, at, load(kept.regrets, place + at) * scale)
            else:
                store(work, size + at, load(kept.averages, place + at) * scale)
    learn(work, work[size:], i64(0), count, width, room.values, from_, to, task)
    for part in range(2):
        most = f32(0)
        for at in range(0, size, WIDTH):
            most = max(most, largest(load(work, part * size + at)))
        limit = f32(32767) if part == 0 else f32(65535)
        scales[part] = most / limit
        scale = splat(limit / most if most > f32(1e-25) else f32(0))
        for at in range(0, size, WIDTH):
            if part == 0:
                store(kept.regrets, place + at, load(work, at) * scale)
            else:
                store(kept.averages, place + at, load(work, size + at) * scale)


@piece
def value_average(
    averages: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Value a node by the average strategy of the player who acts.

    Args:
        averages: of all nodes.
        place: of the first action's row.
        count: of actions.
        width: of a row.
        values: of nodes.
        from_: place of the first child's.
        to: place of the node's.
    """
    alike = splat(f32(f32(1) / f32(count)))
    for hand in range(0, width, WIDTH):
        total = positive(load(averages, place + hand))
        for action in range(1, count):
            total = total + positive(load(averages, place + action * width + hand))
        scale, rest = inverse(total), where_none(total, alike)
        worth = splat(f32(0))
        for action in range(count):
            at = action * width + hand
            share = positive(load(averages, place + at)) * scale + rest
            worth = worth + share * load(values, from_ + at)
        store(values, to + hand, worth)


@piece
def value_best(count: Int, width: Int, values: NDArray[np.float32], from_: Int, to: Int) -> None:
    """Value a node by the best action of each hand.

    Args:
        count: of actions.
        width: of a row.
        values: of nodes.
        from_: place of the first child's.
        to: place of the node's.
    """
    for hand in range(0, width, WIDTH):
        best = load(values, from_ + hand)
        for action in range(1, count):
            best = larger(best, load(values, from_ + action * width + hand))
        store(values, to + hand, best)


@piece
def add_children(count: Int, width: Int, values: NDArray[np.float32], from_: Int, to: Int) -> None:
    """Value a node of the opponent: their actions share their weights.

    Args:
        count: of actions.
        width: of a row.
        values: of nodes.
        from_: place of the first child's.
        to: place of the node's.
    """
    for hand in range(0, width, WIDTH):
        worth = load(values, from_ + hand)
        for action in range(1, count):
            worth = worth + load(values, from_ + action * width + hand)
        store(values, to + hand, worth)


# --- ends ---------------------------------------------------------------------------------------


@piece
def gather_columns(rows: NDArray[np.int32], first: Int, width: Int, room: WalkRoom) -> None:
    """Bring the weights of sixteen ends side by side, and clear the sums."""
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
    """Take the values of sixteen ends to their nodes; padding is worth nothing."""
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
    """Give the weight of the hands so far that hold a card of a hand."""
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
    """Add the weight of a hand to those of its cards."""
    one, two = i64(low[hand]) * WIDTH, i64(high[hand]) * WIDTH
    store(sums, one, load(sums, one) + weight)
    store(sums, two, load(sums, two) + weight)


@piece
def fold_ends(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Value the ends at which somebody folded: a share of all that the opponent may hold.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        room: to work in.
        task: of the walk.
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
    """Value the showdowns of a river.

    Both players' hands are sorted by strength. While ours go by from the weakest, the weight of
    the opponent's hands that are weaker is summed up, by card too, for two hands cannot share a
    card: those that a hand may meet are all, less those with its first card, less those with its
    second, and back the same hand, which was taken away twice.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        room: to work in.
        task: of the walk.
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


# --- a street -----------------------------------------------------------------------------------


@piece
def go_down(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    task: Task,
) -> None:
    """Find the opponent's weight at each node; those of the roots are there.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        kept: of the street.
        room: to work in.
        task: of the walk.
    """
    theirs, nodes = 1 - task.player, forest.nodes
    width, base = deals.table[deal, theirs, WIDE], deals.table[deal, theirs, STORED]
    column = REACH + task.player
    for node in range(nodes.shape[0]):
        if nodes[node, PLAYER] == theirs:
            place = base + nodes[node, ROW] * width
            from_, count = nodes[node, column] * width, i64(nodes[node, COUNT])
            to = nodes[nodes[node, FIRST], column] * width
            if task.mode == UPDATE:
                split_reach(kept.regrets, place, count, width, room.reach, from_, to)
            else:
                split_reach(kept.averages, place, count, width, room.reach, from_, to)


@piece
def go_up(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    task: Task,
) -> None:
    """Value each node from its children; those of the ends are there.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        kept: of the street.
        room: to work in.
        task: of the walk.
    """
    ours, nodes, values = task.player, forest.nodes, room.values
    width, base = deals.table[deal, ours, WIDE], deals.table[deal, ours, STORED]
    for node in range(nodes.shape[0] - 1, -1, -1):
        count, from_ = i64(nodes[node, COUNT]), nodes[node, FIRST] * width
        to, place = node * width, base + nodes[node, ROW] * width
        if count == 0:
            continue
        if nodes[node, PLAYER] != ours:
            add_children(count, width, values, from_, to)
            continue
        lock = i64(-1)
        if deals.locks.size > 0:
            lock = deals.locks[deal * nodes.shape[0] + node]
        if task.mode == AVERAGE:
            value_average(kept.averages, place, count, width, values, from_, to)
        elif task.mode == UPDATE:
            if lock >= 0:
                learn_freely(kept, place, count, width, room, from_, to, deals.masks, lock, task)
            elif kept.scales.size == 0:
                learn(kept.regrets, kept.averages, place, count, width, values, from_, to, task)
            else:
                scales = kept.scales[deal * nodes.shape[0] + node]
                learn_packed(kept, scales, place, count, width, room, from_, to, task)
        elif lock < 0:
            value_best(count, width, values, from_, to)
        else:
            value_average(kept.averages, place, count, width, values, from_, to)
            for hand in range(0, width, WIDTH):
                best = load(values, from_ + hand)
                for action in range(1, count):
                    best = larger(best, load(values, from_ + action * width + hand))
                held = load(deals.masks, lock + hand)
                store(values, to + hand, choose(held, load(values, to + hand), best))


@piece
def walk_river(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    task: Task,
) -> None:
    """Walk over the betting of one river board.

    Args:
        forest: of the river.
        deals: of the river.
        deal: which.
        kept: of the river.
        room: the opponent's weights at the roots are in its reach; what the roots are worth is
            in its values when the walk is done.
        task: of the walk.
    """
    go_down(forest, deals, deal, kept, room, task)
    fold_ends(forest, deals, deal, room, task)
    show_down(forest, deals, deal, room, task)
    go_up(forest, deals, deal, kept, room, task)


@piece
def open_leaves(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Bring the opponent's weights at the leaves side by side, and clear the leaves' values.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        room: of the street.
        task: of the walk.
    """
    theirs = deals.table[deal, 1 - task.player, WIDE]
    ours = deals.table[deal, task.player, WIDE]
    weights, values = room.lines[0], room.lines[1]
    rows, nothing = forest.leaves[1 + task.player], splat(f32(0))
    for first in range(0, rows.size, WIDTH):
        for hand in range(0, theirs, WIDTH):
            place = i64((first // WIDTH * theirs + hand) * WIDTH)
            rows_to_columns(room.reach, rows, i64(first), theirs, i64(hand), weights, place)
        for hand in range(ours):
            store(values, i64((first // WIDTH * ours + hand) * WIDTH), nothing)


@piece
def close_leaves(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Take the values of the leaves, which lie side by side, to their nodes.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        room: of the street.
        task: of the walk.
    """
    ours, values = deals.table[deal, task.player, WIDE], room.lines[1]
    nodes = forest.leaves[0]
    for first in range(0, nodes.size, WIDTH):
        for hand in range(0, ours, WIDTH):
            place = i64((first // WIDTH * ours + hand) * WIDTH)
            columns_to_rows(values, place, room.values, nodes, i64(first), ours, i64(hand))


@piece
def hand_out(
    before: Deals,
    parent: Int,
    room: WalkRoom,
    forest: Forest,
    deals: Deals,
    deal: Int,
    below: WalkRoom,
    task: Task,
) -> None:
    """Take the opponent's weights at the leaves of a street to the roots of the next one.

    Sixteen lines go side by side: a hand of the next street takes one vector.

    Args:
        before: deals of the street.
        parent: its deal.
        room: of the street.
        forest: of the next street.
        deals: of the next street.
        deal: of the next street.
        below: its room, of which the reach at the roots is filled.
        task: of the walk.
    """
    theirs = 1 - task.player
    wide, kind = before.table[parent, theirs, WIDE], deals.table[deal, theirs]
    start, count, width = kind[MAPS], kind[HANDS], kind[WIDE]
    places = deals.maps[start : start + count]
    weights, columns, rows = room.lines[0], below.ends[0], forest.roots[0]
    for i in range(count, width):
        store(columns, i64(i * WIDTH), splat(f32(0)))
    for first in range(0, rows.size, WIDTH):
        base = i64(first) * wide
        for i in range(count):
            store(columns, i64(i * WIDTH), load(weights, base + i64(places[i]) * WIDTH))
        for hand in range(0, width, WIDTH):
            place = i64(hand * WIDTH)
            columns_to_rows(columns, place, below.reach, rows, i64(first), width, i64(hand))


@piece
def collect(
    before: Deals,
    parent: Int,
    room: WalkRoom,
    forest: Forest,
    deals: Deals,
    deal: Int,
    found: NDArray[np.float32],
    task: Task,
) -> None:
    """Add what the roots of the next street are worth to the leaves of this one.

    Args:
        before: deals of the street.
        parent: its deal.
        room: of the street, of which the values of the leaves are added to.
        forest: of the next street.
        deals: of the next street.
        deal: of the next street.
        found: values of its roots.
        task: of the walk.
    """
    ours = task.player
    wide, kind = before.table[parent, ours, WIDE], deals.table[deal, ours]
    start, count, width = kind[MAPS], kind[HANDS], kind[WIDE]
    values, columns, rows = room.lines[1], room.ends[0], forest.roots[1]
    chance = splat(deals.chance)
    for first in range(0, rows.size, WIDTH):
        base = i64(first) * wide
        for hand in range(0, width, WIDTH):
            place = i64(hand * WIDTH)
            rows_to_columns(found, rows, i64(first), width, i64(hand), columns, place)
        for image in range(kind[IMAGES]):
            places = deals.maps[start + image * width : start + image * width + count]
            for i in range(count):
                at = base + i64(places[i]) * WIDTH
                store(values, at, load(values, at) + load(columns, i64(i * WIDTH)) * chance)


@piece
def walk_turn(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    task: Task,
) -> None:
    """Walk over the betting of one turn board, and of all river boards behind it.

    Args:
        forests: of turn and river.
        deals: of turn and river.
        deal: of the turn.
        stores: of turn and river.
        rooms: of turn and river.
        task: of the walk.
    """
    forest, room = forests[0], rooms[0]
    go_down(forest, deals[0], deal, stores[0], room, task)
    fold_ends(forest, deals[0], deal, room, task)
    open_leaves(forest, deals[0], deal, room, task)
    for child in range(deals[0].table[deal, 0, CHILD], deals[0].table[deal + 1, 0, CHILD]):
        hand_out(deals[0], deal, room, forests[1], deals[1], child, rooms[1], task)
        walk_river(forests[1], deals[1], child, stores[1], rooms[1], task)
        collect(deals[0], deal, room, forests[1], deals[1], child, rooms[1].values, task)
    close_leaves(forest, deals[0], deal, room, task)
    go_up(forest, deals[0], deal, stores[0], room, task)


@piece
def walk_flop(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    task: Task,
) -> None:
    """Walk over the betting of a flop, and of all turns and rivers behind it.

    Args:
        forests: of flop, turn and river.
        deals: of flop, turn and river.
        deal: of the flop.
        stores: of flop, turn and river.
        rooms: of flop, turn and river.
        task: of the walk.
    """
    forest, room = forests[0], rooms[0]
    go_down(forest, deals[0], deal, stores[0], room, task)
    fold_ends(forest, deals[0], deal, room, task)
    open_leaves(forest, deals[0], deal, room, task)
    for child in range(deals[0].table[deal, 0, CHILD], deals[0].table[deal + 1, 0, CHILD]):
        hand_out(deals[0], deal, room, forests[1], deals[1], child, rooms[1], task)
        walk_turn(forests[1:], deals[1:], child, stores[1:], rooms[1:], task)
        collect(deals[0], deal, room, forests[1], deals[1], child, rooms[1].values, task)
    close_leaves(forest, deals[0], deal, room, task)
    go_up(forest, deals[0], deal, stores[0], room, task)


# --- steps --------------------------------------------------------------------------------------


@kernel
def plan_step(player: int, step: int, power: float) -> Task:
    """Plan a walk of discounted learning (Brown & Sandholm, 2019).

    Positive regrets keep t^1.5 / (t^1.5 + 1) of themselves, negative ones half, and averages
    ((t - 1) / t)^power, where t counts the steps before this one: the first step, in which all
    actions are alike, is forgotten.

    Args:
        player: who learns.
        step: from 0.
        power: of the averages.
    """
    reached = f32(step) ** f32(1.5)
    kept = f32((max(step - 1, 0) / max(step, 1)) ** power)
    return Task(player, UPDATE, player, reached / (reached + f32(1)), f32(0.5), kept)


@piece
def enter(weights: NDArray[np.float32], room: WalkRoom) -> None:
    """Set the opponent's weights at the roots of the first street."""
    for i in range(weights.size):
        room.reach[i] = weights[i]


@kernel
def run_river(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    deal: int,
    task: Task,
    first: int,
    steps: int,
    power: float,
) -> None:
    """Learn, or walk once, where the river has been dealt.

    Args:
        forests: of each street.
        deals: of each street.
        stores: of each street.
        rooms: of each street; after a single walk the values of the first street's nodes are in
            the first one.
        weights: of both players' hands at the roots of the first street, row by row.
        deal: of the first street.
        task: of a single walk; of no meaning with steps.
        first: number of the first step, from 0.
        steps: how many, in each of which both players learn by turns; 0 for a single walk.
        power: of the averages.
    """
    for step in range(first, first + max(steps, 1)):
        for player in range(2):
            if steps > 0:
                task = plan_step(player, step, power)
            elif player != task.player:
                continue
            enter(weights[1 - player], rooms[0])
            walk_river(forests[0], deals[0], deal, stores[0], rooms[0], task)


@kernel
def run_turn(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    deal: int,
    task: Task,
    first: int,
    steps: int,
    power: float,
) -> None:
    """Do what `run_river` does, from the turn on."""
    for step in range(first, first + max(steps, 1)):
        for player in range(2):
            if steps > 0:
                task = plan_step(player, step, power)
            elif player != task.player:
                continue
            enter(weights[1 - player], rooms[0])
            walk_turn(forests, deals, deal, stores, rooms, task)


@kernel
def run_flop(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    deal: int,
    task: Task,
    first: int,
    steps: int,
    power: float,
) -> None:
    """Do what `run_river` does, from the flop on."""
    for step in range(first, first + max(steps, 1)):
        for player in range(2):
            if steps > 0:
                task = plan_step(player, step, power)
            elif player != task.player:
                continue
            enter(weights[1 - player], rooms[0])
            walk_flop(forests, deals, deal, stores, rooms, task)


# --- with threads -------------------------------------------------------------------------------


@kernel
def open_street(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    weights: NDArray[np.float32],
    task: Task,
) -> None:
    """Go down the first street of a solve, as far as its leaves.

    Args:
        forest: of the street.
        deals: of the street.
        deal: which.
        kept: of the street.
        room: to work in.
        weights: of the opponent's hands.
        task: of the walk.
    """
    enter(weights, room)
    go_down(forest, deals, deal, kept, room, task)
    fold_ends(forest, deals, deal, room, task)
    open_leaves(forest, deals, deal, room, task)


@kernel
def close_street(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    kept: Store,
    room: WalkRoom,
    found: NDArray[np.float32],
    task: Task,
) -> None:
    """Collect what the deals of the next street are worth, in their order, and go up.

    Args:
        forests: of the street and the next one.
        deals: of the street and the next one.
        deal: which.
        kept: of the street.
        room: in which the street was opened.
        found: float32[deals, ..], values of the roots of each deal of the next street.
        task: of the walk.
    """
    forest = forests[0]
    for child in range(deals[0].table[deal, 0, CHILD], deals[0].table[deal + 1, 0, CHILD]):
        collect(deals[0], deal, room, forests[1], deals[1], child, found[child], task)
    close_leaves(forest, deals[0], deal, room, task)
    go_up(forest, deals[0], deal, kept, room, task)


@kernel
def walk_rivers(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    first: int,
    end: int,
    stores: tuple[Store, ...],
    above: WalkRoom,
    rooms: tuple[WalkRoom, ...],
    found: NDArray[np.float32],
    task: Task,
) -> None:
    """Walk over some of the river boards behind a turn.

    Args:
        forests: of turn and river.
        deals: of turn and river.
        deal: of the turn.
        first: river board.
        end: the one after the last.
        stores: of turn and river.
        above: room in which the turn was opened.
        rooms: of this thread.
        found: float32[deals, ..], filled with the values of the roots.
        task: of the walk.
    """
    for child in range(first, end):
        hand_out(deals[0], deal, above, forests[1], deals[1], child, rooms[1], task)
        walk_river(forests[1], deals[1], child, stores[1], rooms[1], task)
        size = forests[1].lines * deals[1].table[child, task.player, WIDE]
        found[child, :size] = rooms[1].values[:size]


@kernel
def walk_turns(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    first: int,
    end: int,
    stores: tuple[Store, ...],
    above: WalkRoom,
    rooms: tuple[WalkRoom, ...],
    found: NDArray[np.float32],
    task: Task,
) -> None:
    """Walk over some of the turn boards behind a flop, as `walk_rivers` does behind a turn."""
    for child in range(first, end):
        hand_out(deals[0], deal, above, forests[1], deals[1], child, rooms[1], task)
        walk_turn(forests[1:], deals[1:], child, stores[1:], rooms[1:], task)
        size = forests[1].lines * deals[1].table[child, task.player, WIDE]
        found[child, :size] = rooms[1].values[:size]
