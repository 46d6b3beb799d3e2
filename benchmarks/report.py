"""The report of a run: a table on the terminal, and JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.job import MOST_MEGABYTES, Job
from benchmarks.layout import columns, facts, figure
from benchmarks.measure import Result
from benchmarks.results import Figures, KindResults, Origin

QUICK = "quick run: little work and few repeats, so these figures are worth little"
LONGEST = 8
"""How many of the slowest jobs are listed."""

COLUMNS = ("job", "handsight", "must", "aim", "kept", "others (we are faster by)", "MB")


@dataclass(frozen=True)
class Run:
    """A whole run.

    Attributes:
        kind: kind of the machine.
        origin: when, from which code and on which machine the run was made.
        quick: whether its figures are of little value.
        results: results of the jobs.
    """

    kind: str
    origin: Origin
    quick: bool
    results: list[Result]

    def figures(self) -> KindResults:
        """Return the part of the run that is stored."""
        jobs = {each.job.name: Figures.of(each, self.origin) for each in self.results}
        return KindResults(self.kind, jobs)

    def mismatches(self) -> list[str]:
        """Return all wrong answers."""
        return [f"{each.job.name}: {text}" for each in self.results for text in each.mismatches]

    def skipped(self) -> list[str]:
        """Return what was not measured, and why."""
        jobs = [f"{each.job.name}: {each.skipped}" for each in self.results if each.skipped]
        return jobs + [f"{name}: {reason}" for name, reason in self.origin.missing.items()]


# --- text ---------------------------------------------------------------------------------------


def as_text(run: Run) -> str:
    """Format the run for a terminal."""
    rows = [COLUMNS, *(_row(result) for result in run.results)]
    return "\n".join([columns(rows), "", *_facts(run), *_remarks(run)])


def _row(result: Result) -> tuple[str, ...]:
    job = result.job
    ours = f"{figure(result.ours)} {job.unit.symbol}" if result.ours is not None else "skipped"
    return (
        job.name,
        ours,
        bound(job.must, rate=job.unit.is_rate),
        bound(job.aim, rate=job.unit.is_rate),
        kept(job, result.ours),
        ", ".join(_versus(result, name) for name in result.peers),
        "" if result.megabytes is None else f"{result.megabytes:.0f}",
    )


def bound(value: float | None, *, rate: bool) -> str:
    """Write a bound, with the side on which a figure keeps it."""
    return "" if value is None else f"{'≥' if rate else '≤'} {value:.4g}"


def kept(job: Job, value: float | None) -> str:
    """Return the name of the stricter bound that a figure keeps."""
    return _stricter(job.keeps(job.must, value), job.keeps(job.aim, value))


def kept_lead(job: Job, lead: float | None) -> str:
    """Return the name of the stricter bound that a lead over the fastest peer keeps."""
    if lead is None or job.must_lead is None:
        return ""
    return _stricter(lead >= job.must_lead, job.aim_lead is not None and lead >= job.aim_lead)


def _stricter(must: bool | None, aim: bool | None) -> str:
    if aim:
        return "aim"
    return "" if must is None else "must" if must else "NEITHER"


def _versus(result: Result, name: str) -> str:
    return f"{name} {figure(result.peers[name])} ({figure(result.times_faster(name))}×)"


def _facts(run: Run) -> list[str]:
    return [f"kind: {run.kind}", *facts_of(run.origin), _duration(run)]


def facts_of(run: Origin) -> list[str]:
    """List the machine, the libraries, the command, the day and the commit of a run."""
    return [
        *facts(run.machine, run.versions, run.command),
        f"date: {run.date}",
        f"commit: {run.commit}",
    ]


def _duration(run: Run) -> str:
    longest = sorted(run.results, key=lambda each: -(each.seconds or 0))[:LONGEST]
    jobs = ", ".join(f"{each.job.name} {each.seconds or 0:.0f}" for each in longest)
    return f"seconds: {sum(each.seconds or 0 for each in run.results):.0f}, most of them {jobs}"


def _remarks(run: Run) -> list[str]:
    return [
        *([QUICK] if run.quick else []),
        *(f"{each.job.name}: {each.remark}" for each in run.results if each.remark),
        *(f"not measured: {text}" for text in run.skipped()),
        *(f"MISMATCH: {text}" for text in run.mismatches()),
        *(f"{name} is slower than it must be beside the fastest peer" for name in _behind(run)),
        *(f"memory of {name} is not below {MOST_MEGABYTES} MB" for name in _greedy(run)),
    ]


def _behind(run: Run) -> list[str]:
    return [
        each.job.name
        for each in run.results
        if kept_lead(each.job, each.job.lead(each.ours, each.peers)) == "NEITHER"
    ]


def _greedy(run: Run) -> list[str]:
    return [each.job.name for each in run.results if (each.megabytes or 0) >= MOST_MEGABYTES]


# --- JSON ---------------------------------------------------------------------------------------


def as_json(run: Run) -> dict[str, Any]:
    """Return the run as fields for JSON."""
    return {
        "kind": run.kind,
        **asdict(run.origin),
        "quick": run.quick,
        "jobs": [_fields(result) for result in run.results],
    }


def _fields(result: Result) -> dict[str, Any]:
    job = result.job
    return {
        "name": job.name,
        "title": job.title,
        "unit": job.unit.symbol,
        "more_is_better": job.unit.is_rate,
        "figure": result.ours,
        "must": job.must,
        "aim": job.aim,
        "keeps_must": job.keeps(job.must, result.ours),
        "keeps_aim": job.keeps(job.aim, result.ours),
        "rivals": {
            name: {"figure": theirs, "times_faster": result.times_faster(name)}
            for name, theirs in result.peers.items()
        },
        "absent": job.absent or None,
        "elsewhere": job.elsewhere or None,
        "remark": result.remark or None,
        "megabytes": result.megabytes,
        "skipped": result.skipped or None,
        "seconds": result.seconds,
        "mismatches": result.mismatches,
    }
