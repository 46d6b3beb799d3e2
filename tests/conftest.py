"""What all tests share: where compiled kernels are kept, how hypothesis draws, what is skipped."""

import gc
import os
from collections.abc import Generator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import EXAMPLES
from tests.peers import in_one_place
from tests.repeats import leave_repeats

# Nothing is written outside the checkout. Kernels read this when they are first imported.
os.environ.setdefault("HANDSIGHT_CACHE_DIR", str(Path(__file__).parents[1] / ".cache"))
# The workers share the cores. More threads than cores wait for each other in numpy's products,
# which then take ten times as long. Numpy reads this when it is first imported, in processes that
# tests start too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
LOCKS = Path(os.environ["HANDSIGHT_CACHE_DIR"]) / "compiling"
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if IS_WORKER:
    from tests.compiling import alone, compile_once

    compile_once(LOCKS)

settings.register_profile(
    "handsight",
    deadline=None,  # the first call of a kernel may compile it
    derandomize=True,  # a failure here is a failure everywhere
    max_examples=EXAMPLES,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("handsight")


# --- what is done once ----------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="session")
def _schemas_are_kept() -> None:
    """Check what each command prints with --json against its schema."""
    from tests.schemas import check_all_runs

    check_all_runs()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among thousands of tests, which all live to the end of the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave repeats to the exhaustive run, before pytest deselects by marks."""
    leave_repeats(items)


# --- what is skipped ------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let one worker compile a file, and tell of one skipped for want of a peer as of the peer."""
    shared = IS_WORKER and isinstance(collector, pytest.Module)
    name = collector.nodeid.replace("/", ".")
    with alone(LOCKS, name) if shared else nullcontext():
        return _told((yield))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell of a test that is skipped for want of a peer as of the peer."""
    return _told((yield))


def _told(report):
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = in_one_place(report.longrepr)
    return report
