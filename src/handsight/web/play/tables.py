"""The page's tables, at which a person plays hand after hand against agents.

Tables run in a pool of threads and never block there: a table resumes when the person sends a
message, or when an agent's answer wakes it. A table sends a browser only what the person may see of
a hand.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Lock, RLock, Thread
from typing import TypeVar

import msgspec

from handsight.agents import AgentSpec
from handsight.arena.players import FAULTS
from handsight.arena.table import HandPlay
from handsight.errors import HandsightError, HistoryError, IllegalActionError, OptionError
from handsight.formats import phh_text
from handsight.game import Action, Hand, HandState, Rules, hand_of
from handsight.views.histories.replay import watched_report
from handsight.web.jobs import HeavyPool, Job, TooManyError
from handsight.web.play.agent_seats import AgentSeat, AgentWorkers, SeatKey
from handsight.web.play.hand_store import HandStore, KeptHand, KeptTable, OpenHand
from handsight.web.play.hand_view import hand_streets
from handsight.web.play.messages import (
    BIG_BLIND,
    SMALL_BLIND,
    AskRanges,
    AskValues,
    DealNext,
    FromBrowser,
    LeaveTable,
    RefusedMessage,
    RevealCards,
    SeatedAt,
    TableEnded,
    TableState,
    TableStatistics,
    TakeAction,
    ToBrowser,
)
from handsight.web.play.person_seat import PersonSeat
from handsight.web.play.stacks import TableStacks
from handsight.web.play.statistics import MeetingStatistics
from handsight.web.play.table_view import (
    YOU,
    decision_note,
    offered_actions,
    seat_now,
    shown_ranges,
    shown_values,
    unique_names,
)

MOST_TABLES = 20
IDLE_SECONDS = 15 * 60.0
LOOK_SECONDS = 30.0
"""Seconds between two checks for idle tables."""

THREADS = 4
MOST_COUNTED = 500
"""The number of latest stored hands that are searched for hands against the same agents, which
count in a table's statistics."""

QUESTION_SECONDS = 30.0
SEED_BITS = 64

Listener = Callable[[ToBrowser], None]
T = TypeVar("T")


class Table:
    """A table at which the person plays against agents.

    Args:
        tables: all tables, with the store, threads and processes that this table uses.
        key: key by which the browser refers to the table.
        agents: names and specifications of the agents, clockwise from the person.
        stacks: the players' stacks.
        kept: state in which the table was stored when the server stopped; None for a new table.

    Attributes:
        key: key by which the browser refers to the table.
        secret: secret that a browser needs to come back to the table.
        last_used: time at which the person last opened the table, returned to it or sent a message,
            by the clock of `Tables`.
        ended: whether the table has ended.
    """

    def __init__(
        self,
        tables: Tables,
        key: str,
        agents: Sequence[tuple[str, AgentSpec]],
        stacks: TableStacks,
        kept: KeptTable | None = None,
    ) -> None:
        self.key = key
        self.secret = secrets.token_urlsafe(24) if kept is None else kept.secret
        self.last_used = tables.clock()
        self.ended = False
        self._tables, self._stacks = tables, stacks
        self._agents = tuple(name for name, _ in agents)
        self._person = PersonSeat()
        place, names = tables.workers.place(), unique_names(self._agents)
        self._opponents = [
            AgentSeat(SeatKey(key, seat), spec, name, tables.workers, place, self._wake)
            for seat, (name, (_, spec)) in enumerate(zip(names, agents, strict=True))
        ]
        self._players: list[PersonSeat | AgentSeat] = [self._person, *self._opponents]
        self._lock = RLock()
        self._listener: Listener | None = None
        self._statistics = MeetingStatistics()
        self._is_seated = False
        self._hand = 0 if kept is None else kept.number
        self._open = None if kept is None else kept.hand
        self._play: HandPlay | None = None
        self._names: list[str] = []
        self._told = -1
        self._number: int | None = None
        self._kept: KeptHand | None = None
        self._asked: set[str] = set()

    # --- the browser ------------------------------------------------------------------------------

    def attach(self, listener: Listener) -> None:
        """Send the state of the current hand and all later messages to this listener only.

        A different listener, if one was attached, is told that the table was opened in another tab.

        Raises:
            OptionError: if the table has ended.
        """
        with self._lock:
            self._require_running()
            if self._listener is not None and self._listener is not listener:
                self._tell(TableEnded("this table was opened in another tab", elsewhere=True))
            self._listener = listener
            self._touch()
            self._tell(SeatedAt(self.key, self.secret, [each.name for each in self._opponents]))
            if self._play is not None:
                self._tell(self._state(self._play))
                self._tell_statistics()

    def detach(self, listener: Listener) -> None:
        """Stop sending to this listener; the table continues."""
        with self._lock:
            if self._listener is listener:
                self._listener = None

    def take(self, message: FromBrowser) -> None:
        """Carry out a message from the person, who already sits at this table.

        Raises:
            HandsightError: if the message cannot be carried out, in which case the table continues,
                or if the table has ended.
        """
        with self._lock:
            self._require_running()
            self._touch()
            match message:
                case TakeAction():
                    self._act(message)
                case DealNext():
                    self._deal_next()
                case AskRanges():
                    self._ask("the ranges", shown_ranges)
                case AskValues():
                    self._ask("the values", shown_values)
                case RevealCards():
                    self._reveal()
                case LeaveTable():
                    self._tables.end(self, "you have left the table")
                case _:
                    raise OptionError("you already sit at a table")

    def end(self, reason: str) -> None:
        """End the table; an unfinished hand does not count.

        Args:
            reason: why the table ends; empty if the server stops, after which the table can be
                reopened if the store is a file.
        """
        with self._lock:
            if self.ended:
                return
            self.ended = True
            if reason:
                self._tell(TableEnded(reason))
            self._play = self._listener = None
            for each in self._opponents:
                each.close()

    def _require_running(self) -> None:
        if self.ended:
            raise OptionError("this table has ended")

    def _tell(self, message: ToBrowser) -> None:
        if self._listener is not None:
            self._listener(message)

    def _tell_statistics(self) -> None:
        if players := self._statistics.players(YOU):
            self._tell(TableStatistics(players))

    def _touch(self) -> None:
        self.last_used = self._tables.clock()

    # --- what the person does ---------------------------------------------------------------------

    def _act(self, message: TakeAction) -> None:
        play = self._play
        seen = None if play is None else play.observation
        if play is None or seen is None or seen.seat != self._names.index(YOU):
            raise IllegalActionError("it is not your turn")
        if (message.hand, message.decision) != (self._hand, len(seen.actions)):
            raise IllegalActionError(
                "this answers a different decision from the one that is to be made"
            )
        action = Action(message.action, message.to if message.action == "raise" else 0)
        play.state.verify(action)
        self._person.recall(action)
        with self._ending_where_it_fails():
            self._step()

    def _deal_next(self) -> None:
        if self._play is not None and self._number is None:
            raise IllegalActionError("this hand is not over")
        if not self._is_seated:
            raise IllegalActionError("the agents are not here yet")
        with self._ending_where_it_fails():
            self._deal()

    def _reveal(self) -> None:
        if self._play is None or self._number is None:
            raise IllegalActionError("cards are revealed when the hand is over")
        self._kept = self._tables.store.reveal(self._number)
        self._tell(self._state(self._play))

    def _ask(self, what: str, answer: Callable[[int, Hand], ToBrowser]) -> None:
        """Answer a question about the hand in another thread, unless it is being answered.

        Args:
            what: subject of the question, for an error message.
            answer: returns the answer, given the number of the hand and the hand as the person has
                seen it, so hidden cards affect no result.
        """
        if what in self._asked:
            raise IllegalActionError(f"{what} are being computed already; wait a moment")
        play = self._play
        if play is None:
            raise IllegalActionError("there is no hand")
        hand = hand_of(_state_of(play).view(self._names.index(YOU)), self._names)
        work = partial(answer, self._hand, hand)
        answering = self._tables.heavy.start(Job(QUESTION_SECONDS), work)
        self._asked.add(what)
        answering.add_done_callback(partial(self._tell_answer, what))

    def _tell_answer(self, what: str, answered: Future[ToBrowser]) -> None:
        """Send the answer to a question, or why there is none."""
        if answered.cancelled():  # the server is ending
            return
        error = answered.exception()
        with self._lock:
            self._asked.discard(what)
            if isinstance(error, Exception):
                self._tell(RefusedMessage(_reason(error, what)))
            else:
                self._tell(answered.result())

    # --- the hand ---------------------------------------------------------------------------------

    def sit(self) -> None:
        """Start loading the agents; when all of them are ready, a hand is dealt.

        At a reopened table, this is the hand that was in progress, if there was one.
        """
        with self._lock:  # no agent can be ready before all are asked
            for each in self._opponents:
                each.sit()

    def _wake(self) -> None:
        with suppress(RuntimeError):  # the server is ending
            self._tables.threads.submit(self._go_on)

    def _go_on(self) -> None:
        """Resume after an agent has answered, unless the table has ended."""
        with self._lock:
            if self.ended:
                return
            with self._ending_where_it_fails():
                if not self._is_seated:
                    self._seat()
                elif self._number is None:
                    self._step()

    @contextmanager
    def _ending_where_it_fails(self) -> Iterator[None]:
        """End the table if an error occurs, because the table would otherwise hang silently."""
        try:
            yield
        except Exception as error:
            reason = _reason(error, "the table")
            self._tell(RefusedMessage(reason, "opponents"))
            self._tables.end(self, reason)

    def _seat(self) -> None:
        if not all(each.is_here() for each in self._opponents):
            return
        self._is_seated = True
        agents = sorted(self._agents)
        for _, kept in reversed(self._tables.store.hands(MOST_COUNTED)):
            if sorted(kept.agents) == agents:
                self._count(kept)
        self._deal(self._open)

    def _deal(self, again: OpenHand | None = None) -> None:
        """Deal the next hand, or deal again the hand `again`, which a stopped server left open."""
        size = len(self._players)
        if again is None:
            self._hand += 1
            seeds = [secrets.randbits(SEED_BITS) for _ in range(size + 1)]
            rebuys = tuple((player - self._hand) % size for player in self._stacks.rebuy())
            self._open = OpenHand(seeds[0], tuple(seeds[1:]), rebuys=rebuys)
        else:
            self._open = again
        self._number = self._kept = None
        self._told = -1
        # The button moves on with every hand, but always has the last seat of the hand.
        players = self._by_seat(self._players)
        self._names = [player.name for player in players]
        for player, seed in zip(players, self._open.players, strict=True):
            player.begin(seed)
        for seat, kind, total in self._open.actions:
            players[seat].recall(Action(kind, total))
        rules = Rules(small_blind=SMALL_BLIND, big_blind=BIG_BLIND)
        stacks = self._by_seat(self._stacks.now)
        start = HandState.start(rules, stacks, button=size - 1, seed=self._open.deck)
        self._play = HandPlay(start, players, tuple(self._names), self._hand)
        self._step()

    def _by_seat(self, each: Sequence[T]) -> list[T]:
        """Reorder the entries of all players, the person's first, by their seats in the hand."""
        first = self._hand % len(each)
        return [*each[first:], *each[:first]]

    def _step(self) -> None:
        play = self._play
        if play is None:
            return
        over = play.advance()
        done = len(play.result().actions)
        if over:
            self._keep(play)
        if over or done != self._told:
            self._told = done
            if not over:
                self._tables.store.keep_table(self._as_kept(play))
            self._tell(self._state(play))
        if over:
            self._tell_statistics()

    def _keep(self, play: HandPlay) -> None:
        """Store a finished hand, and count it in the statistics."""
        record = hand_of(_state_of(play), self._names, {"hand": self._hand})
        told = [each for seat in self._opponents for each in seat.decisions]
        told.sort(key=lambda each: len(each.seen.actions))
        self._kept = KeptHand(
            played=int(time.time()),
            seat=self._names.index(YOU),
            agents=self._agents,
            record=phh_text(record),
            decisions=tuple(map(decision_note, told)),
        )
        size = len(self._players)
        ended = _state_of(play).stacks
        self._stacks.end_hand([ended[(player - self._hand) % size] for player in range(size)])
        self._number = self._tables.store.add(self._kept, self._as_kept(None))
        self._count(self._kept)

    def _as_kept(self, play: HandPlay | None) -> KeptTable:
        """Return the table's state, from which it can be reopened after the server has stopped."""
        hand = None
        if play is not None and self._open is not None:
            taken = ((each.seat, each.action) for each in play.result().actions)
            actions = tuple((seat, action.kind, action.amount) for seat, action in taken)
            hand = msgspec.structs.replace(self._open, actions=actions)
        return KeptTable(
            key=self.key,
            secret=self.secret,
            used=int(time.time()),
            agents=self._agents,
            stack=self._stacks.buy_ins[0],
            number=self._hand,
            hand=hand,
            buy_ins=self._stacks.buy_ins,
            carry=self._stacks.carry,
            stacks=tuple(self._stacks.now),
        )

    def _count(self, kept: KeptHand) -> None:
        with suppress(HistoryError):  # a hand that cannot be replayed is not counted
            self._statistics.add(kept.seen())

    # --- what the person sees ---------------------------------------------------------------------

    def _state(self, play: HandPlay) -> TableState:
        you = self._names.index(YOU)
        view = _state_of(play).view(you)
        report = watched_report(view, self._names, {"hand": self._hand})
        seen = play.observation
        played, kept = play.result(), self._kept
        holes = report.history.holes if kept is None else kept.seen().holes
        return TableState(
            hand=self._hand,
            you=you,
            big_blind=BIG_BLIND,
            seats=[
                seat_now(view, seat, name, report.history.positions[seat], holes[seat])
                for seat, name in enumerate(self._names)
            ],
            board="".join(map(str, view.board)),
            pot=view.pot,
            turn=None if view.is_over else view.actor,
            decision=len(played.actions),
            offered=offered_actions(seen) if seen is not None and seen.seat == you else None,
            streets=hand_streets(report),
            rebuys=[] if self._open is None else [*self._open.rebuys],
            over=view.is_over,
            stored=self._number,
            revealed=kept is not None and kept.revealed,
            hidden=view.is_over and None in holes,
            decisions=[] if kept is None else kept.seen_decisions(),
            # Leave out the details of a fault, because an agent could reveal its cards in them.
            faults=[f"{self._names[seat]} {FAULTS[why.kind]}" for seat, _, why in played.faults],
        )


def _reason(error: Exception, what: str) -> str:
    """Describe why `what` failed; show only the type of an error that handsight did not raise.

    The text of such an error can contain anything.
    """
    ours = isinstance(error, HandsightError)
    return str(error) if ours else f"{what} failed: {type(error).__name__}"


def _state_of(play: HandPlay) -> HandState:
    if not isinstance(play.state, HandState):
        raise TypeError("the tables of the page deal hands by our own rules only")
    return play.state


# --- all tables -----------------------------------------------------------------------------------


class Tables:
    """All running tables; their number is limited, and idle tables are ended.

    Args:
        agents: agents that a person can play against, by name.
        store: store of the played hands and open tables.
        heavy: pool of threads in which questions about hands are answered.
        workers: processes in which the agents decide.
        clock: callable that returns the seconds of a monotonic clock.

    Attributes:
        threads: threads in which the tables run.
    """

    def __init__(
        self,
        agents: Mapping[str, AgentSpec],
        store: HandStore,
        heavy: HeavyPool,
        workers: AgentWorkers,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.agents, self.store, self.heavy = agents, store, heavy
        self.workers = workers
        self.clock = clock
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self._running: dict[str, Table] = {}
        self._lock = Lock()
        self._closed = Event()
        self._watcher: Thread | None = None

    def start(self, opponents: Sequence[str], stacks: Sequence[int], *, carry: bool) -> Table:
        """Start a table.

        Args:
            opponents: one or more names of agents, clockwise from the person.
            stacks: chips with which each player sits down, the person's first.
            carry: whether stacks carry over from hand to hand.

        Raises:
            OptionError: if one of the agents does not exist, or there is not one stack for each
                player.
            TooManyError: if the maximum number of tables is already running.
        """
        for name in opponents:
            if name not in self.agents:
                raise OptionError(
                    f"no agent is called {name!r} here; the agents are {', '.join(self.agents)}"
                )
        if len(stacks) != 1 + len(opponents):
            raise OptionError(
                f"there are {len(stacks)} stacks for {1 + len(opponents)} players; each needs one"
            )
        self.end_idle()
        agents = [(name, self.agents[name]) for name in opponents]
        with self._lock:
            table = self._opened(secrets.token_urlsafe(12), agents, TableStacks(stacks, carry))
        table.sit()
        return table

    def find(self, key: str, secret: str) -> Table:
        """Return a running table, or reopen a stored one, for a client that knows its secret.

        Raises:
            OptionError: if there is no such table, if the secret is wrong, or if a stored table is
                damaged or has agents that are not available.
            TooManyError: if a stored table cannot be reopened because the maximum number of tables
                is already running.
        """
        with self._lock:
            table: Table | KeptTable | None = self._running.get(key) or self.store.table(key)
            expected = secrets.token_urlsafe(24) if table is None else table.secret
            if not hmac.compare_digest(secret.encode(), expected.encode()) or table is None:
                raise OptionError("this table has ended")
            if isinstance(table, Table):
                return table
            found = self._found_again(table)
        found.sit()
        return found

    def _found_again(self, kept: KeptTable) -> Table:
        """Reopen a table in the state in which it was stored; the caller must hold the lock."""
        if not self.agents.keys() >= set(kept.agents):
            raise OptionError("this table has ended: its agents are not available here now")
        agents = [(name, self.agents[name]) for name in kept.agents]
        buy_ins = kept.buy_ins or (kept.stack,) * (1 + len(agents))
        stacks = TableStacks(buy_ins, kept.carry, kept.stacks or buy_ins)
        return self._opened(kept.key, agents, stacks, kept)

    def _opened(
        self,
        key: str,
        agents: Sequence[tuple[str, AgentSpec]],
        stacks: TableStacks,
        kept: KeptTable | None = None,
    ) -> Table:
        """Open a table; the caller must hold the lock."""
        if len(self._running) >= MOST_TABLES:
            raise TooManyError(f"{MOST_TABLES} tables are running; try again later")
        table = self._running[key] = Table(self, key, agents, stacks, kept)
        if self._watcher is None:
            self._watcher = Thread(target=self._watch, name="idle tables", daemon=True)
            self._watcher.start()
        return table

    def end(self, table: Table, reason: str) -> None:
        """End a table.

        Args:
            table: the table to end.
            reason: why the table ends; empty if the server stops, after which the table can be
                reopened if the store is a file.
        """
        with self._lock:
            self._running.pop(table.key, None)
        table.end(reason)
        if reason:
            with suppress(HandsightError):  # the store itself can be what failed
                self.store.drop_table(table.key)

    def end_idle(self) -> None:
        """End the tables that the person has not used for `IDLE_SECONDS`."""
        limit = self.clock() - IDLE_SECONDS
        with self._lock:
            idle = [table for table in self._running.values() if table.last_used < limit]
        for table in idle:
            self.end(table, "nothing happened here for a long time, so the table has ended")

    def close(self) -> None:
        """Close all tables; if the store is a file, a new server with it can reopen them."""
        self._closed.set()
        with self._lock:
            running = [*self._running.values()]
        for table in running:
            self.end(table, "")
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.workers.close()

    def _watch(self) -> None:
        while not self._closed.wait(LOOK_SECONDS):
            self.end_idle()
