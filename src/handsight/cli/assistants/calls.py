"""Runs a command in a process of its own, within limits on time, memory and output.

Whatever the command prints stays out of the protocol, and a question that takes too long or too
much memory ends with its process.
"""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

import anyio
import psutil

from handsight.arena.sandbox.limits import children_of, resident_megabytes
from handsight.cli.assistants.limits import ToolLimits
from handsight.cli.progress import FIRST_RUN
from handsight.errors import HandsightError

MOST_OUTPUT = 4_000_000
"""The maximum size of an answer, in bytes."""
COMPILING_SECONDS = 300.0
"""The additional time for an answer if kernels have to be compiled for it, in seconds."""
WATCH_SECONDS = 0.1
"""The time between two measurements of the memory, in seconds."""


class StoppedCallError(HandsightError):
    """A call that was stopped at a limit."""


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """What a command printed.

    Attributes:
        status: exit status of the command.
        out: text on standard output.
        err: lines on standard error, without those about progress and compilation.
    """

    status: int
    out: str
    err: list[str]


async def run_command(words: list[str], limits: ToolLimits) -> CommandAnswer:
    """Run a command of handsight, and return what it printed.

    The process ends with this call, also if the call is cancelled.

    Args:
        words: the command line, without the name of the program.
        limits: limits on time and memory.

    Raises:
        StoppedCallError: if the command exceeds a limit.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "handsight", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    call = _Call(process, limits)
    try:
        return await call.answer()
    finally:
        with anyio.CancelScope(shield=True):
            await call.end()


class _Call:
    """A running command."""

    def __init__(self, process: asyncio.subprocess.Process, limits: ToolLimits) -> None:
        self._process, self._limits = process, limits
        self._out, self._err = bytearray(), bytearray()
        self._began = monotonic()
        self._reading = [
            asyncio.create_task(_read(process.stdout, self._out)),
            asyncio.create_task(_read(process.stderr, self._err)),
        ]

    async def answer(self) -> CommandAnswer:
        waiting: set[asyncio.Task[None]] = {*self._reading}
        while waiting:
            _, waiting = await asyncio.wait(waiting, timeout=WATCH_SECONDS)
            self._check()
        status = await self._process.wait()
        lines = self._err.decode("utf-8", "replace").splitlines()
        remarks = [line for line in lines if not _PASSING.match(line)]
        return CommandAnswer(status, self._out.decode("utf-8", "replace"), remarks)

    def _check(self) -> None:
        limits = self._limits
        if len(self._out) > MOST_OUTPUT:
            raise StoppedCallError(
                f"the answer has more than {MOST_OUTPUT // 1_000_000} MB; ask a smaller question"
            )
        process = self._process.pid
        used = sum(map(resident_megabytes, [process, *children_of(process)]))
        if used > limits.memory:
            raise StoppedCallError(
                f"this takes more than the {limits.memory:,} MB allowed; ask a smaller question"
            )
        allowed = limits.seconds + COMPILING_SECONDS * (FIRST_RUN.encode() in self._err)
        if monotonic() - self._began > allowed:
            raise StoppedCallError(
                f"this takes longer than the {limits.seconds:g} seconds allowed; ask a smaller or "
                "less exact question"
            )

    async def end(self) -> None:
        """End the process and its children, and stop reading."""
        if self._process.returncode is None:
            children = children_of(self._process.pid)
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            for child in children:
                with suppress(psutil.Error):
                    psutil.Process(child).kill()
        for each in self._reading:
            each.cancel()


async def _read(stream: asyncio.StreamReader | None, into: bytearray) -> None:
    """Read a stream to its end, or until it is longer than an answer may be."""
    while stream is not None and len(into) <= MOST_OUTPUT:
        part = await stream.read(1 << 16)
        if not part:
            return
        into += part


_PASSING = re.compile(rf"\s*$|  |{FIRST_RUN}|Compiled \d|.*: [\d,]+ of [\d,]+ \(\d+%\)$")
"""Matches lines on standard error that say nothing about the answer."""
