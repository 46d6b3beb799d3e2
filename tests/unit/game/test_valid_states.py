"""The check of states finds what is wrong with one."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import ContractError
from handsight.game import HandState, Rules
from handsight.kernels.game import state as at
from tests.game_states import assert_valid_state

Damage = Callable[[NDArray[np.int64]], None]


def damaged(state: HandState, damage: Damage) -> HandState:
    """Give a state whose vector was tampered with, as a faulty program might."""
    rebuild, (rules, vector, *rest) = state.__reduce__()
    tampered = vector.copy()
    damage(tampered)
    return rebuild(rules, tampered, *rest)


def put(offset: int, value: int) -> Damage:
    def damage(vector: NDArray[np.int64]) -> None:
        vector[offset] = value

    return damage


PREFLOP = HandState.start(Rules(), [1000, 1000, 60], 0, seed=7)
RIVER = PREFLOP.apply("call").apply("call")
for _ in range(4):
    RIVER = RIVER.apply("check")
OVER = PREFLOP.apply("fold").apply("fold")


@pytest.mark.parametrize("state", [PREFLOP, RIVER, OVER, RIVER.view(1), OVER.view(2)])
def test_states_that_are_in_order_pass(state: HandState) -> None:
    assert_valid_state(state)
    assert_valid_state(pickle.loads(pickle.dumps(state)))


@pytest.mark.parametrize(
    ("state", "damage", "clause"),
    [
        (PREFLOP, put(at.STACKS, 5), "chips"),
        (PREFLOP, put(at.STACKS, -5), "chips"),
        (PREFLOP, put(at.BETS + 1, 51), "chips"),
        (PREFLOP, put(at.PAID + 1, 49), "chips"),
        (RIVER, put(at.POT, 1), "pots"),
        (PREFLOP, put(at.STATUS + 2, at.ACTIVE), "flags"),
        (PREFLOP, put(at.STATUS, at.ALL_IN), "flags"),
        (PREFLOP, put(at.ACTOR, 2), "turn"),
        (PREFLOP, put(at.ACTOR, at.NOBODY), "turn"),
        (PREFLOP, put(at.CALL_COST, 5000), "choices"),
        (PREFLOP, put(at.CAN_FOLD, 0), "choices"),
        (PREFLOP, put(at.RAISE_MIN, 90), "choices"),
        (PREFLOP, put(at.PRICE, 10), "choices"),
        (OVER, put(at.RAISE_MAX, 90), "choices"),
        (PREFLOP, put(at.HOLES, int(PREFLOP.vector()[at.HOLES + 1])), "cards"),
        (PREFLOP, put(at.HOLES, int(PREFLOP.vector()[at.DECK + 20])), "cards"),
        (RIVER, put(at.BOARD_COUNT, 2), "cards"),
    ],
)
def test_what_is_wrong_is_named(state: HandState, damage: Damage, clause: str) -> None:
    with pytest.raises(ContractError, match="is no valid state") as caught:
        assert_valid_state(damaged(state, damage))
    assert clause in {name for name, _ in caught.value.faults}
