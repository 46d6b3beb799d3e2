"""Cards: one card, sets of cards, a seeded deck, and reading what people write."""

from handsight.cards.card import Card
from handsight.cards.cardset import CardSet
from handsight.cards.deck import Deck
from handsight.cards.parsing import CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.pocket import pocket_class
from handsight.cards.situation import Situation

__all__ = [
    "Card",
    "CardSet",
    "CardsLike",
    "Deck",
    "Situation",
    "parse_cards",
    "pocket_class",
    "refuse_shared",
    "require_count",
]
