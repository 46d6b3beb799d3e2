"""A player in its own process, which can be slow, faulty or hostile.

The player cannot exceed its limits on time and memory, remember one leg of a pair in another leg,
see anything but its observations and its own project, or stop the match. `docs/ideas/sandbox.md`
lists the systems that can guarantee each of these points.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from time import perf_counter

from handsight.agents import AgentEvent, AgentSpec
from handsight.arena.players import MOST_REMARKS, Answer, Fault
from handsight.arena.sandbox.confinement import WHERE_ISOLATED, can_sandbox
from handsight.arena.sandbox.limits import Limits as Limits
from handsight.arena.sandbox.process import AgentInfo, LegEnded, LegProcess, ServerProcess, ended
from handsight.arena.sandbox.wire import (
    REHEARSAL,
    ObservationWriter,
    Reply,
    begin_frame,
    observe_frame,
    read_reply,
    unreadable,
)
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules

LATE_IN_A_ROW = 5
"""The number of consecutive late answers, to observations or events, after which a player is not
asked again in a match."""

_DEFAULT = Limits()


class SandboxedPlayer:
    """An agent in its own process, with limits on time and memory.

    A match here is all hands from one `reset` to the next. Each match is played by a fresh process,
    which is confined and then loads the agent. If the agent is one of handsight's own, it is loaded
    once, and each match gets a copy of it. After a fault that ended its process, the player is
    restarted when it is next asked for an action or shown events. A player that is late
    `LATE_IN_A_ROW` times in a row is not asked again in that match. If the agent keeps the contract
    of agents, it makes the same decisions as in an `InProcessPlayer`.

    Args:
        spec: the specification of the agent, or its name with options.
        limits: the limits on time and memory.
        hidden: files that the agent must not open, even in folders that it may read. Files in the
            same folder whose names begin with the name of a hidden file, such as journals, are
            hidden too. Handsight's own agents are trusted, and are not restricted by this.
        network: whether the agent may make internet connections.

    Attributes:
        name: name of the agent in tables.
        observes: whether the agent wants the events of its hands.
        missing: the measures against cheating in `MEASURES` that this system lacks; empty until the
            first process that can play a match has started.
        remarks: the agent's distinct remarks about itself in all its matches so far, at most
            `MOST_REMARKS`.

    Raises:
        OptionError: if there is no such agent, if the agent cannot be loaded within its limits, or
            if the system cannot isolate agents, as Windows cannot.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> player = SandboxedPlayer("call", Limits(decision=2.0))
        >>> player.begin(seed=1)
        >>> table = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
        >>> player.act(table.observation()).action
        Action(kind='call', amount=0)
        >>> player.close()
    """

    def __init__(
        self,
        spec: AgentSpec | str,
        limits: Limits = _DEFAULT,
        hidden: Sequence[Path] = (),
        network: bool = False,
    ) -> None:
        self._spec = AgentSpec.parse(spec) if isinstance(spec, str) else spec
        if not can_sandbox():
            raise OptionError(
                f"{self._spec.text!r} would play in a process of its own, but this system cannot "
                f"isolate it; {WHERE_ISOLATED}, or let it play trusted: `handsight arena --trust`"
            )
        self._limits = limits
        self._hidden, self._network = tuple(hidden), network
        self._rehearses = limits.rehearsal > 0
        self._kernels = b""
        self._leg: LegProcess | None = None
        self._server: ServerProcess | None = None
        self.missing: tuple[str, ...] = ()
        self.remarks: list[str] = []
        self._begin_frame = self._unsent = b""
        try:
            self.name, self.observes = self._introduction()
        except (OSError, OptionError) as error:
            self.close()
            if isinstance(error, OptionError):
                raise
            raise OptionError(
                f"{self._spec.text!r} cannot be loaded in a process of its own: the process "
                f"ended, or took more than {limits.load:g} s or {limits.memory} MB"
            ) from None
        self.reset()

    def reset(self) -> None:
        """Begin a match: a fresh copy of the agent plays it, and the time bank is full."""
        self._end_leg()
        self._spent = self._loading = 0.0
        self._late = 0
        self._begin_frame = b""

    def begin(self, seed: int) -> None:
        """Begin a hand, with a new stream of random numbers."""
        self._begin_frame = self._unsent = begin_frame(seed)

    def act(self, observation: Observation) -> Answer:
        """Ask for an action.

        The answer is a fault of kind ``late`` if the player is no longer asked in this match.
        """
        if self._late == LATE_IN_A_ROW:
            return Answer(None, 0.0, _not_asked())
        try:
            leg = self._ready()
        except (OSError, OptionError):
            return Answer(None, 0.0, self._lost())
        number = _fresh_number()
        start = perf_counter()
        reply = self._ask(leg, number, self._writer.frame(number, observation))
        seconds = perf_counter() - start
        if reply.action is None and reply.fault is None:
            reply = self._fail(unreadable(b""))
        if reply.remark and len(self.remarks) < MOST_REMARKS and reply.remark not in self.remarks:
            self.remarks.append(reply.remark)
        return Answer(reply.action, seconds, reply.fault)

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Show the agent the new events that it may see; return its fault, or None.

        Nothing is shown to an agent that does not want events, or that is no longer asked in this
        match.
        """
        if not self.observes or self._late == LATE_IN_A_ROW:
            return None
        try:
            leg = self._ready()
        except (OSError, OptionError):
            return self._lost()
        number = _fresh_number()
        reply = self._ask(leg, number, observe_frame(number, events))
        if reply.action is not None:
            reply = self._fail(unreadable(str(reply.action).encode()))
        return reply.fault

    def close(self) -> None:
        """End all processes of this player."""
        self._end_leg()
        self._drop_server()

    # --- processes --------------------------------------------------------------------------------

    def _introduction(self) -> AgentInfo:
        """Return the agent's introduction, after starting the server if there is none.

        If the server has no introduction, the first leg introduces the agent and, if this player
        rehearses, answers the rehearsal's questions.
        """
        server = self._running()
        if server.about is not None:
            return server.about
        self._leg, about = server.leg(self._limits.load)
        self.missing = self._leg.missing
        if self._rehearses:
            self._kernels = self._rehearse(self._leg)
            self._warm_up(server)
        return about

    def _running(self) -> ServerProcess:
        """Return the server, after starting it if there is none.

        A server that fails its rehearsal is replaced by one that does not rehearse.
        """
        if self._server is None:
            self._server = self._new_server(_rehearsal())
            if self._server.about is None:
                self._warm_up(self._server)
            elif self._rehearses and not self._server.rehearse(self._limits.rehearsal):
                self._rehearses = False
                self._drop_server()
                self._server = self._new_server()
        return self._server

    def _new_server(self, rehearsal: bytes = b"") -> ServerProcess:
        hidden, network = self._hidden, self._network
        return ServerProcess(self._spec, self._limits, rehearsal, hidden, network)

    def _rehearse(self, leg: LegProcess) -> bytes:
        """Ask a bot the rehearsal's questions, and return the list of kernels that it used.

        The list is empty if the leg ends, or does not finish the rehearsal in time.
        """
        end = perf_counter() + self._limits.rehearsal
        try:
            for question in _rehearsal_questions():
                leg.ask(question, end - perf_counter(), self._limits.memory)
            return leg.kernels(max(0.01, end - perf_counter()))
        except (LegEnded, OSError):
            return b""

    def _warm_up(self, server: ServerProcess) -> None:
        try:
            server.warm(self._kernels, self._limits.load)
        except OSError:
            self._kernels = b""
            self._drop_server()

    def _ready(self) -> LegProcess:
        """Return the leg of the current match, after starting a leg if there is none."""
        if self._leg is None:
            try:
                self._leg = self._start_leg()
            except OSError:  # the server has ended or does not obey, so try again with a new server
                self._drop_server()
                self._leg = self._start_leg()
            self.missing = self._leg.missing
            self._running().prepare()
            self._unsent = self._begin_frame
            self._writer = ObservationWriter()
        return self._leg

    def _start_leg(self) -> LegProcess:
        """Start a leg. The load limit applies to all legs of a match together."""
        start = perf_counter()
        try:
            return self._running().leg(max(0.0, self._limits.load - self._loading))[0]
        finally:
            self._loading += perf_counter() - start

    def _end_leg(self) -> int | None:
        leg, self._leg = self._leg, None
        if leg is None or self._server is None:
            return None
        status = self._server.end(leg)
        if status is None:
            self._drop_server()
        return status

    def _drop_server(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    # --- questions --------------------------------------------------------------------------------

    def _ask(self, leg: LegProcess, number: int, question: bytes) -> Reply:
        message, self._unsent = self._unsent + question, b""
        limits = self._limits
        allowed = limits.allowed(self._spent)
        start = perf_counter()
        try:
            line = leg.ask(message, allowed, limits.memory)
            self._late = 0
        except LegEnded as end:
            self._late = self._late + 1 if end.kind == "late" else 0
            return self._fail(self._fault(end.kind, allowed))
        finally:
            self._spent += max(0.0, perf_counter() - start - limits.free)
        reply = read_reply(line, number)
        if reply is None:  # the message is not exactly one answer to this question
            return self._fail(unreadable(line))
        if reply.fault is not None and reply.fault.kind == "memory":
            self._end_leg()
        return reply

    def _fail(self, fault: Fault) -> Reply:
        """End a leg that failed, and return a reply with its fault.

        The next question starts another leg.
        """
        status = self._end_leg()
        return Reply(fault=fault._replace(detail=ended(status)) if fault.kind == "died" else fault)

    def _fault(self, kind: str, allowed: float) -> Fault:
        if kind == "memory":
            return Fault(kind, f"held more than {self._limits.memory} MB")
        if kind == "late":
            return Fault(kind, f"gave no answer within {allowed:.3g} s")
        return Fault(kind, "")

    def _lost(self) -> Fault:
        self._end_leg()
        self._drop_server()
        return Fault("died", "its process cannot be started again")


def _not_asked() -> Fault:
    return Fault("late", f"was late {LATE_IN_A_ROW} times in a row, and is not asked again")


def _fresh_number() -> int:
    """Draw the number of a question at random, so that no player can answer in advance."""
    return int.from_bytes(os.urandom(8), "little")


@cache
def _rehearsal_questions() -> tuple[bytes, ...]:
    """Return the questions of a rehearsal: one decision on each street of a hand."""
    table = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=0))
    writer, frames, street = ObservationWriter(), list[bytes](), ""
    while not table.state.is_over:
        seen = table.observation()
        if seen.street != street:
            frames.append(writer.frame(REHEARSAL, seen))
            street = seen.street
        table.apply(Action.call())
    return begin_frame(0) + frames[0], *frames[1:]


def _rehearsal() -> bytes:
    return b"".join(_rehearsal_questions())
