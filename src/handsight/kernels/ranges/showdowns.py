"""One or two ranges at the showdown, with any number of known hands.

The bar is the strength of the best known hand. For each runout, the weight of the deals is split
into two parts: the deals in which no hand of a range is above the bar (a hand at the bar shares the
pot with the best known hands), and the deals in which one is.

Two hands cannot share a card, so the weight of the hands that a combo can face follows by inclusion
and exclusion: it is the weight of all hands, minus those with the combo's first card, minus those
with its second card, plus those with both, which is the combo itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, popcount64
from handsight.kernels.ranges.by_card import ALL, ROW
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strength,
    strengths_on_board,
)

u64 = np.uint64


@kernel
def tally_one_range(
    combos: NDArray[np.uint64],
    weights: NDArray[np.int64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    bars: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Weigh the hands of a range below, at and above the bar, after each runout.

    Args:
        combos: uint64[n], the combos as masks, none of which shares a card with the board or the
            known hands.
        weights: int64[n], the weight of each combo in the range.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come.
        bars: int64[m], the best strength of the known hands after each runout.
        tally: int64[m, 2, 2], filled for runout i: [i, 0, 0] is the weight of the hands below the
            bar, [i, 0, 1] of those at the bar, and [i, 1, 1] of those above it.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    for number in range(runouts.size):
        full = board | runouts[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        below = level = above = 0
        for i in range(combos.size):
            if combos[i] & full == u64(0):
                below += weights[i] if strengths[i] < bars[number] else 0
                level += weights[i] if strengths[i] == bars[number] else 0
                above += weights[i] if strengths[i] > bars[number] else 0
        tally[number, 0, 0], tally[number, 0, 1] = below, level
        tally[number, 1, 0], tally[number, 1, 1] = 0, above


@kernel
def mark_both(
    combos: NDArray[np.uint64],
    board: np.uint64,
    second: NDArray[np.int64],
    strengths: NDArray[np.uint16],
    marks: NDArray[np.uint64],
) -> None:
    """Mark the strengths that occur on a board, and those that the second range can have.

    Args:
        combos: uint64[n], the combos as masks; a combo that shares a card with the board is left
            out.
        board: the mask of the five cards on the board.
        second: int64[n], the weight of each combo in the second range.
        strengths: uint16[n], the strength of each combo.
        marks: uint64[2, 117], one bit per strength. The bits of strengths that occur are set in the
            first row, and those of strengths of the second range in the second row.
    """
    for i in range(combos.size):
        if combos[i] & board == u64(0):
            place, bit = strengths[i] >> 6, u64(1) << u64(strengths[i] & 63)
            marks[0, place] |= bit
            marks[1, place] |= bit if second[i] != 0 else u64(0)


@kernel
def number_second(marks: NDArray[np.uint64], levels: NDArray[np.uint64]) -> int:
    """Number the strengths that the second range can have.

    Args:
        marks: uint64[2, 117] from `mark_both`; all bits are cleared afterwards.
        levels: uint64[7462, 2]; the row of each marked strength is filled with the number of the
            second range's strengths that are lower, and the number that are lower or equal.

    Returns:
        The number of different strengths that the second range can have.
    """
    count = 0
    for place in range(WORDS):
        word, held = marks[0, place], marks[1, place]
        while word != u64(0):
            bit = word & (~word + u64(1))  # the lowest one, so that strengths are ascending
            strength = 64 * place + np.int64(popcount64(bit - u64(1)))
            levels[strength, 0] = count
            count += 1 if held & bit != u64(0) else 0
            levels[strength, 1] = count
            word ^= bit
        marks[0, place] = marks[1, place] = u64(0)
    return count


@kernel
def add_up_levels(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    weights: NDArray[np.int64],
    board: np.uint64,
    strengths: NDArray[np.uint16],
    levels: NDArray[np.uint64],
    count: int,
    sums: NDArray[np.int32],
) -> None:
    """Add up the weights of a range's combos by card and level.

    Args:
        combos: uint64[n], the combos as masks; a combo that shares a card with the board is left
            out.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[n], the weight of each combo, with a sum below 2**31; combos of weight 0 are
            skipped.
        board: the mask of the board.
        strengths: uint16[n], the strength of each combo.
        levels: uint64[7462, 2] from `number_second`.
        count: the number of levels.
        sums: int32[count + 1 or more, 64], filled: row k holds at the index of each card the weight
            of the combos with this card on levels below k, and at index 52 the weight of all combos
            on these levels.
    """
    sums[: count + 1] = 0
    for i in range(combos.size):
        if weights[i] != 0 and combos[i] & board == u64(0):
            row, weight = levels[strengths[i], 1], np.int32(weights[i])
            sums[row, u64(cards[i, 0])] += weight
            sums[row, u64(cards[i, 1])] += weight
            sums[row, ALL] += weight
    for row in range(count):
        for card in range(ROW):
            sums[row + 1, card] += sums[row, card]


@inlined
def met(sums: NDArray[np.int32], row: Int, low: Int, high: Int) -> Int:
    """Return the weight of the hands that a combo faces on levels below ``row``.

    The combo itself must not be on one of these levels.

    Args:
        sums: int32[levels + 1 or more, 64] from `add_up_levels`.
        row: the level at which to stop.
        low: one card of the combo.
        high: the other card of the combo.
    """
    return np.int64(sums[row, ALL]) - np.int64(sums[row, low]) - np.int64(sums[row, high])


@kernel
def tally_two_ranges(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    bars: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Weigh the pairs of disjoint hands of two ranges by whose hand is best, after each runout.

    Args:
        combos: uint64[n], the combos as masks. None of them shares a card with the board or the
            known hands, except for combos that pad the array to whole vectors, which all share a
            card with the board.
        cards: int64[n, 2], the two cards of each combo.
        first: int64[n], the weight of each combo in the first range.
        second: int64[n], the weight of each combo in the second range, with a sum below 2**31.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come.
        bars: int64[m], the best strength of the known hands after each runout; -1 if no hand is
            known.
        tally: int64[m, 2, 4], filled with weights of pairs after runout i. Bit r of s stands for
            range r. [i, 0, s] counts the pairs in which the hands of the ranges in s are at the
            bar, and the others below it. [i, 1, s] counts the pairs in which the hands of the
            ranges in s are above the bar and tied, and the others below them. [i, 1, 2], where the
            hand of the second range alone is best, is left at 0.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    marks, levels = np.zeros((2, WORDS), np.uint64), np.empty((STRENGTHS, 2), np.uint64)
    sums = np.empty((combos.size + 1, ROW), np.int32)
    for number in range(runouts.size):
        full, bar = board | runouts[number], bars[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        mark_both(combos, full, second, strengths, marks)
        if bar >= 0:
            mark_strength(marks[0], bar)
        count = number_second(marks, levels)
        add_up_levels(combos, cards, second, full, strengths, levels, count, sums)
        tally[number] = 0
        tally_combos(
            combos, cards, first, second, full, bar, strengths, levels, sums, tally[number]
        )


@kernel
def tally_combos(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    board: np.uint64,
    bar: int,
    strengths: NDArray[np.uint16],
    levels: NDArray[np.uint64],
    sums: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> None:
    """Weigh the hands of the second range against each combo of the first range, on one board.

    Args:
        combos: uint64[n], the combos as masks.
        cards: int64[n, 2], the two cards of each combo.
        first: int64[n], the weight of each combo in the first range.
        second: int64[n], the weight of each combo in the second range.
        board: the mask of the five cards on the board.
        bar: the best strength of the known hands, or -1 if no hand is known.
        strengths: uint16[n], the strength of each combo.
        levels: uint64[7462, 2] from `number_second`.
        sums: int32[levels + 1 or more, 64] from `add_up_levels`.
        counts: int64[2, 4], the tally of the runout, which is increased (see `tally_two_ranges`).
    """
    win = tie = 0
    for i in range(combos.size):
        if first[i] == 0 or combos[i] & board != u64(0):
            continue
        low, high, strength = u64(cards[i, 0]), u64(cards[i, 1]), np.int64(strengths[i])
        if strength > bar:
            below = met(sums, levels[strengths[i], 0], low, high)
            up_to = met(sums, levels[strengths[i], 1], low, high) + second[i]
            win += first[i] * below
            tie += first[i] * (up_to - below)
        else:
            below = met(sums, levels[bar, 0], low, high) + (second[i] if strength < bar else 0)
            up_to = met(sums, levels[bar, 1], low, high) + second[i]
            itself = np.int64(strength == bar)
            counts[0, itself] += first[i] * below
            counts[0, itself + 2] += first[i] * (up_to - below)
    counts[1, 1] += win
    counts[1, 3] += tie
