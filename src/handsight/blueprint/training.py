"""Training of a blueprint: rounds of Monte Carlo learning, on threads or any executor.

A round has a fixed number of lanes. Each lane learns from its own deals, starting with the regrets
at the beginning of the round. The round adds the mean of the lanes' changes to the regrets. (Their
sum would go four steps where each lane has seen one: on Leduc the result was five times as far from
the equilibrium.) So the resulting bytes depend on the seed and the number of rounds, but not on how
the work was divided. Round r counts r times as much as the first round (linear discounting, Brown &
Sandholm 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.tree import BIG_BLIND, HandBetting, HandTree
from handsight.errors import InputError, OptionError
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from handsight.kernels.blueprint.training import BetTree, WalkArrays
    from handsight.runtime.archives import ArchiveReader

LANES = 4
DEALS = 25_000
"""Default number of deals in each lane of a round."""

EXPLORE = 0.02
MOST_EXPLORING = 0.5

MOST_DEALS = 10_000_000
MOST_ROUNDS = 10**7
KIND, VERSION = "handsight training", 2
FULL = 255
"""The approximate sum of a bucket's shares at a decision when they are stored as bytes."""

HANDS_PER_BOARD = 4
"""Number of pairs of hands that share a board, which takes less time than a board for each pair."""


JUDGED_DEALS = 2_000
"""Maximum number of deals that are played for the curve between two calls of ``stop``."""


class DealSource(Protocol):
    """A source of deals; it reveals only the buckets of both hands, and who wins."""

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""

    @property
    def digest(self) -> str:
        """A digest that identifies these buckets."""

    def draw_deals(
        self, count: int, seed: int, chunk: int = 0, hands_per_board: int = 1
    ) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
        """Draw deals of two hands and a board.

        Args:
            count: number of deals.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the deals are for.
            hands_per_board: number of pairs of hands that share a board.

        Returns:
            uint16[count, 2, 4], the buckets of both hands on each street; and int8[count], 1 if
            player 0 wins the showdown, -1 if player 1 wins it, 0 for a tie.
        """


class CurvePoint(NamedTuple):
    """The strength of a blueprint at one point of its training, measured against its final self.

    Attributes:
        deals: number of deals that the blueprint had learned from at that point.
        mean: its mean winnings, in thousandths of a big blind per hand.
        error: standard error of the mean.
    """

    deals: int
    mean: float
    error: float


Watcher: TypeAlias = Callable[[int, int], bool]
"""Called after each round with the number of rounds and the number of deals so far (of boards, if a
best response is learned); returns whether to stop."""


class Training:
    """Training of a blueprint: its regrets and average strategies.

    Args:
        betting: the stacks and the bet sizes.
        source: source of the deals to learn from.
        seed: seed of all random draws.
        deals: number of deals in each lane of a round; `DEALS` if None.
        explore: the probability with which the opponent of the player who learns acts at random at
            a decision, 0..0.5.

    Attributes:
        rounds: number of rounds so far.
        regrets: float32[numbers], the summed regrets of each action with each bucket at each
            decision, weighted by round.
        averages: float32[numbers], the summed probabilities of each action with each bucket at each
            decision, from the visits by the opponent of the player who learns, weighted by round.
        snapshots: the strategy after 1, 2, 4, 8 ... rounds, by the number of rounds.

    Raises:
        OptionError: if the seed, the number of deals or ``explore`` is invalid, or the tree is too
            large.
    """

    def __init__(
        self,
        betting: HandBetting,
        source: DealSource,
        seed: int = 0,
        deals: int | None = None,
        explore: float = EXPLORE,
    ) -> None:
        self.deals = DEALS if deals is None else deals
        require_settings(self.deals, MOST_DEALS, explore)
        self.betting, self.source, self.explore = betting, source, float(explore)
        self.seed = checked_seed(seed)
        self.rows = betting.tree.rows(source.counts)
        self.rounds = 0
        self.regrets = np.zeros(self.rows[-1], np.float32)
        self.averages = np.zeros(self.rows[-1], np.float32)
        self.snapshots: dict[int, NDArray[np.uint8]] = {}

    @property
    def all_deals(self) -> int:
        """The number of deals that the training has learned from so far."""
        return self.rounds * LANES * self.deals

    def learn(
        self, rounds: int, executor: Executor | None = None, watch: Watcher | None = None
    ) -> None:
        """Learn for some more rounds.

        Args:
            rounds: maximum number of further rounds.
            executor: executor that runs the lanes; None runs them in this thread. Threads share the
                tables, but processes get copies of them in each round.
            watch: called after each round with the number of rounds and the number of deals so far;
                the training stops if it returns True.
        """
        tree = bet_tree(self.betting.tree, self.rows)
        for _ in range(rounds):
            base = self.regrets
            regrets, averages = base.copy(), self.averages
            number = self.rounds
            how = self.seed, self.deals, self.explore, number
            work = partial(_learn_lane, tree, self.source, base, *how)
            for lane_regrets, lane_averages in map_chunks(work, range(LANES), executor):
                lane_regrets -= base
                lane_regrets /= np.float32(LANES)
                regrets += lane_regrets
                averages += lane_averages
            weight = np.float32((number + 1) / (number + 2))
            regrets *= weight
            averages *= weight
            self.regrets = regrets
            self.rounds += 1
            if self.rounds & (self.rounds - 1) == 0:
                self.snapshots[self.rounds] = self.strategy()
            if watch is not None and watch(self.rounds, self.all_deals):
                return

    def strategy(self) -> NDArray[np.uint8]:
        """Return the average strategy: the share of each action with each bucket at each decision.

        The shares are uint8[numbers]; those of a bucket at a decision add up to about `FULL`. A
        bucket without averages at a decision gets its shares there from the regrets, or equal
        shares if none of these regrets is positive.
        """
        strategy = np.zeros(len(self.averages), np.uint8)
        tree = self.betting.tree
        for node in np.flatnonzero(self.rows[1:] > self.rows[:-1]):
            place = slice(self.rows[node], self.rows[node + 1])
            shape = (-1, int(tree.counts[node]))
            shares = self.averages[place].reshape(shape)
            regrets = np.maximum(self.regrets[place].reshape(shape), 0)
            met = shares.sum(1, keepdims=True) > 0
            shares = np.where(met, shares, regrets)
            total = shares.sum(1, keepdims=True)
            shares = np.where(total > 0, shares, 1)
            shares = shares / shares.sum(1, keepdims=True)
            strategy[place] = np.rint(shares * FULL).ravel()
        return strategy

    def curve(
        self,
        deals: int = 20_000,
        executor: Executor | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> list[CurvePoint]:
        """Play each snapshot against the current strategy, and return the results.

        Args:
            deals: number of deals for each snapshot; all snapshots play the same deals.
            executor: executor that plays the deals; None plays them in this thread.
            stop: called each time `JUDGED_DEALS` or fewer deals have been played; if it returns
                True, the points completed by then are returned. None to play all snapshots.
        """
        tree, now = bet_tree(self.betting.tree, self.rows), self.strategy()
        buckets, outcomes = self.source.draw_deals(deals, self.seed + 1)  # not learned from
        parts = [slice(begin, begin + JUDGED_DEALS) for begin in range(0, deals, JUDGED_DEALS)]
        rounds = sorted(self.snapshots)
        tasks = (
            ((buckets[part], outcomes[part]), self.snapshots[each])
            for each in rounds
            for part in parts
        )
        points, results = list[CurvePoint](), list[NDArray[np.float64]]()
        scale = 1000 / BIG_BLIND
        for result in map_chunks(partial(_judge, tree, now), tasks, executor):
            results.append(result)
            if len(results) == len(parts):
                won = np.concatenate(results)
                error = float(won.std(ddof=1)) / np.sqrt(deals) if deals > 1 else 0.0
                all_deals = rounds[len(points)] * LANES * self.deals
                points.append(CurvePoint(all_deals, float(won.mean()) * scale, error * scale))
                results.clear()
            if stop is not None and stop():
                break
        return points

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write everything that is needed to continue the training to a file.

        Args:
            path: path of the file; an existing file is replaced once the new one is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        head = {
            **question_of(self),
            "rounds": self.rounds,
            "snapshots": sorted(self.snapshots),
        }
        arrays: dict[str, NDArray[Any]] = {"regrets": self.regrets, "averages": self.averages}
        arrays |= {f"strategy_{number}": each for number, each in self.snapshots.items()}
        write_archive(path, KIND, VERSION, head, arrays)

    def load(self, path: Path | str) -> None:
        """Load a saved training, so that `learn` continues it.

        Args:
            path: a file written by a training with the same betting, buckets, seed, deals and
                ``explore``.

        Raises:
            InputError: if the file is damaged, has another version, or belongs to another training.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            require_same_training(head, question_of(self))
            rounds, snapshots = head["rounds"], head["snapshots"]
            if not is_whole(rounds, range(MOST_ROUNDS + 1)):
                raise InputError(f"rounds is {rounds!r}")
            if snapshots != [1 << n for n in range(rounds.bit_length()) if rounds]:
                raise InputError(f"snapshots is {snapshots!r}")
            size = (int(self.rows[-1]),)
            regrets, averages = read_numbers(archive, int(self.rows[-1]))
            kept = {
                number: archive.array(f"strategy_{number}", "|u1", size) for number in snapshots
            }
        self.rounds, self.regrets, self.averages, self.snapshots = rounds, regrets, averages, kept


# --- what trainings for two and for more players share --------------------------------------------


def require_settings(deals: int, most: int, explore: float) -> None:
    """Check settings of a training.

    Args:
        deals: number of deals in each lane of a round.
        most: the maximum of ``deals``.
        explore: the probability with which others than the learner act at random at a decision.

    Raises:
        OptionError: if a setting is invalid.
    """
    if not is_whole(deals, range(1, most + 1)):
        raise OptionError(f"deals is {deals!r}; it must be from 1 to {most:,}")
    if not 0 <= explore <= MOST_EXPLORING:
        raise OptionError(f"explore is {explore!r}; it must be a share from 0 to {MOST_EXPLORING}")


class _Settings(Protocol):
    """A training, as far as its settings are concerned."""

    betting: Any
    source: Any
    seed: int
    deals: int
    explore: float


def question_of(training: _Settings) -> dict[str, Any]:
    """Return all settings that affect what is learned, as JSON-compatible data."""
    return {
        "betting": training.betting.fields(),
        "buckets": training.source.digest,
        "seed": training.seed,
        "deals": training.deals,
        "explore": training.explore,
    }


def read_numbers(
    archive: ArchiveReader, count: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Read the regrets and averages of a saved training: float32[count] each.

    Raises:
        InputError: if they are damaged, or some of them are not finite.
    """
    regrets, averages = (
        archive.array(name, "<f4", (count,)).copy() for name in ("regrets", "averages")
    )
    if not (np.isfinite(regrets).all() and np.isfinite(averages).all()):
        raise InputError("some numbers are not finite")
    return regrets, averages


def require_same_training(head: Mapping[str, Any], question: Mapping[str, Any]) -> None:
    """Check that a file is of a training with the same settings.

    Args:
        head: the header of the file.
        question: the settings of this training.

    Raises:
        InputError: if a setting differs.
        KeyError: if the file lacks a setting.
    """
    for name, mine in question.items():
        if head[name] != mine:
            raise InputError(f"its {name} is {head[name]}, but this training has {mine}")


def bet_tree(tree: HandTree, rows: NDArray[np.int64]) -> BetTree:
    """Convert a tree to the arrays that the kernels walk through.

    Args:
        tree: the tree.
        rows: int64[nodes + 1], the index where each node's numbers begin; see `HandTree.rows`.
    """
    from handsight.kernels.blueprint.training import BetTree

    nodes = np.stack([tree.players, tree.streets, tree.firsts, tree.counts], 1).astype(np.int32)
    return BetTree(nodes, rows[:-1].copy(), tree.paid.min(1).astype(np.float32))


def walk_arrays(tree: BetTree) -> WalkArrays:
    """Return arrays for a walk through a tree to write to.

    Args:
        tree: the tree to walk.
    """
    from handsight.kernels.blueprint.training import COUNT, WalkArrays

    size, actions = len(tree.nodes), int(tree.nodes[:, COUNT].max())
    return WalkArrays(
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.float32),
        np.zeros((size, actions), np.float32),
    )


def _learn_lane(
    tree: BetTree,
    source: DealSource,
    base: NDArray[np.float32],
    seed: int,
    deals: int,
    explore: float,
    number: int,
    lane: int,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Learn from the deals of a lane; return its new regrets, and what to add to the averages."""
    from handsight.kernels.blueprint.training import learn_deals

    buckets, outcomes = source.draw_deals(deals, seed, number * LANES + lane, HANDS_PER_BOARD)
    regrets, averages = base.copy(), np.zeros_like(base)
    state = raw_words(seed, number, lane, count=4)
    learn_deals(tree, buckets, outcomes, regrets, averages, state, walk_arrays(tree), explore)
    return regrets, averages


def _judge(
    tree: BetTree,
    now: NDArray[np.uint8],
    task: tuple[tuple[NDArray[np.uint16], NDArray[np.int8]], NDArray[np.uint8]],
) -> NDArray[np.float64]:
    from handsight.kernels.blueprint.training import play_out

    (buckets, outcomes), strategy = task
    results = np.zeros(len(outcomes))
    reach = np.zeros(len(tree.nodes), np.float32)
    play_out(tree, buckets, outcomes, strategy, now, reach, results)
    return results
