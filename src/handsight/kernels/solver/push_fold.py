"""Walks over the tree of push or fold for two to nine players, on random deals.

Each player acts once: whoever is first in pushes or folds, and the players behind call or fold. A
set of players is a mask with bit s for seat s. A deal fixes all hands and the board, and the
actions of mixed strategies are drawn with one random number for each seat. So each deal has one
line of play, and one other line for each seat that faces a decision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, popcount64
from handsight.kernels.odds.deals import (
    BLOCK,
    FRACTION_BITS,
    FixedArrays,
    Room,
    draw_places,
    follow_swaps,
    lay_out,
    make_room,
    next_fractions,
    turn_into_bits,
)
from handsight.kernels.ranking.evaluation import score_lanes
from handsight.kernels.ranking.hands import u16

u8 = np.uint8
u64 = np.uint64
DECK = 52
BOARD_CARDS = 5
SPARE = FRACTION_BITS - u64(24)
STEP = np.float32(2.0**-24)
"""Random actions are drawn from the 24 upper bits of a random word, which float32 holds exactly."""


class PushFoldTree(NamedTuple):
    """The tree of a push-or-fold game, and what its ends are worth.

    Attributes:
        nodes: int64[seats, 2**seats], the decision of a seat by the mask of the earlier seats that
            are all-in; -1 if the seat has no decision and folds.
        ends: int64[2**seats], the row in ``worths`` of each mask of seats that are all-in at the
            end; -1 if the game cannot end so.
        worths: float64[ends, codes, seats], the worth of each end to each seat, by the code of the
            showdown (see `code_of`).
        folded: float64[seats], the worth of a fold to each seat; NaN if it depends on what the
            others do.
    """

    nodes: NDArray[np.int64]
    ends: NDArray[np.int64]
    worths: NDArray[np.float64]
    folded: NDArray[np.float64]


class PushFoldSums(NamedTuple):
    """What the deals are worth to the seats, and what the seats gain, as sums over all deals.

    Attributes:
        gains: float64[decisions, 169], how much more a seat wins with each hand class by playing
            than by folding, summed over the deals in which it faces the decision.
        faced: int64[decisions], the number of deals in which each decision is faced.
        worths: float64[seats, 2], the sums of what the deals are worth to each seat, and of the
            squares.
    """

    gains: NDArray[np.float64]
    faced: NDArray[np.int64]
    worths: NDArray[np.float64]


@inlined
def plays(play: NDArray[np.float32], node: Int, hand: Int, chance: np.float32) -> np.int64:
    """Return 1 if a seat plays at a decision, else 0; without a decision, it folds."""
    return np.int64(node >= 0 and play[max(node, 0), hand] > chance)


@kernel
def code_of(mask: Int, better: NDArray[np.int64]) -> int:
    """Return the code of a showdown of the seats in a mask.

    The digits of the code, in base k for k seats, are the numbers of better hands among these
    seats: that of the lowest seat is the last digit.

    Args:
        mask: the seats that are all-in.
        better: int64[seats], the masks of the seats with better hands than each seat.
    """
    count = np.int64(popcount64(u64(mask)))
    code, base, left = np.int64(0), np.int64(1), mask
    while left:
        seat = np.int64(popcount64(u64((left & -left) - 1)))
        code += base * np.int64(popcount64(u64(better[seat] & mask)))
        base *= count
        left &= left - 1
    return int(code)


@kernel
def compare_hands(scores: NDArray[np.uint32], at: Int, better: NDArray[np.int64]) -> None:
    """Find the seats with better hands than each seat.

    Args:
        scores: uint32[seats, BLOCK], the scores of all hands.
        at: the index of the deal in its block.
        better: int64[seats], filled with masks.
    """
    for seat in range(better.size):
        better[seat] = 0
        for other in range(seat):
            here, there = scores[seat, at], scores[other, at]
            better[seat] |= np.int64(there > here) << other
            better[other] |= np.int64(here > there) << seat


@kernel
def find_masks(
    nodes: NDArray[np.int64],
    play: NDArray[np.float32],
    classes: NDArray[np.uint8],
    chances: NDArray[np.float32],
    at: Int,
    masks: NDArray[np.int64],
) -> None:
    """Play a deal, and for each seat play it on after the action that the seat does not take.

    Args:
        nodes: the decisions, as in `PushFoldTree`.
        play: float32[decisions, 169], how often each hand class plays.
        classes: uint8[seats, BLOCK], the classes of all hands.
        chances: float32[seats, BLOCK], the random number of each seat's action, below 1.
        at: the index of the deal in its block.
        masks: int64[seats + 1, 2], filled: for each seat the earlier seats that are all-in before
            it acts, and the seats that are all-in at the end if it takes its other action. The last
            row begins with the seats that are all-in at the end.
    """
    seats, mask = nodes.shape[0], np.int64(0)
    for seat in range(seats):
        masks[seat, 0] = mask
        node = nodes[seat, mask]
        if node < 0:
            continue
        taken = plays(play, node, classes[seat, at], chances[seat, at]) << seat
        other = mask | (taken ^ (1 << seat))
        for later in range(seat + 1, seats):
            node = nodes[later, other]
            hand, chance = classes[later, at], chances[later, at]
            other |= plays(play, node, hand, chance) << later
        masks[seat, 1] = other
        mask |= taken
    masks[seats, 0] = mask


@kernel
def add_deals(
    tree: PushFoldTree,
    play: NDArray[np.float32],
    classes: NDArray[np.uint8],
    chances: NDArray[np.float32],
    scores: NDArray[np.uint32],
    sums: PushFoldSums,
) -> None:
    """Add what the deals of a block are worth to each seat, and what each seat gains by playing.

    Args:
        tree: the tree of the game.
        play: float32[decisions, 169], how often each hand class plays.
        classes: uint8[seats, BLOCK], the classes of all hands.
        chances: float32[seats, BLOCK], the random number of each seat's action, below 1.
        scores: uint32[seats, BLOCK], the scores of all hands.
        sums: increased.
    """
    seats = scores.shape[0]
    nodes, ends, worths, folded = tree.nodes, tree.ends, tree.worths, tree.folded
    gains, faced, total = sums.gains, sums.faced, sums.worths
    masks, better = np.empty((seats + 1, 2), np.int64), np.empty(seats, np.int64)
    for at in range(BLOCK):
        compare_hands(scores, at, better)
        find_masks(nodes, play, classes, chances, at, masks)
        real = masks[seats, 0]
        row, code = ends[real], code_of(real, better)
        for seat in range(seats):
            worth = worths[row, code, seat]
            total[seat, 0] += worth
            total[seat, 1] += worth * worth
            node = nodes[seat, masks[seat, 0]]
            if node < 0:
                continue
            other, bit = masks[seat, 1], 1 << seat
            if other & bit == 0 and not np.isnan(folded[seat]):
                instead = folded[seat]
            else:
                instead = worths[ends[other], code_of(other, better), seat]
            gain = worth - instead
            gains[node, classes[seat, at]] += gain if real & bit else -gain
            faced[node] += 1


@kernel
def deal_hands(
    states: NDArray[np.uint64],
    class_of: NDArray[np.uint8],
    fixed: FixedArrays,
    room: Room,
    classes: NDArray[np.uint8],
) -> None:
    """Deal a block of hands and boards, and evaluate the hands.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        class_of: uint8[52, 52], the number of the hand class of two cards.
        fixed: no fixed cards.
        room: the workspace, whose scores are filled.
        classes: uint8[seats, BLOCK], filled.
    """
    seats = classes.shape[0]
    drawn = BOARD_CARDS + 2 * seats
    swaps, places = np.empty((drawn, BLOCK), u8), np.empty((drawn, BLOCK), u8)
    draw_places(states, np.empty(BLOCK, np.uint64), DECK, swaps)
    follow_swaps(swaps, places)
    for seat in range(seats):
        row = fixed.rows[seat]
        for i in range(BLOCK):
            classes[seat, i] = class_of[places[row, i], places[row + 1, i]]
    turn_into_bits(places, fixed.absent)
    lay_out(places, fixed, room)
    lanes, halves = room.masks.ravel().view(np.uint16), room.scores.ravel().view(np.uint16)
    score_lanes(lanes, u16(7), u16(1), u16(1), halves)


@kernel
def play_push_fold(
    tree: PushFoldTree,
    play: NDArray[np.float32],
    class_of: NDArray[np.uint8],
    states: NDArray[np.uint64],
    blocks: int,
    sums: PushFoldSums,
) -> None:
    """Play random deals, and add up what they are worth and what the seats gain by playing.

    Args:
        tree: the tree of the game.
        play: float32[decisions, 169], how often each hand class plays.
        class_of: uint8[52, 52], the number of the hand class of two cards.
        states: uint64[4, BLOCK], the generators' states; changed.
        blocks: the number of blocks of `BLOCK` deals.
        sums: increased.
    """
    seats = tree.nodes.shape[0]
    rows = BOARD_CARDS + 2 * np.arange(seats)
    fixed = FixedArrays(
        np.empty(0, np.uint8), np.zeros(seats, np.uint64), rows, u64(0), BOARD_CARDS
    )
    room, classes = make_room(seats), np.empty((seats, BLOCK), u8)
    fractions, chances = np.empty(BLOCK, np.uint64), np.empty((seats, BLOCK), np.float32)
    for _ in range(blocks):
        deal_hands(states, class_of, fixed, room, classes)
        for seat in range(seats):
            next_fractions(states, fractions)
            for i in range(BLOCK):
                chances[seat, i] = np.float32(fractions[i] >> SPARE) * STEP
        add_deals(tree, play, classes, chances, room.scores, sums)
