"""The arena's side of a server and its legs: starts them, ends them, and communicates with them."""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import subprocess
import sys
import weakref
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

from handsight.agents import AgentSpec
from handsight.arena.sandbox.confinement import MEASURES
from handsight.arena.sandbox.limits import Limits, resident_megabytes
from handsight.arena.sandbox.wire import (
    END,
    FORK,
    KERNELS,
    LOAD,
    LONGEST,
    LONGEST_LIST,
    REHEARSE,
    WARM,
    ServerStart,
    frame,
    read_introduction,
    read_kernels,
    start_message,
)
from handsight.errors import OptionError

_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from handsight.arena.sandbox.confinement import move_apart; apart = move_apart({network!r}); "
    "from handsight.arena.sandbox.server import main; main({fd}, apart)"
)
_HELLO_BYTES = 4096
_OBEY_SECONDS = 10.0
_END_SECONDS = 5.0
_WATCH_SECONDS = 0.05
"""Seconds between two measurements of a player's memory while it decides."""

_CREDENTIALS = struct.Struct("3i")
_PASSED_ON = ("HANDSIGHT_", "NUMBA_", "LC_")
_PASSED = ("LANG", "LANGUAGE", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "HOME", "TZ", "XDG_CACHE_HOME")


class LegEnded(Exception):
    """Raised when a leg does not answer in time, uses too much memory, or has died.

    Attributes:
        kind: ``late``, ``memory`` or ``died``.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class AgentInfo(NamedTuple):
    """The introduction of an agent.

    Attributes:
        name: the agent's name.
        observes: whether the agent wants the events of its hands.
    """

    name: str
    observes: bool


class LegProcess:
    """A leg: a process that plays one match.

    Args:
        number: the process id of the leg, or of its guard if it has one, as the server sees it (see
            `handsight.arena.sandbox.server`).
        wire: the arena's end of the connection to the process.

    Attributes:
        process: the process id of the leg; ``number`` before `load`, and on a system that does not
            add the id to messages.
        missing: the measures of `MEASURES` that this system lacks; empty before `load`.
    """

    __slots__ = ("_fd", "_poll", "_wire", "missing", "number", "process")

    def __init__(self, number: int, wire: socket.socket) -> None:
        self.number = number
        self.process = number
        self.missing: tuple[str, ...] = ()
        self._wire = wire
        self._fd = wire.fileno()
        self._poll = select.poll()
        self._poll.register(self._fd, select.POLLIN)

    def load(self, seconds: float) -> AgentInfo:
        """Wait until the process is confined, and make it load its agent.

        Returns:
            The introduction of the agent.

        Raises:
            OSError: if the process ends, cannot be confined, or takes longer than ``seconds``.
            OptionError: if the agent cannot be loaded.
        """
        end = perf_counter() + seconds
        self._wire.settimeout(seconds)
        self._meet()
        self._wire.sendall(frame(LOAD, b""))
        about = _about(_line(self._wire, _HELLO_BYTES, end - perf_counter()))
        self._wire.setblocking(False)
        return about

    def _meet(self) -> None:
        """Read which measures are missing, and the leg's process id, which the system adds.

        The leg itself cannot send the id: in its own process namespace, it sees a different one.
        """
        credentials = getattr(socket, "SCM_CREDENTIALS", None)
        message, extra, _, _ = self._wire.recvmsg(
            _HELLO_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size)
        )
        for _, kind, data in extra:
            if kind == credentials:
                self.process = _CREDENTIALS.unpack(data)[0]
        if credentials is not None:
            self._wire.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        try:
            named = msgspec.json.decode(message, type=list[str])
        except ValueError:
            raise OSError("a leg could not be confined") from None
        self.missing = tuple([name for name in named if name in MEASURES])

    def kernels(self, seconds: float) -> bytes:
        """Ask which kernels the leg has used.

        Returns:
            The list of kernels; empty if there are none, or if the leg sent a malformed list.

        Raises:
            OSError: if the leg has ended, or does not answer within ``seconds``.
        """
        self._wire.settimeout(seconds)
        self._wire.sendall(frame(KERNELS, b""))
        line = _line(self._wire, LONGEST_LIST + 1, seconds)
        self._wire.setblocking(False)
        return read_kernels(line)

    def ask(self, message: bytes, seconds: float, megabytes: int) -> bytes:
        """Send a question to the leg and wait for its answer.

        Args:
            message: the question.
            seconds: time limit for the answer, in seconds.
            megabytes: memory that the process may use.

        Raises:
            LegEnded: if the leg is late, uses too much memory, or has died.
        """
        end = perf_counter() + seconds
        try:
            if os.write(self._fd, message) != len(message):
                raise LegEnded("late")  # the leg does not read its questions
            while not self._poll.poll(_milliseconds(end - perf_counter())):
                self._check(end, megabytes)
            answer = os.read(self._fd, LONGEST + 1)
        except BlockingIOError:
            raise LegEnded("late") from None
        except OSError:
            raise LegEnded("died") from None
        if not answer:
            raise LegEnded("died")
        return answer

    def _check(self, end: float, megabytes: int) -> None:
        if resident_megabytes(self.process) > megabytes:
            raise LegEnded("memory")
        if perf_counter() >= end:
            raise LegEnded("late")

    def hang_up(self) -> None:
        """Close the connection."""
        self._wire.close()


class ServerProcess:
    """The process that forks legs, and runs only handsight's own code; see the module `server`.

    Args:
        spec: the specification of the agent.
        limits: the limits on time and memory.
        rehearsal: frames with questions to rehearse, for one of handsight's own agents.
        hidden: paths that a leg must not open.
        network: whether a bot may use the network.

    Attributes:
        about: introduction of one of handsight's own agents; None for any other agent, because only
            a leg loads it.

    Raises:
        OptionError: if the server cannot prepare itself within the limits, or if one of handsight's
            own agents cannot be loaded.
    """

    def __init__(
        self,
        spec: AgentSpec,
        limits: Limits,
        rehearsal: bytes = b"",
        hidden: tuple[Path, ...] = (),
        network: bool = False,
    ) -> None:
        self._text = spec.text
        self._limits = limits
        self._spare: LegProcess | None = None
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = _start_server(theirs, network)
        self._finalizer = weakref.finalize(self, _end, self._process, self._control)
        start = ServerStart(spec, limits.memory, rehearsal, hidden, network)
        try:
            self.about = self._hello(start)
        except OSError:
            self.close()
            raise self._not_loaded() from None
        except OptionError:
            self.close()
            raise

    def _hello(self, start: ServerStart) -> AgentInfo | None:
        message = start_message(start)
        self._control.settimeout(self._limits.load)
        self._control.sendall(len(message).to_bytes(4, "little") + message)
        line = _line(self._control, _HELLO_BYTES, self._limits.load)
        return None if line == b"{}\n" else self._named(line)

    def _named(self, line: bytes) -> AgentInfo:
        try:
            return _about(line)
        except OptionError as error:
            raise OptionError(f"{self._text!r} cannot be loaded: {error}") from None

    def _not_loaded(self) -> OptionError:
        limits = self._limits
        return OptionError(
            f"{self._text!r} cannot be loaded in a process of its own: the process ended, or "
            f"took more than {limits.load:g} s or {limits.memory} MB"
        )

    def rehearse(self, seconds: float) -> bool:
        """Ask the agent, one of handsight's own, the questions of the rehearsal.

        Returns:
            Whether the agent answered all questions in time and without a fault; if not, this
            server is no longer usable.
        """
        try:
            return self._order(REHEARSE, seconds) == 1
        except OSError:
            return False

    def warm(self, kernels: bytes, seconds: float) -> int:
        """Load the kernels that a bot used in a rehearsal.

        Args:
            kernels: the list of kernels, from `LegProcess.kernels`.
            seconds: time limit in seconds.

        Returns:
            The number of kernels loaded.

        Raises:
            OSError: if the server has ended or takes longer than ``seconds``; in either case it is
                no longer usable.
        """
        if not kernels:
            return 0
        self._order(WARM + b"%d" % len(kernels), seconds)
        self._control.sendall(kernels)
        return self._number(seconds)

    def leg(self, seconds: float) -> tuple[LegProcess, AgentInfo]:
        """Start a leg, and wait until it has loaded its agent.

        Args:
            seconds: time limit for loading the agent, in seconds.

        Raises:
            OSError: if the server has ended or does not obey, or the leg does not load in time.
            OptionError: if the agent cannot be loaded.
        """
        leg, self._spare = self._spare or self._fork(), None
        try:
            about = leg.load(seconds)
        except (OSError, OptionError) as error:
            self.end(leg)
            if isinstance(error, OptionError):
                raise OptionError(f"{self._text!r} cannot be loaded: {error}") from None
            raise
        return leg, about

    def prepare(self) -> None:
        """Create the process of the next leg in advance.

        The process runs no bot code before its match begins.

        Raises:
            OSError: if the server has ended, or does not obey.
        """
        if self._spare is None:
            self._spare = self._fork()

    def _fork(self) -> LegProcess:
        ours, theirs = socket.socketpair()
        if hasattr(socket, "SO_PASSCRED"):
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        try:
            with theirs:
                return LegProcess(self._order(FORK, _OBEY_SECONDS, theirs), ours)
        except OSError:
            ours.close()
            raise

    def end(self, leg: LegProcess) -> int | None:
        """Kill a leg and every process that it has started, and wait until the leg has ended.

        Returns:
            The leg's exit code, or the number of a signal as a negative number; None if unknown.
        """
        try:
            return self._order(END + b"%d" % leg.number, _OBEY_SECONDS)
        except OSError:
            return None
        finally:
            leg.hang_up()

    def close(self) -> None:
        """End the server; its legs end with it."""
        if self._spare is not None:
            self._spare.hang_up()
            self._spare = None
        self._finalizer()

    def _order(self, order: bytes, seconds: float, wire: socket.socket | None = None) -> int:
        self._control.settimeout(seconds)
        if wire is None:
            self._control.sendall(order)
        else:
            socket.send_fds(self._control, [order], [wire.fileno()])
        return self._number(seconds)

    def _number(self, seconds: float) -> int:
        try:
            return int(_line(self._control, _HELLO_BYTES, seconds))
        except ValueError:
            raise OSError("the server does not obey") from None


def ended(status: int | None) -> str:
    """Describe how a process ended.

    Args:
        status: exit code, or the number of a signal as a negative number; None if unknown.

    Example:
        >>> ended(3), ended(-9)
        ('it ended with exit code 3', 'it was ended by SIGKILL')
    """
    if status is None:
        return "it ended"
    if status >= 0:
        return f"it ended with exit code {status}"
    try:
        return f"it was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"it was ended by signal {-status}"


def _line(wire: socket.socket, most: int, seconds: float) -> bytes:
    """Read a line, which must be complete within ``seconds``.

    After more than ``most`` bytes without the end of the line, nothing more is read.

    Raises:
        OSError: if the line is too long or late, or the connection is closed.
    """
    end, line = perf_counter() + seconds, bytearray()
    while not line.endswith(b"\n"):
        wire.settimeout(max(0.001, end - perf_counter()))
        arrived = wire.recv(most)
        if not arrived or len(line) > most:
            raise OSError("a process of a player has ended")
        line += arrived
    return bytes(line)


def _about(line: bytes) -> AgentInfo:
    """Read the introduction of an agent, which a hostile process can have written.

    Raises:
        OSError: if the line is not an introduction.
        OptionError: if the introduction says that the agent could not be made.
    """
    try:
        introduction = read_introduction(line)
    except ValueError:
        raise OSError("a process of a player does not introduce itself") from None
    if introduction.error:
        raise OptionError(introduction.error)
    return AgentInfo(introduction.name, introduction.observes)


def _start_server(control: socket.socket, network: bool) -> subprocess.Popen[bytes]:
    program = _PROGRAM.format(path=sys.path, fd=control.fileno(), network=network)
    return subprocess.Popen(
        [sys.executable, "-c", program],
        pass_fds=(control.fileno(),),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=_environment(os.environ),
    )


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a bot: the variables that it may see, and a fixed hash seed.

    Other variables may hold passwords.
    """
    kept = {
        name: value
        for name, value in ours.items()
        if name in _PASSED or name.startswith(_PASSED_ON)
    }
    return {**kept, "PYTHONHASHSEED": "0"}


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    """End a server by closing its connection; kill the server if it does not end."""
    with control:
        with suppress(OSError):
            control.shutdown(socket.SHUT_WR)
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            # The connection ends when the last process of the server has ended.
            with suppress(OSError):
                control.settimeout(_END_SECONDS)
                while control.recv(_HELLO_BYTES):
                    pass


def _milliseconds(seconds: float) -> int:
    return max(0, ceil(min(seconds, _WATCH_SECONDS) * 1000))
