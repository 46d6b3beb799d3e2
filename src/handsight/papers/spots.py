"""Random spots: two cards, a board, and the exact share of the pot against one random hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.cards.card import BOARD_SIZES
from handsight.odds import current_hand_odds
from handsight.ranges import pocket_equity
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class SampledDeal:
    """Two cards on a board.

    Attributes:
        board: 0, 3, 4 or 5 cards.

    Example:
        >>> deal_spots(1, "flop", 2)[1].number
        1
    """

    hole: CardSet
    board: CardSet
    number: int

    @property
    def equity(self) -> float:
        """The exact share of the pot against one random hand, 0..1."""
        if not self.board:
            return pocket_equity(self.hole).equity
        return current_hand_odds(self.hole, self.board, method="exact").equity


def deal_spots(seed: int, street: str, count: int) -> list[SampledDeal]:
    """Deal spots of a street.

    Args:
        street: one of `handsight.cards.card.STREETS`.

    Example:
        >>> [len(spot.board) for spot in deal_spots(1, "turn", 3)]
        [4, 4, 4]
    """
    open_cards = BOARD_SIZES[street]
    keys = raw_words(seed, open_cards, count=52 * count).reshape(count, 52)
    dealt = keys.argsort(axis=1)[:, : 2 + open_cards].tolist()
    return [
        SampledDeal(CardSet(cards[:2]), CardSet(cards[2:]), number)
        for number, cards in enumerate(dealt)
    ]
