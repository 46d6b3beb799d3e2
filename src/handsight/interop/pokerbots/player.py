"""An agent that answers the lines of the Pokerbots protocol, round by round.

A line has clauses separated by spaces: ``T`` is the number of seconds left, ``P`` the player's
number, and ``H`` the player's cards. Then comes what has happened since the previous line,
including the player's own actions: ``F``, ``C``, ``K`` (a check) and ``R`` with the street total.
``B`` is the whole board after each street, ``O`` the opponent's cards, and ``D`` the chips that the
player has won, or lost if negative. ``Q`` ends the match. Player 0 has the button and the small
blind. Every line but the last asks for an action; the answer to a line with ``D`` is ``K``. After
an all-in both players check to the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from handsight.agents import Agent, HandStart
from handsight.cards import Card
from handsight.cards.card import BOARD_SIZES
from handsight.errors import (
    ArenaError,
    HistoryError,
    IllegalActionError,
    InputError,
    OptionError,
)
from handsight.game import Action, Hand, HandCursor, HandState, Rules, hand_of
from handsight.interop.connections import connected, lines_in, received, sent
from handsight.interop.guests import GuestAgent

BUTTON = 0
"""The seat of the button, which posts the small blind."""
MOST_CHIPS = 10**9
MOST_WORDS = 1000
"""The maximum number of actions and boards in a round, far more than are possible with usual stacks
and blinds of 1/2."""

_CARD = "[2-9TJQKA][cdhs]"
_CLAUSE = re.compile(
    rf"T\d{{1,9}}\.?\d{{0,9}}|P[01]|H{_CARD},{_CARD}|O{_CARD},{_CARD}|B{_CARD}(?:,{_CARD}){{2,4}}"
    r"|[FCKQ]|R\d{1,9}|D-?\d{1,10}",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PokerbotsGame:
    """The rules and stacks of a match, which the protocol does not send.

    Attributes:
        stack: chips of both players before every round.

    Raises:
        OptionError: if the blinds are invalid, or the stack is below the big blind or above
            1,000,000,000 chips.
    """

    small_blind: int = 1
    big_blind: int = 2
    stack: int = 400
    rules: Rules = field(init=False)

    def __post_init__(self) -> None:
        rules = Rules(small_blind=self.small_blind, big_blind=self.big_blind, muck=False)
        object.__setattr__(self, "rules", rules)
        if not self.big_blind <= self.stack <= MOST_CHIPS:
            raise OptionError(
                f"the stack is {self.stack}; it must be from {self.big_blind} to {MOST_CHIPS:,} "
                "chips"
            )

    def start(self, **known: Any) -> HandState:
        """Return a round at its start.

        Args:
            known: known cards, as keyword arguments of `HandState.start`.
        """
        return HandState.start(self.rules, (self.stack,) * 2, BUTTON, seed=0, **known)


class PokerbotsRound(NamedTuple):
    """A finished round.

    Attributes:
        number: number of the round in the match, from 1.
        chips: chips that the agent has won or lost in the round.
        record: record of the round, with the cards that were shown.
    """

    number: int
    chips: int
    record: Hand


@dataclass(slots=True)
class _Round:
    """What the server has sent about a round so far.

    Attributes:
        words: the actions and, where a board was sent, its number of cards, in order.
        won: chips that the player has won or lost; None while the round goes on.
    """

    position: int
    hole: tuple[Card, ...]
    words: list[str] = field(default_factory=list)
    board: tuple[Card, ...] = ()
    opponent: tuple[Card, ...] = ()
    won: int | None = None


class PokerbotsSeat:
    """An agent in a match: reads the server's lines and answers them.

    Attributes:
        is_over: whether the server has ended the match.
        rounds: number of finished rounds.
        last: the last finished round; None before the first has ended.

    Example:
        >>> from handsight.agents import agent
        >>> seat = PokerbotsSeat(agent("call"), PokerbotsGame())
        >>> [seat.hear(line) for line in ("T30.000 P1 HAh,Kd R6", "T29.998 C BQh,7h,2c")]
        ['C', 'K']
        >>> seat.hear("T29.997 K R8"), seat.hear("T29.997 F D-6"), seat.last.chips
        ('C', 'K', -6)
    """

    def __init__(self, agent: Agent, game: PokerbotsGame, seed: int = 0) -> None:
        self._agent, self._game = GuestAgent(agent, seed), game
        self._position: int | None = None
        self._round: _Round | None = None
        self.is_over = False
        self.rounds = 0
        self.last: PokerbotsRound | None = None

    def hear(self, line: str) -> str | None:
        """Return the answer to a line, or None if the line ends the match.

        Raises:
            HistoryError: if the line does not belong to a match of this game.
            IllegalActionError: if the agent's answer is illegal.
            ArenaError: if the agent fails.
        """
        for clause in line.split():
            self._read(clause, line)
        if self.is_over:
            return None
        played = self._round
        if played is None:
            raise HistoryError(f"{line[:80]!r} gives no cards for a round")
        cursor = self._cursor(played)
        state = _follow(cursor, played.words)
        shows_down = state.is_over and len(state.players) > 1
        if played.won is not None:
            self._end(played, state)
            return "K"
        if shows_down:
            return "K"  # after an all-in, cards are still to be dealt, but there are no decisions
        self._show(state, played.position)
        if state.actor != played.position:
            raise HistoryError(f"after {' '.join(played.words)!r} it is not the player's turn")
        action = self._agent.act(cursor.observation())
        return _word_of(action, state)

    def _read(self, clause: str, line: str) -> None:
        if not _CLAUSE.fullmatch(clause):
            raise HistoryError(
                f"{line[:80]!r} has {clause[:40]!r}, which is not a clause of plain hold'em; "
                "variants are not supported"
            )
        letter, value, played = clause[0], clause[1:], self._round
        if letter == "Q":
            self.is_over = True
        elif letter == "P":
            self._position = int(value)
        elif letter == "H":
            self._begin(_cards(value))
        elif letter != "T":
            if played is None or played.won is not None:
                raise HistoryError(f"{line[:80]!r} has {clause} outside of a round")
            if letter == "D":
                played.won = int(value)
            elif letter == "O":
                played.opponent = _cards(value)
            elif letter == "B":
                board = _cards(value)
                if board[: len(played.board)] != played.board:
                    raise HistoryError(f"{line[:80]!r} changes cards of the board")
                played.board = board
                played.words.append(str(len(board)))
            else:
                played.words.append(clause)
            if len(played.words) > MOST_WORDS:
                raise HistoryError(f"a round has more than {MOST_WORDS:,} actions")

    def _begin(self, hole: tuple[Card, ...]) -> None:
        if self._position is None:
            raise HistoryError("a round begins without the number of the player")
        if self._round is not None and self._round.won is None:
            raise HistoryError("a round begins before the previous one is over")
        self._round = _Round(self._position, hole)
        game = self._game
        table = self._position, BUTTON, (game.stack,) * 2, _names(self._position)
        self._agent.begin(HandStart(*table, self.rounds + 1, 0, game.big_blind))

    def _cursor(self, played: _Round) -> HandCursor:
        holes = {played.position: played.hole}
        if played.opponent:
            holes[1 - played.position] = played.opponent
        try:
            state = self._game.start(holes=holes, board=played.board)
        except InputError as error:
            raise HistoryError(f"this is not a round: {error}") from None
        return HandCursor(state, self.rounds + 1, names=_names(played.position))

    def _end(self, played: _Round, state: HandState) -> None:
        if not state.is_over:
            raise HistoryError(
                f"D{played.won} comes after {played.words}, which do not end a round"
            )
        if len(state.players) > 1 and not (played.opponent and len(played.board) == 5):
            raise HistoryError("a showdown comes without the opponent's cards, or all of the board")
        won = state.payoffs[played.position]
        if won != played.won:
            raise HistoryError(
                f"D{played.won} ends a round; by the rules of hold'em it is {won}, and variants "
                "are not supported"
            )
        self._show(state, played.position)
        self.rounds += 1
        known = state if played.opponent else state.view(played.position)
        names = _names(played.position)
        record = hand_of(known, names, {"hand": self.rounds})
        if played.opponent:
            record = replace(record, turned_up=(record.players.index(names[1 - played.position]),))
        self.last = PokerbotsRound(self.rounds, won, record)

    def _show(self, state: HandState, position: int) -> None:
        self._agent.show(lambda: state.view(position).events)


def play_rounds(
    host: str,
    port: int,
    seat: PokerbotsSeat,
    *,
    patience: float = 60.0,
    over: Callable[[PokerbotsRound], Any] | None = None,
) -> None:
    """Play a match until the server ends it.

    Args:
        host: name or address of the server's machine.
        port: port on which the server waits for the player.
        seat: the agent in the match.
        patience: seconds to keep trying to connect.
        over: called with each round when it has finished.

    Raises:
        OptionError: if the host, the port or the patience is invalid.
        ArenaError: if the server cannot be reached, disconnects during a match, or sends an invalid
            line; or if the agent fails.
        IllegalActionError: if the agent's answer is illegal.
    """
    arrived = bytearray()
    place = f"the server at {host} port {port}"
    with connected(host, port, patience, "server") as line:
        while not seat.is_over:
            part = received(line)
            if not part:
                raise ArenaError(f"{place} ends the connection without a Q")
            arrived += part
            try:
                for said in lines_in(arrived):
                    before = seat.rounds
                    answer = seat.hear(said)
                    if over is not None and seat.last is not None and seat.rounds > before:
                        over(seat.last)
                    if answer is None:
                        return
                    sent(line, f"{answer}\n".encode())
            except HistoryError as error:
                raise ArenaError(f"{place}: {error.reason}") from None


# --- actions --------------------------------------------------------------------------------------


def _follow(cursor: HandCursor, words: list[str]) -> HandState:
    """Apply the actions of a round, and check that each street begins with its board."""
    state, cards = _own(cursor), 0
    for word in words:
        shows_down = state.is_over and len(state.players) > 1
        if word.isdigit():
            follows = {0: 3, 3: 4, 4: 5}.get(cards) == int(word)
            if not follows or (not shows_down and int(word) != BOARD_SIZES[state.street]):
                raise HistoryError(f"a board of {word} cards comes on the {state.street}")
            cards = int(word)
            continue
        if shows_down and word == "K":
            continue
        if cards != BOARD_SIZES[state.street] and not shows_down:
            raise HistoryError(f"the {state.street} comes without its board")
        try:
            cursor.apply(_action(word, state))
        except IllegalActionError as error:
            raise HistoryError(f"{' '.join(words)!r} has {word}: {error}") from None
        state = _own(cursor)
    if not state.is_over and cards != BOARD_SIZES[state.street]:
        raise HistoryError(f"the {state.street} comes without its board")
    return state


def _action(word: str, state: HandState) -> Action:
    if word == "F":
        return Action.fold()
    if word == "K":
        return Action.check()
    if word == "C":
        if not state.legal_actions.call_cost:
            raise IllegalActionError("there is nothing to call")
        return Action.call()
    if not int(word[1:]):
        raise IllegalActionError("a raise has a street total above 0")
    return Action("raise", int(word[1:]))


def _word_of(action: Action, state: HandState) -> str:
    done = state.apply(action).last_action
    if done is None or done.kind in ("check", "call"):
        return "C" if state.legal_actions.call_cost else "K"
    return "F" if done.kind == "fold" else f"R{done.amount}"


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split(",")))


def _names(position: int) -> tuple[str, ...]:
    return tuple("you" if seat == position else "opponent" for seat in range(2))


def _own(cursor: HandCursor) -> HandState:
    if not isinstance(cursor.state, HandState):
        raise TypeError("the protocol is played only by handsight's own rules")
    return cursor.state
