"""An ACPC program as an agent: the program plays at our tables, and we act as its dealer.

The program is started with a host and a port, connects to them, and receives its hands as if from
a `Dealer`. What it sends is not trusted: lines must be short, the program sees only its own cards,
and its time for a response is limited.
"""

from __future__ import annotations

import shlex
import socket
import subprocess
import tempfile
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from handsight.agents import AgentEvent, HandStart
from handsight.cards import Card
from handsight.errors import ArenaError, IllegalActionError, OptionError
from handsight.game import Acted, Action, DealBoard, Event, HandState, Observation, Rules, Show
from handsight.interop.acpc.dealer import AcpcPeer
from handsight.interop.acpc.game import MOST_PLAYERS, AcpcMatch
from handsight.interop.acpc.states import HandText, action_of, nearest_action, word_of
from handsight.interop.connections import checked_port

HOST = "127.0.0.1"


class AcpcClient:
    """An agent whose actions come from a program that speaks the protocol.

    The program is started at its first turn. If it does not answer in time or has ended, it is
    started again at its next turn. It must support the game: hold'em for two or three players, with
    the same stacks before every hand.

    Args:
        command: command that starts the program. The words ``{host}``, ``{port}`` and ``{game}``
            are replaced by the dealer's address and the file with the table's game definition. If
            ``{port}`` is missing, host and port are appended, as the competition's programs expect.
            Empty if you start the program yourself and it connects to `port`.
        port: port to listen on; 0 for any free one.
        name: name of the agent; if empty, the file name of the program, or ``port N`` without a
            command.
        seconds: seconds allowed for each response.
        connecting: seconds within which the program must connect.

    Raises:
        OptionError: if both the command and the port are missing, the command cannot be parsed, or
            the port is invalid.

    Example:
        >>> AcpcClient("./example_player holdem.game").name
        'example_player'
    """

    def __init__(
        self,
        command: str | Sequence[str] = "",
        *,
        port: int = 0,
        name: str = "",
        seconds: float = 600.0,
        connecting: float = 30.0,
    ) -> None:
        self._command = _words_of(command)
        if not self._command and not port:
            raise OptionError("an ACPC program needs a command, or the port to which it connects")
        program = self._command[0] if self._command else f"port {port}"
        self.name = name or Path(program).name
        self._port, self._seconds, self._connecting = checked_port(port), seconds, connecting
        self._peer: AcpcPeer | None = None
        self._match: AcpcMatch | None = None
        self._hands = 0
        self._hand: _HandSent | None = None
        self._events: list[Any] = []
        self._stop: Callable[[], object] = _nothing

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy is another player, with its own program.
        return _copy, (
            self._command,
            self._port,
            self.name,
            self._seconds,
            self._connecting,
        )

    def observe(self, event: AgentEvent) -> None:
        """Collect the events of a hand.

        The program learns how the hand ended when the next hand starts.
        """
        if isinstance(event, HandStart):
            self._finish()
            self._events = []
        else:
            self._events.append(event)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Send the program what has happened since its last turn, and wait for its answer.

        Raises:
            OptionError: if the protocol does not support the table, or the table has changed.
            ArenaError: if the program cannot be started, does not connect, ends, or takes too long.
            IllegalActionError: if the answer is not a legal action.
        """
        seen, match = observation, _match_of(observation)
        if self._hand is None or not self._hand.goes_on_with(seen):
            self._finish()
            peer = self._connected(match)
            self._hand = _HandSent(self._hands, match, seen)
            self._hands += 1
        peer = self._connected(match)
        text = self._hand.sent_to(peer, seen)
        peer.bank = self._seconds
        try:
            answer = peer.answer(text.line(self._hand.seat), self._seconds)
        except ArenaError:
            self._stop()
            self._peer = self._hand = None  # the next question restarts the program
            raise
        word, is_legal = nearest_action(answer, text.state)
        if not is_legal:
            raise IllegalActionError(f"{self.name} answered {answer[:40]!r}; legal: {seen.legal}")
        return action_of(word, text.state)

    def _finish(self) -> None:
        """Send the program the end of its current hand, if it has one, and forget the hand."""
        if self._hand is not None and self._peer is not None:
            self._hand.finish(self._peer, self._events)
        self._hand = None

    def _connected(self, match: AcpcMatch) -> AcpcPeer:
        if self._peer is not None and match != self._match:
            raise OptionError(f"{self.name} plays only one game, but stacks or blinds have changed")
        if self._peer is None:
            self._peer, self._match = self._started(match), match
        return self._peer

    def _started(self, match: AcpcMatch) -> AcpcPeer:
        try:
            listening = socket.create_server((HOST, self._port), backlog=1)
        except OSError as error:
            raise ArenaError(
                f"cannot listen on {HOST} port {self._port}: {error.strerror}"
            ) from None
        peer = AcpcPeer(self.name, listening)
        running = _Running(peer, listening)
        self._stop = weakref.finalize(self, running.stop)
        try:
            if self._command:
                running.start(self._command, peer.port, match)
            peer.connect(monotonic() + self._connecting)
        except ArenaError:
            self._stop()
            raise
        return peer


class _Running:
    """A running program, with the connection, socket and file to clean up when it ends."""

    def __init__(self, peer: AcpcPeer, listening: socket.socket) -> None:
        self._peer, self._listening = peer, listening
        self._process: subprocess.Popen[bytes] | None = None
        self._game: Path | None = None
        peer.has_ended = self._has_ended

    def _has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def start(self, command: Sequence[str], port: int, match: AcpcMatch) -> None:
        words = list(command)
        if "{game}" in words:
            with tempfile.NamedTemporaryFile(suffix=".game", delete=False) as file:
                file.write(match.text.encode())
            self._game = Path(file.name)
        if "{port}" not in words:
            words += ["{host}", "{port}"]
        places = {"{host}": HOST, "{port}": str(port), "{game}": str(self._game)}
        nothing = subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(
                [places.get(word, word) for word in words],
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
            )
        except OSError as error:
            raise ArenaError(f"cannot start {words[0]!r}: {error.strerror}") from None

    def stop(self) -> None:
        """Kill the program, close its connection, and delete the game definition made for it."""
        self._peer.hang_up()
        self._listening.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._game is not None:
            self._game.unlink(missing_ok=True)


class _HandSent:
    """A hand, and how much of the hand has been sent to the program.

    Attributes:
        seat: seat of the program, in the protocol's numbering.
    """

    def __init__(self, number: int, match: AcpcMatch, seen: Observation) -> None:
        self._number, self._match = number, match
        self._same = seen.hand, seen.seat, seen.button, seen.hole
        self._size = len(seen.start_stacks)
        self._button = seen.button
        self.seat = self._there(seen.seat)
        self._holes: dict[int, Sequence[Card]] = {self.seat: tuple(seen.hole)}
        self._board: tuple[Card, ...] = seen.board
        self._actions: list[Action] = []
        self._lines = 0

    def goes_on_with(self, seen: Observation) -> bool:
        """Return whether an observation shows this hand at the same point or later."""
        now = seen.hand, seen.seat, seen.button, seen.hole
        return now == self._same and len(seen.actions) >= len(self._actions)

    def sent_to(self, peer: AcpcPeer, seen: Observation) -> HandText:
        """Send all new states up to the program's turn, and return the hand at that point."""
        self._board = seen.board
        self._actions = [each.action for each in seen.actions]
        return self._send(peer)

    def finish(self, peer: AcpcPeer, events: Sequence[Event]) -> None:
        """Send the states from the program's last turn to the end of the hand.

        Args:
            peer: the program's connection.
            events: all events of the hand that were observed. If they do not begin with the actions
                already sent, as at a table that shows agents no events, nothing is sent.
        """
        acted = [each.action for each in events if isinstance(each, Acted)]
        if acted[: len(self._actions)] != self._actions:
            return  # the table sends no events
        self._actions = acted
        for event in events:
            if isinstance(event, Show):
                self._holes[self._there(event.seat)] = event.cards
        dealt = [card for each in events if isinstance(each, DealBoard) for card in each.cards]
        self._board = tuple(dealt)
        self._send(peer)

    def _send(self, peer: AcpcPeer) -> HandText:
        unseen = [seat for seat in range(self._size) if seat not in self._holes]
        match = self._match
        state = HandState.start(
            match.rules,
            match.stacks,
            match.button,
            seed=0,
            holes=self._holes,
            board=self._board,
            mucked=unseen,
        )
        text = HandText(self._number, state)
        lines = [text.line(self.seat)]
        for action in self._actions:
            text.apply(word_of(action, text.state))
            lines.append(text.line(self.seat))
        for line in lines[self._lines :]:
            peer.send(line)
        self._lines = len(lines)
        return text

    def _there(self, seat: int) -> int:
        return (seat - self._button - 1) % self._size


def _match_of(seen: Observation) -> AcpcMatch:
    """Convert the rules and stacks of a table to a match of the protocol.

    Raises:
        OptionError: if the protocol does not support the table.
    """
    rules: Rules = seen.rules
    size = len(seen.start_stacks)
    if len({*seen.start_stacks}) != 1 or not 2 <= size <= MOST_PLAYERS:
        raise OptionError("an ACPC program plays with two or three players who have equal stacks")
    return AcpcMatch(_checked(rules), size, seen.start_stacks[0])


def _checked(rules: Rules) -> Rules:
    if rules.ante or rules.straddles:
        raise OptionError("an ACPC program plays without antes and straddles")
    return rules


def _words_of(command: str | Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError as error:
        raise OptionError(f"the command is {command!r}: {error}") from None


def _nothing() -> None:
    """Do nothing, because no program has been started."""


def _copy(
    command: Sequence[str], port: int, name: str, seconds: float, connecting: float
) -> AcpcClient:
    return AcpcClient(command, port=port, name=name, seconds=seconds, connecting=connecting)
