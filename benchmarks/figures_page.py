"""The page of the documentation, made from the results of all kinds of machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from benchmarks.inputs import TIGHT, WIDE
from benchmarks.job import MOST_MEGABYTES, TIMES, Job
from benchmarks.layout import figure, grid
from benchmarks.report import QUICK, bound, facts_of, kept, kept_lead
from benchmarks.results import Figures, KindResults, Origin

COMMAND = "python -m benchmarks --markdown docs/benchmarks.md"
INTRODUCTION = f"""\
# Benchmarks

This page is generated: `{COMMAND}` measures all jobs
on your kind of machine, keeps the figures in `benchmarks/results`, and writes the page from the
figures of all kinds (`make bench` installs what it needs). Each kind of machine has a column;
other machines have other figures.

[Another page](evaluators-measured.md) compares the evaluators of the papers."""

RATIOS = """\
How many times as fast handsight is as another program in the same job and the same run; below 1,
the other one is faster. The other programs have no function over arrays: in the job
`evaluate-many` they rank random hands in a Python loop. "Another way" is the one that the title
of the job compares with."""

LEGEND = f"""\
- **must** and **aim** are bounds that we set ourselves: we have to keep the first, and want to keep
  the second. The brackets name the harder bound that a figure keeps.
- **MB** is the peak of the resident memory of our job in its own process, with Python, the compiled
  kernels and the input; it must stay below {MOST_MEGABYTES}.
- Each figure is the best of several repeats on one thread. Jobs whose title says so use two, and
  their figure says how many times as fast that is. The time includes reading known hands and boards
  from text. Each call has other cards: random deals, or the named cards with the suits exchanged,
  in all 24 ways, or in 4 if one takes long. Ranges are read beforehand unless a job says otherwise.
- A wide range is `{WIDE}`, a tight one `{TIGHT}`.
- In the jobs of the game, agents with 20 big blinds follow scripts that say fold, call or raise at
  each decision. The scripts are the same for all programs. They ask what is legal at each turn, and
  each program deals its own cards.
- In the jobs of the arena, our own agents play, and the time includes everything: deals, decisions,
  rules, sums and records. Each repeat has other cards, because some agents remember cards that they
  have seen. The figure of isolation is the additional time of a decision, without the start of the
  process. An agent's own time is that of whole hands, with everything that it is told, divided by
  its decisions; the other players at its table decide at once.
- The spots of the solver are those of `tests/oracles/solver.json`. Figures of other programs "from
  another run" were measured once, on one thread of a server core with AVX2, and compare only as far
  as the machines do.
- A call about one river cannot be faster than the parts that it needs. For `strength-river` they
  take about 17 µs: 8 to read and check the cards, 5 to lay them out for the kernels, 3 in the
  kernels, 1 for the result. For `equity-ranges-river` they take about 67 µs: 29 to read the board
  and remove its cards from two ranges, 20 to list the remaining combos, 9 in the kernels, 9 for the
  result. The rest of its 104 to 111 µs chooses the method, checks, and calls functions; its bound
  was 1.5 times this minimum, which no trial reached, and is now 120 µs.
- The number of instructions in its loop limits `score-many`. With AVX2 the loop takes 243 vector
  instructions for 16 hands, because each of 6 counts of bits takes 9. A core that runs 4 of them
  per cycle at 4.3 GHz cannot exceed 1.13 G hands/s; on two days, .99 and 1.07 were measured. The
  bound was 1, and is now .9. With AVX-512 the loop takes 281 instructions for 64 hands.
- A check of the exploitability walks the tree twice, as a learning step does, and visits the same
  nodes. On R2 each walk takes about 55 µs, and calling it from Python 8 µs more; all steps together
  are one call. The bound for R2 was 1, and is now .85: a solve checks once in ten steps or more.
- In the jobs of single calls, all programs start from the same text, numbers or masks. If the
  kernels were not compiled ahead, calling one from Python takes about 0.11 µs, and the checks of
  `evaluate_mask` take 0.05 more, so it cannot be faster than evaluators that are C functions of
  Python; `evaluate` takes 0.06 to 0.09 µs to look up each card, and 0.25 to make the set of cards
  and the result. If they were compiled ahead, both are C functions too. The name and the category
  of a hand are computed when they are first read.
- Kernels of ours that are compiled for another processor than the machine's own count as a kind of
  machine of their own; other programs run there as they are installed.
- The answers are compared before anything is timed: rankings must have the same order, exact shares
  must be equal, and sampled shares must agree within the sample's error. Scripted hands must have
  the same number of actions and win the same chips, except in shared pots. Our answers are also
  compared with those of another method: counts by other programs, all boards one by one, other
  functions of the library, or naive deals."""

OTHER_RUNS = """\
Figures with a number in square brackets are from another run than the rest of their column:"""

FASTEST = "the fastest of them"

LOAD = "load before"
"""The one description of a machine that every run shows; others appear only if they differ."""


class BenchmarksPage:
    """The page of some jobs, with a column for each kind of machine.

    Args:
        quick: whether the figures are of little value.
    """

    def __init__(
        self, jobs: Sequence[Job], kinds: Sequence[KindResults], *, quick: bool = False
    ) -> None:
        self._jobs, self._kinds, self._quick = jobs, kinds, quick
        self._other_runs = [
            (each, run) for each in kinds for run in each.runs() if run != each.main_run
        ]

    def __str__(self) -> str:
        """Return the page as Markdown."""
        other_runs = _section("## Figures of other runs", OTHER_RUNS, _lines(self._notes()))
        parts = [
            INTRODUCTION,
            *([f"**{QUICK}**"] if self._quick else []),
            *_section("## Faster by", RATIOS, self._ratios()),
            *_section("## Figures", self._figures()),
            *(other_runs if self._other_runs else []),
            LEGEND,
            *_section("## Figures of others", self._figures_of_others()),
            *_section("## Memory", "In MB.", self._memory()),
            *_section("## Problems", _lines(self._warnings()) or "None."),
            *_section("## Jobs", _lines(map(self._title, self._jobs))),
            *_section("## Programs compared", _lines(self._peers()) or "None."),
            *(part for each in self._kinds for part in _machine(each)),
        ]
        return "\n\n".join(parts) + "\n"

    # --- tables -----------------------------------------------------------------------------------

    def _ratios(self) -> str:
        rows = []
        for job in self._jobs:
            if job.unit is TIMES:
                rows.append(
                    (*_named(job), "another way", *_bounds(job), *self._cells(job, _ours(job)))
                )
            if job.must_lead is not None:
                bounds = bound(job.must_lead, rate=True), bound(job.aim_lead, rate=True)
                rows.append((*_named(job), FASTEST, *bounds, *self._cells(job, _lead(job))))
            for name in self._rivals(job):
                cells = self._cells(job, _ratio(job, name))
                rows.append((*_named(job), name, "", "", *cells))
        return grid([("job", "against", "must", "aim", *self._columns()), *rows])

    def _figures(self) -> str:
        rows = [
            (*_named(job), job.unit.symbol, *_bounds(job), *self._cells(job, _ours(job)))
            for job in self._jobs
            if job.unit is not TIMES
        ]
        return grid([("job", "unit", "must", "aim", *self._columns()), *rows])

    def _figures_of_others(self) -> str:
        rows = [
            (*_named(job), name, job.unit.symbol, *self._cells(job, _theirs(name)))
            for job in self._jobs
            for name in self._rivals(job)
        ]
        return grid([("job", "who", "unit", *self._columns()), *rows])

    def _memory(self) -> str:
        rows = [(*_named(job), *self._cells(job, _megabytes)) for job in self._jobs]
        return grid([("job", *self._columns()), *rows])

    def _columns(self) -> list[str]:
        return [each.kind for each in self._kinds]

    def _cells(self, job: Job, write: Callable[[Figures], str]) -> list[str]:
        """Write a cell for each kind; figures of another run than the rest get a mark."""
        cells = []
        for kind in self._kinds:
            row = _row(kind, job)
            text = write(row) if row else ""
            cells.append(f"{text}{self._mark(kind, row.run)}" if row and text else text)
        return cells

    def _mark(self, kind: KindResults, run: Origin) -> str:
        other = (kind, run)
        return f" [{self._other_runs.index(other) + 1}]" if other in self._other_runs else ""

    def _rivals(self, job: Job) -> list[str]:
        """List the programs that did a job on any kind of machine."""
        rows = [row for kind in self._kinds if (row := _row(kind, job))]
        return list(dict.fromkeys(name for row in rows for name in row.peers))

    # --- lists ------------------------------------------------------------------------------------

    def _notes(self) -> Iterable[str]:
        for number, (kind, run) in enumerate(self._other_runs, 1):
            usual = kind.main_run.machine | kind.main_run.versions
            facts = [
                f", {name} {text}"
                for name, text in (run.machine | run.versions).items()
                if name == LOAD or text != usual.get(name)
            ]
            yield (
                f"[{number}] {run.date}, commit {run.commit}, `{run.command}`, {kind.kind}"
                + "".join(facts)
            )

    def _warnings(self) -> Iterable[str]:
        for kind in self._kinds:
            rows = {job: _row(kind, job) for job in self._jobs}
            if absent := [job.name for job, row in rows.items() if row is None]:
                yield f"{kind.kind}: not measured: {', '.join(absent)}"
            for job, row in rows.items():
                yield from (f"{kind.kind}: {text}" for text in (_amiss(job, row) if row else ()))
            for name, reason in kind.main_run.missing.items():
                yield f"{kind.kind}: not measured: {name}: {reason}"

    def _title(self, job: Job) -> str:
        """Return a job's title, remarks on its answers, and why peers do not take part."""
        remarks = {kind.kind: row.remark for kind in self._kinds if (row := _row(kind, job))}
        texts = set(remarks.values())
        if len(texts) > 1:
            remark = "; ".join(f"{kind}: {text}" for kind, text in remarks.items() if text)
        else:
            remark = "".join(texts)
        absent = f". Not compared: {job.absent}" if job.absent else ""
        elsewhere = f". From another run: {job.elsewhere}" if job.elsewhere else ""
        return f"`{job.name}`: {job.title}{f' ({remark})' if remark else ''}{absent}{elsewhere}"

    def _peers(self) -> Iterable[str]:
        runs = [run for kind in self._kinds for run in (kind.main_run, *kind.runs())]
        names = dict.fromkeys(name for run in runs for name in run.calls)
        for name in names:
            raced = [run for run in runs if name in run.calls]
            call, versions = raced[0].calls[name], [run.versions.get(name) for run in raced]
            yield f"{name} {', '.join(dict.fromkeys(v for v in versions if v))}: {call}"


def _row(kind: KindResults, job: Job) -> Figures | None:
    """Return a job's figures; None if they are missing, or of an earlier form of the job."""
    row = kind.jobs.get(job.name)
    return row if row and row.unit == job.unit.symbol else None


def _named(job: Job) -> tuple[str]:
    return (f"`{job.name}`",)


def _bounds(job: Job) -> tuple[str, str]:
    return bound(job.must, rate=job.unit.is_rate), bound(job.aim, rate=job.unit.is_rate)


def _ours(job: Job) -> Callable[[Figures], str]:
    def write(row: Figures) -> str:
        if row.figure is None:
            return "skipped"
        text = figure(row.figure) + ("×" if job.unit is TIMES else "")
        words = kept(job, row.figure)
        return f"{text} ({words})" if words else text

    return write


def _ratio(job: Job, peer: str) -> Callable[[Figures], str]:
    def write(row: Figures) -> str:
        theirs = row.peers.get(peer)
        times = None if theirs is None else job.times_faster(row.figure, theirs)
        return "" if times is None else f"{figure(times)}×"

    return write


def _lead(job: Job) -> Callable[[Figures], str]:
    def write(row: Figures) -> str:
        lead = job.lead(row.figure, row.peers)
        return "" if lead is None else f"{figure(lead)}× ({kept_lead(job, lead)})"

    return write


def _theirs(peer: str) -> Callable[[Figures], str]:
    return lambda row: figure(row.peers.get(peer))


def _megabytes(row: Figures) -> str:
    return "" if row.megabytes is None else f"{row.megabytes:.0f}"


def _amiss(job: Job, row: Figures) -> Iterable[str]:
    if row.skipped:
        yield f"not measured: {job.name}: {row.skipped}"
    yield from (f"MISMATCH: {job.name}: {text}" for text in row.mismatches)
    if job.keeps(job.must, row.figure) is False:
        yield f"{job.name} does not keep its must"
    if kept_lead(job, job.lead(row.figure, row.peers)) == "NEITHER":
        yield f"{job.name} is slower than it must be beside {FASTEST}"
    if (row.megabytes or 0) >= MOST_MEGABYTES:
        yield f"memory of {job.name} is not below {MOST_MEGABYTES} MB"


def _machine(kind: KindResults) -> list[str]:
    seconds = [row.seconds for row in kind.jobs.values() if row.run == kind.main_run]
    whole = sum(each or 0 for each in seconds)
    took = [f"took: {whole / 60:.0f} minutes, without compiling"] if whole else []
    return _section(f"## {kind.kind}", _lines([*facts_of(kind.main_run), *took]))


def _section(*parts: str) -> list[str]:
    return list(parts)


def _lines(entries: Iterable[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)
