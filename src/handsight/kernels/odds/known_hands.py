"""Who wins when all hands are known: every runout counted, in a few wide loops.

Only one suit can make a flush on a board, so the count has two parts. First all multisets of ranks
are dealt as if suits meant nothing. Then, for each suit, the boards on which somebody has a flush
are corrected: the true winners are added, and those of the first part subtracted.

On such a board every hand that holds enough of the suit has a flush, whose value depends only on
its ranks in that suit, whatever else comes. So flushes are scored once for each set of suited
cards, and an outer loop runs over the rest of the board.
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
"""The number of multisets of five ranks, and the next multiple of 32, which vectorises best."""

SUBSET_ROOM = 1312
"""The same for sets of five of thirteen ranks, of which there are 1,287."""

FLUSH = 5
"""The cards of one suit that make a flush."""

MOST_OTHERS = 2
"""The most cards of other suits that come with a flush, which needs three cards of its own suit."""

HEAD, KICKERS, WINNERS = range(3)
"""Rows of the best hand so far: its score in two halves, and the hands that have it, as bits."""

FEW_OUTCOMES = 16
"""With at most this many, comparing with each in a wide loop beats counting one by one."""


def list_multisets(multisets: NDArray[np.uint16], starts: NDArray[np.int64]) -> None:
    """List all multisets of up to five ranks, each rank at most four times; this needs no kernel.

    A size is listed by the highest rank, then by how often it occurs, then in the order of the
    multisets of the rest. So the multisets of ranks below a given one always come first, and
    weights can be computed in blocks (`weigh_multisets`).

    Args:
        multisets: uint16[6, 4, 6176] of zeros, filled: by size, the lanes of the ranks that occur
            at least once, twice, three and four times.
        starts: int64[6, 14] of zeros, filled: by size, how many have only ranks below a rank.
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
    """List all sets of up to five ranks; this needs no kernel.

    Args:
        subsets: uint16[6, 1312] of zeros, filled: by size, as lanes.
        counts: int64[6] of zeros, filled: the number of sets of each size.
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
    """Count in how many ways each multiset of up to a size can come.

    Args:
        live: int64[13], the number of cards of each rank, at most four.
        starts: int64[6, 14] of `list_multisets`.
        size: 0..5.
        weights: uint16[6, 6176], filled up to that size; the largest possible is 1024.
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
    """Return the lane of a suit of a mask."""
    return u16((mask >> np.uint64(16 * suit)) & np.uint64(0x1FFF))


@inlined
def padded(count: Int) -> Int:
    """Round up to a multiple of 32."""
    return (count + 31) // 32 * 32


@inlined
def clear_best(best: NDArray[np.uint16], size: Int) -> None:
    """Reset the best hand."""
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
    """Compare one more score, with the bits of its hands, to the best, and return the new best."""
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
    """Write the lanes of the ranks that a set of cards holds once, twice, three and four times.

    Args:
        mask: the cards.
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
    """Compare a hand with the best so far on all multisets of ranks, ignoring suits.

    Args:
        multisets: uint16[6, 4, 6176].
        held: uint16[4] of `count_ranks`: the hole cards and the board.
        best: uint16[3, n], changed.
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
    """Compare a hand with the best so far on sets of cards of one suit, ignoring flushes.

    Args:
        sets: uint16[1312], lanes.
        held: uint16[4] of `count_ranks`: the hole cards and the board.
        rests: uint16[2, n], the ranks of the other cards that come: at least once and twice.
        best: uint16[3, n], changed.
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
    """Compare a hand's flush with the best so far on sets of cards of its suit.

    Args:
        sets: uint16[1312], lanes.
        lane: the cards of the suit that the hand and the board hold.
        best: uint16[3, n], changed.
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
    """Find the winners among the flushes and the best of the other hands.

    Args:
        others: uint16[3, n].
        flushes: uint16[3, n].
        then: uint16[1312], filled with the winners' bits.
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
    """Pick the sets of a size whose cards are all live.

    Args:
        live: the lane of the suit's live cards.
        listed: uint16[6, 1312] of `list_subsets`.
        size: the number of cards of the suit that come.
        sets: uint16[1312], filled and padded with empty lanes.

    Returns:
        The number of sets.
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
    """Add the true winners of each board, and subtract those by ranks alone.

    Args:
        then: uint16[1312], the winners' bits.
        best: uint16[3, n], with the bits of the winners by ranks alone in the last row.
        tally: int64[2 ** hands], changed.
    """
    if tally.size > FEW_OUTCOMES:
        for i in range(count):
            tally[then[i]] += weight
            tally[best[WINNERS, i]] -= weight
        return
    for winners in range(1, tally.size):
        more = NONE  # goes below 0 by wrapping around, and is read as a signed number
        for i in range(count):
            more = u16(more + u16(then[i] == u16(winners)))
            more = u16(more - u16(best[WINNERS, i] == u16(winners)))
        tally[winners] += weight * np.int64(np.int16(more))


@inlined
def suit_lanes(groups: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Split masks into suit lanes: int64[groups, 4]."""
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
    """Count the runouts by who would share the pot if there were no flushes.

    Args:
        left: int64[13], the number of live cards of each rank.
        held: uint16[hands, 4] of `count_ranks`: each player's hole cards with the board.
        multisets: uint16[6, 4, 6176] of `list_multisets`.
        starts: int64[6, 14] of the same.
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
    """Correct the counts of all boards that get a given number of cards of a suit.

    Args:
        filled: the number of sets of cards of the suit that can come.
        sets: uint16[1312], lanes.
        lanes: uint16[hands], the cards of the suit that each hand and the board hold.
        flushing: bool[hands], whether each hand then has a flush.
        held: uint16[hands, 4] of `count_ranks`: each player's hole cards with the board.
        rests: uint16[2, n], the ranks of the other cards that come: at least once and twice.
        weights: uint16[n], how often each comes.
        copies: the number of suits for which all of this holds.
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
    """Correct the counts of all boards on which somebody has a flush in a suit.

    Args:
        lanes: int64[2 + hands, 4]: live cards, board and hole cards.
        suit: 0..3.
        copies: the number of suits with the same cards everywhere; one is counted for all.
        left: int64[13], the number of live cards of each rank.
        held: uint16[hands, 4] of `count_ranks`: each player's hole cards with the board.
        multisets: uint16[6, 4, 6176] of `list_multisets`.
        starts: int64[6, 14] of the same.
        subsets: uint16[6, 1312] of `list_subsets`.
        subset_counts: int64[6] of the same.
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
    """Count the runouts by who shares the pot.

    Args:
        groups: uint64[2 + hands], masks: the live cards, the board, and each player's hole cards.
        multisets: uint16[6, 4, 6176] of `list_multisets`.
        starts: int64[6, 14] of the same.
        subsets: uint16[6, 1312] of `list_subsets`.
        subset_counts: int64[6] of the same.
        tally: int64[2 ** hands] of zeros, filled: bit i of an index is set if hand i shares.
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
