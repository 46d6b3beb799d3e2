"""Discounted regret learning on a game, and the exploitability of what was learned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from handsight.solver.game import aligned_zeros

if TYPE_CHECKING:
    from handsight.kernels.solver.tables import Deals, Forest, Store, Task, WalkRoom
    from handsight.solver.game import SolverGame

STORED_AS = {"f32": ("f4", "f4"), "i16": ("i2", "u2")}
"""For each storage, the array types of regrets and averages."""

NOBODY = 2
POWER = 3.0
"""The exponent by which later steps count more in the averages."""

BOTH_TO_RAKE = 2


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
        regret, average = STORED_AS[game.storage]
        self.stores = tuple(
            Store(
                aligned_zeros(size, regret),
                aligned_zeros(size, average),
                np.zeros((scales, 2), "f4"),
            )
            for size, scales in zip(game.sizes, game.scale_counts, strict=True)
        )
        self.steps = 0
        self._rooms = [game.rooms()]
        self._weights = game.root_weights()
        self._pool: ThreadPoolExecutor | None = None
        self._found = np.zeros((0, 0), np.float32)
        self._run(make_task(NOBODY, 0, 0), 0, 0)  # compiles or loads the kernels without a walk

    @contextmanager
    def threads(self, number: int) -> Iterator[None]:
        """Share the boards of the second street among threads within a ``with`` block.

        Args:
            number: the number of threads, including this one. If it is 1, or if the game has only
                one street, all work stays in this thread.
        """
        from handsight.kernels.solver.tables import WIDE

        if number == 1 or len(self.game.trees) == 1:
            yield
            return
        table, lines = self.game.deals[1].table, self.game.forests[1].roots.shape[1]
        self._found = aligned_zeros((len(table) - 1, lines * int(table[:, :, WIDE].max())))
        self._rooms += [self.game.rooms() for _ in range(number)]
        with ThreadPoolExecutor(number - 1) as pool:
            self._pool = pool
            try:
                yield
            finally:
                self._pool = None
                del self._rooms[1:]

    # --- steps ----------------------------------------------------------------------------------

    def learn(self, steps: int) -> None:
        """Take a number of steps; in each step, both players learn in turn."""
        from handsight.kernels.solver.tables import UPDATE
        from handsight.kernels.solver.walks import plan_step

        if self._pool is None:
            self._run(make_task(0, UPDATE, 0), self.steps, steps)
        else:
            for number in range(self.steps, self.steps + steps):
                kept = plan_step(0, number, POWER)[3:]
                for player in range(2):
                    self._walk_shared(make_task(player, UPDATE, player, *kept), self._pool)
        self.steps += steps

    def learn_alone(
        self,
        player: int,
        weights: NDArray[np.float32],
        fixed: tuple[Deals, ...] | None = None,
    ) -> NDArray[np.float32]:
        """Take one player's half of a step, in this thread; `steps` stays unchanged.

        Args:
            player: the player who learns.
            weights: the weights of the opponent's hands at the root, in the order of the board's
                hands.
            fixed: what `fix` returns, if the opponent plays a fixed strategy in this walk. The walk
                then adds to what the player learned earlier in the same step.

        Returns:
            The value of each of the player's hands at the root, padded, in chips above half of the
            pot, times the weight of the opponent's hands that share no card with it. The next walk
            overwrites the array.
        """
        from handsight.kernels.solver.tables import UPDATE
        from handsight.kernels.solver.walks import plan_step

        entering = (weights, self._weights[1]) if player else (self._weights[0], weights)
        kept = plan_step(player, self.steps, POWER)[3:] if fixed is None else (1.0, 1.0, 1.0)
        task = make_task(player, UPDATE, player, *kept)
        return self._run(task, 0, 0, entering, fixed).values[: self._weights[player].size]

    def fix(self, player: int, shares: Sequence[NDArray[np.float32]]) -> tuple[Deals, ...]:
        """Store a fixed strategy of a player beside what both players learn.

        Args:
            player: the player who plays the strategy.
            shares: for each street, the strategy in the order of the store's averages; the entries
                of the other player are ignored. The store must be float32.

        Returns:
            The tables of deals for a walk in which the player plays the strategy.
        """
        from handsight.kernels.solver.tables import STORED

        # A walk reads the opponent's strategy from their regrets, so the strategy is put behind the
        # regrets, and the tables of the deals point there.
        fixed, stores = [], []
        for store, deals, rows in zip(self.stores, self.game.deals, shares, strict=True):
            table, size = deals.table.copy(), store.regrets.size
            table[:, player, STORED] += size
            fixed.append(deals._replace(table=table))
            regrets = aligned_zeros(size + rows.size)
            regrets[:size], regrets[size:] = store.regrets, rows
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
        pool = self._pool
        return self._run(task, 0, 0) if pool is None else self._walk_shared(task, pool)

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
        game, rooms = self.game, self._rooms[0]
        run_street(
            *(game.forests, deals or game.deals, self.stores, rooms, weights or self._weights),
            *(0, task, first, steps),
        )
        return rooms[0]

    def _walk_shared(self, task: Task, pool: ThreadPoolExecutor) -> WalkRoom:
        from handsight.kernels.solver.walks import close_street, open_street, walk_children

        game, found = self.game, self._found
        forests, deals, stores = game.forests, game.deals, self.stores
        above, weights = self._rooms[0][0], self._weights[1 - task.player]
        open_street(forests[0], deals[0], 0, stores[0], above, weights, task)
        next_child = np.zeros(1, np.int64)

        def work(rooms: tuple[WalkRoom, ...]) -> None:
            walk_children(forests, deals, 0, next_child, stores, above, rooms, found, task)

        others = [pool.submit(work, rooms) for rooms in self._rooms[2:]]
        work(self._rooms[1])
        for other in others:
            other.result()
        close_street(forests[:2], deals[:2], 0, stores[0], above, found, task)
        return above

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
        from handsight.kernels.solver.tables import COUNT, HANDS, PLAYER, ROW, STORED, WIDE

        kind = self.game.forests[level].nodes[node]
        player, count = int(kind[PLAYER]), int(kind[COUNT])
        table = self.game.deals[level].table[deal, player]
        width, hands = int(table[WIDE]), int(table[HANDS])
        start = int(table[STORED]) + int(kind[ROW]) * width
        rows: NDArray[Any] = self.stores[level].averages[start : start + count * width]
        shares = rows.reshape(count, width)[:, :hands].T.astype(np.float64)
        totals = shares.sum(axis=1, keepdims=True)
        return np.where(totals > 0, shares / np.where(totals > 0, totals, 1), 1 / count)


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
        kept: the fractions of positive regrets, negative regrets and averages that a learning step
            keeps; without them, zeros.
    """
    from handsight.kernels.solver.tables import Task

    gain, debt, average = map(np.float32, kept or (0, 0, 0))
    return Task(player, mode, payoff, gain, debt, average)


def store_bytes(stores: tuple[Store, ...]) -> int:
    """Return the size of the regrets, averages and scales of all streets together, in bytes."""
    return sum(part.nbytes for store in stores for part in store)
