"""How each hand compares with the hands of two other players, board by board.

The combos are visited in order of strength, as in `handsight.kernels.ranges.three_ranges`. For each
hand, one pass over the cards weighs all pairs of disjoint hands of two ranges that avoid its two
cards: those below it, those on its level, and all of them, for each of the two ranges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranges.by_card import ALL, ROW
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strengths,
    number_levels,
    sort_by_level,
    strengths_on_board,
)

i32, i64 = np.int32, np.int64
BELOW, LEVEL, ANY = np.int64(0), np.int64(1), np.int64(2)  # typed, as numba compiles for a literal
STATES = 3


@kernel
def move_combo(
    state: Int,
    low: Int,
    high: Int,
    one: Int,
    other: Int,
    pairs: NDArray[np.int32],
    sums: NDArray[np.int32],
    totals: NDArray[np.int64],
    products: NDArray[np.int64],
) -> None:
    """Add a combo to the sums of a state; negative weights remove it.

    There are sums by two cards, the weights of single combos, and sums by one card. An entry with
    the same card twice holds the weight of all combos with this card; so in a sum over all cards,
    those of a given hand need no test.

    Args:
        state: `BELOW`, `LEVEL` or `ANY`.
        low: one card of the combo.
        high: the other card of the combo.
        one: the weight of the combo in the first range.
        other: its weight in the second range.
        pairs: int32[2, 3, 52, 64], the sums of both ranges by two cards; changed.
        sums: int32[2, 3, 64], the sums by one card; changed.
        totals: int64[2, 3], the sums of all combos; changed.
        products: int64[3, 64], the products of each combo's two weights: the sums by card, and at
            index 52 the sum of all; changed.
    """
    for r in range(2):
        weight = i64(one if r == 0 else other)
        if weight != 0:
            sums[r, state, low] += i32(weight)
            sums[r, state, high] += i32(weight)
            totals[r, state] += weight
            pairs[r, state, low, high] += i32(weight)
            pairs[r, state, high, low] += i32(weight)
            pairs[r, state, low, low] += i32(weight)
            pairs[r, state, high, high] += i32(weight)
    both = max(i64(one), -i64(one)) * i64(other)
    if both != 0:
        products[state, low] += both
        products[state, high] += both
        products[state, ALL] += both


@kernel
def weigh_shared(
    first: Int,
    low: Int,
    high: Int,
    pairs: NDArray[np.int32],
    sums: NDArray[np.int32],
    met: NDArray[np.int64],
) -> None:
    """Weigh the pairs of hands of two ranges that share a card and avoid the two cards of a hand.

    Args:
        first: the state of the first range.
        low: one card of the hand.
        high: the other card of the hand.
        pairs: int32[2, 3, 52, 64] from `move_combo`.
        sums: int32[2, 3, 64] from `move_combo`.
        met: int64[3, 3]; the row of the first state is filled, by the state of the second range.
    """
    below, level, every = np.int64(0), np.int64(0), np.int64(0)
    for card in range(ROW):
        left = i64(
            i32(sums[0, first, card] - pairs[0, first, low, card] - pairs[0, first, high, card])
        )
        below += left * i64(
            i32(sums[1, 0, card] - pairs[1, 0, low, card] - pairs[1, 0, high, card])
        )
        level += left * i64(
            i32(sums[1, 1, card] - pairs[1, 1, low, card] - pairs[1, 1, high, card])
        )
        every += left * i64(
            i32(sums[1, 2, card] - pairs[1, 2, low, card] - pairs[1, 2, high, card])
        )
    met[first, 0], met[first, 1], met[first, 2] = below, level, every


@kernel
def weigh_pairs(
    low: Int,
    high: Int,
    pairs: NDArray[np.int32],
    sums: NDArray[np.int32],
    totals: NDArray[np.int64],
    products: NDArray[np.int64],
    only: Int,
    met: NDArray[np.int64],
) -> None:
    """Weigh the pairs of disjoint hands of two ranges that avoid the cards of a hand on the level.

    Args:
        low: one card of the hand.
        high: the other card of the hand.
        pairs: int32[2, 3, 52, 64] from `move_combo`, as are the next three.
        sums: int32[2, 3, 64].
        totals: int64[2, 3].
        products: int64[3, 64].
        only: the first state of the first range to weigh; earlier ones are left out.
        met: int64[3, 3], filled with the weights by the states of both ranges.
    """
    for first in range(only, STATES):
        weigh_shared(first, low, high, pairs, sums, met)
    for first in range(only, STATES):
        own = i64(pairs[0, first, low, high])
        whole = totals[0, first] - sums[0, first, low] - sums[0, first, high] + own
        for second in range(STATES):
            other = i64(pairs[1, second, low, high])
            rest = totals[1, second] - sums[1, second, low] - sums[1, second, high] + other
            # The loop has weighed the pairs that share a card. It has counted equal hands twice,
            # once for each card, and the hand itself at each of its own two cards.
            apart = whole * rest - met[first, second] + 3 * own * other
            if first in (ANY, second) or second == ANY:
                both = min(first, second)
                apart += products[both, ALL] - products[both, low] - products[both, high]
            met[first, second] = apart


@kernel
def compare_with_two(
    combos: NDArray[np.uint64],
    cards: NDArray[np.int64],
    classes: NDArray[np.int64],
    weights: NDArray[np.int64],
    boards: NDArray[np.uint64],
    sizes: NDArray[np.int64],
    only: NDArray[np.int64],
    tally: NDArray[np.float64],
) -> None:
    """Weigh, for each hand class, the hands of two ranges that it beats, ties with, and meets.

    Args:
        combos: uint64[1326], the combos as masks.
        cards: int64[1326, 2], the two cards of each combo.
        classes: int64[1326], the class of each combo.
        weights: int64[n, 2, 1326], n pairs of ranges.
        boards: uint64[m], the masks of boards of five cards.
        sizes: int64[m], how many boards each of them stands for.
        only: int64[n], 0 to fill all of a tally, or 2 to fill only what does not depend on how the
            hand compares with that of the first range.
        tally: float64[n, 169, 3, 3], increased by the weights of the pairs of hands, by what the
            class's hand does against the hand of the first range, and of the second range: it
            beats it, ties with it, or meets it in any case.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    words, level_of = np.zeros(WORDS, np.uint64), np.empty(STRENGTHS, np.int64)
    order, ends = np.empty(combos.size, np.int64), np.empty(combos.size + 3, np.int64)
    pairs, sums = np.empty((2, STATES, ALL, ROW), i32), np.empty((2, STATES, ROW), i32)
    totals, products = np.empty((2, STATES), i64), np.empty((STATES, ROW), i64)
    met = np.empty((STATES, STATES), np.int64)
    for number in range(boards.size):
        board, size = boards[number], sizes[number]
        strengths_on_board(combos, board, SEVEN, hands, strengths)
        mark_strengths(combos, board, strengths, words)
        levels = number_levels(words, level_of)
        sort_by_level(combos, board, strengths, level_of, levels, order, ends)
        for each in range(weights.shape[0]):
            pairs[:] = 0
            sums[:] = 0
            totals[:] = 0
            products[:] = 0
            for at in range(ends[levels - 1]):
                i = order[at]
                low, high = cards[i, 0], cards[i, 1]
                one, other = weights[each, 0, i], weights[each, 1, i]
                move_combo(ANY, low, high, one, other, pairs, sums, totals, products)
            start = np.int64(0)
            for level in range(levels):
                for at in range(start, ends[level]):
                    i = order[at]
                    low, high = cards[i, 0], cards[i, 1]
                    one, other = weights[each, 0, i], weights[each, 1, i]
                    move_combo(LEVEL, low, high, one, other, pairs, sums, totals, products)
                for at in range(start, ends[level]):
                    i = order[at]
                    weigh_pairs(
                        cards[i, 0], cards[i, 1], pairs, sums, totals, products, only[each], met
                    )
                    for first in range(only[each], STATES):
                        for second in range(STATES):
                            weight = float(met[first, second]) * size
                            tally[each, classes[i], first, second] += weight
                for at in range(start, ends[level]):
                    i = order[at]
                    low, high = cards[i, 0], cards[i, 1]
                    one, other = weights[each, 0, i], weights[each, 1, i]
                    move_combo(LEVEL, low, high, -one, -other, pairs, sums, totals, products)
                    move_combo(BELOW, low, high, one, other, pairs, sums, totals, products)
                start = ends[level]
