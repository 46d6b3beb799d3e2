"""Triples: made from values, and drawn."""

from collections import Counter
from random import Random

import pytest

from handsight.agents.models.action_values import Value
from handsight.agents.models.loki import (
    BettingTriple,
    best_of_kinds,
    chances_of,
    drawn,
    kind_of,
    triple_of,
)
from handsight.game import Action

FOLD = Value(Action.fold(), 0.0)
CALL = Value(Action.call(), 100.0)
SMALL = Value(Action.raise_to(300), 90.0)
LARGE = Value(Action.raise_to(900), 110.0)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Action.fold(), 0),
        (Action.check(), 1),
        (Action.call(), 1),
        (Action.bet(100), 2),
        (Action.raise_to(100), 2),
    ],
)
def test_checks_are_calls_and_bets_are_raises(action, kind):
    assert kind_of(Value(action, 0.0)) == kind


def test_of_raises_the_one_that_is_worth_most_counts():
    assert best_of_kinds([FOLD, CALL, SMALL, LARGE]) == {0: FOLD, 1: CALL, 2: LARGE}


def test_chances_add_up_to_one_and_follow_the_values():
    triple = triple_of({0: FOLD, 1: CALL, 2: LARGE}, scale=50)
    assert sum(triple) == pytest.approx(1)
    assert triple.raises > triple.call > triple.fold > 0


def test_what_is_one_scale_behind_comes_e_times_less_often():
    triple = triple_of({1: CALL, 2: LARGE}, scale=10)
    assert triple.raises / triple.call == pytest.approx(2.718281828)


def test_without_a_scale_the_best_is_certain():
    assert triple_of({0: FOLD, 1: CALL, 2: LARGE}, scale=0) == BettingTriple(0.0, 0.0, 1.0)


def test_actions_that_there_are_not_never_come():
    assert triple_of({1: CALL}, scale=10) == BettingTriple(0.0, 1.0, 0.0)


def test_only_the_best_of_each_kind_is_taken():
    values = [FOLD, CALL, SMALL, LARGE]
    triple = triple_of(best_of_kinds(values), scale=50)
    assert chances_of(values, 50) == [triple.fold, triple.call, 0.0, triple.raises]


def test_draws_come_as_often_as_the_chances_say():
    rng, values, chances = Random(1), [FOLD, CALL, LARGE], [0.2, 0.5, 0.3]
    found = Counter(drawn(values, chances, rng) for _ in range(4000))
    for value, chance in zip(values, chances, strict=True):
        assert found[value] / 4000 == pytest.approx(chance, abs=0.03)


def test_what_cannot_be_is_never_drawn():
    class Last(Random):
        def random(self):
            return 1 - 2**-53

    assert drawn([FOLD, CALL], [0.0, 0.9999999999999999], Last()) == CALL
