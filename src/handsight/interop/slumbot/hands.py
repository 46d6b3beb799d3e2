"""Hands in Slumbot's protocol, and an agent that plays them.

The server answers with a JSON object. Its field ``action`` holds the actions of all streets,
separated by ``/``: ``k`` is a check, ``c`` a call, ``f`` a fold, and ``b300`` a bet of 300 or a
raise to a street total of 300. ``client_pos`` is 0 in the big blind and 1 on the button; this
module numbers the seats in the same way. A hand is over when the answer holds ``winnings``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from handsight.agents import Agent, HandStart
from handsight.cards import Card
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import (
    HistoryError,
    IllegalActionError,
    InputError,
)
from handsight.game import Action, Hand, HandCursor, HandState, Rules, hand_of
from handsight.interop.guests import GuestAgent

STACK = 20_000
"""Chips of both players before every hand."""
BUTTON = 1
"""The seat of the button, which posts the small blind."""
RULES = Rules(small_blind=50, big_blind=100, muck=False)
NAMES = {True: "you", False: "slumbot"}
"""The names of the players; the key is whether the player is our agent."""
MOST_CHARACTERS = 1_000
"""The maximum length of a hand's actions in characters; with these stacks hands are far shorter."""

_ACTION = re.compile(r"[kcf]|b[1-9]\d{0,5}", re.ASCII)
_WORDS = re.compile(rf"/|{_ACTION.pattern}", re.ASCII)
_ACTIONS = re.compile(rf"(?:{_WORDS.pattern})*", re.ASCII)
_CARD = re.compile("[2-9TJQKA][cdhs]")


class _Message(msgspec.Struct, frozen=True):
    """The fields of Slumbot's answer that describe a hand; other fields are ignored."""

    action: str
    client_pos: int
    hole_cards: list[str]
    board: list[str]
    bot_hole_cards: list[str] | None = None
    winnings: int | None = None
    token: str | None = None


class SlumbotReply(NamedTuple):
    """The server's description of a hand.

    Attributes:
        position: 0 in the big blind, 1 on the button.
        action: all actions, with a ``/`` between streets.
        hole: the client's hole cards.
        opponent_hole: the server's hole cards; None if they are not shown.
        winnings: chips that the client has won or lost; None until the hand is over.
        token: new token of the session; None if the token stays the same.
    """

    position: int
    action: str
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    opponent_hole: tuple[Card, ...] | None = None
    winnings: int | None = None
    token: str | None = None

    @classmethod
    def parse(cls, answer: Any) -> SlumbotReply:
        """Read a reply from a decoded JSON object.

        Raises:
            HistoryError: if the object does not describe a hand.

        Example:
            >>> reply = SlumbotReply.parse({"old_action": "", "action": "b200", "client_pos": 0,
            ...                             "hole_cards": ["Ac", "9d"], "board": []})
            >>> reply.action, [str(card) for card in reply.hole]
            ('b200', ['Ac', '9d'])
        """
        try:
            said = msgspec.convert(answer, _Message)
        except msgspec.ValidationError as error:
            raise HistoryError(f"an answer is not a state of a hand: {error}") from None
        if said.client_pos not in (0, 1):
            raise HistoryError(f"client_pos is {said.client_pos}; it must be 0 or 1")
        if len(said.action) > MOST_CHARACTERS or not _ACTIONS.fullmatch(said.action):
            raise HistoryError(f"{said.action[:80]!r} are not actions, like 'b200c/kk/kb300'")
        if said.winnings is not None and abs(said.winnings) > STACK:
            raise HistoryError(f"winnings is {said.winnings}, more than a stack of {STACK}")
        bot = said.bot_hole_cards
        reply = cls(
            said.client_pos,
            said.action,
            _cards("hole_cards", said.hole_cards, (2,)),
            _cards("board", said.board, tuple(BOARD_SIZES.values())),
            _cards("bot_hole_cards", bot, (2,)) if bot else None,
            said.winnings,
            said.token or None,
        )
        seen = (*reply.hole, *reply.board, *(reply.opponent_hole or ()))
        if len({*seen}) < len(seen):
            raise HistoryError("a card is dealt twice: " + " ".join(map(str, seen)))
        return reply


def _cards(field: str, texts: list[str], sizes: tuple[int, ...]) -> tuple[Card, ...]:
    if len(texts) not in sizes or not all(map(_CARD.fullmatch, texts)):
        counts = " or ".join(map(str, sizes))
        raise HistoryError(f"{field} is {str(texts)[:80]}; it must be {counts} cards like 'Ac'")
    return tuple(map(Card, texts))


# --- actions --------------------------------------------------------------------------------------


def follow(cursor: HandCursor, actions: str) -> HandState:
    """Apply the actions of a hand to a cursor at the hand's start.

    The last ``/`` can be missing, and after an all-in there can be one ``/`` for each remaining
    street.

    Returns:
        The hand after the actions.

    Raises:
        HistoryError: if an action is illegal or on the wrong street.
    """
    state, streets = _own(cursor), 0
    for word in _WORDS.findall(actions):
        if word == "/":
            streets += 1
            if streets > _streets_played(state):
                raise HistoryError(f"{actions!r} has a / within a street")
            continue
        if streets != _streets_played(state):
            raise HistoryError(f"{actions!r} has no / before the {state.street}")
        try:
            cursor.apply(_action(word, state))
        except IllegalActionError as error:
            raise HistoryError(f"{actions!r} has {word}: {error}") from None
        state = _own(cursor)
    if not state.is_over and streets < _streets_played(state) - 1:
        raise HistoryError(f"{actions!r} has no / before the {state.street}")
    return state


def is_action(word: str) -> bool:
    """Return whether a word has the form of an action."""
    return _ACTION.fullmatch(word) is not None


def with_streets(actions: str, state: HandState) -> str:
    """Return the actions of a hand, with a ``/`` appended for each further street it has reached.

    Args:
        actions: the actions, with a ``/`` before each street that has actions.
        state: the hand after the actions.
    """
    return actions + "/" * (_streets_played(state) - actions.count("/"))


def word_of(action: Action, state: HandState) -> str:
    """Format an action of the player to act as Slumbot writes it.

    Raises:
        IllegalActionError: if the action is illegal.

    Example:
        >>> state = HandState.start(RULES, (STACK, STACK), BUTTON, seed=1)
        >>> [word_of(action, state) for action in (Action.all_in(), Action.call(), Action.fold())]
        ['b20000', 'c', 'f']
    """
    done = state.apply(action).last_action
    if done is None or done.kind in ("check", "call"):
        return "c" if state.legal_actions.call_cost else "k"
    return "f" if done.kind == "fold" else f"b{done.amount}"


def _action(word: str, state: HandState) -> Action:
    if word == "f":
        return Action.fold()
    if word == "k":
        return Action.check()
    if word == "c":
        if not state.legal_actions.call_cost:
            raise IllegalActionError("there is nothing to call")
        return Action.call()
    return Action("raise", int(word[1:]))


def _actions_in(text: str) -> list[str]:
    return _WORDS.findall(text.replace("/", ""))


def _streets_played(state: HandState) -> int:
    """Return the number of streets after preflop that a hand reached; a showdown counts all 3."""
    if state.is_over and len(state.players) > 1:
        return len(STREETS) - 1
    return STREETS.index(state.street)


def _own(cursor: HandCursor) -> HandState:
    if not isinstance(cursor.state, HandState):
        raise TypeError("the protocol is played only by handsight's own rules")
    return cursor.state


# --- an agent -------------------------------------------------------------------------------------


class SlumbotHand(NamedTuple):
    """A finished hand.

    Attributes:
        number: number of the hand in the session, from 1.
        chips: chips that the agent has won or lost in the hand.
        record: record of the hand, with the cards that were shown.
    """

    number: int
    chips: int
    record: Hand


class SlumbotSeat:
    """An agent in a session with the server: reads its replies and answers with actions.

    Attributes:
        hands: number of finished hands.
        last: the last finished hand; None before the first has ended.

    Example:
        >>> from handsight.agents import agent
        >>> seat = SlumbotSeat(agent("call"))
        >>> start = {"action": "b200", "client_pos": 0, "hole_cards": ["Ac", "9d"], "board": []}
        >>> seat.hear(SlumbotReply.parse(start))
        'c'
    """

    def __init__(self, agent: Agent, seed: int = 0) -> None:
        self._agent = GuestAgent(agent, seed)
        self._before: SlumbotReply | None = None
        self._answer = ""
        self.hands = 0
        self.last: SlumbotHand | None = None

    def hear(self, reply: SlumbotReply) -> str | None:
        """Return the answer to the server's reply, or None if the hand is over.

        Raises:
            HistoryError: if the reply contradicts the previous one or the rules of the game.
            IllegalActionError: if the agent's answer is illegal.
            ArenaError: if the agent fails.
        """
        self._compare(reply)
        cursor = self._cursor(reply)
        state = follow(cursor, reply.action)
        _check_end(reply, state)
        self._agent.show(lambda: state.view(reply.position).events)
        if reply.winnings is not None:
            self._end(reply, state)
            return None
        action = self._agent.act(cursor.observation())
        self._before, self._answer = reply, word_of(action, state)
        return self._answer

    def _compare(self, reply: SlumbotReply) -> None:
        """Check that a reply continues the current hand, or begin a new hand."""
        before = self._before
        if before is None:
            table = reply.position, BUTTON, (STACK, STACK), _names(reply.position)
            self._agent.begin(HandStart(*table, self.hands + 1, 0, RULES.big_blind))
            return
        if (reply.position, {*reply.hole}) != (before.position, {*before.hole}):
            raise HistoryError("cards or seats have changed within a hand")
        if reply.board[: len(before.board)] != before.board:
            raise HistoryError("cards of the board have changed within a hand")
        done = [*_actions_in(before.action), self._answer]
        if _actions_in(reply.action)[: len(done)] != done:
            raise HistoryError(
                f"after {before.action!r} and the answer {self._answer!r}, the actions are "
                f"{reply.action!r}"
            )

    def _cursor(self, reply: SlumbotReply) -> HandCursor:
        holes = {reply.position: reply.hole}
        if reply.opponent_hole is not None:
            holes[1 - reply.position] = reply.opponent_hole
        try:
            state = HandState.start(
                RULES, (STACK, STACK), BUTTON, seed=0, holes=holes, board=reply.board
            )
        except InputError as error:
            raise HistoryError(f"this is not a hand: {error}") from None
        return HandCursor(state, self.hands + 1, names=_names(reply.position))

    def _end(self, reply: SlumbotReply, state: HandState) -> None:
        self.hands += 1
        known = state if reply.opponent_hole else state.view(reply.position)
        names = _names(reply.position)
        record = hand_of(known, names, {"hand": self.hands})
        if reply.opponent_hole:
            record = replace(record, turned_up=(record.players.index(names[1 - reply.position]),))
        self.last = SlumbotHand(self.hands, state.payoffs[reply.position], record)
        self._before = None


def _names(position: int) -> tuple[str, ...]:
    return tuple(NAMES[seat == position] for seat in range(2))


def _check_end(reply: SlumbotReply, state: HandState) -> None:
    """Check that turn, winnings and number of board cards in a reply follow from the rules."""
    shows_down = state.is_over and len(state.players) > 1
    cards = 5 if shows_down else BOARD_SIZES[state.street]
    dealt = len(reply.board)
    if dealt < cards or (dealt > cards and not state.is_over):  # after a fold, more can be shown
        raise HistoryError(f"{dealt} cards are on the board after {reply.action!r}")
    if reply.winnings is None:
        if state.actor != reply.position:
            raise HistoryError(f"after {reply.action!r} it is not the client's turn")
        return
    if not state.is_over:
        raise HistoryError(f"winnings come after {reply.action!r}, which does not end a hand")
    if shows_down and reply.opponent_hole is None:
        raise HistoryError("a showdown comes without bot_hole_cards")
    won = state.payoffs[reply.position]
    if reply.winnings != won:
        raise HistoryError(f"winnings is {reply.winnings}; by the rules of the game it is {won}")
