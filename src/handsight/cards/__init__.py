"""Cards: one card, sets of cards, a seeded deck, and reading what people write."""

from typing import TYPE_CHECKING

from handsight.cards.card import Card, CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.cardset import CardSet, pocket_class
from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.cards.deck import Deck

__all__ = [
    "Card",
    "CardSet",
    "CardsLike",
    "Deck",
    "parse_cards",
    "pocket_class",
    "refuse_shared",
    "require_count",
]

__getattr__, __dir__ = lazy_exports(__name__, {"deck": ("Deck",)})
