"""Paul Senzee's five-card evaluator: Cactus Kev's, with a perfect hash in place of the search.

History: Paul Senzee published it on his blog in 2006. CISTI-2013 describes it in III.C. The text of
the paper calls it 2.7 times as fast as Cactus Kev's; the paper's own table shows twice as fast.

Encoding, flushes and hands of five different ranks: as in `handsight.ranking.published.cactus_kev`,
whose tables are used. If ranks repeat, the product of the primes is hashed without a collision
among the 4,888 products, so one look-up replaces the search.

The hash is of the kind that Bob Jenkins described. The product is mixed in 32 bits. Some bits of
the mixture choose one of 512 adjustments, thirteen others are combined with it by exclusive or, and
the result is the place among 8,192 values.

Senzee's and ours: the idea, the sizes and the mixing steps with their constant are as published.
The adjustments are not: `adjustments` finds its own set from the products, the fullest group first,
and the values go where those put them. No number of the two published tables is used here, and a
product may have another place than in them, but the value of a hand is the same.

Values: 1 for a royal flush to 7462 for 7-5-4-3-2; less is better.

Limits: it ranks five cards. For six and seven cards it tries all choices of five, 6 and 21.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.kernels.jit import inlined, kernel
from handsight.kernels.ranking.primes import ANY_SUIT, product_of, rank_bits
from handsight.ranking.interface import Evaluator
from handsight.ranking.published import cactus_kev
from handsight.ranking.published.classes import HAND_CLASSES, counted_from_the_best, fives_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

u16 = np.uint16
u32 = np.uint32

WORST = u16(HAND_CLASSES)
NOTHING = u16(0)
"""The entry of a hand that is not in a table."""

STIR = u32(0xE91AAA35)
"""The published constant; with it no two products of a group have the same place."""
GROUPS = 512
PLACES = 8192


class SenzeeTables(NamedTuple):
    """The tables of Senzee's evaluator; the first three are Cactus Kev's.

    Attributes:
        adjust: uint16[512], the number to combine with a place, by group.
        ranks: uint16[8192], the values of hands with repeated ranks; 0 in places without a product.
    """

    words: NDArray[np.uint32]
    flushes: NDArray[np.uint16]
    unique: NDArray[np.uint16]
    adjust: NDArray[np.uint16]
    ranks: NDArray[np.uint16]


@inlined
def mixed(product: np.uint32) -> np.uint32:
    """Mix the bits of a product, all in 32 bits."""
    bits = u32(product + STIR)
    bits = u32(bits ^ u32(bits >> u32(16)))
    bits = u32(bits + u32(bits << u32(8)))
    return u32(bits ^ u32(bits >> u32(4)))


@inlined
def group_of(bits: np.uint32) -> np.uint16:
    """Return the group that nine of the mixed bits name."""
    return u16(u32(bits >> u32(8)) & u32(GROUPS - 1))


@inlined
def bare_place_of(bits: np.uint32) -> np.uint16:
    """Return the unadjusted place of mixed bits: the upper thirteen bits of five times them."""
    return u16(u32(bits + u32(bits << u32(2))) >> u32(19))


@kernel
def hash_products(
    products: NDArray[np.uint32], groups: NDArray[np.uint16], places: NDArray[np.uint16]
) -> None:
    """Hash products, uint32[n], without adjustment: fill groups, 0..511, and places, 0..8191."""
    for i in range(products.size):
        bits = mixed(products[i])
        groups[i] = group_of(bits)
        places[i] = bare_place_of(bits)


def adjustments(groups: NDArray[np.uint16], places: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Find what to combine with the places of each group, uint16[512], to avoid all collisions.

    The fullest group goes first, while there is most room, and each group takes the lowest number
    that moves all of its places to free ones.

    Args:
        groups: uint16[n], 0..511.
        places: uint16[n], 0..8191, all different within a group.
    """
    adjust = np.zeros(GROUPS, np.uint16)
    free = np.ones(PLACES, bool)
    numbers = np.arange(PLACES)
    for group in np.argsort(-np.bincount(groups, minlength=GROUPS), kind="stable"):
        moved = places[groups == group][:, None] ^ numbers
        adjust[group] = fitting = np.argmax(free[moved].all(axis=0))
        free[moved[:, fitting]] = False
    return adjust


@cache
def tables() -> SenzeeTables:
    """Build the tables from those of Cactus Kev's evaluator."""
    kev = cactus_kev.tables()
    groups = np.empty(len(kev.products), np.uint16)
    places = np.empty(len(kev.products), np.uint16)
    hash_products(kev.products, groups, places)
    adjust = adjustments(groups, places)
    ranks = np.zeros(PLACES, np.uint16)
    ranks[places ^ adjust[groups]] = kev.ranks
    return SenzeeTables(kev.words, kev.flushes, kev.unique, adjust, ranks)


@kernel
def senzee_5_values(
    hands: NDArray[np.uint8],
    fives: NDArray[np.uint8],
    words: NDArray[np.uint32],
    flushes: NDArray[np.uint16],
    unique: NDArray[np.uint16],
    adjust: NDArray[np.uint16],
    ranks: NDArray[np.uint16],
    values: NDArray[np.uint16],
) -> None:
    """Evaluate hands, uint8[n, k], by the best of the choices of five cards, uint8[m, 5].

    The tables, those of `SenzeeTables`, are read here and not in smaller functions: a function that
    took an array would count references to it for every hand, which costs more than the ranking.
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
                    stirred = mixed(product)
                    place = u16(bare_place_of(stirred) ^ adjust[group_of(stirred)])
                    value = ranks[place]
            best = value if value < best else best
        values[i] = best


class Senzee5(Evaluator):
    """Cactus Kev's encoding and a perfect hash: 1 (royal flush) .. 7462; less is better.

    Example:
        >>> Senzee5().value("AhKhQhJhTh"), Senzee5().value("7c5d4h3s2c")
        (1, 7462)
    """

    name = "senzee-5"
    cards = (5, 6, 7)
    source = "Paul Senzee, 2006; CISTI-2013, section III.C"

    @property
    def memory_bytes(self) -> int:
        """The size of the words of the cards and the four tables."""
        return sum(table.nbytes for table in tables())

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        values = np.empty(len(cards), np.uint16)
        senzee_5_values(cards, fives_of(cards.shape[1]), *tables(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Count from the other end: strength = 7462 - value; see `Evaluator.to_strengths`."""
        return counted_from_the_best(values, self.name)


EVALUATOR = Senzee5
