"""The method of Pokersource poker-eval: four suit masks of thirteen bits, and small tables.

History: poker-eval is a C library from the 1990s with several contributors. For a long time it was
the usual library for simulations. CISTI-2013 (section III.A) calls it the fastest naive evaluator,
although it is the slowest evaluator in table II of that paper. DSIE-2011 (section 4.2) finds it
faster than Cactus Kev's evaluator.

Encoding: a hand is one mask per suit, with one bit per rank. There are four tables of 8,192
entries, one entry for each mask of ranks. They hold the number of ranks in the mask, its top rank,
its top five ranks, and the top rank of its best straight. The evaluator finds pairs, trips and
quads from the difference between the number of cards and the number of different ranks, and by
combining the suits: the exclusive or of the suits is the ranks that occur an odd number of times.

Values: hand type << 24 (0 high card .. 8 straight flush), and below it five fields of four bits for
ranks, the most significant first. Unused fields are 0. Ranks run from 0, the deuce, to 12, the ace.
Higher is better.

What is here: the algorithm for hold'em hands of five, six and seven cards, written from scratch
from the description above; the code below builds the tables. The library's other games (draw,
Omaha, low hands, jokers) and its programming interface are left out.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.kernels.jit import Int, inlined, kernel
from handsight.ranking.arrays import masks_from_cards
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import Scale, hand_of_each_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

u16 = np.uint16

LANES = 1 << 13
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = (
    kind << 24 for kind in range(1, 9)
)
TOP, SECOND, THIRD = 16, 12, 8
"""The bit positions of the three most significant ranks in a value."""
UPPER_TWO = 0xFF000
"""A mask of the two uppermost rank fields of a value."""
THREE_KICKERS = 0xFFF0
TWO_KICKERS = 0xFF00
"""Masks of the three and of the two rank fields below the uppermost field."""


class PokerEvalTables(NamedTuple):
    """The tables of poker-eval, indexed by a mask of ranks, 0..8191.

    Attributes:
        bits: uint8[8192], the number of ranks in the mask.
        straight: uint8[8192], the top rank of the best straight in the mask; 0 for no straight.
        top_five: uint32[8192], the five highest ranks in the mask, four bits each, with the highest
            in bits 16 to 19.
        top: uint8[8192], the highest rank in the mask.
    """

    bits: NDArray[np.uint8]
    straight: NDArray[np.uint8]
    top_five: NDArray[np.uint32]
    top: NDArray[np.uint8]


@cache
def tables() -> PokerEvalTables:
    """Build the four tables from the rules."""
    lanes = np.arange(LANES)
    held = lanes[:, None] >> np.arange(13) & 1
    straight = np.zeros(LANES, np.uint8)
    for top in range(3, 13):
        ranks = [rank % 13 for rank in range(top - 4, top + 1)]  # rank -1 is the ace
        straight[held[:, ranks].all(axis=1)] = top
    top_five = np.zeros(LANES, np.uint32)
    taken = np.zeros(LANES, np.int64)
    for rank in range(12, -1, -1):
        counts = (held[:, rank] == 1) & (taken < 5)
        top_five[counts] |= (rank << (TOP - 4 * taken[counts])).astype(np.uint32)
        taken[counts] += 1
    top_card = (held * np.arange(13)).max(axis=1).astype(np.uint8)
    return PokerEvalTables(held.sum(axis=1).astype(np.uint8), straight, top_five, top_card)


@inlined
def flush_lane(
    clubs: np.uint16,
    diamonds: np.uint16,
    hearts: np.uint16,
    spades: np.uint16,
    bits: NDArray[np.uint8],
) -> np.uint16:
    """Return the mask of the suit with five or more cards, or 0 if there is no such suit.

    Args:
        clubs: the ranks of clubs in the hand, as a mask; the next three arguments are the masks of
            the other suits.
        bits: uint8[8192], from `PokerEvalTables`.
    """
    lane = clubs if bits[clubs] >= 5 else u16(0)
    lane = diamonds if bits[diamonds] >= 5 else lane
    lane = hearts if bits[hearts] >= 5 else lane
    return spades if bits[spades] >= 5 else lane


@inlined
def suited(lane: np.uint16, straight: NDArray[np.uint8], top_five: NDArray[np.uint32]) -> Int:
    """Return the value of a flush or straight flush, from the mask of its suit.

    Args:
        lane: the ranks of five or more cards of one suit, as a mask.
        straight: uint8[8192], from `PokerEvalTables`.
        top_five: uint32[8192], from `PokerEvalTables`.
    """
    value = FLUSH + np.int64(top_five[lane])
    if straight[lane]:
        value = STRAIGHT_FLUSH + (np.int64(straight[lane]) << TOP)
    return value


@inlined
def of_three_suits(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16
) -> np.uint16:
    """Return the mask of the ranks that three of four suit masks contain; no rank may be in all."""
    one_way = u16(u16(clubs & diamonds) | u16(hearts & spades))
    return u16(one_way & u16(u16(clubs & hearts) | u16(diamonds & spades)))


@inlined
def one_extra(
    ranks: np.uint16, odd: np.uint16, top_five: NDArray[np.uint32], top: NDArray[np.uint8]
) -> Int:
    """Return the value of a hand of k + 1 cards with k different ranks, which is one pair.

    Args:
        ranks: the ranks in the hand, as a mask.
        odd: the ranks that occur an odd number of times, as a mask.
        top_five: uint32[8192], from `PokerEvalTables`.
        top: uint8[8192], from `PokerEvalTables`.
    """
    kickers = (np.int64(top_five[odd]) >> 4) & THREE_KICKERS
    return PAIR + (np.int64(top[u16(ranks ^ odd)]) << TOP) + kickers


@inlined
def two_extra(
    ranks: np.uint16,
    odd: np.uint16,
    trips: np.uint16,
    top_five: NDArray[np.uint32],
    top: NDArray[np.uint8],
) -> Int:
    """Return the value of a hand of k + 2 cards with k different ranks, which is two pair or trips.

    Args:
        ranks: the ranks in the hand, as a mask.
        odd: the ranks that occur an odd number of times, as a mask.
        trips: the ranks that occur in three suits, as a mask.
        top_five: uint32[8192], from `PokerEvalTables`.
        top: uint8[8192], from `PokerEvalTables`.
    """
    pairs = u16(ranks ^ odd)
    if pairs:
        value = TWO_PAIR + (np.int64(top_five[pairs]) & UPPER_TWO) + (np.int64(top[odd]) << THIRD)
    else:
        kickers = (np.int64(top_five[u16(ranks ^ trips)]) >> 4) & TWO_KICKERS
        value = TRIPS + (np.int64(top[trips]) << TOP) + kickers
    return value


@inlined
def more_extra(
    ranks: np.uint16, odd: np.uint16, trips: np.uint16, four: np.uint16, top: NDArray[np.uint8]
) -> Int:
    """Return the value of a hand of at least k + 3 cards with k different ranks.

    Such a hand is quads or a full house, or it holds three pairs.

    Args:
        ranks: the ranks in the hand, as a mask.
        odd: the ranks that occur an odd number of times, as a mask.
        trips: the ranks that occur in three suits, as a mask.
        four: the ranks that occur in all four suits, as a mask.
        top: uint8[8192], from `PokerEvalTables`.
    """
    pairs = u16(ranks ^ odd)
    if four:
        value = QUADS + (np.int64(top[four]) << TOP)
        value += np.int64(top[u16(ranks ^ four)]) << SECOND
    elif trips:
        full_of = top[trips]
        rest = u16(u16(pairs | trips) ^ u16(u16(1) << full_of))
        value = FULL_HOUSE + (np.int64(full_of) << TOP) + (np.int64(top[rest]) << SECOND)
    else:
        high = top[pairs]
        low = top[u16(pairs ^ u16(u16(1) << high))]
        rest = u16(u16(ranks ^ u16(u16(1) << high)) ^ u16(u16(1) << low))
        value = TWO_PAIR + (np.int64(high) << TOP) + (np.int64(low) << SECOND)
        value += np.int64(top[rest]) << THIRD
    return value


@kernel
def poker_eval_values(
    lanes: NDArray[np.uint16],
    cards: int,
    bits: NDArray[np.uint8],
    straight: NDArray[np.uint8],
    top_five: NDArray[np.uint32],
    top: NDArray[np.uint8],
    values: NDArray[np.uint32],
) -> None:
    """Evaluate hands of five, six or seven cards.

    Args:
        lanes: uint16[4 * n], for each hand a mask of ranks for each of the four suits.
        cards: the number of cards in a hand.
        bits: uint8[8192], from `PokerEvalTables`, as the next three tables.
        straight: uint8[8192].
        top_five: uint32[8192].
        top: uint8[8192].
        values: uint32[n], filled.
    """
    for i in range(values.size):
        clubs, diamonds = lanes[4 * i], lanes[4 * i + 1]
        hearts, spades = lanes[4 * i + 2], lanes[4 * i + 3]
        ranks = u16(u16(clubs | diamonds) | u16(hearts | spades))
        odd = u16(u16(clubs ^ diamonds) ^ u16(hearts ^ spades))
        extra = cards - np.int64(bits[ranks])
        value = np.int64(0)
        # With five different ranks, at most two cards are left: too few for quads or a full house.
        if cards - extra >= 5:
            suit = flush_lane(clubs, diamonds, hearts, spades, bits)
            if suit:
                value = suited(suit, straight, top_five)
            elif straight[ranks]:
                value = STRAIGHT + (np.int64(straight[ranks]) << TOP)
        if value == 0:
            trips = of_three_suits(clubs, diamonds, hearts, spades)
            if extra == 0:
                value = np.int64(top_five[ranks])
            elif extra == 1:
                value = one_extra(ranks, odd, top_five, top)
            elif extra == 2:
                value = two_extra(ranks, odd, trips, top_five, top)
            else:
                four = u16(u16(clubs & diamonds) & u16(hearts & spades))
                value = more_extra(ranks, odd, trips, four, top)
        values[i] = value


class PokerEval(Evaluator):
    """The method of poker-eval, which looks up masks of ranks in small tables.

    A value is the hand type << 24, plus five ranks of four bits; higher is better.

    Example:
        >>> PokerEval().value("AhAd7c5s2h") == 0x10C5300
        True
    """

    name = "poker-eval"
    cards = (5, 6, 7)
    source = "Pokersource poker-eval; CISTI-2013, section III.A; DSIE-2011, section 4.2"

    def __init__(self) -> None:
        self._scale = Scale(self.name, self._values(hand_of_each_class().copy()))

    @property
    def memory_bytes(self) -> int:
        """The size in bytes of the four tables of 8,192 entries."""
        return sum(table.nbytes for table in tables())

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
        values = np.empty(len(cards), np.uint32)
        lanes = masks_from_cards(cards).view(np.uint16)
        poker_eval_values(lanes, cards.shape[1], *tables(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths; see `Evaluator.to_strengths`."""
        return self._scale.strengths(values)


EVALUATOR = PokerEval
