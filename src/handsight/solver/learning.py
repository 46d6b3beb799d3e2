"""Discounted regret learning on a game, and the exploitability of what was learned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from handsight.solver.game import aligned_zeros

if TYPE_CHECKING:
    from handsight.kernels.solver.tables import Deals, Forest, Store, Task, WalkRoom
    from handsight.solver.game import SolverGame

STORED_AS = {"f32": ("f4", "f4", 1), "i16": ("i2", "u2", 65_535)}
"""For each storage, the array types of regrets and averages, and the average for a share of 1."""

NOBODY = 2
POWER = 5.0
"""The exponent by which later steps count more in the averages."""

LEAST = 1e-6
"""The largest average share of a node's last action that counts as zero, as in the kernels."""

BOTH_TO_RAKE = 2

SHORTEST_WAIT, LONGEST_WAIT = 5e-5, 2e-3
"""The seconds for which a thread sleeps if the others take long. They double while it waits for
the same stage, so that a thread wastes little time if the machine is busy with other work."""


class Learner:
    """The regrets and average strategies of a game, and the operations on them.

    Args:
        game: a prepared game.

    Attributes:
        stores: the regrets and averages of each street.
        steps: the number of steps taken so far.
    """

    def __init__(self, game: SolverGame) -> None:
        from handsight.kernels.solver.tables import Store

        self.game = game
        regret, average, whole = STORED_AS[game.storage]
        self.stores = tuple(
            Store(
                aligned_zeros(size, regret),
                aligned_zeros(free, average),
                np.zeros(scales, "f4"),
                np.float32(whole),
            )
            for size, free, scales in zip(
                game.sizes, game.average_sizes, game.scale_counts, strict=True
            )
        )
        self.steps = 0
        self._rooms = game.rooms()
        self._weights = game.root_weights()
        self._team: _Team | None = None
        self._run(make_task(NOBODY, 0, 0), 0, 0)  # compiles or loads the kernels without a walk

    @contextmanager
    def threads(self, number: int) -> Iterator[None]:
        """Share the boards of the second street among threads within a ``with`` block.

        Args:
            number: the number of threads, including this one. If it is 1, or if the game has only
                one street, all work stays in this thread.
        """
        if number == 1 or len(self.game.trees) == 1:
            yield
            return
        with ThreadPoolExecutor(number - 1) as pool:
            self._team = _Team(self.game, pool, number)
            try:
                yield
            finally:
                self._team = None

    # --- steps ----------------------------------------------------------------------------------

    def learn(self, steps: int) -> None:
        """Take a number of steps; in each step, both players learn in turn."""
        from handsight.kernels.solver.tables import UPDATE

        if steps > 0:
            self._run(make_task(0, UPDATE, 0), self.steps, steps)
        self.steps += steps

    def learn_alone(
        self,
        player: int,
        weights: NDArray[np.float32],
        fixed: tuple[Deals, ...] | None = None,
        walks: int = 1,
    ) -> NDArray[np.float32]:
        """Take one player's half of a step, in one walk or two; `steps` stays unchanged.

        Args:
            player: the player who learns.
            weights: the weights of the opponent's hands at the root, in the order of the board's
                hands.
            fixed: what `fix` returns, if the opponent plays a fixed strategy in this walk, which is
                the second of two. It adds to what the player learned in the first.
            walks: 2 if another walk with ``fixed`` follows. Together the two have the weight of one
                step in the averages, each with half of it.

        Returns:
            The value of each of the player's hands at the root, padded, in chips above half of the
            pot, times the weight of the opponent's hands that share no card with it. The next walk
            overwrites the array.
        """
        from handsight.kernels.solver.tables import UPDATE
        from handsight.kernels.solver.walks import plan_step

        entering = (weights, self._weights[1]) if player else (self._weights[0], weights)
        gain, debt, fresh = map(float, plan_step(player, self.steps, POWER)[3:])
        if fixed is not None:  # the first walk has discounted the regrets
            gain, debt, fresh = 1.0, 1.0, fresh / 2
        elif walks == 2:  # so that the second walk keeps fresh / 2 of it, and 1 - fresh of the past
            fresh = fresh / (2 - fresh)
        task = make_task(player, UPDATE, player, gain, debt, fresh)
        return self._run(task, 0, 0, entering, fixed).values[: self._weights[player].size]

    def fix(self, player: int, shares: Sequence[NDArray[np.float32]]) -> tuple[Deals, ...]:
        """Store a fixed strategy of a player beside what both players learn.

        Args:
            player: the player who plays the strategy.
            shares: for each street, the strategy in the order of the store's averages, which leave
                out the last action of each node; the entries of the other player are ignored. The
                store must be float32.

        Returns:
            The tables of deals for a walk in which the player plays the strategy.
        """
        from handsight.kernels.solver.tables import STORED

        # A walk reads the opponent's strategy from their regrets, so the strategy is put behind the
        # regrets, and the tables of the deals point there.
        fixed, stores = [], []
        game = self.game
        for store, deals, forest, free in zip(
            self.stores, game.deals, game.forests, shares, strict=True
        ):
            table, size = deals.table.copy(), store.regrets.size
            regrets = aligned_zeros(2 * size)
            regrets[:size] = store.regrets
            _write_whole(forest, deals, player, free, regrets[size:])
            table[:, player, STORED] += size
            fixed.append(deals._replace(table=table))
            stores.append(store._replace(regrets=regrets))
        self.stores = tuple(stores)
        return tuple(fixed)

    def walk(self, task: Task) -> WalkRoom:
        """Walk through the whole game.

        Args:
            task: what the walk computes.

        Returns:
            The working memory of the first street, with the values of its nodes.
        """
        return self._run(task, 0, 0)

    def _run(
        self,
        task: Task,
        first: int,
        steps: int,
        weights: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
        deals: tuple[Deals, ...] | None = None,
    ) -> WalkRoom:
        """Learn for some steps, or walk once if there are none.

        Args:
            task: what the walk computes.
            first: the number of steps taken before.
            steps: the number of steps to take; 0 to walk once.
            weights: the weights of both players' hands at the root; None for those of the ranges.
            deals: tables of the deals from `fix`; None for those of the game.

        Returns:
            The workspace of the first street.
        """
        game, rooms, weights = self.game, self._rooms, weights or self._weights
        deals = deals or game.deals
        if self._team is None:
            run_street(game.forests, deals, self.stores, rooms, weights, 0, task, first, steps)
        else:
            self._team.walk(deals, self.stores, rooms[0], weights, task, first, steps)
        return rooms[0]

    # --- what the average strategies are worth --------------------------------------------------

    def root_values(self, player: int, mode: int, payoff: int | None = None) -> NDArray[np.float64]:
        """Compute the values of a player's hands at the root.

        Args:
            player: the player whose hands are valued, 0 or 1.
            mode: the mode of the walk, such as `handsight.kernels.solver.tables.BEST`.
            payoff: what the ends pay: what player 0 or 1 wins, or minus the rake if 2; None for
                what ``player`` wins.

        Returns:
            The value of each hand, padded, in chips above half of the pot (for the rake, in chips),
            times the weight of the opponent's hands that share no card with the hand.
        """
        room = self.walk(make_task(player, mode, player if payoff is None else payoff))
        return room.values[: self._weights[player].size].astype(np.float64)

    def total(self, player: int, mode: int, payoff: int | None = None) -> float:
        """Compute a player's mean value over all pairs of hands, in chips above half of the pot.

        The mean is weighted by both ranges, and leaves out pairs that share a card. For the rake,
        it is in chips. The arguments are those of `root_values`.
        """
        values = self.root_values(player, mode, payoff)
        return float(values @ self._weights[player].astype(np.float64)) / self.game.pairs

    def exploitability(self) -> float:
        """Compute how many chips a best response to the average strategies gains, on average.

        This is half of the sum of both players' gains, or 0 if rounding makes the sum negative.
        """
        from handsight.kernels.solver.tables import AVERAGE, BEST

        best = self.total(0, BEST) + self.total(1, BEST)
        if self.game.betting.rake:
            best -= self.total(0, AVERAGE, BOTH_TO_RAKE)
        return max(best / 2, 0.0)

    def values(self) -> tuple[float, float]:
        """Compute how much of the pot each player's average strategy can expect, in chips."""
        from handsight.kernels.solver.tables import AVERAGE

        half = self.game.betting.pot / 2
        return half + self.total(0, AVERAGE), half + self.total(1, AVERAGE)

    def line_values(
        self,
        level: int,
        deal: int,
        line: int,
        weights: NDArray[np.float64],
        player: int,
        mode: int,
    ) -> WalkRoom:
        """Compute the values of a player's hands at the nodes of a street, after one line.

        Args:
            level: the index of the street.
            deal: the index of the board.
            line: the index of the line that enters the street.
            weights: the weights of the opponent's hands as they enter the street, in the order of
                the board's hands, padded.
            player: the player whose hands are valued.
            mode: the mode of the walk.

        Returns:
            Working memory with the values of the hands at the street's nodes, in chips above half
            of the spot's pot, each times the weight of the opponent's hands that share no card with
            it.
        """
        game, rooms = self.game, self.game.rooms()[level:]
        rows = np.zeros((game.trees[level].roots, weights.size), np.float32)
        rows[line] = weights
        run_street(
            *(game.forests[level:], game.deals[level:], self.stores[level:], rooms),
            *((rows.ravel(), rows.ravel()), deal, make_task(player, mode, player)),
        )
        return rooms[0]

    # --- strategies -----------------------------------------------------------------------------

    def shares(self, level: int, deal: int, node: int) -> NDArray[np.float64]:
        """Compute the average strategy at a node.

        Args:
            level: the index of the street.
            deal: the index of the board.
            node: the index of the node in the tree of the street.

        Returns:
            float64[hands, actions], in the order of the board's hands. A hand whose averages
            are all 0, because it never got to the node, has equal shares.
        """
        from handsight.kernels.solver.tables import AVERAGED, COUNT, FREE, HANDS, PLAYER, WIDE

        kind, store = self.game.forests[level].nodes[node], self.stores[level]
        player, count = int(kind[PLAYER]), int(kind[COUNT])
        table = self.game.deals[level].table[deal, player]
        width, hands = int(table[WIDE]), int(table[HANDS])
        if not self.steps and not store.averages.any():
            return np.full((hands, count), 1 / count)
        start = int(table[AVERAGED]) + int(kind[FREE]) * width
        rows: NDArray[Any] = store.averages[start : start + (count - 1) * width]
        shares = rows.reshape(count - 1, width)[:, :hands].T / np.float64(store.whole)
        rest = 1 - shares.sum(axis=1, keepdims=True)
        shares = np.concatenate((shares, np.where(rest > LEAST, rest, 0)), axis=1)
        whole: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
        return whole


class _Team:
    """Threads that share the boards of the second street.

    Args:
        game: the game.
        pool: the other threads.
        number: the number of threads, including the one that calls.
    """

    def __init__(self, game: SolverGame, pool: ThreadPoolExecutor, number: int) -> None:
        from handsight.kernels.solver.tables import CHILD, WIDE

        self._game, self._pool = game, pool
        table, lines = game.deals[1].table, game.forests[1].roots.shape[1]
        self._rooms = [game.rooms() for _ in range(number)]
        self._found = aligned_zeros((len(table) - 1, lines * int(table[:, :, WIDE].max())))
        # The deals with the most work first, so that the threads end at about the same time.
        work = np.diff(table[:, 0, CHILD])
        self._order = np.argsort(-work, kind="stable").astype(np.int64)

    def walk(
        self,
        deals: tuple[Deals, ...],
        stores: tuple[Store, ...],
        above: WalkRoom,
        weights: tuple[NDArray[np.float32], NDArray[np.float32]],
        task: Task,
        first: int,
        steps: int,
    ) -> None:
        """Learn for some steps, or walk once; the arguments are those of `walk_together`."""
        from handsight.kernels.solver.walks import REACHED, walk_together

        forests, parts = self._game.forests, len(self._rooms)
        found, order, stopped = self._found, self._order, Event()
        shared: NDArray[Any] = np.zeros(REACHED + parts, np.int64)

        def is_done(part: int) -> bool:
            return walk_together(
                forests,
                deals,
                stores,
                above,
                self._rooms[part],
                found,
                order,
                weights,
                task,
                first,
                steps,
                POWER,
                shared,
                part,
                parts,
            )

        def work(part: int) -> None:
            stage, wait = -1, SHORTEST_WAIT
            while not stopped.is_set() and not is_done(part):
                before, stage = stage, shared[REACHED + part]
                wait = min(2 * wait, LONGEST_WAIT) if stage == before else SHORTEST_WAIT
                sleep(wait)

        try:
            others = [self._pool.submit(work, part) for part in range(1, parts)]
            work(0)
            for other in others:
                other.result()
        finally:  # if this thread is interrupted, the others would wait for it
            stopped.set()


def _write_whole(
    forest: Forest,
    deals: Deals,
    player: int,
    free: NDArray[np.float32],
    target: NDArray[np.float32],
) -> None:
    """Write a player's strategy in the order of the regrets, which have a row for each action.

    Args:
        forest: the forest of a street.
        deals: the deals of the street.
        player: the player.
        free: the strategy in the order of the averages, without the last action of each node.
        target: the array to write to, of the size of the street's regrets.
    """
    from handsight.kernels.solver.tables import AVERAGED, COUNT, FREE, PLAYER, ROW, STORED, WIDE

    nodes = forest.nodes[(forest.nodes[:, PLAYER] == player) & (forest.nodes[:, COUNT] > 0)]
    counts, whole_rows, free_rows = nodes[:, COUNT], nodes[:, ROW], nodes[:, FREE]
    for kind in deals.table[:-1, player]:
        width, start, averaged = int(kind[WIDE]), int(kind[STORED]), int(kind[AVERAGED])
        size, free_size = int(counts.sum()) * width, int((counts - 1).sum()) * width
        whole = target[start : start + size].reshape(-1, width)
        given = free[averaged : averaged + free_size].reshape(-1, width)
        rest = np.ones((len(nodes), width), np.float32)
        for action in range(int(counts.max(initial=1)) - 1):
            has = counts - 1 > action
            shares = given[free_rows[has] + action]
            whole[whole_rows[has] + action] = shares
            rest[has] -= shares
        whole[whole_rows + counts - 1] = np.where(rest > LEAST, rest, 0)


def run_street(
    forests: tuple[Forest, ...],
    deals: tuple[Deals, ...],
    stores: tuple[Store, ...],
    rooms: tuple[WalkRoom, ...],
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    deal: int,
    task: Task,
    first: int = 0,
    steps: int = 0,
) -> None:
    """Walk or learn from one board on; the arguments are those of the kernel `run_walks`."""
    from handsight.kernels.solver.walks import run_walks

    run_walks(forests, deals, stores, rooms, weights, deal, task, first, steps, POWER)


def make_task(player: int, mode: int, payoff: int, *kept: Any) -> Task:
    """Build a task with the types that the kernels are compiled for.

    Args:
        player: the player whose values are computed, 0 or 1.
        mode: the mode of the walk.
        payoff: what the ends pay, as in `Learner.root_values`.
        kept: the fractions of positive and negative regrets that a learning step keeps, and its
            weight in the averages; without them, zeros.
    """
    from handsight.kernels.solver.tables import Task

    gain, debt, fresh = map(np.float32, kept or (0, 0, 0))
    return Task(player, mode, payoff, gain, debt, fresh)


def store_bytes(stores: tuple[Store, ...]) -> int:
    """Return the size of the regrets, averages and scales of all streets together, in bytes."""
    return sum(part.nbytes for store in stores for part in store[:3])
