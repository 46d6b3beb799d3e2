"""A hand described in plain words, like "p1 raises 300, p2 calls, p1 bets 400"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, cast

from handsight.cards import Card, CardsLike, parse_cards
from handsight.cards.card import BOARD_SIZES
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.game.records.hand import DECK_SEED
from handsight.odds.spot import Spot
from handsight.views.range_update.hand import (
    HandSoFar,
    numbered,
    seat_of,
    whose_view,
)
from handsight.views.text_parts import STREET_TEXTS

DEFAULT_STACK = 100
"""The stack of each player in big blinds, unless the caller passes stacks."""
MOST_PLAYERS = 10

_STATEMENT = re.compile(r"p(?P<place>10|[1-9])\s+(?P<words>\S.*)", re.ASCII | re.IGNORECASE)
_SIZED = re.compile(r"(?P<verb>bets?|raises?)(?:\s+to)?\s+(?P<chips>[1-9]\d{0,11})", re.ASCII)
_PLAIN = {
    **dict.fromkeys(("fold", "folds"), Action.fold()),
    **dict.fromkeys(("check", "checks"), Action.check()),
    **dict.fromkeys(("call", "calls"), Action.call()),
    **dict.fromkeys(("all in", "all-in", "goes all in", "goes all-in"), Action.all_in()),
}


class Statement(NamedTuple):
    """One action in words.

    Attributes:
        number: number of the action in the history, from 1.
        text: the statement as written.
        place: number of the player, from 1, as in ``p1``.
        action: the player's action; bets and raises have the player's total for the street.
    """

    number: int
    text: str
    place: int
    action: Action

    def fault(self, reason: str) -> OptionError:
        """Return an error that names this statement.

        Args:
            reason: what is wrong, and what would be right.
        """
        return OptionError(f"--history, action {self.number} {self.text!r}: {reason}")


def hand_in_words(
    hole: CardsLike,
    board: CardsLike,
    history: str,
    *,
    players: int | None = None,
    us: str | None = None,
    stacks: Sequence[int] = (),
    small_blind: int = 50,
    big_blind: int = 100,
) -> HandSoFar:
    """Read a hand that is described in words, and return what one of its players knows.

    p1 is the first player to the left of the button, p2 the second, and so on; the last player has
    the button. So p1 posts the small blind and p2 the big blind. Heads-up, p2 is on the button,
    posts the small blind and acts first before the flop. A player who is not mentioned, and is not
    `us`, folds before the flop when their turn comes, unless they can check or only two players are
    left. After the last action in the history, such players fold only if the board has cards or
    `us` is set.

    Args:
        hole: our two cards.
        board: 0, 3, 4 or 5 cards. The actions must complete all streets before the last; the last
            street can be without actions.
        history: actions separated by commas: ``p1 folds``, ``checks``, ``calls``, ``bets 400``,
            ``raises 300`` or ``raises to 300`` (the total for the street), ``goes all in``.
        players: number of players at the table, 2 to 10. If None, it is the number of `stacks` if
            there are several, or else the smallest number that the history and `us` allow.
        us: our player, such as ``"p2"``; None for the player to act, or else for the remaining
            player who acted last.
        stacks: chips of each player, or a sequence of one number, such as ``(5000,)``, which all
            players have; 100 big blinds each if empty.
        small_blind: chips of the small blind.
        big_blind: chips of the big blind.

    Raises:
        InputError: if cards cannot be read or appear twice; if words cannot be read; if a player is
            not at the table or not in turn; if the rules do not allow an action; if the board does
            not fit the actions; if the number of players or stacks is wrong; or if our player, or
            all others, have folded.

    Example:
        >>> hand = hand_in_words("AhKh", "Qh7h2c", "p1 raises 300, p2 calls, p1 bets 400")
        >>> hand.names, hand.us, hand.opponents, hand.silent
        (('p1', 'p2', 'p3'), 1, (0,), (2,))
    """
    spot = Spot.alone(hole, board)
    said = read_statements(history)
    rules = Rules(small_blind=small_blind, big_blind=big_blind)
    lying = parse_cards(board, "board")
    return _seen(_played(said, lying, players, us, list(stacks), rules), spot)


def read_statements(history: str) -> list[Statement]:
    """Read the actions of a history without checking whose turn it is.

    Args:
        history: actions separated by commas, semicolons or line breaks.

    Raises:
        OptionError: if a part of the history is not an action.

    Example:
        >>> [str(each.action) for each in read_statements("p1 raises 300, p2 goes all in")]
        ['raise to 300', 'all-in']
    """
    texts = [text.strip() for text in re.split(r"[,;\n]", history)]
    if texts and not texts[-1]:
        texts.pop()  # a trailing comma
    return [_statement(number, text) for number, text in enumerate(texts, start=1)]


def _statement(number: int, text: str) -> Statement:
    match = _STATEMENT.fullmatch(text)
    words = " ".join(match["words"].lower().split()) if match else ""
    sized = _SIZED.fullmatch(words)
    if match and (sized or words in _PLAIN):
        action = _sized(sized) if sized else _PLAIN[words]
        return Statement(number, text, int(match["place"]), action)
    said = "is empty" if not text else f"{text!r} cannot be read"
    raise OptionError(
        f"--history, action {number} {said}: write a player, p1 to p{MOST_PLAYERS}, and folds, "
        "checks, calls, bets 400, raises 300 (the street total) or goes all in; with commas "
        "between actions but not in amounts, and without streets, which follow from the actions"
    )


def _sized(match: re.Match[str]) -> Action:
    kind = Action.bet if match["verb"].startswith("bet") else Action.raise_to
    return kind(int(match["chips"]))


# --- playing it -----------------------------------------------------------------------------------


def _played(
    said: Sequence[Statement],
    board: Sequence[Card],
    players: int | None,
    us: str | None,
    stacks: list[int],
    rules: Rules,
) -> _Script:
    """Play the hand at a table of `players`; if it is None, at a table of the size from `_size`."""
    named = max((each.place for each in said), default=0)
    if us is not None:
        named = max(named, 1 + seat_of(us, numbered(players or MOST_PLAYERS)))
    size = players if players is not None else _size(said, named, stacks)
    if size not in range(2, MOST_PLAYERS + 1):
        raise OptionError(f"--players is {size}; a table has 2 to {MOST_PLAYERS}")
    for each in said:
        if each.place > size:
            raise each.fault(f"there are {size} players, p1 to p{size}")
    script = _Script(_start(size, stacks, board, rules), said, board, us)
    script.play()
    return script


def _size(said: Sequence[Statement], named: int, stacks: Sequence[int]) -> int:
    """Return the number of stacks if there are several, or else the fewest players possible.

    Heads-up, p2 acts first. So if p1 acts first, there must be a third player, who folded.
    """
    if len(stacks) > 1:
        return len(stacks)
    begins = bool(said) and said[0].place == 1
    return max(named, 3 if begins else 2)


def _start(size: int, stacks: list[int], board: Sequence[Card], rules: Rules) -> HandState:
    each = stacks or [DEFAULT_STACK * rules.big_blind]
    if len(each) not in (1, size):
        raise OptionError(
            f"--stacks has {len(each)} numbers; it must have one, or {size}, one for each player"
        )
    chips = each * size if len(each) == 1 else each
    if min(chips) <= 0:
        raise OptionError(
            f"--stacks has {min(chips)}; every player must have chips before the hand"
        )
    return HandState.start(rules, chips, size - 1, seed=DECK_SEED, board=board)


class _Script:
    """Plays statements as actions; players who are not mentioned fold before the flop."""

    def __init__(
        self, start: HandState, said: Sequence[Statement], board: Sequence[Card], us: str | None
    ) -> None:
        self.names = numbered(start.seats)
        self.cursor = HandCursor(start, names=self.names)
        self.said, self.board = said, board
        self.heard = {each.place - 1 for each in said}
        self.us = None if us is None else seat_of(us, self.names)
        self.heard |= set() if self.us is None else {self.us}
        self.silent: list[int] = []

    def play(self) -> None:
        for each in self.said:
            self._let_silent_fold()
            self._check_turn(each)
            self._apply(each)
        if self.us is not None or self.board:
            self._let_silent_fold()
        self._check_board()

    @property
    def state(self) -> HandState:
        """The current state of the hand."""
        return cast("HandState", self.cursor.state)

    def _let_silent_fold(self) -> None:
        while (state := self.state).street == "preflop" and not state.is_over:
            if state.actor in self.heard or not state.can("fold") or len(state.players) == 2:
                return
            self.silent.append(state.actor)
            self.cursor.apply(Action.fold())

    def _check_turn(self, each: Statement) -> None:
        state = self.state
        if state.is_over:
            raise each.fault("the hand is over, and nobody may act")
        wanted, lie = len(state.board), len(self.board)
        if wanted > lie:
            raise each.fault(
                f"it is {STREET_TEXTS[state.street]}, so --board must have at least {wanted} "
                f"cards; it has {lie}"
            )
        if state.actor != each.place - 1:
            turn = self.names[state.actor]
            raise each.fault(
                f"it is the turn of {turn} {STREET_TEXTS[state.street]}, {self._table()}; "
                f"{turn} may: {state.legal_actions}"
            )

    def _table(self) -> str:
        last = self.names[-1]
        return f"at a table of {len(self.names)} where p1 sits left of the button and {last} on it"

    def _apply(self, each: Statement) -> None:
        legal = self.state.legal_actions
        if each.action.kind == "call" and not legal.call_cost:
            raise each.fault(f"there is nothing to call; legal: {legal}")
        if each.action.kind == "raise" and not legal.price:
            raise each.fault(f"there is no bet to raise; legal: {legal}")
        try:
            self.cursor.apply(self._with_amount(each.action))
        except IllegalActionError as error:
            rule = str(error).removeprefix(f"seat {each.place - 1}: ")
            raise each.fault(rule) from None

    def _with_amount(self, action: Action) -> Action:
        """Replace an all-in with the bet, raise or call to which it amounts."""
        state = self.state
        if action.kind != "all-in" or not state.can(action):
            return action
        ahead = self.cursor.copy()
        ahead.apply(action)
        return ahead.state.last_action or action

    def _check_board(self) -> None:
        state, lie = self.state, len(self.board)
        if lie > len(state.board) and len(state.players) > 1:
            raise OptionError(
                f"--board has {lie} cards, and the betting {STREET_TEXTS[state.street]} is not over"
                f" in --history: it is the turn of {self.names[state.actor]}"
            )


def _seen(script: _Script, spot: Spot) -> HandSoFar:
    state, names, lie = script.state, script.names, len(script.board)
    seat = whose_view(script.cursor, lie) if script.us is None else script.us
    if len(state.players) == 1:
        raise OptionError("--history: all but one have folded, so nobody's range is left")
    if seat not in state.players:
        raise OptionError(
            f"--history: {names[seat]}, who is us, has folded; choose another player with --us"
        )
    waits = state.is_over or lie < BOARD_SIZES[state.street]
    posts = state.rules.posts_of(list(range(state.seats)))
    return HandSoFar(
        spot=spot,
        us=seat,
        names=names,
        rules=state.rules,
        stacks=state.start_stacks,
        posts=tuple(posts.get(place, 0) for place in range(state.seats)),
        antes=(0,) * state.seats,
        actions=script.cursor.actions,
        inside=state.players,
        turn=None if waits else state.actor,
        board=tuple(script.board),
        silent=tuple(script.silent),
    )
