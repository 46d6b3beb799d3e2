"""Walks over the tree of push or fold for two to nine players, on random deals.

Each player acts once: whoever is first in pushes or folds, and the players behind call or fold. A
set of players is a mask with bit s for seat s. A deal fixes all hands and the board, and the
strategies give the probability of every set of players that are all-in at the end. So the walks
average over all actions, and only the cards are random.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.odds.deals import (
    BLOCK,
    FixedArrays,
    Room,
    draw_places,
    follow_swaps,
    lay_out,
    make_room,
    turn_into_bits,
)
from handsight.kernels.ranking.evaluation import score_lanes
from handsight.kernels.ranking.hands import u16

u8 = np.uint8
u64 = np.uint64
DECK = 52
BOARD_CARDS = 5
CERTAIN = 1.0
"""How often a hand plays that always plays."""


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
    """Sums over deals.

    Attributes:
        gains: float64[decisions, 169], how much more a seat's hand class wins by playing than by
            folding, times the probability that the others let it face the decision.
        faced: float64[decisions], the sums of these probabilities.
        worths: float64[seats, 2], the worth of the hand to each seat, and its square.
    """

    gains: NDArray[np.float64]
    faced: NDArray[np.float64]
    worths: NDArray[np.float64]


class Lines(NamedTuple):
    """The ways to play a deal up to a seat, a workspace.

    Attributes:
        masks: int64[2**seats], the masks of the seats that are all-in.
        shares: float64[2**seats], the probability of each mask.
    """

    masks: NDArray[np.int64]
    shares: NDArray[np.float64]


@kernel
def make_lines(seats: int) -> Lines:
    """Allocate the workspace for the ways to play a deal of this number of seats."""
    return Lines(np.empty(1 << seats, np.int64), np.empty(1 << seats))


@kernel
def code_of(mask: Int, scores: NDArray[np.uint32], at: Int) -> int:
    """Return the code of a showdown of the seats in a mask.

    The digits of the code, in base k for k seats, are the numbers of better hands: that of the
    lowest seat is the last digit.

    Args:
        mask: the seats that are all-in.
        scores: uint32[seats, BLOCK], the scores of all hands.
        at: the index of the deal in its block.
    """
    count = 0
    for seat in range(scores.shape[0]):
        count += mask >> seat & 1
    code, base = 0, 1
    for seat in range(scores.shape[0]):
        if mask >> seat & 1:
            better = 0
            for other in range(scores.shape[0]):
                if mask >> other & 1 and scores[other, at] > scores[seat, at]:
                    better += 1
            code += base * better
            base *= count
    return code


@kernel
def follow(
    tree: PushFoldTree,
    play: NDArray[np.float64],
    classes: NDArray[np.uint8],
    at: Int,
    first: Int,
    last: Int,
    lines: Lines,
    count: int,
) -> int:
    """Extend the ways to play a deal by the actions of some seats.

    Args:
        tree: the tree of the game.
        play: float64[decisions, 169], how often each hand class plays.
        classes: uint8[seats, BLOCK], the classes of all hands.
        at: the index of the deal in its block.
        first: the first seat to act.
        last: the seat before which to stop.
        lines: the ways to play up to the first seat; extended.
        count: the number of ways.

    Returns:
        The new number of ways; ways with probability 0 are left out.
    """
    for seat in range(first, last):
        known, hand = count, classes[seat, at]
        for line in range(known):
            mask = lines.masks[line]
            node = tree.nodes[seat, mask]
            share = play[node, hand] if node >= 0 else 0.0
            if share == CERTAIN:
                lines.masks[line] = mask | 1 << seat
            elif share > 0:
                lines.masks[count] = mask | 1 << seat
                lines.shares[count] = lines.shares[line] * share
                lines.shares[line] *= 1 - share
                count += 1
    return count


@kernel
def worth_of(
    tree: PushFoldTree,
    play: NDArray[np.float64],
    classes: NDArray[np.uint8],
    scores: NDArray[np.uint32],
    at: Int,
    seat: Int,
    mask: Int,
    lines: Lines,
) -> float:
    """Return what a deal is worth to a seat after its action, in the mean over all later actions.

    Args:
        tree: the tree of the game.
        play: float64[decisions, 169], how often each hand class plays.
        classes: uint8[seats, BLOCK], the classes of all hands.
        scores: uint32[seats, BLOCK], the scores of all hands.
        at: the index of the deal in its block.
        seat: the seat.
        mask: the seats that are all-in after the seat's action.
        lines: workspace.
    """
    if mask >> seat & 1 == 0 and not np.isnan(tree.folded[seat]):
        return float(tree.folded[seat])
    lines.masks[0], lines.shares[0] = mask, 1.0
    count = follow(tree, play, classes, at, seat + 1, scores.shape[0], lines, 1)
    worth = 0.0
    for line in range(count):
        end = lines.masks[line]
        worth += lines.shares[line] * tree.worths[tree.ends[end], code_of(end, scores, at), seat]
    return worth


@kernel
def add_deal(
    tree: PushFoldTree,
    play: NDArray[np.float64],
    classes: NDArray[np.uint8],
    scores: NDArray[np.uint32],
    at: Int,
    before: Lines,
    after: Lines,
    sums: PushFoldSums,
) -> None:
    """Add what one deal is worth to each seat, and what each seat gains by playing.

    Args:
        tree: the tree of the game.
        play: float64[decisions, 169], how often each hand class plays.
        classes: uint8[seats, BLOCK], the classes of all hands.
        scores: uint32[seats, BLOCK], the scores of all hands.
        at: the index of the deal in its block.
        before: workspace for the actions before a seat's.
        after: workspace for the actions after it.
        sums: increased.
    """
    for seat in range(scores.shape[0]):
        before.masks[0], before.shares[0] = 0, 1.0
        count, worth = follow(tree, play, classes, at, 0, seat, before, 1), 0.0
        for line in range(count):
            mask, share = before.masks[line], before.shares[line]
            node = tree.nodes[seat, mask]
            fold = worth_of(tree, play, classes, scores, at, seat, mask, after)
            worth += share * fold
            if node >= 0:
                hand, allin = classes[seat, at], mask | 1 << seat
                gain = worth_of(tree, play, classes, scores, at, seat, allin, after) - fold
                worth += share * play[node, hand] * gain
                sums.gains[node, hand] += share * gain
                sums.faced[node] += share
        sums.worths[seat, 0] += worth
        sums.worths[seat, 1] += worth * worth


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
    play: NDArray[np.float64],
    class_of: NDArray[np.uint8],
    states: NDArray[np.uint64],
    blocks: int,
    sums: PushFoldSums,
) -> None:
    """Add the worths and gains of random deals.

    Args:
        tree: the tree of the game.
        play: float64[decisions, 169], how often each hand class plays.
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
    before, after = make_lines(seats), make_lines(seats)
    for _ in range(blocks):
        deal_hands(states, class_of, fixed, room, classes)
        for at in range(BLOCK):
            add_deal(tree, play, classes, room.scores, at, before, after, sums)
