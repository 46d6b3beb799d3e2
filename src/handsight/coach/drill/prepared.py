"""A cache of results that a drill computes while the person thinks, for use in the feedback."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

from handsight.coach.drill.kind import Stopped, never

Result = TypeVar("Result")

MOST_CACHED = 32


class SolveStoppedError(Exception):
    """A computation was stopped before its end."""


class Prepared(Generic[Result]):
    """A function of the line of a hand, with a cache of its last results.

    Calls for different lines do not wait for each other. A second call for the same line waits for
    the first.

    Args:
        compute: takes the line, and a function that returns whether to stop; raises
            `SolveStoppedError` if it stopped.
        most: the maximum number of results in the cache.

    Example:
        >>> lengths = Prepared(lambda line, stopped: print("counting") or len(line))
        >>> lengths("50/100"), lengths("50/100")
        counting
        (6, 6)
    """

    def __init__(self, compute: Callable[[str, Stopped], Result], most: int = MOST_CACHED) -> None:
        self._compute, self._most = compute, most
        self._lock = Lock()
        self._held: dict[str, Future[Result]] = {}

    def __call__(self, line: str, stopped: Stopped = never) -> Result:
        """Return the result for a line; errors and stopped computations are not cached."""
        while True:
            with self._lock:
                held = self._held.get(line)
                if held is None:
                    future = self._held[line] = Future[Result]()
                    self._drop()
            if held is None:
                return self._run(future, line, stopped)
            try:
                return held.result()
            except SolveStoppedError:  # the other call was stopped, but this one is still wanted
                if stopped():
                    raise

    def _drop(self) -> None:
        """Drop the oldest finished results, if there are too many."""
        for line in [line for line, each in self._held.items() if each.done()]:
            if len(self._held) <= self._most:
                break
            del self._held[line]

    def _run(self, future: Future[Result], line: str, stopped: Stopped) -> Result:
        try:
            result = self._compute(line, stopped)
        except BaseException as error:
            with self._lock:
                del self._held[line]
            future.set_exception(error)
            raise
        future.set_result(result)
        return result
