"""Walks over the betting trees of one street, for all hands of both players at once.

A walk on a deal visits the nodes of the forest from the roots down, to find the weight with which
the opponent reaches each node with each hand. It then computes the values of the ends, and visits
the nodes from the leaves up, to find the value of each hand of the walking player. For lines that
do not end on this street, one more card is dealt, and the walk continues on the next street.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, add_number, kernel, read_number, walk_piece
from handsight.kernels.solver.ends import fold_ends, show_down
from handsight.kernels.solver.lanes import (
    WIDTH,
    choose,
    columns_to_rows,
    load,
    rows_to_columns,
    splat,
    store,
)
from handsight.kernels.solver.nodes import (
    hold_locked,
    join_children,
    learn,
    learn_packed,
    split_by_averages,
    split_by_regrets,
    value_average,
)
from handsight.kernels.solver.tables import (
    AVERAGE,
    AVERAGED,
    CHILD,
    COUNT,
    FIRST,
    FREE,
    HANDS,
    IMAGES,
    MAPS,
    PLAYER,
    REACH,
    ROW,
    STORED,
    UPDATE,
    WIDE,
    Deals,
    Forest,
    Store,
    Task,
    WalkRoom,
)

f32 = np.float32
i64 = np.int64

Walk: TypeAlias = Callable[
    [
        tuple[Forest, ...],
        tuple[Deals, ...],
        Int,
        tuple[Store, ...],
        tuple[WalkRoom, ...],
        Task,
    ],
    None,
]
"""A walk over a street and all later ones; see `walk_street`."""


# --- a street -----------------------------------------------------------------------------------


@walk_piece
def go_down(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    task: Task,
) -> None:
    """Find the opponent's weights at each node; the weights at the roots are already set.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        kept: the store of the street.
        room: the workspace.
        task: the task of the walk.
    """
    theirs, nodes = 1 - task.player, forest.nodes
    kind, column = deals.table[deal, theirs], REACH + task.player
    width, base, averaged = kind[WIDE], kind[STORED], kind[AVERAGED]
    for node in range(nodes.shape[0]):
        if nodes[node, PLAYER] == theirs:
            from_, count = nodes[node, column] * width, i64(nodes[node, COUNT])
            to = nodes[nodes[node, FIRST], column] * width
            if task.mode == UPDATE:
                place = base + nodes[node, ROW] * width
                split_by_regrets(kept.regrets, place, count, width, room.reach, from_, to)
            else:
                place = averaged + nodes[node, FREE] * width
                split_by_averages(kept, place, count, width, room.reach, from_, to)


@walk_piece
def go_up(
    forest: Forest,
    deals: Deals,
    deal: Int,
    kept: Store,
    room: WalkRoom,
    task: Task,
) -> None:
    """Compute the values of each node from its children; the values of the ends are already set.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        kept: the store of the street.
        room: the workspace.
        task: the task of the walk.
    """
    ours, nodes, values = task.player, forest.nodes, room.values
    kind = deals.table[deal, ours]
    width, base, averaged = kind[WIDE], kind[STORED], kind[AVERAGED]
    for node in range(nodes.shape[0] - 1, -1, -1):
        count, from_ = i64(nodes[node, COUNT]), nodes[node, FIRST] * width
        to, place = node * width, base + nodes[node, ROW] * width
        free = averaged + nodes[node, FREE] * width
        places = place, free
        if count == 0:
            continue
        if nodes[node, PLAYER] != ours:  # the opponent's weights are already split among actions
            join_children(count, width, values, from_, values, to, False)
            continue
        lock = i64(-1)
        if deals.locks.size > 0:
            lock = deals.locks[deal * nodes.shape[0] + node]
        if task.mode == AVERAGE:
            value_average(kept, free, count, width, values, from_, to)
        elif task.mode == UPDATE:
            if kept.scales.size == 0:
                regrets, one = kept.regrets, f32(1)
                learn(kept, places, one, regrets, place, count, width, values, from_, to, task)
                if lock >= 0:
                    hold_locked(kept.regrets, place, count, width, deals.locked, lock, f32(1))
            else:
                scale, work, locked = deal * nodes.shape[0] + node, room.work, deals.locked
                learn_packed(
                    kept, scale, places, count, width, work, values, from_, to, locked, lock, task
                )
            if lock >= 0:
                averages, whole = kept.averages, kept.whole
                hold_locked(averages, free, count - 1, width, deals.locked, lock, whole)
        elif lock < 0:
            join_children(count, width, values, from_, values, to, True)
        else:  # the best response for free hands, and the locked strategy for the others
            value_average(kept, free, count, width, values, from_, to)
            join_children(count, width, values, from_, room.work, i64(0), True)
            for hand in range(0, width, WIDTH):
                held, said = load(deals.locked, lock + hand), load(values, to + hand)
                store(values, to + hand, choose(held, said, load(room.work, i64(hand))))


@walk_piece
def open_leaves(forest: Forest, deals: Deals, deal: Int, room: WalkRoom, task: Task) -> None:
    """Copy the opponent's weights at the leaves side by side, and clear the values of the leaves.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        room: the workspace of the street.
        task: the task of the walk.
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


@walk_piece
def close_leaves(
    forest: Forest, deals: Deals, deal: Int, room: WalkRoom, begin: Int, end: Int, task: Task
) -> None:
    """Copy the values of the leaves, which are side by side, to the rows of their nodes.

    Args:
        forest: the forest of the street.
        deals: the deals of the street.
        deal: the number of the deal.
        room: the workspace of the street.
        begin: the index of the first hand, a multiple of sixteen.
        end: the index after the last hand, also a multiple of sixteen.
        task: the task of the walk.
    """
    ours, values = deals.table[deal, task.player, WIDE], room.lines[1]
    nodes = forest.leaves[0]
    for first in range(0, nodes.size, WIDTH):
        for hand in range(begin, end, WIDTH):
            place = i64((first // WIDTH * ours + hand) * WIDTH)
            columns_to_rows(values, place, room.values, nodes, i64(first), ours, i64(hand))


@walk_piece
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
    """Copy the opponent's weights at the leaves of a street to the roots of the next one.

    Sixteen lines are copied at once: the weights of one hand of the next street are one vector.

    Args:
        before: the deals of the street.
        parent: the number of the deal on the street.
        room: the workspace of the street.
        forest: the forest of the next street.
        deals: the deals of the next street.
        deal: the number of the deal on the next street.
        below: the workspace of the next street; its weights at the roots are filled.
        task: the task of the walk.
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


@walk_piece
def roots_to_columns(
    forest: Forest,
    first: Int,
    width: Int,
    values: NDArray[np.float32],
    columns: NDArray[np.float32],
    start: Int,
) -> None:
    """Copy the values of sixteen roots of a street side by side.

    Args:
        forest: the forest of the street.
        first: the number of the first root.
        width: the length of a row.
        values: the values of the nodes.
        columns: float32[n], filled with sixteen numbers for each hand.
        start: the index in ``columns`` of the first number.
    """
    rows = forest.roots[1]
    for hand in range(0, width, WIDTH):
        place = i64(start + hand * WIDTH)
        rows_to_columns(values, rows, i64(first), width, i64(hand), columns, place)


@walk_piece
def add_columns(
    before: Deals,
    parent: Int,
    room: WalkRoom,
    first: Int,
    deals: Deals,
    deal: Int,
    columns: NDArray[np.float32],
    start: Int,
    begin: Int,
    end: Int,
    task: Task,
) -> None:
    """Add the values of sixteen roots of the next street to the leaves of this street.

    Args:
        before: the deals of the street.
        parent: the number of the deal on the street.
        room: the workspace of the street, whose values of the leaves are increased.
        first: the number of the first root.
        deals: the deals of the next street.
        deal: the number of the deal on the next street.
        columns: float32[n], the values of the roots from `roots_to_columns`.
        start: the index in ``columns`` of the first value.
        begin: the index of the first hand of this street whose values are increased.
        end: the index after the last one.
        task: the task of the walk.
    """
    ours = task.player
    wide, kind = before.table[parent, ours, WIDE], deals.table[deal, ours]
    maps, count, width = kind[MAPS], kind[HANDS], kind[WIDE]
    values, base, chance = room.lines[1], i64(first) * wide, splat(deals.chance)
    for image in range(kind[IMAGES]):
        places = deals.maps[maps + image * width : maps + image * width + count]
        for i in range(count):
            place = i64(places[i])
            if begin <= place < end:
                at = base + place * WIDTH
                worth = load(columns, i64(start + i * WIDTH))
                store(values, at, load(values, at) + worth * chance)


@walk_piece
def collect(
    before: Deals,
    parent: Int,
    room: WalkRoom,
    forest: Forest,
    deals: Deals,
    deal: Int,
    below: WalkRoom,
    task: Task,
) -> None:
    """Add the values of the roots of the next street to the leaves of this street.

    Args:
        before: the deals of the street.
        parent: the number of the deal on the street.
        room: the workspace of the street, whose values of the leaves are increased.
        forest: the forest of the next street.
        deals: the deals of the next street.
        deal: the number of the deal on the next street.
        below: the workspace of the next street, with the values of its roots.
        task: the task of the walk.
    """
    width, columns = deals.table[deal, task.player, WIDE], below.ends[0]
    wide = before.table[parent, task.player, WIDE]
    for first in range(0, forest.roots.shape[1], WIDTH):
        roots_to_columns(forest, first, width, below.values, columns, i64(0))
        add_columns(before, parent, room, first, deals, deal, columns, i64(0), i64(0), wide, task)


@walk_piece
def walk_river(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    task: Task,
) -> None:
    """Walk over the betting of a river (see `walk_street`)."""
    forest, room = forests[0], rooms[0]
    go_down(forest, deals[0], deal, stores[0], room, task)
    fold_ends(forest, deals[0], deal, room, task)
    show_down(forest, deals[0], deal, room, task)
    go_up(forest, deals[0], deal, stores[0], room, task)


def _above(walk_next: Walk) -> Walk:
    """Return the walk over a street, given the walk over the next street.

    One recursive function would not work, because the machine code of a recursive kernel would be
    incomplete when it is loaded from the cache.
    """

    @walk_piece
    def walk(
        forests: tuple[Forest, ...],
        deals: tuple[Deals, ...],
        deal: Int,
        stores: tuple[Store, ...],
        rooms: tuple[WalkRoom, ...],
        task: Task,
    ) -> None:
        forest, room = forests[0], rooms[0]
        go_down(forest, deals[0], deal, stores[0], room, task)
        fold_ends(forest, deals[0], deal, room, task)
        open_leaves(forest, deals[0], deal, room, task)
        for child in range(deals[0].table[deal, 0, CHILD], deals[0].table[deal + 1, 0, CHILD]):
            hand_out(deals[0], deal, room, forests[1], deals[1], child, rooms[1], task)
            walk_next(forests[1:], deals[1:], child, stores[1:], rooms[1:], task)
            collect(deals[0], deal, room, forests[1], deals[1], child, rooms[1], task)
        ours = deals[0].table[deal, task.player, WIDE]
        close_leaves(forest, deals[0], deal, room, i64(0), ours, task)
        go_up(forest, deals[0], deal, stores[0], room, task)

    return cast("Walk", walk)


walk_turn = _above(walk_river)
walk_flop = _above(walk_turn)


@walk_piece
def walk_street(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    deal: Int,
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    task: Task,
) -> None:
    """Walk over the betting of a street and of all later streets.

    The caller writes the opponent's weights at the roots to ``reach`` of the first workspace. After
    the walk, the values of the roots are in ``values`` of the same workspace.

    Args:
        forests: the forests of the street and of all later streets, to the river.
        deals: the deals of the same streets.
        deal: the number of the deal on the first of these streets.
        stores: the stores of the same streets.
        rooms: the workspaces of the same streets.
        task: the task of the walk.
    """
    # The compiler knows the number of streets, and removes the other calls.
    if len(forests) == 1:
        walk_river(forests, deals, deal, stores, rooms, task)
    elif len(forests) == 2:
        walk_turn(forests, deals, deal, stores, rooms, task)
    else:
        walk_flop(forests, deals, deal, stores, rooms, task)


# --- steps --------------------------------------------------------------------------------------


@kernel
def plan_step(player: int, step: int, power: float) -> Task:
    """Return the task of a step of learning with discounts (Brown & Sandholm, 2019).

    Positive regrets are multiplied by t^1.5 / (t^1.5 + 1) and negative regrets by one half, where t
    is the number of earlier steps. The weights of the steps in the averages grow about as t^power;
    the first step, in which all actions have equal shares, is forgotten.

    Args:
        player: the player who learns.
        step: the number of the step, from 0.
        power: the exponent for the averages.
    """
    reached = f32(step) ** f32(1.5)
    fresh = f32((power + 1) / (max(step, 1) + power))
    return Task(player, UPDATE, player, reached / (reached + f32(1)), f32(0.5), fresh)


@walk_piece
def enter(weights: NDArray[np.float32], room: WalkRoom) -> None:
    """Copy the opponent's weights at the roots of the first street to its workspace."""
    for i in range(weights.size):
        room.reach[i] = weights[i]


@kernel
def run_walks(
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
    """Learn for some steps, or walk once.

    Args:
        forests: the forests of each street.
        deals: the deals of each street.
        stores: the stores of each street.
        rooms: the workspaces of each street. After a single walk, the first workspace holds the
            values of the first street's nodes.
        weights: for each player, the weights of the hands at the roots of the first street, row by
            row.
        deal: the number of the deal on the first street.
        task: the task of a single walk; ignored if ``steps`` is not 0.
        first: the number of the first step, from 0.
        steps: the number of steps, in each of which both players learn in turn; 0 for a single
            walk.
        power: the exponent for the averages.
    """
    for step in range(first, first + max(steps, 1)):
        for player in range(2):
            if steps > 0:
                task = plan_step(player, step, power)
            elif player != task.player:
                continue
            enter(weights[1 - player], rooms[0])
            walk_street(forests, deals, deal, stores, rooms, task)


# --- with threads -------------------------------------------------------------------------------

STAGES = 3
"""The stages of a shared walk; a thread begins a stage once all threads have ended the one before.

First, one thread ends the previous walk and goes down the first street. Then the threads take the
deals of the second street one by one. Finally each thread adds up the values of some of the hands.
"""

ENDED, TAKEN, REACHED = range(3)
"""The places of the numbers that threads share: how many stages all threads together have ended,
how many deals they have taken, and, from `REACHED` on, the number of the next stage of each thread.
"""

PATIENCE = 20_000
"""How often a thread looks whether the others have ended a stage before its kernel returns."""


@kernel
def walk_together(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    above: WalkRoom,
    rooms: tuple[WalkRoom, ...],
    found: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    task: Task,
    first: int,
    steps: int,
    power: float,
    shared: NDArray[np.int64],
    part: int,
    parts: int,
) -> bool:
    """Do a thread's part of `run_walks`, beginning with the first deal of the first street.

    Args:
        forests: the forests of the first street and of all later streets.
        deals: the deals of the same streets.
        stores: the stores of the same streets.
        above: the workspace of the first street, which all threads share.
        rooms: this thread's workspaces of the same streets; the first one is not used.
        found: float32[deals, n], the values of the second street's roots, sixteen side by side,
            which all threads share.
        order: the numbers of the deals of the second street, in the order in which they are taken.
        weights: as for `run_walks`.
        task: as for `run_walks`.
        first: as for `run_walks`.
        steps: as for `run_walks`.
        power: as for `run_walks`.
        shared: int64[REACHED + parts], the numbers that threads share; 0 at the start.
        part: the number of this thread, from 0.
        parts: the number of threads.

    Returns:
        Whether the part is done. If not, the thread was waiting for others, and has to call the
        kernel again.
    """
    walks = max(2 * steps, 1)
    while shared[REACHED + part] <= STAGES * walks:
        stage = shared[REACHED + part]
        waited = 0
        while read_number(shared, ENDED) < stage * parts:
            waited += 1
            if waited > PATIENCE:
                return False
        number = stage // STAGES
        now, before = task, task
        if steps > 0:
            now = plan_step(number % 2, first + number // 2, power)
            before = plan_step((number - 1) % 2, first + (number - 1) // 2, power)
        if stage % STAGES == 0:
            if part == 0:
                if number > 0:
                    go_up(forests[0], deals[0], 0, stores[0], above, before)
                if number < walks:
                    enter(weights[1 - now.player], above)
                    go_down(forests[0], deals[0], 0, stores[0], above, now)
                    open_leaves(forests[0], deals[0], 0, above, now)
        elif stage % STAGES == 1:
            taken = number * (order.size + parts + 1)
            walk_children(forests, deals, stores, above, rooms, found, order, shared, taken, now)
        else:
            add_children(forests, deals, above, found, part, parts, now)
        shared[REACHED + part] = stage + 1
        add_number(shared, ENDED, 1)
    return True


@walk_piece
def walk_children(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    above: WalkRoom,
    rooms: tuple[WalkRoom, ...],
    found: NDArray[np.float32],
    order: NDArray[np.int64],
    shared: NDArray[np.int64],
    taken: Int,
    task: Task,
) -> None:
    """Walk over deals of the second street until the threads have taken all of them.

    The last number to take is that of the folds on the first street.

    Args:
        forests: as for `walk_together`, and so are all arguments that are not named here.
        deals: the deals.
        stores: the stores.
        above: the workspace of the first street, whose leaves are open.
        rooms: this thread's workspaces.
        found: the values of the second street's roots; those of the deals that this thread takes
            are filled.
        order: the order of the deals.
        shared: the numbers that threads share.
        taken: how many numbers earlier walks have taken.
        task: the task of the walk.
    """
    number = add_number(shared, TAKEN, 1) - taken
    while number <= order.size:
        if number == order.size:
            fold_ends(forests[0], deals[0], 0, above, task)
        else:
            child = order[number]
            hand_out(deals[0], 0, above, forests[1], deals[1], child, rooms[1], task)
            walk_street(forests[1:], deals[1:], child, stores[1:], rooms[1:], task)
            width, values = deals[1].table[child, task.player, WIDE], rooms[1].values
            for first in range(0, forests[1].roots.shape[1], WIDTH):
                start = i64(first) * width
                roots_to_columns(forests[1], first, width, values, found[child], start)
        number = add_number(shared, TAKEN, 1) - taken


@walk_piece
def add_children(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    above: WalkRoom,
    found: NDArray[np.float32],
    part: Int,
    parts: Int,
    task: Task,
) -> None:
    """Add the values of all deals of the second street to the leaves of the first street.

    Args:
        forests: the forests of the first two streets.
        deals: the deals of the same streets.
        above: the workspace of the first street.
        found: the values of the second street's roots.
        part: the number of this thread, which adds up the values of some of the hands.
        parts: the number of threads.
        task: the task of the walk.
    """
    steps = deals[0].table[0, task.player, WIDE] // WIDTH
    begin, end = steps * part // parts * WIDTH, steps * (part + 1) // parts * WIDTH
    for child in range(found.shape[0]):
        width = deals[1].table[child, task.player, WIDE]
        for first in range(0, forests[1].roots.shape[1], WIDTH):
            start = i64(first) * width
            columns = found[child]
            add_columns(
                deals[0], 0, above, first, deals[1], child, columns, start, begin, end, task
            )
    close_leaves(forests[0], deals[0], 0, above, begin, end, task)
