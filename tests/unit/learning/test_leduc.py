"""Leduc hold'em, whose value is known: tabular CFR, and Q-learning against strategies of it.

Both are written here from the rule in words, for a game of which all deals can be listed. The value
of the game for the first player is −.0856 (Lanctot et al., "OpenSpiel", 2019, and others).
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint.tree import BUTTON_FOLDED, SHOWDOWN
from tests.thorough import thorough
from tests.unit.blueprint.test_training import leduc, value

VALUE = -0.0856
BETTING, DEALS = leduc()
TREE = BETTING.tree
ROWS = TREE.rows(DEALS.counts)
NODES = range(len(TREE.players))
ENDS = {node for node in NODES if TREE.players[node] >= SHOWDOWN}
OUTCOMES = np.array([row[2] for row in DEALS.table])
BUCKETS = np.array([row[:2] for row in DEALS.table])

Tables = list[NDArray[np.float64]]
"""A number for each bucket and action, at each node."""


def blank() -> Tables:
    counts = [DEALS.counts[int(street)] for street in TREE.streets]
    return [np.zeros((counts[node], int(TREE.counts[node]))) for node in NODES]


def shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give shares in proportion to weights; all alike where there are none."""
    total = weights.sum(-1, keepdims=True)
    alike = 1 / max(weights.shape[-1], 1)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), alike)


def won_at(node: int) -> NDArray[np.float64]:
    """Give the chips that player 0 has won at an end, in each deal."""
    stake, player = int(TREE.paid[node].min()), int(TREE.players[node])
    if player == SHOWDOWN:
        return stake * OUTCOMES
    return np.full(len(OUTCOMES), -stake if player == BUTTON_FOLDED else stake)


def exact(strategy: Tables, seat: int, *, best: bool) -> float:
    """Give what a seat wins by a strategy for both, or by the best answer to it."""
    averages = np.concatenate([table.ravel() for table in strategy])
    trained: Any = SimpleNamespace(betting=BETTING, rows=ROWS, source=DEALS, averages=averages)
    return value(trained, seat, best=best)


# --- counterfactual regret ------------------------------------------------------------------------


def solved(rounds: int) -> Tables:
    """Learn by counterfactual regret (Zinkevich et al. 2007), over all deals and all lines.

    Players take turns, regrets below 0 are forgotten, and later rounds count more (Tammelin 2014).
    """
    regrets, sums = blank(), blank()

    def worth(node: int, seat: int, own: Any, theirs: Any, number: int) -> NDArray[np.float64]:
        """Give what a seat wins in each deal from here on."""
        if node in ENDS:
            return won_at(node) * (1 - 2 * seat)
        player, held = int(TREE.players[node]), BUCKETS[:, :, int(TREE.streets[node])]
        buckets = held[:, player]
        now = shares(regrets[node])[buckets].T
        children = list(TREE.children(node))
        if player != seat:
            parts = [
                worth(child, seat, own, theirs * share, number)
                for child, share in zip(children, now, strict=True)
            ]
            return np.asarray((now * parts).sum(0))
        parts = [
            worth(child, seat, own * share, theirs, number)
            for child, share in zip(children, now, strict=True)
        ]
        mean = (now * parts).sum(0)
        for action, part in enumerate(parts):
            np.add.at(regrets[node][:, action], buckets, theirs * (part - mean))
            np.add.at(sums[node][:, action], buckets, number * own * now[action])
        np.maximum(regrets[node], 0, out=regrets[node])
        return np.asarray(mean)

    everywhere = np.ones(len(OUTCOMES))
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            worth(0, seat, everywhere, everywhere, number)
    return sums


@cache
def equilibrium() -> Tables:
    return solved(120)


def test_counterfactual_regret_comes_to_the_value_of_the_game() -> None:
    strategy = equilibrium()
    assert exact(strategy, 0, best=False) == pytest.approx(VALUE, abs=0.005)
    gains = exact(strategy, 0, best=True) + exact(strategy, 1, best=True)
    assert 0 <= gains / 2 < 0.02


@pytest.mark.exhaustive
def test_more_rounds_of_counterfactual_regret_come_nearer() -> None:
    strategy = solved(1000)
    assert exact(strategy, 0, best=False) == pytest.approx(VALUE, abs=0.0002)
    gains = exact(strategy, 0, best=True) + exact(strategy, 1, best=True)
    assert 0 <= gains / 2 < 0.001


# --- Q-learning -----------------------------------------------------------------------------------


@dataclass
class QLearner:
    """Learns what each action of a seat is worth against a strategy (Watkins 1989).

    Args:
        opponent: the strategy of the other seat.
        explore: how often it does anything at all.
    """

    seat: int
    opponent: Tables
    explore: float = 0.3

    def learn(self, hands: int, seed: int) -> Tables:
        """Play hands, and give the values of the actions."""
        values, visits, rng = blank(), blank(), Random(seed)
        mixed = [shares(table).tolist() for table in self.opponent]
        ends = {node: won_at(node) * (1 - 2 * self.seat) for node in ENDS}
        for _ in range(hands):
            deal = rng.randrange(len(DEALS.table))
            node, last = 0, None
            while True:
                over = node in ENDS
                mine = not over and TREE.players[node] == self.seat
                if (over or mine) and last is not None:
                    at, row, action = last
                    bucket = int(BUCKETS[deal, self.seat, TREE.streets[node]])
                    target = ends[node][deal] if over else values[node][bucket].max()
                    visits[at][row, action] += 1
                    step = visits[at][row, action] ** -0.8
                    values[at][row, action] += step * (target - values[at][row, action])
                if over:
                    break
                bucket = int(BUCKETS[deal, int(TREE.players[node]), TREE.streets[node]])
                count = int(TREE.counts[node])
                if mine:
                    action = int(values[node][bucket].argmax())
                    if rng.random() < self.explore:
                        action = rng.randrange(count)
                    last = node, bucket, action
                else:
                    action = rng.choices(range(count), mixed[node][bucket])[0]
                node = list(TREE.children(node))[action]
        return values

    def answer(self, values: Tables) -> float:
        """Give exactly what the best actions by these values win against the opponent."""
        greedy = [
            np.eye(table.shape[1])[table.argmax(1)] if node not in ENDS else table
            for node, table in enumerate(values)
        ]
        own = [TREE.players[node] == self.seat for node in NODES]
        both = [mine if is_own else theirs for mine, theirs, is_own in
                zip(greedy, self.opponent, own, strict=True)]  # fmt: skip
        return exact(both, self.seat, best=False)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("hands", "most"),
    [(6_000, 0.5), pytest.param(300_000, 0.05, marks=[pytest.mark.exhaustive, thorough])],
)
def test_q_learning_finds_the_best_answer_to_random_actions(
    seat: int, hands: int, most: float
) -> None:
    learner = QLearner(seat, blank())
    best = exact(blank(), seat, best=True)
    won = learner.answer(learner.learn(hands, seed=7))
    assert best - most < won <= best + 1e-9


@pytest.mark.parametrize(
    ("hands", "most"),
    [(6_000, 0.2), pytest.param(300_000, 0.05, marks=[pytest.mark.exhaustive, thorough])],
)
def test_q_learning_wins_the_value_of_the_game_from_an_equilibrium_and_no_more(
    hands: int, most: float
) -> None:
    strategy = equilibrium()
    learner = QLearner(0, strategy)
    won = learner.answer(learner.learn(hands, seed=7))
    assert VALUE - most < won <= exact(strategy, 0, best=True) + 1e-9
    assert exact(strategy, 0, best=True) == pytest.approx(VALUE, abs=0.03)
