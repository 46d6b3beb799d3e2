"""All combos of a board against a range, against dealing them."""

import numpy as np
import pytest

from handsight.kernels.ranges.board_strengths import BEHIND, NOW, UNBEATEN, weigh_board
from handsight.ranking import evaluate_mask
from tests.unit.kernels.range_cases import BOARDS, Case, dealt

pytestmark = pytest.mark.pure_python
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def counted(case: Case) -> tuple[list[list[float]], list[list[list[float]]]]:
    met = np.zeros((3, len(case.combos), 3))
    weights = case.weights[0].astype(np.float64)
    size = 2 + int(case.board).bit_count()
    weigh_board(case.combos, case.cards, weights, case.board, case.runouts, size, met)
    return met[NOW].tolist(), met[[BEHIND, UNBEATEN]].transpose(1, 0, 2).tolist()


def dealt_out(case: Case) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Give for each combo what is behind, level and ahead; and what of it it then beats or ties."""
    combos, weights = case.combos.tolist(), case.weights[0].tolist()
    now = [[0, 0, 0] for _ in combos]
    met = [[[0, 0, 0], [0, 0, 0]] for _ in combos]
    for place, ours in enumerate(combos):
        for theirs, weight in zip(combos, weights, strict=True):
            if ours & theirs:
                continue
            standing = compare(ours, theirs, int(case.board))
            now[place][standing] += weight
            for end in case.ends:
                if not (ours | theirs) & (end ^ int(case.board)):
                    then = compare(ours, theirs, end)
                    met[place][0][standing] += weight * (then == 0)
                    met[place][1][standing] += weight * (then < 2)
    return now, met


def compare(ours: int, theirs: int, board: int) -> int:
    """Say how the first hand stands: 0 ahead, 1 tied, 2 behind."""
    mine, other = evaluate_mask(ours | board), evaluate_mask(theirs | board)
    return (other >= mine) + (other > mine)


@every_board
def test_a_range_is_weighed_for_all_combos_as_by_dealing(board: str) -> None:
    case = dealt(board, 1, live=7)
    assert counted(case) == dealt_out(case)


@pytest.mark.parametrize("live", [2, 4])
def test_few_combos_are_weighed_as_by_dealing(live: int) -> None:
    case = dealt(BOARDS["flop"], 1, live=live)
    assert counted(case) == dealt_out(case)


def test_where_the_board_plays_all_are_level() -> None:
    """Each of 21 combos of seven cards meets ten."""
    case = dealt(BOARDS["the board plays"], 1)
    case.weights[:] = 1
    now, met = counted(case)
    assert now == [[0, 10, 0]] * 21
    assert met == [[[0, 0, 0], [0, 10, 0]]] * 21
