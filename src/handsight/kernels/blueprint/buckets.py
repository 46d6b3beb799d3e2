"""Hand strengths of all combos on a board, their distributions, and the nearest cluster centres.

Hand strength on the river is measured in points: a hand gets two points for each opponent's hand
that it beats and one for each that it ties with, out of the 990 hands that share no card with it or
the board. Before the river, a hand has a distribution of points over the cards to come. The
distribution is stored as a cumulative histogram of 64 bins in whole steps of 1/230, so that the
earth mover's distance between two distributions is the sum of the absolute differences. All numbers
are integers, so results are the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranges.by_card import ROW
from handsight.kernels.ranking.levels import (
    SEVEN,
    STRENGTHS,
    WORDS,
    mark_strengths,
    number_levels,
    sort_by_level,
    strengths_on_board,
)

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64
BINS = 64
"""The number of bins of a histogram."""

WHOLE = 230
"""The last entry of every cumulative histogram of a live combo.

It is five times 46, the number of cards that can come on the river if a hand and a turn are known.
"""

POINTS = 1981
"""The number of possible points, 0 .. 1980: at most two for each of 990 hands."""


class PointsRoom(NamedTuple):
    """Workspace arrays for one board; each thread needs its own.

    Attributes:
        hands: uint64[1326], the masks of the seven cards of each combo.
        strengths: uint16[1326], the strength of each combo.
        words: uint64[117], zeros between calls; one bit per strength.
        level_of: int64[7462], the level of each strength.
        order: int64[1326], the indices of the combos by level.
        ends: int64[1329], the index in ``order`` at which each level ends.
        met: int64[64], the number of visited hands with each card.
    """

    hands: NDArray[np.uint64]
    strengths: NDArray[np.uint16]
    words: NDArray[np.uint64]
    level_of: NDArray[np.int64]
    order: NDArray[np.int64]
    ends: NDArray[np.int64]
    met: NDArray[np.int64]


@kernel
def make_points_room(combos: int) -> PointsRoom:
    """Allocate the workspace arrays for this number of combos."""
    return PointsRoom(
        np.empty(combos, np.uint64),
        np.empty(combos, np.uint16),
        np.zeros(WORDS, np.uint64),
        np.empty(STRENGTHS, np.int64),
        np.empty(combos, np.int64),
        np.empty(combos + 3, np.int64),
        np.empty(ROW, np.int64),
    )


@kernel
def count_points(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    board: np.uint64,
    room: PointsRoom,
    points: NDArray[np.int64],
) -> None:
    """Count the points of every combo on a board of five cards.

    Args:
        combos: uint64[1326], the combos as masks.
        cards: uint8[1326, 2], the two cards of each combo.
        board: the mask of the five cards on the board.
        room: the workspace.
        points: int64[1326]; the entries of the combos that share no card with the board are filled.
    """
    strengths_on_board(combos, board, SEVEN, room.hands, room.strengths)
    mark_strengths(combos, board, room.strengths, room.words)
    levels = number_levels(room.words, room.level_of)
    order, met = room.order, room.met
    sort_by_level(combos, board, room.strengths, room.level_of, levels, order, room.ends)
    met[:] = 0
    start = 0
    for level in range(levels):
        end = room.ends[level]
        for at in range(start, end):
            i = order[at]
            low, high = cards[i, 0], cards[i, 1]
            points[i] = start - met[low] - met[high]  # weaker hands; none holds both cards
        for at in range(start, end):
            i = order[at]
            met[cards[i, 0]] += 1
            met[cards[i, 1]] += 1
        for at in range(start, end):
            i = order[at]  # hands not stronger; the hand itself is in met for both of its cards
            points[i] += end - met[cards[i, 0]] - met[cards[i, 1]] + 1
        start = end


@kernel
def points_of_board(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    board: np.uint64,
    points: NDArray[np.int64],
) -> None:
    """Count the points of every combo on one board, with a new workspace; see `count_points`."""
    count_points(combos, cards, board, make_points_room(combos.size), points)


# --- distributions ------------------------------------------------------------------------------


@kernel
def list_runouts(board: np.uint64, to_come: int) -> NDArray[np.uint64]:
    """Return the masks of all runouts of a board with one or two cards to come: uint64[m].

    Args:
        board: the mask of the board.
        to_come: the number of cards that are still to be dealt, 1 or 2.
    """
    live, count = np.empty(52, np.uint64), 0
    for card in range(52):
        bit = u64(1) << u64(16 * (card & 3) + (card >> 2))
        if board & bit == u64(0):
            live[count] = bit
            count += 1
    if to_come == 1:
        return live[:count].copy()
    runouts, filled = np.empty(count * (count - 1) // 2, np.uint64), 0
    for i in range(count):
        for j in range(i):
            runouts[filled] = live[i] | live[j]
            filled += 1
    return runouts


@kernel
def count_distributions(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    room: PointsRoom,
    cumulative: NDArray[np.uint8],
) -> None:
    """Find the distribution of points of every combo over the cards to come.

    Args:
        combos: uint64[1326], the combos as masks.
        cards: uint8[1326, 2], the two cards of each combo.
        board: the mask of three or four cards on the board.
        runouts: uint64[m], masks of the cards to come.
        room: the workspace.
        cumulative: uint8[1326, 64], filled with the share of runouts after which the points are in
            each bin or a lower one, in steps of 1/230, rounded to the nearest step; zeros for
            combos that share a card with the board.
    """
    histograms = np.zeros((combos.size, BINS), np.uint16)
    points = np.empty(combos.size, np.int64)
    for runout in runouts:
        full = board | runout
        count_points(combos, cards, full, room, points)
        for i in range(combos.size):
            if combos[i] & full == u64(0):
                histograms[i, points[i] * BINS // POINTS] += u16(1)
    for i in range(combos.size):
        total: Int = 0
        for k in range(BINS):
            total += np.int64(histograms[i, k])
        total = max(total, 1)
        upto: Int = 0
        for k in range(BINS):
            upto += np.int64(histograms[i, k])
            cumulative[i, k] = (2 * WHOLE * upto + total) // (2 * total)


@kernel
def distributions_of_board(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    board: np.uint64,
    runouts: NDArray[np.uint64],
    cumulative: NDArray[np.uint8],
) -> None:
    """Find the distributions on one board, with a new workspace; see `count_distributions`."""
    room = make_points_room(combos.size)
    count_distributions(combos, cards, board, runouts, room, cumulative)


# --- centres ------------------------------------------------------------------------------------


@kernel
def distance(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Int:
    """Return the earth mover's distance between two cumulative histograms, in steps times bins."""
    total = np.int32(0)
    for k in range(BINS):
        total += np.int32(abs(np.int32(one[k]) - np.int32(other[k])))
    return np.int64(total)


@kernel
def sum_of(row: NDArray[np.uint8]) -> Int:
    """Return the sum of a cumulative histogram; a larger sum means a weaker hand on average."""
    total = np.int32(0)
    for k in range(BINS):
        total += np.int32(row[k])
    return np.int64(total)


@kernel
def nearest_centre(
    row: NDArray[np.uint8], centres: NDArray[np.uint8], sums: NDArray[np.int64]
) -> tuple[int, Int]:
    """Return the number of the centre nearest to a distribution, and the distance between them.

    If several centres are equally near, the one with the lowest number is returned. The distance of
    two histograms is at least the difference of their sums, and the centres are sorted by their
    sums. So the search starts at the sum of the distribution, and moves outward in both directions
    until no other centre can be nearer.

    Args:
        row: uint8[64], the cumulative histogram of the distribution.
        centres: uint8[n, 64], the cumulative histograms of the centres.
        sums: int64[n], the sum of each centre, descending.
    """
    own = sum_of(row)
    low, high = 0, sums.size
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > own:
            low = middle + 1
        else:
            high = middle
    best: Int = 1 << 30
    nearest = -1
    above, below = low, low - 1
    while True:
        if above < sums.size and own - sums[above] > best:
            above = sums.size
        if below >= 0 and sums[below] - own > best:
            below = -1
        if above >= sums.size and below < 0:
            return nearest, best
        further = above >= sums.size or (below >= 0 and sums[below] - own < own - sums[above])
        at = below if further else above
        if further:
            below -= 1
        else:
            above += 1
        apart = distance(row, centres[at])
        if apart < best or (apart == best and at < nearest):
            best, nearest = apart, at


@kernel
def assign_rows(
    rows: NDArray[np.uint8],
    centres: NDArray[np.uint8],
    sums: NDArray[np.int64],
    labels: NDArray[np.uint8],
    distances: NDArray[np.int64],
) -> None:
    """Find the centre nearest to each distribution.

    Args:
        rows: uint8[m, 64], the cumulative histograms of the distributions.
        centres: uint8[n, 64], the cumulative histograms of at most 256 centres.
        sums: int64[n], the sum of each centre, descending.
        labels: uint8[m], filled with the numbers of the nearest centres.
        distances: int64[m], filled with the distances to these centres.
    """
    for i in range(rows.shape[0]):
        label, apart = nearest_centre(rows[i], centres, sums)
        labels[i] = label
        distances[i] = apart


@kernel
def lower_distances(
    rows: NDArray[np.uint8], centre: NDArray[np.uint8], distances: NDArray[np.int64]
) -> None:
    """Lower the distance of each distribution that is nearer to a new centre than to all others.

    Args:
        rows: uint8[m, 64], the cumulative histograms of the distributions.
        centre: uint8[64], the cumulative histogram of the new centre.
        distances: int64[m], the distance of each distribution to the nearest centre; changed.
    """
    for i in range(rows.shape[0]):
        apart = distance(rows[i], centre)
        distances[i] = min(distances[i], apart)


@kernel
def fill_buckets(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    boards: NDArray[np.uint64],
    to_come: int,
    centres: NDArray[np.uint8],
    sums: NDArray[np.int64],
    table: NDArray[np.uint8],
) -> None:
    """Find the buckets of all combos on boards of three or four cards.

    Args:
        combos: uint64[1326], the combos as masks.
        cards: uint8[1326, 2], the two cards of each combo.
        boards: uint64[b], the masks of the boards.
        to_come: the number of cards that are still to be dealt, 1 or 2.
        centres: uint8[n, 64], the cumulative histograms of at most 256 centres.
        sums: int64[n], the sum of each centre, descending.
        table: uint8[b, 1326], filled with the numbers of the nearest centres; 0 for combos that
            share a card with the board.
    """
    room = make_points_room(combos.size)
    cumulative = np.empty((combos.size, BINS), np.uint8)
    for number in range(boards.size):
        board = boards[number]
        runouts = list_runouts(board, to_come)
        count_distributions(combos, cards, board, runouts, room, cumulative)
        for i in range(combos.size):
            table[number, i] = 0
            if combos[i] & board == u64(0):
                table[number, i] = nearest_centre(cumulative[i], centres, sums)[0]


@kernel
def river_buckets(points: NDArray[np.int64], rivers: Int, buckets: NDArray[np.uint8]) -> None:
    """Convert points to buckets, each of which covers an equal range of points.

    Args:
        points: int64[n], points on the river.
        rivers: the number of buckets on the river.
        buckets: uint8[n], filled.
    """
    for i in range(points.size):
        buckets[i] = points[i] * rivers // POINTS
