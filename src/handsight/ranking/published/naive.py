"""The naive evaluator of CISTI-2013: sort, count, test the categories from the top.

History: this is what everybody writes first. CISTI-2013 prints it in section III, and DSIE-2011
describes the same steps in section 4; both use it to explain why others were invented.

Encoding: none. The cards are sorted by rank and checked for repeated ranks and for a single suit.
Then the categories are tested from the straight flush down until one fits.

Values: the printed program stops at 1 (high card) to 9 (straight flush) and ranks no kickers;
`Naive.printed_rank` returns that. The native value extends it: the printed rank, and below it the
five ranks in the order in which they count, four bits each. A rank is 2 to 14, and an ace at the
low end of a straight is 1.

Limits: it is slow. For six and seven cards it tries all choices of five, 6 and 21.
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
"""The position of the printed rank in a native value: above five ranks of four bits."""


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
    """Move repeated ranks to the front, and return the number of pairs of equal ranks.

    That number tells the shapes apart: 6 for quads, 4 for a full house, 3 for trips, 2 for two
    pair, 1 for a pair, 0 for five different ranks.
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
    """Test a sorted hand for one category after another, best first."""
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
    """Find the best value of hands, uint8[n, k], among the choices of five cards, uint8[m, 5]."""
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
    """Sort, count, test: printed rank << 20, and five ranks of four bits; more is better.

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
        """Always 0: it has no tables."""
        return 0

    def printed_rank(self, cards: CardsLike) -> int:
        """Return what the printed program returns for the best five cards: 1 (high card) .. 9.

        Raises:
            InputError: for cards that cannot be read, appear twice, or are too few or too many.

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
