"""Solves a spot: finds an equilibrium of one betting tree between two ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TypeAlias

from handsight.errors import OptionError
from handsight.odds import Spot
from handsight.runtime.integers import is_whole
from handsight.runtime.machine import cores
from handsight.solver.betting import Betting
from handsight.solver.game import STORAGES, STREET_OF, SolverGame
from handsight.solver.learning import Learner
from handsight.solver.locking import apply_locks, relock
from handsight.solver.locks import NodeLock
from handsight.solver.solution import Solution

FIRST_CHECK = 10
"""The number of steps before the first check of the exploitability."""

FASTEST = 3.0
"""The exploitability falls about as the number of steps to the power of -1 to -3. Assuming the
fastest fall, the solver waits with the next check for the first step that may be accurate enough.
"""

CLOSEST = 20
"""The solver checks at most each time when the steps have grown by one in `CLOSEST`, and at least
each time when they have doubled. It does not count the steps of a solution that it continues."""

PATIENCE = 0.2
"""Approximate number of seconds between two points at which a solve can be stopped."""

MOST_STEPS = 1_000_000
MOST_THREADS = 256


@dataclass(frozen=True)
class SolveProgress:
    """The progress of a solve.

    Attributes:
        iterations: the number of steps so far, including those of a solution that is continued.
        exploitability: the exploitability as a share of the pot; None until the first check.
        accuracy: the exploitability at which the solve ends, as a share of the pot.
        seconds: the seconds spent on learning so far, including those of a solution that is
            continued.
    """

    iterations: int
    exploitability: float | None
    accuracy: float
    seconds: float


Watcher: TypeAlias = Callable[[SolveProgress], object]
"""A callable that receives the progress of a solve, and ends the solve if it returns True."""


def solve(
    spot: Spot,
    betting: Betting,
    accuracy: float = 0.005,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    threads: int = 1,
    storage: str = "f32",
    memory: int | None = None,
    isomorphism: bool = True,
    locks: Sequence[NodeLock] | None = None,
    start: Solution | None = None,
    progress: Watcher | None = None,
) -> Solution:
    """Solve a spot: find strategies from which neither player gains by deviating.

    Both players learn to play the betting tree against each other by discounted regret
    minimisation, until best responses gain no more than ``accuracy`` or a limit is reached.

    Args:
        spot: two players, the first of them out of position, on a board of three to five cards.
        betting: the pot, the stacks and the bet sizes.
        accuracy: the exploitability to reach, as a share of the pot.
        seconds: the time limit for learning, in seconds; None for no limit.
        iterations: the maximum number of steps, in addition to those of ``start``; None for
            1,000,000.
        threads: the number of threads that share the boards of the next street; the result does not
            depend on it.
        storage: ``"f32"``, or ``"i16"`` for half the memory.
        memory: the maximum number of bytes; None for three quarters of the machine's memory.
        isomorphism: whether to solve only one of several equivalent cards.
        locks: nodes at which a player follows a given strategy; the exploitability covers only the
            decisions that stay free. None for no locks, or for the locks of ``start``.
        start: a solution of the same spot to continue from; ``storage`` and ``isomorphism`` then
            have no effect, and ``memory`` has one only if the locks differ. Its strategies are
            updated in place, unless the locks differ: then it stays unchanged, and the new solution
            begins with its strategies.
        progress: called with the progress of the solve; returning True ends it.

    Raises:
        InputError: if the spot cannot be solved, the line of a lock does not lead to a decision, or
            a range of a lock cannot be read.
        OptionError: if an option is out of bounds, if there are not exactly two players, if nobody
            can bet, if the tree is too large, if the solve needs too much memory, if a lock is
            invalid, or if ``start`` is a solution of another spot.

    Source:
        N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret
        Minimization", AAAI 2019.

    Example:
        >>> spot = Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d")
        >>> solution = solve(spot, Betting(100, 100, bets="a"), accuracy=0.001)
        >>> [round(share) for share in solution.ev]
        [75, 25]
    """
    _check_options(accuracy, seconds, iterations, threads)
    if start is None and len(spot.board) in STREET_OF and storage in STORAGES:
        load_kernels(len(spot.board), storage)
    began = perf_counter()
    if start is None:
        game = SolverGame.of(spot, betting, storage, isomorphism, tuple(locks or ()))
        game.require_memory(memory)
        game.prepare()
        learner = Learner(game)
        if game.locks:
            apply_locks(learner)
    else:
        learner = _continued(start, spot, betting, locks, memory)
    setup = perf_counter() - began
    before = 0.0 if start is None else start.seconds
    with learner.threads(threads):
        found, spent = _learn(learner, accuracy, seconds, iterations, progress, before)
    return Solution(learner, found, spent, setup)


@cache
def load_kernels(cards: int, storage: str) -> None:
    """Load or compile the kernels by laying out a small game.

    Args:
        cards: the number of cards on the board.
        storage: ``"f32"`` or ``"i16"``.
    """
    spot = Spot.parse(["AhKh", "AdKd"], "2c7d9s3hTc"[: 2 * cards])
    game = SolverGame.of(spot, Betting(1, 1, bets="a"), storage)
    game.prepare()
    Learner(game).exploitability()


def memory_of(spot: Spot, betting: Betting, storage: str = "f32") -> int:
    """Compute how many bytes a solve would take, without allocating anything large.

    Args:
        spot: two players and a board, as for `solve`.
        betting: the pot, the stacks and the bet sizes.
        storage: ``"f32"`` or ``"i16"``.

    Raises:
        InputError: if the spot cannot be solved.
        OptionError: for an unknown storage, for other than two players, for sizes with which nobody
            can bet, or for a tree that is too large.

    Example:
        >>> spot = Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d")
        >>> memory_of(spot, Betting(100, 100, bets="a")) < 100_000
        True
    """
    return SolverGame.of(spot, betting, storage).memory


def _learn(
    learner: Learner,
    accuracy: float,
    seconds: float | None,
    iterations: int | None,
    progress: Watcher | None,
    before: float,
) -> tuple[float, float]:
    """Learn until the accuracy or a limit is reached.

    Returns:
        The exploitability as a share of the pot, and the seconds spent, including ``before``.
    """
    pot, limit = learner.game.betting.pot, iterations or MOST_STEPS
    began, first = perf_counter(), learner.steps
    last = first + limit
    found: float | None = None
    checked, step_time, stopped = first, 0.0, False

    def spent() -> float:
        return perf_counter() - began

    while not stopped:
        until = min(first + _next_check(checked - first, found, accuracy), last)
        while learner.steps < until and not stopped:
            count = until - learner.steps
            if learner.steps == first:
                count = 1
            elif step_time > 0:
                count = max(1, min(count, int(PATIENCE / step_time)))
            learner.learn(count)
            step_time = spent() / (learner.steps - first)
            stopped = seconds is not None and spent() >= seconds
            if progress is not None:
                told = SolveProgress(learner.steps, found, accuracy, before + spent())
                stopped = progress(told) is True or stopped
        found, checked = learner.exploitability() / pot, learner.steps
        if progress is not None:
            told = SolveProgress(learner.steps, found, accuracy, before + spent())
            stopped = progress(told) is True or stopped
        stopped = stopped or found <= accuracy or learner.steps >= last
        stopped = stopped or (seconds is not None and spent() >= seconds)
    return float(found or 0.0), before + spent()


def _next_check(steps: int, found: float | None, accuracy: float) -> int:
    """Return after how many steps to check the exploitability again.

    Args:
        steps: the number of steps before the last check, or 0.
        found: the exploitability at the last check, as a share of the pot; None before it.
        accuracy: the exploitability to reach.
    """
    if found is None:
        return FIRST_CHECK
    growth = (found / accuracy) ** (1 / FASTEST) if accuracy > 0 else 2.0
    return max(math.ceil(steps * min(growth, 2.0)), steps + max(steps // CLOSEST, 1))


def _continued(
    start: Solution,
    spot: Spot,
    betting: Betting,
    locks: Sequence[NodeLock] | None,
    memory: int | None,
) -> Learner:
    game = start.learner.game
    same = game.betting == betting and spot.board == game.spot.board
    if not same or not (SolverGame.of(spot, betting).weights == game.weights).all():
        raise OptionError(
            "start is a solution of another spot; it must have the same ranges and betting"
        )
    if locks is None or tuple(locks) == game.locks:
        return start.learner
    return relock(start.learner, tuple(locks), memory)


def _check_options(
    accuracy: float, seconds: float | None, iterations: int | None, threads: int
) -> None:
    for name, value in (("accuracy", accuracy), ("seconds", seconds)):
        usable = isinstance(value, (int, float)) and not isinstance(value, bool)
        if value is not None and not (usable and value >= 0 and math.isfinite(value)):
            raise OptionError(f"{name} is {value!r}; it must be a number, 0 or more")
    if iterations is not None and not is_whole(iterations, range(1, MOST_STEPS + 1)):
        raise OptionError(f"iterations is {iterations!r}; it must be from 1 to {MOST_STEPS:,}")
    if accuracy == 0 and seconds is None and iterations is None:
        raise OptionError("an accuracy of 0 is never reached; set seconds or iterations too")
    if not is_whole(threads, range(1, MOST_THREADS + 1)):
        raise OptionError(
            f"threads is {threads!r}; it must be from 1 to {MOST_THREADS}, here {cores()} is best"
        )
