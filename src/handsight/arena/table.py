"""One hand at a table: players act in turn, see only what they may see, and must obey the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handsight.agents import AgentEvent, HandStart
from handsight.arena.players import Fault, Player, no_action, plain_action
from handsight.errors import ArenaError, IllegalActionError
from handsight.game import (
    Action,
    ActionRecord,
    DealHole,
    Event,
    HandCursor,
    Observation,
    PlayableHand,
)


class SeatFault(NamedTuple):
    """A fault of the player on a seat.

    Attributes:
        seat: the seat, from 0.
        decision: number of actions in the hand when the fault was recorded, by all players. An
            illegal action that a lenient game turned into a fold is itself counted.
        fault: the fault.
    """

    seat: int
    decision: int
    fault: Fault


class TableHand(NamedTuple):
    """The result of a hand.

    Attributes:
        state: the hand at its end, or its current state if it is not over.
        actions: the actions, in order.
        faults: the faults of all players, in order.
        decisions: number of decisions of each seat.
        seconds: total thinking time of each seat, in seconds.
        longest: longest time that each seat took for one decision, in seconds.
    """

    state: PlayableHand
    actions: tuple[ActionRecord, ...]
    faults: tuple[SeatFault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]


def play_hand(
    state: PlayableHand,
    players: Sequence[Player],
    names: tuple[str, ...] = (),
    hand: int = 1,
    hands: int = 0,
    *,
    lenient: bool = False,
) -> TableHand:
    """Play a hand to its end between players who answer at once.

    The arguments are those of `HandPlay`, which can also wait for answers.

    Raises:
        ArenaError: if a player has no answer yet.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.players import InProcessPlayer
        >>> from handsight.game import HandState, Rules
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> players = [InProcessPlayer(agent(name)) for name in ("all-in", "fold")]
        >>> result = play_hand(start, players)
        >>> [str(record.action) for record in result.actions], result.state.stacks
        (['raise to 900', 'fold'], (1000, 800))
    """
    play = HandPlay(state, players, names, hand, hands, lenient=lenient)
    if not play.advance():
        raise ArenaError(
            f"the player of seat {play.state.actor} has no answer yet; use HandPlay for a hand "
            "that waits for its players"
        )
    return play.result()


class HandPlay:
    """A hand in progress that can wait for its players.

    `advance` asks the players in turn until a player has no answer yet or the hand is over. Between
    two calls nothing runs: to wait for a person, call `advance` again once the person has answered.

    If a player's answer is a fault or not a legal action, the player checks, or folds when facing a
    bet; in a lenient game an illegal action is always a fold. Call `Player.begin` on all players
    first.

    Args:
        state: the hand before its first action.
        players: the player on each seat.
        names: the name of each seat's player, as the players see it; empty for no names.
        hand: number of the hand in its match, from 1.
        hands: number of hands in the match; 0 if the match has no fixed length.
        lenient: whether the game treats illegal actions as folds; see `Game.lenient`.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.players import Answer, InProcessPlayer
        >>> from handsight.game import HandState, Rules
        >>> class Remote(InProcessPlayer):
        ...     answer = None
        ...     def act(self, observation):
        ...         answer, self.answer = self.answer, None
        ...         return answer
        >>> remote = Remote(agent("call"))
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> play = HandPlay(start, [remote, InProcessPlayer(agent("call"))])
        >>> play.advance(), play.waiting_for, str(play.observation.legal)
        (False, 0, 'fold, call 50, raise to 200..900')
        >>> remote.answer = Answer(Action.fold(), seconds=12.5)
        >>> play.advance(), play.waiting_for, play.result().state.stacks
        (True, None, (850, 950))
    """

    __slots__ = (
        *("_decisions", "_faults", "_cursor", "_lenient", "_longest", "_players", "_seconds"),
        *("_feed", "_seen"),
    )

    def __init__(
        self,
        state: PlayableHand,
        players: Sequence[Player],
        names: tuple[str, ...] = (),
        hand: int = 1,
        hands: int = 0,
        *,
        lenient: bool = False,
    ) -> None:
        self._cursor = HandCursor(state, hand, hands, names)
        self._lenient = lenient
        self._players = players
        self._seen: Observation | None = None
        self._faults: list[SeatFault] = []
        self._decisions = [0] * len(players)
        self._seconds = [0.0] * len(players)
        self._longest = [0.0] * len(players)
        self._feed: _EventFeed | None = None
        if any(player.observes for player in players):
            self._feed = _EventFeed(players, (hand, hands, names))

    @property
    def state(self) -> PlayableHand:
        """The current state of the hand."""
        return self._cursor.state

    @property
    def waiting_for(self) -> int | None:
        """The seat whose answer is awaited; None before `advance` is called and after the hand."""
        return None if self._seen is None else self._seen.seat

    @property
    def observation(self) -> Observation | None:
        """The observation of the seat `waiting_for`; None if no answer is awaited."""
        return self._seen

    def advance(self) -> bool:
        """Ask the players in turn, starting with the player whose answer is awaited.

        Returns:
            Whether the hand is over; if not, the player of `waiting_for` has no answer yet.
        """
        cursor, players, feed = self._cursor, self._players, self._feed
        decisions, seconds, longest = self._decisions, self._seconds, self._longest
        # Look these up once per hand, because the loop below runs for each decision of an arena.
        acts = [player.act for player in players]
        seen, seat = self._seen, cursor.state.actor
        while seat >= 0:
            if seen is None:
                seen = cursor.observation()
                if feed is not None:
                    self._send_events(feed, seat)
            answer = acts[seat](seen)
            if answer is None:
                self._seen = seen
                return False
            action, took, fault = answer
            decisions[seat] += 1
            seconds[seat] += took
            if took > longest[seat]:
                longest[seat] = took
            if fault is None:
                fault = self._apply(action)
            if fault is not None:
                self._note(seat, fault)
                cursor.apply(Action.fold() if seen.legal.call_cost else Action.call())
            seen, seat = None, cursor.state.actor
        self._seen = None
        if feed is not None:
            for seat, stack in enumerate(self.state.start_stacks):
                if stack:
                    self._send_events(feed, seat)
        return True

    def ahead(self) -> HandCursor:
        """Return a copy of the hand's cursor, for looking ahead. The copy knows all cards."""
        return self._cursor.copy()

    def result(self) -> TableHand:
        """Return the result of the hand so far."""
        faults, times = tuple(self._faults), (tuple(self._seconds), tuple(self._longest))
        actions, decisions = self._cursor.actions, tuple(self._decisions)
        return TableHand(self.state, actions, faults, decisions, *times)

    def _apply(self, answer: Action | None) -> Fault | None:
        """Apply an answer, and return None; return the fault if the answer cannot be applied.

        A lenient hand applies an illegal action as a fold, so the fault is noted, not returned.
        """
        action = plain_action(answer)
        if action is None:
            return no_action(answer)
        try:
            if self._lenient:
                self._apply_leniently(action)
            else:
                self._cursor.apply(action)
        except IllegalActionError as error:
            return Fault("illegal", str(error))
        return None

    def _apply_leniently(self, action: Action) -> None:
        """Apply an action to a lenient hand, and note a fault if the hand treated it as a fold."""
        before = self.state
        self._cursor.apply(action)
        if action.kind != "fold" and self._cursor.actions[-1].action.kind == "fold":
            try:
                before.verify(action)
            except IllegalActionError as error:
                self._note(before.actor, Fault("illegal", str(error)))

    def _send_events(self, feed: _EventFeed, seat: int) -> None:
        fault = feed.send(seat, self.state)
        if fault is not None:
            self._note(seat, fault)

    def _note(self, seat: int, fault: Fault) -> None:
        self._faults.append(SeatFault(seat, len(self._cursor.actions), fault))


class _EventFeed:
    """A feed that sends each observing player the events that the player may see."""

    def __init__(self, players: Sequence[Player], match: tuple[int, int, tuple[str, ...]]) -> None:
        self.players = players
        self.match = match
        self.sent = [-1] * len(players)
        self.latest: tuple[PlayableHand, tuple[Event, ...]] | None = None

    def send(self, seat: int, state: PlayableHand) -> Fault | None:
        player = self.players[seat]
        if not player.observes:
            return None
        events = self._events(state)
        # Each call lists all events of the hand, and skips those that the player has seen.
        fresh: list[AgentEvent] = []
        if self.sent[seat] < 0:
            fresh.append(self._start(seat, state))
            self.sent[seat] = 0
        fresh += [_hidden(event, seat) for event in events[self.sent[seat] :]]
        self.sent[seat] = len(events)
        return player.observe(tuple(fresh))

    def _events(self, state: PlayableHand) -> tuple[Event, ...]:
        if self.latest is None or self.latest[0] is not state:
            self.latest = state, tuple(state.events)
        return self.latest[1]

    def _start(self, seat: int, state: PlayableHand) -> HandStart:
        hand, hands, names = self.match
        return HandStart(
            seat, state.button, state.start_stacks, names, hand, hands, state.rules.big_blind
        )


def _hidden(event: Event, seat: int) -> Event:
    """Remove the hole cards of other seats from an event."""
    if type(event) is DealHole and event.seat != seat:
        return DealHole(event.seat, None)
    return event
