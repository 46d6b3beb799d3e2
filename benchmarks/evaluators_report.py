"""The report of the race of evaluators: text, a page with a chart, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.evaluators import (
    BATCHES,
    BLOCK,
    FIVES,
    FIVES_IN_ORDER,
    FULL,
    RANDOM_SEVENS,
    SEVENS,
    SEVENS_IN_ORDER,
    SINGLES,
    Bound,
    Line,
    Task,
    bounds_of,
    times_as_fast,
)
from benchmarks.evaluators_chart import Bar, Panel, chart
from benchmarks.evaluators_field import OURS, PAPERS, PEER, REFERENCE
from benchmarks.layout import columns, facts, figure, grid
from benchmarks.peers import text_of

COMMAND = (
    "python -m benchmarks --evaluators --markdown docs/evaluators-measured.md "
    "--svg docs/evaluators-measured.svg"
)
INTRODUCTION = f"""\
# Evaluators measured

How fast every [evaluator of the papers](ideas/published-evaluators.md), ours, and those of other
installed packages (*peers*) rank hands. This page and its chart are generated; other machines have
other figures. `make bench ARGS=--evaluators` installs what it needs and measures, and

```text
{COMMAND}
```

writes the page and the chart."""

CHART = """\
![Hands per second of each evaluator, as bars on a scale of powers of ten; the table of batches has
the same figures](evaluators-measured.svg)"""

HEADINGS = {
    FIVES_IN_ORDER: "five, in order",
    FIVES: "five, random",
    SEVENS_IN_ORDER: "seven, in order",
    RANDOM_SEVENS: "seven, random",
}
KINDS = (OURS, PAPERS, PEER)
KIND_WORDS = ("handsight", "of the papers", "peers")
STATES = {True: "yes", False: "NO", None: ""}

BATCH_LEGEND = f"""\
Millions of hands per second on one thread; in brackets how many times as fast `{REFERENCE}` is on
the same cards.

- Evaluators other than the peers get an array of cards, 4 · rank + suit; the time includes the
  conversion to their own encoding. `evaluate_many`, `score_many` and `poker-eval, masks` get ready
  masks.
- The peers have no function over arrays: a batch is a Python loop over {FULL.loop:,} hands in the
  peer's own encoding.
- Five cards: all 2,598,960 hands, in the order of their cards or shuffled. Seven cards: {SEVENS:,}
  random hands, or in order the hands with the lowest cards {" and ".join(map(text_of, BLOCK))}. In
  order, successive hands take the same path through an evaluator and are close to each other in
  its tables; random hands are not.
- `two-plus-two, walked` evaluates all 133,784,560 hands in order, each from the cards that it
  shares with the hand before."""

SINGLE_LEGEND = f"""\
Microseconds per call, over {FULL.calls:,} hands in a Python loop, including the loop; in brackets
how many times as fast `evaluate_mask` is, whose figures are in the row of `evaluate_many`. It and
the peers get hands in their own encoding. The evaluators behind handsight's interface get a list of
cards, which `value(cards)` reads and checks; this takes longer than the ranking."""

SIZE_LEGEND = """\
- **tables** is the size of the tables that an evaluator looks up; for a peer, it is the size of the
  whole installed package.
- **start** is the time of a whole process: Python, the imports, and one hand, with kernels compiled
  and tables built beforehand; in brackets how many times as long as `handsight` it takes. Numba and
  numpy take most of it."""

SOUNDNESS = """\
Before an evaluator is timed, it ranks hands: one of each of the 7,462 classes of five cards, and
random hands of seven cards, in a batch and partly in single calls. The order and the ties must be
those of `evaluate_many`. An evaluator that differs gets no figures, except one that is kept for the
record and marked as wrong."""


@dataclass(frozen=True)
class Race:
    """A whole race.

    Attributes:
        command: the command that started the race.
        quick: whether its figures are of little value.
        machine: descriptions by name, such as "processor".
        versions: versions of the libraries, by name.
        missing: why a peer did not take part, by name.
        lines: results of the entrants.
        bare: seconds of a process that imports nothing.
    """

    command: str
    quick: bool
    machine: dict[str, str]
    versions: dict[str, str]
    missing: dict[str, str]
    lines: list[Line]
    bare: float | None

    def mismatches(self) -> list[str]:
        """Return which entrants order hands wrongly, and how."""
        return [f"{line.entrant.name}: {line.wrong}" for line in self.lines if line.wrong]


# --- tables ---------------------------------------------------------------------------------------

Rows = list[Sequence[str]]


def _bounds(race: Race) -> Rows:
    rows: Rows = [("figure", "measured", "must", "kept")]
    for bound in bounds_of(race.lines):
        sign = "≥" if bound.is_rate else "≤"
        measured = f"{figure(bound.figure)} {bound.unit}" if bound.figure else "not measured"
        rows.append((bound.words, measured, f"{sign} {bound.must:g}", STATES[bound.kept]))
    return rows


def _batches(race: Race) -> Rows:
    return [("evaluator", *HEADINGS.values()), *_speeds(race, BATCHES, lambda rate: rate / 1e6)]


def _singles(race: Race) -> Rows:
    lines = [line for line in race.lines if any(task in line.rates for task in SINGLES)]
    return [
        ("evaluator", *HEADINGS.values()),
        *_speeds(race, SINGLES, lambda rate: 1e6 / rate, lines),
    ]


def _speeds(
    race: Race, tasks: Sequence[Task], shown: Any, lines: Iterable[Line] | None = None
) -> Rows:
    return [
        (line.entrant.name, *(_speed(race, line, task, shown) for task in tasks))
        for line in (race.lines if lines is None else lines)
    ]


def _speed(race: Race, line: Line, task: Task, shown: Any) -> str:
    if task not in line.rates:
        return ""
    words = figure(shown(line.rates[task]))
    times = times_as_fast(race.lines, line, task)
    return words if times is None else f"{words} ({figure(times)}×)"


def _sizes(race: Race) -> Rows:
    lines = [line for line in race.lines if line.entrant.starts]
    ours = next((line.start for line in lines if line.entrant.name == REFERENCE), None)
    rows: Rows = [("evaluator", "tables", "start, s"), ("Python alone", "", figure(race.bare))]
    for line in lines:
        start = figure(line.start)
        if line.start and ours:
            start += f" ({figure(line.start / ours)}×)"
        rows.append((line.entrant.name, _size(line), start))
    return rows


def _size(line: Line) -> str:
    size = line.entrant.bytes
    if size is None:
        return ""
    words = (
        "none" if size == 0 else f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
    )
    return f"{words} installed" if line.entrant.kind == PEER else words


# --- text and page --------------------------------------------------------------------------------


def as_text(race: Race) -> str:
    """Format the race for a terminal."""
    tables = (
        ("bounds", _bounds(race)),
        ("batches: M hands/s", _batches(race)),
        ("single calls: µs", _singles(race)),
        ("sizes", _sizes(race)),
    )
    parts = [f"{title}\n{columns(rows)}" for title, rows in tables]
    return "\n\n".join([*parts, "\n".join([*_remarks(race), *_facts(race)])])


def as_page(race: Race) -> str:
    """Format the race as a page of the documentation."""
    parts = [
        INTRODUCTION,
        *(f"**{remark}**" for remark in _remarks(race)),
        CHART,
        *("## Bounds", grid(_bounds(race))),
        *("## Batches", grid(_batches(race)), BATCH_LEGEND),
        *("## Single calls", grid(_singles(race)), SINGLE_LEGEND),
        *("## Sizes and start-up", grid(_sizes(race)), SIZE_LEGEND),
        *("## Checks before timing", SOUNDNESS),
        *("## Programs compared", "\n".join(map(_introduced, race.lines))),
        *("## Machine", "\n".join(f"- {fact}" for fact in _facts(race))),
    ]
    return "\n\n".join(parts) + "\n"


def _introduced(line: Line) -> str:
    return f"- `{line.entrant.name}` ({line.entrant.kind}): {line.entrant.how}"


def _remarks(race: Race) -> list[str]:
    quick = ["quick run: little work and few repeats, so these figures are worth little"]
    return [
        *(quick if race.quick else []),
        *(f"MISMATCH: {text}" for text in race.mismatches()),
        *(f"{line.entrant.name} {line.remark}" for line in race.lines if line.remark),
        *(f"not measured: {name}: {reason}" for name, reason in race.missing.items()),
    ]


def _facts(race: Race) -> list[str]:
    return facts(race.machine, race.versions, race.command)


# --- chart and JSON -------------------------------------------------------------------------------


def as_svg(race: Race) -> str:
    """Draw the batches: random seven-card hands, and five-card hands in order."""
    titles = {
        RANDOM_SEVENS: "Random hands of seven cards, in a batch",
        FIVES_IN_ORDER: "All hands of five cards in order, in a batch",
    }
    panels = [Panel(title, _bars(race, task)) for task, title in titles.items()]
    return chart(panels, KIND_WORDS, "hands a second")


def _bars(race: Race, task: Task) -> tuple[Bar, ...]:
    return tuple(
        Bar(line.entrant.name, line.rates[task], KINDS.index(line.entrant.kind))
        for line in race.lines
        if task in line.rates
    )


def as_json(race: Race) -> dict[str, Any]:
    """Return the race as fields for JSON; rates are hands per second, times are in seconds."""
    return {
        "command": race.command,
        "quick": race.quick,
        "machine": race.machine,
        "versions": race.versions,
        "missing": race.missing,
        "python_start": race.bare,
        "bounds": [_bound_fields(bound) for bound in bounds_of(race.lines)],
        "evaluators": [_fields(race, line) for line in race.lines],
    }


def _bound_fields(bound: Bound) -> dict[str, Any]:
    return {
        "figure": bound.words,
        "unit": bound.unit,
        "measured": bound.figure,
        "must": bound.must,
        "more_is_better": bound.is_rate,
        "kept": bound.kept,
    }


def _fields(race: Race, line: Line) -> dict[str, Any]:
    return {
        "name": line.entrant.name,
        "kind": line.entrant.kind,
        "rates": {task.name: rate for task, rate in line.rates.items()},
        "handsight_is_faster_by": {
            task.name: times_as_fast(race.lines, line, task) for task in line.rates
        },
        "bytes": line.entrant.bytes,
        "start": line.start,
        "wrong": line.wrong or None,
        "remark": line.remark or None,
    }
