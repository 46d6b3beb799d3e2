"""Cards in PyPokerEngine's format: the suit first, as in ``HT`` for the ten of hearts."""

from __future__ import annotations

from collections.abc import Iterable

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE, RANKS, SUITS
from handsight.errors import UnknownCardError

_TEXTS = tuple(SUITS[card & 3].upper() + RANKS[card >> 2] for card in range(DECK_SIZE))
_CARDS = {text: Card(index) for index, text in enumerate(_TEXTS)}


def engine_text(card: Card) -> str:
    """Format a card as PyPokerEngine does.

    Example:
        >>> engine_text(Card("Th"))
        'HT'
    """
    return _TEXTS[card.index]


def engine_texts(cards: Iterable[Card]) -> list[str]:
    """Format cards as PyPokerEngine does.

    Example:
        >>> engine_texts([Card("Th"), Card("2c")])
        ['HT', 'C2']
    """
    return [_TEXTS[card.index] for card in cards]


def card_of_engine(text: str) -> Card:
    """Parse a card in PyPokerEngine's format.

    Args:
        text: the suit (C, D, H or S), followed by the rank (2 to 9, T, J, Q, K or A).

    Raises:
        UnknownCardError: if the text is not such a card.

    Example:
        >>> card_of_engine("HT")
        Card('Th')
    """
    card = _CARDS.get(text)
    if card is None:
        raise UnknownCardError(
            f"{text!r} is not a card of PyPokerEngine, where the suit comes first, as in HT or SA"
        )
    return card
