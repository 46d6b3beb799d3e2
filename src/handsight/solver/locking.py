"""Write locked strategies into a game that is about to be solved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.errors import InputError, OptionError
from handsight.solver.betting import PLAYERS
from handsight.solver.learning import Learner
from handsight.solver.lines import find_place, meant_combos, node_at, option_text
from handsight.solver.tree import NOBODY


def apply_locks(learner: Learner) -> None:
    """Write the locked strategies of a game into regrets and averages, and mark their places.

    Args:
        learner: nothing of which was learnt yet, or whose locks are the same.

    Raises:
        InputError: for a line that does not lead to a decision.
        OptionError: for shares that are none.
    """
    from handsight.kernels.solver_tables import COUNT, HANDS, ROW, STORED, WIDE

    game = learner.game
    masks: list[list[NDArray[np.float32]]] = [[] for _ in game.trees]
    places = [
        np.full(len(tree.nodes) * len(level), -1, np.int64)
        for tree, level in zip(game.trees, game.boards, strict=True)
    ]
    for lock in game.locks:
        place = find_place(learner, lock.line)
        node = node_at(learner, place)
        if node.player == NOBODY:
            raise InputError(f"the lock at {lock.line!r}: nobody acts there; name a decision")
        other = 1 - node.player
        pot, faced = game.betting.pot + 2 * node.paid[other], node.own[other]
        actions = tuple(option_text(option, pot, faced) for option in node.options)
        shares, locked = lock.shares(actions)
        combos = meant_combos(learner, place, node.player)
        if not locked[combos].any():
            raise OptionError(
                f"the lock at {lock.line!r} names no hand that {PLAYERS[node.player]} may hold "
                "there; leave cards of the board out"
            )
        kind = game.deals[place.level].table[place.deal, node.player]
        nodes = game.forests[place.level].nodes
        count, width = int(nodes[place.node, COUNT]), int(kind[WIDE])
        mask = np.zeros(width, np.float32)
        mask[: kind[HANDS]] = locked[combos]
        start = int(kind[STORED]) + int(nodes[place.node, ROW]) * width
        store = learner.stores[place.level]
        for rows in (store.regrets, store.averages):
            block = rows[start : start + count * width].reshape(count, width)[:, : kind[HANDS]]
            block[:, locked[combos]] = shares[combos][locked[combos]].T
        number = place.deal * len(nodes) + place.node
        if places[place.level][number] >= 0:
            raise OptionError(f"two locks stand at {lock.line!r}; put them into one")
        places[place.level][number] = sum(len(each) for each in masks[place.level])
        masks[place.level].append(mask)
    game.deals = tuple(
        deals._replace(locks=where, masks=np.concatenate(parts)) if parts else deals
        for deals, where, parts in zip(game.deals, places, masks, strict=True)
    )
