"""The immutable state of one hand: an action yields a new state; the old one stays unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from handsight.cards import Card, CardSet, CardsLike
from handsight.cards.card import STREETS
from handsight.errors import IllegalActionError, OptionError, StreetError
from handsight.game.actions import Action
from handsight.game.events import Event, events_of
from handsight.game.legal import LegalActions
from handsight.game.order import posts_out_of_turn
from handsight.game.rules import Rules
from handsight.game.setup import (
    ALL_CARDS,
    Holes,
    Seating,
    begun,
    cards_at,
    checked_chips,
    dealt_order,
    placed,
    shuffled,
    unseen,
)
from handsight.game.showdown import Pot, pots_of, showdown_of
from handsight.game.state_text import OnTable, line_of, line_text, read_line, table_text
from handsight.game.verify import Move, could_be_called, move_of, plain_move
from handsight.game.view import completed, masked
from handsight.kernels.game import state as at
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@cache
def _rules_kernels() -> ModuleType:
    from handsight.kernels.game import rules as game_rules

    return game_rules


class HandState(ShownInNotebooks):
    """A hand of Texas Hold'em at one moment. It is immutable; `apply` returns the next state.

    Seats are numbered from 0 clockwise. Chips are integers, and the amounts of bets and raises are
    street totals: all chips that a player has put in on this street. When nobody has a decision
    left, the hand runs to its end on its own: cards are dealt, uncalled chips are returned, and
    pots are awarded.

    Example:
        >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7)
        >>> state.actor, state.to_call, state.street
        (0, 50, 'preflop')
        >>> state = state.apply("raise to 300").apply("fold")
        >>> state.is_over, state.payoffs
        (True, (100, -100))
    """

    __slots__ = ("_actions", "_first", "_head", "_rules", "_vector", "_viewer")
    _rules: Rules
    _vector: NDArray[np.int64]
    _first: NDArray[np.int64]
    _actions: tuple[Move, ...]
    _viewer: int | None
    _head: list[int]

    def __init__(self) -> None:
        raise TypeError("start a hand with HandState.start(rules, stacks, button)")

    @classmethod
    def start(
        cls,
        rules: Rules,
        stacks: Sequence[SupportsIndex],
        button: int,
        *,
        seed: int | None = None,
        deck: CardsLike | None = None,
        holes: Holes | None = None,
        board: CardsLike = "",
        posts: Mapping[int, int] | None = None,
        antes: Mapping[int, int] | None = None,
        mucked: Sequence[int] = (),
        late: Sequence[int] = (),
    ) -> HandState:
        """Start a hand: post antes and blinds, deal, and pass the turn to the first player.

        Hole cards are dealt one at a time, starting left of the button, in two rounds; the board
        follows. No cards are burnt.

        Args:
            rules: the rules of the table.
            stacks: chips of 2 to 10 seats; 0 is an empty seat.
            button: the seat of the button.
            seed: seed of the cards that are not known; None for a fresh seed.
            deck: the first cards of the deck in the order dealt, up to all 52.
            holes: known hole cards, by seat or in a list; not allowed together with a deck.
            board: the known first cards of the board; not allowed together with a deck.
            posts: blinds and straddles by seat, which replace those of the rules, for example for a
                dead small blind. The player after the last straddle acts first; without a straddle,
                the player after the big blind acts first. Seats and posts determine who has the
                big blind (see `handsight.game.order.big_blind_seat`), even if a stack is too short
                to post it.
            antes: antes by seat, which replace those of the rules.
            mucked: seats whose hands lose regardless of their cards, for histories in which a
                beaten hand was never seen. Their cards stay unknown unless you pass them.
            late: seats whose post is out of turn, such as those of players who join late: the post
                counts as a bet, but the betting still begins after the blinds.

        Raises:
            OptionError: if the stacks, the button, the posts, the antes or the seed are invalid, if
                ``holes`` or ``mucked`` names an empty seat, if ``holes`` or ``board`` is passed
                together with ``deck``, or if there are more straddles than players to post them.
            UnknownCardError: if a symbol is not a card.
            DuplicateCardError: if a card appears twice.
            CardCountError: if the number of cards is wrong.

        Example:
            >>> state = HandState.start(
            ...     Rules(), [500, 800, 700], button=0, holes={2: "AhKh"}, board="Qh7h2c", seed=1
            ... )
            >>> print(state.hole(2), state.bets)
            AhKh (0, 50, 100)
        """
        kernels = _rules_kernels()
        seating = Seating.of(stacks, button)
        posted = checked_chips(seating, posts, "post")
        ante_chips = checked_chips(seating, antes, "ante")
        vector = placed(rules, seating, posted, ante_chips, tuple(late)).copy()
        vector[at.DECK :] = dealt_order(seating, deck, holes, board, seed)
        for seat in mucked:
            if seat not in seating.players:
                raise OptionError(f"seat {seat!r} has no hand to muck; there is no player")
            vector[at.HAND_DEAD + seat] = 1
        kernels.deal_holes(vector)
        for seat in unseen(holes, deck, mucked):
            vector[at.HOLES + 2 * seat : at.HOLES + 2 * seat + at.HOLE_CARDS] = at.NO_CARD
        kernels.start_hand(vector)
        return cls._of(rules, vector, vector, (), None)

    @classmethod
    def _of(
        cls,
        rules: Rules,
        vector: NDArray[np.int64],
        first: NDArray[np.int64],
        actions: tuple[Move, ...],
        viewer: int | None,
    ) -> HandState:
        state = object.__new__(cls)
        state._rules = rules
        state._vector = vector
        state._first = first
        state._actions = actions
        state._viewer = viewer
        state._head = vector[: at.HEADER].tolist()
        return state

    @classmethod
    def parse(cls, line: str, *, seed: int | None = None) -> HandState:
        """Read a hand from a line of text that `line` has written.

        Args:
            line: the line of text.
            seed: seed of the cards that the line leaves out; None for a fresh seed.

        Raises:
            OptionError: if the text is not such a line, or does not describe a valid hand.
            UnknownCardError, DuplicateCardError, CardCountError: if the cards are invalid.
            IllegalActionError: if an action in the line cannot be read or is not legal.

        Example:
            >>> HandState.parse("50/100 stacks 900,900 button 0 holes AhKh,? actions r300").to_call
            200
        """
        read = read_line(line)
        state = cls.start(read.rules, read.stacks, read.button, seed=seed, **read.options())
        for action in read.actions:
            state = state.apply(action)
        return state

    # --- acting -----------------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the player to act."""
        head, vector = self._head, self._vector
        actor = head[at.ACTOR]
        bet, stack = (0, 0)
        if actor >= 0:
            bet, stack = vector.item(at.BETS + actor), vector.item(at.STACKS + actor)
        return LegalActions(
            head[at.CAN_FOLD] == 1,
            head[at.CALL_COST],
            head[at.RAISE_MIN],
            head[at.RAISE_MAX],
            head[at.PRICE],
            bet,
            stack,
            head[at.POT],
            head[at.OVER] == 1,
        )

    def verify(self, action: Action | str) -> None:
        """Check that an action of the player to act is legal.

        Raises:
            IllegalActionError: if the action is not legal; the message names the rule and the legal
                actions.

        Example:
            >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7)
            >>> state.verify("raise to 150")
            Traceback (most recent call last):
            ...
            handsight.errors.IllegalActionError: seat 0: raise to 150 is below the minimum of 200: \
the price is 100, and a raise is at least 100; legal: fold, call 50, raise to 200..1000
        """
        self._move_of(Action.parse(action) if isinstance(action, str) else action)

    def can(self, action: Action | str) -> bool:
        """Check whether an action of the player to act is legal.

        Example:
            >>> HandState.start(Rules(), [1000, 1000], button=0, seed=7).can("check")
            False
        """
        try:
            self.verify(action)
        except IllegalActionError:
            return False
        return True

    def apply(self, action: Action | str) -> HandState:
        """Return the state after the player to act takes an action.

        Raises:
            IllegalActionError: if the action is not legal; the message names the rule and the legal
                actions.
            StreetError: if this is a player's view, in which the cards to come are hidden.
        """
        if self._viewer is not None:
            raise StreetError(
                "a view cannot be played on because the cards to come are hidden; "
                "view.sampled(seed) fills them in"
            )
        if isinstance(action, str):
            action = Action.parse(action)
        move = plain_move(self._head, action) or self._move_of(action)
        vector = self._vector.copy()
        _rules_kernels().apply_action(vector, *move)
        return HandState._of(self._rules, vector, self._first, (*self._actions, move), None)

    def goes_as(self, other: HandState) -> HandState:
        """Return this hand, in which nobody has acted yet, after all actions of another hand.

        The two hands may differ only in their cards.

        Args:
            other: the hand with the actions to take.

        Raises:
            OptionError: if the setups of the hands differ, if somebody has acted in this hand, or
                if this state is a view.
        """
        is_alike = self._rules == other._rules and begun(self._first) == begun(other._first)
        if not is_alike or self._actions or self._viewer is not None:
            raise OptionError(
                "only an unplayed hand that began like the other one can follow its actions"
            )
        vector = self._vector.copy()
        for move in other._actions:
            _rules_kernels().apply_action(vector, *move)
        return HandState._of(self._rules, vector, self._first, other._actions, None)

    def after(self, vector: NDArray[np.int64], moves: Sequence[Move]) -> HandState:
        """Return the state that a kernel has reached from this one, in which nobody has acted.

        Args:
            vector: the hand's vector after the moves; it must not be changed any more.
            moves: the codes and amounts of all actions; they are not checked.
        """
        return HandState._of(self._rules, vector, self._first, tuple(moves), None)

    def copy(self) -> HandState:
        """Return an equal state that shares no data with this one that an action can change."""
        return HandState._of(
            self._rules, self._vector.copy(), self._first, self._actions, self._viewer
        )

    def history(self) -> Iterator[HandState]:
        """Yield the states from the start of the hand to this state.

        Example:
            >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7).apply("call")
            >>> [step.actor for step in state.history()]
            [0, 1]
        """
        vector = self._first
        yield HandState._of(self._rules, vector, self._first, (), self._viewer)
        for count in range(1, len(self._actions)):
            vector = vector.copy()
            _rules_kernels().apply_action(vector, *self._actions[count - 1])
            done = self._actions[:count]
            yield HandState._of(self._rules, vector, self._first, done, self._viewer)
        if self._actions:
            yield self

    # --- where the hand is ------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def seats(self) -> int:
        """The number of seats at the table, including empty ones."""
        return self._head[at.PLAYERS]

    @property
    def button(self) -> int:
        """The seat of the button."""
        return self._head[at.BUTTON]

    @property
    def last_action(self) -> Action | None:
        """The last action, as a fold, call or raise to a total; None before the first action.

        A check counts as a call, and a bet as a raise.

        Example:
            >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7)
            >>> print(state.apply("all in").last_action)
            raise to 1000
        """
        return _spoken(self._actions[-1]) if self._actions else None

    @property
    def actor(self) -> int:
        """The seat whose turn it is; -1 when the hand is over."""
        return self._head[at.ACTOR]

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._head[at.OVER] == 1

    @property
    def street(self) -> str:
        """One of ``preflop``, ``flop``, ``turn`` and ``river``; at the end, the last street."""
        return STREETS[self._head[at.STREET]]

    @property
    def to_call(self) -> int:
        """The chips that the player to act adds by calling; 0 if they can check."""
        return self._head[at.CALL_COST]

    @property
    def price(self) -> int:
        """The street total that a player must reach to stay in."""
        return self._head[at.PRICE]

    @property
    def start_stacks(self) -> tuple[int, ...]:
        """Chips of each seat before the hand."""
        return self._of_seats(at.START_STACKS)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips that each seat has behind; after the hand, its chips for the next hand."""
        return self._of_seats(at.STACKS)

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips that each seat has put in on this street, without antes."""
        return self._of_seats(at.BETS)

    @property
    def paid(self) -> tuple[int, ...]:
        """Chips that each seat has put in over the hand.

        Antes that nobody has to match and returned uncalled chips do not count.
        """
        return self._of_seats(at.PAID)

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """`stacks`, `bets` and `paid` at once, for callers that need them at every decision."""
        row = self._vector[at.STACKS : at.PAID + at.SEATS].tolist()
        size, bets, paid = self._head[at.PLAYERS], at.BETS - at.STACKS, at.PAID - at.STACKS
        return tuple(row[:size]), tuple(row[bets : bets + size]), tuple(row[paid : paid + size])

    @property
    def posts(self) -> dict[int, int]:
        """The blinds and straddles by seat, in full even if a stack is too short to post them."""
        return self._asked_of(at.POSTS)

    @property
    def antes(self) -> dict[int, int]:
        """The antes by seat, in full even if a stack is too short to post them."""
        return self._asked_of(at.ANTES)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that were dealt in and have not folded, in ascending order."""
        statuses = enumerate(self._of_seats(at.STATUS))
        return tuple([seat for seat, status in statuses if status < at.FOLDED])

    @property
    def all_in(self) -> tuple[int, ...]:
        """The seats that are all-in, in ascending order."""
        return tuple(seat for seat in range(self.seats) if self._status(seat) == at.ALL_IN)

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that have folded, in ascending order."""
        return tuple(seat for seat in range(self.seats) if self._status(seat) == at.FOLDED)

    @property
    def pot(self) -> int:
        """All chips in the pot, including the bets of this street; at the end, all chips won."""
        return self._head[at.POT]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots, each with the seats that can win it."""
        return pots_of(self._vector)

    @property
    def won(self) -> tuple[int, ...]:
        """Chips that each seat was awarded from the pots, without returned chips."""
        return self._of_seats(at.WON)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Chips that each seat has won or lost; before the end, chips in the pot count as lost."""
        return tuple(
            now - before for now, before in zip(self.stacks, self.start_stacks, strict=True)
        )

    # --- cards ------------------------------------------------------------------------------------

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board, in the order dealt."""
        return cards_at(self._vector, at.BOARD, self._head[at.BOARD_COUNT])

    def hole(self, seat: int) -> CardSet | None:
        """Return the hole cards of a seat, or None if they are unknown or hidden by a view.

        A seat that takes no part in the hand has no cards, so the result is None too.

        Raises:
            OptionError: if there is no such seat.

        Example:
            >>> print(HandState.start(Rules(), [9, 9], button=0, holes=["AhKh", "2c2d"]).hole(0))
            AhKh
        """
        self._require_seat(seat)
        place = at.HOLES + 2 * seat
        if self._vector[place] == at.NO_CARD:
            return None
        return CardSet.of(cards_at(self._vector, place, at.HOLE_CARDS))

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that have shown their cards at a showdown, in order."""
        return showdown_of(self._vector, self._rules.muck)[0]

    def on_table(self) -> OnTable:
        """Return the chips and cards of all seats, in the form that a record of the hand needs."""
        row = self._vector[: at.DECK].tolist()
        size, button = row[at.PLAYERS], row[at.BUTTON]
        start = tuple(row[at.START_STACKS : at.START_STACKS + size])
        posts = tuple(row[at.POSTS : at.POSTS + size])
        holes = [
            None if first == at.NO_CARD else (ALL_CARDS[first], ALL_CARDS[second])
            for first, second in zip(
                row[at.HOLES : at.HOLES + 2 * size : 2],
                row[at.HOLES + 1 : at.HOLES + 2 * size : 2],
                strict=True,
            )
        ]
        board = row[at.BOARD : at.BOARD + row[at.BOARD_COUNT]]
        return OnTable(
            start,
            row[at.STACKS : at.STACKS + size],
            posts,
            tuple(row[at.ANTES : at.ANTES + size]),
            posts_out_of_turn(start, button, posts, row[at.LAST_POST], row[at.BIG_BLIND]),
            holes,
            tuple([ALL_CARDS[card] for card in board]),
            *showdown_of(row, self._rules.muck),
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, from the first ante or blind on."""
        return tuple(events_of(self._first, self._actions, self._vector, self._rules.muck))

    # --- what one player sees ---------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None if this state is not a view."""
        return self._viewer

    def view(self, seat: int) -> HandState:
        """Return the hand as one player sees it: their own cards, the board, and the shown hands.

        The returned state does not contain any other cards.

        Raises:
            OptionError: if there is no such seat.

        Example:
            >>> view = HandState.start(Rules(), [1000, 1000], button=0, seed=7).view(1)
            >>> view.hole(0) is None, view.hole(1) is None
            (True, False)
        """
        self._require_seat(seat)
        hidden = [other for other in range(self.seats) if other not in {seat, *self.shown}]
        vectors = [masked(each, self._vector, hidden) for each in (self._vector, self._first)]
        return HandState._of(self._rules, vectors[0], vectors[1], self._actions, seat)

    def sampled(self, seed: int | None = None) -> HandState:
        """Return a hand that the viewer cannot tell from this one, with random hidden cards.

        Every way to deal the hidden cards is equally likely.

        Args:
            seed: seed of the hidden cards; None for a fresh seed.

        Raises:
            StreetError: if the hand is over, or this state is not a view.

        Example:
            >>> view = HandState.start(Rules(), [1000, 1000], button=0, seed=7).view(1)
            >>> full = view.sampled(seed=1)
            >>> full.hole(1) == view.hole(1), full.hole(0) is None
            (True, False)
        """
        if self._viewer is None or self.is_over:
            raise StreetError("only a view of a hand that is not over can be filled in")
        seen = set(self._vector[at.HOLES :].tolist())
        order = shuffled(seed).tolist()
        cards = [card for card in order if card not in seen]
        vectors = [completed(each, self._vector, cards) for each in (self._vector, self._first)]
        return HandState._of(self._rules, vectors[0], vectors[1], self._actions, None)

    def could_be_called(self, total: int) -> bool:
        """Check whether another player could put in more than ``total`` chips on this street.

        Args:
            total: a street total of the player to act.

        Example:
            >>> state = HandState.start(Rules(), [5000, 1000], button=0, seed=7)
            >>> state.could_be_called(999), state.could_be_called(1000)
            (True, False)
        """
        return could_be_called(self._vector, total)

    # --- as a value -------------------------------------------------------------------------------

    def number(self, offset: int) -> int:
        """Return the number at index ``offset`` of the hand's vector."""
        return int(self._vector.item(offset))

    def vector(self) -> NDArray[np.int64]:
        """Return a copy of the hand's vector, for kernels.

        Returns:
            int64[SIZE], laid out as described in `handsight.kernels.game.state`.
        """
        return self._vector.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandState) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return HandState._of, (
            self._rules,
            self._vector,
            self._first,
            self._actions,
            self._viewer,
        )

    @property
    def line(self) -> str:
        """The hand as one line of text, which `parse` reads; a view leaves out its hidden cards.

        Cards that can no longer be dealt are left out.

        Example:
            >>> cards = {"holes": ["AhKh", "QsQd"], "board": "2c3c4c5d6d"}
            >>> HandState.start(Rules(), [900, 900], button=0, **cards).apply("call").line
            '50/100 stacks 900,900 button 0 holes AhKh,QsQd board 2c3c4c5d6d actions c'
        """
        return line_text(line_of(self, [_spoken(move) for move in self._actions]))

    def __str__(self) -> str:
        return table_text(self)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self.actor} to act"
        board = " " + "".join(map(str, self.board)) if self.board else ""
        return f"<HandState {self.street}{board}, pot {self.pot}, stacks {self.stacks}, {turn}>"

    def _key(self) -> tuple[object, ...]:
        return self._rules, self._vector.tobytes(), self._actions, self._viewer

    def _move_of(self, action: Action) -> Move:
        return move_of(self._rules, self._vector, self.legal_actions, action)

    def _of_seats(self, offset: int) -> tuple[int, ...]:
        return tuple(self._vector[offset : offset + self._head[at.PLAYERS]].tolist())

    def _asked_of(self, offset: int) -> dict[int, int]:
        return {seat: chips for seat, chips in enumerate(self._of_seats(offset)) if chips}

    def _status(self, seat: int) -> int:
        return int(self._vector.item(at.STATUS + seat))

    def _require_seat(self, seat: int) -> None:
        if seat not in range(self.seats):
            raise OptionError(f"seat is {seat!r}; the seats are 0..{self.seats - 1}")


def _spoken(move: Move) -> Action:
    code, amount = move
    if code == at.RAISE:
        return Action("raise", amount)
    return Action.fold() if code == at.FOLD else Action.call()
