"""Matches between two strategies: nobody wins from themselves, and folding everything loses."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from handsight.errors import OptionError
from handsight.multiway import TableBetting, TableBlueprint, TableTraining, play_match
from handsight.multiway.betting import LINES
from handsight.multiway.blueprint import shipped_buckets

BETTING = TableBetting(3, stack=20, preflop="60% / a", flop="75%", turn="75%", river="75%")


@pytest.fixture(scope="module")
def learned() -> TableBlueprint:
    training = TableTraining(BETTING, shipped_buckets(), deals=20)
    training.learn(40)
    return TableBlueprint.of(training)


def test_a_strategy_wins_nothing_from_itself(learned: TableBlueprint) -> None:
    assert play_match(learned, learned, deals=500).mean == pytest.approx(0, abs=1e-3)


def test_folding_everything_loses_the_blinds(learned: TableBlueprint) -> None:
    folding = learned.strategy.copy()
    rows = BETTING.tree.preflop.rows(learned.buckets.counts)
    for node in np.flatnonzero(BETTING.tree.preflop.players >= 0):
        numbers = folding[rows[node] : rows[node + 1]]
        numbers.reshape(-1, int(BETTING.tree.preflop.counts[node]))[:] = 0
        numbers.reshape(-1, int(BETTING.tree.preflop.counts[node]))[:, 0] = 1
    for result in (
        play_match(replace(learned, strategy=folding), learned, deals=4_000, seed=seed)
        for seed in (1, 2)
    ):
        # 50 bb/100 in the two blinds of three seats, but for flops that the big blind sees free.
        assert -51 <= result.mean <= -20


def test_threads_do_not_change_the_result(learned: TableBlueprint) -> None:
    uniform = replace(learned, strategy=np.zeros_like(learned.strategy))
    alone = play_match(learned, uniform, deals=11_000, seed=3)
    with ThreadPoolExecutor(3) as pool:
        assert play_match(learned, uniform, deals=11_000, seed=3, executor=pool) == alone
    assert alone.mean > 4 * alone.error > 0


def test_other_sharing_can_be_compared_but_other_bets_cannot(learned: TableBlueprint) -> None:
    lines = TableTraining(replace(BETTING, sharing=LINES), shipped_buckets(), deals=20)
    play_match(learned, TableBlueprint.of(lines), deals=10)
    other = TableTraining(replace(BETTING, flop="50%"), shipped_buckets(), deals=20)
    with pytest.raises(OptionError, match="have other bets"):
        play_match(learned, TableBlueprint.of(other), deals=10)
    with pytest.raises(OptionError, match="deals is 0"):
        play_match(learned, learned, deals=0)
