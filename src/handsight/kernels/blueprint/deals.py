"""Random deals for training: the buckets of all hands on the four streets, and who wins.

A block of boards is dealt together, as in `handsight.kernels.odds.deals`. A deal is a pair of hands
or, at a larger table, a hand for each player. Several deals can be made on one board from the same
deck. Each deal alone then has the same distribution as if it were made from its own deck, and the
strengths of the board's 1,081 combos are found only once for all of them.
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
"""The number of combos of these 47 cards."""

STREETS = 4
DEALT = 4
"""The number of cards in a pair of hands."""


class BucketTables(NamedTuple):
    """Read-only arrays from which the buckets of a hand are looked up.

    Attributes:
        classes: uint8[1326], the starting hand class of each combo.
        turned: int16[24, 1326], the number of each combo under each permutation of suits.
        flop_class: uint16[22100], the class of each flop under permutations of suits.
        flop_change: uint8[22100], the number of the permutation of suits that converts each flop to
            the canonical flop of its class.
        turn_class: uint16[270725], the class of each board of four cards.
        turn_change: uint8[270725], the number of the permutation for each board of four cards.
        flop: uint8[1755, 1326], the buckets of all combos on each canonical flop.
        turn: uint8[16432, 1326], the buckets of all combos on each canonical board of four cards.
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


# --- indices ------------------------------------------------------------------------------------


@inlined
def bit_of(card: Int) -> np.uint64:
    """Return the mask in which only the bit of this card, 0..51, is set."""
    return u64(1) << u64(16 * (card & 3) + (card >> 2))


@inlined
def combo_of(one: Int, other: Int) -> Int:
    """Return the number, 0..1325, of the combo of two cards, in either order."""
    low, high = min(one, other), max(one, other)
    return low * (2 * DECK_SIZE - 1 - low) // 2 + high - low - 1


@kernel
def flop_place(one: Int, two: Int, three: Int) -> Int:
    """Return the index of a flop among all 22,100 flops; the cards can be in any order."""
    low, high = min(one, two), max(one, two)
    a, b, c = min(low, three), max(low, min(high, three)), max(high, three)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@kernel
def turn_place(one: Int, two: Int, three: Int, four: Int) -> Int:
    """Return the index of a board of four cards among all 270,725; the order does not matter."""
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
    """Workspace arrays for one board; each thread needs its own.

    Attributes:
        live: int64[47], the indices of the cards that are not on the board.
        bits: uint64[47], the masks of these cards.
        at: int64[52], the index of each of these cards in ``live``.
        first: int64[47]; first[i] + j is the index of the combo of live cards i and j > i.
        hands: uint64[1081], the masks of the seven cards of each combo.
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
    """Write the masks of a card and the board together with each later card.

    Args:
        bits: uint64[n], the masks of the later cards.
        first: the mask of the card and the board.
        start: the index in ``hands`` of the first mask to write.
        hands: uint64[1081]; n entries are filled.
    """
    part = hands[start : start + bits.size]
    for i in range(bits.size):
        part[i] = bits[i] | first


@kernel
def set_up_board(board: np.uint64, room: DealRoom) -> None:
    """Find the strengths of the 1,081 combos that share no card with a board of five cards."""
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
    """Return two points for each strength below ``own``, and one for each equal strength."""
    points = u16(0)
    for i in range(strengths.size):
        points = u16(points + u16(u16(strengths[i] < own) + u16(strengths[i] <= own)))
    return np.int64(points)


@inlined
def points_for(theirs: np.uint16, own: np.uint16) -> Int:
    """Return the points against one hand: 2 if ``theirs`` is below ``own``, 1 if equal, else 0."""
    return np.int64(theirs < own) + np.int64(theirs <= own)


@kernel
def points_of_hand(low: Int, high: Int, room: DealRoom) -> Int:
    """Count the points of a hand against the 990 hands that do not hold its cards.

    Args:
        low: the index of the hand's lower card among the live cards.
        high: the index of the hand's higher card among the live cards.
        room: the workspace, which `set_up_board` has filled.
    """
    strengths, first = room.strengths, room.first
    own = strengths[first[low] + high]
    points = points_among(strengths, own)
    for place in (low, high):  # hands that hold one of our cards
        for other in range(place):
            points -= points_for(strengths[first[other] + place], own)
        begin = first[place]
        for other in range(place + 1, LIVE):
            points -= points_for(strengths[begin + other], own)
    return points + 1  # the hand itself was counted once as a tie, but subtracted twice


@kernel
def river_points(board: np.uint64, one: int, other: int) -> Int:
    """Count the points of one hand on one board.

    Args:
        board: the mask of the five cards on the board.
        one: the index of one card of the hand.
        other: the index of the other card.
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
    """Draw the cards of a block of boards: five for each board, then two for each hand on it.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        swaps: uint8[cards, BLOCK], workspace.
        places: uint8[cards, BLOCK], filled with card indices; in each column they are all
            different.
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
    strengths: NDArray[np.uint16],
) -> None:
    """Find the buckets and the strengths of the hands that are dealt on one board.

    Args:
        cards: uint8[5 + 2 * hands], the indices of the cards of the flop, the turn and the river,
            and then two cards for each hand.
        tables: the tables of buckets.
        room: the workspace.
        buckets: uint16[hands, 4], filled with the buckets of each hand on the four streets.
        strengths: uint16[hands], filled with the strength of each hand at the showdown; higher is
            better.
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
    for hand in range(strengths.size):
        low, high = np.int64(cards[5 + 2 * hand]), np.int64(cards[6 + 2 * hand])
        if low > high:
            low, high = high, low
        combo = combo_of(low, high)
        at, above = room.at[low], room.at[high]
        buckets[hand, 0] = tables.classes[combo]
        buckets[hand, 1] = flop[flop_turned[combo]]
        buckets[hand, 2] = turn[turn_turned[combo]]
        buckets[hand, 3] = points_of_hand(at, above, room) * tables.rivers // POINTS
        strengths[hand] = room.strengths[room.first[at] + above]


@kernel
def draw_deals(
    states: NDArray[np.uint64],
    pairs: int,
    tables: BucketTables,
    buckets: NDArray[np.uint16],
    outcomes: NDArray[np.int8],
) -> None:
    """Draw deals of two hands, and find their buckets and winners.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed, by whole blocks of boards.
        pairs: the number of pairs of hands that are dealt on each board, 1..11.
        tables: the tables of buckets.
        buckets: uint16[n, 2, 4], filled with the buckets of both players on the four streets. Pairs
            on the same board are consecutive, and the last board can have fewer pairs.
        outcomes: int8[n], filled: 1 if the first player wins, -1 if the second player wins, 0 for a
            tie.
    """
    strengths = np.empty((outcomes.size, 2), u16)
    draw_hands(states, pairs, tables, buckets, strengths)
    for deal in range(outcomes.size):
        mine, theirs = strengths[deal]
        outcomes[deal] = np.int8(mine > theirs) - np.int8(mine < theirs)


@kernel
def draw_hands(
    states: NDArray[np.uint64],
    groups: int,
    tables: BucketTables,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
) -> None:
    """Draw deals of some hands each, and find the buckets and strengths of the hands.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed, by whole blocks of boards.
        groups: the number of deals on each board; their hands come from the same deck, so there
            must be enough cards for them.
        tables: the tables of buckets.
        buckets: uint16[n, hands, 4], filled with the buckets of each deal's hands on the four
            streets. Deals on the same board are consecutive, and the last board can have fewer.
        strengths: uint16[n, hands], filled with the strengths of the hands at the showdown.
    """
    count, hands = strengths.shape
    drawn = 5 + 2 * hands * groups
    swaps, places = np.empty((drawn, BLOCK), u8), np.empty((drawn, BLOCK), u8)
    fractions, room, cards = np.empty(BLOCK, np.uint64), make_deal_room(), np.empty(drawn, u8)
    for done in range(0, count, groups):
        board = done // groups % BLOCK
        if board == 0:
            draw_cards(states, swaps, places, fractions)
        cards[:] = places[:, board]
        end = min(done + groups, count)
        bucket_board(
            cards,
            tables,
            room,
            buckets[done:end].reshape((end - done) * hands, 4),
            strengths[done:end].reshape((end - done) * hands),
        )
