"""The lines of the ACPC protocol: what a player can see of a hand, and how the player answers.

A line is ``MATCHSTATE:position:hand:betting:cards``. Betting rounds are separated by ``/``; in
no-limit, a raise names the total that the player has put in over the whole hand. The cards are the
hole cards of all seats, separated by ``|`` and empty for a seat whose cards the player cannot see,
followed by the board, with a ``/`` before each street.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE, STREET_OF_BOARD, STREET_SLICES, STREETS
from handsight.errors import HistoryError, IllegalActionError, InputError
from handsight.game import Action, HandCursor, HandState, Observation, PlayableHand
from handsight.interop.acpc.game import AcpcMatch

_STATE = re.compile(
    r"MATCHSTATE:(?P<position>\d{1,2}):(?P<hand>\d{1,9}):(?P<betting>[frc\d/]*):(?P<cards>[^:]*)",
    re.ASCII,
)
_ACTION = re.compile(r"f|c|r\d{0,12}", re.ASCII)
_WORD = re.compile(r"[frc/]\d*|.", re.ASCII)
MOST_PLACES = 4096
"""The maximum number of points in the betting cached for a match; each takes about 2 kB."""
_CARD_OF = {str(card): card for card in map(Card, range(DECK_SIZE))}


class MatchState(NamedTuple):
    """The content of a line of the protocol.

    Attributes:
        position: seat of the player to whom the line is sent.
        hand: number of the hand, from 0.
        betting: all actions, with a ``/`` between streets.
        holes: hole cards of each seat; empty for a seat whose cards the player cannot see.
        board: board cards in the order dealt.
    """

    position: int
    hand: int
    betting: str
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]

    @classmethod
    def parse(cls, line: str) -> MatchState:
        """Parse a line.

        Raises:
            HistoryError: if the line is not a state of a match.

        Example:
            >>> state = MatchState.parse("MATCHSTATE:1:30:cc/:|AhKd/Qh7h2c")
            >>> state.betting, state.holes, len(state.board)
            ('cc/', ((), (Card('Ah'), Card('Kd'))), 3)
        """
        found = _STATE.fullmatch(line)
        if found is None:
            raise HistoryError(
                f"{line[:80]!r} is not a state of a match, like MATCHSTATE:0:0::AhKh|"
            )
        position, hand, betting, cards = found.groups()
        holes, board = _cards_in(cards)
        seat = int(position)
        if seat >= len(holes) or not holes[seat]:
            raise HistoryError(f"{cards!r} are not the cards of a player in seat {seat}")
        if STREETS.index(STREET_OF_BOARD[len(board)]) != betting.count("/"):
            raise HistoryError(f"{cards!r} are not cards for {betting!r}")
        return cls(seat, int(hand), betting, holes, board)

    def start(self, match: AcpcMatch) -> HandState:
        """Return the hand at its start, with the cards that the player can see.

        Hands that the line does not show lose at a showdown: a dealer can omit a beaten hand.

        Raises:
            HistoryError: if the line does not describe a hand of this match.
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
                board=self.board,
                mucked=[seat for seat, hole in enumerate(self.holes) if not hole],
            )
        except InputError as error:
            raise HistoryError(f"this is not a hand of the match: {error}") from None


@lru_cache(256)
def _cards_in(text: str) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Parse the cards of a line: the hole cards of each seat, and the board.

    Raises:
        HistoryError: if a card is unknown or appears twice, or a seat or street has the wrong
            number of cards.
    """
    holes, _, later = text.partition("/")
    seats = tuple(map(_cards_of, holes.split("|")))
    streets = tuple(map(_cards_of, later.split("/"))) if later else ()
    board = tuple(chain.from_iterable(streets))
    cards = [*board, *chain.from_iterable(seats)]
    is_known = {*map(len, seats)} <= {0, 2} and (*map(len, streets),) == (3, 1, 1)[: len(streets)]
    if not is_known or len({*cards}) < len(cards):
        raise HistoryError(f"{text!r} are not cards of one deck and its streets")
    return seats, board


@lru_cache(256)
def _cards_of(text: str) -> tuple[Card, ...]:
    try:
        return tuple([_CARD_OF[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError:
        raise HistoryError(f"{text!r} are not cards, like AhKd") from None


class AcpcPlace:
    """A point in the betting, shared by all hands with the same betting.

    Before a hand is over, neither the legal actions nor the chips depend on the cards.

    Attributes:
        betting: actions that lead to this point.
        state: a hand at this point, with arbitrary cards.
        after: the points that have been reached from this one, by the betting that leads there.
    """

    __slots__ = ("_cursor", "_seen", "after", "betting", "state")

    def __init__(self, betting: str, cursor: HandCursor) -> None:
        self.betting, self._cursor = betting, cursor
        self.state = _own(cursor.state)
        self.after: dict[str, AcpcPlace] = {}
        self._seen: Observation | None = None

    @property
    def seen(self) -> Observation:
        """The observation of the player to act, without real cards and names."""
        if self._seen is None:
            self._seen = self._cursor.observation()
        return self._seen

    def act(self, word: str) -> AcpcPlace:
        """Return the point in the betting after an action.

        Raises:
            HistoryError: if the word is not an action, or if the action is illegal.
        """
        if not is_action(word):
            raise HistoryError(f"{self.betting + word!r} has {word!r}, which is not an action")
        cursor = self._cursor.copy()
        try:
            cursor.apply(action_of(word, self.state))
        except IllegalActionError as error:
            raise HistoryError(f"{self.betting + word!r} has {word}: {error}") from None
        new_streets = streets_played(_own(cursor.state)) - streets_played(self.state)
        return AcpcPlace(self.betting + word + "/" * new_streets, cursor)


class AcpcPlaces:
    """The points in the betting that the hands of a match have reached."""

    def __init__(self, match: AcpcMatch) -> None:
        state = HandState.start(match.rules, match.stacks, match.button, seed=0)
        self.start = AcpcPlace("", HandCursor(state))
        self._kept = 0

    def find(self, betting: str, before: AcpcPlace) -> AcpcPlace:
        """Return the point to which the actions of a hand lead.

        Args:
            betting: all actions of the hand so far, with a ``/`` between streets.
            before: a point on the way, at which the search begins.

        Raises:
            HistoryError: if an action is illegal or on the wrong street.
        """
        rest = betting[len(before.betting) :]
        if not rest:
            return before
        known = before.after.get(rest)
        if known is None:
            known = before
            for word in _WORD.findall(rest):
                if word != "/":
                    known = known.act(word)
            if known.betting != betting:
                street = known.state.street
                raise HistoryError(f"{betting!r} goes on to the {street} without a / before it")
            if self._kept == MOST_PLACES:
                self.start.after.clear()
                self._kept = 0
            before.after[rest] = known
            self._kept += 1
        return known


def streets_played(state: HandState) -> int:
    """Return the number of streets after preflop that a hand reached; a showdown counts all 3."""
    if state.is_over and len(state.players) > 1:
        return len(STREETS) - 1
    return STREETS.index(state.street)


def _own(state: PlayableHand) -> HandState:
    if not isinstance(state, HandState):
        raise TypeError("the protocol is played only by handsight's own rules")
    return state


# --- actions --------------------------------------------------------------------------------------


def is_action(word: str) -> bool:
    """Return whether a word has the form of an action."""
    return _ACTION.fullmatch(word) is not None


def action_of(word: str, state: HandState) -> Action:
    """Parse an action of the player to act.

    Args:
        word: ``f``, ``c``, ``r`` in limit, or ``r`` with the player's total over the hand in
            no-limit; `is_action` must be true of it.
        state: the hand before the action.
    """
    if word == "f":
        return Action.fold()
    if word == "c":
        return Action.call()
    if len(word) == 1:
        return Action("raise")
    return Action("raise", int(word[1:]) - _paid_before(state))


def word_of(action: Action, state: HandState) -> str:
    """Format an action of the player to act as the protocol writes it.

    Raises:
        IllegalActionError: if the action is illegal; a call is not checked.

    Example:
        >>> from handsight.interop.acpc.game import AcpcMatch
        >>> match = AcpcMatch()
        >>> state = HandState.start(match.rules, match.stacks, match.button, seed=1)
        >>> word_of(Action.all_in(), state), word_of(Action.call(), state)
        ('r20000', 'c')
    """
    if action.kind == "call":
        return "c"
    done = state.apply(action).last_action
    if done is None or done.kind == "call":
        return "c"
    if done.kind == "fold":
        return "f"
    return "r" if state.rules.is_limit else f"r{done.amount + _paid_before(state)}"


def nearest_action(word: str, state: HandState) -> tuple[str, bool]:
    """Return the legal action nearest to an answer, and whether that is the answer itself.

    If the player can raise, a raise of an illegal size becomes a raise of the nearest legal size.
    Any other illegal answer becomes a call, or a check if there is nothing to call.
    """
    if word == "c" or (word == "f" and state.to_call):
        return word, True
    legal = state.legal_actions
    if word[:1] == "r" and is_action(word) and legal.can_raise:
        if state.rules.is_limit:
            return "r", word == "r"
        before = _paid_before(state)
        asked = int(word[1:] or 0)
        total = min(max(asked, legal.raise_min + before), legal.raise_max + before)
        return f"r{total}", word == f"r{total}"
    return "c", False


def _paid_before(state: HandState) -> int:
    """Return the chips that the player to act has put in on earlier streets."""
    _, bets, paid = state.chips
    return paid[state.actor] - bets[state.actor]


# --- writing --------------------------------------------------------------------------------------


class HandText:
    """Writes the protocol's lines for a hand while the hand is played.

    Args:
        hand: number of the hand, from 0.
        state: the hand at its start.
    """

    def __init__(self, hand: int, state: HandState) -> None:
        self.state = state
        self._hand = hand
        self._betting = ""
        self._street = 0
        seats = range(len(state.start_stacks))
        self._holes = [_text_of(sorted(state.hole(seat) or (), reverse=True)) for seat in seats]
        self._seen = [self._cards_for({seat}) for seat in seats]
        self._board = ""

    def apply(self, word: str) -> None:
        """Apply a legal action of the player to act."""
        self.state = state = self.state.apply(action_of(word, self.state))
        self._betting += word
        for street in range(self._street + 1, streets_played(state) + 1):
            self._betting += "/"
            self._board += "/" + _text_of(state.board[STREET_SLICES[STREETS[street]]])
            self._street = street
        if state.is_over and len(state.players) > 1:
            shown = state.players
            self._seen = [self._cards_for({seat, *shown}) for seat in range(len(self._seen))]

    def line(self, seat: int) -> str:
        """Return the line for a seat, with the cards that its player can see."""
        cards = self._seen[seat] + self._board
        return f"MATCHSTATE:{seat}:{self._hand}:{self._betting}:{cards}"

    def log(self, names: list[str]) -> str:
        """Return the hand's line for a dealer's log, with all cards.

        Args:
            names: names of the players, by seat.
        """
        values = "|".join(map(str, self.state.payoffs))
        cards = "|".join(self._holes) + self._board
        return f"STATE:{self._hand}:{self._betting}:{cards}:{values}:{'|'.join(names)}"

    def _cards_for(self, seats: set[int]) -> str:
        return "|".join(hole if seat in seats else "" for seat, hole in enumerate(self._holes))


def _text_of(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))
