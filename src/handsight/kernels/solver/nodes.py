"""Strategies, values and learning at the nodes of a betting tree, for all hands of a player."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, fetch_ahead, walk_piece
from handsight.kernels.solver.lanes import (
    WIDTH,
    choose,
    discounted,
    inverse,
    larger,
    largest,
    load,
    positive,
    splat,
    store,
    where_none,
)
from handsight.kernels.solver.tables import Store, Task, WalkRoom

f32 = np.float32
i64 = np.int64

AHEAD = 1024
"""How far ahead the loops prefetch regrets and averages, in numbers. Walks visit these in the order
of memory, down or up, but a processor does not predict the order well enough by itself."""


@walk_piece
def split_reach(
    source: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    reach: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Split the weight of each hand at a node among the actions.

    Args:
        source: the regrets or averages of all nodes. The shares of a hand's actions are
            proportional to the positive parts of these numbers, or equal if none is positive.
        place: the index in ``source`` of the first action's row.
        count: the number of actions.
        width: the length of a row.
        reach: the weights of all nodes; changed.
        from_: the index in ``reach`` of the node's row.
        to: the index in ``reach`` of the first child's row.
    """
    alike = splat(f32(f32(1) / f32(count)))
    for hand in range(0, width, WIDTH):
        total = positive(load(source, place + hand))
        for action in range(1, count):
            total = total + positive(load(source, place + action * width + hand))
        scale, rest = inverse(total), where_none(total, alike)
        weight = load(reach, from_ + hand)
        for action in range(count):
            fetch_ahead(source, place + action * width + hand + AHEAD)
            share = positive(load(source, place + action * width + hand)) * scale + rest
            store(reach, to + action * width + hand, share * weight)


@walk_piece
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
    """Compute the values of a node of the walking player, and update its regrets and averages.

    Args:
        regrets: the regrets of all nodes; changed.
        averages: the averages of all nodes; changed.
        place: the index in both arrays of the first action's row.
        count: the number of actions.
        width: the length of a row.
        values: the values of all nodes; changed.
        from_: the index in ``values`` of the first child's row.
        to: the index in ``values`` of the node's row.
        task: the task of the walk.
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
            fetch_ahead(regrets, place + at - AHEAD)
            fetch_ahead(averages, place + at - AHEAD)
            regret = load(regrets, place + at)
            share = positive(regret) * scale + rest
            kept = discounted(regret, gain, debt)
            store(regrets, place + at, kept + (load(values, from_ + at) - worth))
            store(averages, place + at, load(averages, place + at) * old + share)


@walk_piece
def hold_locked(
    rows: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    locked: NDArray[np.float32],
    lock: Int,
    scale: np.float32,
) -> None:
    """Overwrite the regrets or averages of locked hands with their shares.

    Args:
        rows: the regrets or averages of all nodes; changed.
        place: the index in ``rows`` of the first action's row.
        count: the number of actions.
        width: the length of a row.
        locked: the locked shares (see `Deals`).
        lock: the index in ``locked`` of the node's first row.
        scale: the factor by which the shares are multiplied.
    """
    factor = splat(scale)
    for hand in range(0, width, WIDTH):
        held = load(locked, lock + hand)
        for action in range(count):
            at = place + action * width + hand
            share = load(locked, lock + (1 + action) * width + hand)
            store(rows, at, choose(held, share * factor, load(rows, at)))


@walk_piece
def learn_packed(
    kept: Store,
    scales: NDArray[np.float32],
    place: Int,
    count: Int,
    width: Int,
    room: WalkRoom,
    from_: Int,
    to: Int,
    locked: NDArray[np.float32],
    lock: Int,
    task: Task,
) -> None:
    """Do the same as `learn` for numbers that are stored in 16 bits, and keep locked hands.

    The shares of locked hands are stored as fractions of the largest number of the other hands, so
    that rounding does not change them from step to step.

    Args:
        kept: the store of the street; changed.
        scales: float32[2], the factors for the node's regrets and averages; changed.
        place: the index in the store of the first action's row.
        count: the number of actions.
        width: the length of a row.
        room: the workspace.
        from_: the index in the values of the first child's row.
        to: the index in the values of the node's row.
        locked: the locked shares (see `Deals`).
        lock: the index in ``locked`` of the node's first row; negative if no hand is locked.
        task: the task of the walk.
    """
    work, size = room.work, count * width
    for part in range(2):
        scale = splat(scales[part])
        for at in range(0, size, WIDTH):
            if part == 0:
                fetch_ahead(kept.regrets, place + at - AHEAD)
                fetch_ahead(kept.averages, place + at - AHEAD)
                store(work, at, load(kept.regrets, place + at) * scale)
            else:
                store(work, size + at, load(kept.averages, place + at) * scale)
    learn(work, work[size:], i64(0), count, width, room.values, from_, to, task)
    for part in range(2):
        most = f32(0)
        if lock >= 0:
            hold_locked(work, i64(part * size), count, width, locked, lock, f32(0))
        for at in range(0, size, WIDTH):
            most = max(most, largest(load(work, part * size + at)))
        if lock >= 0:
            most = most if most > f32(1e-25) else f32(1)
            hold_locked(work, i64(part * size), count, width, locked, lock, most)
        limit = f32(32767) if part == 0 else f32(65535)
        scales[part] = most / limit
        scale = splat(limit / most if most > f32(1e-25) else f32(0))
        for at in range(0, size, WIDTH):
            if part == 0:
                store(kept.regrets, place + at, load(work, at) * scale)
            else:
                store(kept.averages, place + at, load(work, size + at) * scale)


@walk_piece
def value_average(
    averages: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Compute the values of a node under the average strategy of the player to act.

    Args:
        averages: the averages of all nodes.
        place: the index in ``averages`` of the first action's row.
        count: the number of actions.
        width: the length of a row.
        values: the values of all nodes; changed.
        from_: the index in ``values`` of the first child's row.
        to: the index in ``values`` of the node's row.
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
            fetch_ahead(averages, place + at - AHEAD)
            share = positive(load(averages, place + at)) * scale + rest
            worth = worth + share * load(values, from_ + at)
        store(values, to + hand, worth)


@walk_piece
def join_children(
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    target: NDArray[np.float32],
    to: Int,
    best: bool,
) -> None:
    """Compute the values of a node: for each hand, those of the best action or the sum of all.

    Args:
        count: the number of actions.
        width: the length of a row.
        values: the values of all nodes.
        from_: the index in ``values`` of the first child's row.
        target: the array for the node's values; changed.
        to: the index in ``target`` of the node's row.
        best: whether to take the value of the best action instead of the sum.
    """
    for hand in range(0, width, WIDTH):
        worth = load(values, from_ + hand)
        for action in range(1, count):
            other = load(values, from_ + action * width + hand)
            worth = larger(worth, other) if best else worth + other
        store(target, to + hand, worth)
