"""Paul Senzee's five-card evaluator: Cactus Kev's method with a perfect hash instead of a search.

History: Paul Senzee published the evaluator on his blog in 2006. CISTI-2013 describes it in section
III.C. The text of the paper says that it is 2.7 times as fast as Cactus Kev's evaluator; the
paper's own table shows twice as fast.

Encoding, flushes and hands of five different ranks: as in `handsight.ranking.published.cactus_kev`,
whose tables are used. If ranks repeat, the product of the primes is hashed. No two of the 4,888
products have the same hash, so one look-up replaces the search.

The hash follows a scheme by Bob Jenkins. The bits of the product are mixed in a 32-bit word. Nine
of the mixed bits choose one of 512 groups, each of which has an adjustment. The exclusive or of the
adjustment and thirteen other bits is an index into a table of 8,192 values.

Senzee's and ours: the idea, the sizes of the tables, and the mixing steps with their constant are
as published. The adjustments are our own: `adjustments` computes them from the products, starting
with the group that has the most products, and they determine the index of each value. This module
uses no number of the two published tables. A product can have a different index than in the
published tables, but every hand has the same value.

Values: 1 for a royal flush to 7462 for 7-5-4-3-2; lower is better.

Limits: the evaluator ranks five cards. For six and seven cards it tries all 6 or 21 choices of
five cards.
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
"""The table entry at an index that no hand has."""

STIR = u32(0xE91AAA35)
"""The published constant of the mixing steps.

With this constant, no two products of a group have the same unadjusted index.
"""
GROUPS = 512
PLACES = 8192


class SenzeeTables(NamedTuple):
    """The tables of Senzee's evaluator; the first three are Cactus Kev's.

    Attributes:
        words: uint32[52] (see `handsight.ranking.published.cactus_kev.KevTables`).
        flushes: uint16[7937], as in `KevTables`.
        unique: uint16[7937], as in `KevTables`.
        adjust: uint16[512], the adjustment of each group of products.
        ranks: uint16[8192], the values of hands with repeated ranks, indexed by the adjusted hash
            of the product; 0 at indices that no product has.
    """

    words: NDArray[np.uint32]
    flushes: NDArray[np.uint16]
    unique: NDArray[np.uint16]
    adjust: NDArray[np.uint16]
    ranks: NDArray[np.uint16]


@inlined
def mixed(product: np.uint32) -> np.uint32:
    """Mix the bits of a product, with 32-bit arithmetic."""
    bits = u32(product + STIR)
    bits = u32(bits ^ u32(bits >> u32(16)))
    bits = u32(bits + u32(bits << u32(8)))
    return u32(bits ^ u32(bits >> u32(4)))


@inlined
def group_of(bits: np.uint32) -> np.uint16:
    """Return the group, 0..511, of a product: nine of its mixed bits."""
    return u16(u32(bits >> u32(8)) & u32(GROUPS - 1))


@inlined
def bare_place_of(bits: np.uint32) -> np.uint16:
    """Return a product's unadjusted index, 0..8191: the upper thirteen bits of 5 * ``bits``."""
    return u16(u32(bits + u32(bits << u32(2))) >> u32(19))


@kernel
def hash_products(
    products: NDArray[np.uint32], groups: NDArray[np.uint16], places: NDArray[np.uint16]
) -> None:
    """Find the group and the unadjusted index of each product.

    Args:
        products: uint32[n].
        groups: uint16[n], filled with groups, 0..511.
        places: uint16[n], filled with unadjusted indices, 0..8191.
    """
    for i in range(products.size):
        bits = mixed(products[i])
        groups[i] = group_of(bits)
        places[i] = bare_place_of(bits)


def adjustments(groups: NDArray[np.uint16], places: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Find an adjustment for each group so that all adjusted indices are different.

    The group with the most products is the first to get an adjustment, while most indices are still
    free. Each group gets the lowest number that moves all of its products to free indices.

    Args:
        groups: uint16[n], the group of each product, 0..511.
        places: uint16[n], the unadjusted index of each product, 0..8191; the indices of products in
            the same group are all different.

    Returns:
        uint16[512], the adjustment of each group.
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
    """Build the tables from the tables of Cactus Kev's evaluator."""
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
    """Find the value of the best five cards of each hand.

    This function reads the tables itself and does not pass them to smaller functions: a function
    that takes an array counts references to the array for every hand, which takes longer than
    ranking the hand.

    Args:
        hands: uint8[n, k] of card indices.
        fives: uint8[m, 5], the positions of all choices of five cards from a hand.
        words: uint32[52] (see `SenzeeTables`, as for the next four tables).
        flushes: uint16[7937].
        unique: uint16[7937].
        adjust: uint16[512].
        ranks: uint16[8192].
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
                    stirred = mixed(product)
                    place = u16(bare_place_of(stirred) ^ adjust[group_of(stirred)])
                    value = ranks[place]
            best = value if value < best else best
        values[i] = best


class Senzee5(Evaluator):
    """Senzee's five-card evaluator, which uses Cactus Kev's encoding and a perfect hash.

    Values are 1 (royal flush) .. 7462; lower is better.

    Example:
        >>> Senzee5().value("AhKhQhJhTh"), Senzee5().value("7c5d4h3s2c")
        (1, 7462)
    """

    name = "senzee-5"
    cards = (5, 6, 7)
    source = "Paul Senzee, 2006; CISTI-2013, section III.C"

    @property
    def memory_bytes(self) -> int:
        """The size in bytes of the table of words and the four other tables."""
        return sum(table.nbytes for table in tables())

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        values = np.empty(len(cards), np.uint16)
        senzee_5_values(cards, fives_of(cards.shape[1]), *tables(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths, 7462 - value; see `Evaluator.to_strengths`."""
        return counted_from_the_best(values, self.name)


EVALUATOR = Senzee5
