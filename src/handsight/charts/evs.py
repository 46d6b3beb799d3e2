"""What each action before the flop wins with each hand class, if both players follow a blueprint.

The values are means over random deals, and come with standard errors.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.kept_values import (
    kept_values,
    path_beside,
    require_same,
    strategy_digest,
)
from handsight.blueprint.training import bet_tree
from handsight.blueprint.tree import BIG_BLIND
from handsight.blueprint.turn_values import nodes_below, turn_starts
from handsight.charts.lines import Reached, all_decisions
from handsight.ranges.combos import CLASSES
from handsight.runtime.archives import open_archive, write_archive
from handsight.solver.all_in.charts import class_matchups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint
    from handsight.blueprint.tree import HandTree
    from handsight.kernels.blueprint.preflop_values import TreeParts

KIND, VERSION = "handsight preflop values", 1
FILES = "preflop"
"""The kind of values in a file, which is part of the file's name."""
DEALS = 50_000
"""Default number of deals for an estimate."""

LANES = 16
"""Number of parts of the deals, which can be played at the same time."""

SEED = 20_261_126
"""Default seed of the deals; a training is unlikely to use the same seed."""

PAIRS_PER_BOARD = 4
LEAST_SPREAD = 1e-6
"""If a class's showdown outcomes have at most this variance, they count as all equal."""


class PreflopValues:
    """What each action before the flop wins, in big blinds, by hand class.

    Attributes:
        blueprint: the blueprint.
        columns: a mapping from the node of each decision to the index in ``evs`` of its first
            action.
        evs: float64[actions, 169], in big blinds, what the player wins from there on: the net
            result of the hand plus the chips that the player has already put in. A fold wins 0.
            NaN for a class against which the opponent has no hand there.
        errors: float64[actions, 169], the standard errors of ``evs``, in big blinds.
    """

    def __init__(
        self, blueprint: Blueprint, evs: NDArray[np.float64], errors: NDArray[np.float64]
    ) -> None:
        self.blueprint, self.evs, self.errors = blueprint, evs, errors
        self.columns = _columns(blueprint)

    @classmethod
    def estimate(
        cls,
        blueprint: Blueprint,
        deals: int = DEALS,
        seed: int = SEED,
        *,
        executor: Executor | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> PreflopValues:
        """Estimate the values of a blueprint from random deals.

        Args:
            blueprint: the blueprint.
            deals: number of deals, rounded up to a multiple of 16; the more deals, the smaller the
                errors.
            seed: selects the deals.
            executor: pool of threads that share the work; it does not change the values. None does
                the work in this thread.
            progress: called with the number of parts of the deals (see `LANES`) that have been
                played, and the number of all parts.
        """
        from handsight.kernels.blueprint.preflop_values import PreflopDecisions, value_actions

        tree, found = blueprint.betting.tree, all_decisions(blueprint)
        counts = [len(tree.options(at.node)) for at in found]
        decisions = PreflopDecisions(
            np.array([at.node for at in found], np.int32),
            np.cumsum([0, *counts[:-1]], dtype=np.int32),
            np.stack([at.reach for at in found]).astype(np.float32),
        )
        arrays, parts, each = bet_tree(tree, blueprint.rows), _parts(tree), -(-deals // LANES)

        def play(lane: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            drawn = blueprint.buckets.draw_deals(each, seed, lane, PAIRS_PER_BOARD)
            weights = np.zeros((len(found), 3, len(CLASSES)))
            sums = np.zeros((sum(counts), 3, len(CLASSES)))
            value_actions(arrays, blueprint.strategy, parts, decisions, *drawn, weights, sums)
            return weights, sums

        weights, sums = (np.zeros(()) for _ in range(2))
        for lane, (more, others) in enumerate(
            (map if executor is None else executor.map)(play, range(LANES)), 1
        ):
            weights, sums = weights + more, sums + others
            if progress is not None:
                progress(lane, LANES)
        exact = np.stack([_mean_outcome(at, tree.acting(at.node)[0]) for at in found])
        evs, errors = _controlled(np.repeat(weights, counts, 0), sums, np.repeat(exact, counts, 0))
        paid = np.array([tree.paid[at.node, tree.acting(at.node)[0]] for at in found])
        return cls(
            blueprint, (evs + np.repeat(paid, counts)[:, None]) / BIG_BLIND, errors / BIG_BLIND
        )

    def at(self, node: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the values at a decision and their errors: float64[169, actions] each.

        Args:
            node: the node of a decision before the flop.
        """
        first, count = self.columns[node], len(self.blueprint.betting.tree.options(node))
        return self.evs[first : first + count].T, self.errors[first : first + count].T

    def save(self, path: Path | str) -> None:
        """Write the values to a file.

        Raises:
            OSError: if the file cannot be written.
        """
        head = {"blueprint": strategy_digest(self.blueprint)}
        arrays = {"evs": self.evs.astype("f4"), "errors": self.errors.astype("f4")}
        write_archive(path, KIND, VERSION, head, arrays, packed=True)

    @classmethod
    def load(cls, path: Path | str, blueprint: Blueprint) -> PreflopValues:
        """Read the values of a blueprint from a file.

        Raises:
            InputError: if the file is damaged, has another version, or is for another blueprint.
            OSError: if the file cannot be read.
        """
        tree = blueprint.betting.tree
        actions = sum(len(tree.options(at.node)) for at in all_decisions(blueprint))
        with open_archive(path, KIND, VERSION) as archive:
            require_same(archive, blueprint)
            shape = (actions, len(CLASSES))
            evs, errors = (archive.array(name, "<f4", shape) for name in ("evs", "errors"))
            return cls(blueprint, evs.astype(np.float64), errors.astype(np.float64))


def _mean_outcome(at: Reached, player: int) -> NDArray[np.float64]:
    """Return the exact mean outcome of a showdown with each class: float64[169], -1 to 1.

    The opponent has the range with which they get to the decision. A class against which they have
    no hand has 0.
    """
    pairs, won = class_matchups()
    weights = at.reach[1 - player]
    met = pairs @ weights
    ahead = (2 * won - pairs) @ weights
    return np.asarray(np.divide(ahead, met, out=np.zeros_like(met), where=met > 0))


def _controlled(
    weights: NDArray[np.float64], sums: NDArray[np.float64], exact: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means and standard errors, with the luck of the showdown as a control variate.

    The mean outcome of the drawn deals differs from the exact one, which is known. A regression on
    the outcome removes what follows from this difference.

    Args:
        weights: float64[actions, 3, 169], as in the kernel `value_actions`, by action.
        sums: float64[actions, 3, 169], as in the kernel.
        exact: float64[actions, 169], the exact mean outcomes.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        total = weights[:, 0]
        outcome, outcome_square = weights[:, 1] / total, weights[:, 2] / total
        mean, square, product = (sums[:, each] / total for each in range(3))
        spread = np.maximum(outcome_square - outcome**2, 0)
        shared = product - mean * outcome
        slope = np.where(spread > LEAST_SPREAD, shared / np.where(spread > 0, spread, 1), 0.0)
        left = np.maximum(square - mean**2 - slope * shared, 0)
        return mean - slope * (outcome - exact), np.sqrt(left / total)


def _parts(tree: HandTree) -> TreeParts:
    """Divide a tree into the part before the turn and one part for each start of a turn."""
    from handsight.kernels.blueprint.preflop_values import TreeParts

    below = [nodes_below(tree, node) for node in turn_starts(tree)]
    inside = {node for part in below for node in part}
    top = [node for node in range(tree.node_count) if node not in inside]
    return TreeParts(
        np.array(top, np.int32),
        np.array([node for part in below for node in part], np.int32),
        np.cumsum([0, *map(len, below)], dtype=np.int64),
    )


def preflop_path(path: Path) -> Path:
    """Return the path of the preflop values that belong to the blueprint file with this path."""
    return path_beside(path, FILES)


def preflop_values_of(stack: int, limit: bool = False, file: str = "") -> PreflopValues:
    """Return the preflop values of a blueprint from the file beside it, or estimate them.

    An estimate takes about ten seconds. It is kept in the user's cache folder, and read from
    there the next time. The arguments are those of `handsight.blueprint.blueprint.blueprint_of`,
    and the errors those of `handsight.blueprint.kept_values.kept_values`.
    """
    return kept_values(FILES, PreflopValues.load, PreflopValues.estimate, stack, limit, file)


def _columns(blueprint: Blueprint) -> dict[int, int]:
    """Return {node: index of its first action} of all decisions before the flop."""
    columns, count = {}, 0
    for at in all_decisions(blueprint):
        columns[at.node] = count
        count += len(blueprint.betting.tree.options(at.node))
    return columns
