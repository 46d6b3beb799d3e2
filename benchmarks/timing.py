"""Time a piece of work: the best of several repeats."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Effort:
    """How much time goes into a figure.

    Attributes:
        repeats: the smallest number of repeats.
        seconds: repeat at least this long ...
        most_seconds: ... but no longer than this, once there are two repeats.
    """

    repeats: int
    seconds: float
    most_seconds: float


FULL = Effort(repeats=7, seconds=2.0, most_seconds=12.0)
QUICK = Effort(repeats=2, seconds=0.0, most_seconds=2.0)


@dataclass(frozen=True)
class Work:
    """A prepared job: its input is ready, so that only the job itself is timed.

    Attributes:
        run: does all of the work.
        items: number of hands, deals or calls in it.
        answers: returns the results, in the form in which the job compares them.
        remark: returns a remark on the answers for the report.
    """

    run: Callable[[], Any]
    items: int
    answers: Callable[[], Any]
    remark: Callable[[], str] = lambda: ""


def best_seconds(run: Callable[[], Any], effort: Effort) -> float:
    """Time a call without its first run, and return the best of several repeats.

    Returns:
        Seconds.
    """
    run()
    spans: list[float] = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        began = perf_counter()
        while not _is_enough(len(spans), perf_counter() - began, effort):
            start = perf_counter()
            run()
            spans.append(perf_counter() - start)
    finally:
        if collecting:
            gc.enable()
    return min(spans)


def _is_enough(repeats: int, seconds: float, effort: Effort) -> bool:
    if repeats >= 2 and seconds >= effort.most_seconds:
        return True
    return repeats >= effort.repeats and seconds >= effort.seconds
