"""Functions that evaluate one hand and return an object or an integer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, total_ordering
from itertools import combinations
from math import comb
from typing import Any, SupportsIndex

from handsight.cards import Card, CardSet, CardsLike, parse_cards, require_count
from handsight.cards.cardset import mask_at_once
from handsight.errors import CardCountError, InputError
from handsight.kernels.ahead import single
from handsight.ranking.categories import CATEGORY_FLOORS, category_of, name_in_words
from handsight.runtime.notebooks import ShownInNotebooks

HAND_SIZES = (5, 6, 7)
_FIVE, _ACE = 3, 12


class _LazyCards:
    """The cards of an evaluation that was made from a mask; made when they are first read."""

    def __get__(self, evaluation: Evaluation | None, owner: type) -> Any:
        if evaluation is None:
            return self
        values = evaluation.__dict__
        mask = values.get("_mask")
        if mask is not None:  # else another thread has just made them
            values["cards"] = CardSet.from_mask(mask)
            values.pop("_mask", None)
        return values["cards"]


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(ShownInNotebooks):
    """The strength, category and name of one hand; evaluations compare by strength.

    Attributes:
        cards: the five to seven cards of the hand.
        strength: the strength of the best five cards, 0 (7-5-4-3-2) .. 7461 (royal flush).

    Example:
        >>> evaluate("2s2d5c9hJd").best_five[0], evaluate("2s2d5c9hJd").category
        (Card('2s'), 'one_pair')
    """

    cards: CardSet
    strength: int

    @property
    def category(self) -> str:
        """The category of the hand, one of `handsight.ranking.CATEGORIES`, such as ``one_pair``."""
        return category_of(self.strength)

    @property
    def name(self) -> str:
        """The hand in words, such as ``pair of aces, king kicker``."""
        return name_in_words(self.strength, [card.rank for card in self.best_five])

    @cached_property
    def best_five(self) -> tuple[Card, ...]:
        """The best five cards, most significant first.

        If several choices of five cards tie, these are the cards with the higher suits.
        """
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

    def __getstate__(self) -> dict[str, Any]:
        return {"cards": self.cards, "strength": self.strength}


Evaluation.cards = _LazyCards()  # type: ignore[assignment]  # its own cards come before these


def evaluate(*cards: CardsLike) -> Evaluation:
    """Evaluate the best five of five, six or seven cards.

    Args:
        cards: one or more groups of cards, such as hole cards and board, in any notation that
            `parse_cards` accepts.

    Raises:
        UnknownCardError: if part of a string is not a card.
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
    if mask := mask_at_once(cards):
        strength = one_hand.strength_of(mask)
        if strength >= 0:
            return _evaluation(mask, strength)
    listed = parse_cards([card for part in cards for card in parse_cards(part)])
    require_count(listed, "cards", HAND_SIZES)
    hand = CardSet.of(listed)
    return Evaluation(hand, evaluate_mask(hand.mask))


def evaluate_mask(mask: int) -> int:
    """Return the strength, 0 (7-5-4-3-2) .. 7461 (royal flush), of a mask of five to seven cards.

    Args:
        mask: bit 16 * suit + rank for each card, suits c d h s, ranks 0 (deuce) .. 12 (ace).

    Raises:
        InputError: if the mask is not an integer.
        CardCountError: if the mask does not hold five to seven cards, or has other bits set.

    Example:
        >>> evaluate_mask(CardSet("AhKhQhJhTh").mask)
        7461
    """
    if type(mask) is not int:  # for a numpy integer, numba would compile the kernel again
        mask = _whole(mask)
    try:
        strength = one_hand.strength_of(mask)
        if strength >= 0:
            return strength
    except OverflowError:  # wider than any mask
        pass
    raise CardCountError(f"mask {mask:#x} does not hold five to seven cards of the deck")


def _evaluation(mask: int, strength: int) -> Evaluation:
    """Make an evaluation without the constructor of frozen dataclasses, which is slow."""
    new = object.__new__(Evaluation)
    values = new.__dict__
    values["_mask"] = mask
    values["strength"] = strength
    return new


def _whole(mask: object) -> int:
    if isinstance(mask, SupportsIndex) and not isinstance(mask, bool):
        return mask.__index__()
    raise InputError(f"mask is {mask!r}; it must be an integer, such as CardSet('AhKhQhJhTh').mask")


def _strength(cards: tuple[Card, ...]) -> int:
    return evaluate_mask(sum(card.mask for card in cards))


def _by_significance(five: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort five cards: repeated ranks first, then by rank; the ace of a wheel is last."""
    times = Counter(card.rank for card in five)
    ordered = sorted(five, key=lambda card: (times[card.rank], card.index), reverse=True)
    # If the two highest of five different ranks are ace and five, the hand is a wheel.
    if [card.rank for card in ordered[:2]] == [_ACE, _FIVE] and len(times) == 5:
        ordered.append(ordered.pop(0))
    return tuple(ordered)


# --- one hand, without a kernel -------------------------------------------------------------------

HANDS_IN_PYTHON = 100_000
"""The number of hands that are evaluated in Python before the kernel is loaded.

At under a microsecond per hand, all of them together take less than half as long as importing
numba. So a program that evaluates few hands never waits for the import, and a program that
evaluates many hands loses little by importing numba late.
"""

_DECK = 0x1FFF1FFF1FFF1FFF
_, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH = (
    CATEGORY_FLOORS.values()
)


def strength_in_python(mask: int) -> int:
    """Return the strength of one hand of five to seven cards, or -1 if the mask is not a hand.

    The result equals that of the kernel `strength_of_mask`, but the function does not need numba:
    importing numba takes some hundred thousand times as long as evaluating one hand.

    Example:
        >>> strength_in_python(CardSet("AhKhQhJhTh").mask), strength_in_python(0)
        (7461, -1)
    """
    if mask & ~_DECK or not 5 <= mask.bit_count() <= 7:
        return -1
    clubs, diamonds = mask & 0x1FFF, mask >> 16 & 0x1FFF
    hearts, spades = mask >> 32 & 0x1FFF, mask >> 48
    for suited in (clubs, diamonds, hearts, spades):
        if suited.bit_count() >= 5:  # a flush leaves no room for quads or a full house
            top = _straight_top(suited)
            if top:
                return _STRAIGHT_FLUSH + top - _FIVE
            return _FLUSH + _five_number(suited)
    minor, major = clubs | diamonds, hearts | spades
    both_minor, both_major = clubs & diamonds, hearts & spades
    once, twice = minor | major, both_minor | both_major | minor & major
    thrice = both_minor & major | both_major & minor
    four = both_minor & both_major
    if four:
        quads = _highest(four)
        kicker = _highest(once ^ 1 << quads)
        return _QUADS + 12 * quads + kicker - (kicker > quads)
    if thrice:
        trips = _highest(thrice)
        if pairs := twice ^ 1 << trips:
            pair = _highest(pairs)
            return _FULL_HOUSE + 12 * trips + pair - (pair > trips)
    if top := _straight_top(once):
        return _STRAIGHT + top - _FIVE
    if thrice:
        return _TRIPS + 66 * trips + _number(_without(once, trips), 2)
    if twice:
        pair = _highest(twice)
        if others := twice ^ 1 << pair:
            lower = _highest(others)
            kicker = _highest(_without(_without(once, pair), lower))
            return _TWO_PAIR + 11 * (pair * (pair - 1) // 2 + lower) + kicker
        return _PAIR + 220 * pair + _number(_without(once, pair), 3)
    return _five_number(once)


def _highest(ranks: int) -> int:
    return ranks.bit_length() - 1


@cache
def _straight_top(ranks: int) -> int:
    """Return the top rank of the highest straight, 3 (five) .. 12 (ace), or 0 if there is none."""
    with_low_ace = ranks << 1 | ranks >> 12
    two = with_low_ace & with_low_ace << 1
    ends = two & two << 2 & with_low_ace << 4
    return ends.bit_length() - 2 if ends else 0


def _without(ranks: int, rank: int) -> int:
    """Remove a rank from a mask of ranks, and shift all higher ranks down by one."""
    below = (1 << rank) - 1
    return ranks & below | ranks >> 1 & ~below


@cache
def _number(ranks: int, size: int) -> int:
    """Return the index of a mask's ``size`` highest ranks among all sets of that many ranks.

    The sets are in ascending order, from index 0.
    """
    number = 0
    while size:
        rank = ranks.bit_length() - 1
        number += comb(rank, size)
        ranks ^= 1 << rank
        size -= 1
    return number


@cache
def _five_number(ranks: int) -> int:
    """Return the index of a mask's five highest ranks among all sets of five except straights.

    The sets are in ascending order, from index 0. The five ranks must not be a straight themselves.
    The function subtracts the number of lower straights; the wheel is lower than all other sets
    with an ace.
    """
    top = _highest(ranks)
    return _number(ranks, 5) - (top - _FIVE - 1) - (top == _ACE)


class _OneHand:
    """An evaluator of single hands that begins in plain Python and later switches to the kernel.

    Attributes:
        strength_of: a function that returns the strength of a mask, or -1 if the mask is not a
            hand.
    """

    __slots__ = ("_left", "strength_of")

    def __init__(self) -> None:
        self.strength_of: Callable[[int], int] = self._in_python
        self._left = HANDS_IN_PYTHON

    def load_kernel(self) -> None:
        """Evaluate all further hands with the kernel."""
        from handsight.kernels.ranking.evaluation import strength_of_mask

        self.strength_of = strength_of_mask

    def stays_in_python(self, hands: int) -> bool:
        """Check whether Python may evaluate ``hands`` more hands; if so, count them as done."""
        if self.strength_of != self._in_python or hands >= self._left:
            return False
        self._left -= hands
        return True

    def _in_python(self, mask: int) -> int:
        self._left -= 1
        if not self._left:
            self.load_kernel()
        return strength_in_python(mask)


one_hand = _OneHand()
"""The evaluator of single hands that the whole process shares."""

# The usual calls take a tenth of the time where the kernels were compiled ahead.
evaluate, evaluate_mask = single(evaluate, Evaluation), single(evaluate_mask)
