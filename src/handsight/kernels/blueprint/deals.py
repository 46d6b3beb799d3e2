"""Deals of two hands for training: their buckets on all four streets, and who wins the showdown.

A block of boards is dealt at once, as in `handsight.kernels.odds.deals`. Several pairs of hands can
be dealt on one board from the same deck. Each pair on its own is distributed like a pair from a
full deck, and the strengths of the 1,081 combos of a board are computed only once for all pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.blueprint.buckets import POINTS
from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.odds.deals import BLOCK, draw_places, follow_swaps
from handsight.kernels.ranking.evaluation import strength_lanes

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64
DECK_SIZE = 52
LIVE = 47
"""The number of cards that are not on a board of five cards."""

PAIRS = 1081
"""The number of combos of these cards."""

STREETS = 4
DEALT = 4
"""The number of hole cards in a pair of hands."""


class BucketTables(NamedTuple):
    """The read-only arrays in which the bucket of a hand is looked up.

    Attributes:
        classes: uint8[1326], the hand class of each combo before the flop.
        turned: int16[24, 1326], the combo that each permutation of suits turns each combo into.
        flop_class: uint16[22100], the board class of each flop.
        flop_change: uint8[22100], the permutation of suits that turns each flop into the first flop
            of its class.
        turn_class: uint16[270725], the board class of each board of four cards.
        turn_change: uint8[270725], the permutation of suits that turns each board of four cards
            into the first board of its class.
        flop: uint8[1755, 1326], the bucket of each combo on the first flop of each class.
        turn: uint8[16432, 1326], the bucket of each combo on the first four-card board of each
            class.
        rivers: the number of buckets on the river.
    """

    classes: NDArray[np.uint8]
    turned: NDArray[np.int16]
    flop_class: NDArray[np.uint16]
    flop_change: NDArray[np.uint8]
    turn_class: NDArray[np.uint16]
    turn_change: NDArray[np.uint8]
    flop: NDArray[np.uint8]
    turn: NDArray[np.uint8]
    rivers: int


# --- places -------------------------------------------------------------------------------------


@inlined
def bit_of(card: Int) -> np.uint64:
    """Return the mask of a card."""
    return u64(1) << u64(16 * (card & 3) + (card >> 2))


@inlined
def combo_of(one: Int, other: Int) -> Int:
    """Return the number of the combo of two cards, given in either order."""
    low, high = min(one, other), max(one, other)
    return low * (2 * DECK_SIZE - 1 - low) // 2 + high - low - 1


@kernel
def flop_place(one: Int, two: Int, three: Int) -> Int:
    """Return the index of a flop among all flops; the cards can be in any order."""
    low, high = min(one, two), max(one, two)
    a, b, c = min(low, three), max(low, min(high, three)), max(high, three)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@kernel
def turn_place(one: Int, two: Int, three: Int, four: Int) -> Int:
    """Return the index of a four-card board among all of them; the cards can be in any order."""
    low, high = min(one, two), max(one, two)
    least, most = min(three, four), max(three, four)
    a, d = min(low, least), max(high, most)
    b, c = max(low, least), min(high, most)
    if b > c:
        b, c = c, b
    place = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    return place + d * (d - 1) * (d - 2) * (d - 3) // 24


# --- one hand on the river ----------------------------------------------------------------------


class DealRoom(NamedTuple):
    """Workspace arrays; each thread needs its own.

    Attributes:
        live: int64[47], the cards that are not on the board.
        bits: uint64[47], the masks of the same cards.
        at: int64[52], the index of each card in ``live``.
        first: int64[47], the index in ``hands`` where the combos of each live card with the live
            cards after it begin.
        hands: uint64[1081], the mask of the seven cards of each combo.
        strengths: uint16[1081], the strength of each combo.
    """

    live: NDArray[np.int64]
    bits: NDArray[np.uint64]
    at: NDArray[np.int64]
    first: NDArray[np.int64]
    hands: NDArray[np.uint64]
    strengths: NDArray[np.uint16]


@kernel
def make_deal_room() -> DealRoom:
    """Allocate the workspace arrays."""
    first = np.empty(LIVE, np.int64)
    for i in range(LIVE):
        first[i] = i * (2 * LIVE - 1 - i) // 2 - i - 1
    return DealRoom(
        np.empty(LIVE, np.int64),
        np.empty(LIVE, np.uint64),
        np.empty(DECK_SIZE, np.int64),
        first,
        np.empty(PAIRS, np.uint64),
        np.empty(PAIRS, np.uint16),
    )


@kernel
def join_cards(
    bits: NDArray[np.uint64], first: np.uint64, start: int, hands: NDArray[np.uint64]
) -> None:
    """Join one live card and the board with each of the live cards after it.

    Args:
        bits: uint64[n], the masks of the live cards after the card.
        first: the mask of the card and the board.
        start: the index in ``hands`` of the first result.
        hands: uint64[1081], filled from ``start`` on with masks of seven cards.
    """
    part = hands[start : start + bits.size]
    for i in range(bits.size):
        part[i] = bits[i] | first


@kernel
def set_up_board(board: np.uint64, room: DealRoom) -> None:
    """Compute the strengths of the 1,081 combos that share no card with a board of five cards."""
    count = 0
    for card in range(DECK_SIZE):
        bit = bit_of(card)
        if board & bit == u64(0):
            room.live[count] = card
            room.bits[count] = bit
            room.at[card] = count
            count += 1
    for i in range(LIVE - 1):
        start = room.first[i] + i + 1
        join_cards(room.bits[i + 1 :], room.bits[i] | board, start, room.hands)
    strength_lanes(room.hands.view(np.uint16), u16(7), u16(1), u16(1), room.strengths)


@kernel
def points_among(strengths: NDArray[np.uint16], own: np.uint16) -> Int:
    """Count two points for each strength below our own, and one point for each equal to it."""
    points = u16(0)
    for i in range(strengths.size):
        points = u16(points + u16(u16(strengths[i] < own) + u16(strengths[i] <= own)))
    return np.int64(points)


@inlined
def points_for(theirs: np.uint16, own: np.uint16) -> Int:
    """Return our points against one hand: 2 if we beat it, 1 if we tie, 0 if we lose."""
    return np.int64(theirs < own) + np.int64(theirs <= own)


@kernel
def points_of_hand(low: Int, high: Int, room: DealRoom) -> Int:
    """Count the points of a hand against the 990 hands that share no card with it or the board.

    Args:
        low: the index of the hand's lower card among the live cards.
        high: the index of the hand's other card among the live cards.
        room: the workspace after `set_up_board`.
    """
    strengths, first = room.strengths, room.first
    own = strengths[first[low] + high]
    points = points_among(strengths, own)
    for place in (low, high):  # subtract the hands that hold one of our cards
        for other in range(place):
            points -= points_for(strengths[first[other] + place], own)
        begin = first[place]
        for other in range(place + 1, LIVE):
            points -= points_for(strengths[begin + other], own)
    return points + 1  # the hand itself ties, and was subtracted twice


@kernel
def river_points(board: np.uint64, one: int, other: int) -> Int:
    """Count the points of one hand on one board.

    Args:
        board: the mask of the five cards of the board.
        one: the number of one hole card.
        other: the number of the other hole card.
    """
    room = make_deal_room()
    set_up_board(board, room)
    return points_of_hand(room.at[min(one, other)], room.at[max(one, other)], room)


# --- deals --------------------------------------------------------------------------------------


@kernel
def draw_cards(
    states: NDArray[np.uint64],
    swaps: NDArray[np.uint8],
    places: NDArray[np.uint8],
    fractions: NDArray[np.uint64],
) -> None:
    """Draw the cards of a block of boards: five for the board, then four for each pair of hands.

    Args:
        states: uint64[4, BLOCK], the states of the random generators; changed.
        swaps: uint8[cards, BLOCK], workspace.
        places: uint8[cards, BLOCK], filled with one column of distinct cards for each board.
        fractions: uint64[BLOCK], workspace.
    """
    draw_places(states, fractions, DECK_SIZE, swaps)
    follow_swaps(swaps, places)


@kernel
def bucket_board(
    cards: NDArray[np.uint8],
    tables: BucketTables,
    room: DealRoom,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
) -> None:
    """Find the buckets of the pairs of hands on one board, and who wins each showdown.

    Args:
        cards: uint8[5 + 4 * pairs], the flop, the turn, the river, then two hole cards for each
            player of each pair.
        tables: the tables of buckets.
        room: the workspace.
        buckets: uint16[pairs, 2, 4], filled with the buckets of both players on the four streets.
        outcomes: int8[pairs], filled: 1 if the first player wins, -1 if the second player wins, 0
            for a tie.
    """
    one, two, three = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2])
    four, five = np.int64(cards[3]), np.int64(cards[4])
    board = bit_of(one) | bit_of(two) | bit_of(three) | bit_of(four) | bit_of(five)
    set_up_board(board, room)
    place = flop_place(one, two, three)
    flop, flop_turned = (
        tables.flop[tables.flop_class[place]],
        tables.turned[tables.flop_change[place]],
    )
    place = turn_place(one, two, three, four)
    turn, turn_turned = (
        tables.turn[tables.turn_class[place]],
        tables.turned[tables.turn_change[place]],
    )
    for pair in range(outcomes.size):
        for player in range(2):
            at = 5 + DEALT * pair + 2 * player
            low, high = np.int64(cards[at]), np.int64(cards[at + 1])
            if low > high:
                low, high = high, low
            combo = combo_of(low, high)
            points = points_of_hand(room.at[low], room.at[high], room)
            buckets[pair, player, 0] = tables.classes[combo]
            buckets[pair, player, 1] = flop[flop_turned[combo]]
            buckets[pair, player, 2] = turn[turn_turned[combo]]
            buckets[pair, player, 3] = points * tables.rivers // POINTS
        mine = strength_dealt(cards, 5 + DEALT * pair, room)
        theirs = strength_dealt(cards, 7 + DEALT * pair, room)
        outcomes[pair] = np.int8(mine > theirs) - np.int8(mine < theirs)


@kernel
def strength_dealt(cards: NDArray[np.uint8], at: int, room: DealRoom) -> Int:
    """Return the strength of the hand whose two cards are at ``at`` and ``at + 1``."""
    low, high = min(cards[at], cards[at + 1]), max(cards[at], cards[at + 1])
    return np.int64(room.strengths[room.first[room.at[low]] + room.at[high]])


@kernel
def draw_deals(
    states: NDArray[np.uint64],
    pairs: int,
    tables: BucketTables,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
) -> None:
    """Draw deals of two hands, and find their buckets and who wins each showdown.

    Args:
        states: uint64[4, BLOCK], the states of the random generators; they advance by whole blocks
            of boards.
        pairs: the number of pairs of hands dealt on a board, 1..11.
        tables: the tables of buckets.
        buckets: uint16[n, 2, 4], filled with the buckets of both players on the four streets. The
            pairs of a board are consecutive, and the last board can have fewer pairs.
        outcomes: int8[n], filled: 1 if the first player wins, -1 if the second player wins, 0 for a
            tie.
    """
    drawn = 5 + DEALT * pairs
    swaps, places = np.empty((drawn, BLOCK), u8), np.empty((drawn, BLOCK), u8)
    fractions, room, cards = np.empty(BLOCK, np.uint64), make_deal_room(), np.empty(drawn, u8)
    for done in range(0, outcomes.size, pairs):
        board = done // pairs % BLOCK
        if board == 0:
            draw_cards(states, swaps, places, fractions)
        cards[:] = places[:, board]
        end = min(done + pairs, outcomes.size)
        bucket_board(cards, tables, room, buckets[done:end], outcomes[done:end])
