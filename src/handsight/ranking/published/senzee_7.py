"""Paul Senzee's seven-card evaluator: a number for every hand, and a table of the hands' values.

History: this is Paul Senzee's second evaluator, after his fast one for five cards. It does not have
to try choices of five cards. CISTI-2013 describes it in section III.C, and DSIE-2011 in section
4.3; CISTI-2013 regrets that nobody has published how to compute the numbers.

Encoding: a hand is a string of 52 bits, one per card, seven of which are set.

Ranking: the 52 bits are split into words of 4, 16, 16 and 16 bits. The number of the hand is
computed from the number of set bits in each word, the position of each word among the words with
the same number of set bits, and binomials. The numbers have no gaps. One table of 133,784,560
two-byte entries holds the value of the hand with each number.

Values: 1 for a royal flush to 7462 for 7-5-4-3-2; lower is better. These are Cactus Kev's values,
because Senzee filled the table with Cactus Kev's evaluator.

Limits: the evaluator ranks seven cards, no fewer. The table takes 267.6 MB, far more than processor
caches hold, so the evaluator waits for memory if hands are in random order.

The code below builds the table from the values that our own evaluator computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.ranking.interface import TableEvaluator
from handsight.ranking.published.classes import HAND_CLASSES, counted_from_the_best
from handsight.runtime.chunks import map_chunks
from handsight.runtime.tables import TableFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

CARDS = 7
HANDS = comb(52, CARDS)
PIECE = 1 << 20


class Numbering(NamedTuple):
    """Tables that number a hand.

    `handsight.kernels.ranking.senzee_7.number_of_seven` explains each table.
    """

    bits: NDArray[np.uint8]
    places: NDArray[np.uint16]
    before: NDArray[np.int64]
    ways: NDArray[np.int64]


class Words(NamedTuple):
    """Tables of all 16-bit words, sorted by their number of set bits.

    `handsight.kernels.ranking.senzee_7.list_sevens` explains each table.
    """

    aces_at: NDArray[np.int64]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    parts: NDArray[np.uint64]


@cache
def _sorted_words() -> NDArray[np.int64]:
    words = np.arange(1 << 16)
    return words[np.argsort(np.bitwise_count(words), kind="stable")]


def _starts() -> NDArray[np.int64]:
    """Return the indices in `_sorted_words` at which words with 0..16 set bits begin: int64[17]."""
    return np.cumsum([0] + [comb(16, size) for size in range(16)])


@cache
def numbering() -> Numbering:
    """Build the small tables that number hands."""
    words = _sorted_words()
    bits = np.bitwise_count(np.arange(1 << 16)).astype(np.uint8)
    places = np.empty(1 << 16, np.uint16)
    places[words] = np.arange(1 << 16) - _starts()[bits[words]]
    before, ways = np.zeros((3, 8, 8), np.int64), np.zeros((3, 8), np.int64)
    for word, (here, below) in enumerate([(4, 48), (16, 32), (16, 16)]):
        for cards in range(CARDS + 1):
            ways[word, cards] = comb(below, cards)
            each = [comb(here, held) * comb(below, cards - held) for held in range(cards)]
            before[word, cards, 1 : cards + 1] = np.cumsum(each)
    return Numbering(bits, places, before, ways)


@cache
def _words() -> Words:
    words = _sorted_words()
    parts = np.zeros(1 << 16, np.uint64)
    for card in range(16):
        there = (words >> card & 1).astype(np.uint64)
        parts |= there << np.uint64(16 * (card % 4) + card // 4)
    sizes = np.bitwise_count(words).astype(np.int64)
    return Words(np.flatnonzero(words < 16), _starts(), sizes, parts)


def hand_numbers(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of each seven-card hand: int64[n], 0..133,784,559, unique for each hand.

    Args:
        cards: uint8[n, 7] of card indices 0..51, in any order within a hand; they are not checked.

    Example:
        >>> hand_numbers(np.array([[0, 1, 2, 3, 4, 5, 6], [51, 50, 49, 48, 47, 46, 45]])).tolist()
        [0, 133784559]
    """
    from handsight.kernels.ranking.senzee_7 import number_sevens

    numbers = np.empty(len(cards), np.int64)
    number_sevens(np.require(cards, np.uint8, ["C", "W"]), *numbering(), numbers)
    return numbers


def masks_in_order(start: int, count: int) -> NDArray[np.uint64]:
    """Return ``count`` hands in the order of their numbers, as masks: uint64[count].

    Args:
        start: the number of the first hand, 0..133,784,559.
        count: the number of hands to return.
    """
    from handsight.kernels.ranking.senzee_7 import list_sevens

    masks = np.empty(count, np.uint64)
    list_sevens(_positions(start), *_words(), masks)
    return masks


def _positions(number: int) -> NDArray[np.int64]:
    """Return the indices, int64[4], of a hand's four words among the sorted words.

    The index of the first word, which has only four bits, is among its sixteen values.

    Args:
        number: the number of the hand, 0..133,784,559.
    """
    before, ways = numbering().before, numbering().ways
    rest, positions = CARDS, []
    for word, size in enumerate([4, 16, 16]):
        held = int(np.searchsorted(before[word, rest, : rest + 1], number, side="right")) - 1
        # No hand has more cards in a word than fit into it; step back to a count that fits.
        while comb(size, held) == 0:
            held -= 1
        number -= int(before[word, rest, held])
        rest -= held
        place, number = divmod(number, int(ways[word, rest]))
        positions.append(sum(comb(size, fewer) for fewer in range(held)) + place)
    return np.array([*positions, int(_starts()[rest]) + number])


def values_in_order(start: int, count: int) -> NDArray[np.uint16]:
    """Return a part of the table, uint16[count]: Cactus Kev's values of consecutive hands.

    Args:
        start: the number of the first hand, 0..133,784,559.
        count: the number of values to return.
    """
    from handsight.ranking.arrays import evaluate_many

    return HAND_CLASSES - evaluate_many(masks_in_order(start, count), CARDS, check=False)


def _pieces(pool: Executor) -> Iterator[NDArray[np.uint16]]:
    return map_chunks(_piece, range(0, HANDS, PIECE), pool)


def _piece(start: int) -> NDArray[np.uint16]:
    return values_in_order(start, min(PIECE, HANDS - start))


class Senzee7(TableEvaluator):
    """Senzee's seven-card evaluator, which looks up one table entry per hand.

    Values are 1 (royal flush) .. 7462; lower is better.

    Example:
        >>> Senzee7().to_strength(1), Senzee7().memory_bytes
        (7461, 267569120)
    """

    name = "senzee-7"
    cards = (CARDS,)
    source = "Paul Senzee; CISTI-2013, section III.C; DSIE-2011, section 4.3"
    table = TableFile(
        name="senzee-7",
        dtype="<u2",
        entries=HANDS,
        sha256="0e2cb93fcef88e955cfb5d06c9e53416d751742fe7abe0a73da41b7874aaafb1",
        pieces=_pieces,
    )

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        from handsight.kernels.ranking.senzee_7 import look_up_sevens

        values = np.empty(len(cards), np.uint16)
        look_up_sevens(cards, *numbering(), self._entries(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths, 7462 - value; see `Evaluator.to_strengths`."""
        return counted_from_the_best(values, self.name)


EVALUATOR = Senzee7
