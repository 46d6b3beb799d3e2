"""Strategies, values and learning at the nodes of a betting tree, for all hands of a player."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, fetch_ahead, walk_piece
from handsight.kernels.solver.lanes import (
    WIDTH,
    above,
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
from handsight.kernels.solver.tables import Store, Task

f32 = np.float32
i64 = np.int64

AHEAD = 1024
"""How far ahead the loops prefetch regrets and averages, in numbers. Walks visit these in the order
of memory, down or up, but a processor does not predict the order well enough by itself."""

LEAST = 1e-6
"""The largest share of the last action that counts as zero, because it is what rounding leaves."""


@walk_piece
def split_by_regrets(
    regrets: NDArray[Any],
    place: Int,
    count: Int,
    width: Int,
    reach: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Split the weight of each hand at a node among the actions by the current strategy.

    Args:
        regrets: the regrets of all nodes. The shares of a hand's actions are proportional to the
            positive parts of these numbers, or equal if none is positive.
        place: the index in ``regrets`` of the first action's row.
        count: the number of actions.
        width: the length of a row.
        reach: the weights of all nodes; changed.
        from_: the index in ``reach`` of the node's row.
        to: the index in ``reach`` of the first child's row.
    """
    alike = splat(f32(f32(1) / f32(count)))
    for hand in range(0, width, WIDTH):
        total = positive(load(regrets, place + hand))
        for action in range(1, count):
            total = total + positive(load(regrets, place + action * width + hand))
        scale, rest = inverse(total), where_none(total, alike)
        weight = load(reach, from_ + hand)
        for action in range(count):
            fetch_ahead(regrets, place + action * width + hand + AHEAD)
            share = positive(load(regrets, place + action * width + hand)) * scale + rest
            store(reach, to + action * width + hand, share * weight)


@walk_piece
def split_by_averages(
    kept: Store,
    place: Int,
    count: Int,
    width: Int,
    reach: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Split the weight of each hand at a node among the actions by the average strategy.

    Args:
        kept: the store of the street.
        place: the index in the averages of the first action's row.
        count: the number of actions.
        width: the length of a row.
        reach: the weights of all nodes; changed.
        from_: the index in ``reach`` of the node's row.
        to: the index in ``reach`` of the first child's row.
    """
    averages, last = kept.averages, (count - 1) * width
    one, least = splat(f32(f32(1) / kept.whole)), splat(kept.whole * f32(LEAST))
    for hand in range(0, width, WIDTH):
        weight, rest = load(reach, from_ + hand) * one, splat(kept.whole)
        for action in range(count - 1):
            at = action * width + hand
            fetch_ahead(averages, place + at + AHEAD)
            share = load(averages, place + at)
            rest = rest - share
            store(reach, to + at, share * weight)
        store(reach, to + last + hand, above(rest, least) * weight)


@walk_piece
def learn(
    kept: Store,
    places: tuple[Int, Int],
    scale: np.float32,
    target: NDArray[np.float32],
    start: Int,
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
    task: Task,
) -> None:
    """Learn at a node: compute its values, and update the regrets and averages.

    The current strategy plays each action in proportion to the positive part of its regret. An
    action's regret increases by the difference between its value and the value of the node.

    Args:
        kept: the store of the street, whose averages are changed.
        places: the indices in the regrets and in the averages of the first action's row.
        scale: the factor by which the stored regrets are multiplied.
        target: the array for the new regrets; changed.
        start: the index in ``target`` of the first action's row.
        count: the number of actions.
        width: the length of a row.
        values: the values of all nodes; changed.
        from_: the index in ``values`` of the first child's row.
        to: the index in ``values`` of the node's row.
        task: the task of the walk.
    """
    regrets, averages = kept.regrets, kept.averages
    place, free = places[0], places[1]
    alike, unit = splat(f32(f32(1) / f32(count))), splat(scale)
    gain, debt = splat(task.keep_gain * scale), splat(task.keep_debt * scale)
    old, new = splat(f32(f32(1) - task.fresh)), splat(task.fresh * kept.whole)
    last = (count - 1) * width
    for hand in range(0, width, WIDTH):
        total = positive(load(regrets, place + hand))
        for action in range(1, count):
            total = total + positive(load(regrets, place + action * width + hand))
        total = total * unit
        scaled, rest = inverse(total) * unit, where_none(total, alike)
        share = positive(load(regrets, place + hand)) * scaled + rest
        worth = share * load(values, from_ + hand)
        for action in range(1, count):
            at = action * width + hand
            share = positive(load(regrets, place + at)) * scaled + rest
            worth = worth + share * load(values, from_ + at)
        store(values, to + hand, worth)
        for action in range(count - 1):
            at = action * width + hand
            fetch_ahead(regrets, place + at - AHEAD)
            fetch_ahead(averages, free + at - AHEAD)
            regret = load(regrets, place + at)
            share = positive(regret) * scaled + rest
            remains = discounted(regret, gain, debt)
            store(target, start + at, remains + (load(values, from_ + at) - worth))
            store(averages, free + at, load(averages, free + at) * old + share * new)
        at = last + hand
        fetch_ahead(regrets, place + at - AHEAD)
        remains = discounted(load(regrets, place + at), gain, debt)
        store(target, start + at, remains + (load(values, from_ + at) - worth))


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
    number: Int,
    places: tuple[Int, Int],
    count: Int,
    width: Int,
    work: NDArray[np.float32],
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
    locked: NDArray[np.float32],
    lock: Int,
    task: Task,
) -> None:
    """Do the same as `learn` for regrets that are stored in 16 bits, and keep locked hands.

    The regrets of locked hands are stored as fractions of the largest regret of the other hands, so
    that rounding does not change them from step to step.

    Args:
        kept: the store of the street; changed.
        number: the index of the node's scale.
        places: the indices in the regrets and in the averages of the first action's row.
        count: the number of actions.
        width: the length of a row.
        work: the workspace for the node's regrets.
        values: the values of all nodes; changed.
        from_: the index in the values of the first child's row.
        to: the index in the values of the node's row.
        locked: the locked shares (see `Deals`).
        lock: the index in ``locked`` of the node's first row; negative if no hand is locked.
        task: the task of the walk.
    """
    regrets, scales, place, size = kept.regrets, kept.scales, places[0], count * width
    nothing = splat(f32(0))
    learn(kept, places, scales[number], work, i64(0), count, width, values, from_, to, task)
    if lock >= 0:
        hold_locked(work, i64(0), count, width, locked, lock, f32(0))
    high = low = nothing
    for at in range(0, size, WIDTH):
        regret = load(work, i64(at))
        high, low = larger(high, regret), larger(low, nothing - regret)
    most = largest(larger(high, low))
    if lock >= 0:
        most = most if most > f32(1e-25) else f32(1)
        hold_locked(work, i64(0), count, width, locked, lock, most)
    limit = f32(32767)
    scales[number] = most / limit
    factor = splat(limit / most if most > f32(1e-25) else f32(0))
    for at in range(0, size, WIDTH):
        store(regrets, place + at, load(work, i64(at)) * factor)


@walk_piece
def value_average(
    kept: Store,
    place: Int,
    count: Int,
    width: Int,
    values: NDArray[np.float32],
    from_: Int,
    to: Int,
) -> None:
    """Compute the values of a node under the average strategy of the player to act.

    Args:
        kept: the store of the street.
        place: the index in the averages of the first action's row.
        count: the number of actions.
        width: the length of a row.
        values: the values of all nodes; changed.
        from_: the index in ``values`` of the first child's row.
        to: the index in ``values`` of the node's row.
    """
    averages, last = kept.averages, (count - 1) * width
    one, least = splat(f32(f32(1) / kept.whole)), splat(kept.whole * f32(LEAST))
    for hand in range(0, width, WIDTH):
        worth, rest = splat(f32(0)), splat(kept.whole)
        for action in range(count - 1):
            at = action * width + hand
            fetch_ahead(averages, place + at - AHEAD)
            share = load(averages, place + at)
            rest = rest - share
            worth = worth + share * load(values, from_ + at)
        worth = worth + above(rest, least) * load(values, from_ + last + hand)
        store(values, to + hand, worth * one)


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
