"""The compiled rules against a plain twin: every legal set and every end, by random play."""

from random import Random

import pytest

from handsight.game import HandState
from tests.naive.game import Hand
from tests.thorough import up_to
from tests.unit.game.tables import Setting, random_amount, random_setting


def legal_set(state: HandState) -> tuple[bool, int, int, int]:
    legal = state.legal_actions
    return legal.can_fold, legal.call_cost, legal.raise_min, legal.raise_max


def step(draw: Random, state: HandState, twin: Hand) -> HandState:
    """Take the same random action in both."""
    legal = state.legal_actions
    chance = draw.random()
    if chance < 0.2 and legal.can_fold:
        twin.fold()
        return state.apply("fold")
    if chance < 0.6 or not legal.can_raise:
        twin.call()
        return state.apply("call")
    amount = random_amount(draw, legal.raise_min, legal.raise_max)
    twin.raise_to(amount)
    return state.apply(f"raise {amount}")


def compare(draw: Random, setting: Setting) -> None:
    state, twin = setting.start(), setting.twin()
    while not state.is_over:
        assert not twin.over, setting
        assert (state.actor, legal_set(state)) == (twin.actor.seat, twin.legal()), setting
        assert [card.index for card in state.board] == twin.board, setting
        state = step(draw, state, twin)
    assert twin.over, setting
    assert list(state.stacks) == twin.stacks, (setting, state.events)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("part", range(4))
def test_random_hands_go_and_end_alike(part: int) -> None:
    draw = Random(part)
    for _ in range(100):
        compare(draw, random_setting(draw))


@pytest.mark.exhaustive
def test_many_random_hands_go_and_end_alike() -> None:
    draw = Random(99)
    for _ in range(up_to(20_000, 3_000)):
        compare(draw, random_setting(draw))
