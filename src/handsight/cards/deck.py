"""A shuffled deck whose order depends only on its seed."""

from __future__ import annotations

from handsight.cards.card import Card, CardsLike, parse_cards
from handsight.cards.cardset import CardSet
from handsight.errors import CardCountError
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import raw_words


class Deck:
    """A deck shuffled from a seed.

    The same seed and dead cards lead to the same order on every machine. Leaving out dead cards
    does not change the order of the other cards.

    Args:
        seed: a non-negative integer.
        dead: cards to leave out of the deck.

    Raises:
        OptionError: if the seed is not a non-negative integer.
        InputError: if ``dead`` cannot be read as cards, or contains a card twice.

    Example:
        >>> deck = Deck(7)
        >>> hole = deck.deal(2)
        >>> hole == Deck(7).deal(2), len(deck)
        (True, 50)
    """

    def __init__(self, seed: int, dead: CardsLike = "") -> None:
        left = CardSet.full() - CardSet(parse_cards(dead, "dead"))
        # Each card has its own sort key, so dead cards do not change the order of the other cards.
        keys = raw_words(seed, count=52)
        self._cards = sorted(left, key=lambda card: keys[card.index])

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def remaining(self) -> CardSet:
        """The cards that have not been dealt yet."""
        return CardSet(self._cards)

    def deal(self, count: int = 1) -> list[Card]:
        """Remove ``count`` cards from the top of the deck and return them.

        Raises:
            CardCountError: if the deck has fewer than ``count`` cards, or ``count`` is not a
                non-negative integer.
        """
        if not is_whole(count, range(len(self._cards) + 1)):
            raise CardCountError(f"cannot deal {count!r} cards: the deck holds {len(self._cards)}")
        dealt, self._cards = self._cards[:count], self._cards[count:]
        return dealt
