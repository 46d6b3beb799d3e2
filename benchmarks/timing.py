"""How long a piece of work takes: the best of several repeats."""

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
        repeats: the fewest.
        seconds: repeat at least so long ...
        most_seconds: ... and no longer than that, once there are two repeats.
    """

    repeats: int
    seconds: float
    most_seconds: float


FULL = Effort(repeats=7, seconds=2.0, most_seconds=12.0)
QUICK = Effort(repeats=2, seconds=0.0, most_seconds=2.0)


@dataclass(frozen=True)
class Work:
    """A job made ready: its input lies there, and only what is asked for is timed.

    Attributes:
        run: does all of it.
        items: how many hands, deals or calls that is.
        answers: what comes out, in the form in which the job compares it.
        remark: gives a remark on the answers for the report.
    """

    run: Callable[[], Any]
    items: int
    answers: Callable[[], Any]
    remark: Callable[[], str] = lambda: ""


def best_seconds(run: Callable[[], Any], effort: Effort) -> float:
    """Time a call, without its first time, and give the best of several repeats.

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
