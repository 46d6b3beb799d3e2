"""A browser and a server for it; without them the tests skip, or fail where they are required.

The browser is the system's own Chromium; HANDSIGHT_CHROMIUM names another one.
HANDSIGHT_NEEDS_BROWSER=1 lets the tests fail where there is none.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

CHROMIUM = os.environ.get("HANDSIGHT_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
STEP = 10_000
"""Milliseconds that a step may take on a busy machine."""


def _skip(reason: str) -> None:
    if os.environ.get("HANDSIGHT_NEEDS_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run `handsight serve` and give the address of its page, without the last slash."""
    folder = tmp_path_factory.mktemp("serve")
    stores = ("--store", str(folder / "hands.db"), "--drills", str(folder / "drill.db"))
    with running_server(*stores) as address:
        yield address


@contextmanager
def running_server(*arguments: str, port: str = "0") -> Iterator[str]:
    """Run `handsight serve` with these arguments; give the address of its page."""
    command = [sys.executable, "-m", "handsight", "serve", "--port", port, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found is not None, line
            yield found[0].rstrip("/")
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start the browser."""
    if os.environ.get("PYTEST_XDIST_WORKER"):
        # Playwright keeps a loop in its process, in which tests that start a server fail.
        _skip("tests in a browser run apart from others: make test ARGS='-n 0 tests/browser'")
    try:
        from playwright.sync_api import sync_playwright  # comes with an extra
    except ModuleNotFoundError:
        _skip("Playwright is not installed: pip install 'handsight[browser]'")
    if CHROMIUM is None:
        _skip(
            "there is no Chromium: install the system's package, or name it in HANDSIGHT_CHROMIUM"
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Any, server: str) -> Iterator[Any]:
    """Give an empty page whose addresses begin at the server; errors on it fail the test."""
    context = browser.new_context(base_url=server)
    opened = context.new_page()
    opened.set_default_timeout(STEP)
    faults: list[str] = []
    opened.refusals = False  # whether answers of status 400, which the console names, are meant
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda said: said.type == "error" and faults.append(said.text))
    yield opened
    context.close()
    assert [each for each in faults if not (opened.refusals and "status of 400" in each)] == []


def until(page: Any, condition: str, seconds: float = STEP / 1000) -> None:
    """Wait until an expression of JavaScript holds; the page's policy forbids it to wait itself."""
    last = monotonic() + seconds
    while not page.evaluate(condition):
        assert monotonic() < last, condition
        page.wait_for_timeout(30)


PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
