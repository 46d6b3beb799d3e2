"""Counts of the winners over all runouts if all hands are known, in a few vectorised loops.

Only one suit can make a flush on a board, so the count has two parts. First, all multisets of ranks
are dealt as if suits did not matter. Then, for each suit, the boards on which any hand has a flush
are corrected: the true winners are added, and the winners in the first part are subtracted.

On such a board, every hand that holds enough cards of the suit has a flush, whose value depends
only on the ranks in this suit. So flushes are scored once for each set of dealt cards of the suit,
and an outer loop runs over the other dealt cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, pick
from handsight.kernels.odds.runouts import LONGEST, RANKS, popcount, rank_totals, suit_copies
from handsight.kernels.ranking.hands import NONE, ONE, add_rank, best_five, rank_counts, u16

SIZES = LONGEST + 1
MOST_MULTISETS = 6175
MULTISET_ROOM = 6176
"""The number of multisets of five ranks, rounded up to a multiple of 32, which vectorises best."""

SUBSET_ROOM = 1312
"""The number of sets of five of the thirteen ranks, 1,287, rounded up to a multiple of 32."""

FLUSH = 5
"""The number of cards of one suit that make a flush."""

MOST_OTHERS = 2
"""The maximum number of dealt cards of other suits if a hand has a flush.

A flush needs at least three cards of its suit on the board.
"""

HEAD, KICKERS, WINNERS = range(3)
"""The rows of the best score so far: its two halves, and the mask of the hands that have it."""

FEW_OUTCOMES = 16
"""The number of outcomes at which counting changes to one loop for all outcomes.

With fewer outcomes, one vectorised loop for each outcome is faster.
"""


def list_multisets(multisets: NDArray[np.uint16], starts: NDArray[np.int64]) -> None:
    """List all multisets of up to five ranks, each rank at most four times; this is not a kernel.

    The multisets of each size are sorted by their highest rank, then by its count, then in the
    order of the multisets of the other ranks. So multisets with only lower ranks precede those with
    a given rank, and `weigh_multisets` can compute weights in blocks.

    Args:
        multisets: uint16[6, 4, 6176] of zeros; for each size, filled with the lanes of the ranks
            that occur at least once, twice, three and four times.
        starts: int64[6, 14] of zeros; for each size, filled with the number of multisets in which
            all ranks are below rank 0..13.
    """
    starts[0] = 1
    for size in range(1, SIZES):
        filled = 0
        for rank in range(RANKS):
            starts[size, rank] = filled
            for copies in range(1, min(size, 4) + 1):
                count = starts[size - copies, rank]
                part = multisets[size, :, filled : filled + count]
                part[:] = multisets[size - copies, :, :count]
                part[:copies] |= u16(1 << rank)
                filled += count
        starts[size, RANKS] = filled


def list_subsets(subsets: NDArray[np.uint16], counts: NDArray[np.int64]) -> None:
    """List all sets of up to five ranks; this is not a kernel.

    Args:
        subsets: uint16[6, 1312] of zeros; for each size, filled with the sets as lanes.
        counts: int64[6] of zeros, filled with the number of sets of each size.
    """
    sizes = np.array([lane.bit_count() for lane in range(1 << RANKS)])
    for size in range(SIZES):
        lanes = np.flatnonzero(sizes == size)
        subsets[size, : lanes.size] = lanes
        counts[size] = lanes.size


@kernel
def weigh_multisets(
    live: NDArray[np.int64], starts: NDArray[np.int64], size: Int, weights: NDArray[np.uint16]
) -> None:
    """Count the ways to deal each multiset of up to ``size`` ranks.

    Args:
        live: int64[13], the number of live cards of each rank, at most four.
        starts: int64[6, 14] from `list_multisets`.
        size: the largest size to count, 0..5.
        weights: uint16[6, 6176], filled up to this size; the largest possible weight is 1024.
    """
    weights[0, 0] = ONE
    for longer in range(1, size + 1):
        filled = 0
        for rank in range(RANKS):
            ways = 1
            for copies in range(1, min(longer, 4) + 1):
                ways = ways * max(live[rank] - copies + 1, 0) // copies
                shorter = longer - copies
                for i in range(starts[shorter, rank]):
                    weights[longer, filled + i] = u16(weights[shorter, i] * u16(ways))
                filled += starts[shorter, rank]


@inlined
def lane_of(mask: np.uint64, suit: Int) -> np.uint16:
    """Return the lane of the cards of a suit in a mask."""
    return u16((mask >> np.uint64(16 * suit)) & np.uint64(0x1FFF))


@inlined
def padded(count: Int) -> Int:
    """Round up to a multiple of 32."""
    return (count + 31) // 32 * 32


@inlined
def clear_best(best: NDArray[np.uint16], size: Int) -> None:
    """Reset the first ``size`` columns of the best scores and their winners to 0."""
    for i in range(size):
        best[HEAD, i] = NONE
        best[KICKERS, i] = NONE
        best[WINNERS, i] = NONE


@inlined
def winners_with(
    head: np.uint16,
    kickers: np.uint16,
    best_head: np.uint16,
    best_kickers: np.uint16,
    winners: np.uint16,
    bits: np.uint16,
) -> tuple[np.uint16, np.uint16, np.uint16]:
    """Compare another score with the best score so far, and return the new best score and winners.

    Args:
        head: the head of the other score.
        kickers: the kickers of the other score.
        best_head: the head of the best score so far.
        best_kickers: the kickers of the best score so far.
        winners: the mask of the hands that have the best score so far.
        bits: the mask of the hands that have the other score.
    """
    level = head == best_head
    above = (head > best_head) | (level & (kickers > best_kickers))
    equal = level & (kickers == best_kickers)
    shared = pick(equal, u16(winners | bits), winners)
    return (
        pick(above, head, best_head),
        pick(above, kickers, best_kickers),
        pick(above, bits, shared),
    )


@inlined
def count_ranks(mask: np.uint64, lanes: NDArray[np.uint16]) -> None:
    """Find the ranks that a set of cards holds at least once, twice, three and four times.

    Args:
        mask: the mask of the cards.
        lanes: uint16[4], filled.
    """
    lanes[0], lanes[1], lanes[2], lanes[3] = rank_counts(
        lane_of(mask, 0), lane_of(mask, 1), lane_of(mask, 2), lane_of(mask, 3)
    )


@kernel
def play_ranks(
    multisets: NDArray[np.uint16],
    size: Int,
    count: Int,
    held: NDArray[np.uint16],
    bits: np.uint16,
    best: NDArray[np.uint16],
) -> None:
    """Compare a hand with the best score so far for all multisets of dealt ranks, ignoring suits.

    Args:
        multisets: uint16[6, 4, 6176] from `list_multisets`.
        size: the number of cards that are dealt.
        count: the number of multisets to compare on, from the first one.
        held: uint16[4] from `count_ranks`, the ranks of the hole cards and the board.
        bits: the bit of the hand.
        best: uint16[3, n], the best scores and their winners; changed.
    """
    h1, h2, h3, h4 = held[0], held[1], held[2], held[3]
    for i in range(count):
        once, twice, thrice, four = add_rank(h1, h2, h3, h4, multisets[size, 0, i])
        once, twice, thrice, four = add_rank(once, twice, thrice, four, multisets[size, 1, i])
        once, twice, thrice, four = add_rank(once, twice, thrice, four, multisets[size, 2, i])
        once, twice, thrice, four = add_rank(once, twice, thrice, four, multisets[size, 3, i])
        primary, kickers, lift, _, _ = best_five(once, twice, thrice, four, NONE, ONE, ONE)
        best[HEAD, i], best[KICKERS, i], best[WINNERS, i] = winners_with(
            u16(primary + lift), kickers, best[HEAD, i], best[KICKERS, i], best[WINNERS, i], bits
        )


@kernel
def play_suited(
    sets: NDArray[np.uint16],
    count: Int,
    held: NDArray[np.uint16],
    rests: NDArray[np.uint16],
    rest: Int,
    bits: np.uint16,
    best: NDArray[np.uint16],
) -> None:
    """Compare a hand with the best score so far for sets of suited dealt cards, ignoring flushes.

    Args:
        sets: uint16[1312], the sets as lanes.
        count: the number of sets to compare on, from the first one.
        held: uint16[4] from `count_ranks`, the ranks of the hole cards and the board.
        rests: uint16[2, m], multisets of the other dealt cards: the ranks that occur at least once,
            and twice.
        rest: the index of the multiset that is dealt.
        bits: the bit of the hand.
        best: uint16[3, n], the best scores and their winners; changed.
    """
    h1, h2, h3, h4 = add_rank(held[0], held[1], held[2], held[3], rests[0, rest])
    h1, h2, h3, h4 = add_rank(h1, h2, h3, h4, rests[1, rest])
    for i in range(count):
        once, twice, thrice, four = add_rank(h1, h2, h3, h4, sets[i])
        primary, kickers, lift, _, _ = best_five(once, twice, thrice, four, NONE, ONE, ONE)
        best[HEAD, i], best[KICKERS, i], best[WINNERS, i] = winners_with(
            u16(primary + lift), kickers, best[HEAD, i], best[KICKERS, i], best[WINNERS, i], bits
        )


@kernel
def play_flushes(
    sets: NDArray[np.uint16], count: Int, lane: np.uint16, bits: np.uint16, best: NDArray[np.uint16]
) -> None:
    """Compare a hand's flush with the best score so far for sets of dealt cards of its suit.

    Args:
        sets: uint16[1312], the sets as lanes.
        count: the number of sets to compare on, from the first one.
        lane: the lane of the cards of the suit in the hand and on the board.
        bits: the bit of the hand.
        best: uint16[3, n], the best scores and their winners; changed.
    """
    for i in range(count):
        flush = u16(lane | sets[i])
        primary, kickers, lift, _, _ = best_five(flush, NONE, NONE, NONE, flush, ONE, ONE)
        best[HEAD, i], best[KICKERS, i], best[WINNERS, i] = winners_with(
            u16(primary + lift), kickers, best[HEAD, i], best[KICKERS, i], best[WINNERS, i], bits
        )


@inlined
def settle(
    count: Int, others: NDArray[np.uint16], flushes: NDArray[np.uint16], then: NDArray[np.uint16]
) -> None:
    """Find the winners among the best flushes and the best other hands.

    Args:
        count: the number of sets of dealt cards of the suit.
        others: uint16[3, n], the best scores of the hands without a flush, and their winners.
        flushes: uint16[3, n], the best scores of the flushes, and their winners.
        then: uint16[1312], filled with the masks of the winners.
    """
    for i in range(count):
        _, _, then[i] = winners_with(
            flushes[HEAD, i],
            flushes[KICKERS, i],
            others[HEAD, i],
            others[KICKERS, i],
            others[WINNERS, i],
            flushes[WINNERS, i],
        )


@inlined
def pick_sets(
    live: np.uint16, listed: NDArray[np.uint16], size: Int, count: Int, sets: NDArray[np.uint16]
) -> int:
    """Pick the sets of a size in which all cards are live.

    Args:
        live: the lane of the suit's live cards.
        listed: uint16[6, 1312] from `list_subsets`.
        size: the number of cards in a set.
        count: the number of listed sets of this size.
        sets: uint16[1312], filled with the picked sets, and padded with empty lanes.

    Returns:
        The number of picked sets.
    """
    filled = 0
    dead = u16(~live)
    for i in range(count):
        sets[filled] = listed[size, i]
        filled += u16(listed[size, i] & dead) == NONE
    for i in range(filled, padded(filled)):
        sets[i] = NONE
    return filled


@inlined
def change_tally(
    count: Int,
    then: NDArray[np.uint16],
    best: NDArray[np.uint16],
    weight: Int,
    tally: NDArray[np.int64],
) -> None:
    """Add the true winners of each board to the tally, and subtract the winners by ranks alone.

    Args:
        count: the number of boards.
        then: uint16[1312], the masks of the true winners.
        best: uint16[3, n], with the masks of the winners by ranks alone in the last row.
        weight: the weight of each board.
        tally: int64[2 ** hands], changed.
    """
    if tally.size > FEW_OUTCOMES:
        for i in range(count):
            tally[then[i]] += weight
            tally[best[WINNERS, i]] -= weight
        return
    for winners in range(1, tally.size):
        more = NONE  # wraps around below 0, and is read as a signed number
        for i in range(count):
            more = u16(more + u16(then[i] == u16(winners)))
            more = u16(more - u16(best[WINNERS, i] == u16(winners)))
        tally[winners] += weight * np.int64(np.int16(more))


@inlined
def suit_lanes(groups: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the suit lanes of masks: int64[groups, 4]."""
    lanes = np.empty((groups.size, 4), np.int64)
    for group in range(groups.size):
        for suit in range(4):
            lanes[group, suit] = lane_of(groups[group], suit)
    return lanes


@inlined
def count_ranks_only(
    left: NDArray[np.int64],
    size: Int,
    held: NDArray[np.uint16],
    multisets: NDArray[np.uint16],
    starts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Count the runouts by the set of hands that would share the pot if there were no flushes.

    Args:
        left: int64[13], the number of live cards of each rank.
        size: the number of cards that are dealt.
        held: uint16[hands, 4] from `count_ranks`, the ranks of each player's hole cards and the
            board.
        multisets: uint16[6, 4, 6176] from `list_multisets`.
        starts: int64[6, 14] from `list_multisets`.
        tally: int64[2 ** hands], changed.
    """
    weights = np.empty((SIZES, MULTISET_ROOM), np.uint16)
    best = np.empty((3, MULTISET_ROOM), np.uint16)
    filled = starts[size, RANKS]
    weigh_multisets(left, starts, size, weights)
    clear_best(best, padded(filled))
    for hand in range(held.shape[0]):
        play_ranks(multisets, size, padded(filled), held[hand], u16(1 << hand), best)
    for i in range(filled):
        tally[best[WINNERS, i]] += weights[size, i]


@inlined
def correct_boards(
    filled: Int,
    sets: NDArray[np.uint16],
    lanes: NDArray[np.uint16],
    flushing: NDArray[np.bool_],
    held: NDArray[np.uint16],
    rests: NDArray[np.uint16],
    weights: NDArray[np.uint16],
    copies: Int,
    tally: NDArray[np.int64],
) -> None:
    """Correct the counts of all boards to which a given number of cards of a suit are dealt.

    Args:
        filled: the number of sets of cards of the suit that can be dealt.
        sets: uint16[1312], these sets as lanes.
        lanes: uint16[hands], the lane of the cards of the suit in each hand and on the board.
        flushing: bool[hands], whether each hand has a flush on these boards.
        held: uint16[hands, 4] from `count_ranks`, the ranks of each player's hole cards and the
            board.
        rests: uint16[2, n], multisets of the other dealt cards: the ranks that occur at least once,
            and twice.
        weights: uint16[n], the number of ways to deal each of these multisets.
        copies: the number of suits with the same cards as this suit (see `suit_copies`).
        tally: int64[2 ** hands], changed.
    """
    count = padded(filled)
    best = np.empty((3, SUBSET_ROOM), np.uint16)
    flushes = np.empty((3, SUBSET_ROOM), np.uint16)
    then = np.empty(SUBSET_ROOM, np.uint16)
    clear_best(flushes, count)
    for hand in range(lanes.size):
        if flushing[hand]:
            play_flushes(sets, count, lanes[hand], u16(1 << hand), flushes)
    for i in range(weights.size):
        if weights[i] == 0:
            continue
        clear_best(best, count)
        for with_flush in range(2):
            for hand in range(lanes.size):
                if flushing[hand] == with_flush:
                    play_suited(sets, count, held[hand], rests, i, u16(1 << hand), best)
            if not with_flush:
                settle(count, best, flushes, then)
        change_tally(filled, then, best, np.int64(weights[i]) * copies, tally)


@inlined
def correct_suit(
    lanes: NDArray[np.int64],
    suit: Int,
    copies: Int,
    left: NDArray[np.int64],
    size: Int,
    held: NDArray[np.uint16],
    multisets: NDArray[np.uint16],
    starts: NDArray[np.int64],
    subsets: NDArray[np.uint16],
    subset_counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Correct the counts of all boards on which any hand has a flush in a suit.

    Args:
        lanes: int64[2 + hands, 4], the suit lanes of the live cards, of the board, and of each
            player's hole cards.
        suit: the suit, 0..3.
        copies: the number of suits with the same cards as this suit (see `suit_copies`); its
            boards are counted once for all of them.
        left: int64[13], the number of live cards of each rank.
        size: the number of cards that are dealt.
        held: uint16[hands, 4] from `count_ranks`, the ranks of each player's hole cards and the
            board.
        multisets: uint16[6, 4, 6176] from `list_multisets`.
        starts: int64[6, 14] from `list_multisets`.
        subsets: uint16[6, 1312] from `list_subsets`.
        subset_counts: int64[6], the number of sets of each size, from `list_subsets`.
        tally: int64[2 ** hands], changed.
    """
    own = np.empty(held.shape[0], np.uint16)
    cards = np.empty(held.shape[0], np.int64)
    flushing = np.empty(held.shape[0], np.bool_)
    most = 0
    for hand in range(own.size):
        own[hand] = u16(lanes[1, suit] | lanes[2 + hand, suit])
        cards[hand] = popcount(np.int64(own[hand]))
        most = max(most, cards[hand])
    others = np.empty(RANKS, np.int64)
    for rank in range(RANKS):
        others[rank] = left[rank] - ((lanes[0, suit] >> rank) & 1)
    weights = np.empty((SIZES, MULTISET_ROOM), np.uint16)
    weigh_multisets(others, starts, min(size, MOST_OTHERS), weights)
    sets = np.empty(SUBSET_ROOM, np.uint16)
    for coming in range(max(0, FLUSH - most), size + 1):
        listed = subset_counts[coming]
        filled = pick_sets(u16(lanes[0, suit]), subsets, coming, listed, sets)
        rest = size - coming
        ends = starts[rest, RANKS]
        for hand in range(own.size):
            flushing[hand] = cards[hand] + coming >= FLUSH
        rests, often = multisets[rest, :2, :ends], weights[rest, :ends]
        correct_boards(filled, sets, own, flushing, held, rests, often, copies, tally)


@kernel
def count_known_hands(
    groups: NDArray[np.uint64],
    multisets: NDArray[np.uint16],
    starts: NDArray[np.int64],
    subsets: NDArray[np.uint16],
    subset_counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Count the runouts by the set of hands that share the pot.

    Args:
        groups: uint64[2 + hands], the masks of the live cards, of the board, and of each player's
            hole cards.
        multisets: uint16[6, 4, 6176] from `list_multisets`.
        starts: int64[6, 14] from `list_multisets`.
        subsets: uint16[6, 1312] from `list_subsets`.
        subset_counts: int64[6], the number of sets of each size, from `list_subsets`.
        tally: int64[2 ** hands] of zeros, filled with numbers of runouts; bit i of an index is set
            if hand i shares the pot.
    """
    lanes = suit_lanes(groups)
    left = rank_totals(lanes[0])
    size = np.int64(LONGEST)
    for suit in range(4):
        size -= popcount(lanes[1, suit])
    held = np.empty((groups.size - 2, 4), np.uint16)
    for hand in range(held.shape[0]):
        count_ranks(groups[1] | groups[2 + hand], held[hand])
    count_ranks_only(left, size, held, multisets, starts, tally)
    for suit in range(4):
        copies = suit_copies(lanes, suit)
        if copies:
            correct_suit(
                lanes,
                suit,
                copies,
                left,
                size,
                held,
                multisets,
                starts,
                subsets,
                subset_counts,
                tally,
            )
