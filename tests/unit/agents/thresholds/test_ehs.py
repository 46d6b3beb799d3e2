"""The player by effective hand strength."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.cards import CardSet
from handsight.game import Action
from handsight.ranges import pocket_equity
from tests.oracles.values import oracle
from tests.unit.agents.situations import seen_by

FLOP = ("call", "check")


@pytest.mark.parametrize("hole", ["AsKs", "7c2d"])
def test_before_the_flop_it_tells_the_equity(hole):
    numbers = EhsPlayer().explain(seen_by(hole), Random(1)).numbers
    assert numbers["equity"] == pocket_equity(hole).equity


TO_THE_RIVER = [
    case for case in oracle("potential") if len(CardSet(case["board"])) + case["lookahead"] == 5
]


@pytest.mark.parametrize("case", TO_THE_RIVER, ids=lambda case: case["hole"] + case["board"])
def test_its_strength_is_that_of_an_independent_program(case):
    later = ["check"] * 2 * (len(CardSet(case["board"])) - 3)
    seen = seen_by(case["hole"], *FLOP, *later, board=case["board"])
    numbers = EhsPlayer().explain(seen, Random(1)).numbers
    assert numbers["strength"] == pytest.approx(case["EHS"], abs=1e-12)
    assert numbers["PPot"] == pytest.approx(case["PPot"], abs=1e-12)


def test_a_better_hand_is_never_played_worse():
    """By strength it folds, calls and raises the same bet."""
    bet = (*FLOP, "bet 100")
    done = [
        agent("ehs").act(seen_by(hole, *bet, board="3h4cJh"), Random(1)).kind
        for hole in ("8d7c", "AdQc", "JdJc")
    ]
    assert done == ["fold", "call", "raise"]


def test_its_thresholds_are_options():
    seen = seen_by("AdQc", *FLOP, board="3h4cJh")
    assert agent("ehs:bet_at=0.67").act(seen, Random(1)).kind == "raise"
    assert agent("ehs:bet_at=0.68").act(seen, Random(1)) == Action.check()
