"""The jobs of training at a table: each function prepares one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

from benchmarks.inputs import Size
from benchmarks.timing import Work
from handsight.multiway import TableBetting, TableTraining
from handsight.multiway.betting import LINES
from handsight.multiway.blueprint import shipped_buckets
from handsight.multiway.training import DEALS, LANES

ROUNDS = 10
SEATS = 6
WALKS = ROUNDS * LANES * DEALS * SEATS

LITE = TableBetting(
    SEATS,
    preflop="60%, a / 100%, a / 90%, a",
    flop="50%, a / 50%, a",
    turn="66%, a / 66%, a",
    river="75%, a / 75%, a",
    multiway="",
    flop_players=SEATS,
    force_allin=0.0,
    rake=0.05,
    rake_cap=300,
    sharing=LINES,
)
"""The tree of donksolver's `6max-lite`: every line before the flop has its own strategy after it,
and flops that more than two players see are checked down."""


@cache
def training() -> TableTraining:
    """Return the training that all repetitions continue; it has 60 buckets, and the peer 50."""
    return TableTraining(LITE, shipped_buckets())


def walks_of_six(threads: int) -> Work:
    """Learn for some rounds; every player walks once through each deal.

    Args:
        threads: number of threads.
    """
    learned = training()

    def run() -> None:
        with ThreadPoolExecutor(threads) as pool:
            learned.learn(ROUNDS, pool)

    return Work(run, WALKS, answers=lambda: [learned.rounds])


def has_learned(work: Work, size: Size) -> str:
    """Check that regrets and averages have changed, and are numbers."""
    learned = training()
    work.run()
    totals = float(abs(learned.regrets).sum()), float(learned.averages.sum())
    return "" if 0 < min(totals) < float("inf") else f"the totals are {totals}"
