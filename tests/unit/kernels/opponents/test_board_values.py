"""How good all combos are on a board, against a count by hand."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.kernels.opponents.board_values import MEAN, NOW, RISE, SQUARE, value_board
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS
from tests.naive.opponents import shares_beaten

FLOP = "Qh7h2c"


def values(board: str, *runouts: str) -> np.ndarray:
    result = np.zeros((4, COMBO_COUNT))
    lying = CardSet(board)
    masks = np.array([CardSet(runout).mask for runout in runouts], dtype=np.uint64)
    every = np.array(MASKS, dtype=np.uint64)
    value_board(every, np.uint64(lying.mask), masks, 2 + len(lying), result)
    return result


@pytest.mark.parametrize(
    ("board", "runouts"),
    [(FLOP, ["3d9s", "AhKh"]), ("Qh7h2c3d", ["9s"]), ("Qh7h2c3d9s", [""])],
)
def test_means_are_those_counted_by_hand(board: str, runouts: list[str]) -> None:
    result = values(board, *runouts)
    counted = shares_beaten(board, runouts)
    for number, cards in enumerate(COMBOS):
        assert result[MEAN, number] == pytest.approx(counted.get(frozenset(cards), 0.0))


def test_the_share_now_is_that_of_the_board_as_it_lies() -> None:
    result = values("Qh7h2c3d9s", "")
    assert result[NOW] == pytest.approx(result[MEAN])
    assert result[RISE] == pytest.approx(np.zeros(COMBO_COUNT))
    assert result[SQUARE] == pytest.approx(result[MEAN] ** 2)


def test_a_flush_draw_rises_and_swings_more_than_a_small_pair() -> None:
    result = values(FLOP, "3d9s", "4hKc", "5c5s", "8hTd", "Jc3s")
    draw, pair = (MASKS.index(CardSet(hole).mask) for hole in ("6h5h", "3c3h"))
    swing = result[SQUARE] - result[MEAN] ** 2
    assert result[RISE, draw] > result[RISE, pair]
    assert swing[draw] > swing[pair]


def test_combos_that_collide_with_the_board_stay_at_nothing() -> None:
    result = values(FLOP, "3d9s")
    assert not result[:, MASKS.index(CardSet("QhAs").mask)].any()


def test_a_runout_counts_only_for_combos_that_leave_it_free() -> None:
    one, both = values(FLOP, "4d4s"), values(FLOP, "4d4s", "AhKd")
    holds = MASKS.index(CardSet("AhKh").mask)
    assert both[MEAN, holds] == one[MEAN, holds]
