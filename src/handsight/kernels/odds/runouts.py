"""All ways to complete a board, in classes: after all runouts of a class, a hand is worth the same.

Five cards hold three or more cards of at most one suit. So at most one suit of a board can make a
flush, and apart from that suit only ranks matter. A class of runouts is therefore identified by the
flush suit (or none), the ranks that are dealt in that suit, and the number of cards of each rank
that are dealt in all suits. The 2,118,760 runouts before the flop form 60,000 to 100,000 classes,
and the 1,081 runouts of a flop form 90 to 360.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel

RANKS = 13
NO_SUIT = 4
LONGEST = 5
"""The maximum number of cards that are still to be dealt to the board."""


@kernel
def rank_multisets(
    available: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """List all multisets of ``size`` ranks, and the number of ways to deal each.

    Args:
        available: int64[13], the number of cards of each rank in the deck.
        size: the number of cards, 0..5.

    Returns:
        The multisets, uint64[n], with four bits for the count of each rank; and the number of ways
        to deal each, int64[n], which is a product of binomials.
    """
    packed = np.zeros(1, np.uint64)
    ways = np.ones(1, np.int64)
    lowest = np.zeros(1, np.int64)
    for _ in range(size):
        room = packed.size * RANKS
        next_packed = np.empty(room, np.uint64)
        next_ways = np.empty(room, np.int64)
        next_lowest = np.empty(room, np.int64)
        filled = 0
        for i in range(packed.size):
            for rank in range(lowest[i], RANKS):
                held = np.int64((packed[i] >> np.uint64(4 * rank)) & np.uint64(15))
                if held < available[rank]:
                    next_packed[filled] = packed[i] + (np.uint64(1) << np.uint64(4 * rank))
                    # C(n, k + 1) = C(n, k) * (n - k) / (k + 1), a division without remainder.
                    next_ways[filled] = ways[i] * (available[rank] - held) // (held + 1)
                    next_lowest[filled] = rank
                    filled += 1
        packed, ways = next_packed[:filled].copy(), next_ways[:filled].copy()
        lowest = next_lowest[:filled].copy()
    return packed, ways


@inlined
def subsets(lane: int, size: int) -> NDArray[np.int64]:
    """Return all sets of ``size`` ranks from a lane, as lanes: int64[n]."""
    sets = np.zeros(1, np.int64)
    for _ in range(size):
        longer = np.empty(sets.size * RANKS, np.int64)
        filled = 0
        for i in range(sets.size):
            for rank in range(RANKS):
                bit = 1 << rank
                if lane & bit and bit > sets[i]:
                    longer[filled] = sets[i] | bit
                    filled += 1
        sets = longer[:filled].copy()
    return sets


@inlined
def multiset_number(packed: Int, choose: NDArray[np.int64]) -> Int:
    """Return the number of a multiset of ranks among all multisets of its size.

    The numbers are 0, 1, 2, ... without gaps.

    Args:
        packed: the multiset, with four bits for the count of each rank.
        choose: int64[18, 6] from `binomials`.
    """
    number = 0
    place = 0
    for rank in range(RANKS):
        for _ in range((packed >> (4 * rank)) & 15):
            number += choose[rank + place, place + 1]
            place += 1
    return number


@inlined
def binomials() -> NDArray[np.int64]:
    """Return the binomials C(n, k) that count multisets of up to five ranks: int64[18, 6].

    The row is n, 0..17, and the column is k, 0..5.
    """
    choose = np.zeros((RANKS + LONGEST, LONGEST + 1), np.int64)
    choose[:, 0] = 1
    for n in range(1, RANKS + LONGEST):
        for k in range(1, LONGEST + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    return choose


@inlined
def rank_totals(lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of cards of each rank in four suit lanes: int64[13]."""
    totals = np.zeros(RANKS, np.int64)
    for suit in range(4):
        for rank in range(RANKS):
            totals[rank] += (lanes[suit] >> rank) & 1
    return totals


@inlined
def spread(lane: int) -> int:
    """Return the multiset, with four bits for the count of each rank, of the ranks in a lane."""
    packed = 0
    for rank in range(RANKS):
        packed |= ((lane >> rank) & 1) << (4 * rank)
    return packed


@inlined
def suit_copies(lanes: NDArray[np.int64], suit: int) -> int:
    """Return the number of suits with the same ranks as a suit, or 0 if a lower suit has them too.

    Args:
        lanes: int64[groups, 4], the suit lanes of every group of cards that matters.
        suit: the suit, 0..3, which is counted too.
    """
    copies = 0
    for other in range(4):
        alike = True
        for group in range(lanes.shape[0]):
            alike = alike and lanes[group, other] == lanes[group, suit]
        if alike and other < suit:
            return 0
        copies += alike
    return copies


@inlined
def popcount(lane: Int) -> int:
    """Return the number of ranks in a lane."""
    count = 0
    while lane:
        lane &= lane - 1
        count += 1
    return count


@inlined
def multisets(size: int, choose: NDArray[np.int64]) -> Int:
    """Return the number of multisets of ``size`` ranks."""
    return choose[RANKS + size - 1, size] if size else np.int64(1)


@inlined
def most_flushing(lanes: NDArray[np.int64], size: int, choose: NDArray[np.int64]) -> Int:
    """Return an upper bound on the number of classes of runouts with a flush suit.

    Args:
        lanes: int64[groups, 4], as for `runout_classes`.
        size: the number of cards that are dealt.
        choose: int64[18, 6] from `binomials`.
    """
    most = 0
    for suit in range(4):
        coming = popcount(lanes[0, suit])
        for count in range(max(0, 3 - popcount(lanes[1, suit])), size + 1):
            most += choose[coming, count] * multisets(size - count, choose)
    return most


@kernel
def runout_classes(
    lanes: NDArray[np.int64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """List the classes of runouts, with the number of runouts in each class.

    Args:
        lanes: int64[groups, 4], suit lanes of groups of cards: group 0 is the live cards, group 1
            the board, and further groups can be hole cards. Two suits are equal only if their lanes
            are equal in all groups.
        size: the number of cards that are dealt, 0..5.

    Returns:
        Four arrays: ``weights``, int64[n], the number of runouts; ``packed``, uint64[n], the
        number of dealt cards of each rank, in four bits per rank; ``suited``, int64[n], the lane of
        the dealt cards of the flush suit; and ``suits``, int64[n], the flush suit 0..3, or 4 for
        none.
    """
    totals = rank_totals(lanes[0])
    plain, plain_ways = rank_multisets(totals, size)
    choose = binomials()
    flushing = np.zeros(multisets(size, choose), np.int64)
    room = plain.size + most_flushing(lanes, size, choose)
    weights, packed = np.empty(room, np.int64), np.empty(room, np.uint64)
    suited, suits = np.empty(room, np.int64), np.empty(room, np.int64)
    filled = 0
    for suit in range(4):
        copies = suit_copies(lanes, suit)
        missing = 3 - popcount(lanes[1, suit])
        if copies == 0 or missing > size:
            continue
        others = totals.copy()
        for rank in range(RANKS):
            others[rank] -= (lanes[0, suit] >> rank) & 1
        for count in range(max(0, missing), size + 1):
            rests, ways = rank_multisets(others, size - count)
            for lane in subsets(lanes[0, suit], count):
                ranks = np.uint64(spread(lane))
                for i in range(rests.size):
                    weights[filled] = ways[i] * copies
                    packed[filled] = ranks + rests[i]
                    suited[filled] = lane
                    suits[filled] = suit
                    flushing[multiset_number(np.int64(packed[filled]), choose)] += weights[filled]
                    filled += 1
    # For each multiset of ranks, the remaining runouts form a class without a flush suit.
    for i in range(plain.size):
        left = plain_ways[i] - flushing[multiset_number(np.int64(plain[i]), choose)]
        if left > 0:
            weights[filled], packed[filled] = left, plain[i]
            suited[filled], suits[filled] = 0, NO_SUIT
            filled += 1
    return (
        weights[:filled].copy(),
        packed[:filled].copy(),
        suited[:filled].copy(),
        suits[:filled].copy(),
    )
