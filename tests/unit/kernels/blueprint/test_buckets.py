"""Points of all hands on the river, their distributions before it, and nearest centres."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.blueprint.buckets import (
    BINS,
    POINTS,
    WHOLE,
    assign_rows,
    distributions_of_board,
    list_runouts,
    lower_distances,
    points_of_board,
    river_buckets,
)
from handsight.ranges.combos import COMBOS, MASKS, combo_number
from handsight.ranges.suits import combo_tables
from handsight.ranking import evaluate_mask

RIVERS = ("Td9d6hQc3s", "AhKhQhJhTh", "2c2d2h2s7c", "7c7d8h8sTc", "2c3d4h5s9c")


def deck(*without: int) -> list[int]:
    return [card for card in range(52) if card not in without]


def mask_of(cards: list[int] | tuple[int, ...]) -> int:
    return sum(1 << 16 * (card % 4) + card // 4 for card in cards)


def indices(text: str) -> list[int]:
    return [card.index for card in CardSet(text)]


def naive_points(hole: tuple[int, ...], board: list[int]) -> int:
    """Count two for each of the opponent's hands that loses to ours, and one for each that ties."""
    lies = mask_of(board)
    ours = evaluate_mask(mask_of(hole) | lies)
    points = 0
    for pair in combinations(deck(*hole, *board), 2):
        theirs = evaluate_mask(mask_of(pair) | lies)
        points += 2 if theirs < ours else 1 if theirs == ours else 0
    return points


def naive_distribution(hole: tuple[int, ...], board: list[int]) -> list[int]:
    """Sort the points of all runouts into bins, and add the shares up."""
    left = deck(*hole, *board)
    runouts = list(combinations(left, 5 - len(board)))
    found = Counter(naive_points(hole, [*board, *runout]) * BINS // POINTS for runout in runouts)
    upto = [sum(found[bin] for bin in range(last + 1)) for last in range(BINS)]
    return [int(WHOLE * count / len(runouts) + 0.5) for count in upto]


def points_on(board: list[int]) -> NDArray[np.int64]:
    masks, cards, _ = combo_tables()
    points = np.full(len(masks), -1, np.int64)
    points_of_board(masks, cards, np.uint64(mask_of(board)), points)
    return points


def distributions_on(board: list[int]) -> NDArray[np.uint8]:
    masks, cards, _ = combo_tables()
    lies = np.uint64(mask_of(board))
    rows = np.empty((len(masks), BINS), np.uint8)
    distributions_of_board(masks, cards, lies, list_runouts(lies, 5 - len(board)), rows)
    return rows


# --- the river ------------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_points_are_those_of_hands_counted_one_by_one() -> None:
    rng = Random(1)
    for text in RIVERS:
        board = indices(text)
        points = points_on(board)
        for _ in range(2):
            hole = tuple(sorted(rng.sample(deck(*board), 2)))
            assert points[combo_number(*hole)] == naive_points(hole, board)


@pytest.mark.pure_python
def test_two_points_are_shared_by_each_pair_of_hands() -> None:
    for text in RIVERS[:3]:
        board = indices(text)
        live = [number for number, cards in enumerate(MASKS) if not cards & mask_of(board)]
        assert points_on(board)[live].sum() == 1081 * 990


def test_nothing_is_said_of_hands_that_collide_with_the_board() -> None:
    board = indices(RIVERS[0])
    collide = [bool(set(cards) & set(board)) for cards in COMBOS]
    assert ((points_on(board) == -1) == collide).all()


@pytest.mark.pure_python
def test_the_steps_of_the_river_are_of_equal_width() -> None:
    points = np.arange(POINTS)
    for rivers in (1, 7, 200, 256):
        buckets = np.empty(POINTS, np.uint8)
        river_buckets(points, rivers, buckets)
        assert buckets.min() == 0
        assert buckets.max() == rivers - 1
        widths = np.bincount(buckets)
        assert widths.max() - widths.min() <= 1
        assert (np.diff(buckets.astype(int)) >= 0).all()


# --- before the river -----------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize(("board", "to_come", "count"), [("Td9d6hQc", 1, 48), ("Td9d6h", 2, 1176)])
def test_runouts_are_all_sets_of_cards_that_may_come(board: str, to_come: int, count: int) -> None:
    lies = CardSet(board).mask
    runouts = list_runouts(np.uint64(lies), to_come).tolist()
    assert len(set(runouts)) == len(runouts) == count
    assert all(each.bit_count() == to_come and not each & lies for each in runouts)
    assert not any(each & ~mask_of(deck()) for each in runouts)


@pytest.mark.parametrize("hole", ["AhKh", "6c6d", "3c2s"])
@pytest.mark.parametrize("board", ["Td9d6hQc", "Jh7h2h2c"])
def test_a_distribution_of_a_turn_is_that_of_rivers_counted_one_by_one(
    board: str, hole: str
) -> None:
    hand = tuple(sorted(indices(hole)))
    rows = distributions_on(indices(board))
    assert rows[combo_number(*hand)].tolist() == naive_distribution(hand, indices(board))


@pytest.mark.exhaustive
def test_a_distribution_of_a_flop_is_that_of_runouts_counted_one_by_one() -> None:
    hand = tuple(sorted(indices("9h8h")))
    rows = distributions_on(indices("Td6hQh"))
    assert rows[combo_number(*hand)].tolist() == naive_distribution(hand, indices("Td6hQh"))


def test_distributions_of_a_flop_are_the_means_of_those_of_its_turns() -> None:
    flop = indices("Td6hQh")
    rows = distributions_on(flop)
    hole = tuple(sorted(indices("9h8h")))
    number = combo_number(*hole)
    turns = [distributions_on([*flop, card])[number] for card in deck(*flop, *hole)]
    assert len(turns) == 47
    counts = np.array(turns).astype(int).sum(axis=0)  # exact: a step is a fifth of a river
    assert rows[number].tolist() == ((2 * counts + 47) // (2 * 47)).tolist()


def test_a_distribution_ends_with_the_whole_and_collisions_have_none() -> None:
    board = indices("Td9d6hQc")
    rows = distributions_on(board).astype(int)
    collide = np.array([bool(set(cards) & set(board)) for cards in COMBOS])
    assert (rows[~collide, -1] == WHOLE).all()
    assert (np.diff(rows, axis=1) >= 0).all()
    assert not rows[collide].any()


# --- centres --------------------------------------------------------------------------------------


def some_rows(count: int, seed: int) -> NDArray[np.uint8]:
    """Make cumulative histograms, some of them far from all others and some the same."""
    rng = np.random.default_rng(seed)
    rows = np.sort(rng.integers(0, WHOLE + 1, (count, BINS)), axis=1)
    rows[:, -1] = WHOLE
    rows[::3] = np.minimum(rows[::3] * 2, WHOLE)
    rows[1::5] = rows[0]
    return rows.astype(np.uint8)


def by_mean(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(rows[np.argsort(-rows.sum(axis=1, dtype=np.int64), kind="stable")])


@pytest.mark.pure_python
@pytest.mark.parametrize("count", [1, 2, 40])
def test_the_nearest_centre_is_that_of_a_search_through_all(count: int) -> None:
    rows, centres = some_rows(60, 1), by_mean(some_rows(count, 2))
    labels, distances = np.empty(60, np.uint8), np.empty(60, np.int64)
    assign_rows(rows, centres, centres.sum(axis=1, dtype=np.int64), labels, distances)
    every = np.abs(rows.astype(int)[:, None] - centres.astype(int)).sum(axis=2)
    assert distances.tolist() == every.min(axis=1).tolist()
    assert labels.tolist() == every.argmin(axis=1).tolist()  # of several the lowest


@pytest.mark.pure_python
def test_a_new_centre_lowers_the_distances_of_those_that_it_is_nearer_to() -> None:
    rows = some_rows(30, 3)
    distances = np.full(30, 1500)
    lower_distances(rows, rows[7], distances)
    apart = np.abs(rows.astype(int) - rows[7].astype(int)).sum(axis=1)
    assert distances.tolist() == np.minimum(apart, 1500).tolist()
    assert distances[7] == 0
