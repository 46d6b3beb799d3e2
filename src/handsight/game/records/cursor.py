"""The cursor, with which all code steps through live and recorded hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from handsight.cards import Card, CardSet
from handsight.errors import HistoryError, IllegalActionError, StreetError
from handsight.game.actions import Action, ActionRecord
from handsight.game.legal import LegalActions
from handsight.game.observation import Observation
from handsight.game.records.hand import Hand, RecordableHand, hand_of
from handsight.game.showdown import Pot


class PlayableHand(RecordableHand, Protocol):
    """A hand that can be watched, played and recorded. It is immutable: actions return new hands.

    `HandState` follows this protocol. A hand of another platform can exclude seats that have chips,
    and can treat an illegal action as a fold. Otherwise it behaves like a `HandState`.
    """

    # --- whose turn it is -------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to act; -1 when the hand is over."""

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the player to act."""

    @property
    def last_action(self) -> Action | None:
        """The last action, as a fold, call or raise; None before the first action."""

    def verify(self, action: Action) -> None:
        """Check that an action is legal.

        Raises:
            IllegalActionError: if the action is not legal; the message names the rule and the legal
                actions.
        """

    def apply(self, action: Action) -> PlayableHand:
        """Return the hand after the player to act takes an action.

        Raises:
            IllegalActionError: if the action is not legal. A lenient game treats the action as a
                fold instead, and `last_action` then is a fold.
        """

    # --- the table --------------------------------------------------------------------------------

    @property
    def street(self) -> str:
        """One of ``preflop``, ``flop``, ``turn`` and ``river``; at the end, the last street."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that were dealt in and have not folded, in ascending order."""

    @property
    def all_in(self) -> tuple[int, ...]:
        """The seats that are all-in, in ascending order."""

    # --- chips ------------------------------------------------------------------------------------

    @property
    def start_stacks(self) -> tuple[int, ...]:
        """Chips of each seat before the hand."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips that each seat has behind; after the hand, its chips for the next hand."""

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Three tuples of chips by seat: behind, put in on this street, and put in over the hand.

        Antes do not count as put in on a street.
        """

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots."""

    # --- cards and what happened ------------------------------------------------------------------

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board, in the order dealt."""

    def hole(self, seat: int) -> CardSet | None:
        """Return the hole cards of a seat, or None if it has none or they are unknown or hidden.

        Raises:
            OptionError: if there is no such seat.
        """


class DecisionPoint(NamedTuple):
    """A decision of a player.

    Attributes:
        seat: the seat to act.
        hole: the player's hole cards; None if unknown.
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        board: the cards on the board, in the order dealt.
        legal: the legal actions.
    """

    seat: int
    hole: CardSet | None
    street: str
    board: tuple[Card, ...]
    legal: LegalActions


class HandCursor:
    """A cursor that steps through one hand, and knows the next decision and the actions so far.

    The cursor looks up the constant data of a hand only once, because an observation is built for
    every decision of every agent.

    Args:
        state: the hand at its start.
        hand: the number of the hand in its match, from 1.
        hands: the number of hands in the match; 0 if it is unknown or not fixed.
        names: a name for each seat; empty for no names.

    Raises:
        StreetError: if somebody has already acted.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> cursor = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> cursor.apply(Action.call())
        >>> cursor.observation().actions[0].chips, cursor.decision.seat
        (50, 1)
        >>> ahead = cursor.copy()
        >>> ahead.apply(Action.raise_to(300))
        >>> ahead.decision.seat, cursor.decision.seat
        (0, 1)
    """

    __slots__ = ("_board", "_holes", "_legal", "_players", "_same", "actions", "state")
    _legal: LegalActions | None
    _players: tuple[int, ...] | None

    def __init__(
        self,
        state: PlayableHand,
        hand: int = 1,
        hands: int = 0,
        names: tuple[str, ...] = (),
    ) -> None:
        if state.last_action is not None:
            raise StreetError("a hand is followed from its start, but somebody has already acted")
        self.state = state
        self.actions: tuple[ActionRecord, ...] = ()
        self._same = (state.rules, hand, hands, names), state.button, state.start_stacks
        self._holes: dict[int, CardSet] = {}
        self._board: tuple[str, tuple[Card, ...]] = ("preflop", ())
        self._legal = None
        self._players = None

    @property
    def decision(self) -> DecisionPoint:
        """The decision of the player to act.

        Raises:
            StreetError: if the hand is over.
        """
        state = self.state
        seat = state.actor
        if seat < 0:
            raise StreetError("the hand is over; nobody has a decision")
        return DecisionPoint(seat, state.hole(seat), state.street, state.board, state.legal_actions)

    def observation(self) -> Observation:
        """Return the observation of the player to act.

        Raises:
            StreetError: if the hand is over, or the player's cards are unknown.
        """
        state = self.state
        seat, street = state.actor, state.street
        self._legal = legal = state.legal_actions
        if street != self._board[0]:
            self._board = street, state.board
        if self._players is None:
            self._players = state.players
        table, button, start_stacks = self._same
        stacks, bets, paid = state.chips
        return Observation(
            seat,
            self._holes.get(seat) or self._look_at(seat),
            self._board[1],
            street,
            legal,
            button,
            start_stacks,
            stacks,
            bets,
            paid,
            self._players,
            state.pots[0].chips if 0 in stacks and state.all_in else legal.pot,
            self.actions,
            *table,
        )

    def apply(self, action: Action) -> None:
        """Make the player to act take an action.

        Raises:
            IllegalActionError: if the action is not legal; the message names the rule and the legal
                actions.
        """
        before = self.state
        legal = self._legal or before.legal_actions
        self.state = before.apply(action)
        self._legal = None
        done = _record(before.street, before.actor, self.state.last_action or action, legal)
        self.actions = (*self.actions, done)
        if done.action.kind == "fold":
            self._players = None

    def follow(self, record: ActionRecord) -> None:
        """Apply a recorded action, and keep its record unchanged.

        Raises:
            IllegalActionError: if the action is not legal; the message names the rule and the legal
                actions.
        """
        kind, amount = action = record.action
        if kind == "check":  # the state tells checks from calls, and bets from raises
            action = Action.call()
        elif kind == "bet":
            action = Action("raise", amount)
        self.state = self.state.apply(action)
        self.actions = (*self.actions, record)
        self._legal = None
        if kind == "fold":
            self._players = None

    def copy(self) -> HandCursor:
        """Return a copy of the cursor for looking ahead; both cursors step independently."""
        cursor = object.__new__(HandCursor)
        cursor.state, cursor.actions, cursor._same = self.state, self.actions, self._same
        cursor._holes, cursor._board = self._holes, self._board
        cursor._legal, cursor._players = self._legal, self._players
        return cursor

    def record(self, metadata: Mapping[str, Any] | None = None, platform: str = "") -> Hand:
        """Return the record of the hand so far; it is open until the hand is over.

        Args:
            metadata: further fields of the record, named as in the PHH format.
            platform: the platform whose rules apply; empty for ours.

        Raises:
            OptionError: if the number of names differs from the number of seats, or the seat of the
                button is empty.

        Example:
            >>> from handsight.game import HandState, Rules
            >>> cursor = HandCursor(HandState.start(Rules(), [900, 800], button=0, seed=7))
            >>> cursor.record().finishing_stacks is None
            True
            >>> cursor.apply(Action.fold())
            >>> cursor.record().finishing_stacks
            (850, 850)
        """
        return hand_of(self.state, self._same[0][-1], metadata, self.actions, platform)

    def _look_at(self, seat: int) -> CardSet:
        hole = self.state.hole(seat) if seat >= 0 else None
        if hole is None:
            raise StreetError("nobody whose cards are known has a decision here")
        self._holes[seat] = hole
        return hole


def _record(street: str, seat: int, action: Action, legal: LegalActions) -> ActionRecord:
    kind, amount = action
    if kind == "fold":
        return ActionRecord(street, seat, action, 0, False)
    if kind == "call":
        cost = legal.call_cost
        done = action if cost else Action.check()
        return ActionRecord(street, seat, done, cost, cost == legal.stack)
    chips = amount - legal.bet
    done = action if legal.price else Action.bet(amount)
    return ActionRecord(street, seat, done, chips, chips == legal.stack)


# --- recorded hands -------------------------------------------------------------------------------


def walk(hand: Hand, start: PlayableHand | None = None) -> Iterator[HandCursor]:
    """Step through a recorded hand by the rules of the record.

    The rules of a record are lenient: they have no cap on bets, they allow folds where checking is
    free, they accept posts out of turn, and hole cards that were never seen lose. The recorded
    result is not checked; `replay` and `check_hands` check it.

    Args:
        hand: the recorded hand.
        start: the hand before its first action, by another platform's rules; None for ours.

    Yields:
        Always the same cursor: before the first action, and after each action. A check or call that
        is recorded after the hand is over is skipped.

    Raises:
        HistoryError: if the hand cannot start or an action cannot be followed; the error has file
            and line.

    Example:
        >>> from handsight.game import random_hands
        >>> hand = next(random_hands(2, seed=3))
        >>> [cursor.state.pot for cursor in walk(hand)][0]
        150
    """
    cursor = HandCursor(hand.start() if start is None else start, names=hand.players)
    yield cursor
    for number, record in enumerate(hand.actions):
        state = cursor.state
        if state.is_over:
            # A player who covers all others can still be asked for a check or a call.
            if record.action.kind not in ("check", "call"):
                raise _fault(hand, number, "the hand is over, and nobody may act")
            continue
        if record.board != len(state.board):
            raise _fault(
                hand,
                number,
                f"{record.board} cards were dealt to the board before this action, but the board "
                f"has {len(state.board)} at this point",
            )
        if record.seat != state.actor:
            name, turn = hand.name_of(record.seat), hand.name_of(state.actor)
            raise _fault(hand, number, f"{name} acts, but it is the turn of {turn}")
        try:
            cursor.follow(record)
        except IllegalActionError as error:
            raise _fault(hand, number, str(error)) from None
        yield cursor


def _fault(hand: Hand, number: int, reason: str) -> HistoryError:
    return hand.source.fault(reason, hand.source.line_of_action(number))
