"""Clusters hands on the flop and the turn by the distributions of their strength on the river.

Over the cards to come, each hand has a distribution of hand strength on the river
(`handsight.kernels.blueprint.buckets`). The distance between two hands is the earth mover's
distance between their distributions. A sample of hands is clustered: the first centres are drawn
as in k-means++. Then two steps alternate: each hand is assigned to its nearest centre, and each
centre moves to the middle of its hands.

The middle is the median of the cumulative histograms, bin by bin, not their mean: the earth mover's
distance in one dimension is a sum of absolute differences, which medians minimise. So no step ever
increases the total distance. The medians of whole numbers chosen here are whole numbers too, so
nothing is ever rounded, and a seed gives the same centres on every machine, however the work is
divided.

Sources:
    M. Johanson, N. Burch, R. Valenzano and M. Bowling, "Evaluating State-Space Abstractions in
    Extensive-Form Games", AAMAS 2013: distributions of strength and the earth mover's distance.
    D. Arthur and S. Vassilvitskii, "k-means++: The Advantages of Careful Seeding", SODA 2007.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.ranges.suits import board_classes, combo_tables
from handsight.runtime.chunks import map_chunks
from handsight.runtime.seeds import raw_words

FLOP, TURN, RIVER = (BOARD_SIZES[street] for street in STREETS[1:])
"""Number of cards on the board on each street."""

RUNOUTS = {FLOP: 1176, TURN: 48}
"""Number of ways to complete a board, by the board's size; it measures the work for a board."""

MOST_BUCKETS = 256
MOST_ROUNDS = 100
CHUNKS = {FLOP: 8, TURN: 128}
"""Number of boards that are processed at once, by the board's size."""

ROWS = 1 << 14
"""Number of hands that are assigned to centres at once."""

BOARDS_DRAWN, HAND_DRAWN, CENTRES_DRAWN = range(3)
"""Numbers of the random streams of a seed: one each for boards, hands and centres."""


@dataclass(frozen=True, eq=False)
class Clustering:
    """The centres of a sample of hands.

    Attributes:
        centres: uint8[n, 64], cumulative histograms; the centre that is weakest on average comes
            first.
        distances: the sum of the distances of all hands to their centres in each round, in units
            of 1/230 of a bin.
    """

    centres: NDArray[np.uint8]
    distances: tuple[int, ...]


# --- the sample ---------------------------------------------------------------------------------


def sample_hands(
    size: int,
    boards: int,
    hands: int,
    seed: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> NDArray[np.uint8]:
    """Draw hands, and return their strength distributions: uint8[boards * hands, 64].

    Args:
        size: number of cards on a board, three or four.
        boards: number of boards to draw; every board is equally likely.
        hands: number of hands to draw on each board.
        seed: seed of the drawn boards and hands.
        executor: any executor; None works in this thread.
        progress: called after each board with the number of its runouts.
    """
    classes = board_classes(size)
    words = raw_words(seed, BOARDS_DRAWN, size, count=boards)
    drawn = classes.firsts[classes.class_of[_scaled(words, len(classes.class_of))]]
    jobs = [(size, mask, hands, seed, number) for number, mask in enumerate(drawn.tolist())]
    samples = []
    for rows in map_chunks(_sample_board, jobs, executor):
        samples.append(rows)
        if progress:
            progress(RUNOUTS[size])
    return np.concatenate(samples)


def _sample_board(job: tuple[int, int, int, int, int]) -> NDArray[np.uint8]:
    from handsight.kernels.blueprint.buckets import BINS, distributions_of_board, list_runouts

    size, mask, hands, seed, number = job
    board = np.uint64(mask)
    masks, cards, _ = combo_tables()
    rows = np.empty((len(masks), BINS), np.uint8)
    distributions_of_board(masks, cards, board, list_runouts(board, RIVER - size), rows)
    live = np.flatnonzero(masks & board == 0)
    return rows[live[_scaled(raw_words(seed, HAND_DRAWN, size, number, count=hands), len(live))]]


def _scaled(words: NDArray[np.uint64], choices: int) -> NDArray[np.int64]:
    """Turn random words into numbers below ``choices``, with a bias of at most choices / 2**32."""
    return ((words >> np.uint64(32)) * np.uint64(choices) >> np.uint64(32)).astype(np.int64)


# --- the clusters -------------------------------------------------------------------------------


def cluster(
    rows: NDArray[np.uint8], count: int, seed: int, executor: Executor | None = None
) -> Clustering:
    """Divide hands into clusters, and return the centres.

    Args:
        rows: uint8[n, 64], the strength distribution of each hand, as a cumulative histogram.
        count: number of centres, 1 to 256. Some centres coincide if there are fewer distinct
            distributions.
        seed: seed of the first centres.
        executor: executor that finds the nearest centres in parallel; None works in this thread.
    """
    centres = sort_centres(first_centres(rows, count, seed))
    distances: list[int] = []
    for _ in range(MOST_ROUNDS):
        labels, total = _nearest(rows, centres, executor)
        distances.append(total)
        moved = sort_centres(_middles(rows, labels, centres))
        if np.array_equal(moved, centres):
            break
        centres = moved
    return Clustering(centres, tuple(distances))


def first_centres(rows: NDArray[np.uint8], count: int, seed: int) -> NDArray[np.uint8]:
    """Draw hands as first centres; a hand far from all earlier centres is more likely."""
    from handsight.kernels.blueprint.buckets import lower_distances

    words = raw_words(seed, CENTRES_DRAWN, count=count).tolist()
    distances = np.full(len(rows), 1, np.int64)  # every hand is equally likely as the first centre
    chosen = []
    for number, word in enumerate(words):
        upto = np.cumsum(distances)
        place = int(np.searchsorted(upto, word * int(upto[-1]) >> 64, side="right"))
        chosen.append(min(place, len(rows) - 1))
        if number == 0:
            distances[:] = np.iinfo(np.int64).max
        lower_distances(rows, rows[chosen[-1]], distances)
    return rows[chosen]


def sort_centres(centres: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Sort centres from the weakest to the strongest on average.

    The weaker a centre, the larger the sum of its cumulative histogram.
    """
    order = np.lexsort((*centres.T, -sums_of(centres)))
    return np.ascontiguousarray(centres[order])


def sums_of(centres: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the sum of the cumulative histogram of each centre: int64[n]."""
    return np.asarray(centres.sum(axis=1, dtype=np.int64))


def _nearest(
    rows: NDArray[np.uint8], centres: NDArray[np.uint8], executor: Executor | None
) -> tuple[NDArray[np.uint8], int]:
    """Return the number of the centre nearest to each hand, and the sum of the distances."""
    parts = [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]
    found = list(map_chunks(partial(_nearest_of, centres=centres), parts, executor))
    return np.concatenate([labels for labels, _ in found]), sum(total for _, total in found)


def _nearest_of(
    rows: NDArray[np.uint8], centres: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], int]:
    from handsight.kernels.blueprint.buckets import assign_rows

    labels, distances = np.empty(len(rows), np.uint8), np.empty(len(rows), np.int64)
    assign_rows(rows, centres, sums_of(centres), labels, distances)
    return labels, int(distances.sum())


def _middles(
    rows: NDArray[np.uint8], labels: NDArray[np.uint8], centres: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the centres, each moved to the lower median of its hands in every column.

    A centre without hands does not move.
    """
    order = np.argsort(labels, kind="stable")
    ends = np.cumsum(np.bincount(labels, minlength=len(centres)))
    moved = centres.copy()
    for number, places in enumerate(np.split(order, ends[:-1])):
        if len(places):
            middle = (len(places) - 1) // 2
            moved[number] = np.partition(rows[places], middle, axis=0)[middle]
    return moved


# --- the tables ---------------------------------------------------------------------------------


def bucket_rows(
    size: int, centres: NDArray[np.uint8], executor: Executor | None
) -> Iterator[NDArray[np.uint8]]:
    """Find the buckets of all combos on one board of each board class, a few boards at a time.

    Args:
        size: number of cards on a board, three or four.
        centres: uint8[n, 64], the sorted centres.
        executor: executor that works in parallel; None works in this thread.

    Yields:
        uint8[boards, 1326], in the order of the board classes: for each combo the number of its
        nearest centre, or an unused 0 if the combo shares a card with the board.
    """
    firsts, step = board_classes(size).firsts, CHUNKS[size]
    boards = (firsts[at : at + step] for at in range(0, len(firsts), step))
    return map_chunks(partial(buckets_on, size=size, centres=centres), boards, executor)


def buckets_on(
    boards: NDArray[np.uint64], size: int, centres: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the buckets of all combos on some boards: uint8[boards, 1326]."""
    from handsight.kernels.blueprint.buckets import fill_buckets

    masks, cards, _ = combo_tables()
    table = np.empty((len(boards), len(masks)), np.uint8)
    fill_buckets(masks, cards, boards, RIVER - size, centres, sums_of(centres), table)
    return table
