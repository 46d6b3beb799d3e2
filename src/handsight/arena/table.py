"""One hand at a table: each player is asked in turn, told what he may see, held to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from handsight.agents import AgentEvent, HandStart
from handsight.arena.players import Fault, Player, no_action, plain_action
from handsight.errors import IllegalActionError
from handsight.game import Action, ActionRecord, DealHole, Event, HandCursor, PlayableHand
from handsight.interop.pypokerengine import EngineHand


class ArenaHand(PlayableHand, Protocol):
    """A hand that an arena can play: one that tells its events and stacks too."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat behind."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far."""

    def verify(self, action: Action) -> None:
        """Refuse an action that is not legal."""

    def apply(self, action: Action) -> ArenaHand:
        """Let the player whose turn it is act."""


class SeatFault(NamedTuple):
    """A fault at the table.

    Attributes:
        seat: whose.
        decision: before how many actions of the hand it happened.
        fault: what it was.
    """

    seat: int
    decision: int
    fault: Fault


class TableHand(NamedTuple):
    """A hand that was played.

    Attributes:
        state: the hand at its end.
        actions: what was done.
        faults: what went wrong.
        decisions: how often each seat was asked.
        seconds: how long each seat took in all.
        longest: how long each seat took at most.
    """

    state: ArenaHand
    actions: tuple[ActionRecord, ...]
    faults: tuple[SeatFault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]


def play_hand(
    state: ArenaHand,
    players: Sequence[Player],
    names: tuple[str, ...] = (),
    hand: int = 1,
    hands: int = 0,
) -> TableHand:
    """Play a hand to its end.

    A player that answers with no action, or with one that is not legal, checks, or folds where
    there is a price; by the rules of PyPokerEngine, what is not legal is a fold in any case. The
    players must have begun the hand.

    Args:
        state: the hand at its start.
        players: one a seat.
        names: a name for each seat.
        hand: the number of the hand in its match, from 1.
        hands: how many hands the match has; 0 if that is open.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.players import Trusted
        >>> from handsight.game import HandState, Rules
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> played = play_hand(start, [Trusted(agent("all-in")), Trusted(agent("fold"))])
        >>> [str(taken.action) for taken in played.actions], played.state.stacks
        (['raise to 900', 'fold'], (1000, 800))
    """
    return _Table(state, players, names, hand, hands).played()


class _Table:
    """A hand that is being played."""

    __slots__ = (
        "decisions",
        "faults",
        "follower",
        "lenient",
        "longest",
        "players",
        "seconds",
        "teller",
    )

    def __init__(
        self,
        state: ArenaHand,
        players: Sequence[Player],
        names: tuple[str, ...],
        hand: int,
        hands: int,
    ) -> None:
        self.follower = HandCursor(state, hand, hands, names)
        self.lenient = isinstance(state, EngineHand)
        self.players = players
        self.faults: list[SeatFault] = []
        self.decisions = [0] * len(players)
        self.seconds = [0.0] * len(players)
        self.longest = [0.0] * len(players)
        self.teller: _Teller | None = None
        if any(player.observes for player in players):
            self.teller = _Teller(self, (hand, hands, names))

    @property
    def state(self) -> ArenaHand:
        return self.follower.state  # type: ignore[return-value]  # as it was given

    def played(self) -> TableHand:
        follower, players, teller = self.follower, self.players, self.teller
        decisions, seconds, longest = self.decisions, self.seconds, self.longest
        seat = follower.state.actor
        while seat >= 0:
            seen = follower.observation()
            if teller is not None:
                teller.tell(seat)
            action, took, fault = players[seat].act(seen)
            decisions[seat] += 1
            seconds[seat] += took
            if took > longest[seat]:
                longest[seat] = took
            if fault is None:
                fault = self._apply(action)
            if fault is not None:
                self.note(seat, fault)
                follower.apply(Action.fold() if seen.legal.call_cost else Action.call())
            seat = follower.state.actor
        if teller is not None:
            teller.tell_all()
        faults, times = tuple(self.faults), (tuple(seconds), tuple(longest))
        return TableHand(self.state, follower.actions, faults, tuple(decisions), *times)

    def _apply(self, said: Action | None) -> Fault | None:
        """Let the player do what it said, if that is an action, and legal."""
        action = plain_action(said)
        if action is None:
            return no_action(said)
        try:
            if self.lenient:
                self._apply_leniently(action)
            else:
                self.follower.apply(action)
        except IllegalActionError as error:
            return Fault("illegal", str(error))
        return None

    def _apply_leniently(self, action: Action) -> None:
        """Let PyPokerEngine take an action; what it takes as a fold was not legal."""
        before = self.state
        self.follower.apply(action)
        if action.kind != "fold" and self.follower.actions[-1].action.kind == "fold":
            try:
                before.verify(action)
            except IllegalActionError as error:
                self.note(before.actor, Fault("illegal", str(error)))

    def note(self, seat: int, fault: Fault) -> None:
        """Write a fault down."""
        self.faults.append(SeatFault(seat, len(self.follower.actions), fault))


class _Teller:
    """Tells the players who listen what happens, each what he may see."""

    def __init__(self, table: _Table, match: tuple[int, int, tuple[str, ...]]) -> None:
        self.table = table
        self.match = match
        self.told = [-1] * len(table.players)
        self.known: tuple[PlayableHand, tuple[Event, ...]] | None = None

    def tell(self, seat: int) -> None:
        player = self.table.players[seat]
        if not player.observes:
            return
        events = self._events()
        fresh: list[AgentEvent] = []
        if self.told[seat] < 0:
            fresh.append(self._start(seat))
            self.told[seat] = 0
        fresh += [_hidden(event, seat) for event in events[self.told[seat] :]]
        self.told[seat] = len(events)
        fault = player.observe(tuple(fresh))
        if fault is not None:
            self.table.note(seat, fault)

    def tell_all(self) -> None:
        for seat, stack in enumerate(self.table.state.start_stacks):
            if stack:
                self.tell(seat)

    def _events(self) -> tuple[Event, ...]:
        state = self.table.state
        if self.known is None or self.known[0] is not state:
            self.known = state, tuple(state.events)
        return self.known[1]

    def _start(self, seat: int) -> HandStart:
        state, (hand, hands, names) = self.table.state, self.match
        return HandStart(
            seat, state.button, state.start_stacks, names, hand, hands, state.rules.big_blind
        )


def _hidden(event: Event, seat: int) -> Event:
    """Take the cards that are dealt to others out of an event."""
    if type(event) is DealHole and event.seat != seat:
        return DealHole(event.seat, None)
    return event
