"""Every instance of every class of hands, and the cards that each instance needs.

A class is what B351-2017 calls a hand: a pair, a flush, a royal flush. An instance is one way to
make a hand of the class: a pair of aces, a flush in hearts. An instance needs some cards from each
of a few disjoint pools. A full house of aces over kings needs three of the four aces and two of the
four kings; a straight needs one card of each of five ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from handsight.cards import Card
from handsight.cards.card import RANK_NAMES, SUIT_NAMES
from handsight.ranking.categories import plural

CLASS_SIZES = {
    "one_pair": 2,
    "two_pair": 4,
    "three_of_a_kind": 3,
    "straight": 5,
    "flush": 5,
    "full_house": 5,
    "four_of_a_kind": 4,
    "straight_flush": 5,
    "royal_flush": 5,
}
"""The number of cards that each class needs, the weakest class first.

The class of straight flushes does not include royal flushes.
"""

ACE = 12
_DESCENDING = range(ACE, -1, -1)


class CardRequirement(NamedTuple):
    """The number of cards that an instance needs from a pool, and the mask of the pool."""

    pool: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Instance:
    """One way to make a hand of a class.

    Attributes:
        hand_class: the class, a key of `CLASS_SIZES`.
        name: the instance in words, such as ``full house, aces over kings``.
        requirements: the cards that the instance needs, from disjoint pools.
        ranks: the ranks that decide the strength, the most significant first: the top rank of a
            straight, and no rank of a flush, as its strength depends on the next cards.
    """

    hand_class: str
    name: str
    requirements: tuple[CardRequirement, ...]
    ranks: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cards that the instance needs."""
        return CLASS_SIZES[self.hand_class]

    def held(self, mask: int) -> tuple[int, ...]:
        """Count the cards in a mask that belong to each pool, which can be more than needed."""
        return tuple((need.pool & mask).bit_count() for need in self.requirements)

    def missing(self, mask: int) -> int:
        """Count the cards that the instance needs in addition to those in a mask."""
        held = self.held(mask)
        return sum(
            max(0, need.wanted - has) for need, has in zip(self.requirements, held, strict=True)
        )


@cache
def instances(hand_class: str) -> tuple[Instance, ...]:
    """Return every instance of a class in `CLASS_SIZES`, the strongest first.

    Example:
        >>> [len(instances(hand_class)) for hand_class in CLASS_SIZES]
        [13, 78, 13, 10, 4, 156, 13, 36, 4]
        >>> instances("full_house")[0].name
        'full house, aces over kings'
    """
    return tuple(_MAKERS[hand_class]())


def straight_ranks(top: int) -> tuple[int, ...]:
    """Return the five ranks of a straight, from the top rank down; an ace also plays as low.

    Example:
        >>> straight_ranks(3)
        (3, 2, 1, 0, 12)
    """
    return tuple((top - step) % 13 for step in range(5))


def _card(rank: int, suit: int) -> Card:
    return Card(4 * rank + suit)


def _of_rank(rank: int, wanted: int) -> CardRequirement:
    return CardRequirement(sum(_card(rank, suit).mask for suit in range(4)), wanted)


def _one_card(rank: int, suit: int) -> CardRequirement:
    return CardRequirement(_card(rank, suit).mask, 1)


def _pairs() -> Iterator[Instance]:
    for rank in _DESCENDING:
        yield Instance("one_pair", f"pair of {plural(rank)}", (_of_rank(rank, 2),), (rank,))


def _trips() -> Iterator[Instance]:
    for rank in _DESCENDING:
        yield Instance("three_of_a_kind", f"three {plural(rank)}", (_of_rank(rank, 3),), (rank,))


def _quads() -> Iterator[Instance]:
    for rank in _DESCENDING:
        yield Instance("four_of_a_kind", f"four {plural(rank)}", (_of_rank(rank, 4),), (rank,))


def _two_pairs() -> Iterator[Instance]:
    for high, low in combinations(_DESCENDING, 2):
        name = f"two pair, {plural(high)} and {plural(low)}"
        yield Instance("two_pair", name, (_of_rank(high, 2), _of_rank(low, 2)), (high, low))


def _full_houses() -> Iterator[Instance]:
    for three, two in permutations(_DESCENDING, 2):
        name = f"full house, {plural(three)} over {plural(two)}"
        yield Instance("full_house", name, (_of_rank(three, 3), _of_rank(two, 2)), (three, two))


def _straights() -> Iterator[Instance]:
    for top in range(ACE, 2, -1):
        parts = tuple(_of_rank(rank, 1) for rank in straight_ranks(top))
        yield Instance("straight", f"straight, {RANK_NAMES[top]} high", parts, (top,))


def _flushes() -> Iterator[Instance]:
    for suit in reversed(range(4)):
        pool = sum(_card(rank, suit).mask for rank in _DESCENDING)
        yield Instance("flush", f"flush in {SUIT_NAMES[suit]}", (CardRequirement(pool, 5),), ())


def _straight_flushes() -> Iterator[Instance]:
    for top, suit in product(range(ACE - 1, 2, -1), reversed(range(4))):
        name = f"straight flush in {SUIT_NAMES[suit]}, {RANK_NAMES[top]} high"
        yield Instance("straight_flush", name, _suited(top, suit), (top,))


def _royal_flushes() -> Iterator[Instance]:
    for suit in reversed(range(4)):
        name = f"royal flush in {SUIT_NAMES[suit]}"
        yield Instance("royal_flush", name, _suited(ACE, suit), (ACE,))


def _suited(top: int, suit: int) -> tuple[CardRequirement, ...]:
    return tuple(_one_card(rank, suit) for rank in straight_ranks(top))


_MAKERS = {
    "one_pair": _pairs,
    "two_pair": _two_pairs,
    "three_of_a_kind": _trips,
    "straight": _straights,
    "flush": _flushes,
    "full_house": _full_houses,
    "four_of_a_kind": _quads,
    "straight_flush": _straight_flushes,
    "royal_flush": _royal_flushes,
}
