"""Cactus Kev's five-card evaluator: primes for ranks, and a binary search for their product.

History: Kevin Suffecool published the evaluator on the Web as "Cactus Kev" in the early 2000s; most
table-driven evaluators since then descend from it. CISTI-2013 describes it in section III.B, and
DSIE-2011 in section 4.1.

Encoding: a card is a 32-bit word, ``xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp``: one bit for its rank
(b), one for its suit (cdhs), the rank 0 to 12 (r), and a prime for the rank (p), from 2 for the
deuce to 41 for the ace. In the figure of CISTI-2013, b has twelve bits; in fact it has thirteen,
one per rank.

Ranking: if all five words share a suit bit, the evaluator looks up the OR of their rank bits in the
table of flushes. Otherwise it looks up the same number in the table of five different ranks. A zero
in that table means that ranks repeat. Then the evaluator searches for the product of the primes,
which does not depend on the order of the cards, among the 4,888 possible products. The value is at
the same index in a second table. (CISTI-2013 speaks of a search tree, but the search is a binary
search in a sorted array.)

Values: 1 for a royal flush to 7462 for 7-5-4-3-2; lower is better.

Limits: the evaluator ranks five cards. For six and seven cards it tries all 6 or 21 choices of
five cards.

The code below builds the tables from one hand of each class.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.kernels.jit import kernel
from handsight.kernels.ranking.primes import ANY_SUIT, PRIME, RANK_BITS, product_of, rank_bits
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import (
    HAND_CLASSES,
    counted_from_the_best,
    fives_of,
    hand_of_each_class,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

u16 = np.uint16
u32 = np.uint32
i64 = np.int64

WORST = u16(HAND_CLASSES)
NOTHING = u16(0)
"""The table entry at an index that no hand has."""
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
SUIT_BITS = (0x8000, 0x4000, 0x2000, 0x1000)
"""The suit bits of clubs, diamonds, hearts and spades in a word."""
PRODUCTS = 4888
"""The number of products; it is a constant so that the compiler knows the steps of a search."""
SIGN = i64(32)
"""The right shift that converts a difference of two products to -1 if it is negative, else 0."""


class KevTables(NamedTuple):
    """The tables of Cactus Kev's evaluator.

    Attributes:
        words: uint32[52], the word of each card.
        flushes: uint16[7937], the value of a flush, indexed by its rank bits; 0 if the rank bits
            are not five ranks.
        unique: uint16[7937], the value of five different ranks that are not a flush, indexed by
            rank bits; 0 if the rank bits are not five ranks.
        products: uint32[4888], the products of the primes of hands with repeated ranks, ascending.
        ranks: uint16[4888], the value of the hand with each product.
    """

    words: NDArray[np.uint32]
    flushes: NDArray[np.uint16]
    unique: NDArray[np.uint16]
    products: NDArray[np.uint32]
    ranks: NDArray[np.uint16]


def word(card: int) -> int:
    """Return the 32-bit word that represents a card.

    Args:
        card: a card index, 0..51 = 4 * rank + suit.

    Example:
        >>> f"{word(47):032b}"  # the king of spades
        '00001000000000000001101100100101'
    """
    rank, suit = divmod(card, 4)
    return 1 << (16 + rank) | SUIT_BITS[suit] | rank << 8 | PRIMES[rank]


@cache
def tables() -> KevTables:
    """Build the tables from one hand of each class."""
    words = np.array([word(card) for card in range(52)], dtype=np.uint32)
    hands = words[hand_of_each_class()]
    values = (HAND_CLASSES - np.arange(HAND_CLASSES)).astype(np.uint16)
    bits = np.bitwise_or.reduce(hands, axis=1) >> RANK_BITS
    flush = np.bitwise_and.reduce(hands, axis=1) & ANY_SUIT != 0
    unique = (np.bitwise_count(bits) == 5) & ~flush
    by_bits = np.zeros((2, 0b1111100000000 + 1), np.uint16)
    by_bits[0, bits[flush]] = values[flush]
    by_bits[1, bits[unique]] = values[unique]
    products = np.multiply.reduce(hands & PRIME, axis=1, dtype=np.uint32)
    order = np.argsort(products)
    order = order[~(flush | unique)[order]]
    return KevTables(words, by_bits[0].copy(), by_bits[1].copy(), products[order], values[order])


@kernel
def cactus_kev_values(
    hands: NDArray[np.uint8],
    fives: NDArray[np.uint8],
    words: NDArray[np.uint32],
    flushes: NDArray[np.uint16],
    unique: NDArray[np.uint16],
    products: NDArray[np.uint32],
    ranks: NDArray[np.uint16],
    values: NDArray[np.uint16],
) -> None:
    """Find the value of the best five cards of each hand.

    This function reads the tables itself and does not pass them to smaller functions: a function
    that takes an array counts references to the array for every hand, which takes longer than
    ranking the hand.

    Args:
        hands: uint8[n, k] of card indices.
        fives: uint8[m, 5], the positions of all choices of five cards from a hand.
        words: uint32[52] (see `KevTables`, as for the next four tables).
        flushes: uint16[7937].
        unique: uint16[7937].
        products: uint32[4888].
        ranks: uint16[4888].
        values: uint16[n], filled.
    """
    for i in range(values.size):
        best = WORST
        for choice in range(fives.shape[0]):
            first = words[hands[i, fives[choice, 0]]]
            second = words[hands[i, fives[choice, 1]]]
            third = words[hands[i, fives[choice, 2]]]
            fourth = words[hands[i, fives[choice, 3]]]
            fifth = words[hands[i, fives[choice, 4]]]
            bits = rank_bits(first, second, third, fourth, fifth)
            if u32(first & second & third & fourth & fifth) & ANY_SUIT:
                value = flushes[bits]
            else:
                value = unique[bits]
                if value == NOTHING:
                    product = product_of(first, second, third, fourth, fifth)
                    place, left = i64(0), PRODUCTS
                    while left > 1:  # without a branch, which would often be mispredicted
                        half = left >> 1
                        distance = i64(product) - i64(products[place + half])
                        place += half & ~(distance >> SIGN)
                        left -= half
                    value = ranks[place]
            best = value if value < best else best
        values[i] = best


class CactusKev(Evaluator):
    """Cactus Kev's evaluator, which searches for the product of primes that stand for the ranks.

    Values are 1 (royal flush) .. 7462; lower is better.

    Example:
        >>> CactusKev().value("AhKhQhJhTh"), CactusKev().value("7c5d4h3s2c")
        (1, 7462)
    """

    name = "cactus-kev"
    cards = (5, 6, 7)
    source = "Kevin Suffecool; CISTI-2013, section III.B; DSIE-2011, section 4.1"

    @property
    def memory_bytes(self) -> int:
        """The size in bytes of the table of words and the four other tables."""
        return sum(table.nbytes for table in tables())

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        values = np.empty(len(cards), np.uint16)
        cactus_kev_values(cards, fives_of(cards.shape[1]), *tables(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths, 7462 - value; see `Evaluator.to_strengths`."""
        return counted_from_the_best(values, self.name)


EVALUATOR = CactusKev
