"""Prepared results: each line is computed once, and nobody waits for another line."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from handsight.coach.drill.prepared import Prepared, SolveStoppedError

PATIENCE = 30


def test_a_line_that_is_ready_does_not_wait_for_the_computation_of_another() -> None:
    begun, goes_on = Event(), Event()

    def compute(line: str, _: Callable[[], bool]) -> int:
        if line == "slow":
            begun.set()
            assert goes_on.wait(PATIENCE)
        return len(line)

    prepared = Prepared(compute)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(prepared, "slow")
        assert begun.wait(PATIENCE)
        assert prepared("quick") == 5
        assert not slow.done()
        goes_on.set()
        assert slow.result(PATIENCE) == 4


def test_a_second_call_for_a_line_waits_for_the_first() -> None:
    begun, goes_on, calls = Event(), Event(), []

    def compute(line: str, _: Callable[[], bool]) -> int:
        calls.append(line)
        begun.set()
        assert goes_on.wait(PATIENCE)
        return len(calls)

    prepared = Prepared(compute)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(prepared, "line")
        assert begun.wait(PATIENCE)
        second = pool.submit(prepared, "line")
        goes_on.set()
        assert (first.result(PATIENCE), second.result(PATIENCE)) == (1, 1)
    assert calls == ["line"]


def test_whoever_waits_for_a_stopped_call_computes_again() -> None:
    begun, stops, calls = Event(), Event(), []

    def compute(line: str, stopped: Callable[[], bool]) -> str:
        calls.append(line)
        begun.set()
        if len(calls) == 1:
            assert stops.wait(PATIENCE)
        if stopped():
            raise SolveStoppedError
        return line.upper()

    prepared = Prepared(compute)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(prepared, "line", stops.is_set)
        assert begun.wait(PATIENCE)
        second = pool.submit(prepared, "line")
        stops.set()
        assert second.result(PATIENCE) == "LINE"
        with pytest.raises(SolveStoppedError):
            first.result(PATIENCE)
    assert prepared("line") == "LINE"
    assert len(calls) == 2


def test_errors_are_not_cached_and_the_oldest_results_are_dropped() -> None:
    calls: list[str] = []

    def compute(line: str, _: Callable[[], bool]) -> str:
        calls.append(line)
        if calls.count(line) == 1 and line == "bad":
            raise ValueError(line)
        return line

    prepared = Prepared(compute, most=2)
    with pytest.raises(ValueError, match="bad"):
        prepared("bad")
    assert prepared("bad") == "bad"
    for line in ("a", "b", "a", "bad"):
        prepared(line)
    assert calls == ["bad", "bad", "a", "b", "bad"]
