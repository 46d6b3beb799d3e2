"""The agents at the page's tables, which decide in a limited number of processes.

A seat submits a question without waiting; the answer wakes the table when it arrives. So no table
blocks a thread while it waits for an agent. A slow agent of our own delays only the agents in the
same process; bots from files delay each other only if more than `BOT_THREADS` of them are asked at
once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from handsight.agents import AgentEvent, AgentSpec, Decision
from handsight.arena.players import AgentDecision, Answer, Fault, Player, TracedPlayer, one_line
from handsight.arena.run import worker_processes
from handsight.game import Action, Observation
from handsight.interop import build_agent

PROCESSES = 2
"""The number of processes in which our own agents decide."""
BOT_THREADS = 4
"""The number of threads that wait for bots from files. Each bot has its own sandboxed process."""


class SeatKey(NamedTuple):
    """The key of an agent at the page's tables.

    Attributes:
        table: key of the table.
        seat: index of the agent among the table's agents, from 0, clockwise from the person.
    """

    table: str
    seat: int


class SeatQuestion(NamedTuple):
    """The question that a seat submits to its agent.

    Attributes:
        key: key of the agent.
        spec: specification of the agent, which is loaded at its first question.
        name: name of the agent at the table.
        before: seeds of new hands, and groups of events, that the agent must process first, in
            order.
        seen: the observation that the agent must answer with an action; None to ask for no action.
        hidden: files that a bot must not open.
    """

    key: SeatKey
    spec: AgentSpec
    name: str
    before: tuple[int | tuple[AgentEvent, ...], ...]
    seen: Observation | None
    hidden: tuple[Path, ...] = ()


class SeatReply(NamedTuple):
    """The agent's reply to a question.

    Attributes:
        observes: whether the agent wants to see events.
        answer: the agent's answer; it has no action if the question asked for none.
        decision: the agent's action with its reasons; None if the question asked for no action, if
            the agent does not explain itself, or if it is a bot from a file.
    """

    observes: bool
    answer: Answer
    decision: Decision | None = None


class AgentWorkers:
    """The processes in which the agents of all tables decide; each starts when it is first needed.

    Args:
        processes: number of processes for our own agents.
        start: callable that starts a process; None to start processes on this machine.
        hidden: files that bots must not open.
    """

    def __init__(
        self,
        processes: int = PROCESSES,
        start: Callable[[], Executor] | None = None,
        hidden: tuple[Path, ...] = (),
    ) -> None:
        self._hidden = hidden
        self._start = start or partial(worker_processes, 1)
        self._lock = Lock()
        self._started: list[Executor | None] = [None] * processes
        self._bots = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bots")
        self._next = 0

    def place(self) -> int:
        """Return the index of the process for a new table: the next one in rotation."""
        with self._lock:
            self._next = (self._next + 1) % len(self._started)
            return self._next

    def ask(self, place: int, question: SeatQuestion) -> Future[SeatReply]:
        """Submit a question to an agent's process, which is restarted if it has ended.

        Args:
            place: index of the process, from `place`; ignored for a bot from a file, which has its
                own process.
            question: the question.
        """
        if question.spec.file is not None:
            return self._bots.submit(reply_to, question._replace(hidden=self._hidden))
        worker = self._worker(place)
        try:
            return worker.submit(reply_to, question)
        except BrokenExecutor:
            self._drop(place, worker)
            return self._worker(place).submit(reply_to, question)

    def forget(self, place: int, key: SeatKey, spec: AgentSpec) -> None:
        """Remove an agent from its process, if the process is running.

        Args:
            place: index of the process, from `place`; ignored for a bot from a file.
            key: key of the agent.
            spec: specification of the agent.
        """
        if spec.file is not None:
            with suppress(RuntimeError):  # the server is stopping, and all bots with it
                self._bots.submit(_forget, key)
            return
        with self._lock:
            worker = self._started[place]
        if worker is not None:
            try:
                worker.submit(_forget, key)
            except RuntimeError:  # the process has ended, and the agent with it
                return

    def close(self) -> None:
        """End all processes, including those of bots from files."""
        with self._lock:
            running, self._started = self._started, [None] * len(self._started)
        self._bots.submit(_forget_all)
        self._bots.shutdown(wait=True, cancel_futures=False)
        _forget_all()  # even bots that were still being loaded
        for each in running:
            if each is not None:
                each.shutdown(wait=True, cancel_futures=True)

    def _worker(self, place: int) -> Executor:
        with self._lock:
            worker = self._started[place]
            if worker is None:
                worker = self._started[place] = self._start()
            return worker

    def _drop(self, place: int, worker: Executor) -> None:
        with self._lock:
            if self._started[place] is worker:  # otherwise another table has already restarted it
                self._started[place] = None
        worker.shutdown(wait=False, cancel_futures=True)


class AgentSeat:
    """An agent at a table, as a `handsight.arena.players.Player` that answers later.

    Args:
        key: key of the agent: its table and seat.
        spec: specification of the agent.
        name: name of the agent at the table.
        workers: processes in which agents decide.
        place: index of the agent's process, from `AgentWorkers.place`.
        wake: called, from any thread, when an answer has arrived.

    Attributes:
        name: name of the agent at the table.
        observes: whether the agent wants to see events; False until `is_here` has returned True.
        decisions: the agent's decisions in the current hand, with its reasons, without the actions
            that `recall` queued.
    """

    def __init__(
        self,
        key: SeatKey,
        spec: AgentSpec,
        name: str,
        workers: AgentWorkers,
        place: int,
        wake: Callable[[], None],
    ) -> None:
        self.name = name
        self.observes = False
        self.decisions: list[AgentDecision] = []
        self._key, self._spec, self._place = key, spec, place
        self._workers, self._wake = workers, wake
        self._before: list[int | tuple[AgentEvent, ...]] = []
        self._recalled: deque[Action] = deque()
        self._asked: Future[SeatReply] | None = None

    def sit(self) -> None:
        """Start loading the agent; the table is woken when the agent is ready."""
        self._ask(None)

    def is_here(self) -> bool:
        """Check whether the agent is loaded; call this after `sit`, before the first hand.

        Raises:
            HandsightError: if the agent cannot be loaded. If its process has ended, another error
                is raised.
        """
        if self._asked is None:
            return True
        if not self._asked.done():
            return False
        asked, self._asked = self._asked, None
        self.observes = asked.result().observes
        return True

    def reset(self) -> Fault | None:
        """Do nothing, because all hands of a table are one match."""
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand: forget the decisions of the last hand, and store the new hand's seed."""
        self.decisions = []
        self._recalled.clear()
        self._before.append(seed)

    def recall(self, action: Action) -> None:
        """Queue an action that the agent took before the server was restarted, to replay it."""
        self._recalled.append(action)

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Store events for the next question."""
        self._before.append(tuple(events))
        return None

    def act(self, observation: Observation) -> Answer | None:
        """Return the agent's answer, or ask for one and return None until it arrives.

        The actions that `recall` queued come first. An error in the agent's process becomes an
        answer with a fault.
        """
        if self._recalled:
            return Answer(self._recalled.popleft(), 0.0)
        if self._asked is None:
            self._ask(observation)
        if self._asked is None or not self._asked.done():
            return None
        asked, self._asked = self._asked, None
        try:
            reply = asked.result()
        except Exception as error:
            said = one_line(f"{type(error).__name__}: {error}")
            return Answer(None, 0.0, Fault("died", said))
        self.decisions.append(AgentDecision(self.name, observation, reply.decision))
        return reply.answer

    def close(self) -> None:
        """Remove the agent, after the question in progress, if there is one.

        The question can still load the agent.
        """
        if self._asked is None:
            self._forget()
        else:
            self._asked.add_done_callback(lambda _: self._forget())

    def _forget(self) -> None:
        self._workers.forget(self._place, self._key, self._spec)

    def _ask(self, seen: Observation | None) -> None:
        before, self._before = tuple(self._before), []
        question = SeatQuestion(self._key, self._spec, self.name, before, seen)
        self._asked = self._workers.ask(self._place, question)
        self._asked.add_done_callback(lambda _: self._wake())


# --- where the agents decide ----------------------------------------------------------------------

_players: dict[SeatKey, tuple[Player, list[AgentDecision]]] = {}
"""The agents in this process, by key; each agent answers one question at a time."""

_NOTHING_ASKED = Answer(None, 0.0)


def reply_to(question: SeatQuestion) -> SeatReply:
    """Return an agent's reply to a question, in the agent's process.

    The agent is loaded at its first question.

    Raises:
        HandsightError: if the agent cannot be loaded.
    """
    key = question.key
    if key not in _players:
        _players[key] = _loaded(question)
    player, decisions = _players[key]
    for each in question.before:
        if isinstance(each, int):
            player.begin(each)
        else:
            player.observe(each)
    if question.seen is None:
        return SeatReply(player.observes, _NOTHING_ASKED)
    decisions.clear()
    answer = player.act(question.seen) or _NOTHING_ASKED
    return SeatReply(player.observes, answer, decisions[0].decision if decisions else None)


def _loaded(question: SeatQuestion) -> tuple[Player, list[AgentDecision]]:
    decisions: list[AgentDecision] = []
    if question.spec.file is None:
        agent = build_agent(question.spec)
        return TracedPlayer(agent, question.name, decisions.append), decisions
    from handsight.arena.sandbox.player import SandboxedPlayer

    return SandboxedPlayer(question.spec, hidden=question.hidden), decisions


def _forget(key: SeatKey) -> None:
    player, _ = _players.pop(key, (None, None))
    if player is not None:
        player.close()


def _forget_all() -> None:
    for key in list(_players):
        _forget(key)
