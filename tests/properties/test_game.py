"""What holds in every hand: chips stay, legal is what applies, and it ends."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.errors import IllegalActionError
from handsight.game import Action, Award, HandState, UncalledReturned
from tests.game_states import assert_valid_state
from tests.unit.game.tables import random_amount, random_setting

SEEDS = st.integers(0, 2**32)
MOST_ACTIONS = 1000


def some_actions(state: HandState) -> list[Action]:
    """List the passive actions, the raises at the edges of what is legal, and those beyond."""
    legal = state.legal_actions
    amounts = {1, legal.price, legal.price + 1, legal.raise_min - 1, legal.raise_min}
    amounts |= {legal.raise_max, legal.raise_max + 1, legal.all_in}
    sized = [Action.raise_to(amount) for amount in sorted(amounts) if amount > 0]
    return [Action.fold(), Action.check(), Action.call(), *sized]


def should_be_legal(state: HandState, action: Action) -> bool:
    legal = state.legal_actions
    if action.kind == "raise":
        return legal.can_raise and legal.raise_min <= action.amount <= legal.raise_max
    return {"fold": legal.can_fold, "check": legal.can_check, "call": True}[action.kind]


def random_action(draw: Random, state: HandState) -> Action:
    legal = state.legal_actions
    if draw.random() < 0.15 and legal.can_fold:
        return Action.fold()
    if draw.random() < 0.5 or not legal.can_raise:
        return Action.call()
    return Action.raise_to(random_amount(draw, legal.raise_min, legal.raise_max))


def random_hand(seed: int) -> HandState:
    draw = Random(seed)
    state = random_setting(draw).start()
    while not state.is_over:
        state = state.apply(random_action(draw, state))
    return state


@given(SEEDS)
def test_every_state_on_the_way_is_valid_and_the_hand_ends(seed: int) -> None:
    states = list(random_hand(seed).history())
    assert len(states) < MOST_ACTIONS
    for state in states:
        assert_valid_state(state)


@given(SEEDS)
def test_what_is_legal_applies_and_all_else_is_refused(seed: int) -> None:
    for state in random_hand(seed).history():
        for action in [] if state.is_over else some_actions(state):
            assert state.can(action) == should_be_legal(state, action), (state, action)
            if not state.can(action):
                with pytest.raises(IllegalActionError, match="legal: "):
                    state.apply(action)
                continue
            assert_valid_state(state.apply(action))


@given(SEEDS)
def test_what_is_won_is_what_was_paid(seed: int) -> None:
    state = random_hand(seed)
    assert sum(state.payoffs) == 0
    assert min(now - then for now, then in zip(state.stacks, state.payoffs, strict=True)) >= 0


@given(SEEDS)
def test_the_events_tell_every_chip(seed: int) -> None:
    state = random_hand(seed)
    stacks = list(state.start_stacks)
    for event in state.events:
        gain = 1 if isinstance(event, Award | UncalledReturned) else -1
        if hasattr(event, "chips"):
            stacks[event.seat] += gain * event.chips
    assert tuple(stacks) == state.stacks


@given(SEEDS)
def test_whatever_a_seat_sees_its_choices_and_events_are_those_of_the_hand(seed: int) -> None:
    state = random_hand(seed)
    for seat in range(state.seats):
        view = state.view(seat)
        assert_valid_state(view)
        assert (view.stacks, view.legal_actions) == (state.stacks, state.legal_actions)
        assert list(map(type, view.events)) == list(map(type, state.events))


@given(SEEDS)
def test_a_sample_of_a_view_is_a_hand_that_looks_the_same(seed: int) -> None:
    for state in list(random_hand(seed).history())[:-1]:
        view = state.view(state.actor)
        full = view.sampled(seed)
        assert_valid_state(full)
        assert full.view(state.actor) == view
