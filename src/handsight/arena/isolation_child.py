"""The processes in which isolated players live.

A *template* loads the agent once, rehearses, and loads it anew. For each match it forks a *leg*,
which plays and is killed afterwards; so a match begins within milliseconds, with nothing
remembered. The template takes its orders from the arena, one letter at a time, and each leg answers
on a wire that the arena made for it alone.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from handsight.agents import Agent, AgentEvent, AgentSpec
from handsight.arena.isolation_limits import (
    adopt_orphans,
    children_of,
    confine,
    limit_memory,
    limit_processes,
)
from handsight.arena.isolation_wire import (
    ACT,
    BEGIN,
    ObservationReader,
    action_line,
    done_line,
    events_in,
    fault_line,
    frames_in,
    seed_in,
)
from handsight.arena.players import Fault, Stream, no_action, raised
from handsight.game import Observation
from handsight.interop.pypokerengine import build_agent

REHEARSE, FORK, REAP = b"H", b"F", b"R"
"""The orders: rehearse; fork a leg, whose wire comes along; wait for the leg that has ended."""

ORDER_BYTES = 64
_BALLAST = 1 << 20
_WATCH_SECONDS = 1.0
_MORE_PROCESSES = 500
"""Enough for an agent with threads, and little for one that starts processes without end."""

_ATTEMPTS = 50


def main(number: int) -> None:
    """Be a template until the arena is gone.

    Args:
        number: the file descriptor of the socket on which the orders come.
    """
    control = socket.socket(fileno=number)
    control.set_inheritable(False)
    length = int.from_bytes(_exactly(control, 4), "little")
    start: dict[str, Any] = pickle.loads(_exactly(control, length))
    limit_memory(start["memory"])
    limit_processes(_MORE_PROCESSES)
    adopt_orphans()
    confine()
    os.register_at_fork(after_in_child=_end_if_unwanted)
    template = Template(start["spec"], start["rehearsal"])
    control.sendall(template.hello())
    try:
        template.serve(control)
    finally:
        end_descendants()
        os._exit(0)


class Template:
    """The agent, loaded, and how to make legs of it.

    Args:
        spec: the agent as it was asked for.
        rehearsal: frames with questions to rehearse with.
    """

    def __init__(self, spec: AgentSpec, rehearsal: bytes) -> None:
        self._spec = spec
        self._rehearsal = rehearsal
        self._arena = os.getppid()
        self.agent: Agent | None = None

    def hello(self) -> bytes:
        """Load the agent, and say who it is, or why it cannot be loaded."""
        try:
            self.agent = build_agent(self._spec)
            about = {
                "name": str(self.agent.name)[:200],
                "observes": hasattr(self.agent, "observe"),
            }
        except Exception as error:
            about = {"error": f"{type(error).__name__}: {error}"[:500]}
        return json.dumps(about).encode() + b"\n"

    def serve(self, control: socket.socket) -> None:
        """Obey orders until the arena is gone.

        Args:
            control: the socket on which they come.
        """
        waiting = select.poll()
        waiting.register(control.fileno(), select.POLLIN)
        while os.getppid() == self._arena:
            if not waiting.poll(_WATCH_SECONDS * 1000):
                continue
            order, wires, _, _ = socket.recv_fds(control, ORDER_BYTES, 1)
            if not order:
                return
            control.sendall(self._obey(order, wires, control))

    def _obey(self, order: bytes, wires: Sequence[int], control: socket.socket) -> bytes:
        if order == REHEARSE:
            return b"%d\n" % self._rehearse()
        if order == FORK:
            return b"%d\n" % self._fork(wires[0], control)
        return b"%d\n" % reaped(int(order.removeprefix(REAP)))

    def _rehearse(self) -> bool:
        """Answer some questions, then load the agent anew, so that it remembers nothing of them."""
        player, mine, good = Player(self.agent), os.getpid(), True
        for line in player.answers(bytearray(self._rehearsal)):
            if os.getpid() != mine:  # a copy that the agent has made of itself
                os._exit(1)
            good = good and b" !" not in line
        open_streams()
        self.agent = build_agent(self._spec)
        return good

    def _fork(self, wire: int, control: socket.socket) -> int:
        gc.collect()
        gc.freeze()  # so that the leg's collector does not copy what it shares with the template
        leg = _wanted_fork()
        if not leg:
            control.close()
            be_leg(self.agent, wire)
        os.close(wire)
        with suppress(OSError):
            os.setpgid(leg, leg)
        return leg


def be_leg(agent: Agent | None, wire: int) -> None:
    """Play one match, and end.

    Args:
        agent: who plays.
        wire: the file descriptor on which questions come and answers go.
    """
    with suppress(OSError):
        os.setpgid(0, 0)
    confine()  # once more: a domain inside the template's, which is then out of reach
    try:
        play(agent, wire)
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 1)
    finally:
        os._exit(1)


def play(agent: Agent | None, wire: int) -> None:
    """Answer questions until the arena hangs up.

    Args:
        agent: who plays.
        wire: the file descriptor on which questions come and answers go.
    """
    player, mine, data = Player(agent), os.getpid(), bytearray()
    player.reset()
    while arrived := os.read(wire, 1 << 16):
        data += arrived
        for line in player.answers(data):
            if os.getpid() != mine:
                return
            os.write(wire, line)


class Player:
    """Puts questions to the agent, and writes down what it answers.

    Args:
        agent: the agent.
    """

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self._rng = Stream(0)
        self._reader = ObservationReader()
        self._ballast = bytearray(_BALLAST)
        self._broken: Fault | None = None

    def reset(self) -> None:
        """Tell the agent that a match begins; what goes wrong is answered to the first question."""
        try:
            if hasattr(self._agent, "reset"):
                self._agent.reset()
        except Exception as error:
            self._broken = self._fault(error)

    def answers(self, data: bytearray) -> Iterator[bytes]:
        """Answer the questions that have arrived whole.

        Args:
            data: what has arrived; what is answered is removed from it.
        """
        for kind, payload in frames_in(data):
            if kind == BEGIN:
                self._rng.later(seed_in(payload))
            elif kind == ACT:
                yield self._act(*self._reader.read(payload))
            else:
                yield self._observe(*events_in(payload))

    def _act(self, number: int, seen: Observation) -> bytes:
        if self._broken:
            return fault_line(number, self._broken)
        try:
            action = self._agent.act(seen, self._rng)
            return action_line(number, action) or fault_line(number, no_action(action))
        except Exception as error:
            return fault_line(number, self._fault(error))

    def _observe(self, number: int, events: Sequence[AgentEvent]) -> bytes:
        try:
            for event in events:
                self._agent.observe(event)
        except Exception as error:
            return fault_line(number, self._fault(error))
        return done_line(number)

    def _fault(self, error: Exception) -> Fault:
        if isinstance(error, MemoryError):
            self._ballast = bytearray()  # room to say so
            return Fault("memory", "asked for more memory than it may hold")
        return raised(error)


def open_streams() -> None:
    """Open the standard streams on nothing, whatever has become of them; prints are dropped."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    if nothing > 2:
        os.close(nothing)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, closefd=False)  # noqa: SIM115
        for number, mode in enumerate(("r", "w", "w"))
    )


# --- ends -----------------------------------------------------------------------------------------


def reaped(leg: int) -> int:
    """Wait for a leg that has ended or was killed, and end what it left behind.

    Args:
        leg: the number of its process.

    Returns:
        How it ended, as `os.waitstatus_to_exitcode` puts it.
    """
    _, status = os.waitpid(leg, 0)
    end_descendants()
    return os.waitstatus_to_exitcode(status)


def end_descendants() -> None:
    """Kill all children of this process, and their children as they become ours."""
    for _ in range(_ATTEMPTS):
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return
        for child in children_of(os.getpid()):
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


_forks = {"wanted": False}


def _wanted_fork() -> int:
    """Fork, as nobody else may: what an agent forks ends at once."""
    _forks["wanted"] = True
    try:
        return os.fork()
    finally:
        _forks["wanted"] = False


def _end_if_unwanted() -> None:
    if not _forks["wanted"]:
        os._exit(1)


def _exactly(control: socket.socket, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        arrived = control.recv(count - len(data))
        if not arrived:
            raise EOFError("the arena is gone")
        data += arrived
    return bytes(data)
