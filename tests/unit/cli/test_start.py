"""What a process of the command line sets before anything heavy is loaded."""

import pytest

from tests.fresh import run

SCRIPT = """
import os, sys
from handsight import __main__ as start
assert "numpy" not in sys.modules
sys.argv = ["handsight", "--version"]
status = start._status()
print(status, os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize(("given", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_openblas_starts_no_threads_unless_it_is_asked_to(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], threads: str
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    done = run(SCRIPT, **given)
    assert done.stdout.splitlines()[-1] == f"0 {threads}", done.stderr
