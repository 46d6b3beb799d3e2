"""Limits on the time and memory of a sandboxed player, and their enforcement on its process.

The arena measures time and memory from outside the process. On Linux, the system also limits the
memory. The address space is not limited, because such a limit can stop the compiler that the
kernels need.

psutil measures processes on all systems that it supports; it is imported only where sandboxes are
supported. Limits are set with `resource`, because psutil can set limits only on Linux.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

from handsight.errors import OptionError

MEGABYTE = 1 << 20
LEAST_MEMORY = 256
"""The minimum memory limit in megabytes: the need of a process with all kernels, plus a margin."""

MOST_MEMORY = 10**9
"""The maximum memory limit in megabytes, which is more than any machine has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The resources that a sandboxed player may use.

    The first ``free`` seconds of a decision are not counted; further time is taken from the
    ``bank`` of the match. A decision may take ``decision`` seconds, but not more than ``free``
    seconds and the rest of the bank together. The same limits apply to each message with events,
    and its time counts in the same way.

    Attributes:
        decision: maximum number of seconds for one decision.
        free: seconds of each decision that are not counted.
        bank: seconds for a whole match, in addition to the free seconds.
        memory: megabytes that the player may hold, 256 to 10⁹.
        load: maximum number of seconds for loading the player in each match, restarts included, and
            for compiling kernels.
        rehearsal: seconds for a few decisions before the first match, with which the player loads
            and compiles what it will use; 0 for no rehearsal. A player that needs more time plays
            without a rehearsal, and its first decisions can be late.

    Raises:
        OptionError: if a number of seconds is out of range, or there is too little memory.

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
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; it must be a positive number of seconds"
                )
        for name in ("bank", "rehearsal"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; it must be a number of seconds, or 0 "
                    "for none"
                )
        if not LEAST_MEMORY <= self.memory <= MOST_MEMORY:
            raise OptionError(
                f"memory is {self.memory!r}; it must be a number of megabytes, from "
                f"{LEAST_MEMORY} to {MOST_MEMORY:,}"
            )

    def allowed(self, spent: float) -> float:
        """Return the maximum number of seconds for the next decision or message with events.

        Args:
            spent: seconds already taken from the bank in this match.
        """
        return min(self.decision, self.free + max(0.0, self.bank - spent))


# --- in the player's process ----------------------------------------------------------------------


def limit_memory(megabytes: int) -> None:
    """Limit the data that this process, and each process that it forks, can hold in memory.

    Core dumps are disabled too. A limit that the system does not support is left out.
    """
    import resource  # not every system has this module

    _limit(resource.RLIMIT_DATA, megabytes * MEGABYTE)
    _limit(resource.RLIMIT_CORE, 0)


def limit_files(megabytes: int) -> None:
    """Limit the size of each file that this process and its child processes write."""
    import resource

    _limit(resource.RLIMIT_FSIZE, megabytes * MEGABYTE)


def limit_processes(more: int) -> None:
    """Limit the processes and threads of this user to the current number plus ``more``.

    All processes of the user count, so ``more`` should be large. Nothing is limited if the system
    does not show how many there are, or for the superuser, to whom the limit would not apply.
    """
    import resource

    now = _threads_of(os.getuid()) if os.getuid() else 0
    if now:  # 0 if the system does not show threads, or the limit does not apply
        _limit(resource.RLIMIT_NPROC, now + more)


def _threads_of(user: int) -> int:
    import psutil

    running = psutil.process_iter(["uids", "num_threads"])  # the values are None if hidden
    known = [each.info for each in running if each.info["uids"] and each.info["num_threads"]]
    return sum(each["num_threads"] for each in known if each["uids"].real == user)


def _limit(what: int, most: int) -> None:
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(what, (most, most))


# --- from outside ---------------------------------------------------------------------------------


def resident_megabytes(process: int) -> float:
    """Return the resident memory of a process in megabytes; 0 if it has ended or is hidden.

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
    """Return the process ids of a process's children.

    The list is empty if the process has ended, or if the system hides its children.

    Example:
        >>> children_of(2**31 - 1)
        []
    """
    import psutil

    try:
        return [child.pid for child in psutil.Process(process).children()]
    except psutil.Error:
        return []
