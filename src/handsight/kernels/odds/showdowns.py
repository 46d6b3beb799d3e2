"""One player's hand against up to three opponents with any cards, over all classes of runouts.

An opponent's card has one of 26 types: its rank, and whether it is of the board's flush suit. For
every class of runouts, a matrix holds the outcome of each pair of types. The ways in which the
opponents can hold disjoint hands are then counted by inclusion and exclusion on this matrix,
weighted by the number of live cards of each type. Hands are never listed one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, pick
from handsight.kernels.odds.runouts import NO_SUIT, RANKS, rank_totals
from handsight.kernels.ranking.hands import NONE, ONE, add_rank, best_five, if_flush, u16

TYPES = 2 * RANKS
ROW = 32
"""The length of a row of the matrix: 26 types and padding to a whole vector."""

NOW, THEN = u16(1), u16(3)
"""The number of bits by which a mark is shifted for a tie now, and for a tie after the runout."""


@inlined
def squeeze(packed: Int) -> np.uint16:
    """Return the lane of the lowest bits in each group of four bits."""
    # Each step doubles the number of adjacent bits: 2 in 8, 4 in 16, 8 in 32, and then all 13.
    bits = packed & 0x1111111111111
    bits = (bits | (bits >> 3)) & 0x3030303030303
    bits = (bits | (bits >> 6)) & 0xF000F000F000F
    bits = (bits | (bits >> 12)) & 0xFF000000FF
    return u16((bits | (bits >> 24)) & 0x1FFF)


@inlined
def count_lanes(packed: Int, lanes: NDArray[np.uint16]) -> None:
    """Find the ranks that a set of cards holds at least once, twice, three and four times.

    Args:
        packed: the number of cards of each rank, in four bits per rank.
        lanes: uint16[4], filled.
    """
    ones, twos, fours = packed, packed >> 1, packed >> 2
    lanes[0] = squeeze(ones | twos | fours)
    lanes[1] = squeeze(twos | fours)
    lanes[2] = squeeze((ones & twos) | fours)
    lanes[3] = squeeze(fours)


@inlined
def pack(lanes: NDArray[np.int64]) -> Int:
    """Return the number of cards of each rank in four suit lanes, in four bits per rank."""
    packed = 0
    for suit in range(4):
        for rank in range(RANKS):
            packed += ((lanes[suit] >> rank) & 1) << (4 * rank)
    return packed


@kernel
def hand_score(
    counts: NDArray[np.uint16], hole: Int, flush: Int, sixth: np.uint16, seventh: np.uint16
) -> Int:
    """Return the score of a board together with two hole cards.

    Args:
        counts: uint16[4] from `count_lanes`, the ranks of the board.
        hole: the number of hole cards of each rank, in four bits per rank.
        flush: the lane of the cards of the flush suit on the board and in the hand.
        sixth: 1 if the hand has a sixth card, else 0.
        seventh: 1 if the hand has a seventh card, else 0.

    Returns:
        The score, head << 16 | kickers (see `handsight.kernels.ranking.hands`).
    """
    once, twice, thrice, four = counts[0], counts[1], counts[2], counts[3]
    for rank in range(RANKS):
        for _ in range((hole >> (4 * rank)) & 15):
            once, twice, thrice, four = add_rank(once, twice, thrice, four, u16(1 << rank))
    primary, kickers, lift, _, _ = best_five(
        once, twice, thrice, four, if_flush(u16(flush)), sixth, seventh
    )
    return (np.int64(u16(primary + lift)) << 16) | np.int64(kickers)


@kernel
def hero_scores(
    packed: NDArray[np.uint64],
    suited: NDArray[np.int64],
    suits: NDArray[np.int64],
    lanes: NDArray[np.int64],
    size: int,
) -> NDArray[np.int64]:
    """Return the score of one player's hand after each class of runouts.

    Args:
        packed: uint64[n], the dealt ranks of each class (see `runout_classes`).
        suited: int64[n], the dealt cards of the flush suit, as lanes.
        suits: int64[n], the flush suits, or 4 for none.
        lanes: int64[3, 4], the suit lanes of the live cards, the board and the hole cards.
        size: the number of cards in the hand after the runout, 5..7.

    Returns:
        The scores, int64[n], head << 16 | kickers.
    """
    scores = np.empty(packed.size, np.int64)
    counts = np.empty(4, np.uint16)
    board, hole = np.int64(pack(lanes[1])), np.int64(pack(lanes[2]))
    for i in range(packed.size):
        count_lanes(board + np.int64(packed[i]), counts)
        flush = 0
        if suits[i] != NO_SUIT:
            flush = suited[i] | lanes[1, suits[i]] | lanes[2, suits[i]]
        scores[i] = hand_score(counts, hole, flush, u16(size > 5), u16(size > 6))
    return scores


@kernel
def mark_outcomes(
    counts: NDArray[np.uint16],
    suited: np.uint16,
    score: Int,
    left: NDArray[np.int16],
    rows: Int,
    sixth: np.uint16,
    seventh: np.uint16,
    types: NDArray[np.uint16],
    step: np.uint16,
    marks: NDArray[np.uint16],
) -> None:
    """Shift the mark of each pair of types according to its outcome against a score.

    The mark is shifted left by ``step`` bits if the pair ties, and by twice as many if it beats the
    score. It is not shifted if the pair loses.

    Args:
        counts: uint16[4] from `count_lanes`, the ranks of the board.
        suited: the lane of the board's cards of the flush suit.
        score: the score to compare with, head << 16 | kickers.
        left: int16[32], the number of live cards of each type; types without live cards are
            skipped.
        rows: the number of types, 13 if there is no flush suit, else 26.
        sixth: 1 if a hand has a sixth card, else 0.
        seventh: 1 if a hand has a seventh card, else 0.
        types: uint16[2, 32] from `type_lanes`.
        step: `NOW` or `THEN`.
        marks: uint16[26, 32], the mark of each pair of types; changed.
    """
    head, kicker = u16(score >> 16), u16(score & 0xFFFF)
    for first in range(rows):
        if left[first] == 0:
            continue
        row = marks[first]
        base = add_rank(counts[0], counts[1], counts[2], counts[3], types[0, first])
        lane = u16(suited | types[1, first])
        for second in range(ROW):
            once, twice, thrice, four = add_rank(
                base[0], base[1], base[2], base[3], types[0, second]
            )
            flush = if_flush(u16(lane | types[1, second]))
            primary, kickers, lift, _, _ = best_five(
                once, twice, thrice, four, flush, sixth, seventh
            )
            top = u16(primary + lift)
            # No branches here, so that the loop over a row becomes vector instructions.
            equal = top == head
            beaten = (top > head) | (equal & (kickers > kicker))
            tied = equal & (kickers == kicker)
            shifted = pick(tied, u16(row[second] << step), row[second])
            row[second] = pick(beaten, u16(row[second] << u16(step + step)), shifted)


@inlined
def count_left(
    rank_left: NDArray[np.int64], packed: Int, suit_left: Int, left: NDArray[np.int16]
) -> None:
    """Count the live cards of each type after a runout.

    Args:
        rank_left: int64[13], the number of live cards of each rank before the runout.
        packed: the number of dealt cards of each rank, in four bits per rank.
        suit_left: the lane of the live cards of the flush suit after the runout; 0 if there is no
            flush suit.
        left: int16[32], filled.
    """
    left[:] = 0
    for rank in range(RANKS):
        of_suit = (suit_left >> rank) & 1
        left[RANKS + rank] = of_suit
        left[rank] = rank_left[rank] - ((packed >> (4 * rank)) & 15) - of_suit


@kernel
def weigh_pairs(
    marks: NDArray[np.uint16],
    plus: np.uint16,
    minus: np.uint16,
    rows: int,
    left: NDArray[np.int16],
    pairs: NDArray[np.int16],
    degrees: NDArray[np.int16],
) -> int:
    """Assign the weight 1, -1 or 0 to each pair of types, and add up the weights by card.

    Args:
        marks: uint16[26, 32], the mark of each pair of types, with one bit set.
        plus: the mask of the bits for the weight 1.
        minus: the mask of the bits for the weight -1.
        rows: the number of types, 13 or 26.
        left: int16[32], the number of live cards of each type.
        pairs: int16[26, 32], filled with the weight of each pair of types.
        degrees: int16[32], filled with the weight of all pairs of cards that hold one given card of
            each type.

    Returns:
        The total weight of all pairs of cards.
    """
    degrees[:] = 0
    for first in range(rows):
        cards = left[first]
        for second in range(ROW):  # sums of columns, which vectorise; the matrix is symmetric
            mark = marks[first, second]
            weight = np.int16(np.int16((mark & plus) != NONE) - np.int16((mark & minus) != NONE))
            pairs[first, second] = weight
            degrees[second] = np.int16(degrees[second] + np.int16(weight * cards))
    total = 0
    for card in range(rows):
        degrees[card] -= pairs[card, card]  # a card does not pair with itself
        total += np.int64(left[card]) * degrees[card]
    return total // 2


@inlined
def count_pairs_of_pairs(
    total: Int, weighty: Int, rows: Int, left: NDArray[np.int16], degrees: NDArray[np.int16]
) -> Int:
    """Return the weight of all ordered pairs of disjoint hands: W² minus those that share a card.

    Args:
        total: the weight W of all hands.
        weighty: the sum of the squared weights of all hands.
        rows: the number of types, 13 or 26.
        left: int16[32], the number of live cards of each type.
        degrees: int16[32] from `weigh_pairs`.
    """
    sharing = 0
    for card in range(rows):
        degree = np.int64(degrees[card])
        sharing += left[card] * degree * degree
    return total * total - sharing + weighty


@inlined
def count_triples_of_pairs(
    total: Int,
    weighty: Int,
    rows: Int,
    left: NDArray[np.int16],
    pairs: NDArray[np.int16],
    degrees: NDArray[np.int16],
) -> Int:
    """Return the weight of all ordered triples of disjoint hands.

    This is inclusion and exclusion over the couples of hands that share a card: none of the three
    couples, one, two (one hand shares a card with both others), or all three (a star or a
    triangle).

    Args:
        total: the weight of all hands.
        weighty: the sum of the squared weights of all hands.
        rows: the number of types, 13 or 26.
        left: int16[32], the number of live cards of each type.
        pairs: int16[26, 32] from `weigh_pairs`.
        degrees: int16[32] from `weigh_pairs`.
    """
    squares = cubes = meeting_two = triangles = 0
    common = np.empty(ROW, np.int16)
    for first in range(rows):
        degree = np.int64(degrees[first])
        squares += left[first] * degree * degree
        cubes += left[first] * degree * degree * degree
        weigh_common_partners(first, rows, left, pairs, common)
        for second in range(rows):
            weight = np.int64(pairs[first, second])
            cards = weight * left[first] * (left[second] - np.int64(first == second))
            met = degree + degrees[second] - weight
            meeting_two += cards * met * met
            ends = weight * (np.int64(pairs[first, first]) + pairs[second, second])
            triangles += cards * (common[second] - ends)
    meeting_two //= 2  # both orders of the two cards were counted
    stars = cubes - total
    meeting = squares - weighty
    return total * total * total - 3 * total * meeting + 3 * meeting_two - stars - triangles


@kernel
def weigh_common_partners(
    first: int,
    rows: Int,
    left: NDArray[np.int16],
    pairs: NDArray[np.int16],
    common: NDArray[np.int16],
) -> None:
    """Compute, for a card of one type and a card of any type, the weight of their common partners.

    The weight of a partner is the product of its weights in the two pairs.

    Args:
        first: the type of the first card.
        rows: the number of types, 13 or 26.
        left: int16[32], the number of live cards of each type.
        pairs: int16[26, 32] from `weigh_pairs`.
        common: int16[32], filled for each type of the second card.
    """
    common[:] = 0
    for third in range(rows):
        through = np.int16(pairs[first, third] * left[third])
        if through != 0:
            for second in range(ROW):
                add = np.int16(through * pairs[third, second])
                common[second] = np.int16(common[second] + add)


@inlined
def type_lanes() -> NDArray[np.uint16]:
    """Return the bit of each type's rank, in two rows: uint16[2, 32].

    The entry in the second row is 0 for a type that is not of the flush suit.
    """
    types = np.zeros((2, ROW), np.uint16)
    for rank in range(RANKS):
        types[0, rank] = types[0, RANKS + rank] = types[1, RANKS + rank] = u16(1 << rank)
    return types


@inlined
def mark_now(
    board: Int,
    lanes: NDArray[np.int64],
    score: Int,
    cards: Int,
    types: NDArray[np.uint16],
    now: NDArray[np.uint16],
) -> None:
    """Mark how each pair of types compares with our hand now, for each possible flush suit.

    Args:
        board: the number of board cards of each rank, in four bits per rank.
        lanes: int64[4], the suit lanes of the board.
        score: the score of our hand now, head << 16 | kickers.
        cards: the number of cards in a hand now.
        types: uint16[2, 32] from `type_lanes`.
        now: uint16[5, 26, 32], the marks of the pairs for each flush suit and for none; changed.
    """
    counts = np.empty(4, np.uint16)
    count_lanes(board, counts)
    all_types = np.ones(ROW, np.int16)
    rows = np.int64(TYPES)  # for a plain constant, numba would compile the kernel again
    sixth, seventh = u16(cards > 5), u16(cards > 6)
    for suit in range(NO_SUIT + 1):
        lane = u16(lanes[suit]) if suit != NO_SUIT else NONE
        marks = now[suit]
        mark_outcomes(counts, lane, score, all_types, rows, sixth, seventh, types, NOW, marks)


@inlined
def count_tuples(
    opponents: int,
    total: Int,
    weighty: Int,
    rows: Int,
    left: NDArray[np.int16],
    pairs: NDArray[np.int16],
    degrees: NDArray[np.int16],
) -> Int:
    """Return the weight of all ordered tuples of disjoint hands, one hand per opponent.

    Args:
        opponents: the number of opponents, 1, 2 or 3.
        total: the weight of all hands.
        weighty: the sum of the squared weights of all hands.
        rows: the number of types, 13 or 26.
        left: int16[32], the number of live cards of each type.
        pairs: int16[26, 32] from `weigh_pairs`.
        degrees: int16[32] from `weigh_pairs`.
    """
    if opponents == 1:
        return total
    if opponents == 2:
        return count_pairs_of_pairs(total, weighty, rows, left, degrees)
    return count_triples_of_pairs(total, weighty, rows, left, pairs, degrees)


@kernel
def count_outcomes(
    packed: NDArray[np.uint64],
    suited: NDArray[np.int64],
    suits: NDArray[np.int64],
    scores: NDArray[np.int64],
    lanes: NDArray[np.int64],
    cards: NDArray[np.int64],
    opponents: int,
    signs: NDArray[np.uint16],
    counts_out: NDArray[np.int64],
) -> None:
    """Count the tuples of opponents' hands in given sets of outcomes, for each class of runouts.

    The outcome of one opponent is the bit ``3 * then + now``, where ``now`` and ``then`` (after the
    runout) are 0 if the opponent is behind us, 1 if tied, and 2 if ahead of us. A set of outcomes
    is a mask of such bits.

    Args:
        packed: uint64[n], the dealt ranks of each class (see `runout_classes`).
        suited: int64[n], the dealt cards of the flush suit, as lanes.
        suits: int64[n], the flush suits, or 4 for none.
        scores: int64[n + 1], our score after each class (see `hero_scores`), and last our score
            now.
        lanes: int64[2, 4], the suit lanes of the board and of the cards that an opponent can hold.
        cards: int64[2], the number of cards in a hand now and after the runout; the first is 0 if
            outcomes now do not matter.
        opponents: the number of opponents, 1, 2 or 3.
        signs: uint16[sets, 2], two sets of outcomes: those of weight 1 and those of weight -1.
        counts_out: int64[n, sets], filled with the weights of the tuples.
    """
    types = type_lanes()
    board = pack(lanes[0])
    rank_left = rank_totals(lanes[1])
    now = np.full((NO_SUIT + 1, TYPES, ROW), ONE, np.uint16)
    if cards[0]:
        mark_now(board, lanes[0], scores[-1], cards[0], types, now)
    sixth, seventh = u16(cards[1] > 5), u16(cards[1] > 6)
    counts = np.empty(4, np.uint16)
    marks = np.empty((TYPES, ROW), np.uint16)
    left = np.empty(ROW, np.int16)
    pairs = np.empty((TYPES, ROW), np.int16)
    degrees = np.empty(ROW, np.int16)
    for i in range(packed.size):
        suit = suits[i]
        rows, lane, suit_left = RANKS, NONE, 0
        if suit != NO_SUIT:
            rows, lane = TYPES, u16(lanes[0, suit] | suited[i])
            suit_left = lanes[1, suit] & ~suited[i]
        count_lanes(board + np.int64(packed[i]), counts)
        count_left(rank_left, np.int64(packed[i]), suit_left, left)
        marks[:rows] = now[suit, :rows]
        mark_outcomes(counts, lane, scores[i], left, rows, sixth, seventh, types, THEN, marks)
        for j in range(signs.shape[0]):
            plus, minus = signs[j, 0], signs[j, 1]
            weighty = weigh_pairs(marks, u16(plus | minus), NONE, rows, left, pairs, degrees)
            total = weighty
            # The number of hands with a weight of 1 or -1 is the sum of the squared weights, which
            # corrects the count of deals in which two opponents hold the same hand.
            if minus != NONE:
                total = weigh_pairs(marks, plus, minus, rows, left, pairs, degrees)
            counts_out[i, j] = count_tuples(opponents, total, weighty, rows, left, pairs, degrees)
