"""What an isolated player may use, and how its process is held to it.

Time is watched from outside. Memory is limited by the system where it can do that (Linux), and
watched besides. The address space is left alone: limiting it may stop the compiler that the kernels
need.

psutil watches processes, on all systems that it knows; it is imported only where some are isolated.
Limits are set by `resource`, as psutil sets them on Linux alone.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

from handsight.errors import OptionError

MEGABYTE = 1 << 20
LEAST_MEMORY = 256
"""Megabytes that a process with the kernels loaded takes, and some to play with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an isolated player may use.

    A decision takes ``free`` seconds for nothing; what it takes beyond comes from the ``bank`` of
    the match, and ends at ``decision`` seconds in any case. With the bank spent, ``free`` is all
    there is.

    Attributes:
        decision: seconds that one decision may take.
        free: seconds of each decision that are not counted.
        bank: seconds beyond them, for a whole match.
        memory: megabytes that the player may hold, at least 256.
        load: seconds in which it must be loaded, kernels compiled and all.
        rehearsal: seconds for some decisions before the first match, which load and compile what
            the player will use; 0 for none. One that needs more plays without, and may then be late
            at first.

    Raises:
        OptionError: if a number of seconds is out of range, or the memory is too little.

    Example:
        >>> Limits(decision=2, free=0.5, bank=10).allowed(spent=9.5)
        1.0
    """

    decision: float = 5.0
    free: float = 0.5
    bank: float = 30.0
    memory: int = 2048
    load: float = 120.0
    rehearsal: float = 30.0

    def __post_init__(self) -> None:
        for name in ("decision", "free", "load"):
            if not 0 < getattr(self, name) < float("inf"):
                raise OptionError(f"{name} is {getattr(self, name)!r}; it takes positive seconds")
        for name in ("bank", "rehearsal"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; it takes seconds, 0 for none"
                )
        if self.memory < LEAST_MEMORY:
            raise OptionError(
                f"memory is {self.memory!r}; it takes megabytes, at least {LEAST_MEMORY}"
            )

    def allowed(self, spent: float) -> float:
        """Give the seconds that the next decision may take.

        Args:
            spent: seconds that were taken from the bank.
        """
        return min(self.decision, self.free + max(0.0, self.bank - spent))


# --- in the player's process ----------------------------------------------------------------------


def limit_memory(megabytes: int) -> None:
    """Let this process, and those that it forks, hold no more data than that.

    Where the system knows no such limit, nothing happens.
    """
    import resource  # not on every system

    _limit(resource.RLIMIT_DATA, megabytes * MEGABYTE)
    _limit(resource.RLIMIT_CORE, 0)


def limit_files(megabytes: int) -> None:
    """Let this process, and those that it starts, write no file that is larger."""
    import resource

    _limit(resource.RLIMIT_FSIZE, megabytes * MEGABYTE)


def limit_processes(more: int) -> None:
    """Let the user of this process have some more processes and threads than there are now.

    What this process and its children start counts, and so does all else that the user starts; so
    the number should be large. The system does not apply this to the superuser.
    """
    import resource

    now = _threads_of(os.getuid()) if os.getuid() else 0
    if now:  # the system tells, and applies it
        _limit(resource.RLIMIT_NPROC, now + more)


def _threads_of(user: int) -> int:
    import psutil

    running = psutil.process_iter(["uids", "num_threads"])  # None where the system does not tell
    told = [each.info for each in running if each.info["uids"] and each.info["num_threads"]]
    return sum(each["num_threads"] for each in told if each["uids"].real == user)


def _limit(what: int, most: int) -> None:
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(what, (most, most))


# --- seen from outside ----------------------------------------------------------------------------


def resident_megabytes(process: int) -> float:
    """Give the memory that a process holds; 0 if it is gone, or the system does not tell.

    Example:
        >>> resident_megabytes(2**31 - 1)
        0.0
    """
    import psutil

    try:
        return float(psutil.Process(process).memory_info().rss / MEGABYTE)
    except psutil.Error:
        return 0.0


def children_of(process: int) -> list[int]:
    """List the processes whose parent is this one, where the system tells.

    Example:
        >>> children_of(2**31 - 1)
        []
    """
    import psutil

    try:
        return [child.pid for child in psutil.Process(process).children()]
    except psutil.Error:
        return []
