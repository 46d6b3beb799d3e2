"""Training with three players on games that are small enough for exact best responses."""

import numpy as np
import pytest

from handsight.multiway.training import TableTraining
from tests.thorough import thorough
from tests.unit.multiway.small_games import Profile, kuhn, leduc


def test_three_players_learn_kuhn() -> None:
    betting, deals = kuhn()
    training = TableTraining(betting, deals, explore=0)  # type: ignore[arg-type]
    training.learn(1600)
    profile = Profile(betting.tree.preflop, deals, training.strategy())
    assert max(profile.gains()) < 0.01
    assert min(profile.gains()) > -1e-9
    assert sum(profile.values()) == pytest.approx(0, abs=1e-9)


def test_three_players_learn_leduc() -> None:
    betting, deals = leduc()
    training = TableTraining(betting, deals, explore=0)  # type: ignore[arg-type]
    gains = []
    for rounds in (100, 700):
        training.learn(rounds)
        gains.append(max(Profile(betting.tree.preflop, deals, training.strategy()).gains()))
    assert gains[1] < 0.08 < gains[0]


@pytest.mark.exhaustive
@thorough
def test_three_players_learn_leduc_closely() -> None:
    betting, deals = leduc()
    training = TableTraining(betting, deals, explore=0)  # type: ignore[arg-type]
    training.learn(12_000)
    assert max(Profile(betting.tree.preflop, deals, training.strategy()).gains()) < 0.02


def test_a_best_response_gains_against_folding_everything() -> None:
    betting, deals = kuhn()
    shape = betting.tree.preflop
    strategy = np.zeros(int(shape.rows(deals.counts)[-1]), np.uint8)
    strategy[::2] = 255  # the first option: check, or fold to a bet
    gains = Profile(shape, deals, strategy).gains()
    # Unbet, the best of three random cards takes the antes; a bet takes all of them.
    assert gains == pytest.approx([2.0, 2.0, 2.0])
