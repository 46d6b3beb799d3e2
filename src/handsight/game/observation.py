"""What a player sees when it is his turn, as plain values, and the one who tells him.

An observation is made from what its player may know, so nothing hidden is in it to be found. It is
made for every decision of every agent; hence it is a named tuple, and what stays the same through a
hand is looked up once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from handsight.cards import Card, CardSet
from handsight.errors import StreetError
from handsight.game.actions import Action
from handsight.game.legal import LegalActions
from handsight.game.platform import PlayableHand
from handsight.game.rules import Rules
from handsight.game.state import HandState


class Taken(NamedTuple):
    """An action that was taken.

    Attributes:
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        seat: who.
        action: a fold, check, call, bet or raise; bets and raises with their street total.
        chips: what it added.
        all_in: whether nothing was left behind.
    """

    street: str
    seat: int
    action: Action
    chips: int
    all_in: bool


class Observation(NamedTuple):
    """Everything that the player whose turn it is may know. All chips are integers.

    Attributes:
        seat: his seat; seats are numbered from 0 clockwise.
        hole: his two cards.
        board: the cards on the board, in the order dealt.
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        legal: what he may do, with price, pot and his own chips.
        button: the seat of the button.
        start_stacks: chips of each seat before the hand; 0 is an empty seat.
        stacks: chips of each seat behind.
        bets: what each seat has put in on this street.
        paid: what each seat has put in over the hand.
        players: the seats that have not folded, ascending.
        main_pot: chips in the pot that everybody who is in may win, bets of this street included.
        actions: what was done in this hand so far, blinds and antes apart.
        rules: what the table plays.
        hand: the number of the hand in its match, from 1.
        hands: how many hands the match has; 0 if nobody has said.
        names: a name for each seat; empty if nobody has said.

    Example:
        >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7, holes=["AhKh", None])
        >>> seen = Follower(state).observation()
        >>> str(seen.hole), seen.to_call, seen.pot, seen.opponents
        ('AhKh', 50, 150, (1,))
        >>> print(seen.legal)
        fold, call 50, raise to 200..1000
    """

    seat: int
    hole: CardSet
    board: tuple[Card, ...]
    street: str
    legal: LegalActions
    button: int
    start_stacks: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    players: tuple[int, ...]
    main_pot: int
    actions: tuple[Taken, ...]
    rules: Rules
    hand: int = 1
    hands: int = 0
    names: tuple[str, ...] = ()

    @property
    def pot(self) -> int:
        """All chips that are played for, the bets of this street included."""
        return self.legal.pot

    @property
    def to_call(self) -> int:
        """The chips that a call adds; 0 is a check."""
        return self.legal.call_cost

    @property
    def stack(self) -> int:
        """His chips behind."""
        return self.legal.stack

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats that have not folded, ascending."""
        return tuple(seat for seat in self.players if seat != self.seat)

    @property
    def position(self) -> int:
        """How many players of the hand act after him on the later streets: 0 on the button."""
        size = len(self.stacks)
        behind = (self.button - self.seat) % size
        return sum(0 < (other - self.seat) % size <= behind for other in self.players)

    def sampled(self, seed: int, holes: Mapping[int, CardSet] | None = None) -> HandState:
        """Give a hand that looks the same to the player, its hidden cards drawn at random.

        Args:
            seed: of the drawn cards.
            holes: what some of the other seats are to hold; by default all is drawn, and every
                way to deal it is equally likely.

        Raises:
            StreetError: if the actions are not those of a hand by our own rules.
            DuplicateCardError: if a given hand shares a card with what the player sees.

        Example:
            >>> table = Follower(HandState.start(Rules(), [900, 900], button=0, seed=7))
            >>> table.apply(Action.raise_to(300))
            >>> full, state = table.observation().sampled(seed=1), table.state
            >>> full.hole(1) == state.hole(1), full.hole(0) == state.hole(0), full.to_call
            (True, False, 200)
        """
        state = HandState.start(
            self.rules,
            self.start_stacks,
            self.button,
            seed=seed,
            holes={**(holes or {}), self.seat: self.hole},
            board=self.board,
        )
        for taken in self.actions:
            if state.actor != taken.seat:
                raise StreetError(f"seat {taken.seat} acted where it was not its turn")
            state = state.apply(taken.action)
        return state


class Follower:
    """Follows one hand and tells each player, at his turn, what he may know.

    Args:
        state: the hand at its start.
        hand: the number of the hand in its match, from 1.
        hands: how many hands the match has; 0 if that is open.
        names: a name for each seat.

    Attributes:
        state: the hand as it is now.
        actions: what was done so far.

    Raises:
        StreetError: if somebody has acted already.

    Example:
        >>> table = Follower(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> table.apply(Action.call())
        >>> table.observation().actions[0].chips, table.observation().seat
        (50, 1)
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
            raise StreetError("a hand is followed from its start; somebody has acted already")
        self.state = state
        self.actions: tuple[Taken, ...] = ()
        self._same = (state.rules, hand, hands, names), state.button, state.start_stacks
        self._holes: dict[int, CardSet] = {}
        self._board: tuple[str, tuple[Card, ...]] = ("preflop", ())
        self._legal = None
        self._players = None

    def observation(self) -> Observation:
        """Tell the player whose turn it is what he may know.

        Raises:
            StreetError: if the hand is over, or his cards are not known.
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
        """Let the player whose turn it is act.

        Args:
            action: what he does.

        Raises:
            IllegalActionError: with the rule, and with what is legal.
        """
        before = self.state
        legal = self._legal or before.legal_actions
        self.state = before.apply(action)
        self._legal = None
        taken = _taken(before.street, before.actor, self.state.last_action or action, legal)
        self.actions = (*self.actions, taken)
        if taken.action.kind == "fold":
            self._players = None

    def _look_at(self, seat: int) -> CardSet:
        hole = self.state.hole(seat) if seat >= 0 else None
        if hole is None:
            raise StreetError("nobody has a decision here whose cards are known")
        self._holes[seat] = hole
        return hole


def _taken(street: str, seat: int, action: Action, legal: LegalActions) -> Taken:
    kind, amount = action
    if kind == "fold":
        return Taken(street, seat, action, 0, False)
    if kind == "call":
        cost = legal.call_cost
        done = action if cost else Action.check()
        return Taken(street, seat, done, cost, cost == legal.stack)
    chips = amount - legal.bet
    done = action if legal.price else Action.bet(amount)
    return Taken(street, seat, done, chips, chips == legal.stack)
