"""Writes locked strategies into a game before it is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from handsight.errors import InputError, OptionError
from handsight.ranges.suits import combo_tables
from handsight.solver.betting import PLAYERS
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.lines import find_deal, find_place, meant_combos, node_at, option_text
from handsight.solver.tree import NOBODY

if TYPE_CHECKING:
    from handsight.kernels.solver.tables import Store
    from handsight.solver.locks import NodeLock


def apply_locks(learner: Learner) -> None:
    """Write the locked strategies of a game into regrets and averages, and mark the locked nodes.

    Args:
        learner: the learner to change, with its game. What it has learned for hands that are not
            locked is kept.

    Raises:
        InputError: if the line of a lock does not lead to a decision, or a range cannot be read.
        OptionError: if the shares of a lock are invalid, if a lock names no hand that the player
            can hold at the node, or if two locks have the same node.
    """
    from handsight.kernels.solver.tables import AVERAGED, COUNT, FREE, HANDS, ROW, STORED, WIDE

    game = learner.game
    locked_rows: list[list[NDArray[np.float32]]] = [[] for _ in game.trees]
    places = [
        np.full(len(tree.nodes) * len(level), -1, np.int64)
        for tree, level in zip(game.trees, game.boards, strict=True)
    ]
    for lock in game.locks:
        place = find_place(learner, lock.line)
        node = node_at(learner, place)
        if node.player == NOBODY:
            raise InputError(
                f"the lock at {lock.line!r}: nobody acts there; name a line that ends at a decision"
            )
        other = 1 - node.player
        pot, faced = game.betting.pot + 2 * node.paid[other], node.own[other]
        actions = tuple(option_text(option, pot, faced) for option in node.options)
        shares, locked = lock.shares(actions)
        combos = meant_combos(learner, place, node.player)
        if not locked[combos].any():
            raise OptionError(
                f"the lock at {lock.line!r} names no hand that {PLAYERS[node.player]} may hold "
                "there; leave out hands with cards of the board"
            )
        kind = game.deals[place.level].table[place.deal, node.player]
        nodes = game.forests[place.level].nodes
        count, width = int(nodes[place.node, COUNT]), int(kind[WIDE])
        rows = np.zeros((1 + count, width), np.float32)
        rows[0, : kind[HANDS]] = locked[combos]
        rows[1:, : kind[HANDS]] = np.where(locked[combos], shares[combos].T, 0)
        starts = (
            int(kind[STORED]) + int(nodes[place.node, ROW]) * width,
            int(kind[AVERAGED]) + int(nodes[place.node, FREE]) * width,
        )
        number = place.deal * len(nodes) + place.node
        _write_shares(learner.stores[place.level], starts, number, rows)
        if places[place.level][number] >= 0:
            raise OptionError(f"there are two locks at {lock.line!r}; combine them into one")
        places[place.level][number] = sum(each.size for each in locked_rows[place.level])
        locked_rows[place.level].append(rows.ravel())
    game.deals = tuple(
        deals._replace(locks=where, locked=np.concatenate(parts)) if parts else deals
        for deals, where, parts in zip(game.deals, places, locked_rows, strict=True)
    )


def _write_shares(
    store: Store, starts: tuple[int, int], number: int, rows: NDArray[np.float32]
) -> None:
    """Write the shares of a node's locked hands; its other hands stay unchanged.

    Args:
        store: the regrets and averages of the street.
        starts: the indices at which the node's first row begins in the regrets and in the averages.
        number: the index of the node among the nodes of all the street's boards.
        rows: float32[1 + actions, hands]: 1 for each locked hand, then the shares of each action.
    """
    held, shares = rows[0] > 0, rows[1:]
    free_rows = store.averages[starts[1] : starts[1] + shares[:-1].size]
    stored = shares[:-1, held] * store.whole
    is_whole = store.averages.dtype != np.float32
    free_rows.reshape(shares[:-1].shape)[:, held] = np.rint(stored) if is_whole else stored
    block = store.regrets[starts[0] : starts[0] + shares.size].reshape(shares.shape)
    if not is_whole:
        block[:, held] = shares[:, held]
        return
    most = np.iinfo(store.regrets.dtype).max
    if store.scales[number] == 0:  # nothing has been learned yet
        store.scales[number] = np.float32(1 / most)
    largest = np.abs(block).max()
    block[:, held] = np.rint(shares[:, held] * (largest if largest else most))


# --- other locks, and continuing a solve --------------------------------------------------------


def relock(learner: Learner, locks: tuple[NodeLock, ...], memory: int | None = None) -> Learner:
    """Copy what was learned into a game with other locks, whose remaining nodes are free.

    Args:
        learner: the learner to copy from, which stays unchanged.
        locks: the locks of the new game.
        memory: the maximum number of bytes that the new game may take, without the old one; None
            for three quarters of the machine's memory.

    Raises:
        InputError: if the line of a lock does not lead to a decision, or a range cannot be read.
        OptionError: if a lock is invalid (see `apply_locks`), or the game needs too much memory.
    """
    old = learner.game
    game = SolverGame.of(old.spot, old.betting, old.storage, old.isomorphism, locks)
    game.require_memory(memory)
    game.prepare()
    result = Learner(game)
    result.steps = learner.steps
    sources = [(0, 0)]
    for level, boards in enumerate(game.boards):
        if level:  # the other locks can make equivalent cards different, and the other way round
            sources = [
                find_deal(old, level - 1, *sources[board.parent], board.card) for board in boards
            ]
        for deal, source in enumerate(sources):
            _carry_over(learner, result, level, source, deal)
    apply_locks(result)
    return result


def _carry_over(
    learner: Learner, result: Learner, level: int, source: tuple[int, int], deal: int
) -> None:
    """Copy both players' regrets, averages and scales on one board.

    Args:
        learner: the learner to copy from.
        result: the learner to copy to.
        level: the index of the street.
        source: the index of the board to copy from, and the index in `CHANGES` of the change of
            suits from it to the board to copy to.
        deal: the index of the board to copy to.
    """
    from handsight.kernels.solver.tables import AVERAGED, STORED, WIDE

    before, change = source
    turned, tree = combo_tables()[2][change], learner.game.trees[level]
    for player in range(2):
        old = turned[learner.game.combos_at(level, before, player)]
        places = np.zeros(turned.size, np.int64)
        places[old] = np.arange(old.size)
        chosen = places[result.game.combos_at(level, deal, player)]
        from_, to = (
            each.game.deals[level].table[number, player]
            for each, number in ((learner, before), (result, deal))
        )
        counts = tree.actions[player], tree.free_actions[player]
        parts = zip(learner.stores[level][:2], result.stores[level][:2], strict=True)
        for (one, other), count, column in zip(parts, counts, (STORED, AVERAGED), strict=True):
            size, wide = count * from_[WIDE], count * to[WIDE]
            rows = one[from_[column] : from_[column] + size].reshape(-1, from_[WIDE])
            target = other[to[column] : to[column] + wide].reshape(-1, to[WIDE])
            target[:, : chosen.size] = rows[:, chosen]
    if learner.stores[level].scales.size:
        nodes = len(learner.game.trees[level].nodes)
        scales = learner.stores[level].scales[before * nodes : (before + 1) * nodes]
        result.stores[level].scales[deal * nodes : (deal + 1) * nodes] = scales
