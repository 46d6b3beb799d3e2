"""One card, its encoding, and a parser for the card notations that people write.

A card is an integer 0..51 = 4 * rank + suit. Rank 0 is the deuce and 12 the ace; the suits c d h s
are 0..3. In a 64-bit mask a card is bit 16 * suit + rank: four lanes of thirteen bits, one for each
suit. Only this module defines the encoding; adapters convert the encodings of other platforms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import total_ordering
from typing import Final, TypeAlias

from handsight.errors import CardCountError, DuplicateCardError, UnknownCardError

CardsLike: TypeAlias = "str | Card | Iterable[str | int | Card]"
"""The types that functions accept as cards; they include `CardSet`, an iterable of cards."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)

BOARD_SIZES: Final = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
"""The number of cards on the board on each street, in the order of the streets."""

STREETS: Final = tuple(BOARD_SIZES)
"""The names of the streets, in order."""

STREET_OF_BOARD: Final = {size: street for street, size in BOARD_SIZES.items()}
"""The street for each number of cards on the board."""

STREET_SLICES: Final = {
    street: slice(before, size)
    for street, before, size in zip(
        STREETS, (0, *BOARD_SIZES.values()), BOARD_SIZES.values(), strict=False
    )
}
"""For each street, the slice of the board's cards that are dealt on that street."""

_SUIT_OF = {letter: suit for suit, letter in enumerate(SUITS)}
_SUIT_OF |= {symbol: suit for suits in ("♣♦♥♠", "♧♢♡♤") for suit, symbol in enumerate(suits)}
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": 8}
_CARD = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠♧♢♡♤])️?", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")
_EXPECTED = "a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣♦♥♠), like Ah"


def bit_of(index: int) -> int:
    """Return the position of a card's bit in a mask, given the card's index, 0..51.

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
        card: a string such as ``"Ah"``, ``"10h"`` or ``"A♥"``, an index 0..51, or a `Card`.

    Attributes:
        index: 0..51 = 4 * rank + suit.

    Raises:
        UnknownCardError: if the argument is not exactly one card.
        DuplicateCardError: if a string contains a card twice.

    Example:
        >>> Card("Ah").index, Card(50), Card("10s").rank
        (50, Card('Ah'), 8)
        >>> f"{Card('Ah').rank_name} of {Card('Ah').suit_name}"
        'ace of hearts'
    """

    __slots__ = ("index",)
    index: int

    def __new__(cls, card: str | int | Card) -> Card:
        """Return the one object that represents this card."""
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return _one_card(card)
        if isinstance(card, bool) or not hasattr(card, "__index__"):
            raise UnknownCardError(
                f"{card!r} is not a card: pass a string like 'Ah' or an index 0..51, not a "
                f"{type(card).__name__}"
            )
        index = card.__index__()
        if not 0 <= index < DECK_SIZE:
            raise UnknownCardError(f"{index} is not a card: an index runs from 0 (2c) to 51 (As)")
        return _CARDS[index]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Card cannot be changed: {name}")

    @property
    def rank(self) -> int:
        """The rank, 0 (deuce) .. 12 (ace)."""
        return self.index >> 2

    @property
    def suit(self) -> int:
        """The suit, 0..3 for c d h s."""
        return self.index & 3

    @property
    def rank_name(self) -> str:
        """The rank as a word, like ``ace`` or ``seven``."""
        return RANK_NAMES[self.rank]

    @property
    def suit_name(self) -> str:
        """The suit as a word, like ``hearts``."""
        return SUIT_NAMES[self.suit]

    @property
    def mask(self) -> int:
        """A mask in which only this card's bit is set."""
        return 1 << bit_of(self.index)

    @property
    def symbol(self) -> str:
        """The card as text with a suit symbol, like ``A♥``."""
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


_CARDS = _make_deck()
CARD_OF_TEXT: Final = {
    rank + suit: _CARDS[4 * RANKS.index(letter) + _SUIT_OF[symbol]]
    for letter in RANKS
    for symbol in _SUIT_OF
    for rank in {letter, letter.lower()}
    for suit in {symbol, symbol.upper()}
}
"""The card for each of its spellings in two characters, such as ``Ah``, ``aH`` and ``A♥``."""


# --- reading ------------------------------------------------------------------------------------


def parse_cards(cards: CardsLike, where: str = "cards") -> list[Card]:
    """Parse cards in any common notation, and return them in the order they are written.

    Cards can be separated by spaces, commas or semicolons. Letters can be upper or lower case, a
    ten is ``10`` or ``T``, and a suit can be a symbol.

    Args:
        cards: a string (``"AhKh"``, ``"ah, kh"``, ``"A♥K♥"``), a `Card`, a `CardSet`, or an
            iterable of `Card` objects, indices 0..51 and strings of one card each.
        where: what the cards are, such as ``"hole"``, for error messages.

    Raises:
        UnknownCardError: if part of the string or an item is not a card, in which case the message
            names the position, or if the argument is of another type.
        DuplicateCardError: if a card appears twice.

    Example:
        >>> parse_cards("ah, 10♠")
        [Card('Ah'), Card('Ts')]
    """
    result = _from_text(cards, where) if isinstance(cards, str) else _from_items(cards, where)
    if len(set(result)) != len(result):
        _refuse_repeats(result, where)
    return result


def require_count(cards: Iterable[Card], where: str, counts: tuple[int, ...]) -> None:
    """Raise `CardCountError` unless the number of cards is one of the allowed counts.

    Args:
        where: what the cards are, such as ``"hole"``, for the start of the error message.
        counts: the allowed numbers of cards, ascending.
    """
    listed = cards if isinstance(cards, list) else list(cards)
    if len(listed) in counts:
        return
    shown = f" ({''.join(map(str, listed))})" if listed else ""
    plural = "" if len(listed) == 1 else "s"
    wanted = " or ".join(filter(None, [", ".join(map(str, counts[:-1])), str(counts[-1])]))
    raise CardCountError(f"{where} has {len(listed)} card{plural}{shown}; it must have {wanted}")


def refuse_shared(groups: dict[str, list[Card]]) -> None:
    """Raise `DuplicateCardError` if a card is in two groups, or twice in one.

    Args:
        groups: {name of a group, such as ``"hole"`` or ``"board"``: the cards of the group}; the
            error message names the groups that hold the card.
    """
    if len(set().union(*groups.values())) == sum(map(len, groups.values())):
        return
    place_of: dict[Card, str] = {}
    for where, cards in groups.items():
        for card in cards:
            if card in place_of:
                raise DuplicateCardError(
                    f"{card} appears twice: in {place_of[card]} and in {where}; each card exists "
                    "only once"
                )
            place_of[card] = where


def _from_text(text: str, where: str) -> list[Card]:
    try:  # the usual case, which is fast: cards of two characters, and white space
        return [
            CARD_OF_TEXT[part[at : at + 2]]
            for part in text.split()
            for at in range(0, len(part), 2)
        ]
    except KeyError:
        return _from_any_text(text, where)


def _from_any_text(text: str, where: str) -> list[Card]:
    cards: list[Card] = []
    place = 0
    while place < len(text):
        gap = _SEPARATORS.match(text, place)
        if gap:
            place = gap.end()
            continue
        match = _CARD.match(text, place)
        if not match:
            raise UnknownCardError(
                f"unknown card {_symbol_at(text, place)!r} in {where} {text!r}, "
                f"at character {place + 1}: {_EXPECTED}"
            )
        rank, suit = match.group(1).upper(), match.group(2).lower()
        cards.append(Card(4 * _RANK_OF[rank] + _SUIT_OF[suit]))
        place = match.end()
    return cards


def _symbol_at(text: str, place: int) -> str:
    """Return the unreadable text at an index: up to two characters, cut at the first separator."""
    return _SEPARATORS.split(text[place : place + 2])[0]


def _from_items(items: object, where: str) -> list[Card]:
    if isinstance(items, Card):
        return [items]
    if not isinstance(items, Iterable):
        raise UnknownCardError(
            f"{where} is of type {type(items).__name__}; pass a string like 'AhKh', a list or a "
            "CardSet"
        )
    return [_from_item(item, place, where) for place, item in enumerate(items, start=1)]


def _from_item(item: object, place: int, where: str) -> Card:
    if isinstance(item, str):
        cards = _from_text(item, where)
        if len(cards) == 1:
            return cards[0]
        raise UnknownCardError(f"item {place} of {where} is {item!r}, not one card: {_EXPECTED}")
    try:
        return Card(item)  # type: ignore[arg-type]  # Card itself rejects what is not a card
    except UnknownCardError as error:
        raise UnknownCardError(f"item {place} of {where}: {error}") from None


def _refuse_repeats(cards: list[Card], where: str) -> None:
    repeated = next(card for place, card in enumerate(cards) if card in cards[:place])
    raise DuplicateCardError(f"{repeated} appears twice in {where}; each card exists only once")


def _one_card(text: str) -> Card:
    cards = parse_cards(text, "text")
    if len(cards) != 1:
        raise UnknownCardError(f"{text!r} is {len(cards)} cards; a Card takes one, like 'Ah'")
    return cards[0]
