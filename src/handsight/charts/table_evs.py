"""What each action before the flop wins at a table, if everybody follows a blueprint.

The values are means over random deals, and come with standard errors. In each deal, every action of
a player is tried, while the others draw theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.kept_values import (
    path_beside,
    require_same,
    strategy_digest,
    values_beside,
)
from handsight.blueprint.tree import BIG_BLIND
from handsight.charts.evs import FILES, SEED
from handsight.charts.lines import all_decisions
from handsight.multiway.training import lane_log, longest_walk, tree_arrays, walk_arrays
from handsight.ranges.combos import CLASSES
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.chunks import map_chunks
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.multiway import TableBlueprint

KIND, VERSION = "handsight table values", 1

LEAST_REACH = 1e-4
"""Decisions that come up in a smaller share of all hands than this have no values."""

DEALS = 200_000
"""Default number of deals for an estimate."""

CHUNK = 2_500
"""The number of deals of a chunk of work."""

FINEST = 100
"""Values are stored in whole hundredths of a big blind."""

MOST_ERROR = 3.0
"""Values with a larger standard error, in big blinds, count as unknown."""

UNKNOWN = np.iinfo(np.int16).min


class TableValues:
    """How much more each action before the flop wins than the first one there, by hand class.

    Attributes:
        blueprint: the blueprint of the table.
        columns: {node: index in ``evs`` of its first action} of the decisions that come up at least
            as often as `LEAST_REACH`.
        evs: float64[actions, 169], in big blinds, what an action wins more than the first action of
            its decision, which is a fold or, where it costs nothing, a check; NaN if unknown, or
            more uncertain than `MOST_ERROR`.
        errors: float64[actions, 169], the standard errors of ``evs``, in big blinds; NaN where
            ``evs`` is.
    """

    def __init__(
        self, blueprint: TableBlueprint, evs: NDArray[np.float64], errors: NDArray[np.float64]
    ) -> None:
        unsure = ~(np.rint(errors * FINEST) <= MOST_ERROR * FINEST)  # also after a single deal
        self.blueprint = blueprint
        self.evs, self.errors = (np.where(unsure, np.nan, each) for each in (evs, errors))
        self.columns = _columns(blueprint)

    @classmethod
    def estimate(
        cls,
        blueprint: TableBlueprint,
        deals: int = DEALS,
        seed: int = SEED,
        *,
        executor: Executor | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> TableValues:
        """Estimate the values of a blueprint from random deals.

        Args:
            blueprint: the blueprint of the table.
            deals: number of deals, rounded up to a multiple of 2,500; the more deals, the smaller
                the errors.
            seed: selects the deals.
            executor: pool of threads that share the work; it does not change the values. None does
                the work in this thread.
            progress: called with the number of chunks of deals that have been played, and the
                number of all chunks.
        """
        from handsight.kernels.multiway.training import learn_table
        from handsight.kernels.multiway.values import add_values

        counts = blueprint.buckets.counts
        columns = _columns(blueprint)
        sizes = [len(blueprint.tree.options(node)) for node in columns]
        rows = blueprint.tree.preflop.rows(counts)
        nodes = np.array(list(columns))
        begins, ends = rows[nodes], rows[nodes + 1]
        firsts = np.array(list(columns.values()))
        arrays = tree_arrays(blueprint.betting, counts)
        size = longest_walk(arrays)
        numbers = blueprint.strategy.astype(np.float32)
        chunks = -(-deals // CHUNK)

        def play(chunk: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
            drawn = blueprint.buckets.draw_hands(CHUNK, blueprint.betting.players, seed, chunk)
            walk, log = walk_arrays(size), lane_log(size)
            state = raw_words(seed, chunk, count=4)
            met = np.zeros((len(nodes), len(CLASSES)), np.int64)
            sums = np.zeros((sum(sizes), 2, len(CLASSES)))
            done = 0
            while done < CHUNK * blueprint.betting.players:
                log.sizes[:] = 0
                done = learn_table(arrays, *drawn, numbers, state, walk, log, 0.0, done)
                add_values(log, begins, ends, firsts, met, sums)
            return met, sums

        met = np.zeros((len(nodes), len(CLASSES)), np.int64)
        sums = np.zeros((sum(sizes), 2, len(CLASSES)))
        for chunk, (more, others) in enumerate(map_chunks(play, range(chunks), executor), 1):
            met, sums = met + more, sums + others
            if progress is not None:
                progress(chunk, chunks)
        weights = np.repeat(met, sizes, 0).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = sums[:, 0] / weights
            spread = np.maximum(sums[:, 1] / weights - mean**2, 0)
            errors = np.sqrt(spread / np.maximum(weights - 1, 0))
        return cls(blueprint, mean / BIG_BLIND, errors / BIG_BLIND)

    def at(self, node: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the values at a decision and their errors: float64[169, actions] each.

        All are NaN at a decision that comes up less often than `LEAST_REACH`.

        Args:
            node: the node of a decision before the flop.
        """
        count = len(self.blueprint.tree.options(node))
        first = self.columns.get(node)
        if first is None:
            unknown = np.full((len(CLASSES), count), np.nan)
            return unknown, unknown
        return self.evs[first : first + count].T, self.errors[first : first + count].T

    def save(self, path: Path | str) -> None:
        """Write the values to a file, in whole hundredths of a big blind, capped at ±327.67.

        Raises:
            OSError: if the file cannot be written.
        """
        head = {"blueprint": strategy_digest(self.blueprint)}
        arrays = {"evs": _whole(self.evs), "errors": _whole(self.errors)}
        write_archive(path, KIND, VERSION, head, arrays, packed=True)

    @classmethod
    def load(cls, path: Path | str, blueprint: TableBlueprint) -> TableValues:
        """Read the values of a blueprint from a file.

        Raises:
            InputError: if the file is damaged, has another version, or is for another blueprint.
            OSError: if the file cannot be read.
        """
        actions = sum(len(blueprint.tree.options(node)) for node in _columns(blueprint))
        with open_archive(path, KIND, VERSION) as archive:
            require_same(archive, blueprint)
            shape = (actions, len(CLASSES))
            evs, errors = (_read(archive.array(name, "<i2", shape)) for name in ("evs", "errors"))
            return cls(blueprint, evs, errors)


def _whole(numbers: NDArray[np.float64]) -> NDArray[np.int16]:
    limit = np.iinfo(np.int16).max
    whole = np.clip(np.rint(numbers * FINEST), -limit, limit)
    return np.where(np.isfinite(numbers), whole, UNKNOWN).astype("<i2")


def _read(numbers: NDArray[np.int16]) -> NDArray[np.float64]:
    return np.where(numbers == UNKNOWN, np.nan, numbers / FINEST)


def table_values_of(blueprint: TableBlueprint, path: Path) -> TableValues:
    """Return the preflop values of a table's blueprint from the file beside it, or estimate them.

    An estimate is kept in the user's cache folder, and read from there the next time.

    Args:
        blueprint: the blueprint.
        path: path of the blueprint's file.

    Raises:
        InputError: if a file is damaged, or holds the values of another blueprint.
        OSError: if a file of values cannot be read, or the estimate cannot be stored.
    """
    beside = path_beside(path, FILES)
    return values_beside(FILES, TableValues.load, TableValues.estimate, blueprint, beside)


def _columns(blueprint: TableBlueprint) -> dict[int, int]:
    columns, count = {}, 0
    for at in all_decisions(blueprint, LEAST_REACH):
        columns[at.node] = count
        count += len(blueprint.tree.options(at.node))
    return columns
