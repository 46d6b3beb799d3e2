"""A set of cards, stored as one mask, and the names of starting hands such as ``AKs``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, SupportsIndex

from handsight.cards.card import (
    CARD_OF_TEXT,
    DECK_SIZE,
    RANKS,
    Card,
    CardsLike,
    bit_of,
    parse_cards,
)

_MASK_OF = tuple(1 << bit_of(index) for index in range(DECK_SIZE))
_DESCENDING = tuple((Card(index), _MASK_OF[index]) for index in reversed(range(DECK_SIZE)))
_DECK_MASK = sum(_MASK_OF)
_CARD_AT = {mask.bit_length(): Card(index) for index, mask in enumerate(_MASK_OF)}
_INDEX = attrgetter("index")

_NAMED_MASKS: dict[object, int] = {
    key: _MASK_OF[card.index] for text, card in CARD_OF_TEXT.items() for key in (text, card)
}
_INDEXED_MASKS = dict(enumerate(_MASK_OF))


class CardSet:
    """An immutable set of cards that supports ``| & - <= in len ==``.

    One operand of ``|``, ``&`` and ``-`` can be a string of cards.

    A set iterates and prints from the highest card to the lowest, and parsing the printed text
    returns an equal set. The constructor accepts the same cards as `parse_cards` and raises the
    same errors.

    Attributes:
        mask: the cards as one 64-bit integer, four lanes of thirteen bits (see
            `handsight.cards.card`).

    Example:
        >>> print(CardSet("kh Ah") | "2c")
        AhKh2c
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, cards: CardsLike = "") -> None:
        mask = mask_at_once((cards,))
        if not mask:
            given = cards if isinstance(cards, CardSet) else CardSet.of(parse_cards(cards))
            mask = given.mask
        _set_mask(self, mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a CardSet cannot be changed: {name}")

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """Make a set from distinct cards, without checking that no card repeats."""
        mask = 0
        for card in cards:
            mask |= _MASK_OF[card.index]
        return cls.from_mask(mask)

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """Make a set from a mask, without checking the mask."""
        new = object.__new__(cls)
        _set_mask(new, mask)
        return new

    @classmethod
    def full(cls) -> CardSet:
        """Return the set of all 52 cards."""
        return _FULL

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask & _DECK_MASK
        if mask.bit_count() > _FEW:
            return (card for card, bit in _DESCENDING if mask & bit)
        cards = []
        while mask:
            place = mask.bit_length()
            cards.append(_CARD_AT[place])
            mask ^= 1 << place - 1
        cards.sort(key=_INDEX, reverse=True)
        return iter(cards)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        if not isinstance(card, str | Card | SupportsIndex):
            return False
        return bool(self.mask & _MASK_OF[Card(card).index])  # type: ignore[arg-type]

    def __or__(self, other: object) -> CardSet:
        if type(other) is CardSet:  # the usual case, and fast
            return CardSet.from_mask(self.mask | other.mask)
        return self._merged(other, lambda mine, theirs: mine | theirs)

    def __and__(self, other: object) -> CardSet:
        return self._merged(other, lambda mine, theirs: mine & theirs)

    def __sub__(self, other: object) -> CardSet:
        if type(other) is CardSet:
            return CardSet.from_mask(self.mask & ~other.mask)
        return self._merged(other, lambda mine, theirs: mine & ~theirs)

    __ror__, __rand__ = __or__, __and__

    def __rsub__(self, other: object) -> CardSet:
        return self._merged(other, lambda mine, theirs: theirs & ~mine)

    def _merged(self, other: object, of: Callable[[int, int], int]) -> CardSet:
        if isinstance(other, str):
            other = CardSet(other)
        if not isinstance(other, CardSet):
            return NotImplemented  # type: ignore[no-any-return]  # shared by several operators
        return CardSet.from_mask(of(self.mask, other.mask))

    def __le__(self, other: object) -> bool:
        if not isinstance(other, CardSet):
            return NotImplemented
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash((CardSet, self.mask))

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return (CardSet.from_mask, (self.mask,))


_set_mask = CardSet.__dict__["mask"].__set__  # sets the slot directly, bypassing `__setattr__`
_FULL = CardSet.from_mask(_DECK_MASK)
_FEW = 12
"""A set of at most this many cards is iterated bit by bit, and a larger one card by card."""


def mask_at_once(groups: Iterable[Any]) -> int:
    """Return the mask of distinct cards in the usual forms, or 0 if `parse_cards` must read them.

    The function looks each card up in a table. It reads text of cards in two characters and white
    space, sets, and lists or tuples of such texts of one card, of cards or of indices. For anything
    else, including a repeated card or no cards, it returns 0, and `parse_cards` reads the groups or
    raises their error.

    Example:
        >>> mask_at_once(["AhKh", [0]]) == CardSet("AhKh2c").mask, mask_at_once(["AhAh"])
        (True, 0)
    """
    total = count = 0
    try:
        for group in groups:
            kind = type(group)
            if kind is str:
                for part in group.split():
                    for at in range(0, len(part), 2):
                        total += _NAMED_MASKS[part[at : at + 2]]
                    count += len(part) // 2
            elif kind is CardSet:
                mask = group.mask
                if mask & ~_DECK_MASK:
                    return 0
                total += mask
                count += mask.bit_count()
            elif kind is list or kind is tuple:
                total += _sum_of_items(group)
                count += len(group)
            else:
                return 0
    except (KeyError, TypeError):  # TypeError for an item that has no hash
        return 0
    # Adding a card twice carries, and each carry leaves one bit fewer than there were cards.
    return total if total.bit_count() == count else 0


def _sum_of_items(items: Sequence[Any]) -> int:
    """Return the sum of the masks of texts, cards or indices.

    Raises:
        KeyError: if an item is none of these, or items differ in kind.
        TypeError: if an item has no hash.
    """
    total = 0
    if items and type(items[0]) is int:
        for item in items:
            if type(item) is not int:  # True and 1.0 are no cards, but equal the index 1
                raise KeyError(item)
            total += _INDEXED_MASKS[item]
    else:
        for item in items:
            total += _NAMED_MASKS[item]
    return total


def pocket_class(hole: CardSet) -> str:
    """Return the class of two hole cards: a pair like ``22``, suited ``AKs`` or offsuit ``98o``.

    Example:
        >>> [pocket_class(CardSet(hole)) for hole in ("KhAh", "2c2d", "9s8d")]
        ['AKs', '22', '98o']
    """
    high, low = hole
    if high.rank == low.rank:
        return 2 * RANKS[high.rank]
    return RANKS[high.rank] + RANKS[low.rank] + ("s" if high.suit == low.suit else "o")
