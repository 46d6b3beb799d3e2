"""The processes in which sandboxed players run.

A *server* starts as a new process, imports what every player needs, and never runs bot code. For
each match it forks a *leg*, which is first confined, then loads the bot, plays, and is killed
afterwards. So no leg shares memory with another leg that ran the bot's code. The code of
handsight's own agents is trusted: the server loads and rehearses such an agent, and its legs start
with a copy of the agent.

If the system has namespaces, there is a *guard* between server and leg: the first process of the
leg's namespace, which runs only handsight's own code. When the guard ends, every process that the
leg has started ends too.

The server takes its orders from the arena. Each leg answers on a connection that the arena made.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from shutil import rmtree
from time import sleep
from typing import Any

import msgspec

from handsight.agents import Agent, AgentEvent, AgentSpec
from handsight.agents.registry import GROUP, OWN, editable_packages, package_folders
from handsight.arena.players import (
    Fault,
    LazyRandom,
    no_action,
    raised,
    remarks_of,
    spoken_action,
)
from handsight.arena.sandbox.confinement import (
    SHARED_MEMORY,
    ChildNamespaces,
    Confinement,
    adopt_orphans,
    end_with_parent,
    hide_memory,
    openings,
    own_files,
    settle_project,
)
from handsight.arena.sandbox.kernels import (
    kernels_folder,
    kernels_in_use,
    load_kernels,
)
from handsight.arena.sandbox.limits import (
    children_of,
    limit_files,
    limit_memory,
    limit_processes,
)
from handsight.arena.sandbox.syscalls import program
from handsight.arena.sandbox.wire import (
    ACT,
    BEGIN,
    END,
    FORK,
    KERNELS,
    LOAD,
    LONGEST_LIST,
    ORDER_BYTES,
    REHEARSAL,
    REHEARSE,
    Introduction,
    ObservationReader,
    ServerStart,
    action_reply,
    events_in,
    fault_reply,
    frames_in,
    introduction_line,
    noted_reply,
    read_reply,
    read_start,
    seed_in,
)
from handsight.errors import HandsightError
from handsight.game import Observation
from handsight.interop import build_agent
from handsight.interop.registry import plugin_folders
from handsight.runtime.tables import tables_folder

_BALLAST = 1 << 20
_WATCH_SECONDS = 1.0
_MORE_PROCESSES = 500
"""The number of processes and threads by which the user's total can grow while a server runs.

It is enough for an agent with threads, and small enough to stop an agent that starts processes
without end.
"""

_SHARE_OF_FILES = 8
"""The limit on the size of a leg's files is its memory limit divided by this number."""


def main(number: int, apart: bool) -> None:
    """Run a server until the arena has ended.

    Args:
        number: file descriptor of the socket on which orders arrive.
        apart: whether this process is in its own namespaces.
    """
    control = socket.socket(fileno=number)
    control.set_inheritable(False)
    length = int.from_bytes(_exactly(control, 4), "little")
    start = read_start(_exactly(control, length))
    limit_memory(start.memory)
    limit_processes(_MORE_PROCESSES)
    adopt_orphans()
    folder = Path(tempfile.mkdtemp(prefix="handsight-player-"))
    try:
        server = Server(start, apart, folder)
        control.sendall(server.hello())
        server.serve(control)
    finally:
        if not apart:  # when the first process of a namespace ends, the system ends all others
            end_descendants()
        rmtree(folder, ignore_errors=True)
        os._exit(0)


def is_ours(spec: AgentSpec) -> bool:
    """Check whether an agent is handsight's own code, which the server itself may run."""
    return spec.file is None and spec.name in OWN


class Server:
    """Forks and ends legs, as the arena orders.

    Args:
        start: the first message from the arena.
        apart: whether this process is in its own namespaces.
        folder: an empty folder for files that legs write.
    """

    def __init__(self, start: ServerStart, apart: bool, folder: Path) -> None:
        self._start = start._replace(spec=start.spec.with_whole_path())
        self._folder = folder
        self._namespaces = ChildNamespaces() if apart else None
        self._arena = os.getppid()
        self._guards: dict[int, socket.socket] = {}
        self._folders: dict[int, Path] = {}
        self._ended: dict[int, int] = {}
        self.agent: Agent | None = None

    def hello(self) -> bytes:
        """Prepare the server, and return its first message to the arena.

        The message is the introduction of one of handsight's own agents; for any other agent the
        introduction is empty. If the server cannot be prepared, the message holds the reason.
        """
        try:
            if is_ours(self._start.spec):
                self.agent = build_agent(self._start.spec)
                about = about_of(self.agent)
            else:
                about = Introduction()
            self._confinement = self._plan()
        except Exception as error:
            about = _not_loaded(error)
        return introduction_line(about)

    def _plan(self) -> Confinement:
        """Plan the confinement of legs; handsight's own agents may open files, to fill caches."""
        spec, network = self._start.spec, self._start.network
        readable = None
        if not is_ours(spec):
            folders = (kernels_folder(), tables_folder(), *packages_of(spec))
            readable = tuple(openings(spec.project(), folders, self._start.hidden))
        return Confinement(self._namespaces is not None, readable, network, program(network))

    def serve(self, control: socket.socket) -> None:
        """Obey orders until the arena ends or closes the connection."""
        self._control = control
        waiting = select.poll()
        waiting.register(control.fileno(), select.POLLIN)
        while os.getppid() == self._arena:
            if not waiting.poll(_WATCH_SECONDS * 1000):
                continue
            order, wires, _, _ = socket.recv_fds(control, ORDER_BYTES, 1)
            if not order:
                return
            control.sendall(b"%d\n" % self._obey(order, wires))

    def _obey(self, order: bytes, wires: Sequence[int]) -> int:
        kind, number = order[:1], order[1:]
        if kind == REHEARSE:
            return self._rehearse()
        if kind == FORK:
            return self._fork(wires[0])
        if kind == END:
            return self._end(int(number))
        # The arena waits for this answer before it sends the list, so that the order and the list
        # are not read together.
        self._control.sendall(b"0\n")
        listed = _exactly(self._control, min(int(number), LONGEST_LIST))
        return load_kernels(listed.decode("ascii", "replace"))

    def _rehearse(self) -> bool:
        """Let the agent answer the rehearsal's questions, then reload it, so that it forgets them.

        Returns:
            Whether the agent answered all questions without a fault.
        """
        host = AgentHost(self.agent)
        replies = [
            read_reply(message, REHEARSAL)
            for message in host.answers(bytearray(self._start.rehearsal))
        ]
        self.agent = build_agent(self._start.spec)
        return all(reply is not None and reply.fault is None for reply in replies)

    # --- legs -------------------------------------------------------------------------------------

    def _fork(self, wire: int) -> int:
        gc.collect()
        gc.freeze()  # keeps the leg's garbage collector from copying memory shared with the server
        leg = (
            self._fork_plain(wire)
            if self._namespaces is None
            else self._fork_guarded(wire, self._namespaces)
        )
        os.close(wire)
        return leg

    def _fork_plain(self, wire: int) -> int:
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        leg = os.fork()
        if not leg:
            end_with_parent()
            self._be_leg(wire, folder)
        self._folders[leg] = folder
        return leg

    def _fork_guarded(self, wire: int, namespaces: ChildNamespaces) -> int:
        ours, theirs = socket.socketpair()
        with theirs:
            guard = namespaces.fork_apart(lambda: self._be_guard(wire, theirs))
        self._guards[guard] = ours
        return guard

    def _be_guard(self, wire: int, orders: socket.socket) -> None:
        """Start the leg, and end it on the server's order.

        An untrusted leg gets its own file tree.
        """
        if self._confinement.readable is not None:
            own_files(self._folder, max(1, self._start.memory // _SHARE_OF_FILES))
        leg = os.fork()
        if not leg:
            self._be_leg(wire, self._folder)
        hide_memory()
        close_all_but(orders.fileno())
        Guard(leg, orders).watch()

    def _be_leg(self, wire: int, folder: Path) -> None:
        try:
            with suppress(OSError):
                os.setsid()
            if self._confinement.readable is None:
                self._close_own()
                missing = self._confinement.apply(())
            else:
                close_all_but(wire)
                limit_files(max(1, self._start.memory // _SHARE_OF_FILES))
                self._settle(folder)
                missing = self._confinement.apply(self._writable(folder))
            os.write(wire, msgspec.json.encode(missing) + b"\n")
            play(self._start.spec, self.agent, wire)
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 1)
        finally:
            os._exit(1)

    def _close_own(self) -> None:
        """Close the connections that this leg has inherited; mapped tables stay open."""
        for each in (*self._guards.values(), self._control):
            each.close()

    def _writable(self, folder: Path) -> list[Path]:
        own = self._namespaces is not None and SHARED_MEMORY.is_dir()
        return [folder, SHARED_MEMORY] if own else [folder]

    def _settle(self, folder: Path) -> None:
        """Make the temporary folder the default folder for all files that a bot might write.

        Relative paths lead to copies and links of the bot's project in the temporary folder. A
        process that the bot forks ends at once.
        """
        os.environ["HANDSIGHT_CACHE_DIR"] = str(tables_folder().parent.resolve())
        for name in ("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "MPLCONFIGDIR"):
            os.environ[name] = str(folder)
        tempfile.tempdir = None
        sys.dont_write_bytecode = True
        project, started_in = self._start.spec.project(), Path.cwd()
        place = folder
        if project is not None:
            place = settle_project(project, folder, started_in, self._start.hidden)
        os.chdir(place)
        # A process that a bot forks would continue as a second leg and answer questions too.
        os.register_at_fork(after_in_child=lambda: os._exit(1))

    def _end(self, leg: int) -> int:
        """End a leg and every process that it has started.

        Returns:
            The leg's exit code, as `os.waitstatus_to_exitcode` returns it.
        """
        if leg in self._guards:
            return self._end_guarded(leg, self._guards.pop(leg))
        for kill in (os.killpg, os.kill):  # both, because the leg can have left its process group
            with suppress(OSError):
                kill(leg, signal.SIGKILL)
        others = {other for other in self._folders if other != leg}
        if leg not in self._ended:
            self._ended[leg] = os.waitpid(leg, 0)[1]
        self._ended |= end_descendants(others)
        rmtree(self._folders.pop(leg), ignore_errors=True)
        return os.waitstatus_to_exitcode(self._ended.pop(leg))

    def _end_guarded(self, guard: int, orders: socket.socket) -> int:
        with orders:
            try:
                orders.sendall(END)
                status = int(orders.recv(ORDER_BYTES))
            except (OSError, ValueError):  # the guard failed before it started the leg
                status = signal.SIGKILL
        with suppress(OSError):
            os.kill(guard, signal.SIGKILL)
        os.waitpid(guard, 0)
        return os.waitstatus_to_exitcode(status)


class Guard:
    """The first process of a leg's namespace; when it ends, all other processes in it end too.

    Args:
        leg: process id of the leg.
        orders: socket on which the server orders the guard to end.
    """

    def __init__(self, leg: int, orders: socket.socket) -> None:
        self._leg = leg
        self._orders = orders

    def watch(self) -> None:
        """Reap orphans until the server orders the end; then kill the leg and report its status.

        If the server has ended, the method returns without a report.
        """
        waiting = select.poll()
        waiting.register(self._orders.fileno(), select.POLLIN)
        while not waiting.poll(_WATCH_SECONDS * 1000):
            self._bury_orphans()
        if self._orders.recv(1):
            os.kill(self._leg, signal.SIGKILL)
            self._orders.sendall(b"%d" % os.waitpid(self._leg, 0)[1])

    def _bury_orphans(self) -> None:
        """Reap processes that have ended, except the leg, whose status is still needed."""
        while True:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is None or ended.si_pid == self._leg:
                return
            os.waitpid(ended.si_pid, 0)


def packages_of(spec: AgentSpec) -> list[Path]:
    """Return the folders of installed packages that a leg can read outside of library folders.

    These are the package of the leg's agent, the packages that register games or loaders of other
    platforms, and all editable installations. All other packages are in library folders, which
    are open as a whole.
    """
    entries = entry_points(group=GROUP) if spec.file is None else ()
    own = [each for entry in entries if entry.name == spec.name for each in package_folders(entry)]
    return own + plugin_folders() + list(editable_packages())


def close_all_but(wire: int) -> None:
    """Close all open files except one file and the standard streams.

    Args:
        wire: the file descriptor that stays open.
    """
    os.closerange(3, wire)
    os.closerange(wire + 1, 1 << 20)


# --- playing --------------------------------------------------------------------------------------


def about_of(agent: Agent) -> Introduction:
    """Return the introduction of an agent; a name longer than 200 characters is cut."""
    return Introduction(_unicode(str(agent.name))[:200], hasattr(agent, "observe"))


def _not_loaded(error: Exception) -> Introduction:
    kind = "" if isinstance(error, HandsightError) else f"{type(error).__name__}: "
    return Introduction(error=_unicode(f"{kind}{error}")[:500])


def _unicode(text: str) -> str:
    """Replace invalid Unicode in a string, which can come from a file name."""
    return text.encode("utf-8", "replace").decode()


def play(spec: AgentSpec, agent: Agent | None, wire: int) -> None:
    """Answer questions until the arena closes the connection.

    Args:
        spec: the specification of the agent.
        agent: the agent; None if it is not loaded yet.
        wire: file descriptor on which questions arrive and answers are written.
    """
    host, process, data = AgentHost(agent), os.getpid(), bytearray()
    while arrived := os.read(wire, 1 << 16):
        data += arrived
        for kind, payload in frames_in(data):
            if kind == LOAD:
                line = host.load(spec)
            elif kind == KERNELS:
                line = kernels_in_use().encode()[:LONGEST_LIST] + b"\n"
            else:
                line = host.answer(kind, payload)
            # If the agent forks without Python's knowledge, only the original process may answer.
            if os.getpid() != process:
                return
            if line:
                os.write(wire, line)


class AgentHost:
    """Asks an agent the arena's questions, and encodes its answers.

    Args:
        agent: the agent; None if it is loaded later.
    """

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self._rng = LazyRandom(0)
        self._reader = ObservationReader()
        self._ballast = bytearray(_BALLAST)
        self._broken: Fault | None = None
        self._told = 0

    def load(self, spec: AgentSpec) -> bytes:
        """Load the agent if it is not loaded yet, begin a match, and return its introduction.

        If the agent cannot be loaded, the introduction holds the reason.
        """
        try:
            if self._agent is None:
                self._agent = build_agent(spec)
            about = about_of(self._agent)
        except Exception as error:
            about = _not_loaded(error)
        else:
            self.reset()
        return introduction_line(about)

    def reset(self) -> None:
        """Begin a match.

        If the agent's own ``reset`` fails, every request for an action is answered with this fault.
        """
        try:
            if hasattr(self._agent, "reset"):
                self._agent.reset()
        except Exception as error:
            self._broken = self._fault(error)

    def answers(self, data: bytearray) -> Iterator[bytes]:
        """Answer the questions that have arrived completely.

        Args:
            data: received data, from which the answered frames are removed.
        """
        for kind, payload in frames_in(data):
            message = self.answer(kind, payload)
            if message:
                yield message

    def answer(self, kind: bytes, payload: bytes) -> bytes:
        """Process a frame: begin a hand, or answer a question.

        Args:
            kind: the kind of the frame.
            payload: the content of the frame.

        Returns:
            The message to write; empty if the frame needs no answer.
        """
        if kind == BEGIN:
            self._rng.seed_later(seed_in(payload))
            return b""
        if kind == ACT:
            return self._act(*self._reader.read(payload))
        return self._observe(*events_in(payload))

    def _act(self, number: int, seen: Observation) -> bytes:
        if self._broken:
            return fault_reply(number, self._broken)
        try:
            action = self._agent.act(seen, self._rng)
            if isinstance(action, str):
                action, fault = spoken_action(action, seen)
                if fault is not None:
                    return fault_reply(number, fault)
            reply = action_reply(number, action, self._remark())
            return reply or fault_reply(number, no_action(action))
        except Exception as error:
            return fault_reply(number, self._fault(error))

    def _remark(self) -> str:
        """Return the next remark of the agent that has not been sent yet, or an empty string."""
        if not getattr(self._agent, "remarks", None):
            return ""
        new = remarks_of(self._agent)[self._told :]
        self._told += len(new[:1])
        return new[0] if new else ""

    def _observe(self, number: int, events: Sequence[AgentEvent]) -> bytes:
        try:
            for event in events:
                self._agent.observe(event)
        except Exception as error:
            return fault_reply(number, self._fault(error))
        return noted_reply(number)

    def _fault(self, error: Exception) -> Fault:
        if isinstance(error, MemoryError):
            self._ballast = bytearray()  # free memory for the answer
            return Fault("memory", "asked for more memory than it may hold")
        return raised(error)


# --- ends -----------------------------------------------------------------------------------------


def end_descendants(spared: set[int] | None = None) -> dict[int, int]:
    """Kill all descendants of this process, which adopts the children of each killed process.

    Args:
        spared: process ids of children to leave alone.

    Returns:
        The wait status of each spared child that has ended in the meantime, by process id.
    """
    left, ended = spared or set(), dict[int, int]()
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if process:  # reap one process at a time, until all that have ended are reaped
            if process in left:
                ended[process] = status
            continue
        living = [child for child in children_of(os.getpid()) if child not in left]
        if not living:
            return ended
        for child in living:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        sleep(0.001)


def _exactly(control: socket.socket, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        arrived = control.recv(count - len(data))
        if not arrived:
            raise EOFError("the arena is gone")
        data += arrived
    return bytes(data)
