"""A PyPokerEngine 1.0.1 round as an immutable value: each action returns a new state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from handsight.cards import Card, CardSet, CardsLike, parse_cards
from handsight.cards.card import BOARD_SIZES, STREET_SLICES, STREETS
from handsight.errors import IllegalActionError, OptionError, StreetError
from handsight.game import (
    Acted,
    Action,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    Event,
    LegalActions,
    OnTable,
    Pot,
    Show,
)
from handsight.game.actions import KINDS
from handsight.game.setup import shuffled
from handsight.interop.pypokerengine.pots import ALL_IN, FOLDED, Prize, engine_pots
from handsight.interop.pypokerengine.round import SHOWDOWN, Move, Round
from handsight.interop.pypokerengine.rules import EngineRules, EngineSeating, next_with_chips
from handsight.runtime.integers import is_whole

HIDDEN = -1
_CARDS_OPEN = (*BOARD_SIZES.values(), BOARD_SIZES["river"])


@dataclass(frozen=True, slots=True)
class EngineActed(Acted):
    """A seat has acted: its declaration, and the action that PyPokerEngine made of it.

    Attributes:
        declared: ``fold``, ``call`` or ``raise``, as the player declared it.
        declared_amount: the declared street total.
        taken: ``fold``, ``call`` or ``raise``, as PyPokerEngine carried it out.

    Example:
        >>> from handsight.interop.pypokerengine import EngineHand, EngineRules
        >>> hand = EngineHand.start(EngineRules(5), [90, 90], button=0, seed=7)
        >>> event = next(e for e in hand.apply("raise to 14").events if isinstance(e, Acted))
        >>> event.declared, event.declared_amount, event.taken
        ('raise', 14, 'fold')
    """

    declared: str
    declared_amount: int
    taken: str


class EngineHand:
    """A round as PyPokerEngine 1.0.1 plays it. It is immutable; `apply` returns the next state.

    Its methods and properties have the names and meanings of `handsight.game.HandState`, except for
    these peculiarities of the engine:

    - The seat after the button posts the small blind, even heads-up. From the flop on it acts
      first; before the flop the seat after the big blind does.
    - An illegal action is not refused, but becomes a fold.
    - Seats that cannot pay ante or blind are out before the cards are dealt, and their chips are
      lost.
    - All five board cards are dealt even if all players but one have folded.
    - When a pot cannot be split evenly, the remainder is lost.

    Example:
        >>> hand = EngineHand.start(EngineRules(5), [1000, 1000], button=0, seed=7)
        >>> hand.actor, hand.bets, str(hand.legal_actions)
        (1, (10, 5), 'fold, call 5, raise to 15..1000')
        >>> hand = hand.apply("raise to 30").apply("raise to 40")  # at least 50 would be legal
        >>> hand.is_over, hand.payoffs
        (True, (-10, 10))
    """

    __slots__ = ("_deck", "_log", "_round", "_start", "_viewer")
    _round: Round
    _start: tuple[int, ...]
    _deck: tuple[int, ...]
    _log: tuple[Move, ...]
    _viewer: int | None

    def __init__(self) -> None:
        raise TypeError("start a hand with EngineHand.start(rules, stacks, button)")

    @classmethod
    def start(
        cls,
        rules: EngineRules,
        stacks: Sequence[SupportsIndex],
        button: int,
        *,
        seed: int | None = None,
        deck: CardsLike | None = None,
    ) -> EngineHand:
        """Start a round: seat the players, post antes and blinds, and deal the hole cards.

        Args:
            rules: the blinds and the ante.
            stacks: chips of 2 to 10 seats before the round; 0 for a seat that has lost.
            button: seat of the button; if the seat has no chips, the button moves on.
            seed: seed of the cards that `deck` leaves open; None draws a random seed.
            deck: first cards of the deck in the order dealt: two for seat 0, two for seat 1 and so
                on, including seats that have lost, followed by the board.

        Raises:
            OptionError: for invalid stacks or an invalid button, or if fewer than two seats can
                take part (see `EngineSeating`).
            UnknownCardError: for a symbol that is not a card.
            DuplicateCardError: if a card appears twice.
        """
        seating = EngineSeating.of(rules, stacks, button)
        if seating.is_over:
            raise OptionError(f"stacks {tuple(stacks)}: fewer than two seats can pay the blinds")
        taken = tuple([chips.__index__() for chips in stacks])
        dealt = _dealt(2 * len(taken) + 5, deck, seed)
        return cls._of(Round(rules, seating, dealt), taken, dealt, (), None)

    @classmethod
    def _of(
        cls,
        played: Round,
        start: tuple[int, ...],
        deck: tuple[int, ...],
        log: tuple[Move, ...],
        viewer: int | None,
    ) -> EngineHand:
        hand = object.__new__(cls)
        hand._round, hand._start, hand._deck = played, start, deck
        hand._log, hand._viewer = log, viewer
        return hand

    # --- acting -----------------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that PyPokerEngine offers the player to act.

        A player who cannot reach the minimum raise is offered no raise, but can go all-in.
        """
        return self._round.legal_actions

    def verify(self, action: Action | str) -> None:
        """Check that PyPokerEngine does not turn an action of the player to act into a fold.

        Args:
            action: an `Action`, or a text that `Action.parse` reads.

        Raises:
            IllegalActionError: if the action becomes a fold (the message lists the legal actions),
                if there is no such kind of action, or if the hand is over.

        Example:
            >>> hand = EngineHand.start(EngineRules(5), [1000, 1000], button=0, seed=7)
            >>> hand.verify("raise to 14")
            Traceback (most recent call last):
            ...
            handsight.errors.IllegalActionError: seat 1: PyPokerEngine takes raise to 14 as \
a fold; legal: fold, call 5, raise to 15..1000
        """
        parsed = Action.parse(action) if isinstance(action, str) else action
        declared, amount = self._declared(parsed)
        if declared != "fold" and self._round.taken(declared, amount)[0] == "fold":
            raise IllegalActionError(
                f"seat {self.actor}: PyPokerEngine takes {parsed} as a fold; "
                f"legal: {self.legal_actions}"
            )

    def can(self, action: Action | str) -> bool:
        """Return whether PyPokerEngine carries out an action as declared, not as a fold.

        Args:
            action: an `Action`, or a text that `Action.parse` reads.

        Example:
            >>> hand = EngineHand.start(EngineRules(5), [1000, 1000], button=0, seed=7)
            >>> hand.can("call"), hand.can("check")
            (True, False)
        """
        try:
            self.verify(action)
        except IllegalActionError:
            return False
        return True

    def apply(self, action: Action | str) -> EngineHand:
        """Return the state after an action of the player to act.

        A call with amount 0 pays the price. A call with a positive amount is a call to that street
        total: all-in if the total reaches the whole stack, even above the price, and otherwise a
        fold unless the total is the price. A negative amount stands for a declared call of 0 when
        there is a price to pay. A check is a call to the chips that the player has put in on this
        street, so it becomes a fold if there is more to pay. ``all-in`` is a raise of the whole
        stack if that exceeds the price, else a call.

        A player can call for more than the price, after which PyPokerEngine would ask the others
        for ever. So after `PATIENCE` consecutive calls on a street that add no chips, the next such
        call is a fold, unless the player has no chips behind.

        Args:
            action: an `Action`, or a text that `Action.parse` reads. An illegal one becomes a fold.

        Returns:
            The state at the next decision, or at the end of the round.

        Raises:
            IllegalActionError: if the hand is over, or there is no such kind of action.
            StreetError: if this is a player's view, in which undealt cards are hidden.
        """
        if self._viewer is not None:
            raise StreetError("a view cannot be played on because the cards to come are hidden")
        parsed = Action.parse(action) if isinstance(action, str) else action
        declared, amount = self._declared(parsed)
        played = self._round.copy()
        log = (*self._log, played.play(declared, amount))
        return EngineHand._of(played, self._start, self._deck, log, None)

    def _declared(self, action: Action) -> tuple[str, int]:
        """Convert an action to PyPokerEngine's declaration: a word and a street total."""
        kind, amount = action
        now = self._round
        if now.actor < 0:
            raise IllegalActionError(f"{kind}: the hand is over")
        if kind == "fold":
            return kind, amount
        if kind == "call":
            # 0 means the price, and a negative amount means a call declared with 0; see
            # `engine_action`.
            return kind, max(amount, 0) if amount else now.price
        if kind == "check":
            return "call", now.bets[now.actor]
        if kind == "all-in":
            total = now.bets[now.actor] + now.stacks[now.actor]
            return ("raise", total) if total > now.price else ("call", now.price)
        if kind not in KINDS:
            raise IllegalActionError(
                f"{kind!r} is not an action; the actions are {', '.join(KINDS)}"
            )
        return "raise", amount

    # --- where the hand is ------------------------------------------------------------------------

    @property
    def rules(self) -> EngineRules:
        """The forced bets."""
        return self._round.rules

    @property
    def seating(self) -> EngineSeating:
        """The seats that take part, and the seats of the button and the blinds."""
        return self._round.seating

    @property
    def seats(self) -> int:
        """The number of seats at the table, including those that have lost."""
        return len(self._start)

    @property
    def button(self) -> int:
        """The seat of the button."""
        return self._round.seating.button

    @property
    def next_button(self) -> int:
        """The seat of the button in the next round: the next seat with chips."""
        return next_with_chips(self._round.stacks, self._round.seating.button)

    @property
    def actor(self) -> int:
        """The seat to act, or -1 when the hand is over."""
        return self._round.actor

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._round.actor < 0

    @property
    def street(self) -> str:
        """The street: ``preflop``, ``flop``, ``turn`` or ``river``; ``river`` at the end."""
        return STREETS[min(self._round.street, SHOWDOWN - 1)]

    @property
    def street_number(self) -> int:
        """The number of the street, 0 to 3, or 4 when the round is over."""
        return self._round.street

    @property
    def price(self) -> int:
        """The street total that a player must reach to stay in."""
        return self._round.price

    @property
    def to_call(self) -> int:
        """The chips that a call costs the player to act."""
        return self.legal_actions.call_cost

    @property
    def start_stacks(self) -> tuple[int, ...]:
        """Chips of each seat before the round, including those that PyPokerEngine took away."""
        return self._start

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The tuples `stacks`, `bets` and `paid`."""
        return tuple(self._round.stacks), tuple(self._round.bets), tuple(self._round.paid)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips that each seat has behind."""
        return tuple(self._round.stacks)

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips that each seat has put in on this street, without antes."""
        return tuple(self._round.bets)

    @property
    def paid(self) -> tuple[int, ...]:
        """Chips that each seat has put in over the round, including its ante."""
        return tuple(self._round.paid)

    @property
    def posts(self) -> dict[int, int]:
        """The blinds by seat, always in full: seats that cannot pay them do not take part."""
        rules, seating = self._round.rules, self._round.seating
        return {seating.small_blind: rules.small_blind, seating.big_blind: rules.big_blind}

    @property
    def antes(self) -> dict[int, int]:
        """The antes by seat; empty if there are none."""
        rules, seating = self._round.rules, self._round.seating
        return dict.fromkeys(seating.players, rules.ante) if rules.ante else {}

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that have not folded, ascending."""
        return tuple([seat for seat, now in enumerate(self._round.status) if now != FOLDED])

    @property
    def all_in(self) -> tuple[int, ...]:
        """The seats that went all-in by an action, not by posting a blind or ante, ascending."""
        return tuple([seat for seat, now in enumerate(self._round.status) if now == ALL_IN])

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that took part and have folded, ascending."""
        return tuple([s for s in self._round.seating.players if self._round.status[s] == FOLDED])

    @property
    def pot(self) -> int:
        """All chips in the middle; when the hand is over, the chips that were played for."""
        return sum(self._round.paid)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots in the order of `engine_pots`; the first is PyPokerEngine's main pot."""
        return engine_pots(self._round.paid, self._round.status)

    @property
    def scores(self) -> dict[int, int]:
        """The `engine_score` of each seat that has not folded; 0 if there is only one such seat.

        Raises:
            StreetError: if the hand is not over.
        """
        if not self.is_over:
            raise StreetError("hands are compared when the round is over; it is not")
        return self._round.scores()

    @property
    def prizes(self) -> tuple[Prize, ...]:
        """The chips that each seat wins from each pot; empty until the hand is over."""
        return self._round.prizes

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Chips that each seat has won (positive) or lost compared with its stack before the round.

        Before the end, this is minus the chips that the seat has paid or that were taken from it.
        The sum is negative if chips were lost in a split or taken from seats that could not pay.
        """
        return tuple([now - was for now, was in zip(self._round.stacks, self._start, strict=True)])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The declarations so far, and how PyPokerEngine carried them out."""
        return self._log

    @property
    def last_action(self) -> Action | None:
        """The last action: a fold, a call or a raise to a total; None before the first action."""
        return self._log[-1].action if self._log else None

    # --- cards ------------------------------------------------------------------------------------

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board, in the order dealt."""
        start = 2 * len(self._start)
        dealt = _CARDS_OPEN[self._round.street]
        return tuple([Card(card) for card in self._deck[start : start + dealt]])

    def hole_cards(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's hole cards in the order dealt; empty if it is out or they are hidden.

        Raises:
            OptionError: if there is no such seat.
        """
        if not is_whole(seat, range(len(self._start))):
            raise OptionError(f"seat is {seat!r}; the seats are 0 to {len(self._start) - 1}")
        cards = self._deck[2 * seat : 2 * seat + 2]
        if seat not in self._round.seating.players or HIDDEN in cards:
            return ()
        return tuple([Card(card) for card in cards])

    def hole(self, seat: int) -> CardSet | None:
        """Return a seat's hole cards; None if the seat is out or its cards are hidden in this view.

        Raises:
            OptionError: if there is no such seat.

        Example:
            >>> print(EngineHand.start(EngineRules(5), [90, 90], 0, deck="AhKh2c2d").hole(0))
            AhKh
        """
        cards = self.hole_cards(seat)
        return CardSet.of(cards) if cards else None

    def on_table(self) -> OnTable:
        """Return the chips and cards of all seats, from which a record of the hand is made."""
        rules, seating, seats = self.rules, self.seating, range(self.seats)
        blinds = {seating.small_blind: rules.small_blind, seating.big_blind: rules.big_blind}
        return OnTable(
            seating.stacks,
            self.stacks,
            tuple([blinds.get(seat, 0) for seat in seats]),
            (rules.ante,) * len(seats),
            (),
            [self.hole_cards(seat) or None for seat in seats],
            self.board,
            self.shown,
            (),
        )

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that have shown their cards at showdown: all seats that have not folded."""
        players = self.players
        return players if self.is_over and len(players) > 1 else ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far, from the first ante or blind on."""
        return tuple(_events_of(self))

    # --- what one player sees ---------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None if nothing is hidden."""
        return self._viewer

    def view(self, seat: int) -> EngineHand:
        """Return one player's view: their own cards, the board, and hands that were shown.

        All other cards are removed from the view, not just hidden behind its methods.

        Raises:
            OptionError: if there is no such seat.

        Example:
            >>> view = EngineHand.start(EngineRules(5), [90, 90], button=0, seed=7).view(1)
            >>> view.hole(0) is None, view.hole(1) is None
            (True, False)
        """
        self.hole_cards(seat)
        # The deck holds two cards for each seat, followed by the board.
        lying = range(2 * self.seats, 2 * self.seats + _CARDS_OPEN[self._round.street])
        seen = {*lying, *(2 * each + turn for each in (seat, *self.shown) for turn in (0, 1))}
        deck = tuple([card if place in seen else HIDDEN for place, card in enumerate(self._deck)])
        masked = self._round.copy()
        masked.deck = deck
        return EngineHand._of(masked, self._start, deck, self._log, seat)

    # --- as a value -------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EngineHand) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (
            self._round.rules,
            self._round.seating,
            self._start,
            self._deck,
            self._log,
            self._viewer,
        )

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"seat {self._round.actor} to act"
        return f"<EngineHand: {self.street}, pot {self.pot}, {turn}>"


def _dealt(count: int, deck: CardsLike | None, seed: int | None) -> tuple[int, ...]:
    """Return the first `count` cards of a deck; a shorter deck is extended by shuffled cards."""
    cards = [] if deck is None else [card.index for card in parse_cards(deck, "deck")]
    if len(cards) < count:
        known = set(cards)
        cards += [card for card in shuffled(seed).tolist() if card not in known]
    return tuple(cards[:count])


# --- events -------------------------------------------------------------------------------------


def _events_of(hand: EngineHand) -> Iterator[Event]:
    """Yield the events of a round from its beginning."""
    yield from _opening(hand)
    moves = hand.moves
    streets = [move.street for move in moves[1:]] + [hand.street_number]
    for move, after in zip(moves, streets, strict=False):
        yield _acted(move)
        yield from _boards(hand, move.street, after)
    if hand.is_over:
        for seat in hand.shown:
            yield Show(seat, hand.hole_cards(seat))
        for prize in hand.prizes:
            yield Award(prize.seat, prize.chips, prize.pot, odd_chip=False)


def _opening(hand: EngineHand) -> Iterator[Event]:
    rules, seating = hand.rules, hand.seating
    for seat in seating.players if rules.ante else ():
        yield Ante(seat, rules.ante)
    yield Blind(seating.small_blind, rules.small_blind)
    yield Blind(seating.big_blind, rules.big_blind)
    for seat in seating.players:
        yield DealHole(seat, hand.hole_cards(seat) or None)


def _acted(move: Move) -> EngineActed:
    # PyPokerEngine has neither bets nor checks: a raise when the price is 0 is a bet, and a call
    # of 0 is a check.
    kind = move.action.kind
    if kind == "raise" and not move.price:
        kind = "bet"
    elif kind == "call" and not move.chips:
        kind = "check"
    done = Action(kind, move.total if kind in ("bet", "raise") else 0)
    declared = (move.declared, move.declared_amount, move.taken)
    return EngineActed(move.seat, done, move.chips, move.all_in, *declared)


def _boards(hand: EngineHand, before: int, after: int) -> Iterator[Event]:
    for street in range(before + 1, min(after, SHOWDOWN - 1) + 1):
        name = STREETS[street]
        yield DealBoard(name, hand.board[STREET_SLICES[name]])
