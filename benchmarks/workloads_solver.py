"""The solver's jobs: each function prepares one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from handsight.kernels.ahead import built
from handsight.odds import Spot
from handsight.solver import Betting, Solution, memory_of, push_fold, solve
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner

NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"
SPOTS = Path(__file__).parents[1] / "tests" / "oracles" / "solver.json"
"""Ranges, boards and sizes, and the value of another program's strategies there."""

OPTIONS = ("pot", "stack", "bets", "raises", "add_allin", "force_allin", "merging", "river_donk")
PAGE_FLOP = (
    "JJ-22, AJs-A2s, KTs+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AQo-ATo, KTo+, QTo+, JTo",
    "22+, A2s+, K7s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 76s, 65s, 54s, A7o+, KTo+, QTo+, JTo",
    "QsJh2h",
)
"""The ranges of the page's example of a turn, and its flop: a single-raised pot."""

STEPS = {"R2": 50, "T1": 10, "F2": 2, "S2": 1}
"""Steps of the jobs that do not solve: some milliseconds of work, or some tens on a flop."""


@cache
def question(name: str) -> tuple[Spot, Betting]:
    """Return one of the spots with its betting; S2 is a flop with two sizes on each street."""
    if name == "S2":
        return Spot.parse(PAGE_FLOP[:2], PAGE_FLOP[2]), Betting(180, 910, "33%, 75%", "60%")
    fields = spots()[name]
    betting = Betting(**{option: fields[option] for option in OPTIONS if option in fields})
    return Spot.parse([fields["oop"], fields["ip"]], fields["board"]), betting


@cache
def spots() -> dict[str, Any]:
    """Read the spots."""
    return dict(json.loads(SPOTS.read_text("utf-8")))


def solved(name: str, accuracy: float, threads: int = 1, storage: str = "f32") -> Work:
    """Solve a spot, with everything that `solve` does."""
    _require_cores(threads)
    spot, betting = question(name)
    steps: list[int] = []

    def run() -> Solution:
        solution = solve(spot, betting, accuracy, threads=threads, storage=storage)
        steps.append(solution.iterations)
        return solution

    megabytes = memory_of(spot, betting, storage) / 1e6
    words = f"{megabytes:.0f} MB"
    return Work(run, 1, answers=lambda: [run()], remark=lambda: f"{steps[-1]} steps, {words}")


def _require_cores(threads: int) -> None:
    if threads > (os.cpu_count() or 1):
        raise Unavailable(f"it takes {threads} cores")


def steps_of(name: str, threads: int = 1, storage: str = "f32") -> Work:
    """Run some learning steps.

    Args:
        name: the name of the spot.
        threads: number of threads; their pool is created while the clock runs, in less than a
            thousandth of a second.
        storage: ``"f32"`` or ``"i16"``.
    """
    _require_cores(threads)
    learner, count = _learner(name, storage), STEPS[name]

    def run() -> None:
        with learner.threads(threads):
            learner.learn(count)

    return Work(run, count, answers=lambda: [learner.exploitability()])


def looks_at(name: str) -> Work:
    """Measure the exploitability, as often as other jobs take steps."""
    learner, count = _learner(name), STEPS[name]

    def run() -> list[float]:
        return [learner.exploitability() for _ in range(count)]

    return Work(run, count, answers=run)


def _learner(name: str, storage: str = "f32") -> Learner:
    game = SolverGame.of(*question(name), storage)
    game.prepare()
    learner = Learner(game)
    learner.learn(2)
    return learner


def set_up(name: str) -> Work:
    """Set up a spot, and allocate everything that a solve needs."""
    memory = [memory_of(*question(name), storage) / 1e6 for storage in ("f32", "i16")]

    def run() -> Learner:
        game = SolverGame.of(*question(name))
        game.prepare()
        return Learner(game)

    words = "a solve takes {:.0f} MB in f32 and {:.0f} MB in i16".format(*memory)
    return Work(run, 1, answers=lambda: [run()], remark=lambda: words)


def charts(stacks: Sequence[int]) -> Work:
    """Solve push or fold for several stacks."""

    def run() -> list[Any]:
        return [push_fold(stack) for stack in stacks]

    return Work(run, 1, answers=run)


def first_command(*words: str) -> Work:
    """Run a command of handsight with nothing in the cache, and kernels that were built ahead.

    Raises:
        Unavailable: if they are not.
    """
    if built() is None:
        raise Unavailable("no kernels were built ahead: make kernels")
    return process("-m", "handsight", *words, first_run=True)


def process(*words: str, first_run: bool = False) -> Work:
    """Run Python as a separate process, which keeps its byte code as installed programs do.

    Args:
        first_run: whether nothing is compiled.
    """
    usual = {name: value for name, value in os.environ.items() if name != NO_BYTE_CODE}

    def run() -> str:
        with TemporaryDirectory() as folder:
            cache_folder = {"HANDSIGHT_CACHE_DIR": folder} if first_run else {}
            done = subprocess.run(
                [sys.executable, *words],
                env={**usual, **cache_folder},
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode:
            raise Unavailable(f"{' '.join(words)} fails: {done.stderr.strip()}")
        return done.stdout

    return Work(run, 1, answers=lambda: [run()])


def is_worth(name: str) -> Callable[[Work, Any], str]:
    """Return a check that a solved spot is worth what another program found."""

    def check(work: Work, size: Any) -> str:
        [solution] = work.answers()
        fields = spots()[name]
        off = max(
            abs(ours - theirs) for ours, theirs in zip(solution.ev, fields["ev"], strict=True)
        )
        most = (solution.exploitability + 0.001) * fields["pot"]
        return "" if off <= most else f"{off:.3f} chips from what the spot is worth"

    return check
