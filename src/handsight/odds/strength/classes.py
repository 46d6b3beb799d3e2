"""The probability of ending up with each category of hand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from handsight.cards import CardsLike
from handsight.odds.counting.hands import list_runouts
from handsight.odds.spot import Spot
from handsight.ranking import CATEGORIES
from handsight.runtime.notebooks import ShownInNotebooks

_CARDS_OF_NEXT_STREET = {0: 3, 3: 1, 4: 1, 5: 0}


@dataclass(frozen=True, slots=True, repr=False)
class ClassOdds(ShownInNotebooks):
    """The numbers of runouts after which our best five cards have each category.

    Attributes:
        next_card: {category: number of runouts of the next street}, where a runout is the three
            cards of the flop, one card after the flop, or no card on the river.
        river: {category: number of runouts to the river}.
        spot: the question; None if the counts were not made from a spot.

    Example:
        >>> round(class_odds("AhKh", "Qh7h2c").river_probabilities["flush"], 4)
        0.3488
    """

    next_card: dict[str, int] = field(hash=False)
    river: dict[str, int] = field(hash=False)
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def next_card_probabilities(self) -> dict[str, float]:
        """Each category's share of the next street's runouts, 0..1."""
        return _shares(self.next_card)

    @property
    def river_probabilities(self) -> dict[str, float]:
        """Each category's share of the runouts to the river, 0..1."""
        return _shares(self.river)


def class_odds(hole: CardsLike, board: CardsLike = "", dead: CardsLike = "") -> ClassOdds:
    """Count exactly the runouts that lead to a hand of each category.

    Args:
        hole: our two hole cards.
        board: 0, 3, 4 or 5 cards.
        dead: cards that cannot be dealt.

    Raises:
        InputError: if the cards are invalid, or too few are left to complete the board.

    Example:
        >>> odds = class_odds("AhKh", "Qh7h2c")
        >>> odds.next_card["flush"], odds.river["flush"], sum(odds.river.values())
        (9, 377, 1081)
    """
    return class_odds_of(Spot.alone(hole, board, dead))


def class_odds_of(spot: Spot) -> ClassOdds:
    """Count the runouts to each category for a spot's first player (see `class_odds`)."""
    return ClassOdds(
        next_card=_count_categories(spot, _CARDS_OF_NEXT_STREET[len(spot.board)]),
        river=_count_categories(spot, spot.to_come),
        spot=spot,
    )


def _count_categories(spot: Spot, to_come: int) -> dict[str, int]:
    from handsight.kernels.ranking.hands import CATEGORY_HEADS

    runouts = list_runouts(spot, to_come)
    categories = np.searchsorted(CATEGORY_HEADS, runouts.scores >> 16, side="right") - 1
    counts = [int(runouts.weights[categories == place].sum()) for place in range(len(CATEGORIES))]
    return dict(zip(CATEGORIES, counts, strict=True))


def _shares(counts: dict[str, int]) -> dict[str, float]:
    total = sum(counts.values())
    return {category: count / total for category, count in counts.items()}
