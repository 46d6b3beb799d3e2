"""The likelihood that a plain count gives: each class of hands, by action and position, preflop."""

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
"""How many decisions of a class count as much as what all classes do, and as what the class does in
all positions. Of a few pairs that were tried on real hands these gain most, which favours this
form where others are put beside it."""

SHAPE = (2, MOST_BEHIND + 1, len(CLASSES), RAISE + 1)


class HistogramLikelihood:
    """How often each of the 169 classes was folded, called and raised, and nothing more.

    It tells apart whether there was a raise before, and the position; after the flop it knows
    nothing. It is what every other form has to beat. Only decisions count whose cards are known
    however the hand ended, for a showdown shows no fold. Until there are any, the chances are those
    of a `DirichletLikelihood` that has seen no hands either.

    Attributes:
        counts_: float64[2, 6, 169, 3]: without and with a raise before, by how many seats act
            behind, by class and action.

    Example:
        >>> HistogramLikelihood().counts_.shape
        (2, 6, 169, 3)
    """

    name = "histogram"

    def __init__(self) -> None:
        self.counts_: NDArray[np.float64] = np.zeros(SHAPE)
        self._unlearned = DirichletLikelihood()

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Give the chances of all combos: float64[1326, 3], rows that add up to 1."""
        if not self.counts_.any():
            return self._unlearned.chances(spot)
        if spot.context.street:
            return np.tile(spot.frequencies, (COMBO_COUNT, 1))
        return np.asarray(self.table_of(spot.context)[class_numbers()])

    def table_of(self, context: Context) -> NDArray[np.float64]:
        """Give the chances of the classes: float64[169, 3]."""
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
        """Count the decisions before the flop whose cards are known."""
        self.counts_ = np.zeros(SHAPE)
        classes = class_numbers()
        for label in labels(False):
            context = label.spot.context
            if label.whole and not (context.free and label.action == FOLD):
                self.counts_[(*_place(context), classes[label.combo], label.action)] += 1

    def learn(self, label: Label) -> None:
        """Learn nothing: of hands that are shown nobody knows how many like them were folded."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Give the counts."""
        return {"counts": self.counts_}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take over the counts.

        Raises:
            InputError: for an array that holds no such counts.
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
