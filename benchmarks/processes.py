"""Jobs in separate processes: the command line, and the memory that a job takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.timing import Effort

COMMAND = ("explain", "AhKh", "--board", "Qh7h2c", "--json")


class Unavailable(Exception):
    """Raised if a job cannot be done here; the message says why."""


def seconds_of_command(effort: Effort, *, first_run: bool) -> float:
    """Time ``handsight explain ... --json`` from its start to its end.

    Args:
        first_run: whether nothing is compiled before each run; otherwise everything is.

    Returns:
        Seconds, the best of several.

    Raises:
        Unavailable: if the command fails.
    """
    if first_run:
        return min(_seconds_in_fresh_folder() for _ in range(min(effort.repeats, 2)))
    _seconds_of_one()
    return min(_seconds_of_one() for _ in range(effort.repeats))


def _seconds_in_fresh_folder() -> float:
    with TemporaryDirectory() as folder:
        return _seconds_of_one(folder)


def _seconds_of_one(cache: str | None = None) -> float:
    folder = {} if cache is None else {"HANDSIGHT_CACHE_DIR": cache}
    start = perf_counter()
    output = _output("-m", "handsight", *COMMAND, **folder)
    seconds = perf_counter() - start
    try:
        json.loads(output)
    except ValueError as error:
        raise Unavailable(f"what the command prints is no JSON: {error}") from error
    return seconds


def peak_memory_of(job: str, *, quick: bool) -> int:
    """Measure the resident memory of a job in a separate process, with compiled kernels.

    Returns:
        The peak in bytes.

    Raises:
        Unavailable: if the process fails.
    """
    size = ["--quick"] if quick else []
    return int(_output("-m", "benchmarks.memory", job, *size).split()[-1])


def run_module(name: str, *arguments: str) -> None:
    """Run a module in a separate process.

    Raises:
        Unavailable: if the process fails.
    """
    _output("-m", name, *arguments)


def _output(*arguments: str, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        last = (result.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise Unavailable(f"the process ends with status {result.returncode}: {last}")
    return result.stdout
