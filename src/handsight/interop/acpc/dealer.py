"""A dealer: each player connects to its own port, and the dealer deals them a match.

What a player sends is not trusted. Lines must be short, a player sees only its own cards, its time
for each response and for the match is limited, and nobody else can take its seat while it is
connected. A player that loses its connection can reconnect while its time keeps running.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from handsight.errors import ArenaError, HistoryError, OptionError
from handsight.game import HandState
from handsight.interop.acpc.game import AcpcMatch
from handsight.interop.acpc.states import HandText, nearest_action
from handsight.interop.connections import checked_host, checked_port, lines_in
from handsight.runtime.seeds import raw_words

VERSION = "VERSION:2."
"""The beginning of a player's first line."""
SECONDS_FOR_VERSION = 10.0
"""Seconds after which a connection that has sent no line is closed, so that it blocks no seat."""
LONGEST_WAIT = 5.0
"""Seconds within which a player must accept a line, and between checks of its remaining time."""
LOOK = 0.2
"""Seconds between checks that a player's program, not yet connected, is still running."""
MOST_WARNINGS = 20
"""The maximum number of warnings that are passed on about each player."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time limits of the players, in seconds.

    Attributes:
        connecting: time within which all players must connect.
        response: time for each response.
        hand: a player's average time for a hand; its time for the match is this times the number
            of hands.
    """

    connecting: float = 600.0
    response: float = 600.0
    hand: float = 7.0


@dataclass(slots=True)
class MatchScore:
    """The result of a match.

    Attributes:
        chips: chips that each player has won or lost, in the order of the players.
        corrected: number of illegal answers of each player, which were replaced by legal actions.
    """

    names: list[str]
    hands: int
    chips: list[int] = field(default_factory=list)
    corrected: list[int] = field(default_factory=list)


class Dealer:
    """Deals one match to the players that connect to it.

    Args:
        match: game, number of players and stacks.
        names: names of the players, without ``:``, ``|`` and ``/``.
        ports: one port for each player; 0 stands for any free port, as does an empty sequence for
            all players.
        host: address to listen on.
        limits: time limits of the players; None for the defaults of `TimeLimits`.

    Raises:
        OptionError: if the number of names or ports differs from the number of players; if a name,
            a port, the host or the stacks are invalid; or if the dealer cannot listen on a port.
    """

    def __init__(
        self,
        match: AcpcMatch,
        names: Sequence[str],
        *,
        ports: Sequence[int] = (),
        host: str = "127.0.0.1",
        limits: TimeLimits | None = None,
    ) -> None:
        ports = [*ports] or [0] * match.players
        for what, given in (("names", names), ("ports", ports)):
            if len(given) != match.players:
                raise OptionError(f"there are {len(given)} {what} for {match.players} players")
        for name in names:
            if not name or not name.isprintable() or {*":|/"} & {*name}:
                raise OptionError(
                    f"a player is called {name!r}; it must be a name without : | and /"
                )
        for port in ports:
            checked_port(port)
        HandState.start(match.rules, match.stacks, match.button, seed=0)  # rejects empty stacks
        self._match = match
        self._limits = limits or TimeLimits()
        self._open = ExitStack()
        self._peers: list[AcpcPeer] = []
        for name, port in zip(names, ports, strict=True):
            try:
                listening = socket.create_server((checked_host(host), port), backlog=1)
            except OSError as error:
                self._open.close()
                raise OptionError(
                    f"cannot listen on {host} port {port}: {error.strerror}"
                ) from None
            self._peers.append(AcpcPeer(name, self._open.enter_context(listening)))

    @property
    def ports(self) -> list[int]:
        """The port to which each player connects."""
        return [peer.port for peer in self._peers]

    def deal(
        self,
        hands: int,
        seed: int,
        *,
        log: Callable[[str], Any] | None = None,
        warn: Callable[[str], Any] | None = None,
        progress: Callable[[int, int], Any] | None = None,
    ) -> MatchScore:
        """Deal the match, and close all ports at its end.

        The players change seats from hand to hand.

        Args:
            hands: number of hands.
            seed: seed from which all decks are shuffled.
            log: called with each line of the log.
            warn: called with a description of each illegal answer, for at most 20 answers of each
                player.
            progress: called with the number of finished hands and the total number of hands.

        Raises:
            ArenaError: if a player does not connect, or takes too long.
        """
        names = [peer.name for peer in self._peers]
        score = MatchScore(names, hands, [0] * len(names), [0] * len(names))
        note = log or _nobody
        with self._open:
            self._open.callback(self._hang_up)
            until = monotonic() + self._limits.connecting
            for peer in self._peers:
                peer.bank = self._limits.hand * hands
                peer.connect(until)
            for hand in range(hands):
                self._deal_hand(hand, seed, score, note, warn or _nobody)
                if progress is not None:
                    progress(hand + 1, hands)
            note(f"SCORE:{'|'.join(map(str, score.chips))}:{'|'.join(names)}")
        return score

    def _hang_up(self) -> None:
        for peer in self._peers:
            peer.hang_up()

    def _deal_hand(
        self,
        hand: int,
        seed: int,
        score: MatchScore,
        log: Callable[[str], Any],
        warn: Callable[[str], Any],
    ) -> None:
        match, size = self._match, len(self._peers)
        deck = int(raw_words(seed, hand, count=1)[0])
        state = HandState.start(match.rules, match.stacks, match.button, seed=deck)
        text = HandText(hand, state)
        players = [(seat - hand) % size for seat in range(size)]
        while not text.state.is_over:
            actor = text.state.actor
            peer = self._peers[players[actor]]
            asked = text.line(actor)
            peer.send(asked)  # first, so that this player can think while the others get their line
            for seat, player in enumerate(players):
                if seat != actor:
                    self._peers[player].send(text.line(seat))
            answer = peer.answer(asked, self._limits.response)
            word, is_legal = nearest_action(answer, text.state)
            if not is_legal:
                score.corrected[players[actor]] += 1
                if score.corrected[players[actor]] <= MOST_WARNINGS:
                    warn(f"{peer.name} answered {answer[:40]!r} in hand {hand}; taken as {word}")
            text.apply(word)
        for seat, player in enumerate(players):
            self._peers[player].send(text.line(seat), more=hand + 1 < score.hands)
            score.chips[player] += text.state.payoffs[seat]
        log(text.log([self._peers[player].name for player in players]))


class AcpcPeer:
    """A player as the dealer knows it: a name, a port, and a connection if there is one.

    Args:
        name: name of the player, for error messages.
        listening: the socket that accepts the player's connections.

    Attributes:
        bank: seconds that the player has left for the match.
        has_ended: callable that returns whether the player's program has ended.
    """

    def __init__(self, name: str, listening: socket.socket) -> None:
        self.name = name
        self.bank = 0.0
        self.has_ended: Callable[[], bool] = lambda: False
        self.port: int = listening.getsockname()[1]
        self._listening = listening
        self._line: socket.socket | None = None
        self._arrived = bytearray()
        self._unsent = bytearray()
        self._waits = -1.0
        self._lines: deque[str] = deque()

    def connect(self, until: float) -> None:
        """Wait for the player and its first line.

        Args:
            until: time at which to give up, by the monotonic clock.

        Raises:
            ArenaError: if the player does not connect in time, or its program has ended.
        """
        while True:
            self.hang_up()
            self._listening.settimeout(min(LOOK, self._left(until, "did not connect")))
            try:
                self._line, _ = self._listening.accept()
            except OSError:
                if self.has_ended():
                    raise ArenaError(f"{self.name} on port {self.port} has ended") from None
                continue  # `_left` raises an error once the time is up
            self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._waits = -1.0
            try:
                first = self._read(min(until, monotonic() + SECONDS_FOR_VERSION), "is silent")
            except (OSError, HistoryError, ArenaError):
                continue  # wait for another connection
            if first.startswith(VERSION):
                return

    def send(self, line: str, *, more: bool = False) -> None:
        """Send a line; a disconnected player misses it, and gets the next question on its return.

        A player that does not accept the line within `LONGEST_WAIT` seconds is disconnected.

        Args:
            line: the line, without its line break.
            more: whether another line follows immediately, so that both can be sent together.
        """
        if self._line is None:
            return
        self._unsent += line.encode() + b"\r\n"
        if more:
            return
        try:
            self._wait_at_most(LONGEST_WAIT)
            self._line.sendall(self._unsent)
            self._unsent.clear()
        except OSError:
            self.hang_up()

    def answer(self, line: str, seconds: float) -> str:
        """Wait for the player's answer to a line, and ignore answers to other lines.

        Args:
            line: the line to be answered.
            seconds: time for the answer; the rest of the player's `bank` limits it, too.

        Raises:
            ArenaError: if the player takes too long, or has left and does not reconnect in time.
        """
        begin = monotonic()
        until = begin + min(seconds, self.bank)
        expected = f"{line}:"
        try:
            while True:
                if self._line is None:
                    self.connect(until)
                    self.send(line)
                with suppress(OSError, HistoryError):
                    answer = self._read(until, "took too long")
                    if answer.startswith(expected):
                        return answer.removeprefix(expected)
                    continue
                self.hang_up()
        finally:
            self.bank -= monotonic() - begin

    def hang_up(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._arrived.clear()
        self._unsent.clear()
        self._lines.clear()

    def _read(self, until: float, reason: str) -> str:
        while not self._lines:
            if self._line is None:
                raise ConnectionError("there is no connection")
            self._wait_at_most(min(LONGEST_WAIT, self._left(until, reason)))
            try:
                arrived = self._line.recv(4096)
            except TimeoutError:
                continue
            if not arrived:
                raise ConnectionError("the player has left")
            self._arrived += arrived
            self._lines.extend(lines_in(self._arrived))
        return self._lines.popleft()

    def _wait_at_most(self, seconds: float) -> None:
        """Set the connection's timeout, if there is a connection.

        The system call is skipped if the timeout is already the same.
        """
        if self._line is not None and seconds != self._waits:
            self._line.settimeout(seconds)
            self._waits = seconds

    def _left(self, until: float, reason: str) -> float:
        left = until - monotonic()
        if left <= 0:
            raise ArenaError(f"{self.name} on port {self.port} {reason}")
        return left


def _nobody(*_: Any) -> None:
    """Do nothing; the default for callbacks that the caller did not pass."""
