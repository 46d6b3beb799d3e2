"""One hand at a table: each player is asked in turn, told what they may see, held to the rules."""

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

    All is as in `HandPlay`, which can wait for an answer.

    Raises:
        ArenaError: if a player has no answer yet.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.players import Trusted
        >>> from handsight.game import HandState, Rules
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> played = play_hand(start, [Trusted(agent("all-in")), Trusted(agent("fold"))])
        >>> [str(taken.action) for taken in played.actions], played.state.stacks
        (['raise to 900', 'fold'], (1000, 800))
    """
    play = HandPlay(state, players, names, hand, hands, lenient=lenient)
    if not play.advance():
        raise ArenaError(
            f"the player of seat {play.state.actor} has no answer yet; a hand that waits for its "
            "players is played with HandPlay"
        )
    return play.result()


class HandPlay:
    """A hand that is being played, and can wait for its players.

    `advance` asks each player in turn, until one has no answer yet or the hand is over. Between
    two calls nothing runs and nothing is held but the hand itself: whoever waits for a person calls
    `advance` again when the answer is there.

    A player that answers with no action, or with one that is not legal, checks, or folds where
    there is a price; in a lenient game, what is not legal is a fold in any case. The players must
    have begun the hand.

    Args:
        state: the hand at its start.
        players: one a seat.
        names: a name for each seat.
        hand: the number of the hand in its match, from 1.
        hands: how many hands the match has; 0 if that is open.
        lenient: whether the game takes what is not legal as a fold; see `Game.lenient`.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.players import Answer, Trusted
        >>> from handsight.game import HandState, Rules
        >>> class Remote(Trusted):
        ...     answer = None
        ...     def act(self, observation):
        ...         answer, self.answer = self.answer, None
        ...         return answer
        >>> remote = Remote(agent("call"))
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> play = HandPlay(start, [remote, Trusted(agent("call"))])
        >>> play.advance(), play.waiting_for, str(play.observation.legal)
        (False, 0, 'fold, call 50, raise to 200..900')
        >>> remote.answer = Answer(Action.fold(), seconds=12.5)
        >>> play.advance(), play.waiting_for, play.result().state.stacks
        (True, None, (850, 950))
    """

    __slots__ = (
        *("_decisions", "_faults", "_follower", "_lenient", "_longest", "_players", "_seconds"),
        *("_seen", "_teller"),
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
        self._follower = HandCursor(state, hand, hands, names)
        self._lenient = lenient
        self._players = players
        self._seen: Observation | None = None
        self._faults: list[SeatFault] = []
        self._decisions = [0] * len(players)
        self._seconds = [0.0] * len(players)
        self._longest = [0.0] * len(players)
        self._teller: _Teller | None = None
        if any(player.observes for player in players):
            self._teller = _Teller(players, (hand, hands, names))

    @property
    def state(self) -> PlayableHand:
        """The hand as it is now."""
        return self._follower.state

    @property
    def waiting_for(self) -> int | None:
        """The seat that was asked and has not answered; None before the start and at the end."""
        return None if self._seen is None else self._seen.seat

    @property
    def observation(self) -> Observation | None:
        """What the player that is waited for was shown; None if nobody is waited for."""
        return self._seen

    def advance(self) -> bool:
        """Ask the players in turn, the one that is waited for first.

        Returns:
            Whether the hand is over; else the player of `waiting_for` has no answer yet.
        """
        follower, players, teller = self._follower, self._players, self._teller
        decisions, seconds, longest = self._decisions, self._seconds, self._longest
        asks = [player.act for player in players]
        seen, seat = self._seen, follower.state.actor
        while seat >= 0:
            if seen is None:
                seen = follower.observation()
                if teller is not None:
                    self._tell(teller, seat)
            answer = asks[seat](seen)
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
                follower.apply(Action.fold() if seen.legal.call_cost else Action.call())
            seen, seat = None, follower.state.actor
        self._seen = None
        if teller is not None:
            for seat, stack in enumerate(self.state.start_stacks):
                if stack:
                    self._tell(teller, seat)
        return True

    def result(self) -> TableHand:
        """Give the hand as it was played; before its end, as far as it was."""
        faults, times = tuple(self._faults), (tuple(self._seconds), tuple(self._longest))
        taken, decisions = self._follower.actions, tuple(self._decisions)
        return TableHand(self.state, taken, faults, decisions, *times)

    def _apply(self, said: Action | None) -> Fault | None:
        """Let the player do what it said, if that is an action, and legal."""
        action = plain_action(said)
        if action is None:
            return no_action(said)
        try:
            if self._lenient:
                self._apply_leniently(action)
            else:
                self._follower.apply(action)
        except IllegalActionError as error:
            return Fault("illegal", str(error))
        return None

    def _apply_leniently(self, action: Action) -> None:
        """Let the hand take an action; what it takes as a fold was not legal."""
        before = self.state
        self._follower.apply(action)
        if action.kind != "fold" and self._follower.actions[-1].action.kind == "fold":
            try:
                before.verify(action)
            except IllegalActionError as error:
                self._note(before.actor, Fault("illegal", str(error)))

    def _tell(self, teller: _Teller, seat: int) -> None:
        fault = teller.tell(seat, self.state)
        if fault is not None:
            self._note(seat, fault)

    def _note(self, seat: int, fault: Fault) -> None:
        """Write a fault down."""
        self._faults.append(SeatFault(seat, len(self._follower.actions), fault))


class _Teller:
    """Tells the players who listen what happens, each what that player may see."""

    def __init__(self, players: Sequence[Player], match: tuple[int, int, tuple[str, ...]]) -> None:
        self.players = players
        self.match = match
        self.told = [-1] * len(players)
        self.known: tuple[PlayableHand, tuple[Event, ...]] | None = None

    def tell(self, seat: int, state: PlayableHand) -> Fault | None:
        player = self.players[seat]
        if not player.observes:
            return None
        events = self._events(state)
        fresh: list[AgentEvent] = []
        if self.told[seat] < 0:
            fresh.append(self._start(seat, state))
            self.told[seat] = 0
        fresh += [_hidden(event, seat) for event in events[self.told[seat] :]]
        self.told[seat] = len(events)
        return player.observe(tuple(fresh))

    def _events(self, state: PlayableHand) -> tuple[Event, ...]:
        if self.known is None or self.known[0] is not state:
            self.known = state, tuple(state.events)
        return self.known[1]

    def _start(self, seat: int, state: PlayableHand) -> HandStart:
        hand, hands, names = self.match
        return HandStart(
            seat, state.button, state.start_stacks, names, hand, hands, state.rules.big_blind
        )


def _hidden(event: Event, seat: int) -> Event:
    """Take the cards that are dealt to others out of an event."""
    if type(event) is DealHole and event.seat != seat:
        return DealHole(event.seat, None)
    return event
