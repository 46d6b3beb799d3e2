"""A likelihood from plain counts of actions before the flop, by hand class and position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError
from handsight.opponents.model.boards import class_numbers
from handsight.opponents.model.contexts import FOLD, MOST_BEHIND, RAISE, Context
from handsight.opponents.model.likelihoods.dirichlet import DirichletLikelihood
from handsight.opponents.model.likelihoods.likelihood import Label, Labels, ModelInput
from handsight.ranges.combos import CLASSES, COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

OF_ALL, OF_POSITION = 1.0, 5.0
"""The weights, in decisions of a class, of two priors: the actions of all classes, and the actions
of the class in all positions. Of a few pairs of weights tried on real hands, this pair was best;
that choice favours this likelihood in comparisons with others."""

SHAPE = (2, MOST_BEHIND + 1, len(CLASSES), RAISE + 1)


class HistogramLikelihood:
    """A likelihood that only counts how often players with each of the 169 classes took an action.

    The counts distinguish positions, and whether someone has raised. From the flop on, every combo
    has the player's frequencies. This likelihood is the baseline for all others. It counts only
    hands in which the hole cards of all players are known, because no folded hand reaches a
    showdown. Before the first such hand, the probabilities are those of a `DirichletLikelihood`
    that has seen no hands.

    Attributes:
        counts_: float64[2, 6, 169, 3], the counts by whether someone has raised, by the number of
            seats that act later (5 stands for 5 or more), by class and by action.

    Example:
        >>> HistogramLikelihood().counts_.shape
        (2, 6, 169, 3)
    """

    name = "histogram"

    def __init__(self) -> None:
        self.counts_: NDArray[np.float64] = np.zeros(SHAPE)
        self._unlearned = DirichletLikelihood()

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of the actions for each combo: float64[1326, 3]."""
        if not self.counts_.any():
            return self._unlearned.chances(spot)
        if spot.context.street:
            return np.tile(spot.frequencies, (COMBO_COUNT, 1))
        return np.asarray(self.table_of(spot.context)[class_numbers()])

    def table_of(self, context: Context) -> NDArray[np.float64]:
        """Return the probabilities of the actions for each class in a context: float64[169, 3]."""
        raised, behind = _place(context)
        here = self.counts_[raised]
        wide = here.sum(axis=0)
        table = _mixed(wide, (wide.sum(axis=0) + 1) / (wide.sum() + RAISE + 1), OF_ALL)
        table = _mixed(here[behind], table, OF_POSITION)
        if context.free:
            table[:, FOLD] = 0
            table /= table.sum(axis=1, keepdims=True)
        return table

    def fit(self, labels: Labels) -> None:
        """Forget all counts, and count decisions before the flop.

        Only hands in which the hole cards of all players are known are counted, without folds where
        checking was free.
        """
        self.counts_ = np.zeros(SHAPE)
        classes = class_numbers()
        for label in labels(False):
            context = label.spot.context
            if label.whole and not (context.free and label.action == FOLD):
                self.counts_[(*_place(context), classes[label.combo], label.action)] += 1

    def learn(self, label: Label) -> None:
        """Learn nothing, because shown hands do not tell how many similar hands were folded."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the counts as a named array."""
        return {"counts": self.counts_}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the counts from the result of `arrays`.

        Raises:
            InputError: if the arrays are not the counts of this type of likelihood.
        """
        counts = arrays.get("counts")
        if counts is None or counts.shape != SHAPE:
            raise InputError(f"the counts of a histogram must have the shape {SHAPE}")
        self.counts_ = counts


def _place(context: Context) -> tuple[int, int]:
    return int(context.raises > 0), min(context.behind, MOST_BEHIND)


def _mixed(
    counts: NDArray[np.float64], base: NDArray[np.float64], strength: float
) -> NDArray[np.float64]:
    of_class = counts.sum(axis=1, keepdims=True)
    return np.asarray((counts + strength * base) / (of_class + strength))
