"""A set of cards, stored as one mask, and the names of starting hands such as ``AKs``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import SupportsIndex

from handsight.cards.card import DECK_SIZE, RANKS, Card, CardsLike, bit_of, parse_cards

_MASK_OF = tuple(1 << bit_of(index) for index in range(DECK_SIZE))
_DESCENDING = tuple((Card(index), _MASK_OF[index]) for index in reversed(range(DECK_SIZE)))


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
        given = cards if isinstance(cards, CardSet) else CardSet.of(parse_cards(cards))
        object.__setattr__(self, "mask", given.mask)

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
        mask = self.mask
        return (card for card, bit in _DESCENDING if mask & bit)

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
_FULL = CardSet.from_mask(sum(_MASK_OF))


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
