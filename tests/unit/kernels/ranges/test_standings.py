"""How a known hand stands to the hands of ranges, against dealing them."""

from random import Random

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.kernels.ranges.standings import (
    COLLIDES,
    stand,
    standings_by_combo,
    tally_standings,
    weigh_disjoint_pairs,
)
from handsight.ranking import evaluate_mask
from tests.naive import ranges as naive
from tests.unit.kernels.range_cases import BOARDS, Case, dealt, masks

pytestmark = pytest.mark.pure_python
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
Hero = tuple[int, np.ndarray, int]
"""Our hand, our strengths after each runout, and how many cards a hand then has."""


def hero(case: Case, runouts: list[int]) -> Hero:
    """Draw a hand that collides with nothing."""
    gone = int(np.bitwise_or.reduce(case.combos)) | int(case.board)
    free = CardSet.full() - CardSet.from_mask(gone | np.bitwise_or.reduce(runouts))
    ours = CardSet(Random(3).sample(sorted(free), 2)).mask
    strengths = [evaluate_mask(ours | int(case.board) | runout) for runout in runouts]
    size = 2 + int(case.board).bit_count() + runouts[0].bit_count()
    return ours, np.array(strengths, np.int64), size


def standings_now(case: Case, ours: int) -> list[int]:
    mine = evaluate_mask(ours | int(case.board))
    theirs = [evaluate_mask(combo | int(case.board)) for combo in case.combos.tolist()]
    return [(other >= mine) + (other > mine) for other in theirs]


# --- combo by combo -------------------------------------------------------------------------------


def test_we_are_ahead_tied_or_behind_unless_the_combo_collides() -> None:
    standing = np.full(4, -1, np.int64)
    strengths = np.array([10, 20, 30, 5], np.uint16)
    combos = masks([(0, 1), (2, 3), (4, 5), (6, 7)])
    stand(combos, masks([(7,)])[0], strengths, 20, standing)
    assert standing.tolist() == [0, 1, 2, COLLIDES]


@pytest.mark.repeats(7)
@every_board
@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_runouts_are_counted_for_each_combo_as_by_dealing(board: str, ahead: int) -> None:
    case = dealt(board, 1, runouts=10)
    whole = case.runouts.tolist()
    runouts = {0: [0], 1: [runout & -runout for runout in whole], 2: whole}[ahead]
    ours, strengths, size = hero(case, runouts)
    counts = np.full((len(case.combos), 3), -1, np.int64)
    standings_by_combo(
        case.combos, case.board, np.array(runouts, np.uint64), strengths, size, counts
    )
    expected = [[0, 0, 0] for _ in case.combos]
    for place, combo in enumerate(case.combos.tolist()):
        for runout in runouts:
            if not combo & runout:
                lies = int(case.board) | runout
                mine, theirs = evaluate_mask(ours | lies), evaluate_mask(combo | lies)
                expected[place][(theirs >= mine) + (theirs > mine)] += 1
    assert counts.tolist() == expected


# --- tuple by tuple -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_pairs_of_disjoint_hands_are_weighed_as_by_dealing(seed: int) -> None:
    case = dealt(BOARDS["river"], 2, seed=seed)
    assert weigh_disjoint_pairs(case.cards, case.weights) == naive.disjoint_weight(case.ranges)


@every_board
@pytest.mark.parametrize("ranges", [2, 3])
def test_tuples_are_weighed_by_the_worst_standing_as_by_dealing(board: str, ranges: int) -> None:
    case = dealt(board, ranges, live=6, runouts=2)
    runouts = case.runouts.tolist()
    ours, strengths, size = hero(case, runouts)
    tally = np.full((len(runouts), 3, 3), -1, np.int64)
    now = np.array(standings_now(case, ours))
    cards = case.combos, case.cards, case.weights
    tally_standings(*cards, now, case.board, case.runouts, strengths, size, tally)
    assert tally.tolist() == [
        naive.at_most(ours, int(case.board), case.ranges, runout) for runout in runouts
    ]
