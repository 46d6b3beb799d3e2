"""The command ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.figures_page import BenchmarksPage
from benchmarks.job import Job
from benchmarks.jobs import JOBS
from benchmarks.machine import describe_machine, machine_kind
from benchmarks.measure import Result, measure
from benchmarks.peers import Peer, find_peers, version_of
from benchmarks.report import Run, as_json, as_text
from benchmarks.results import FOLDER, KindResults, Origin, read_all, store

LIBRARIES = ("numpy", "numba", "llvmlite")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, and write the files that the options name.

    Args:
        arguments: command-line arguments; None for those of this process.

    Returns:
        The exit status: 1 if any answers are wrong, else 0.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = _options(words)
    if options.evaluators:
        return _race_evaluators(words, options)
    if options.from_results:
        _write_page(options.markdown, read_all(options.results))
        return 0
    jobs = _chosen(options.only)
    if not options.quick:
        _compile(word for name in options.only or () for word in ("--only", name))
    peers, missing = find_peers()
    origin = Origin(
        date=datetime.now(UTC).date().isoformat(),
        commit=_commit(),
        command=_command(options),
        machine=describe_machine(),
        versions=_versions(peers),
        calls={peer.name: peer.call for peer in peers},
        missing=missing,
    )
    run = Run(
        kind=machine_kind(),
        origin=origin,
        quick=options.quick,
        results=[_announced(measure(_begun(job), peers, quick=options.quick)) for job in jobs],
    )
    print(as_text(run))
    if options.json:
        options.json.write_text(json.dumps(as_json(run), indent=2) + "\n", "utf-8")
    if options.markdown:
        if not options.quick:
            store(run.figures(), [job.name for job in JOBS], options.results)
        kinds = [run.figures()] if options.quick else read_all(options.results)
        _write_page(options.markdown, kinds, quick=options.quick)
    return 1 if run.mismatches() else 0


def _write_page(path: Path, kinds: list[KindResults], *, quick: bool = False) -> None:
    path.write_text(str(BenchmarksPage(JOBS, kinds, quick=quick)), "utf-8")


def _command(options: argparse.Namespace) -> str:
    """Return the command of a run, without paths of this machine."""
    words = ["python", "-m", "benchmarks"]
    words += ["--quick"] if options.quick else []
    words += [word for name in options.only or () for word in ("--only", name)]
    for name in ("json", "markdown"):
        path: Path | None = getattr(options, name)
        if path:
            words += [f"--{name}", path.name if path.is_absolute() else path.as_posix()]
    return shlex.join(words)


def _commit() -> str:
    """Return the commit that is measured, with a + if files differ from it."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return described.stdout.strip()


def _options(words: list[str]) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(words)
    if options.svg and not options.evaluators:
        parser.error("--svg takes --evaluators")
    if options.from_results and (options.evaluators or not options.markdown):
        parser.error("--from-results takes --markdown, and no --evaluators")
    return options


def _race_evaluators(words: list[str], options: argparse.Namespace) -> int:
    """Race the evaluators, ours and others', in the same way."""
    from benchmarks.evaluators import race, start_of
    from benchmarks.evaluators_field import PEERS, field
    from benchmarks.evaluators_report import Race, as_json, as_page, as_svg, as_text

    if not options.quick:
        _compile(["--evaluators", *(w for name in options.only or () for w in ("--only", name))])
    machine = describe_machine()
    peers, missing = find_peers(PEERS)
    entrants = field(peers, all_walked=not options.quick)
    chosen = [each for each in entrants if any(name in each.name for name in options.only or [""])]
    if not chosen:
        raise SystemExit(
            f"no evaluator is named like that: {', '.join(each.name for each in entrants)}"
        )
    ran = Race(
        command=shlex.join(["python", "-m", "benchmarks", *words]),
        quick=options.quick,
        machine=machine,
        versions=_versions(peers),
        missing=missing,
        lines=race(chosen, quick=options.quick),
        bare=start_of("", 1 if options.quick else 4),
    )
    print(as_text(ran))
    if options.json:
        options.json.write_text(json.dumps(as_json(ran), indent=2) + "\n", "utf-8")
    if options.markdown:
        options.markdown.write_text(as_page(ran), "utf-8")
    if options.svg:
        options.svg.write_text(as_svg(ran), "utf-8")
    return 1 if ran.mismatches() else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Race handsight against the evaluators that are installed.",
        epilog="jobs: " + ", ".join(job.name for job in JOBS),
    )
    parser.add_argument("--quick", action="store_true", help="little work; worthless figures")
    parser.add_argument(
        "--evaluators",
        action="store_true",
        help="instead of the jobs: rank hands with all evaluators, ours, the papers' and peers'",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="keep the figures of this kind of machine, and write those of all kinds as a page",
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FOLDER",
        default=FOLDER,
        help="where figures are kept, a file for each kind of machine (benchmarks/results)",
    )
    parser.add_argument(
        "--from-results",
        action="store_true",
        help="measure nothing: write the page from the figures that are kept",
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the evaluators as a chart")
    parser.add_argument(
        *("--only", "-k"),
        action="append",
        metavar="NAME",
        help="only jobs, or evaluators, whose name contains this; may be given several times",
    )
    return parser


def _compile(words: Iterable[str]) -> None:
    """Run the same command in another process first, so that kernels come from the cache.

    Some kernels are slower in the process that compiled them.
    """
    print("compiling", file=sys.stderr, flush=True)
    quick = [sys.executable, "-m", "benchmarks", "--quick", *words]
    subprocess.run(quick, check=False, capture_output=True)


def _chosen(names: list[str] | None) -> list[Job]:
    """Return the jobs whose names contain one of the texts.

    Raises:
        SystemExit: if there is none.
    """
    jobs = [job for job in JOBS if names is None or any(name in job.name for name in names)]
    if not jobs:
        raise SystemExit(f"no job is named like that; jobs: {', '.join(j.name for j in JOBS)}")
    return jobs


def _versions(peers: list[Peer]) -> dict[str, str]:
    from handsight import __version__

    names = [*LIBRARIES, *(peer.name for peer in peers)]
    return {"handsight": __version__} | {name: version_of(name) for name in names}


def _begun(job: Job) -> Job:
    print(f"measuring {job.name}", file=sys.stderr, flush=True)
    return job


def _announced(result: Result) -> Result:
    """Print wrong answers at once, ahead of the final report."""
    for text in result.mismatches:
        print(f"MISMATCH in {result.job.name}: {text}", file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
