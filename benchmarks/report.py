"""The report of a run: a table on the terminal, a page, and JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from benchmarks.inputs import TIGHT, WIDE
from benchmarks.job import MOST_MEGABYTES
from benchmarks.layout import columns, facts, figure, grid
from benchmarks.measure import Result

COLUMNS = ("job", "handsight", "must", "aim", "kept", "others (we are faster by)", "MB")

LEGEND = f"""\
- **must** and **aim** are bounds that we set ourselves: the one we have to keep, the other we want
  to. **kept** names the harder one that the figure keeps.
- **others** are figures of the same job in the same run, and in brackets how many times faster
  handsight is; below 1 the other one is faster. The others have no function over arrays: against
  `evaluate_many` they rank random hands in a Python loop.
- **MB** is the peak of resident memory of our job in a process of its own, with the kernels
  compiled, Python and the input included; it must stay below {MOST_MEGABYTES}.
- Each figure is the best of several repeats on one thread. Only jobs that say so take two, and
  their figure is how many times as fast that is. Known hands and boards are read from text in the
  time that is measured, and each call has other cards: random deals, or the named ones in other
  namings of the suits, all 24, or 4 where one takes long. Ranges lie ready unless a job says
  otherwise.
- A wide range is `{WIDE}`, a tight one `{TIGHT}`.
- In the jobs of the game agents play by scripts that say fold, call or raise at each decision, the
  same for all who take part, with 20 big blinds. They ask what is legal at each turn, and all deal
  their own cards.
- In the jobs of the arena agents of ours play, and the time is that of all there is to do: deals,
  questions, rules, sums and records. Repeats have other cards, for some agents remember those that
  they have seen. What an isolated decision takes more is a time, and the start of its process is
  not in it. An agent's own time is that of whole hands, with all that it is told, over its
  decisions; the others at its table think none.
- In the jobs of the solver the spots are those of `tests/oracles/solver.json`. Figures of others
  "from another run" were measured once on one thread of a server core with AVX2, and compare no
  closer than machines do.
- Before anything is timed, the answers are compared: rankings have to put the same hands in the
  same order, exact shares have to be equal, and sampled ones to lie within the sample's error;
  scripted hands have to take as many actions and to win as many chips, but for shared pots. Ours
  are also compared with what is found another way: counts of other programs, all boards one by
  one, other functions of the library, or naive deals."""

INTRODUCTION = """\
# Benchmarks

This page is generated: `python -m benchmarks --markdown docs/benchmarks.md` measures everything
anew and writes it (`make bench` sets up what it takes). Another machine gives other figures.

The evaluators of the papers race on [a page of their own](evaluators-measured.md)."""


@dataclass(frozen=True)
class Run:
    """A whole run.

    Attributes:
        command: with which it was started.
        quick: whether its figures are worth little.
        machine: descriptions by name, such as "processor".
        versions: of the libraries, by name.
        calls: how each peer is called, by name.
        missing: why a peer did not take part, by name.
        results: of the jobs.
    """

    command: str
    quick: bool
    machine: dict[str, str]
    versions: dict[str, str]
    calls: dict[str, str]
    missing: dict[str, str]
    results: list[Result]

    def mismatches(self) -> list[str]:
        """Give all answers that are wrong."""
        return [f"{each.job.name}: {text}" for each in self.results for text in each.mismatches]

    def skipped(self) -> list[str]:
        """Give what was not measured, and why."""
        jobs = [f"{each.job.name}: {each.skipped}" for each in self.results if each.skipped]
        return jobs + [f"{name}: {reason}" for name, reason in self.missing.items()]


# --- text ---------------------------------------------------------------------------------------


def as_text(run: Run) -> str:
    """Lay the run out for a terminal."""
    rows = [COLUMNS, *(_row(result) for result in run.results)]
    return "\n".join([columns(rows), "", *_facts(run), *_remarks(run)])


def as_markdown(run: Run) -> str:
    """Lay the run out as a page of the documentation."""
    results = [COLUMNS, *(_row(each, "`") for each in run.results)]
    jobs = [f"- `{each.job.name}`: {each.job.title}{_details(each)}" for each in run.results]
    calls = [f"- {name} {run.versions[name]}: {call}" for name, call in run.calls.items()]
    parts = [
        INTRODUCTION,
        *(f"**{remark}**" for remark in _remarks(run)),
        "## Figures",
        grid(results),
        LEGEND,
        "## Jobs",
        _lines(jobs),
        "## Who took part",
        _lines(calls) or "Nobody.",
        "## Machine",
        _lines(f"- {fact}" for fact in _facts(run)),
    ]
    return "\n\n".join(parts) + "\n"


def _row(result: Result, quote: str = "") -> tuple[str, ...]:
    job = result.job
    ours = f"{figure(result.ours)} {job.unit.symbol}" if result.ours is not None else "skipped"
    return (
        f"{quote}{job.name}{quote}",
        ours,
        _bound(job.must, rate=job.unit.is_rate),
        _bound(job.aim, rate=job.unit.is_rate),
        _kept(result),
        ", ".join(_versus(result, name) for name in result.peers),
        "" if result.megabytes is None else f"{result.megabytes:.0f}",
    )


def _details(result: Result) -> str:
    """Give the remarks on a job: on its answers, and on peers that take no part."""
    remark = f" ({result.remark})" if result.remark else ""
    absent = f". Not raced: {result.job.absent}" if result.job.absent else ""
    elsewhere = f". From another run: {result.job.elsewhere}" if result.job.elsewhere else ""
    return remark + absent + elsewhere


def _bound(bound: float | None, *, rate: bool) -> str:
    return "" if bound is None else f"{'≥' if rate else '≤'} {bound:g}"


def _kept(result: Result) -> str:
    if result.keeps(result.job.aim):
        return "aim"
    if result.keeps(result.job.must):
        return "must"
    return "" if result.keeps(result.job.must) is None else "NEITHER"


def _versus(result: Result, name: str) -> str:
    return f"{name} {figure(result.peers[name])} ({figure(result.times_faster(name))}×)"


def _facts(run: Run) -> list[str]:
    return facts(run.machine, run.versions, run.command)


def _remarks(run: Run) -> list[str]:
    quick = ["quick run: little work and few repeats, so these figures are worth little"]
    return [
        *(quick if run.quick else []),
        *(f"{each.job.name}: {each.remark}" for each in run.results if each.remark),
        *(f"not measured: {text}" for text in run.skipped()),
        *(f"MISMATCH: {text}" for text in run.mismatches()),
        *(f"memory of {name} is not below {MOST_MEGABYTES} MB" for name in _greedy(run)),
    ]


def _greedy(run: Run) -> list[str]:
    return [each.job.name for each in run.results if (each.megabytes or 0) >= MOST_MEGABYTES]


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


# --- JSON ---------------------------------------------------------------------------------------


def as_json(run: Run) -> dict[str, Any]:
    """Give the run as fields for JSON."""
    return {
        "command": run.command,
        "quick": run.quick,
        "machine": run.machine,
        "versions": run.versions,
        "missing": run.missing,
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
        "keeps_must": result.keeps(job.must),
        "keeps_aim": result.keeps(job.aim),
        "rivals": {
            name: {"figure": theirs, "times_faster": result.times_faster(name)}
            for name, theirs in result.peers.items()
        },
        "absent": job.absent or None,
        "elsewhere": job.elsewhere or None,
        "remark": result.remark or None,
        "megabytes": result.megabytes,
        "skipped": result.skipped or None,
        "mismatches": result.mismatches,
    }
