"""Measure a job: first whether the answers agree, then our figures and the peers'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from benchmarks import inputs, timing
from benchmarks.cases import Case
from benchmarks.inputs import Size
from benchmarks.job import Job, Unit
from benchmarks.peers import Peer
from benchmarks.processes import Unavailable, peak_memory_of, seconds_of_command
from benchmarks.timing import Effort, Work, best_seconds


@dataclass
class Result:
    """The result of a job.

    Attributes:
        job: the job.
        ours: our figure, in the job's unit; None if there is none.
        peers: the peers' figures by name, in the same unit.
        mismatches: whose answers are wrong, and how.
        skipped: why there is no figure of ours.
        megabytes: our resident memory at its peak; None if it was not measured.
        remark: a remark on our answers for the report.
        seconds: seconds that all of this took.
    """

    job: Job
    ours: float | None = None
    peers: dict[str, float] = field(default_factory=dict)
    mismatches: list[str] = field(default_factory=list)
    skipped: str = ""
    megabytes: float | None = None
    remark: str = ""
    seconds: float = 0.0

    def times_faster(self, peer: str) -> float | None:
        """Return how many times faster than a peer we are."""
        return self.job.times_faster(self.ours, self.peers[peer])


def measure(job: Job, peers: Iterable[Peer], *, quick: bool) -> Result:
    """Check and measure a job.

    Args:
        quick: whether to do less work with fewer repeats; the figures are then of little value.
    """
    effort, size = (timing.QUICK, inputs.QUICK) if quick else (timing.FULL, inputs.FULL)
    result = Result(job)
    began = perf_counter()
    try:
        if job.prepare is None:
            result.ours = seconds_of_command(effort, first_run=job.first_run)
        else:
            _race(result, job.prepare(size), peers, effort, size)
        if not job.first_run:
            result.megabytes = peak_memory_of(job.name, quick=quick) / 1e6
    except Unavailable as reason:
        result.skipped = str(reason)
    result.seconds = perf_counter() - began
    return result


def _race(result: Result, ours: Work, peers: Iterable[Peer], effort: Effort, size: Size) -> None:
    job = result.job
    wrong = job.check(ours, size)
    if wrong:
        result.mismatches.append(f"handsight: {wrong}")
        result.skipped = "our answers are wrong"
        return
    entered = _agreeing(result, ours, peers, size)
    result.remark = ours.remark()
    result.ours = _our_figure(job, ours, effort, size)
    for name, theirs in entered.items():
        result.peers[name] = _figure(theirs, job.unit, effort)


def _agreeing(result: Result, ours: Work, peers: Iterable[Peer], size: Size) -> dict[str, Work]:
    """Return the work of the peers that reach our answers, and record those that do not."""
    case = result.job.case
    if case is None:
        return {}
    entered = {}
    answers = ours.answers()
    for peer in peers:
        if (theirs := case.prepare(peer, size)) is None:
            continue
        if wrong := _disagreement(case, answers, theirs, size):
            result.mismatches.append(f"{peer.name}: {wrong}")
        else:
            entered[peer.name] = theirs
    return entered


def _disagreement(case: Case, ours: list[Any], theirs: Work, size: Size) -> str:
    try:
        return case.agree(ours, theirs.answers(), size)
    except Exception as error:  # whatever a peer raises, the others go on
        return f"fails with {type(error).__name__}: {error}"


def _our_figure(job: Job, ours: Work, effort: Effort, size: Size) -> float:
    if job.baseline is None:
        return _figure(ours, job.unit, effort)
    other = best_seconds(job.baseline(size).run, effort)
    seconds = best_seconds(ours.run, effort)
    if job.unit.is_rate:
        return other / seconds
    return (seconds - other) / ours.items * job.unit.per_base


def _figure(work: Work, unit: Unit, effort: Effort) -> float:
    seconds = best_seconds(work.run, effort)
    base = work.items / seconds if unit.is_rate else seconds / work.items
    return base * unit.per_base
