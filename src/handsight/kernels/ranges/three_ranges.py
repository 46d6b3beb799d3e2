"""Three ranges at the showdown, with any number of known hands.

The combos are visited in order of strength. The weights of the combos below the current level, and
of the combos on it, are added up by card and by pair of cards. From these sums, one pass over 52
cards computes the weight of all pairs of disjoint hands of two ranges that avoid two given cards:

    W₂W₃ - Σ_c S₂(c) S₃(c) + Σ_e w₂(e) w₃(e).

W is the weight of all combos of a range, S(c) that of the combos with card c, and w(e) that of
combo e. Each term leaves out the combos that hold one of the two given cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranges.by_card import ALL, ROW, add_by_card
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strength,
    mark_strengths,
    number_levels,
    sort_by_level,
    strengths_on_board,
)

u64 = np.uint64
RANGES = 3
BELOW, LEVEL = np.int64(0), np.int64(1)  # typed: numba compiles again for a bare literal
ADD, TAKE = np.int64(1), np.int64(-1)
NOTHING, ITSELF = np.int64(0), np.int64(1)
STATES = 2 * RANGES
"""The number of states of sums.

State 2 * r + BELOW adds up range r's combos below the current level, and state 2 * r + LEVEL those
on the level.
"""

# A state has one row for each card, which holds the weights of the combos with this card by their
# second card, and two more rows.
SUMS = 52
"""The row of the weights of the combos with each card."""
PRODUCTS = 53
"""The row of the products of each combo's weights in the two other ranges, added up by card."""
ROWS = 54


@kernel
def place_combo(
    where: Int,
    low: Int,
    high: Int,
    weights: NDArray[np.int64],
    combo: Int,
    sign: Int,
    states: NDArray[np.int64],
) -> None:
    """Add a combo to the sums for all ranges, below the level or on it, or remove it.

    Args:
        where: `BELOW` or `LEVEL`.
        low: one card of the combo.
        high: the other card of the combo.
        weights: int64[3, n], the weight of each combo in each range.
        combo: the index of the combo.
        sign: `ADD` or `TAKE`.
        states: int64[6, 54, 64], the sums; changed.
    """
    for r in range(RANGES):
        state = states[2 * r + where]
        weight = sign * weights[r, combo]
        if weight != 0:
            add_by_card(state[SUMS], low, high, weight)
            state[low, high] += weight
            state[high, low] += weight
        both = sign * weights[(r + 1) % RANGES, combo] * weights[(r + 2) % RANGES, combo]
        if both != 0:
            add_by_card(state[PRODUCTS], low, high, both)


@inlined
def left_beside(state: Int, low: Int, high: Int, card: Int, states: NDArray[np.int64]) -> Int:
    """Return the weight of a state's combos that hold ``card`` and neither ``low`` nor ``high``."""
    return states[state, SUMS, card] - states[state, low, card] - states[state, high, card]


@inlined
def left_of_all(state: Int, low: Int, high: Int, states: NDArray[np.int64]) -> Int:
    """Return the weight of a state's combos that hold neither ``low`` nor ``high``."""
    held = states[state, SUMS, low] + states[state, SUMS, high] - states[state, low, high]
    return states[state, SUMS, ALL] - held


@kernel
def pairs_apart(one: Int, other: Int, low: Int, high: Int, states: NDArray[np.int64]) -> int:
    """Return the weight of all pairs of disjoint hands from two states that avoid two given cards.

    The result is too low by the weight of the pairs of equal hands, which are subtracted twice,
    once for each card. The caller adds this weight back once (see `same_combos`).

    Args:
        one: the number of one state.
        other: the number of the other state.
        low: one of the cards to avoid.
        high: the other card to avoid.
        states: int64[6, 54, 64], the sums.
    """
    met: Int = np.int64(0)
    for card in range(ROW):
        left = left_beside(one, low, high, card, states)
        met += left * left_beside(other, low, high, card, states)
    for place in (low, high, ALL):  # subtracted, because a loop that skips them is slower
        left = left_beside(one, low, high, place, states)
        met -= left * left_beside(other, low, high, place, states)
    left = left_of_all(one, low, high, states)
    return int(left * left_of_all(other, low, high, states) - met)


@kernel
def pairs_apart_by_level(
    one: Int, other: Int, low: Int, high: Int, states: NDArray[np.int64], apart: NDArray[np.int64]
) -> None:
    """Compute `pairs_apart` in one pass for two ranges, each below the level and on it.

    Args:
        one: the state of a range below the level; the next state is that on the level.
        other: the state of another range below the level.
        low: one of the cards to avoid.
        high: the other card to avoid.
        states: int64[6, 54, 64], the sums.
        apart: int64[4], filled. Bit 0 of an index is set if the hand of the first range is on the
            level, and bit 1 if the hand of the second range is.
    """
    below: Int = np.int64(0)
    first: Int = np.int64(0)
    second: Int = np.int64(0)
    both: Int = np.int64(0)
    for card in range(ROW):
        left = left_beside(one, low, high, card, states)
        left_level = left_beside(one + LEVEL, low, high, card, states)
        right = left_beside(other, low, high, card, states)
        right_level = left_beside(other + LEVEL, low, high, card, states)
        below += left * right
        first += left_level * right
        second += left * right_level
        both += left_level * right_level
    for place in (low, high, ALL):  # subtracted, because a loop that skips them is slower
        left = left_beside(one, low, high, place, states)
        left_level = left_beside(one + LEVEL, low, high, place, states)
        right = left_beside(other, low, high, place, states)
        right_level = left_beside(other + LEVEL, low, high, place, states)
        below -= left * right
        first -= left_level * right
        second -= left * right_level
        both -= left_level * right_level
    left = left_of_all(one, low, high, states)
    left_level = left_of_all(one + LEVEL, low, high, states)
    right = left_of_all(other, low, high, states)
    right_level = left_of_all(other + LEVEL, low, high, states)
    apart[0] = left * right - below
    apart[1] = left_level * right - first
    apart[2] = left * right_level - second
    apart[3] = left_level * right_level - both


@kernel
def same_combos(
    own: Int, one: Int, other: Int, low: Int, high: Int, states: NDArray[np.int64]
) -> int:
    """Return the weight of all pairs of equal hands from two states that avoid two given cards.

    Args:
        own: a state of the third range, which holds the products of the two others' weights.
        one: a state of one range.
        other: a state of the other range.
        low: one of the cards to avoid.
        high: the other card to avoid.
        states: int64[6, 54, 64], the sums.
    """
    both = states[own, PRODUCTS, ALL] - states[own, PRODUCTS, low] - states[own, PRODUCTS, high]
    return int(both + states[one, low, high] * states[other, low, high])


@kernel
def tally_combo(
    ranges: NDArray[np.int64],
    itself: Int,
    weight: Int,
    low: Int,
    high: Int,
    states: NDArray[np.int64],
    apart: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add the weight of the pairs of other hands, below or on the level, that a combo can face.

    If the number of the first other range is below that of the combo's range, its hands on the
    level are left out, because they were already tallied as combos.

    Args:
        ranges: int64[3], the numbers of the combo's range and of the two others.
        itself: 1 if the combo is on the level, else 0.
        weight: the weight of the combo in its range.
        low: one card of the combo.
        high: the other card of the combo.
        states: int64[6, 54, 64], the sums.
        apart: int64[4], workspace.
        counts: int64[8], increased; bit r of an index is set if the hand of range r is on the
            level.
    """
    own, one, other = 2 * ranges[0], 2 * ranges[1], 2 * ranges[2]
    best = itself << ranges[0]
    first, second = 1 << ranges[1], 1 << ranges[2]
    pairs_below = same_combos(own, one, other, low, high, states)
    if states[one + LEVEL, SUMS, ALL] == 0 and states[other + LEVEL, SUMS, ALL] == 0:
        pairs = pairs_apart(one, other, low, high, states)
        counts[best] += weight * (pairs + pairs_below)
        return
    pairs_apart_by_level(one, other, low, high, states, apart)
    counts[best] += weight * (apart[0] + pairs_below)
    counts[best | second] += weight * apart[2]
    if ranges[0] < ranges[1]:
        level = same_combos(own + LEVEL, one + LEVEL, other + LEVEL, low, high, states)
        counts[best | first] += weight * apart[1]
        counts[best | first | second] += weight * (apart[3] + level)


@kernel
def tally_three_ranges(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    weights: NDArray[np.int64],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    bars: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Weigh the triples of disjoint hands of three ranges by whose hand is best, after each runout.

    Args:
        combos: uint64[n], the combos as masks, none of which shares a card with the board or the
            known hands.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[3, n], the weight of each combo in each range.
        board: the mask of the board.
        runouts: uint64[m], masks of the cards to come.
        bars: int64[m], the best strength of the known hands after each runout; -1 if no hand is
            known.
        tally: int64[m, 2, 8], filled with weights of triples after runout i. Bit r of s stands for
            range r. [i, 0, s] counts the triples in which the hands of the ranges in s are at the
            bar, and the others below it. [i, 1, s] counts the triples in which the hands of the
            ranges in s are above the bar and tied, and the others below them. [i, 1, 4], where the
            hand of the third range alone is best, is left at 0.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    words, level_of = np.zeros(WORDS, np.uint64), np.empty(STRENGTHS, np.int64)
    order, ends = np.empty(combos.size, np.int64), np.empty(combos.size + 3, np.int64)
    states = np.empty((STATES, ROWS, ROW), np.int64)
    turns, apart = whose_turns(), np.empty(4, np.int64)
    tally[:] = 0
    for number in range(runouts.size):
        full, bar = board | runouts[number], bars[number]
        strengths_on_board(combos, full, SEVEN, hands, strengths)
        mark_strengths(combos, full, strengths, words)
        if bar >= 0:
            mark_strength(words, bar)
        levels = number_levels(words, level_of)
        sort_by_level(combos, full, strengths, level_of, levels, order, ends)
        barred = level_of[bar] if bar >= 0 else -1
        states[:] = 0
        for level in range(max(barred, 0), levels):
            start = ends[level - 1] if level > 0 else 0
            if level == barred:
                place_all(BELOW, NOTHING, start, order, cards, weights, ADD, states)
            place_all(LEVEL, start, ends[level], order, cards, weights, ADD, states)
            begin, row = (0, 0) if level == barred else (start, 1)
            tally_level(
                *(begin, start, ends[level], order, cards, weights),
                *(row, turns, states, apart, tally[number]),
            )
            place_all(LEVEL, start, ends[level], order, cards, weights, TAKE, states)
            place_all(BELOW, start, ends[level], order, cards, weights, ADD, states)


@kernel
def place_all(
    where: Int,
    begin: Int,
    end: Int,
    order: NDArray[np.int64],
    cards: NDArray[np.int64],
    weights: NDArray[np.int64],
    sign: Int,
    states: NDArray[np.int64],
) -> None:
    """Add the combos of a part of ``order`` to the sums for all ranges, or remove them.

    Args:
        where: `BELOW` or `LEVEL`.
        begin: the first index in ``order``.
        end: the index in ``order`` at which to stop.
        order: int64[n], the indices of the combos by level.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[3, n], the weight of each combo in each range.
        sign: `ADD` or `TAKE`.
        states: int64[6, 54, 64], the sums; changed.
    """
    for at in range(begin, end):
        combo = order[at]
        place_combo(where, cards[combo, 0], cards[combo, 1], weights, combo, sign, states)


@kernel
def whose_turns() -> NDArray[np.int64]:
    """Return each range whose combos `tally_level` visits, with the two others: int64[2, 3]."""
    return np.array([[0, 1, 2], [1, 0, 2]])


@kernel
def tally_level(
    begin: Int,
    start: Int,
    end: Int,
    order: NDArray[np.int64],
    cards: NDArray[np.int64],
    weights: NDArray[np.int64],
    row: Int,
    turns: NDArray[np.int64],
    states: NDArray[np.int64],
    apart: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add the weight of the triples of hands that are all on the level or below it to a tally.

    At the bar (row 0), the loop visits all combos of the first range up to the level. Above the bar
    (row 1), at least one hand must be on the level: that of the first range, or that of the second
    range if the first range's hand is below the level.

    Args:
        begin: the index in ``order`` of the first combo to visit.
        start: the index in ``order`` of the first combo on the level.
        end: the index in ``order`` at which the level ends.
        order: int64[n], the indices of the combos by level.
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[3, n], the weight of each combo in each range.
        row: the row of the tally, 0 at the bar and 1 above it.
        turns: int64[2, 3] from `whose_turns`.
        states: int64[6, 54, 64], the sums.
        apart: int64[4], workspace.
        counts: int64[2, 8], the tally of the runout; increased.
    """
    for at in range(begin, end):
        combo = order[at]
        low, high = cards[combo, 0], cards[combo, 1]
        if weights[0, combo] != 0:
            on = np.int64(at >= start)
            tally_combo(turns[0], on, weights[0, combo], low, high, states, apart, counts[row])
        if row == 1 and weights[1, combo] != 0:
            tally_combo(turns[1], ITSELF, weights[1, combo], low, high, states, apart, counts[1])


@kernel
def weigh_triples(cards: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Return the total weight of the triples of disjoint hands, one from each of three ranges.

    The weight of a triple is the product of the weights of its hands.

    Args:
        cards: int64[n, 2], the two cards of each combo.
        weights: int64[3, n], the weight of each combo in each range.
    """
    states = np.zeros((STATES, ROWS, ROW), np.int64)
    order = np.arange(cards.shape[0])
    counts = np.zeros((2, 2 * 4), np.int64)
    place_all(BELOW, NOTHING, order.size, order, cards, weights, ADD, states)
    turns, apart = whose_turns(), np.empty(4, np.int64)
    tally_level(
        *(0, order.size, order.size, order, cards, weights),
        *(0, turns, states, apart, counts),
    )
    return int(counts[0, 0])
