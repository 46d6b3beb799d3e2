"""A likelihood of ordered soft thresholds, corrected by Dirichlet counts of known hands.

Each combo belongs to a cell. Before the flop, the cell is the combo's class. From the flop on, the
cell depends on the combo's percentile inside the player's range, and on how much later cards can
change the combo's value. Each cell has probabilities of fold, call and raise. These probabilities
start as soft thresholds on the percentile. They are then mixed with the actions of players whose
cards were seen, from wide groups of contexts to narrow groups. Last, they are scaled so that their
average over the range matches how often the player takes each action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError
from handsight.opponents.model.boards import BINS, CELLS, KINDS, class_percentiles
from handsight.opponents.model.contexts import (
    CALL,
    FOLD,
    LEADS,
    LEVELS,
    RAISE,
    Context,
    is_after_the_flop,
    levels_of,
)
from handsight.opponents.model.files import checked_array
from handsight.opponents.model.frequencies import STYLE_GROUP
from handsight.opponents.model.likelihoods.likelihood import Label, Labels, ModelInput
from handsight.opponents.model.priors import steepness
from handsight.ranges.combos import COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

BEFORE = (20.0, 20.0, 5.0, 10.0, 40.0, 100.0)
AFTER = (10.0, 10.0, 30.0, 60.0, 100.0, 200.0)
"""The weight, in labelled decisions of a cell, that the next wider group of contexts has as a
prior, at each level: `BEFORE` the flop, and `AFTER` it."""

OF_MEANS = 10.0
OF_PLAYER = 20.0
ROUNDS = 30
PASSES = 2
WHOLE, SHOWN = range(2)
"""The indices of two counts of decisions with known cards: `WHOLE` for hands in which all players'
hole cards are known, no matter how the hand went, and `SHOWN` for all other hands."""


class DirichletLikelihood:
    """A likelihood from soft thresholds on the percentile inside the range, and counts of actions.

    Cards that are known only from a showdown tell how often the hands of a cell raise when they
    stay in, but nothing about how often they fold.

    Attributes:
        counts_: {group of contexts: float64[2, cells, 3]}, the counts of all players' decisions
            with known cards, by cell and action: first in hands in which the hole cards of all
            players are known (`WHOLE`), then in all other hands (`SHOWN`).
        players_: {(name, group of contexts at the level `STYLE_GROUP`): float64[2, cells, 3]}, the
            same counts for each player who has shown hands since `fit`.
        tables_: {group of contexts: float64[cells, 3]}, the probabilities of the actions for each
            cell, computed from the counts.

    Example:
        >>> DirichletLikelihood().tables_
        {}
    """

    name = "dirichlet"

    def __init__(self) -> None:
        self.counts_: dict[int, NDArray[np.float64]] = {}
        self.players_: dict[tuple[str, int], NDArray[np.float64]] = {}
        self.tables_: dict[int, NDArray[np.float64]] = {}
        self._parents: dict[int, tuple[int, Context]] = {}

    # --- queries ----------------------------------------------------------------------------------

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of the actions for each combo: float64[1326, 3]."""
        from handsight.kernels.opponents.updates import calibrate, spread_over_combos, weigh_cells

        cells = self.cells_of(spot)
        table = self._table_of(spot).copy()
        masses = np.empty(len(table))
        weigh_cells(cells, spot.weights, masses)
        wanted = np.array(spot.frequencies)
        calibrate(table, masses, wanted, ROUNDS)
        spread = np.empty((COMBO_COUNT, RAISE + 1))
        spread_over_combos(cells, table, spread)
        return spread

    def cells_of(self, spot: ModelInput) -> NDArray[np.int64]:
        """Return the cell of each combo: int64[1326].

        Args:
            spot: the decision, with the range that defines the percentiles.
        """
        from handsight.kernels.opponents.updates import sort_into_cells

        board = spot.board
        if board.cells is not None:
            return board.cells
        cells = np.zeros(COMBO_COUNT, np.int64)
        sort_into_cells(board.order, board.kinds, spot.weights, BINS, cells)
        return cells

    def _table_of(self, spot: ModelInput) -> NDArray[np.float64]:
        groups = levels_of(spot.context)
        table = None
        for group in reversed(groups):
            if (table := self.tables_.get(group)) is not None:
                break
        if table is None:
            table = thresholds(spot.context)
        own = self.players_.get((spot.name, groups[STYLE_GROUP]))
        return table if own is None else _mixed(own, table, OF_PLAYER)

    # --- learning ---------------------------------------------------------------------------------

    def fit(self, labels: Labels) -> None:
        """Forget all counts, and count all decisions with known cards by cell."""
        self.counts_, self.players_, self.tables_, self._parents = {}, {}, {}, {}
        self._count(labels(False))
        self._build()
        before = self.counts_.copy()
        for _ in range(PASSES):
            self.counts_ = before.copy()
            self._count(labels(True))
            self._build()

    def learn(self, label: Label) -> None:
        """Count a decision with known cards, but only for the player who made the decision."""
        group = levels_of(label.spot.context)[STYLE_GROUP]
        key = (label.spot.name, group)
        street = label.spot.context.street
        if key not in self.players_:
            self.players_[key] = np.zeros((2, CELLS[street], RAISE + 1))
        _add(self.players_[key], label, self.cells_of(label.spot)[label.combo])

    def _count(self, labels: Iterable[Label]) -> None:
        for label in labels:
            context = label.spot.context
            cell = self.cells_of(label.spot)[label.combo]
            groups = levels_of(context)
            for level, group in enumerate(groups):
                if group not in self.counts_:
                    self.counts_[group] = np.zeros((2, CELLS[context.street], RAISE + 1))
                    self._parents[group] = (groups[level - 1] if level else 0, context)
                _add(self.counts_[group], label, cell)

    def _build(self) -> None:
        """Build the tables of all groups from the counts, wide groups before narrow groups."""
        self.tables_ = {}
        means: dict[int, NDArray[np.float64]] = {}
        for group in sorted(self.counts_):
            parent, context = self._parents[group]
            counts = self.counts_[group]
            counts = _blurred(counts) if context.street else counts
            strengths = AFTER if context.street else BEFORE
            base = self.tables_.get(parent)
            base = thresholds(_widest(context)) if base is None else base
            sums, masses = counts[WHOLE].sum(axis=0), counts[WHOLE].sum(axis=1)
            above = means.get(parent)
            if above is None:
                # The observed shares alone could be 0, which no table could leave again.
                above = masses @ base / masses.sum() if sums.sum() else sums
            means[group] = (sums + OF_MEANS * above) / (sums.sum() + OF_MEANS)
            if sums.sum():
                base = _scaled(base, masses, means[group])
            strength = strengths[min(len(str(group)) - 2, LEVELS - 1)]
            self.tables_[group] = _mixed(counts, base, strength)

    # --- as plain data ----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the counts and tables as named arrays."""
        named: dict[str, NDArray[Any]] = {}
        for group, counts in self.counts_.items():
            named[f"counts {group}"] = counts
        for group, table in self.tables_.items():
            named[f"table {group}"] = table
        for (name, group), counts in self.players_.items():
            named[f"player {group} {name}"] = counts
        return named

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the counts and tables from the result of `arrays`.

        Raises:
            InputError: if an array does not belong to this type of likelihood.
            ValueError: if the name of an array has another form.
        """
        self.counts_, self.tables_, self.players_ = {}, {}, {}
        for name, array in arrays.items():
            what, number, *player = name.split(" ", 2)
            group = int(number)
            rows = (CELLS[is_after_the_flop(group)], RAISE + 1)
            if what == "table":
                self.tables_[group] = checked_array(name, array, rows)
            elif what == "counts":
                self.counts_[group] = checked_array(name, array, (2, *rows))
            elif what == "player":
                self.players_[player[0], group] = checked_array(name, array, (2, *rows))
            else:
                raise InputError(f"{name!r} is not an array of this likelihood")


def thresholds(context: Context) -> NDArray[np.float64]:
    """Return the probabilities of the actions with each cell before any decision is counted.

    The probabilities are soft thresholds on the percentile: the better a hand, the more often it
    calls rather than folds, and raises rather than calls. The positions of the thresholds are set
    later, by how often the player takes each action.

    Returns:
        float64[cells, 3]; each row sums to 1.

    Example:
        >>> from handsight.opponents.model.contexts import BettingContext
        >>> chances = thresholds(BettingContext([1000] * 3, button=0, posts=[0, 5, 10]).context(0))
        >>> chances.shape, bool(chances[0, RAISE] > 0.9)
        ((169, 3), True)
    """
    return _thresholds(context.street > 0, context.free, steepness(context))


def _widest(context: Context) -> Context:
    """Return the context for the thresholds of a widest group, the same for all its contexts.

    Before the flop, such a group has decisions with and without a price. Its thresholds must allow
    folds: what is scaled from a probability of 0 stays 0.
    """
    if context.street:
        return context._replace(lead=LEADS)
    return context._replace(price=1.0)


@cache
def _thresholds(after: bool, free: bool, slope: float) -> NDArray[np.float64]:
    places = np.repeat((np.arange(BINS) + 0.5) / BINS, KINDS) if after else class_percentiles()
    logits = slope * (places[:, None] - 0.5) * np.arange(RAISE + 1)
    chances = np.exp(logits)
    if free:
        chances[:, FOLD] = 0.0
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def _add(counts: NDArray[np.float64], label: Label, cell: int) -> None:
    if label.spot.context.free and label.action == FOLD:
        return
    counts[WHOLE if label.whole else SHOWN, cell, label.action] += 1


def _mixed(
    counts: NDArray[np.float64], base: NDArray[np.float64], strength: float
) -> NDArray[np.float64]:
    """Return the posterior mean of each action's probability for each cell: float64[cells, 3].

    The share of folds is estimated first, and then the ratio of calls to raises.

    Args:
        counts: float64[2, cells, 3], the counts at the indices `WHOLE` and `SHOWN`.
        base: float64[cells, 3], the prior probabilities.
        strength: the weight of the prior, in decisions of a cell.
    """
    whole, shown = counts
    seen = whole + shown
    stay = base[:, CALL] + base[:, RAISE]
    folds = (whole[:, FOLD] + strength * base[:, FOLD]) / (whole.sum(axis=1) + strength)
    stays = seen[:, CALL] + seen[:, RAISE] + strength * stay
    # Raises are computed as a part of the hands that stay in, so calls never fall below 0.
    raises = (1 - folds) * ((seen[:, RAISE] + strength * base[:, RAISE]) / np.maximum(stays, 1e-12))
    return np.stack((folds, 1 - folds - raises, raises), axis=1)


def _scaled(
    base: NDArray[np.float64], masses: NDArray[np.float64], wanted: NDArray[np.float64]
) -> NDArray[np.float64]:
    from handsight.kernels.opponents.updates import calibrate

    scaled = base.copy()
    calibrate(scaled, masses, wanted, ROUNDS)
    return scaled


def _blurred(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Smooth counts over neighbouring percentile bins, because players treat such hands alike."""
    binned = counts.reshape(2, BINS, KINDS, RAISE + 1)
    padded = np.concatenate((binned[:, :1], binned, binned[:, -1:]), axis=1)
    blurred = 0.25 * padded[:, :-2] + 0.5 * padded[:, 1:-1] + 0.25 * padded[:, 2:]
    return np.asarray(blurred.reshape(counts.shape))
