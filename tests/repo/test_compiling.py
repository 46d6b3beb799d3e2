"""Two processes that need the same kernel at once compile it once."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

ROOT = Path(__file__).parents[2]
COMPILER = """
import sys, time
from pathlib import Path
import numba
import numba.core.event as events
from tests.compiling import compile_once

class Count(events.Listener):
    def on_start(self, event): print("compiled", flush=True)
    def on_end(self, event): time.sleep(1)

compile_once(Path(sys.argv[1]) / "locks")
numba.config.CACHE_DIR = sys.argv[1]
from tests.repo.kernel_for_compiling import twice
with events.install_listener("numba:compile", Count()):
    print("ready", flush=True)
    sys.stdin.readline()
    assert twice(21) == 42
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of files")
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.exhaustive
def test_a_kernel_is_compiled_by_one_of_two_processes(tmp_path: Path) -> None:
    path = os.pathsep.join(filter(None, [*sys.path, str(ROOT)]))
    both = [
        subprocess.Popen(
            [sys.executable, "-c", COMPILER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )
        for _ in range(2)
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    printed = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert "".join(printed) == "compiled\n"
