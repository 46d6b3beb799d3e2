"""The arena's side of a template and its legs: starting them, ending them, and their wires."""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import weakref
from contextlib import suppress
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple

from handsight.agents import AgentSpec
from handsight.arena.isolation_limits import Limits, resident_megabytes
from handsight.arena.isolation_wire import LONGEST
from handsight.errors import OptionError

_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from handsight.arena.isolation_child import main; main({fd})"
)
_HELLO_BYTES = 4096
_OBEY_SECONDS = 10.0
_WATCH_SECONDS = 0.05
"""How often the memory of a player is looked at while it thinks."""


class LegEnded(Exception):
    """A leg gave no answer.

    Attributes:
        kind: ``late``, ``memory`` or ``died``.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Leg:
    """One process that plays one match.

    Args:
        process: its number, which is also that of its group.
        wire: our end of its wire.
    """

    __slots__ = ("_fd", "_poll", "_wire", "process")

    def __init__(self, process: int, wire: socket.socket) -> None:
        self.process = process
        self._wire = wire
        self._fd = wire.fileno()
        self._poll = select.poll()
        self._poll.register(self._fd, select.POLLIN)

    def ask(self, message: bytes, seconds: float, megabytes: int) -> bytes:
        """Put a question, and wait for what is written in return.

        Args:
            message: what to send.
            seconds: how long to wait.
            megabytes: what the process may hold.

        Raises:
            LegEnded: if nothing came.
        """
        end = perf_counter() + seconds
        try:
            if os.write(self._fd, message) != len(message):
                raise LegEnded("late")  # it does not read what it is sent
            while not self._poll.poll(_milliseconds(end - perf_counter())):
                self._watch(end, megabytes)
            answer = os.read(self._fd, LONGEST + 1)
        except BlockingIOError:
            raise LegEnded("late") from None
        except OSError:
            raise LegEnded("died") from None
        if not answer:
            raise LegEnded("died")
        return answer

    def _watch(self, end: float, megabytes: int) -> None:
        if resident_megabytes(self.process) > megabytes:
            raise LegEnded("memory")
        if perf_counter() >= end:
            raise LegEnded("late")

    def kill(self) -> None:
        """End the process and those that it started, and hang up."""
        for kill in (os.killpg, os.kill):  # it may have left its group
            with suppress(OSError):
                kill(self.process, signal.SIGKILL)
        self._wire.close()


class About(NamedTuple):
    """What a template says of its agent.

    Attributes:
        name: what the agent is called.
        observes: whether it wants to be told events.
    """

    name: str
    observes: bool


class Template:
    """A process that has the agent loaded and forks legs.

    Args:
        spec: the agent.
        limits: what it may use.
        rehearsal: frames with questions to rehearse with; none if empty.

    Attributes:
        about: who the agent is.

    Raises:
        OptionError: if the agent cannot be loaded.
    """

    def __init__(self, spec: AgentSpec, limits: Limits, rehearsal: bytes = b"") -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = _started(theirs)
        self._finalizer = weakref.finalize(self, _end, self._process, self._control)
        try:
            self.about = self._load(spec, limits, rehearsal)
        except OSError:
            self.close()
            raise OptionError(
                f"{spec.text!r} cannot be loaded in a process of its own: the process ended, or "
                f"took more than {limits.load:g} s or {limits.memory} MB"
            ) from None

    def _load(self, spec: AgentSpec, limits: Limits, rehearsal: bytes) -> About:
        start = {"spec": spec, "memory": limits.memory, "rehearsal": rehearsal}
        message = pickle.dumps(start)
        self._control.settimeout(limits.load)
        self._control.sendall(len(message).to_bytes(4, "little") + message)
        about = _about(self._line())
        if "error" in about:
            self.close()
            raise OptionError(f"{spec.text!r} cannot be loaded: {about['error']}")
        return About(about["name"], about["observes"])

    def rehearse(self, seconds: float) -> bool:
        """Let the agent answer the questions of the rehearsal.

        Args:
            seconds: how long it may take.

        Returns:
            Whether it answered them all; if not, this template is spoilt.
        """
        try:
            return self._order(b"H", seconds) == 1
        except OSError:
            return False

    def leg(self) -> Leg:
        """Fork a leg.

        Raises:
            OSError: if the template has ended, or does not obey.
        """
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process = self._order(b"F", _OBEY_SECONDS, theirs)
            self._require_own(process)
        except OSError:
            ours.close()
            raise
        ours.setblocking(False)
        return Leg(process, ours)

    def _require_own(self, process: int) -> None:
        """Make sure that what will be killed one day is a group of the template's session."""
        if process < 2 or os.getsid(process) != self._process.pid or os.getpgid(process) != process:
            raise OSError("the template names a process that is not its own")

    def end(self, leg: Leg) -> int | None:
        """Kill a leg, and wait for its end.

        Args:
            leg: of this template.

        Returns:
            How it ended: its exit code, or a signal as a negative number; None if nobody knows.
        """
        leg.kill()
        try:
            return self._order(b"R%d" % leg.process, _OBEY_SECONDS)
        except OSError:
            return None

    def close(self) -> None:
        """End the template; its legs end with it."""
        self._finalizer()

    def _order(self, order: bytes, seconds: float, wire: socket.socket | None = None) -> int:
        self._control.settimeout(seconds)
        if wire is None:
            self._control.sendall(order)
        else:
            socket.send_fds(self._control, [order], [wire.fileno()])
        try:
            return int(self._line())
        except ValueError:
            raise OSError("the template does not obey") from None

    def _line(self) -> bytes:
        line = bytearray()
        while not line.endswith(b"\n"):
            arrived = self._control.recv(_HELLO_BYTES)
            if not arrived or len(line) > _HELLO_BYTES:
                raise OSError("the template has ended")
            line += arrived
        return bytes(line)


def ended(status: int | None) -> str:
    """Tell how a process ended.

    Args:
        status: its exit code, or a signal as a negative number; None if nobody knows.

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


def _about(line: bytes) -> dict[str, Any]:
    """Read what a template says, as one reads what a stranger says."""
    try:
        said = json.loads(line)
        if "error" in said:
            return {"error": str(said["error"])[:500]}
        return {"name": str(said["name"])[:200], "observes": said["observes"] is True}
    except (ValueError, KeyError, TypeError):
        raise OSError("the template does not say who it is") from None


def _started(control: socket.socket) -> subprocess.Popen[bytes]:
    program = _PROGRAM.format(path=sys.path, fd=control.fileno())
    return subprocess.Popen(
        [sys.executable, "-c", program],
        pass_fds=(control.fileno(),),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    """Hang up, which ends a template that obeys; kill one that does not."""
    control.close()
    try:
        process.wait(_WATCH_SECONDS * 20)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _milliseconds(seconds: float) -> int:
    return max(0, ceil(min(seconds, _WATCH_SECONDS) * 1000))
