"""Three ranges at the showdown, against dealing them."""

from dataclasses import replace

import numpy as np
import pytest

from handsight.kernels.ranges.three_ranges import tally_three_ranges, weigh_triples
from tests.naive import ranges as naive
from tests.unit.kernels.range_cases import BOARDS, Case, dealt

Tally = list[list[list[int]]]
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def counted(case: Case) -> Tally:
    tally = np.full((len(case.runouts), 2, 8), -1, np.int64)
    common = case.board, case.runouts, case.bars, tally
    tally_three_ranges(case.combos, case.cards, case.weights, *common)
    result: Tally = tally.tolist()
    return result


def expected(case: Case) -> Tally:
    """Deal; what the third range wins alone above the bar is left out."""
    tallies = [
        naive.tally(case.ranges, end, bar)
        for end, bar in zip(case.ends, case.bars.tolist(), strict=True)
    ]
    for tally in tallies:
        tally[1][4] = 0
    return tallies


def with_weights(case: Case, *weights: list[int]) -> Case:
    return replace(case, weights=np.array(weights, np.int64))


def triples(case: Case) -> int:
    return int(weigh_triples(case.cards, case.weights))


# --- against dealing ------------------------------------------------------------------------------


@pytest.mark.pure_python
@every_board
def test_ranges_beside_known_hands_are_weighed_as_by_dealing(board: str) -> None:
    case = dealt(board, 3, runouts=4)
    assert counted(case) == expected(case)


@pytest.mark.pure_python
@every_board
def test_ranges_alone_are_weighed_as_by_dealing(board: str) -> None:
    case = dealt(board, 3, bar=False, runouts=4)
    assert counted(case) == expected(case)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("bar", [True, False])
@pytest.mark.parametrize("seed", range(2, 5))
def test_wide_ranges_are_weighed_as_by_dealing(seed: int, bar: bool) -> None:
    for board in BOARDS.values():
        case = dealt(board, 3, live=9, seed=seed, bar=bar, runouts=2)
        assert counted(case) == expected(case)


@pytest.mark.pure_python
@pytest.mark.parametrize("seed", range(3))
def test_triples_of_disjoint_hands_are_weighed_as_by_dealing(seed: int) -> None:
    case = dealt(BOARDS["river"], 3, seed=seed)
    assert triples(case) == naive.disjoint_weight(case.ranges)


# --- special ranges -------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("bar", [0, 7461])
def test_a_bar_may_be_below_or_above_everybody(bar: int) -> None:
    case = dealt(BOARDS["river"], 3)
    pinned = replace(case, bars=np.full_like(case.bars, bar))
    assert counted(pinned) == expected(pinned)
    silent = 1 - int(bar == 0)
    assert not np.array(counted(pinned))[:, silent].any()


@pytest.mark.pure_python
@pytest.mark.parametrize(("bar", "row"), [(7461, 0), (-1, 1)])
def test_where_the_board_plays_all_are_level(bar: int, row: int) -> None:
    """21 combos of seven cards; ten are left to the next hand, and three to the last."""
    case = with_weights(dealt("AsKsQsJsTs", 3, live=7), *[[1] * 21] * 3)
    pinned = replace(case, bars=np.full_like(case.bars, bar))
    tally = [[0] * 8, [0] * 8]
    tally[row][7] = 21 * 10 * 3
    assert counted(pinned) == [tally]
    assert triples(case) == 21 * 10 * 3


@pytest.mark.pure_python
@pytest.mark.parametrize("nobody", range(3))
def test_weights_of_0_weigh_nothing(nobody: int) -> None:
    case = dealt(BOARDS["river"], 3)
    weights = case.weights.copy()
    weights[nobody] = 0
    assert not np.array(counted(replace(case, weights=weights))).any()
    assert triples(replace(case, weights=weights)) == 0


@pytest.mark.pure_python
@pytest.mark.parametrize("combos", [1, 2])
def test_few_combos_cannot_be_held_by_three(combos: int) -> None:
    case = dealt(BOARDS["river"], 3, bar=False)
    few = replace(
        case,
        combos=case.combos[:combos],
        cards=case.cards[:combos],
        weights=np.ones((3, combos), np.int64),
    )
    assert counted(few) == [[[0] * 8, [0] * 8]]
    assert triples(few) == 0


@pytest.mark.pure_python
@pytest.mark.parametrize("order", [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_the_order_of_the_ranges_renames_them(order: tuple[int, ...]) -> None:
    case = dealt(BOARDS["turn"], 3, runouts=3)
    moved = replace(case, weights=case.weights[list(order)])
    assert counted(moved) == expected(moved)
    assert triples(moved) == triples(case)


def test_large_weights_stay_exact_as_long_as_their_sum_does() -> None:
    """Sums on the way there may run over; they wrap around and come back."""
    case = dealt(BOARDS["river"], 3, bar=False, live=8)
    large = replace(case, weights=case.weights * (1 << 6) + (1 << 16) + 1)
    assert counted(large) == expected(large)
    assert triples(large) == naive.disjoint_weight(large.ranges) > 1 << 58
