"""All ways to complete a board, grouped into classes that play alike.

Five cards hold at least three of at most one suit, so at most one suit of a board can make a flush,
and apart from that suit only ranks matter. A class of runouts is therefore identified by the flush
suit (or none), the ranks that came in that suit, and how many cards of each rank came in all. The
2,118,760 runouts before the flop fall into 60,000 to 100,000 classes, and the 1,081 from the flop
into 90 to 360.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel

RANKS = 13
NO_SUIT = 4
LONGEST = 5
"""The maximum number of cards still to come."""


@kernel
def rank_multisets(
    available: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """List all multisets of ranks of a size, and in how many ways each can be drawn.

    Args:
        available: int64[13], the number of cards of each rank.
        size: 0..5.

    Returns:
        uint64[n], four bits per rank; int64[n], products of binomials.
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
                    # C(n, k + 1) = C(n, k) * (n - k) / (k + 1), which divides without remainder.
                    next_ways[filled] = ways[i] * (available[rank] - held) // (held + 1)
                    next_lowest[filled] = rank
                    filled += 1
        packed, ways = next_packed[:filled].copy(), next_ways[:filled].copy()
        lowest = next_lowest[:filled].copy()
    return packed, ways


@inlined
def subsets(lane: int, size: int) -> NDArray[np.int64]:
    """List all sets of `size` ranks from a lane, as lanes: int64[n]."""
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
    """Number a multiset of ranks among all of its size: 0, 1, 2, ... without gaps.

    Args:
        packed: four bits per rank.
        choose: int64[18, 6] of binomials.
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
    """Return Pascal's triangle, int64[18, 6], enough for five of thirteen ranks with repetition."""
    choose = np.zeros((RANKS + LONGEST, LONGEST + 1), np.int64)
    choose[:, 0] = 1
    for n in range(1, RANKS + LONGEST):
        for k in range(1, LONGEST + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    return choose


@inlined
def rank_totals(lanes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the cards of each rank in four suit lanes: int64[13]."""
    totals = np.zeros(RANKS, np.int64)
    for suit in range(4):
        for rank in range(RANKS):
            totals[rank] += (lanes[suit] >> rank) & 1
    return totals


@inlined
def spread(lane: int) -> int:
    """Turn a lane into a multiset that holds each of its ranks once."""
    packed = 0
    for rank in range(RANKS):
        packed |= ((lane >> rank) & 1) << (4 * rank)
    return packed


@inlined
def suit_copies(lanes: NDArray[np.int64], suit: int) -> int:
    """Count the suits with the same cards as this one; 0 if an earlier suit stands for it.

    Args:
        lanes: int64[groups, 4], the lanes of every group of cards that matters.
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
    """Return the number of multisets of that many ranks."""
    return choose[RANKS + size - 1, size] if size else np.int64(1)


@inlined
def most_flushing(lanes: NDArray[np.int64], size: int, choose: NDArray[np.int64]) -> Int:
    """Return an upper bound on the number of `runout_classes` with a flush suit."""
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
    """List the classes of runouts and how many runouts each holds.

    Args:
        lanes: int64[groups, 4] of suit lanes; group 0 is the cards that can come, group 1 the
            board. Suits count as equal only if they agree in all groups.
        size: the number of cards to come, 0..5.

    Returns:
        ``weights`` int64[n]; ``packed`` uint64[n], the ranks that come, four bits per rank;
        ``suited`` int64[n], the lane of those in the flush suit; ``suits`` int64[n], the flush
        suit 0..3, or 4 for none.
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
    # The runouts of these ranks that are not in any class with a flush suit.
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
