"""Learning with a schedule of discounts, against the solver's usual learning."""

import numpy as np
import pytest

from handsight.odds import Spot
from handsight.solver import Betting
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.schedules import kept_at, learn_by_schedule


def learner_of(storage: str = "f32") -> Learner:
    spot = Spot.parse(["AA, TT, 98s, 76s, KQs", "KK, JJ, A5s, 87s, QJs, 55"], "Ts7c2d4h")
    game = SolverGame.of(spot, Betting(100, 300, bets="66%", raises="a"), storage)
    game.prepare()
    return Learner(game)


@pytest.mark.parametrize("storage", ["f32", "i16"])
def test_the_values_are_those_that_the_usual_learning_finds_in_far_more_steps(storage: str) -> None:
    usual, scheduled = learner_of(), learner_of(storage)
    usual.learn(600)
    learn_by_schedule(scheduled, 200)
    assert scheduled.steps == 200
    assert scheduled.exploitability() < 0.005 * 100
    assert scheduled.values() == pytest.approx(usual.values(), abs=0.5)


def test_the_first_step_is_forgotten_and_later_ones_are_kept_more_and_more() -> None:
    steps = 50
    kept = np.array([kept_at(step, steps) for step in range(steps)])
    assert not kept[0].any()
    assert kept[1, 2] == 0
    assert (np.diff(kept[2:, 2]) > 0).all()
    assert (np.diff(kept[1:, 0]) > 0).all()
    assert (np.diff(kept[1:, 1]) < 0).all()
    assert (kept >= 0).all()
    assert (kept < 1).all()
