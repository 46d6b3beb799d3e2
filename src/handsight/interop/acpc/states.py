"""The lines of the protocol: what a player may see of a hand, and what it answers.

A line is ``MATCHSTATE:position:hand:betting:cards``. Betting rounds are joined by ``/``; a raise
without a limit names the chips that the player has put in over the whole hand. Cards are the hole
cards of all seats, joined by ``|`` and empty where they are not seen, then the board, a ``/``
before each street.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from handsight.cards.card import STREET_SLICES, STREETS
from handsight.errors import HistoryError, IllegalActionError, InputError
from handsight.game import Action, HandCursor, HandState, PlayableHand
from handsight.interop.acpc.game import AcpcMatch

_STATE = re.compile(
    r"MATCHSTATE:(?P<position>\d{1,2}):(?P<hand>\d{1,9}):(?P<betting>[frc\d/]*):(?P<cards>[^:]*)",
    re.ASCII,
)
_ACTION = re.compile(r"f|c|r\d{0,12}", re.ASCII)
_WORD = re.compile(r"[frc/]\d*|.", re.ASCII)
_CARD = "[2-9TJQKA][cdhs]"
_HOLE = re.compile(rf"(?:(?:{_CARD}){{2}})?")
_BOARD = re.compile(rf"(?:{_CARD}){{3}}(?:/{_CARD}){{0,2}}")


class MatchState(NamedTuple):
    """What a line says.

    Attributes:
        hand: its number, from 0.
        betting: all actions, with a ``/`` between streets.
        holes: of each seat; empty where they are not seen.
        board: of each street after the first.
    """

    position: int
    hand: int
    betting: str
    holes: tuple[str, ...]
    board: tuple[str, ...]

    @classmethod
    def parse(cls, line: str) -> MatchState:
        """Read a line.

        Raises:
            HistoryError: if it is none.

        Example:
            >>> state = MatchState.parse("MATCHSTATE:1:30:cc/:|AhKd/Qh7h2c")
            >>> state.betting, state.holes, state.board
            ('cc/', ('', 'AhKd'), ('Qh7h2c',))
        """
        found = _STATE.fullmatch(line)
        if found is None:
            raise HistoryError(f"{line[:80]!r} is no state of a match, like MATCHSTATE:0:0::AhKh|")
        position, hand, betting, cards = found.groups()
        holes, board = _cards_in(cards)
        seat = int(position)
        if seat >= len(holes) or not holes[seat]:
            raise HistoryError(f"{cards!r} are no cards of a player in seat {seat}")
        if len(board) != betting.count("/"):
            raise HistoryError(f"{cards!r} are no cards for {betting!r}")
        return cls(seat, int(hand), betting, holes, board)

    def start(self, match: AcpcMatch) -> HandState:
        """Give the hand at its start, with the cards that are seen.

        Hands that are not seen lose at a showdown: a dealer may leave a beaten hand out.

        Raises:
            HistoryError: if it is no hand of this match.
        """
        if len(self.holes) != match.players:
            raise HistoryError(
                f"there are {len(self.holes)} players, in a match of {match.players}"
            )
        try:
            return HandState.start(
                match.rules,
                match.stacks,
                match.button,
                seed=0,
                holes={seat: hole for seat, hole in enumerate(self.holes) if hole},
                board="".join(self.board),
                mucked=[seat for seat, hole in enumerate(self.holes) if not hole],
            )
        except InputError as error:
            raise HistoryError(f"this is no hand of the match: {error}") from None


@lru_cache(256)
def _cards_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read the cards of a line, which many lines have in common: of each seat, of each street.

    Raises:
        HistoryError: if they are no cards of one deck.
    """
    holes, _, later = text.partition("/")
    seats = (*holes.split("|"),)
    cards = re.findall(_CARD, text)
    is_known = all(map(_HOLE.fullmatch, seats)) and (not later or _BOARD.fullmatch(later))
    if not is_known or len({*cards}) < len(cards):
        raise HistoryError(f"{text!r} are no cards of one deck and its streets")
    return seats, (*later.split("/"),) if later else ()


def follow(cursor: HandCursor, betting: str, since: int = 0) -> HandState:
    """Let the actions of a line happen.

    Args:
        since: characters of the betting that have happened already.

    Returns:
        The hand after them.

    Raises:
        HistoryError: at an action that is not legal, or on another street.
    """
    state = _own(cursor.state)
    for word in _WORD.findall(betting, since):
        if word == "/":
            continue
        if not _ACTION.fullmatch(word):
            raise HistoryError(f"{betting!r} has {word!r}, which is no action")
        try:
            cursor.apply(action_of(word, state))
        except IllegalActionError as error:
            raise HistoryError(f"{betting!r} has {word}: {error}") from None
        state = _own(cursor.state)
    if betting.count("/") != streets_played(state):
        raise HistoryError(f"{betting!r} is played on {state.street}, which it does not say")
    return state


def streets_played(state: HandState) -> int:
    """Count the streets after the first whose cards lie on the board."""
    if state.is_over and len(state.players) > 1:
        return len(STREETS) - 1
    return STREETS.index(state.street)


def _own(state: PlayableHand) -> HandState:
    if not isinstance(state, HandState):
        raise TypeError("the protocol is played by our own rules only")
    return state


# --- actions --------------------------------------------------------------------------------------


def is_action(word: str) -> bool:
    """Say whether a word has the form of an action."""
    return _ACTION.fullmatch(word) is not None


def action_of(word: str, state: HandState) -> Action:
    """Read an action: ``f``, ``c``, ``r`` with a limit, or ``r`` and chips over the whole hand."""
    if word == "f":
        return Action.fold()
    if word == "c":
        return Action.call()
    if len(word) == 1:
        return Action("raise")
    return Action("raise", int(word[1:]) - _paid_before(state))


def word_of(action: Action, state: HandState) -> str:
    """Write the action of the player whose turn it is.

    Raises:
        IllegalActionError: if it is not legal.

    Example:
        >>> from handsight.interop.acpc.game import AcpcMatch
        >>> match = AcpcMatch()
        >>> state = HandState.start(match.rules, match.stacks, match.button, seed=1)
        >>> word_of(Action.all_in(), state), word_of(Action.call(), state)
        ('r20000', 'c')
    """
    done = state.apply(action).last_action
    if done is None or done.kind == "call":
        return "c"
    if done.kind == "fold":
        return "f"
    return "r" if state.rules.is_limit else f"r{done.amount + _paid_before(state)}"


def nearest_action(word: str, state: HandState) -> tuple[str, bool]:
    """Give the legal action that is nearest to an answer, and whether that is the answer itself.

    A raise of a wrong size becomes the nearest size; everything else that is not legal is a call.
    """
    legal = state.legal_actions
    if word == "c" or (word == "f" and legal.call_cost):
        return word, True
    if word[:1] == "r" and is_action(word) and legal.can_raise:
        if state.rules.is_limit:
            return "r", word == "r"
        before = _paid_before(state)
        asked = int(word[1:] or 0)
        total = min(max(asked, legal.raise_min + before), legal.raise_max + before)
        return f"r{total}", word == f"r{total}"
    return "c", False


def _paid_before(state: HandState) -> int:
    """Count what the player whose turn it is has put in on earlier streets."""
    _, bets, paid = state.chips
    return paid[state.actor] - bets[state.actor]


# --- writing --------------------------------------------------------------------------------------


class HandText:
    """Writes the lines of a hand while it is played.

    Args:
        hand: its number, from 0.
        state: the hand at its start.
    """

    def __init__(self, hand: int, state: HandState) -> None:
        self.state = state
        self._hand = hand
        self._betting = ""
        self._street = 0
        self._holes = [
            "".join(map(str, sorted(hole or (), reverse=True)))
            for hole in map(state.hole, range(len(state.start_stacks)))
        ]
        self._board = ""

    def apply(self, word: str) -> None:
        """Let the player whose turn it is act; the action must be legal."""
        self.state = self.state.apply(action_of(word, self.state))
        self._betting += word
        while self._street < streets_played(self.state):
            self._street += 1
            self._betting += "/"
            cards = self.state.board[STREET_SLICES[STREETS[self._street]]]
            self._board += "/" + "".join(map(str, cards))

    def line(self, seat: int) -> str:
        """Write what a seat may see."""
        shown = (seat, *self._shown())
        holes = [hole if other in shown else "" for other, hole in enumerate(self._holes)]
        cards = "|".join(holes) + self._board
        return f"MATCHSTATE:{seat}:{self._hand}:{self._betting}:{cards}"

    def log(self, names: list[str]) -> str:
        """Write the hand as a dealer's log has it, with all cards.

        Args:
            names: by seat.
        """
        values = "|".join(map(str, self.state.payoffs))
        cards = "|".join(self._holes) + self._board
        return f"STATE:{self._hand}:{self._betting}:{cards}:{values}:{'|'.join(names)}"

    def _shown(self) -> tuple[int, ...]:
        players = self.state.players if self.state.is_over else ()
        return players if len(players) > 1 else ()
