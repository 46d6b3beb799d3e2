"""Against players whose policy is known the posterior is Bayes' rule, to the last digit."""

from itertools import pairwise

import pytest

from handsight.game import Acted, HandState
from handsight.opponents.model import OpponentModel, PolicyLikelihood
from handsight.ranges.combos import COMBOS
from tests.naive.opponents import posterior
from tests.unit.opponents.model.play import chances, hand_is_good, play, policy, raises_met

HANDS = range(40)
CODES = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}


def follow(states: list[HandState], hero: int | None = None) -> OpponentModel:
    """Let a model that knows the policy follow a hand by its events."""
    model = OpponentModel(PolicyLikelihood(policy), epsilon=0, floor=0)
    last, start = states[-1], states[0]
    hole = start.hole(hero) if hero is not None else None
    model.start_hand(start.start_stacks, start.button, seat=hero, hole=hole or "")
    for event in last.events:
        model.observe(event)
    return model


def by_hand(states: list[HandState], seat: int, dead: set[int]) -> dict[frozenset[int], float]:
    """Work the posterior of a seat out from the states, without any context of ours."""
    seen, boards = [], []
    for before, after in pairwise(states):
        if before.actor == seat:
            acted = [event for event in after.events if isinstance(event, Acted)][-1]
            code = CODES[acted.action.kind]
            seen.append((code, before.to_call == 0, raises_met(before)))
            boards.append(tuple(card.index for card in before.board))
    found = posterior(
        boards,
        dead | {card.index for card in states[-1].board},
        lambda hole, board, number: chances(hand_is_good(hole, board), *seen[number][1:])[
            seen[number][0]
        ],
    )
    return {hole: float(weight) for hole, weight in found.items()}


@pytest.mark.repeats(2)
@pytest.mark.parametrize("seed", HANDS)
def test_the_posterior_is_that_worked_out_combo_by_combo(seed: int) -> None:
    states = play(seed)
    model = follow(states)
    for seat in states[-1].players:
        counted = by_hand(states, seat, set())
        weights = model.weights(seat).tolist()
        for cards, weight in zip(COMBOS, weights, strict=True):
            assert weight == pytest.approx(counted.get(frozenset(cards), 0.0), abs=1e-9)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("seed", HANDS[:6])
def test_the_cards_of_the_one_who_looks_on_are_dead_for_the_others(seed: int) -> None:
    states = play(seed, seats=2)
    hole = states[0].hole(0)
    assert hole is not None
    counted = by_hand(states, 1, {card.index for card in hole})
    weights = follow(states, hero=0).weights(1).tolist()
    for cards, weight in zip(COMBOS, weights, strict=True):
        assert weight == pytest.approx(counted.get(frozenset(cards), 0.0), abs=1e-9)


def test_hands_go_to_all_streets_so_that_all_of_them_are_tested() -> None:
    assert {play(seed)[-1].street for seed in HANDS} == {"preflop", "flop", "turn", "river"}


def test_a_range_that_can_hold_nothing_any_more_begins_anew() -> None:
    model = OpponentModel(PolicyLikelihood(lambda *_: (0.0, 1.0, 0.0)), epsilon=0, floor=0)
    model.start_hand([1000, 1000], 0, posts=[5, 10])
    model.act(0, "raise", 30)
    assert len(model.range(0)) == 1326
