"""Clusters of hands: nearer with every round, the same for a seed, blind to the names of suits."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint.clustering import (
    FLOP,
    TURN,
    bucket_rows,
    buckets_on,
    cluster,
    first_centres,
    sample_hands,
    sort_centres,
)
from handsight.ranges.suits import CHANGES, board_classes, combo_tables
from tests.thorough import thorough


@cache
def hands() -> NDArray[np.uint8]:
    return sample_hands(TURN, 30, 40, seed=1)


def distances(rows: NDArray[np.uint8], centres: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Find the earth mover's distance of each hand from each centre."""
    return np.abs(rows.astype(np.int64)[:, None] - centres.astype(np.int64)).sum(axis=2)


def renamed(board: int, change: tuple[int, ...]) -> int:
    return sum((board >> 16 * suit & 0xFFFF) << 16 * change[suit] for suit in range(4))


# --- the sample -----------------------------------------------------------------------------------


def test_a_sample_is_the_same_for_a_seed_whoever_shares_the_work() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert np.array_equal(hands(), sample_hands(TURN, 30, 40, 1, pool))
    assert hands().shape == (1200, 64)
    assert not np.array_equal(hands(), sample_hands(TURN, 30, 40, seed=2))


def test_only_hands_are_drawn_that_the_board_leaves() -> None:
    assert (hands()[:, -1] == 230).all()


def test_progress_counts_the_boards_of_five_cards() -> None:
    reported: list[int] = []
    sample_hands(TURN, 3, 1, 1, progress=reported.append)
    sample_hands(FLOP, 1, 1, 1, progress=reported.append)
    assert reported == [48, 48, 48, 1176]


# --- centres --------------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("count", [1, 2, 20, 256])
def test_no_round_makes_the_distances_larger(count: int) -> None:
    found = cluster(hands(), count, seed=3)
    assert found.centres.shape == (count, 64)
    assert all(later <= earlier for earlier, later in pairwise(found.distances))
    assert found.distances[-1] == distances(hands(), found.centres).min(axis=1).sum()
    first = sort_centres(first_centres(hands(), count, seed=3))
    assert found.distances[0] == distances(hands(), first).min(axis=1).sum()


def test_at_the_end_each_centre_is_the_median_of_its_hands() -> None:
    centres = cluster(hands(), 20, seed=3).centres
    labels = distances(hands(), centres).argmin(axis=1)
    for number, centre in enumerate(centres):
        own = hands()[labels == number].astype(np.int64)
        least = np.abs(own - centre).sum()
        for step in (-1, 1):  # no bin could be moved to the better
            moved = np.abs(own - (centre.astype(np.int64) + step))
            assert (moved.sum(axis=0) >= np.abs(own - centre).sum(axis=0)).all()
        assert least == np.abs(own - np.median(own, axis=0)).sum()


def test_twice_as_many_centres_are_nearer() -> None:
    totals = [cluster(hands(), count, seed=3).distances[-1] for count in (5, 10, 20, 40)]
    assert all(later < earlier for earlier, later in pairwise(totals))


def test_centres_are_sorted_by_mean_strength() -> None:
    centres = cluster(hands(), 20, seed=3).centres
    strengths = 64 - centres.sum(axis=1) / 230  # the mean bin
    assert (np.diff(strengths) >= 0).all()
    assert (np.diff(centres.astype(int), axis=1) >= 0).all()


def test_centres_are_the_same_for_a_seed_whoever_shares_the_work() -> None:
    alone = cluster(hands(), 20, seed=3)
    with ThreadPoolExecutor(2) as pool:
        shared = cluster(hands(), 20, 3, pool)
    assert alone.centres.tobytes() == shared.centres.tobytes()
    assert alone.distances == shared.distances
    assert alone.centres.tobytes() != cluster(hands(), 20, seed=4).centres.tobytes()


def test_there_may_be_more_centres_than_different_hands() -> None:
    rows = np.repeat(hands()[:3], 5, axis=0)
    found = cluster(rows, 10, seed=1)
    assert found.distances[-1] == 0
    assert {row.tobytes() for row in found.centres} == {row.tobytes() for row in rows}


def test_the_first_centres_are_hands_far_from_each_other() -> None:
    rows = np.concatenate([np.repeat(hands()[:1], 1000, axis=0), hands()[:20]])
    centres = first_centres(rows, 20, seed=1)
    assert len({row.tobytes() for row in centres}) == len({row.tobytes() for row in hands()[:20]})


# --- tables ---------------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("size", [FLOP, TURN])
def test_the_buckets_of_a_board_do_not_depend_on_the_names_of_suits(size: int) -> None:
    masks, _, turned = combo_tables()
    centres = cluster(hands(), 50, seed=3).centres
    firsts = board_classes(size).firsts
    for board in firsts[[5, len(firsts) // 2, -3]].tolist():
        changes = [number for number in range(24) if size == TURN or number in (0, 9, 23)]
        boards = [renamed(board, CHANGES[number]) for number in changes]
        tables = buckets_on(np.array(boards, np.uint64), size, centres)
        live = masks & np.uint64(board) == 0
        for number, table in zip(changes, tables, strict=True):
            assert np.array_equal(table[turned[number]][live], tables[0][live])
            assert not table[masks & np.uint64(renamed(board, CHANGES[number])) != 0].any()


def test_a_bucket_is_the_nearest_centre_of_the_distribution() -> None:
    from handsight.kernels.blueprint.buckets import distributions_of_board, list_runouts

    centres = cluster(hands(), 50, seed=3).centres
    masks, cards, _ = combo_tables()
    board = board_classes(TURN).firsts[9000]
    rows = np.empty((1326, 64), np.uint8)
    distributions_of_board(masks, cards, board, list_runouts(board, 1), rows)
    expected = distances(rows, centres).argmin(axis=1)
    expected[masks & board != 0] = 0
    assert buckets_on(np.array([board]), TURN, centres)[0].tolist() == expected.tolist()


@pytest.mark.exhaustive
@thorough
def test_tables_are_the_same_whoever_shares_the_work() -> None:
    centres = cluster(hands(), 50, seed=3).centres
    with ThreadPoolExecutor(2) as pool:
        shared = np.concatenate(list(bucket_rows(TURN, centres, pool)))
    alone = np.concatenate(list(bucket_rows(TURN, centres, None)))
    assert shared.shape == (16432, 1326)
    assert np.array_equal(shared, alone)
