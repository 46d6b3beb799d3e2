"""Pots on the bare vector: levels, folded chips, dead chips, odd chips."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.game import state as at
from handsight.kernels.game.pots import award_pots, collect_pots, share_pot

IN, ALL, OUT = at.ACTIVE, at.ALL_IN, at.FOLDED


def hand(paid: list[int], status: list[int], button: int = 0, dead: int = 0) -> NDArray[np.int64]:
    state = np.zeros(at.SIZE, np.int64)
    state[at.PLAYERS], state[at.BUTTON], state[at.DEAD_CHIPS] = len(paid), button, dead
    state[at.PAID : at.PAID + len(paid)] = paid
    state[at.STATUS : at.STATUS + len(paid)] = status
    return state


def pots(state: NDArray[np.int64]) -> list[tuple[int, int]]:
    collect_pots(state)
    count = state[at.POT_COUNT]
    amounts = state[at.POT_AMOUNTS : at.POT_AMOUNTS + count].tolist()
    return list(zip(amounts, state[at.POT_SEATS : at.POT_SEATS + count].tolist(), strict=True))


@pytest.mark.pure_python
@pytest.mark.parametrize(
    ("paid", "status", "dead", "expected"),
    [
        ([100, 100], [IN, IN], 0, [(200, 0b11)]),
        ([300, 1000, 1000], [ALL, ALL, IN], 0, [(900, 0b111), (1400, 0b110)]),
        ([300, 300, 1000, 1000], [ALL, ALL, IN, ALL], 0, [(1200, 0b1111), (1400, 0b1100)]),
        ([50, 300, 700, 700], [OUT, ALL, IN, IN], 0, [(950, 0b1110), (800, 0b1100)]),
        ([500, 300, 700, 700], [OUT, ALL, IN, IN], 0, [(1200, 0b1110), (1000, 0b1100)]),
        ([200, 150, 150], [OUT, ALL, ALL], 0, [(500, 0b110)]),
        ([0, 0, 0], [ALL, IN, IN], 30, [(30, 0b111)]),
        ([0, 90, 90], [ALL, IN, IN], 30, [(30, 0b111), (180, 0b110)]),
        ([20, 90, 90], [ALL, IN, IN], 30, [(90, 0b111), (140, 0b110)]),
        ([0, 0], [IN, IN], 0, []),
    ],
)
def test_pots_end_where_an_all_in_ends(
    paid: list[int], status: list[int], dead: int, expected: list[tuple[int, int]]
) -> None:
    assert pots(hand(paid, status, dead=dead)) == expected


@pytest.mark.pure_python
@pytest.mark.parametrize(
    ("button", "strengths", "expected"),
    [
        (0, [7, 7, 7, 7], [25, 26, 26, 26]),
        (2, [7, 7, 7, 7], [26, 26, 25, 26]),
        (0, [7, 7, 7, 0], [34, 35, 34, 0]),
        (0, [7, 0, 7, 7], [34, 0, 35, 34]),
        (0, [7, 8, 7, 7], [0, 103, 0, 0]),
    ],
)
def test_odd_chips_go_one_each_to_the_left_of_the_button(
    button: int, strengths: list[int], expected: list[int]
) -> None:
    state = hand([26, 26, 26, 25], [IN] * 4, button)
    state[at.STRENGTHS : at.STRENGTHS + 4] = strengths
    collect_pots(state)
    shares = np.zeros(at.SEATS, np.int64)
    share_pot(state, 0, shares)
    assert shares[:4].tolist() == expected


@pytest.mark.pure_python
def test_awards_add_up_over_pots_and_go_to_the_stacks() -> None:
    state = hand([300, 1000, 1000], [ALL, ALL, ALL])
    state[at.STRENGTHS : at.STRENGTHS + 3] = [9, 5, 5]
    award_pots(state)
    assert state[at.WON : at.WON + 3].tolist() == [900, 700, 700]
    assert state[at.STACKS : at.STACKS + 3].tolist() == [900, 700, 700]
