"""What a job is, and what its figure is in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.cases import Case
from benchmarks.inputs import Size
from benchmarks.timing import Work

MOST_MEGABYTES = 200
"""Of resident memory, for every job with its kernels compiled."""


@dataclass(frozen=True)
class Unit:
    """What a figure is in.

    Attributes:
        symbol: as it is printed.
        per_base: how many of it make one item a second, or one second.
        is_rate: whether more is better; else it is a time.
    """

    symbol: str
    per_base: float
    is_rate: bool = False


GIGA = Unit("G hands/s", 1e-9, is_rate=True)
MEGA = Unit("M hands/s", 1e-6, is_rate=True)
THOUSANDS = Unit("k hands/s", 1e-3, is_rate=True)
TRIALS = Unit("M trials/s", 1e-6, is_rate=True)
MATCHES = Unit("matches/s", 1.0, is_rate=True)
MICRO, MILLI, SECONDS = Unit("µs", 1e6), Unit("ms", 1e3), Unit("s", 1.0)
TIMES = Unit("×", 1.0, is_rate=True)


@dataclass(frozen=True)
class Job:
    """Something to measure.

    Attributes:
        name: short, for the command line.
        title: what is done.
        unit: of the figures.
        must: the bound that a figure has to keep; None for information only.
        aim: the bound that we want it to keep.
        prepare: makes our work ready; None where it is a process of its own.
        check: (our work, size) -> what is wrong with our answers; empty if nothing is.
        case: how peers take part; None if nobody can.
        absent: why those who seem to do the same take no part.
        elsewhere: figures of others from another run, on another machine; they are not raced.
        first_run: whether the process starts with nothing compiled.
        baseline: makes the same work ready in another way; if given, the figure is how many times
            as fast as that our work is, or in a unit of time, how much more an item takes than so.
    """

    name: str
    title: str
    unit: Unit
    must: float | None = None
    aim: float | None = None
    prepare: Callable[[Size], Work] | None = None
    check: Callable[[Work, Size], str] = field(default=lambda work, size: "")
    case: Case | None = None
    absent: str = ""
    elsewhere: str = ""
    first_run: bool = False
    baseline: Callable[[Size], Work] | None = None

    def keeps(self, bound: float | None, figure: float | None) -> bool | None:
        """Say whether a figure of ours keeps a bound; None if one of the two is missing."""
        if bound is None or figure is None:
            return None
        return figure >= bound if self.unit.is_rate else figure <= bound

    def times_faster(self, ours: float | None, theirs: float) -> float | None:
        """Say how many times faster than theirs our figure is."""
        if ours is None:
            return None
        return ours / theirs if self.unit.is_rate else theirs / ours
