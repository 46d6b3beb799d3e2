"""Training of a strategy for a table of two to nine players.

A round has a fixed number of lanes. Each lane walks through its own deals with the regrets at the
beginning of the round, and logs what it learned; then all logs are added. So the resulting bytes
depend on the settings, the seed and the number of rounds, but not on how the work was divided
between threads. What is learned counts the more the later it is learned (linear discounting, Brown
& Sandholm 2019).

With more than two players there is no guarantee that the average strategy comes close to an
equilibrium, nor that it would be safe if it did.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.buckets import DealtHands
from handsight.blueprint.training import (
    FULL,
    MOST_ROUNDS,
    Watcher,
    question_of,
    read_numbers,
    require_same_training,
    require_settings,
)
from handsight.errors import InputError, OptionError
from handsight.multiway.betting import ENTERS, TableBetting
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from handsight.kernels.multiway.training import ChangeLog, TableArrays, TableWalk

EXPLORE = 0.005
"""The default probability with which a player other than the learner acts at random at a decision.
With several others, more would mean that somebody acts at random in most hands."""

LANES = 8
DEALS = 50
"""Default number of deals in each lane of a round."""

MOST_DEALS = 100_000
EPOCH = 50
"""What is learned in the first 50 rounds has weight 1, in the next 50 weight 2, and so on."""

KIND, VERSION = "handsight table training", 1

LOG_WALKS = 256
"""A lane's log has room for this many of the longest walks or for `LOG_MARKS` decisions, whichever
is less, but for at least two walks."""
LOG_MARKS = 1 << 20

BYTES_PER_NUMBER = 8
"""Memory of a training for each number of its strategy: a regret and an average."""


class TableDealSource(Protocol):
    """A source of deals; it reveals only the hands' buckets and their strengths at the showdown."""

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""

    @property
    def digest(self) -> str:
        """A digest that identifies these buckets."""

    def draw_hands(self, count: int, players: int, seed: int, chunk: int = 0) -> DealtHands:
        """Draw deals.

        Args:
            count: number of deals.
            players: number of hands in each deal.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the deals are for.
        """


class TableTraining:
    """Training of a strategy for a table: its regrets and average strategies.

    Args:
        betting: the stacks, forced bets, rake and bet sizes.
        source: source of the deals to learn from.
        seed: seed of all random draws.
        deals: number of deals in each lane of a round; `DEALS` if None.
        explore: the probability with which a player other than the learner acts at random at a
            decision, 0..0.5.
        memory: maximum number of bytes for the regrets and averages; None for no maximum.

    Attributes:
        rounds: number of rounds so far.
        regrets: float32[numbers], the summed regrets of each action with each bucket at each
            decision, in chips; later rounds count more (see `EPOCH`).
        averages: float32[numbers], the summed probabilities of each action with each bucket at each
            decision, from the visits by players other than the learner; later rounds count more.

    Raises:
        OptionError: if a value is invalid, the trees are too large, or the training needs more
            memory than is allowed.
    """

    def __init__(
        self,
        betting: TableBetting,
        source: TableDealSource,
        seed: int = 0,
        deals: int | None = None,
        explore: float = EXPLORE,
        memory: int | None = None,
    ) -> None:
        self.deals = DEALS if deals is None else deals
        require_settings(self.deals, MOST_DEALS, explore)
        self.betting, self.source, self.explore = betting, source, float(explore)
        self.seed = checked_seed(seed)
        numbers = betting.tree.numbers(source.counts)
        needed = numbers * BYTES_PER_NUMBER
        if memory is not None and needed > memory:
            raise OptionError(
                f"the training needs {needed / 1e6:,.0f} MB for {numbers:,} numbers, more than the "
                f"{memory / 1e6:,.0f} MB allowed; take fewer sizes or buckets, or let fewer "
                "players see the flop"
            )
        self.rounds = 0
        self.regrets = np.zeros(numbers, np.float32)
        self.averages = np.zeros(numbers, np.float32)

    @property
    def all_deals(self) -> int:
        """The number of deals so far; with each deal, every player learns once."""
        return self.rounds * LANES * self.deals

    def learn(
        self, rounds: int, executor: Executor | None = None, watch: Watcher | None = None
    ) -> None:
        """Learn for some more rounds.

        Args:
            rounds: maximum number of further rounds.
            executor: pool of threads that runs the lanes; None runs them in this thread.
            watch: called after each round with the number of rounds and the number of deals so far;
                the training stops if it returns True.
        """
        from handsight.kernels.multiway.training import AVERAGES, REGRETS

        arrays = tree_arrays(self.betting, self.source.counts)
        size = longest_walk(arrays)
        rooms = [_LaneRoom.make(size) for _ in range(LANES)]
        for _ in range(rounds):
            weight = np.float32(1 + self.rounds // EPOCH)
            pending = [_Lane(self, arrays, lane, rooms[lane]) for lane in range(LANES)]
            while pending:
                # A lane whose log is full goes on after all logs have been added.
                list(map_chunks(_Lane.walk, pending, executor))
                logs = [lane.room.log for lane in pending]
                tables = ((REGRETS, self.regrets), (AVERAGES, self.averages))
                list(map_chunks(partial(_apply, logs, weight), tables, executor))
                pending = [lane for lane in pending if not lane.is_done]
            self.rounds += 1
            if watch is not None and watch(self.rounds, self.all_deals):
                return

    def strategy(self) -> NDArray[np.uint8]:
        """Return the average strategy: the share of each action with each bucket at each decision.

        The shares are uint8[numbers]; those of a bucket at a decision add up to about 255. A bucket
        without averages at a decision gets its shares there from the regrets, or equal shares if
        none of these regrets is positive.
        """
        from handsight.kernels.multiway.training import average_strategy

        strategy = np.zeros(len(self.averages), np.uint8)
        for shape, base in self.betting.tree.parts(self.source.counts):
            rows = shape.rows(self.source.counts)
            average_strategy(self.regrets, self.averages, rows, shape.counts, base, FULL, strategy)
        return strategy

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write everything that is needed to continue the training to a file.

        Args:
            path: path of the file; an existing file is replaced once the new one is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        head = {**question_of(self), "rounds": self.rounds}
        arrays = {"regrets": self.regrets, "averages": self.averages}
        write_archive(path, KIND, VERSION, head, arrays)

    def load(self, path: Path | str) -> None:
        """Load a saved training, so that `learn` continues it.

        Args:
            path: a file written by a training with the same settings.

        Raises:
            InputError: if the file is damaged, has another version, or belongs to another training.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            require_same_training(head, question_of(self))
            if not is_whole(head["rounds"], range(MOST_ROUNDS + 1)):
                raise InputError(f"rounds is {head['rounds']!r}")
            regrets, averages = read_numbers(archive, len(self.regrets))
        self.rounds, self.regrets, self.averages = head["rounds"], regrets, averages


class WalkSize(NamedTuple):
    """The room that a walk needs.

    Attributes:
        nodes: maximum number of nodes that a walk visits.
        actions: maximum number of actions at a decision.
    """

    nodes: int
    actions: int


class _LaneRoom(NamedTuple):
    """The workspace and the log of a lane."""

    walk: TableWalk
    log: ChangeLog

    @classmethod
    def make(cls, size: WalkSize) -> _LaneRoom:
        return cls(walk_arrays(size), lane_log(size))


class _Lane:
    """The deals of a lane in a round, and how far it has walked through them."""

    def __init__(
        self, training: TableTraining, arrays: TableArrays, number: int, room: _LaneRoom
    ) -> None:
        self.training, self.arrays, self.number, self.room = training, arrays, number, room
        self.done = 0
        self.deals: DealtHands | None = None
        self.state = raw_words(training.seed, training.rounds, number, count=4)

    @property
    def is_done(self) -> bool:
        return self.done == self.training.deals * self.training.betting.players

    def walk(self) -> None:
        """Learn from the deals until all are done or the log is full."""
        from handsight.kernels.multiway.training import learn_table

        training = self.training
        if self.deals is None:
            chunk = training.rounds * LANES + self.number
            self.deals = training.source.draw_hands(
                training.deals, training.betting.players, training.seed, chunk
            )
        self.room.log.sizes[:] = 0
        self.done = learn_table(
            self.arrays,
            self.deals.buckets,
            self.deals.strengths,
            training.regrets,
            self.state,
            self.room.walk,
            self.room.log,
            training.explore,
            self.done,
        )


def _apply(
    logs: list[ChangeLog], weight: np.float32, table: tuple[int, NDArray[np.float32]]
) -> None:
    from handsight.kernels.multiway.training import apply_changes

    kind, numbers = table
    for log in logs:
        apply_changes(log, kind, weight, numbers)


# --- arrays for the kernels -----------------------------------------------------------------------


def tree_arrays(betting: TableBetting, counts: tuple[int, int, int, int]) -> TableArrays:
    """Convert the betting of a table to the arrays that the kernels walk through.

    Args:
        betting: the betting.
        counts: number of buckets on each street.
    """
    from handsight.kernels.multiway.training import TableArrays

    tree, seats = betting.tree, betting.players
    shapes = (tree.preflop, *tree.shapes)
    starts = np.concatenate([[0], np.cumsum([len(shape.players) for shape in shapes])])
    count = len(tree.entries) + 1
    nodes = np.zeros((starts[-1], 4), np.int32)
    puts = np.zeros((starts[-1], seats), np.float32)
    for shape, start in zip(shapes, starts.tolist(), strict=False):
        part = slice(start, start + len(shape.players))
        nodes[part, 0], nodes[part, 1], nodes[part, 3] = shape.players, shape.streets, shape.counts
        entering = shape.players == ENTERS
        nodes[part, 2] = shape.firsts + np.where(entering, 1, start)
        puts[part, : shape.paid.shape[1]] = shape.paid
    most = np.sort(puts, axis=1)[:, -2:]
    bases = np.zeros(count, np.int64)
    parts = tree.parts(counts)[1:]
    table = np.full((count, seats), -1, np.int8)
    players = np.full((count, seats), -1, np.int8)
    table[0] = players[0] = range(seats)
    roots = np.zeros(count, np.int32)
    chips, units = np.zeros(count, np.float32), np.ones(count, np.float32)
    chips[0] = betting.ante * seats
    paid = np.zeros((count, seats), np.float32)
    for number, entry in enumerate(tree.entries, 1):
        place = tree.pots[entry.pot].shape
        roots[number], bases[number] = starts[place + 1], parts[entry.pot][1]
        chips[number] = entry.chips
        units[number] = chips[number] / tree.shapes[place].pot
        paid[number] = entry.paid
        for player, seat in enumerate(entry.seats):
            table[number, player], players[number, seat] = seat, player
    paid += betting.ante
    return TableArrays(
        nodes,
        np.concatenate([shape.rows(counts)[:-1] for shape in shapes]),
        puts,
        puts.sum(1) - (most[:, 1] - most[:, 0]),
        np.concatenate([shape.live for shape in shapes]),
        roots,
        bases,
        table,
        players,
        chips,
        paid,
        units,
        np.float32(betting.rake),
        np.float32(np.inf if betting.rake_cap is None else betting.rake_cap),
    )


def longest_walk(arrays: TableArrays) -> WalkSize:
    """Return the room that is enough for every walk through the betting of a table.

    Args:
        arrays: the betting of the table.
    """
    from handsight.kernels.multiway.training import COUNT, PLAYER, most_visited

    starts = np.unique(np.append(arrays.roots, len(arrays.nodes)))
    seats = arrays.puts.shape[1]
    inside = {
        (root, player): most_visited(arrays.nodes, root, end, player, np.zeros(0, np.int64))
        for root, end in zip(starts[1:-1].tolist(), starts[2:].tolist(), strict=True)
        for player in range(seats)
    }
    size = 0
    roots = arrays.roots.tolist()
    for seat in range(seats):
        numbers = arrays.players[:, seat].tolist()
        entered = np.array(
            [
                inside[root, player] if number and player >= 0 else 1
                for number, (root, player) in enumerate(zip(roots, numbers, strict=True))
            ],
            np.int64,
        )
        size = max(size, most_visited(arrays.nodes, 0, int(starts[1]), seat, entered))
    actions = int(arrays.nodes[arrays.nodes[:, PLAYER] >= 0, COUNT].max())
    return WalkSize(int(size), actions)


def walk_arrays(size: WalkSize) -> TableWalk:
    """Return arrays for a walk to write to.

    Args:
        size: the room that a walk needs.
    """
    from handsight.kernels.multiway.training import TableWalk

    return TableWalk(
        np.zeros(size.nodes, np.int32),
        np.zeros(size.nodes, np.int32),
        np.zeros(size.nodes, np.int32),
        np.zeros(size.nodes, np.float32),
        np.zeros((size.nodes, size.actions), np.float32),
    )


def lane_log(size: WalkSize) -> ChangeLog:
    """Return an empty log with room for at least two walks, and usually for many.

    Args:
        size: the room that a walk needs.
    """
    from handsight.kernels.multiway.training import ChangeLog

    marks = max(2 * size.nodes, min(LOG_WALKS * size.nodes, LOG_MARKS))
    return ChangeLog(
        np.zeros(marks, np.int64),
        np.zeros(marks * size.actions, np.float32),
        np.zeros(2, np.int64),
    )
