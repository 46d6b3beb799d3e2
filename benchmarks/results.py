"""The figures of each kind of machine: one JSON file per kind, from which the page is made.

A run replaces the figures of its own kind, either all of them or those of its jobs. The figures of
each job keep a reference to their run, so that figures of different runs are never mixed without a
mark.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from benchmarks.measure import Result

FOLDER = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Origin:
    """The run from which figures come.

    Attributes:
        date: a day like 2026-01-31.
        commit: short commit, with a + if files differed from it.
        command: the command that started the run.
        machine: descriptions by name, such as "processor".
        versions: versions of the libraries, by name.
        calls: how each peer is called, by name.
        missing: why a peer did not take part, by name.
    """

    date: str
    commit: str
    command: str
    machine: dict[str, str]
    versions: dict[str, str]
    calls: dict[str, str]
    missing: dict[str, str]


@dataclass(frozen=True)
class Figures:
    """The figures of a job.

    Attributes:
        run: the run that measured them.
        unit: unit of the figures; if it is not the job's, they belong to an earlier form of the
            job.
        figure: our figure; None if there is none.
        peers: the peers' figures by name.
        megabytes: our resident memory at its peak; None if it was not measured.
        remark: a remark on our answers.
        skipped: why there is no figure of ours.
        mismatches: whose answers are wrong, and how.
        seconds: seconds that it took to measure the job; None if unknown.
    """

    run: Origin
    unit: str
    figure: float | None = None
    peers: dict[str, float] = field(default_factory=dict)
    megabytes: float | None = None
    remark: str = ""
    skipped: str = ""
    mismatches: list[str] = field(default_factory=list)
    seconds: float | None = None

    @classmethod
    def of(cls, result: Result, run: Origin) -> Figures:
        """Return the figures of a job that was just measured."""
        return cls(
            run=run,
            unit=result.job.unit.symbol,
            figure=result.ours,
            peers=result.peers,
            megabytes=result.megabytes,
            remark=result.remark,
            skipped=result.skipped,
            mismatches=result.mismatches,
            seconds=result.seconds,
        )


@dataclass(frozen=True)
class KindResults:
    """The figures of a kind of machine.

    Attributes:
        kind: the kind, from `benchmarks.machine.machine_kind`.
        jobs: figures by name of the job.
    """

    kind: str
    jobs: dict[str, Figures]

    @property
    def main_run(self) -> Origin:
        """The run of most figures, or the latest of several; figures of other runs get a mark."""
        runs = self.runs()
        counts = Counter(runs.index(each.run) for each in self.jobs.values())
        return max(runs, key=lambda run: (counts[runs.index(run)], run.date))

    def runs(self) -> list[Origin]:
        """Return the runs of the figures, in the order of their first jobs."""
        runs: list[Origin] = []
        for each in self.jobs.values():
            if each.run not in runs:
                runs.append(each.run)
        return runs

    def updated(self, newer: KindResults, names: Iterable[str]) -> KindResults:
        """Replace figures by those of the same jobs in a newer run.

        Args:
            names: names of all existing jobs, in order; figures of other jobs are dropped.
        """
        jobs = self.jobs | newer.jobs
        return KindResults(newer.kind, {name: jobs[name] for name in names if name in jobs})

    @classmethod
    def read(cls, path: Path) -> KindResults:
        """Read what `write` wrote."""
        content = json.loads(path.read_text("utf-8"))
        runs = [Origin(**run) for run in content["runs"]]
        jobs = {
            name: Figures(**(row | {"run": runs[row["run"]]}))
            for name, row in content["jobs"].items()
        }
        return cls(content["kind"], jobs)

    def write(self, path: Path) -> None:
        """Write the figures as JSON: each run once, and one line per job."""
        runs = self.runs()
        rows = [
            f"{json.dumps(name)}: {json.dumps(_row(each, runs), ensure_ascii=False)}"
            for name, each in self.jobs.items()
        ]
        listed = json.dumps([asdict(run) for run in runs], indent=1, ensure_ascii=False)
        text = ",\n".join(rows)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f'{{"kind": {json.dumps(self.kind)},\n"runs": {listed},\n"jobs": {{\n{text}\n}}}}\n',
            "utf-8",
        )


def _row(figures: Figures, runs: list[Origin]) -> dict[str, Any]:
    """Return the fields that are not empty."""
    values = {each.name: getattr(figures, each.name) for each in fields(figures)}
    kept = {name: value for name, value in values.items() if value not in (None, "", [], {})}
    return kept | {"run": runs.index(figures.run)}


def file_of(kind: str, folder: Path) -> Path:
    """Return the file name of a kind.

    Example:
        >>> file_of("AVX-512, Some(R) CPU @ 2 GHz", Path("results")).name
        'avx-512-some-r-cpu-2-ghz.json'
    """
    return folder / f"{re.sub(r'[^a-z0-9]+', '-', kind.lower()).strip('-')}.json"


def read_all(folder: Path) -> list[KindResults]:
    """Read the figures of all kinds, ordered by name."""
    kinds = [KindResults.read(path) for path in folder.glob("*.json")]
    return sorted(kinds, key=lambda each: each.kind)


def store(measured: KindResults, names: Iterable[str], folder: Path) -> None:
    """Replace the figures of the same kind and jobs, and leave other kinds alone."""
    path = file_of(measured.kind, folder)
    before = KindResults.read(path) if path.exists() else KindResults(measured.kind, {})
    before.updated(measured, names).write(path)
