"""The naive evaluator of CISTI-2013: sort, count, and test the categories from the best down.

History: this is the evaluator that everybody writes first. CISTI-2013 prints it in section III, and
DSIE-2011 describes the same steps in section 4. Both papers use it to explain why faster evaluators
were invented.

Encoding: none. The cards are sorted by rank and checked for repeated ranks and for a single suit.
Then the categories are tested from the straight flush down until one fits.

Values: the printed program returns only 1 (high card) to 9 (straight flush) and compares no
kickers; `Naive.printed_rank` returns this number. The native value has the same number in its upper
bits. Below it are the ranks of the five cards, most significant first, four bits each. A rank is 2
to 14, and an ace at the low end of a straight is 1. Higher is better.

Limits: the evaluator is slow. For six and seven cards it tries all 6 or 21 choices of five cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardsLike
from handsight.kernels.jit import inlined, kernel
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import Scale, fives_of, hand_of_each_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

PRINTED_SHIFT = 20
"""The number of bits below the printed rank in a native value: five ranks of four bits."""


@inlined
def sort_by_rank(cards: NDArray[np.int64]) -> None:
    """Sort five cards in place, highest first: the paper's first step."""
    for end in range(1, 5):
        card, place = cards[end], end
        while place > 0 and cards[place - 1] < card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@inlined
def sort_by_count(ranks: NDArray[np.int64]) -> int:
    """Move repeated ranks to the front, and return how many pairs of cards have equal ranks.

    Six such pairs are quads, 4 a full house, 3 trips, 2 two pair and 1 one pair; with 0, all five
    ranks are different.
    """
    equal = 0
    keys = np.zeros(5, np.int64)
    for place in range(5):
        count = 0
        for other in range(5):
            count += ranks[place] == ranks[other]
        equal += count - 1
        keys[place] = 16 * count + ranks[place]
    sort_by_rank(keys)
    for place in range(5):
        ranks[place] = keys[place] & 15
    return equal // 2


@inlined
def value_of_five(cards: NDArray[np.int64], ranks: NDArray[np.int64]) -> int:
    """Return the native value of five cards; the categories are tested from the best down.

    Args:
        cards: int64[5], card indices sorted by rank, highest first.
        ranks: int64[5], workspace.
    """
    flush = True
    for place in range(5):
        flush = flush and (cards[place] & 3) == (cards[0] & 3)
        ranks[place] = (cards[place] >> 2) + 2
    equal = sort_by_count(ranks)
    if equal == 0 and ranks[0] == 14 and ranks[1] == 5:  # the ace plays low
        for place in range(5):
            ranks[place] = 5 - place
    straight = equal == 0 and ranks[0] - ranks[4] == 4
    if straight and flush:
        printed = 9
    elif equal == 6:
        printed = 8
    elif equal == 4:
        printed = 7
    elif flush:
        printed = 6
    elif straight:
        printed = 5
    elif equal == 3:
        printed = 4
    elif equal == 2:
        printed = 3
    elif equal == 1:
        printed = 2
    else:
        printed = 1
    value = printed
    for place in range(5):
        value = (value << 4) | ranks[place]
    return value


@kernel
def naive_values(
    hands: NDArray[np.uint8], fives: NDArray[np.uint8], values: NDArray[np.uint32]
) -> None:
    """Find the value of the best five cards of each hand.

    Args:
        hands: uint8[n, k] of card indices.
        fives: uint8[m, 5], the positions of all choices of five cards from a hand.
        values: uint32[n], filled.
    """
    cards = np.zeros(5, np.int64)
    ranks = np.zeros(5, np.int64)
    for i in range(values.size):
        best = 0
        for choice in range(fives.shape[0]):
            for place in range(5):
                cards[place] = hands[i, fives[choice, place]]
            sort_by_rank(cards)
            best = max(best, value_of_five(cards, ranks))
        values[i] = best


class Naive(Evaluator):
    """The naive evaluator of CISTI-2013, which sorts the cards and tests category by category.

    A value is the printed rank << 20, plus five ranks of four bits; higher is better.

    Example:
        >>> Naive().value("AhAd7c5s2h") == 0x2EE752
        True
    """

    name = "naive"
    cards = (5, 6, 7)
    source = "CISTI-2013, section III; DSIE-2011, section 4"

    def __init__(self) -> None:
        self._scale = Scale(self.name, self._values(hand_of_each_class().copy()))

    @property
    def memory_bytes(self) -> int:
        """Always 0, because the evaluator has no tables."""
        return 0

    def printed_rank(self, cards: CardsLike) -> int:
        """Return what the paper's program returns for the best five cards: 1 (high card) .. 9.

        Raises:
            InputError: if a card cannot be read or appears twice, or there are not five to seven
                cards.

        Example:
            >>> Naive().printed_rank("AhKhQhJhTh"), Naive().printed_rank("7c5d4h3s2c")
            (9, 1)
        """
        return self.value(cards) >> PRINTED_SHIFT

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
        values = np.empty(len(cards), np.uint32)
        naive_values(cards, fives_of(cards.shape[1]), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths; see `Evaluator.to_strengths`."""
        return self._scale.strengths(values)


EVALUATOR = Naive
