"""A Python of one's own, in which nothing was imported or compiled yet."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(script: str, **modes: str) -> subprocess.CompletedProcess[str]:
    """Run a script with the modes of numba that are named, and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    path = os.pathsep.join(filter(None, [*sys.path, str(ROOT)]))
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        env=kept | modes | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
