"""Our agents as players in a match that an ACPC dealer deals."""

from __future__ import annotations

import socket
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from handsight.agents import Agent, HandStart
from handsight.cards import CardSet
from handsight.errors import ArenaError, HistoryError
from handsight.game import HandState
from handsight.interop.acpc.game import AcpcMatch
from handsight.interop.acpc.states import AcpcPlaces, MatchState, word_of
from handsight.interop.connections import PAUSE, connected, lines_in, received, sent
from handsight.interop.guests import GuestAgent

HELLO = b"VERSION:2.0.0\r\n"


class AcpcSeat:
    """An agent in a match: reads the dealer's lines, and answers those that ask for an action.

    Attributes:
        hands: number of finished hands.
        chips: chips that the agent has won or lost in the finished hands.

    Example:
        >>> from handsight.agents import agent
        >>> seat = AcpcSeat(agent("call"), AcpcMatch())
        >>> seat.hear("MATCHSTATE:1:0::|AhKd")
        'MATCHSTATE:1:0::|AhKd:c'
        >>> seat.hear("MATCHSTATE:1:0:c:|AhKd") is None
        True
    """

    def __init__(self, agent: Agent, match: AcpcMatch, seed: int = 0) -> None:
        self._guest = GuestAgent(agent, seed)
        self._match = match
        self._places = AcpcPlaces(match)
        self._place = self._places.start
        self._names: tuple[str, ...] = ()
        self._hand: tuple[int, int] | None = None
        self.hands = 0
        self.chips = 0

    @property
    def is_in_hand(self) -> bool:
        """Whether a hand has begun and is not over."""
        return self._hand is not None

    def hear(self, line: str) -> str | None:
        """Return the answer to a line, or None if the line asks for no action.

        Raises:
            HistoryError: if the line is not a state of this match.
            IllegalActionError: if the agent's answer is illegal.
            ArenaError: if the agent fails.
        """
        said = MatchState.parse(line)
        before = self._place
        if (said.hand, said.position) != self._hand or not said.betting.startswith(before.betting):
            self._begin(said)
        self._place = place = self._places.find(said.betting, self._place)
        state = place.state
        if self._guest.observes or state.is_over:
            self._look_at(said, state)
        if state.actor != said.position:
            return None
        seen = place.seen._replace(
            hole=CardSet.of(said.holes[said.position]),
            board=said.board,
            hand=said.hand + 1,
            names=self._names,
        )
        return f"{line}:{word_of(self._guest.act(seen), state)}"

    def _begin(self, said: MatchState) -> None:
        if len(said.holes) != self._match.players:
            raise HistoryError(
                f"there are {len(said.holes)} players, in a match of {self._match.players}"
            )
        self._names = names = self._named(said.position)
        self._place = self._places.start
        self._hand = said.hand, said.position
        table = said.position, self._match.button, self._match.stacks, names
        self._guest.begin(HandStart(*table, said.hand + 1, 0, self._match.rules.big_blind))

    def _look_at(self, said: MatchState, done: HandState) -> None:
        """Show the agent the new events of the hand, and count the result if the hand is over."""
        state = said.start(self._match).goes_as(done)
        self._guest.show(lambda: state.view(said.position).events)
        if state.is_over:
            self.hands += 1
            self.chips += state.payoffs[said.position]
            self._hand = None

    def _named(self, position: int) -> tuple[str, ...]:
        """Return the name of each seat: "you" for ours, and "opponent N" for the Nth seat after it.

        So each player keeps one name in all hands, although the positions change.
        """
        size = self._match.players
        away = ((seat - position) % size for seat in range(size))
        return tuple(f"opponent {step}" if step else "you" for step in away)


def play_at(
    host: str,
    port: int,
    seat: AcpcSeat,
    *,
    patience: float = 60.0,
    progress: Callable[[int], Any] | None = None,
) -> None:
    """Play a match until the dealer ends it.

    A connection that ends during a hand is re-established.

    Args:
        host: name or address of the dealer's machine.
        port: port that the dealer assigns to the player.
        seat: the agent in the match.
        patience: seconds to keep trying to connect, and to keep reconnecting while connections end
            before any line has arrived.
        progress: called with the number of finished hands.

    Raises:
        OptionError: if the host, the port or the patience is invalid.
        ArenaError: if the dealer cannot be reached, keeps ending connections before it has sent a
            line, or sends a line that is not a state of the match; or if the agent fails.
        IllegalActionError: if the agent's answer is illegal.
    """
    until = monotonic() + patience
    while True:
        try:
            with connected(host, port, patience, "dealer") as line:
                has_heard = _play(line, seat, progress or _nobody)
        except HistoryError as error:
            raise ArenaError(f"the dealer at {host} port {port}: {error.reason}") from None
        if not seat.is_in_hand:
            return
        if has_heard:
            until = monotonic() + patience
        elif monotonic() > until:
            raise ArenaError(f"the dealer at {host} port {port} ends each connection at once")
        sleep(PAUSE)


def _play(line: socket.socket, seat: AcpcSeat, progress: Callable[[int], Any]) -> bool:
    """Play until the connection ends, and return whether any line arrived on it."""
    arrived, heard = bytearray(), False
    is_open = sent(line, HELLO)
    while is_open and (part := received(line)):
        arrived += part
        for said in lines_in(arrived):
            heard = True
            answer = seat.hear(said)
            if answer is not None:
                is_open = sent(line, f"{answer}\r\n".encode())
            if not seat.is_in_hand:
                progress(seat.hands)
    return heard


def _nobody(_: int) -> None:
    """Do nothing; the default if the caller passes no `progress`."""
