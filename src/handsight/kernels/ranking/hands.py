"""The strength of a hand of five to seven cards, by bit arithmetic on 16-bit lanes.

The functions use no tables and no branches, so a loop over them is compiled to vector instructions.
A lane is a set of ranks in thirteen bits, one per rank. Every intermediate result is cast back to
sixteen bits, because numba would otherwise widen it, and a vector would hold half as many lanes.

A hand is passed as five lanes: the ranks that it holds at least once, twice, three and four times,
and the ranks of its flush (empty if it has none). To keep the best k kickers, the functions clear
the lowest set bits. The number of bits to clear is known: ``sixth`` is 1 if the hand has a sixth
card, else 0, and ``seventh`` is 1 if it has a seventh card.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from handsight.kernels.jit import inlined, pick, popcount16

u16 = np.uint16

Counts: TypeAlias = tuple[np.uint16, np.uint16, np.uint16, np.uint16]
"""Four lanes: the ranks that a hand holds at least once, twice, three and four times."""

BestFive: TypeAlias = tuple[np.uint16, np.uint16, np.uint16, np.uint16, np.uint16]
"""The result of `best_five`."""

NONE = u16(0)
ONE = u16(1)

# A score is a 16-bit head and 13 bits of kickers. The head is the lane of the primary ranks (the
# pairs, the trips, the top of the straight) plus a lift that puts each category above all heads of
# the next lower category.
TWO_PAIR_LIFT = u16(4096)
TRIPS_LIFT = u16(10240)
STRAIGHT_LIFT = u16(14336)
FLUSH_LIFT = u16(18433)
FULL_HOUSE_LIFT = u16(18433)
QUADS_LIFT = u16(22529)
STRAIGHT_FLUSH_LIFT = u16(26625)

CATEGORY_HEADS = (
    *(0, 1, int(TWO_PAIR_LIFT) + 1, int(TRIPS_LIFT) + 1, int(STRAIGHT_LIFT) + 1),
    *(int(FLUSH_LIFT), int(FULL_HOUSE_LIFT) + 1, int(QUADS_LIFT) + 1),
    int(STRAIGHT_FLUSH_LIFT) + 1,
)
"""The lowest head of each category, high card first."""

# The lowest strength of each category. For straights, the top rank, 3 (five) .. 12 (ace), is added,
# so their bases are lower by 3.
PAIR_BASE = u16(1277)
TWO_PAIR_BASE = u16(4137)
TRIPS_BASE = u16(4995)
STRAIGHT_BASE = u16(5853 - 3)
FLUSH_BASE = u16(5863)
FULL_HOUSE_BASE = u16(7140)
QUADS_BASE = u16(7296)
STRAIGHT_FLUSH_BASE = u16(7452 - 3)

# The number of possible sets of kickers for each choice of primary ranks in a category.
PAIR_KICKERS = u16(220)
TWO_PAIR_KICKERS = u16(11)
TRIPS_KICKERS = u16(66)
OTHER_RANKS = u16(12)


@inlined
def clear_lowest(lane: np.uint16, bit: np.uint16) -> np.uint16:
    """Clear the lowest set bit if ``bit`` is 1; leave the lane unchanged if it is 0."""
    return u16(lane & u16(lane - bit))


@inlined
def drop_lowest(lane: np.uint16) -> np.uint16:
    """Clear the lowest set bit unless it is the only one."""
    cleared = clear_lowest(lane, ONE)
    return pick(cleared != NONE, cleared, lane)


@inlined
def rank_counts(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16
) -> Counts:
    """Return the ranks that four suit lanes hold at least once, twice, three and four times."""
    both_minor = u16(clubs & diamonds)
    both_major = u16(hearts & spades)
    minor = u16(clubs | diamonds)
    major = u16(hearts | spades)
    return (
        u16(minor | major),
        u16(u16(both_minor | both_major) | u16(minor & major)),
        u16(u16(both_minor & major) | u16(both_major & minor)),
        u16(both_minor & both_major),
    )


@inlined
def add_rank(
    once: np.uint16, twice: np.uint16, thrice: np.uint16, four: np.uint16, bit: np.uint16
) -> Counts:
    """Add one card to the lanes of a hand's `Counts`; ``bit`` is the bit of the card's rank."""
    return (
        u16(once | bit),
        u16(twice | u16(once & bit)),
        u16(thrice | u16(twice & bit)),
        u16(four | u16(thrice & bit)),
    )


@inlined
def if_flush(lane: np.uint16) -> np.uint16:
    """Return the lane itself if it holds five or more ranks, else the empty lane."""
    return pick(popcount16(lane) > u16(4), lane, NONE)


@inlined
def flush_lane(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16
) -> np.uint16:
    """Return the lane of the suit that makes a flush, or the empty lane.

    Seven cards hold at most one such suit.
    """
    return u16(u16(if_flush(clubs) | if_flush(diamonds)) | u16(if_flush(hearts) | if_flush(spades)))


@inlined
def straight_ends(ranks: np.uint16) -> np.uint16:
    """Return a lane with the bit above each straight's top rank set; aces also count as ones."""
    with_low_ace = u16(u16(ranks << ONE) | u16(ranks >> u16(12)))
    two = u16(with_low_ace & u16(with_low_ace << ONE))
    return u16(u16(two & u16(two << u16(2))) & u16(with_low_ace << u16(4)))


@inlined
def highest_top(ends: np.uint16) -> np.uint16:
    """Return the bit of the top rank of the highest straight.

    Args:
        ends: the result of `straight_ends`; for seven cards, its set bits are adjacent.
    """
    return u16(u16(ends & u16(~u16(ends >> ONE))) >> ONE)


@inlined
def best_five(
    once: np.uint16,
    twice: np.uint16,
    thrice: np.uint16,
    four: np.uint16,
    flush: np.uint16,
    sixth: np.uint16,
    seventh: np.uint16,
) -> BestFive:
    """Find the best five cards: test the categories from the lowest up; the highest match wins.

    The compiler removes the computation of results that the caller does not use.

    Args:
        once: the lane of the ranks that the hand holds.
        twice: the lane of the ranks that the hand holds at least twice.
        thrice: the lane of the ranks that the hand holds at least three times.
        four: the lane of the ranks that the hand holds four times.
        flush: the lane of the flush suit, or the empty lane.
        sixth: 1 if the hand has a sixth card, else 0.
        seventh: 1 if the hand has a seventh card, else 0.

    Returns:
        The lane of primary ranks, the lane of kickers, the lift to add to the primary lane to get
        the head of the score, the lowest strength of the category, and the number of sets of
        kickers for each choice of primary ranks.
    """
    # High card, pair, two pair, trips. If there are three pairs, the lowest can be a kicker.
    pairs = clear_lowest(twice, ONE)
    three_pairs = clear_lowest(pairs, ONE) != NONE
    primary = pick(three_pairs, pairs, twice)
    kickers = clear_lowest(u16(once ^ primary), seventh)
    kickers = clear_lowest(kickers, pick(three_pairs, NONE, sixth))
    two_pair = pairs != NONE
    trips = thrice != NONE
    base = pick(twice != NONE, PAIR_BASE, NONE)
    base = pick(two_pair, TWO_PAIR_BASE, base)
    base = pick(trips, TRIPS_BASE, base)
    sets = pick(two_pair, TWO_PAIR_KICKERS, PAIR_KICKERS)
    sets = pick(trips, TRIPS_KICKERS, sets)
    lift = pick(two_pair, TWO_PAIR_LIFT, NONE)
    lift = pick(trips, TRIPS_LIFT, lift)

    # Flush and straight. If there is a flush, only a straight inside its suit matters. The order of
    # these lines keeps few vectors alive, so that two iterations of a loop interleave, which is
    # faster by a tenth.
    flushed = flush != NONE
    ends = straight_ends(pick(flushed, flush, once))
    straight = ends != NONE
    size = popcount16(flush)
    suited = clear_lowest(flush, u16(size > u16(5)))
    suited = clear_lowest(suited, u16(size > u16(6)))
    primary = pick(flushed, NONE, primary)
    base = pick(flushed, FLUSH_BASE, base)
    kickers = pick(flushed, suited, kickers)
    primary = pick(straight, highest_top(ends), primary)
    base = pick(straight, pick(flushed, STRAIGHT_FLUSH_BASE, STRAIGHT_BASE), base)
    sets = pick(straight, ONE, sets)
    lift = pick(flushed, FLUSH_LIFT, lift)
    lift = pick(straight, pick(flushed, STRAIGHT_FLUSH_LIFT, STRAIGHT_LIFT), lift)
    kickers = pick(straight, NONE, kickers)

    # Full house and quads. Seven cards with a flush cannot hold either of them.
    quads = four != NONE
    full_of = drop_lowest(thrice)
    rest = pick(quads, u16(once ^ four), u16(twice ^ full_of))
    boat = trips & (rest != NONE)
    main = pick(quads, four, full_of)
    primary = pick(boat, main, primary)
    base = pick(boat, pick(quads, QUADS_BASE, FULL_HOUSE_BASE), base)
    sets = pick(boat, OTHER_RANKS, sets)
    lift = pick(boat, pick(quads, QUADS_LIFT, FULL_HOUSE_LIFT), lift)
    kickers = pick(boat, drop_lowest(drop_lowest(rest)), kickers)
    return primary, kickers, lift, base, sets


@inlined
def lowest_index(lane: np.uint16) -> np.uint16:
    """Return the index of the lowest set bit, or 0 for an empty lane."""
    return u16(popcount16(u16(u16(~lane) & u16(lane - ONE))) & u16(15))


@inlined
def without_rank(lane: np.uint16, bit: np.uint16) -> np.uint16:
    """Remove a rank from the scale of ranks: the bits above ``bit`` move down by one position.

    If ``bit`` is 0, the lane is returned unchanged.
    """
    below = u16(bit - ONE)
    return u16(u16(lane & below) | u16(u16(lane >> ONE) & u16(~below)))


@inlined
def kicker_number(kickers: np.uint16) -> np.uint16:
    """Return the number of a set of kickers among all sets of the same size, in ascending order.

    The number is a sum of binomials, C(rank, 1) + C(rank, 2) + ..., from the lowest kicker up. A
    set of five kickers is numbered among those sets that are not straights, so the straights with a
    lower top rank are subtracted, and for an ace-high set also the wheel.
    """
    first = lowest_index(kickers)
    kickers = clear_lowest(kickers, ONE)
    place = lowest_index(kickers)
    kickers = clear_lowest(kickers, ONE)
    number = u16(first + u16(u16(place * u16(place - ONE)) >> ONE))
    place = lowest_index(kickers)
    kickers = clear_lowest(kickers, ONE)
    triple = u16(u16(place * u16(place - ONE)) * u16(place - u16(2)))
    number = u16(number + u16(triple // u16(6)))
    place = lowest_index(kickers)
    kickers = clear_lowest(kickers, ONE)
    number = u16(number + choose_four(place))
    place = lowest_index(kickers)
    fifth = u16(u16(choose_four(place) * u16(place - u16(4))) // u16(5))
    straights_below = u16(u16(place - u16(4)) + u16(place == u16(12)))
    return u16(number + pick(kickers != NONE, u16(fifth - straights_below), NONE))


@inlined
def choose_four(place: np.uint16) -> np.uint16:
    """Return the binomial C(place, 4), for ``place`` up to 12, with sixteen-bit arithmetic."""
    lower = u16(u16(place - u16(2)) * u16(place - u16(3)))
    return u16(u16(u16(place * u16(place - ONE)) * lower) // u16(24))


@inlined
def strength_of(
    primary: np.uint16, kickers: np.uint16, base: np.uint16, sets: np.uint16
) -> np.uint16:
    """Convert results of `best_five` to a strength on the scale 0..7461, which has no gaps.

    Args:
        primary: the lane of primary ranks.
        kickers: the lane of kickers.
        base: the lowest strength of the category.
        sets: the number of sets of kickers for each choice of primary ranks.
    """
    upper = clear_lowest(primary, ONE)
    high = lowest_index(upper)
    number = u16(lowest_index(primary) + u16(u16(high * u16(high - ONE)) >> ONE))
    others = without_rank(without_rank(kickers, upper), u16(primary ^ upper))
    return u16(u16(base + u16(sets * number)) + kicker_number(others))
