"""Random deals played to the showdown.

A block of trials is dealt at once, step by step for all of them, so that every step is a loop of
vector instructions; and evaluated after, for the same reason. Each trial of a block has its own
stream of random words. The generator is xoshiro256++ (Blackman and Vigna); its states are an
argument.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.evaluation import score_lanes
from handsight.kernels.hands import u16
from handsight.kernels.jit import inlined, kernel

u8 = np.uint8
u64 = np.uint64
BLOCK = 512
"""Trials that are dealt together."""

STATE_WORDS = 4
FRACTION_BITS = u64(58)
FRACTION = u64((1 << 58) - 1)
DRAWS_A_WORD = 5
"""Draws from one random word: five of at most 52 cards leave a bias below 2**-29."""


@inlined
def rotate(word: np.uint64, by: int) -> np.uint64:
    """Rotate a word to the left."""
    return (word << u64(by)) | (word >> u64(64 - by))


@kernel
def next_fractions(states: NDArray[np.uint64], fractions: NDArray[np.uint64]) -> None:
    """Step every generator once and keep the upper bits of what it gives.

    Args:
        states: uint64[4, BLOCK]; changed.
        fractions: uint64[BLOCK], filled with numbers below 2**58.
    """
    for i in range(BLOCK):
        a, b, c, d = states[0, i], states[1, i], states[2, i], states[3, i]
        fractions[i] = (rotate(a + d, 23) + a) >> (u64(64) - FRACTION_BITS)
        c ^= a
        d ^= b
        states[1, i] = b ^ c
        states[0, i] = a ^ d
        states[2, i] = c ^ (b << u64(17))
        states[3, i] = rotate(d, 45)


@kernel
def draw_places(
    states: NDArray[np.uint64],
    fractions: NDArray[np.uint64],
    size: int,
    swaps: NDArray[np.uint8],
) -> None:
    """Draw for each trial the swaps of a partial Fisher-Yates shuffle.

    Args:
        states: uint64[4, BLOCK]; changed.
        fractions: uint64[BLOCK], room to work in.
        size: cards in the deck.
        swaps: uint8[drawn, BLOCK], filled: place j of the deck is swapped with place swaps[j],
            which is uniform on j .. size - 1.
    """
    for place in range(swaps.shape[0]):
        if place % DRAWS_A_WORD == 0:
            next_fractions(states, fractions)
        choices = u64(size - place)
        row = swaps[place]
        for i in range(BLOCK):
            product = fractions[i] * choices
            row[i] = u8(u8(place) + u8(product >> FRACTION_BITS))
            fractions[i] = product & FRACTION


@kernel
def undo_swap(swaps: NDArray[np.uint8], places: NDArray[np.uint8], drawn: int, filled: int) -> None:
    """Move a drawn card back to the place that was being filled, where it was swapped with."""
    place = u8(filled)
    for i in range(BLOCK):
        here = places[drawn, i]
        places[drawn, i] = place if here == swaps[filled, i] else here


@kernel
def follow_swaps(swaps: NDArray[np.uint8], places: NDArray[np.uint8]) -> None:
    """Find which place of the sorted deck each drawn card came from.

    Args:
        swaps: uint8[drawn, BLOCK] of `draw_places`.
        places: uint8[drawn, BLOCK], filled.
    """
    for drawn in range(swaps.shape[0]):
        for i in range(BLOCK):
            places[drawn, i] = swaps[drawn, i]
        for filled in range(drawn - 1, -1, -1):
            undo_swap(swaps, places, drawn, filled)


@kernel
def skip_card(places: NDArray[np.uint8], drawn: int, card: np.uint8) -> None:
    """Make room in a numbering of cards for one that is not in the deck."""
    for i in range(BLOCK):
        here = places[drawn, i]
        places[drawn, i] = u8(here + u8(here >= card))


@kernel
def turn_into_bits(places: NDArray[np.uint8], absent: NDArray[np.uint8]) -> None:
    """Turn places of the deck into places of bits in a mask.

    Args:
        places: uint8[drawn, BLOCK]; changed.
        absent: uint8[k], the cards that are not in the deck, ascending.
    """
    for drawn in range(places.shape[0]):
        for card in absent:
            skip_card(places, drawn, card)
        for i in range(BLOCK):
            here = places[drawn, i]
            places[drawn, i] = u8(u8(u8(here & u8(3)) << u8(4)) | u8(here >> u8(2)))


@kernel
def add_two_cards(
    bits: NDArray[np.uint8], masks: NDArray[np.uint64], player: int, place: int
) -> None:
    """Give a player the board, which stands with the first, and two cards."""
    for i in range(BLOCK):
        cards = (u64(1) << u64(bits[place, i])) | (u64(1) << u64(bits[place + 1, i]))
        masks[player, i] = masks[0, i] | cards


@kernel
def lay_out(
    bits: NDArray[np.uint8],
    hole: np.uint64,
    board: np.uint64,
    to_come: int,
    masks: NDArray[np.uint64],
) -> None:
    """Give everyone his cards and the board.

    Args:
        bits: uint8[drawn, BLOCK]: the board's rest first, then two cards for each opponent.
        hole: our two cards.
        board: cards on the board.
        to_come: how many more come to it.
        masks: uint64[opponents + 1, BLOCK], filled; we are the first.
    """
    for i in range(BLOCK):
        masks[0, i] = board
    for place in range(to_come):
        for i in range(BLOCK):
            masks[0, i] |= u64(1) << u64(bits[place, i])
    for player in range(1, masks.shape[0]):
        add_two_cards(bits, masks, player, to_come + 2 * player - 2)
    for i in range(BLOCK):
        masks[0, i] |= hole


@kernel
def tally_block(
    scores: NDArray[np.uint32],
    count: int,
    ahead: NDArray[np.uint32],
    tied: NDArray[np.uint32],
    tally: NDArray[np.int64],
) -> None:
    """Add a block's outcomes to a tally.

    Args:
        scores: uint32[players, trials], ours first.
        count: how many of the trials count.
        ahead: uint32[trials], room to work in.
        tied: uint32[trials], room to work in.
        tally: int64[players + 1]: wins, ties with 1, 2, ... opponents, losses.
    """
    ahead[:] = 0
    tied[:] = 0
    ours = scores[0]
    for player in range(1, scores.shape[0]):
        theirs = scores[player]
        for trial in range(count):
            ahead[trial] += np.uint32(theirs[trial] > ours[trial])
            tied[trial] += np.uint32(theirs[trial] == ours[trial])
    for trial in range(count):
        tally[tally.size - 1 if ahead[trial] else tied[trial]] += 1


@kernel
def play_deals(
    absent: NDArray[np.uint8],
    states: NDArray[np.uint64],
    hole: np.uint64,
    board: np.uint64,
    to_come: int,
    opponents: int,
    trials: int,
    tally: NDArray[np.int64],
) -> None:
    """Play random deals against opponents with any cards, to the river and the showdown.

    Args:
        absent: uint8[k], the cards that cannot come, ascending.
        states: uint64[4, BLOCK], of the generators; changed.
        hole: our two cards.
        board: cards on the board.
        to_come: how many more come to it.
        opponents: how many.
        trials: how many deals.
        tally: int64[opponents + 2], added to: wins, ties with 1, 2, ... opponents, losses.
    """
    drawn = to_come + 2 * opponents
    swaps, places = np.empty((drawn, BLOCK), u8), np.empty((drawn, BLOCK), u8)
    fractions = np.empty(BLOCK, np.uint64)
    masks = np.empty((opponents + 1, BLOCK), np.uint64)
    scores = np.empty((opponents + 1, BLOCK), np.uint32)
    ahead, tied = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    lanes, halves = masks.ravel().view(np.uint16), scores.ravel().view(np.uint16)
    for done in range(0, trials, BLOCK):
        draw_places(states, fractions, 52 - absent.size, swaps)
        follow_swaps(swaps, places)
        turn_into_bits(places, absent)
        lay_out(places, hole, board, to_come, masks)
        score_lanes(lanes, u16(7), u16(1), u16(1), halves)
        tally_block(scores, min(BLOCK, trials - done), ahead, tied, tally)
