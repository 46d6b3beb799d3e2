"""The evaluator of this project, as a subclass of the common base class `Evaluator`.

The evaluator uses the bit arithmetic of `handsight.kernels.ranking.hands` on a 64-bit mask with
four lanes of thirteen bits. The ideas page on the evaluator explains this arithmetic. The last step
depends on the processor (see `handsight.kernels.ranking.paths`). The evaluator accepts five, six
and seven cards, and its native values are strengths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardsLike
from handsight.ranking.arrays import evaluate_many
from handsight.ranking.categories import STRONGEST
from handsight.ranking.evaluation import evaluate
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import refuse_strangers

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Handsight(Evaluator):
    """The evaluator of this project, whose native values are strengths, 0..7461."""

    name = "handsight"
    cards = (5, 6, 7)
    source = "this project: bit arithmetic on four lanes of thirteen bits"

    @property
    def memory_bytes(self) -> int:
        """The size in bytes of the tables for five to seven cards; 0 if no tables are used."""
        from handsight.kernels.ranking.look_ups import look_ups
        from handsight.kernels.ranking.paths import path_name

        if path_name() == "arithmetic":
            return 0
        return sum(table.nbytes for cards in self.cards for table in look_ups(cards))

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return evaluate_many(cards, cards.shape[1], check=False)

    def value(self, cards: CardsLike) -> int:
        """Return the strength of one hand, without converting the hand to an array."""
        return evaluate(cards).strength

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Return the values as uint16, because they already are strengths.

        Raises:
            InputError: if a value is outside 0..7461.
        """
        given = np.asarray(values)
        refuse_strangers(given, (given >= 0) & (given <= STRONGEST), self.name)
        return given.astype(np.uint16)


EVALUATOR = Handsight
