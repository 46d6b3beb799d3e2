"""The jobs of several players as handsight does them: each function prepares one."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count
from statistics import fmean
from typing import Any

from benchmarks.inputs import SEED, Pot, Size, is_hand
from benchmarks.timing import Work
from handsight import BoardStrengths, Equity, Range, board_strengths, equity
from handsight.odds.counting.hands import count_winners
from handsight.odds.equity import seatings
from handsight.odds.equity.result import exact_equity
from handsight.odds.spot import Spot

SAMPLES = 4
"""Number of calls of a sampled job: few, because each takes many trials."""

ERROR_VARIANCE = 0.15
"""Variance of the best range's share of a six-player pot. With it, a sample in which each
deal counts once has as many trials at the required error as other jobs."""

NEVER = 2.0
"""More often than always: nobody changes hands."""

MANY: dict[str, Any] = {"trials": 100_000_000, "seed": SEED}

AT_ONCE = 4
"""How many times as many trials threads share, because each needs many chunks."""


def counted(pots: list[Pot]) -> Work:
    """Count who wins each pot; known hands are read from text, ranges are parsed beforehand."""
    ready = [(_players(pot), pot.board) for pot in pots]

    def run() -> list[Equity]:
        return [equity(players, board, method="exact") for players, board in ready]

    return Work(run, len(pots), answers=run)


def counted_anew(pots: list[Pot]) -> Work:
    """Count known hands on all boards, even those in the shipped table."""

    def run() -> list[Equity]:
        spots = [Spot.parse(pot.players, pot.board, "") for pot in pots]
        return [
            exact_equity(spot, dict(enumerate(count_winners(spot.hands, spot.board, spot.dead))))
            for spot in spots
        ]

    return Work(run, len(pots), answers=run)


def counted_from_text(pots: list[Pot]) -> Work:
    """Count who wins each pot, and parse the ranges each time."""

    def run() -> list[Equity]:
        return [equity([Range(text) for text in pot.players], pot.board) for pot in pots]

    return Work(run, len(pots), answers=run)


def sampled(pot: Pot, size: Size) -> Work:
    """Sample who wins a pot in several calls, each with another seed."""
    players, seeds = _players(pot), count()
    trials = size.trials // SAMPLES

    def run() -> list[Equity]:
        return [_sample(players, trials, next(seeds)) for _ in range(SAMPLES)]

    return Work(run, trials * SAMPLES, answers=run, remark=lambda: _acceptance(run()))


def sampled_at_once(pot: Pot, size: Size, threads: int = 1) -> Work:
    """Sample who wins a pot in one call, with the same seed each time.

    Args:
        threads: number of threads; their pool is created before the clock starts, and lives as long
            as the process.
    """
    players = _players(pot)
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    trials = size.trials * AT_ONCE

    def run() -> list[Equity]:
        return [_sample(players, trials, SEED, pool)]

    return Work(run, trials, answers=run)


def sampled_to_an_error(pot: Pot, size: Size, *, seated: bool = True) -> Work:
    """Sample who wins a pot until its largest standard error is small.

    Because errors fall with the square root of the time, times compare as standard error squared
    times seconds.

    Args:
        seated: whether players change hands; otherwise each deal counts once, as it came.
    """
    players, worth_it = _players(pot), seatings.WORTH_IT
    error = (ERROR_VARIANCE / size.trials) ** 0.5

    def run() -> list[Equity]:
        seatings.WORTH_IT = worth_it if seated else NEVER
        try:
            return [equity(players, method="monte_carlo", target_stderr=error, **MANY)]
        finally:
            seatings.WORTH_IT = worth_it

    return Work(run, 1, answers=run)


def board_tables(pots: list[Pot]) -> Work:
    """Compute the strengths of all hands on each board against one range, parsed beforehand."""
    ready = [(pot.board, Range(pot.players[0])) for pot in pots]

    def run() -> list[BoardStrengths]:
        return [board_strengths(board, villain) for board, villain in ready]

    return Work(run, len(pots), answers=run)


def _players(pot: Pot) -> list[str | Range]:
    return [text if is_hand(text) else Range(text) for text in pot.players]


def _sample(
    players: list[str | Range], trials: int, seed: int, executor: Executor | None = None
) -> Equity:
    return equity(players, method="monte_carlo", trials=trials, seed=seed, executor=executor)


def _acceptance(results: list[Equity]) -> str:
    accepted = fmean(result.acceptance or 1.0 for result in results)
    return f"{accepted:.1%} of the draws accepted" if accepted < 1 else ""
