"""The transition kernels on the bare vector; the rules themselves are told in the scenarios."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.game import HandState, Rules
from handsight.kernels.ahead import built
from handsight.kernels.game import rules as game_rules
from handsight.kernels.game import state as at
from handsight.kernels.game.rules import apply_action, deal_holes, start_hand


def fresh(*stacks: int, button: int = 0) -> NDArray[np.int64]:
    """Give a vector with rules, stacks and an unshuffled deck, nothing posted."""
    return HandState.start(Rules(), stacks, button, deck=list(range(52))).vector()


@pytest.mark.pure_python
def test_offsets_do_not_overlap() -> None:
    by_seat = (
        *(at.START_STACKS, at.ANTES, at.POSTS, at.STACKS, at.BETS, at.PAID, at.STATUS),
        *(at.ACTED_AT, at.HAND_DEAD, at.STRENGTHS, at.WON, at.POT_AMOUNTS, at.POT_SEATS),
    )
    sizes = dict.fromkeys(by_seat, at.SEATS)
    sizes |= {at.HOLES: 2 * at.SEATS, at.BOARD: at.BOARD_CARDS, at.DECK: 52}
    sizes |= dict.fromkeys(range(at.POT + 1), 1)
    places = [place + step for place, size in sizes.items() for step in range(size)]
    assert sorted(places) == list(range(at.SIZE))


@pytest.mark.pure_python
def test_a_hand_can_be_started_over_on_the_same_vector() -> None:
    state = fresh(1000, 1000)
    first = state.copy()
    for _ in range(8):
        apply_action(state, at.CALL, 0)
    assert state[at.OVER] == 1
    deal_holes(state)
    start_hand(state)
    state[at.POT_AMOUNTS : at.HOLES] = first[at.POT_AMOUNTS : at.HOLES]
    np.testing.assert_array_equal(state, first)


@pytest.mark.pure_python
def test_holes_are_dealt_around_the_table_twice() -> None:
    state = fresh(1000, 0, 1000, 1000, button=2)
    holes = state[at.HOLES : at.HOLES + 8].reshape(4, 2).tolist()
    assert holes == [[1, 4], [-1, -1], [2, 5], [0, 3]]
    assert state[at.DECK_NEXT] == 6


@pytest.mark.pure_python
def test_the_board_comes_off_the_deck_three_one_one() -> None:
    state = fresh(1000, 1000)
    counts = []
    while not state[at.OVER]:
        counts.append(int(state[at.BOARD_COUNT]))
        apply_action(state, at.CALL, 0)
    assert counts == [0, 0, 3, 3, 4, 4, 5, 5]
    assert state[at.BOARD : at.BOARD + 5].tolist() == [4, 5, 6, 7, 8]


@pytest.mark.pure_python
def test_blinds_that_put_everybody_all_in_run_the_board_out_at_once() -> None:
    state = fresh(40, 90)
    assert (state[at.OVER], state[at.BOARD_COUNT], state[at.SHOWDOWN]) == (1, 5, 1)
    assert state[at.STACKS : at.STACKS + 2].sum() == 130


@pytest.mark.skipif(built() is not None, reason="numba compiles nothing: kernels are built ahead")
@pytest.mark.parametrize("name", ["start_hand", "deal_holes", "apply_action"])
def test_a_kernel_has_one_signature(name: str) -> None:
    state = HandState.start(Rules(), [500, 500], 0, seed=1).apply("raise 300")
    state.copy().apply("fold")
    state.view(0).sampled(1).apply("call")
    assert len(getattr(getattr(game_rules, name), "signatures", [0])) == 1
