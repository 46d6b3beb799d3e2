"""The hand evaluator of PyPokerEngine 1.0.1, including its errors.

The evaluator distinguishes the nine categories, but ranks hands within a category only roughly. It
turns a hand into a number: the bit of its category, then the ranks that make the category, then the
ranks of the two hole cards, which break every tie. As a result,

- the hole cards decide even if the board plays, or if a fourth or fifth board card should decide;
- a flush counts only its highest card, which can be on the board;
- the ace is never low: 5-4-3-2-A is neither a straight nor a straight flush.

The page on PyPokerEngine has an example of each error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE, bit_of

ENGINE_CATEGORIES = (
    *("HIGHCARD", "ONEPAIR", "TWOPAIR", "THREECARD", "STRAIGHT"),
    *("FLASH", "FULLHOUSE", "FOURCARD", "STRAIGHTFLASH"),
)
"""PyPokerEngine's names of the hand categories, from the weakest to the strongest."""

_ONES = sum(1 << 4 * rank for rank in range(13))
_SUIT_COUNTS = 52
_COUNTERS = tuple((1 << 4 * (c >> 2)) + (1 << _SUIT_COUNTS + 4 * (c & 3)) for c in range(DECK_SIZE))
"""For each card index, a 1 in the four-bit counters of the card's rank and of its suit."""
_MASKS = tuple(1 << bit_of(card) for card in range(DECK_SIZE))
_LANE = (1 << 13) - 1


class EngineHandInfo(NamedTuple):
    """A hand as PyPokerEngine's messages describe it. Ranks run from 2 to 14 (the ace).

    Attributes:
        strength: one of `ENGINE_CATEGORIES`.
        high: the first rank compared within the category: the lowest card of a straight, the
            highest card of a flush, and the higher hole card of a high-card hand.
        low: the second rank compared: the lower pair of two pair, the pair of a full house, and the
            lower hole card of a high-card hand; 0 in all other categories.

    Example:
        >>> engine_hand_info([Card("As"), Card("9h")], map(Card, "Ac Kd 9s 5h 2c".split()))
        EngineHandInfo(strength='TWOPAIR', high=14, low=9, hole_high=14, hole_low=9)
    """

    strength: str
    high: int
    low: int
    hole_high: int
    hole_low: int


def engine_score(hole: Sequence[Card], board: Iterable[Card]) -> int:
    """Compute PyPokerEngine's score of a hand; the higher score wins, and equal scores split.

    Args:
        hole: two cards.
        board: up to five cards.

    Example:
        >>> board = [Card(card) for card in "As Ks Qs Js Ts".split()]
        >>> deuces, threes = ([Card(a), Card(b)] for a, b in (("2c", "2d"), ("3c", "3d")))
        >>> engine_score(threes, board) > engine_score(deuces, board)  # should be a split
        True
    """
    first, second = hole
    return score_indices(first.index, second.index, [card.index for card in board])


def engine_hand_info(hole: Sequence[Card], board: Iterable[Card]) -> EngineHandInfo:
    """Return the description of a hand that PyPokerEngine's messages contain."""
    score = engine_score(hole, board)
    return EngineHandInfo(
        ENGINE_CATEGORIES[(score >> 16).bit_length()],
        score >> 12 & 15,
        score >> 8 & 15,
        score >> 4 & 15,
        score & 15,
    )


def score_indices(first: int, second: int, board: Iterable[int]) -> int:
    """Compute `engine_score` from card indices 0..51.

    Args:
        first: first hole card.
        second: second hole card.
        board: up to five cards.

    Returns:
        The score: the category's bit (none for a high card, else one of bits 16 to 23), then four
        numbers of four bits each: the two ranks of the category (for a high card, the ranks of the
        hole cards) and the ranks of the hole cards.
    """
    counts = _COUNTERS[first] + _COUNTERS[second]
    mask = _MASKS[first] | _MASKS[second]
    for card in board:
        counts += _COUNTERS[card]
        mask |= _MASKS[card]
    low, high = sorted((first >> 2, second >> 2))
    hole = high + 2 << 4 | low + 2
    return _made(counts, mask, hole) << 8 | hole


def _made(counts: int, mask: int, hole: int) -> int:
    """Return the category's bit, one of bits 8 to 15, with its two ranks of four bits each below.

    A hand with only a high card has no such bit: the result is ``hole``, the hole cards' ranks.
    """
    flush = _flush_lane(counts, mask)
    run = _run(flush)
    if run:
        return 1 << 15 | run << 4
    # A rank's count is 0 to 4, so three bit planes of the thirteen counters hold everything.
    once, twice, four = (counts >> bit & _ONES for bit in range(3))
    if four:
        return 1 << 14 | _rank(four) << 4
    three, two = once & twice, twice & ~once
    if three and (two or three & (three - 1)):  # a second three of a kind serves as the pair
        return 1 << 13 | _full_house(three, two)
    if flush:
        return 1 << 12 | flush.bit_length() + 1 << 4
    run = _run(mask | mask >> 16 | mask >> 32 | mask >> 48)
    if run:
        return 1 << 11 | run << 4
    if three:
        return 1 << 10 | _rank(three) << 4
    return _pairs(two) or hole


def _rank(nibbles: int) -> int:
    """Return the rank, 2 to 14, of the highest four-bit counter that is not 0."""
    return (nibbles.bit_length() + 3 >> 2) + 1


def _full_house(three: int, two: int) -> int:
    best = _rank(three)
    rest = _without(three, best) | two
    return best << 4 | _rank(rest)


def _without(nibbles: int, rank: int) -> int:
    return nibbles & ~(1 << 4 * (rank - 2))


def _pairs(two: int) -> int:
    if not two:
        return 0
    best = _rank(two)
    rest = _without(two, best)
    return 1 << 9 | best << 4 | _rank(rest) if rest else 1 << 8 | best << 4


def _flush_lane(counts: int, mask: int) -> int:
    """Return the 13 rank bits of the suit with at least five cards, or 0 if there is no flush."""
    # Adding three sets the top bit of a four-bit counter exactly if the count is five or more.
    full = (counts >> _SUIT_COUNTS) + 0x3333 & 0x8888
    return mask >> 16 * (full.bit_length() - 1 >> 2) & _LANE if full else 0


def _run(lane: int) -> int:
    """Return the rank of the lowest card of the highest straight, or 0 if there is none.

    The ace is only high, so A-2-3-4-5 is no straight.
    """
    lane &= _LANE  # clears bits of other suits above the lane
    runs = lane & lane >> 1 & lane >> 2 & lane >> 3 & lane >> 4
    return runs.bit_length() + 1 if runs else 0
