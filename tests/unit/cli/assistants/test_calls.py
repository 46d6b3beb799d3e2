"""Commands run in processes of their own, which end at limits and when a call is cancelled."""

import asyncio
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from handsight.arena.sandbox.limits import children_of
from handsight.cli.assistants import calls
from handsight.cli.assistants.calls import StoppedCallError, run_command
from handsight.cli.assistants.limits import ToolLimits
from tests.unit.cli.assistants.long import LONG, compile_long

anyio = pytest.importorskip("anyio", reason="anyio is not installed (extra: mcp)")

LIMITS = ToolLimits(seconds=60)
Left = Callable[[], set[int]]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_long()


def answered(words: list[str], limits: ToolLimits = LIMITS) -> calls.CommandAnswer:
    return asyncio.run(run_command(words, limits))


@pytest.fixture
def left() -> Left:
    """Give what lists the processes left by a test; others may have left some, such as pools."""
    before = {*children_of(os.getpid())}
    return lambda: {*children_of(os.getpid())} - before


def test_what_a_command_prints_is_returned() -> None:
    printed = answered(["rank", "--json", "--", "AhKhQhJhTh"])
    assert (printed.status, printed.err) == (0, [])
    assert json.loads(printed.out)["name"] == "royal flush"


def test_what_is_wrong_is_returned_with_the_status() -> None:
    printed = answered(["rank", "--json", "--", "AhAh"])
    assert printed.status == 2
    assert printed.out == "" or json.loads(printed.out)
    assert any("Ah" in line for line in printed.err) or "Ah" in printed.out


def test_a_command_that_takes_too_long_ends_with_its_process(left: Left) -> None:
    began = time.monotonic()
    with pytest.raises(StoppedCallError, match="longer than the 2 seconds allowed"):
        answered(LONG, replace(LIMITS, seconds=2))
    assert time.monotonic() - began < 30
    assert left() == set()


def test_compiling_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "FIRST_RUN", "Counting all deals")  # the count's own announcement
    monkeypatch.setattr(calls, "COMPILING_SECONDS", 3.0)
    began = time.monotonic()
    with pytest.raises(StoppedCallError):
        answered(LONG, replace(LIMITS, seconds=4))
    assert time.monotonic() - began > 6.9


def test_a_command_that_takes_too_much_memory_ends(left: Left) -> None:
    with pytest.raises(StoppedCallError, match="more than the 5 MB allowed"):
        answered(LONG, replace(LIMITS, memory=5))
    assert left() == set()


def test_an_answer_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST_OUTPUT", 1000)
    with pytest.raises(StoppedCallError, match="the answer has more than"):
        answered(["words", "--json"])


def test_a_cancelled_call_ends_its_process(left: Left) -> None:
    async def cancelled() -> None:
        with anyio.move_on_after(2):
            await run_command(LONG, LIMITS)

    anyio.run(cancelled)
    assert wait_for(lambda: not left())


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def test_lines_about_progress_are_left_out() -> None:
    lines = ["First run: compiling kernels, once", "  1/5 odds", "Compiled 2 kernels; with", ""]
    assert [line for line in lines if not calls._PASSING.match(line)] == []
    assert not calls._PASSING.match("handsight: 3 hands cannot be read: …")
    assert calls._PASSING.match("reviewing hands: 1 of 2 (50%)")
