"""The definition of a job, and the units of figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmarks.cases import Case
from benchmarks.inputs import Size
from benchmarks.timing import Work

MOST_MEGABYTES = 200
"""Limit on the resident memory of every job with compiled kernels, in megabytes."""


@dataclass(frozen=True)
class Unit:
    """The unit of a figure.

    Attributes:
        symbol: the unit as it is printed.
        per_base: how many of it equal one item per second, or one second.
        is_rate: whether more is better; otherwise it is a time.
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
        name: a short name for the command line.
        title: description of the work.
        unit: unit of the figures.
        must: the bound that a figure has to keep; None if it is for information only.
        aim: the bound that we would like it to keep.
        must_lead: how many times as fast as the fastest peer the figure has to be; None if that is
            for information only.
        aim_lead: how many times as fast we would like it to be.
        prepare: prepares our work; None if the job is a process of its own.
        check: (our work, size) -> what is wrong with our answers; empty if nothing is.
        case: how peers take part; None if nobody can.
        absent: why programs that seem to do the same do not take part.
        elsewhere: figures of other programs from another run, on another machine; they are not
            raced.
        first_run: whether the process starts with nothing compiled.
        baseline: prepares the same work in another way. If given, the figure is how many times as
            fast our work is; with a unit of time, it is how much longer an item takes.
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
    must_lead: float | None = None
    aim_lead: float | None = None

    def keeps(self, bound: float | None, figure: float | None) -> bool | None:
        """Check whether our figure keeps a bound; None if one of the two is missing."""
        if bound is None or figure is None:
            return None
        return figure >= bound if self.unit.is_rate else figure <= bound

    def lead(self, ours: float | None, peers: Mapping[str, float]) -> float | None:
        """Return how many times faster than the fastest peer our figure is; None without peers."""
        leads = [self.times_faster(ours, theirs) for theirs in peers.values()]
        return min((each for each in leads if each is not None), default=None)

    def times_faster(self, ours: float | None, theirs: float) -> float | None:
        """Return how many times faster than theirs our figure is."""
        if ours is None:
            return None
        return ours / theirs if self.unit.is_rate else theirs / ours
