"""The jobs of several players done by handsight: each function makes one ready to run."""

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
"""Calls of a sampled job: few, for each takes many trials."""

ERROR_VARIANCE = 0.15
"""Of the share of six players' pot that the best range gets: to its error a sample in which each
deal counts once has as many trials as other jobs."""

NEVER = 2.0
"""More often than always: nobody changes hands."""

MANY: dict[str, Any] = {"trials": 100_000_000, "seed": SEED}

AT_ONCE = 4
"""How many times as many trials threads share: there have to be many chunks for each."""


def counted(pots: list[Pot]) -> Work:
    """Count who wins each pot; known hands are read from text, ranges lie ready."""
    ready = [(_players(pot), pot.board) for pot in pots]

    def run() -> list[Equity]:
        return [equity(players, board, method="exact") for players, board in ready]

    return Work(run, len(pots), answers=run)


def counted_anew(pots: list[Pot]) -> Work:
    """Count known hands on all boards, also those that the shipped table has."""

    def run() -> list[Equity]:
        spots = [Spot.parse(pot.players, pot.board, "") for pot in pots]
        return [
            exact_equity(spot, dict(enumerate(count_winners(spot.hands, spot.board, spot.dead))))
            for spot in spots
        ]

    return Work(run, len(pots), answers=run)


def counted_from_text(pots: list[Pot]) -> Work:
    """Count who wins each pot, and read the ranges anew each time."""

    def run() -> list[Equity]:
        return [equity([Range(text) for text in pot.players], pot.board) for pot in pots]

    return Work(run, len(pots), answers=run)


def sampled(pot: Pot, size: Size) -> Work:
    """Sample who wins a pot, in some calls, each time from another seed."""
    players, seeds = _players(pot), count()
    trials = size.trials // SAMPLES

    def run() -> list[Equity]:
        return [_sample(players, trials, next(seeds)) for _ in range(SAMPLES)]

    return Work(run, trials * SAMPLES, answers=run, remark=lambda: _acceptance(run()))


def sampled_at_once(pot: Pot, size: Size, threads: int = 1) -> Work:
    """Sample who wins a pot in one call, from the same seed each time.

    Args:
        threads: their pool is made before the clock starts, and lives as long as the process.
    """
    players = _players(pot)
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    trials = size.trials * AT_ONCE

    def run() -> list[Equity]:
        return [_sample(players, trials, SEED, pool)]

    return Work(run, trials, answers=run)


def sampled_to_an_error(pot: Pot, size: Size, *, seated: bool = True) -> Work:
    """Sample who wins a pot until its largest standard error is small.

    As errors fall with the root of the time, times compare as standard error squared by seconds.

    Args:
        seated: let players change hands; else each deal counts once, as it came.
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
    """Find the strengths of all hands of each board against the one range, which lies ready."""
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
