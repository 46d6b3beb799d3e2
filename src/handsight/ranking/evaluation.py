"""The value of one hand, as an object and as a bare integer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, total_ordering
from itertools import combinations
from typing import SupportsIndex

from handsight.cards import Card, CardSet, CardsLike, parse_cards, require_count
from handsight.errors import CardCountError, InputError
from handsight.ranking.categories import category_of, name_in_words
from handsight.runtime.notebooks import ShownInNotebooks

HAND_SIZES = (5, 6, 7)
_FIVE, _ACE = 3, 12


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(ShownInNotebooks):
    """The value of a hand; hands of equal strength are equal, whatever cards they hold.

    Attributes:
        cards: the five to seven cards.
        strength: 0 (7-5-4-3-2) .. 7461 (royal flush), of the best five of them.

    Example:
        >>> evaluate("2s2d5c9hJd").best_five[0], evaluate("2s2d5c9hJd").category
        (Card('2s'), 'one_pair')
    """

    cards: CardSet
    strength: int

    @property
    def category(self) -> str:
        """One of `handsight.ranking.CATEGORIES`, such as ``one_pair``."""
        return category_of(self.strength)

    @property
    def name(self) -> str:
        """The hand in words, such as ``pair of aces, king kicker``."""
        return name_in_words(self.strength, [card.rank for card in self.best_five])

    @cached_property
    def best_five(self) -> tuple[Card, ...]:
        """The best five cards, the most significant first; of equal choices the higher suits."""
        fives = combinations(self.cards, 5)
        best = next(five for five in fives if _strength(five) == self.strength)
        return _by_significance(best)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evaluation) and self.strength == other.strength

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Evaluation):
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((Evaluation, self.strength))


def evaluate(*cards: CardsLike) -> Evaluation:
    """Find the value of five, six or seven cards, which is that of the best five of them.

    Args:
        cards: in any notation of `parse_cards`, together or apart, like hole cards and board.

    Raises:
        UnknownCardError: for a symbol that is no card.
        DuplicateCardError: if a card appears twice.
        CardCountError: if there are not five to seven cards.

    Source:
        CISTI-2013, section III: a rank function over 7,462 classes.

    Example:
        >>> hand = evaluate("AhKh Qh7h2c Ad")
        >>> hand.strength, hand.category, hand.name
        (4132, 'one_pair', 'pair of aces, king kicker')
        >>> hand < evaluate("QhJh", "Th9h8h")
        True
    """
    listed = parse_cards([card for part in cards for card in parse_cards(part)])
    require_count(listed, "cards", HAND_SIZES)
    hand = CardSet.of(listed)
    return Evaluation(hand, evaluate_mask(hand.mask))


def evaluate_mask(mask: int) -> int:
    """Find the strength, 0 (7-5-4-3-2) .. 7461 (royal flush), of a mask of five to seven cards.

    Args:
        mask: bit 16 * suit + rank for each card, suits c d h s, ranks 0 (deuce) .. 12 (ace).

    Raises:
        InputError: if it is no integer.
        CardCountError: if it does not hold five to seven cards of the deck.

    Example:
        >>> evaluate_mask(CardSet("AhKhQhJhTh").mask)
        7461
    """
    if type(mask) is not int:  # a numpy integer would have the kernel compiled again
        mask = _whole(mask)
    try:
        strength = _strength_of_mask(mask)
    except OverflowError:  # wider than any mask
        strength = -1
    if strength < 0:
        raise CardCountError(f"mask {mask:#x} does not hold five to seven cards of the deck")
    return strength


def _whole(mask: object) -> int:
    if isinstance(mask, SupportsIndex) and not isinstance(mask, bool):
        return mask.__index__()
    raise InputError(f"mask is {mask!r}; it takes an integer, such as CardSet('AhKhQhJhTh').mask")


def _load_kernel_and_call(mask: int) -> int:
    """Stand in for the kernel until its first call, so that numba is imported only then."""
    global _strength_of_mask
    from handsight.kernels.evaluation import strength_of_mask

    _strength_of_mask = strength_of_mask
    return _strength_of_mask(mask)


_strength_of_mask: Callable[[int], int] = _load_kernel_and_call


def _strength(cards: tuple[Card, ...]) -> int:
    return evaluate_mask(sum(card.mask for card in cards))


def _by_significance(five: tuple[Card, ...]) -> tuple[Card, ...]:
    """Repeated ranks first, then by rank; in a five-high straight the ace comes last."""
    times = Counter(card.rank for card in five)
    ordered = sorted(five, key=lambda card: (times[card.rank], card.index), reverse=True)
    # Five ranks with an ace and a five, and nothing between them: the ace is the low end.
    if [card.rank for card in ordered[:2]] == [_ACE, _FIVE] and len(times) == 5:
        ordered.append(ordered.pop(0))
    return tuple(ordered)
