"""The ranges of a blueprint's players on a line, and how often they have to call."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import Blueprint, blueprint_of
from handsight.blueprint.policy import (
    WeightedNode,
    blinds_of,
    line_of,
    places_of,
    price_at,
    steps_of,
)
from handsight.blueprint.reach import bounded_folds, reach_of
from handsight.game import Action, ActionRecord, HandCursor, HandState, Observation, Rules
from handsight.ranges.combos import COMBO_COUNT, combo_number
from handsight.ranges.suits import combo_tables

ALL = np.arange(COMBO_COUNT)


@pytest.fixture(scope="module")
def blueprint() -> Blueprint:
    return blueprint_of(100)


def random_action(seen: Observation, draw: Random) -> Action:
    """Draw an action that rarely ends a hand early, with sizes on and off the tree."""
    legal = seen.legal
    if legal.can_raise and draw.random() < 0.4:
        share = draw.choice([0.05, 0.1, 0.25, 0.4, 0.75, 1.0, 1.7])
        total = legal.price + round(share * (legal.pot + legal.call_cost))
        return Action.raise_to(min(max(total, legal.raise_min), legal.raise_max))
    return Action.call()


def decisions(seed: int) -> list[Observation]:
    """Return what the players saw at the decisions of a random hand."""
    draw = Random(seed)
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 2, button=seed % 2, seed=seed))
    seen = []
    while not cursor.state.is_over:
        seen.append(cursor.observation())
        cursor.apply(random_action(seen[-1], draw))
    return seen


def nodes_of(blueprint: Blueprint, seen: Observation) -> list[WeightedNode]:
    tree = blueprint.betting.tree
    return places_of(tree, seen, line_of(tree, seen))


def on_board(seen: Observation) -> NDArray[np.bool_]:
    return np.isin(combo_tables()[1], [card.index for card in seen.board]).any(1)


def played(blueprint: Blueprint, decisions: list[Observation], seat: int) -> NDArray[np.float64]:
    """Multiply the probabilities with which a player takes their actions at the table."""
    reach = np.ones(COMBO_COUNT)
    for now, after in pairwise(decisions):
        reach[on_board(now)] = 0
        if now.seat == seat:
            action = after.actions[len(now.actions)].action
            policy = blueprint.policy(now, ALL)
            if action.kind == "check":
                action = Action.call()
            many = len(nodes_of(blueprint, now)) > 1
            if action not in policy.actions or (many and action.kind != "call"):
                return np.zeros(0)  # a size that the blueprint plays at some of its nodes only
            reach = reach * policy.shares[:, policy.actions.index(action)]
    reach[on_board(decisions[-1])] = 0
    return reach


def test_a_range_is_the_product_of_what_is_played_at_the_table(blueprint: Blueprint) -> None:
    checked = raised = 0
    for seed in range(40):
        whole = decisions(seed)
        for end in range(2, len(whole) + 1):
            line, last = whole[:end], whole[end - 1]
            expected = played(blueprint, line, last.seat)
            if not nodes_of(blueprint, last) or not len(expected):
                continue
            steps = steps_of(blueprint.betting.tree, blinds_of(last), last.actions, last.button)
            board = [card.index for card in last.board]
            reach = np.where(on_board(last), 0, reach_of(blueprint, steps, last.seat, board))
            assert reach == pytest.approx(expected, abs=1e-9)
            checked += 1
            raised += any(each.legal.call_cost for each in line[1:-1] if each.seat == last.seat)
    assert checked >= 100
    assert raised >= 10


def test_no_bet_after_the_flop_wins_from_folds_alone(blueprint: Blueprint) -> None:
    bounded = loose = 0
    for seed in range(100, 160):
        line = decisions(seed)
        for number, seen in enumerate(line):
            if not (seen.board and seen.legal.call_cost):
                continue
            policy = blueprint.policy(seen, ALL)
            raw = unbounded(blueprint).policy(seen, ALL)
            if Action.fold() not in policy.actions:
                continue
            reach = played(blueprint, line[: number + 1], seen.seat)
            if not len(reach) or not reach.sum():
                continue
            at = policy.actions.index(Action.fold())
            folds = float(reach @ policy.shares[:, at]) / reach.sum()
            assert folds <= price_at(seen) + 1e-9
            assert (policy.shares[:, at] <= raw.shares[:, at] + 1e-9).all()
            assert policy.shares.sum(1) == pytest.approx(1)
            bounded += bool((policy.shares[:, at] < raw.shares[:, at] - 1e-9).any())
            loose += 1
    assert 5 <= bounded < loose


def unbounded(blueprint: Blueprint) -> Blueprint:
    return replace(blueprint, bounds_folds=False)


@pytest.mark.parametrize("stacks", [(10_000, 1_500), (10_000, 4_000), (10_000, 10_000)])
def test_chips_that_a_short_stack_cannot_match_are_no_better_price(
    blueprint: Blueprint, stacks: tuple[int, int]
) -> None:
    """A bet of ten times what the caller has left is an all-in for what the caller has."""
    cursor = HandCursor(HandState.start(Rules(), list(stacks), button=0, seed=7))
    for action in (Action.raise_to(300), Action.call(), Action.call(), Action.all_in()):
        cursor.apply(action)
    seen = cursor.observation()
    cost = min(stacks) - 300
    assert seen.legal.call_cost == cost
    assert price_at(seen) == pytest.approx(cost / (600 + cost))
    call = ActionRecord("flop", seen.seat, Action.call(), cost, all_in=True)
    line = (*seen.actions, call)
    *_, last = steps_of(blueprint.betting.tree, blinds_of(seen), line, seen.button)
    assert last.record.chips / last.pot == pytest.approx(cost / (600 + cost))


def test_a_hand_has_the_shares_of_its_combo(blueprint: Blueprint) -> None:
    for seed in range(20):
        for seen in decisions(seed):
            shares = blueprint.shares(seen)
            combo = combo_number(*(card.index for card in seen.hole))
            policy = blueprint.policy(seen, np.array([combo]))
            expected = dict(zip(policy.actions, policy.shares[0].tolist(), strict=True))
            assert shares == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(20))
def test_the_strongest_folds_become_calls(seed: int) -> None:
    """A loop over the hands, from the weakest on, that stops where the price is reached."""
    draw = np.random.default_rng(seed)
    reach = draw.random(COMBO_COUNT) * (draw.random(COMBO_COUNT) < 0.5)
    folds = draw.random(COMBO_COUNT) * (draw.random(COMBO_COUNT) < 0.7)
    buckets, price = draw.integers(0, 200, COMBO_COUNT), float(draw.random() * 0.5)
    kept = bounded_folds(folds, reach, price, buckets)
    left, expected = price * reach.sum(), np.zeros(COMBO_COUNT)
    for combo in sorted(range(COMBO_COUNT), key=lambda each: buckets[each]):
        part = min(reach[combo] * folds[combo], max(left, 0))
        expected[combo] = part / reach[combo] if reach[combo] else np.nan
        left -= part
    known = ~np.isnan(expected)
    assert kept[known] == pytest.approx(expected[known], abs=1e-9)


def test_folds_within_the_price_stay(blueprint: Blueprint) -> None:
    folds = np.full(COMBO_COUNT, 0.25)
    reach = np.ones(COMBO_COUNT)
    assert bounded_folds(folds, reach, 0.25, ALL) is folds
