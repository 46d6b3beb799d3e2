"""Hand strengths of all combos on a board, their distributions, and the nearest cluster centres.

Hand strength on the river is counted in points. The opponent can hold 990 hands that share no card
with the board or with our hand: our hand gets two points for each of them that it beats, and one
for each that it ties. Before the river a hand has a distribution of points over the cards to come.
It is stored as a cumulative histogram of 64 bins in whole units of 1/230, so that the earth mover's
distance between two distributions is the sum of their absolute differences. All arithmetic is in
integers, so the result is the same on every machine.
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
"""Number of bins of a histogram; the last entry of a cumulative histogram is always `WHOLE`."""

WHOLE = 230
"""The last entry of a cumulative histogram: five times the 46 river cards that a hand can see."""

POINTS = 1981
"""Number of possible points, 0 to 1980: at most two for each of 990 hands."""


class PointsRoom(NamedTuple):
    """Workspace arrays; each thread needs its own.

    Attributes:
        hands: uint64[1326], the hands joined with the board, as masks.
        strengths: uint16[1326], the strengths of the hands.
        words: uint64[117], workspace of the sort by strength, all zeros between two sorts.
        level_of: int64[7462], workspace of the sort by strength.
        order: int64[1326], the indices of the hands, sorted by strength.
        ends: int64[1329], where the hands of each strength end in ``order``.
        met: int64[64], the number of hands with each card that were counted so far.
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
    """Allocate the workspace arrays."""
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
    """Count the points of all combos on a board of five cards.

    Args:
        combos: uint64[1326], the masks of the combos.
        cards: uint8[1326, 2], the two cards of each combo.
        board: the mask of the five cards.
        room: the workspace.
        points: int64[1326], filled for the combos that share no card with the board.
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
            points[i] = start - met[low] - met[high]  # the weaker hands that share no card with i
        for at in range(start, end):
            i = order[at]
            met[cards[i, 0]] += 1
            met[cards[i, 1]] += 1
        for at in range(start, end):
            # Add the hands that are not stronger. Both cards of hand i subtract it, hence the 1.
            i = order[at]
            points[i] += end - met[cards[i, 0]] - met[cards[i, 1]] + 1
        start = end


@kernel
def points_of_board(
    combos: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    board: np.uint64,
    points: NDArray[np.int64],
) -> None:
    """Count the points of all combos on one board; see `count_points`."""
    count_points(combos, cards, board, make_points_room(combos.size), points)


# --- distributions ------------------------------------------------------------------------------


@kernel
def list_runouts(board: np.uint64, to_come: int) -> NDArray[np.uint64]:
    """List all runouts of a board with one or two cards to come, as masks: uint64[m]."""
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
    """Compute the distribution of each combo's points over the cards to come.

    Args:
        combos: uint64[1326], the masks of the combos.
        cards: uint8[1326, 2], the two cards of each combo.
        board: the mask of the three or four cards of the board.
        runouts: uint64[m], the masks of all runouts.
        room: the workspace.
        cumulative: uint8[1326, 64], filled: the share of runouts with points in this bin or a lower
            bin, in units of 1/230, rounded to the nearest unit; zeros for combos that share a card
            with the board.
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
    """Compute the distributions of all combos on one board; see `count_distributions`."""
    room = make_points_room(combos.size)
    count_distributions(combos, cards, board, runouts, room, cumulative)


# --- centres ------------------------------------------------------------------------------------


@kernel
def distance(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Int:
    """Return the earth mover's distance between two cumulative histograms.

    The unit is 1/230 of the distribution, moved by one bin.
    """
    total = np.int32(0)
    for k in range(BINS):
        total += np.int32(abs(np.int32(one[k]) - np.int32(other[k])))
    return np.int64(total)


@kernel
def sum_of(row: NDArray[np.uint8]) -> Int:
    """Add up a cumulative histogram; a larger sum means a weaker hand on average."""
    total = np.int32(0)
    for k in range(BINS):
        total += np.int32(row[k])
    return np.int64(total)


@kernel
def nearest_centre(
    row: NDArray[np.uint8], centres: NDArray[np.uint8], sums: NDArray[np.int64]
) -> tuple[int, Int]:
    """Return the number and the distance of the centre nearest to a distribution.

    Of several nearest centres the one with the lowest number is returned. A distance is at least
    the difference of the sums, and centres are sorted by their sums. So the search starts at the
    position of the distribution's own sum and moves outward in both directions until no centre can
    be nearer.

    Args:
        row: uint8[64], the distribution as a cumulative histogram.
        centres: uint8[n, 64], cumulative histograms.
        sums: int64[n], the sum of each centre, in descending order.
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
        rows: uint8[m, 64], the distributions as cumulative histograms.
        centres: uint8[n, 64], cumulative histograms, at most 256.
        sums: int64[n], the sum of each centre, in descending order.
        labels: uint8[m], filled with the number of the nearest centre of each distribution.
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
    """Lower the distances of those rows to which a new centre is nearer than the earlier centres.

    Args:
        rows: uint8[m, 64], distributions as cumulative histograms.
        centre: uint8[64], the new centre.
        distances: int64[m], the distance of each row to its nearest centre; changed.
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
        combos: uint64[1326], the masks of the combos.
        cards: uint8[1326, 2], the two cards of each combo.
        boards: uint64[b], the masks of the boards.
        to_come: number of cards to come, 1 or 2.
        centres: uint8[n, 64], cumulative histograms, at most 256.
        sums: int64[n], the sum of each centre, in descending order.
        table: uint8[b, 1326], filled with buckets; 0 for combos that share a card with the board.
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
    """Convert the points of hands to buckets of equal width.

    Args:
        points: int64[n], the points of each hand.
        rivers: number of buckets.
        buckets: uint8[n], filled with the bucket of each hand.
    """
    for i in range(points.size):
        buckets[i] = points[i] * rivers // POINTS
