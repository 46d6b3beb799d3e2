"""One card, and the encoding that everything else uses.

A card is an integer 0..51 = 4 * rank + suit; rank 0 is the deuce and 12 the ace, the suits
c d h s are 0..3. As a bit it stands at 16 * suit + rank of a 64-bit mask: four lanes of
thirteen bits, one a suit. This is the only place where the encoding is written down; other
houses' encodings live in adaptors.
"""

from __future__ import annotations

from functools import total_ordering

from handsight.errors import UnknownCardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52

RANK_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)


def bit_of(index: int) -> int:
    """Give the position of a card's bit in a mask.

    Args:
        index: the card, 0..51.

    Example:
        >>> bit_of(51) == 16 * 3 + 12
        True
    """
    return 16 * (index & 3) + (index >> 2)


@total_ordering
class Card:
    """One of the 52 cards; equal cards are the same object.

    Cards are ordered by rank, then by suit (c d h s).

    Args:
        card: a text like ``"Ah"``, ``"10h"`` or ``"A♥"``, an index 0..51, or a card.

    Attributes:
        index: 0..51 = 4 * rank + suit.

    Raises:
        UnknownCardError: if it is no card.

    Example:
        >>> Card("Ah").index, Card(50), Card("10s").rank
        (50, Card('Ah'), 8)
    """

    __slots__ = ("index",)
    index: int

    def __new__(cls, card: str | int | Card) -> Card:
        """Give the one object that stands for this card."""
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return _card_from_text(card)
        if isinstance(card, bool) or not hasattr(card, "__index__"):
            raise UnknownCardError(
                f"{card!r} is no card: give a text like 'Ah' or an index 0..51, not a "
                f"{type(card).__name__}"
            )
        index = card.__index__()
        if not 0 <= index < DECK_SIZE:
            raise UnknownCardError(f"{index} is no card: an index runs from 0 (2c) to 51 (As)")
        return _CARDS[index]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Card cannot be changed: {name}")

    @property
    def rank(self) -> int:
        """Rank, 0 (deuce) .. 12 (ace)."""
        return self.index >> 2

    @property
    def suit(self) -> int:
        """Suit, 0..3 for c d h s."""
        return self.index & 3

    @property
    def mask(self) -> int:
        """The card as a mask with one bit set."""
        return 1 << bit_of(self.index)

    @property
    def symbol(self) -> str:
        """The card with its suit drawn, like ``A♥``."""
        return RANKS[self.rank] + SUIT_SYMBOLS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return (Card, (self.index,))


def _make_deck() -> tuple[Card, ...]:
    deck = []
    for index in range(DECK_SIZE):
        card = object.__new__(Card)
        object.__setattr__(card, "index", index)
        deck.append(card)
    return tuple(deck)


def _card_from_text(text: str) -> Card:
    from handsight.cards.parsing import parse_cards

    cards = parse_cards(text, "text")
    if len(cards) != 1:
        raise UnknownCardError(f"{text!r} is {len(cards)} cards; a Card takes one, like 'Ah'")
    return cards[0]


_CARDS = _make_deck()
