"""Limits: what they allow, and what the system holds a process to."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from handsight.arena import Limits
from handsight.arena.sandbox.confinement import enter_domain, give_up_privileges
from handsight.arena.sandbox.limits import (
    children_of,
    limit_memory,
    limit_processes,
    resident_megabytes,
)
from handsight.errors import OptionError

ON_LINUX = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")


def outcome_of(work: Callable[[], bool]) -> bool:
    """Do something in a process that may be spoilt by it."""
    child = os.fork()
    if not child:
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize(
    ("spent", "allowed"), [(0, 2.0), (9.0, 1.5), (9.75, 0.75), (10, 0.5), (11, 0.5)]
)
def test_a_decision_may_take_what_is_free_and_what_is_in_the_bank(
    spent: float, allowed: float
) -> None:
    assert Limits(decision=2, free=0.5, bank=10).allowed(spent) == allowed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decision", 0),
        ("free", -1),
        ("load", float("nan")),
        ("load", float("inf")),
        ("bank", -1),
        ("rehearsal", -0.5),
        ("memory", 100),
    ],
)
def test_limits_that_make_no_sense_are_refused(name: str, value: float) -> None:
    with pytest.raises(OptionError, match=f"{name} is {value}"):
        Limits(**{name: value})  # type: ignore[arg-type]


@ON_LINUX
def test_memory_beyond_the_limit_cannot_be_had() -> None:
    def work() -> bool:
        limit_memory(1000)
        try:
            bytearray(1 << 30)
        except MemoryError:
            return bool(bytearray(1 << 20))
        return False

    assert outcome_of(work)


@ON_LINUX
@pytest.mark.skipif("os.getuid() == 0", reason="the superuser may always fork")
def test_processes_beyond_the_limit_cannot_be_had() -> None:
    def work() -> bool:
        limit_processes(more=5)
        reader, writer = os.pipe()
        for _ in range(200):
            try:
                child = os.fork()
            except OSError:
                return True
            if not child:
                os.close(writer)
                os.read(reader, 1)  # until the parent hangs up
                os._exit(0)
        return False

    assert outcome_of(work)


@ON_LINUX
def test_what_is_confined_cannot_signal_its_parent_but_its_children() -> None:
    def work() -> bool:
        if not give_up_privileges() or enter_domain(None, (), network=False) < 6:
            return True  # nothing to test on this kernel
        child = os.fork()
        if not child:
            os._exit(0)
        os.kill(child, 0)
        os.waitpid(child, 0)
        try:
            os.kill(os.getppid(), 0)
        except PermissionError:
            return True
        return False

    assert outcome_of(work)


def test_children_and_memory_are_seen_from_outside() -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(writer)
        os.read(reader, 1)  # until the parent hangs up
        os._exit(0)
    assert child in children_of(os.getpid())
    assert 1 < resident_megabytes(child) < 10_000
    os.close(writer)
    os.waitpid(child, 0)
    os.close(reader)
    assert resident_megabytes(child) == 0.0
