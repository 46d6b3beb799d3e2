"""Run one job once and print its peak resident memory: ``python -m benchmarks.memory JOB``."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

from benchmarks.processes import COMMAND

STATUS = Path("/proc/self/status")


def peak_bytes() -> int:
    """Return the peak resident memory of this process, in bytes.

    Without /proc it comes from ``getrusage``, which may count the parent as well.
    """
    if STATUS.exists():
        for line in STATUS.read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def explain_once() -> None:
    """Run the command line in this process."""
    from handsight.cli.main import main

    with redirect_stdout(StringIO()), suppress(SystemExit):
        main(list(COMMAND), prog_name="handsight")


def do_once(name: str, *, quick: bool) -> None:
    """Run a job once."""
    from benchmarks.inputs import FULL, QUICK
    from benchmarks.jobs import job_named

    prepare = job_named(name).prepare
    if prepare is None:
        explain_once()
    else:
        prepare(QUICK if quick else FULL).run()


if __name__ == "__main__":
    do_once(sys.argv[1], quick="--quick" in sys.argv[2:])
    print(peak_bytes())
