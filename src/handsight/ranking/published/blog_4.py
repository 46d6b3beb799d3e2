"""The evaluator of blog-4: ranks as decimal digits, which cannot hold them. Unfit for play.

History: the evaluator is from a post in a blog series on Texas hold'em. The post finds the type of
each of the 2,598,960 five-card hands, encodes the hands of each type "like a carry system (e.g.
decimal)", adds an offset for each type, and then numbers the distinct codes from the lowest up.

Encoding, as the author released it: a rank r, 2 to 14, counts as r / 1.5. A code is 100,000 times
the number of the type (high card 0, pair 2, two pair 3, trips 4, straight 5, flush 6, full house 7,
quads 8, straight flush 9) plus ranks as decimal digits:

- high card, flush: the five ranks, highest first;
- pair: 1000 * pair + 100 * third kicker + 10 * second kicker + first kicker, so the lowest kicker
  weighs the most;
- two pair: 100 * upper pair + 10 * lower pair + kicker;
- trips: trips + 10 * first kicker + second kicker, so the first kicker weighs more than the trips;
- full house, quads: 10 * the rank that occurs most often + the other rank;
- straight, straight flush: the top rank.

Limits: the twelve steps from 2 to 14 do not fit into a decimal digit, so hands of different
strengths can have the same code: there are exactly 6,484 codes for 7,462 classes. (The post says
6,145, which we could not reproduce. If codes are added up in floating point, equal codes sometimes
differ in the last bit, so the count depends on the order of the additions.) The order of hands is
wrong too: 2-2-2-A-K has a higher code than A-A-A-3-2, the kickers of pairs are compared from the
lowest up, and the codes of flushes of ace-ten or better overlap with those of full houses.

This module stores 1.5 times each code, which is a whole number and therefore exact. The native
value is the index of the code among all codes in ascending order, 0 to 6483; higher is meant to be
better. `Blog4.code` returns the code itself.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardsLike, parse_cards, require_count
from handsight.errors import NoExactMethodError
from handsight.kernels.jit import kernel
from handsight.ranking.interface import Evaluator
from handsight.ranking.published.classes import fives_of, hand_of_each_class, refuse_strangers

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCALE = 1.5
"""The factor that scales every code to a whole number."""
OFFSET = 150_000
"""The offset between the codes of one type of hand and the next type, multiplied by `SCALE`."""


@kernel
def blog_4_codes(
    hands: NDArray[np.uint8], fives: NDArray[np.uint8], codes: NDArray[np.int64]
) -> None:
    """Find the highest code of any five cards of each hand.

    Args:
        hands: uint8[n, k] of card indices.
        fives: uint8[m, 5], the positions of all choices of five cards from a hand.
        codes: int64[n], filled with 1.5 times each code.
    """
    held = np.zeros(15, np.int64)  # the number of cards of each rank 2 to 14
    groups = np.zeros(4, np.int64)  # the number of ranks that occur once, twice, three, four times
    digits = np.zeros(5, np.int64)  # the ranks, most frequent first
    for i in range(codes.size):
        best = 0
        for choice in range(fives.shape[0]):
            held[:] = 0
            groups[:] = 0
            flush = True
            for place in range(5):
                card = np.int64(hands[i, fives[choice, place]])
                held[(card >> 2) + 2] += 1
                flush = flush and (card & 3) == (hands[i, fives[choice, 0]] & 3)
            kinds = 0
            for count in range(4, 0, -1):
                for rank in range(14, 1, -1):
                    if held[rank] == count:
                        digits[kinds] = rank
                        groups[count - 1] += 1
                        kinds += 1
            a, b, c, d, e = digits[0], digits[1], digits[2], digits[3], digits[4]
            low = kinds == 5 and a == 14 and b == 5
            if groups[3]:
                code = 8 * OFFSET + 10 * a + b
            elif groups[2] and groups[1]:
                code = 7 * OFFSET + 10 * a + b
            elif kinds == 5 and (low or a - e == 4):
                code = (9 if flush else 5) * OFFSET + (5 if low else a)
            elif kinds == 5:
                code = 10_000 * a + 1000 * b + 100 * c + 10 * d + e
                code += 6 * OFFSET if flush else 0
            elif groups[2]:
                code = 4 * OFFSET + a + 10 * b + c
            elif groups[1] == 2:
                code = 3 * OFFSET + 100 * a + 10 * b + c
            else:
                code = 2 * OFFSET + 1000 * a + 100 * d + 10 * c + b
            best = max(best, code)
        codes[i] = best


def _codes_of(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    codes = np.empty(len(cards), np.int64)
    blog_4_codes(cards, fives_of(cards.shape[1]), codes)
    return codes


@cache
def all_codes() -> NDArray[np.int64]:
    """Return 1.5 times each of the 6,484 codes, in ascending order: int64[6484]."""
    return np.unique(_codes_of(hand_of_each_class().copy()))


class Blog4(Evaluator):
    """The evaluator of blog-4, which stores ranks as decimal digits and orders hands wrongly.

    Values are 0..6483; higher is meant to be better.

    Example:
        >>> blog = Blog4()
        >>> blog.sound, blog.value("2c2d2hAsKs") > blog.value("AcAdAh3s2s")
        (False, True)
    """

    name = "blog-4"
    cards = (5, 6, 7)
    source = "blog-4, Hand Values"
    sound = False

    def __init__(self) -> None:
        self._value_of = self._values(hand_of_each_class().copy())
        self._strength_of = np.zeros(len(all_codes()), np.uint16)
        self._strength_of[self._value_of] = np.arange(len(self._value_of))

    @property
    def memory_bytes(self) -> int:
        """The size in bytes of the table of codes, which is searched for the code of a hand."""
        return all_codes().nbytes

    def code(self, cards: CardsLike) -> float:
        """Return the code of five cards, or the highest code of any five of six or seven cards.

        Raises:
            InputError: if a card cannot be read or appears twice, or there are not five to seven
                cards.

        Example:
            >>> Blog4().code("3c3d3hAs6s") == 400_000 + (3 + 140 + 6) / 1.5
            True
        """
        hand = parse_cards(cards, "cards")
        require_count(hand, "cards", self.cards)
        return int(_codes_of(np.array([[card.index for card in hand]], np.uint8))[0]) / SCALE

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return np.searchsorted(all_codes(), _codes_of(cards)).astype(np.uint16)

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values, integers[n], to strengths, uint16[n], if that is possible.

        Raises:
            NoExactMethodError: if hands of different strengths have the same value.
            InputError: if a value is outside 0..6483.
        """
        given = np.asarray(values)
        refuse_strangers(given, (given >= 0) & (given < len(all_codes())), self.name)
        shared = given[np.bincount(self._value_of)[given] > 1]
        if shared.size:
            classes = ", ".join(map(str, np.flatnonzero(self._value_of == shared[0])))
            raise NoExactMethodError(
                f"{self.name} gives {shared[0]} to hands of the strengths {classes}; "
                "its values do not tell them apart"
            )
        strengths: NDArray[np.uint16] = self._strength_of[given]
        return strengths


EVALUATOR = Blog4
