"""The evaluator of this project, behind the interface that all evaluators share.

It is the bit arithmetic of `handsight.kernels.hands`, on a mask of 64 bits in four lanes of
thirteen, which the ideas page on the evaluator explains. It takes five, six and seven cards and
has no tables; the native value is the strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardsLike
from handsight.ranking.arrays import evaluate_many, masks_from_cards
from handsight.ranking.categories import STRONGEST
from handsight.ranking.evaluation import evaluate
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import refuse_strangers

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Handsight(Evaluator):
    """The evaluator of this project: values are strengths, 0..7461."""

    name = "handsight"
    cards = (5, 6, 7)
    source = "this project: bit arithmetic on four lanes of thirteen bits"

    @property
    def memory_bytes(self) -> int:
        """0: it has no tables."""
        return 0

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return evaluate_many(masks_from_cards(cards), cards.shape[1], check=False)

    def value(self, cards: CardsLike) -> int:
        """Give the strength of one hand, without a detour through arrays."""
        return evaluate(cards).strength

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Return the values, which are strengths; `InputError` for a number outside 0..7461."""
        given = np.asarray(values)
        refuse_strangers(given, (given >= 0) & (given <= STRONGEST), self.name)
        return given.astype(np.uint16)


EVALUATOR = Handsight
