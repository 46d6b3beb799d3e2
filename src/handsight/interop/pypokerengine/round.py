"""A round of PyPokerEngine 1.0.1: whose turn it is, what actions do, and when a street ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handsight.game import Action, LegalActions
from handsight.interop.pypokerengine.evaluator import score_indices
from handsight.interop.pypokerengine.pots import (
    ALL_IN,
    FOLDED,
    PAYING,
    Prize,
    engine_pots,
    prizes,
)
from handsight.interop.pypokerengine.rules import EngineRules, EngineSeating

PATIENCE = 100
"""After this many consecutive calls on a street that add no chips, the next such call is a fold."""

SHOWDOWN = 4
"""The number of the stage after the river, in which nobody can bet."""


class Move(NamedTuple):
    """An action: what was declared, and what PyPokerEngine made of it.

    Attributes:
        street: number of the street, 0 to 3.
        declared: ``fold``, ``call`` or ``raise``, as the player declared it.
        declared_amount: declared street total.
        taken: ``fold``, ``call`` or ``raise``, as PyPokerEngine carried it out.
        total: street total of the seat after the action; 0 for a fold.
        chips: chips that the seat added.
        all_in: whether the seat has no chips left.
        price: street total that the seat had to reach to stay in, before the action.
    """

    seat: int
    street: int
    declared: str
    declared_amount: int
    taken: str
    total: int
    chips: int
    all_in: bool
    price: int

    @property
    def action(self) -> Action:
        """The action as a fold, a call or a raise; a total above the price makes it a raise."""
        if self.taken == "fold":
            return Action.fold()
        return Action.raise_to(self.total) if self.total > self.price else Action.call()


class Price(NamedTuple):
    """The highest raise or blind on a street; of two equal ones, the one by the lower seat.

    Attributes:
        total: street total that a player must reach to stay in.
        step: increase over the previous price; the next raise must add at least as much.
        seat: seat that raised or posted the blind.
    """

    total: int
    step: int
    seat: int


class Round:
    """A mutable round in progress: chips, bets, and whose turn it is.

    Args:
        deck: two cards for each seat, then the five board cards, as indices 0..51.

    Attributes:
        stacks: chips that each seat has behind.
        bets: chips that each seat has put in on this street, without antes.
        paid: chips that each seat has put in over the round.
        status: `PAYING`, `ALL_IN` or `FOLDED` for each seat.
        acted: number of actions of each seat on this street, including forced bets.
        high: the highest raise or blind on this street; None if there is none yet.
        street: number of the street, 0 to 3, or `SHOWDOWN`.
        actor: seat to act; -1 when the round is over.
        idle: number of calls on this street that added no chips, since any other action.
        prizes: chips that each seat wins from each pot; empty until the round is over.
    """

    __slots__ = (
        *("acted", "actor", "bets", "deck", "high", "idle", "paid", "prizes"),
        *("rules", "seating", "stacks", "status", "street"),
    )

    def __init__(self, rules: EngineRules, seating: EngineSeating, deck: Sequence[int]) -> None:
        self.rules, self.seating, self.deck = rules, seating, deck
        self.stacks = list(seating.stacks)
        size = len(self.stacks)
        self.status = [PAYING if chips else FOLDED for chips in self.stacks]
        self.bets, self.paid, self.acted = [0] * size, [0] * size, [0] * size
        self.high: Price | None = Price(rules.big_blind, rules.small_blind, seating.big_blind)
        self.street = self.idle = 0
        self.prizes: tuple[Prize, ...] = ()
        self._post()
        self.actor = self._next_asked(seating.big_blind)

    def _post(self) -> None:
        rules, seating = self.rules, self.seating
        for seat in seating.players if rules.ante else ():
            self._pay(seat, rules.ante)
            self.acted[seat] += 1
        blinds = ((seating.small_blind, rules.small_blind), (seating.big_blind, rules.big_blind))
        for seat, chips in blinds:
            self._pay(seat, chips)
            self.bets[seat] = chips
            self.acted[seat] += 1

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def copy(self) -> Round:
        """Return an independent copy of this round."""
        copy = object.__new__(Round)
        copy.rules, copy.seating, copy.deck = self.rules, self.seating, self.deck
        copy.stacks, copy.bets, copy.paid = self.stacks[:], self.bets[:], self.paid[:]
        copy.status, copy.acted = self.status[:], self.acted[:]
        copy.high, copy.street, copy.actor = self.high, self.street, self.actor
        copy.idle, copy.prizes = self.idle, self.prizes
        return copy

    # --- acting -----------------------------------------------------------------------------------

    @property
    def price(self) -> int:
        """The street total that a player must reach to stay in."""
        return self.high.total if self.high else 0

    @property
    def least_raise(self) -> int:
        """The minimum street total of a raise that is not all-in."""
        return self.high.total + self.high.step if self.high else self.rules.big_blind

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that PyPokerEngine offers the player to act.

        A player who cannot reach the minimum raise is offered no raise, but can go all-in.
        """
        seat, pot = self.actor, sum(self.paid)
        if seat < 0:
            return LegalActions(False, 0, 0, 0, 0, 0, 0, pot, True)
        bet, stack, price = self.bets[seat], self.stacks[seat], self.price
        least, most = self.least_raise, bet + stack
        if most < least:
            least = most = 0
        cost = min(price - bet, stack)
        return LegalActions(True, cost, least, most, price, bet, stack, pot, False)

    def taken(self, declared: str, amount: int) -> tuple[str, int]:
        """Return the action that PyPokerEngine makes of a declaration of the player to act.

        Args:
            declared: ``fold``, ``call`` or ``raise``.
            amount: declared street total.

        Returns:
            ``fold``, ``call`` or ``raise``, and the street total after the action; 0 for a fold.
        """
        bet = self.bets[self.actor]
        whole = bet + self.stacks[self.actor]
        if declared == "call":
            if amount >= whole:
                return "call", whole
            # Other players may be unable ever to match a call of the whole stack; see `PATIENCE`.
            stuck = self.idle >= PATIENCE and amount == bet
            return ("call", amount) if amount == self.price and not stuck else ("fold", 0)
        if declared == "raise" and (amount == whole or self.least_raise <= amount <= whole):
            return "raise", amount
        return "fold", 0

    def play(self, declared: str, amount: int) -> Move:
        """Apply a declaration of the player to act, and move on to the next decision or the end.

        Args:
            declared: ``fold``, ``call`` or ``raise``.
            amount: declared street total.
        """
        seat, street, price = self.actor, self.street, self.price
        taken, total = self.taken(declared, amount)
        chips = 0 if taken == "fold" else total - self.bets[seat]
        self._take(seat, taken, total, chips)
        all_in = self.status[seat] == ALL_IN
        self._go_on()
        return Move(seat, street, declared, amount, taken, total, chips, all_in, price)

    def _take(self, seat: int, taken: str, total: int, chips: int) -> None:
        self.idle = self.idle + 1 if taken == "call" and not chips else 0
        self.acted[seat] += 1
        if taken == "fold":
            self.status[seat] = FOLDED
            return
        if chips == self.stacks[seat]:
            self.status[seat] = ALL_IN
        if taken == "raise":
            self._raise(seat, total)
        self._pay(seat, chips)
        self.bets[seat] = total

    def _raise(self, seat: int, total: int) -> None:
        high = self.high
        if high is None or (total, -seat) > (high.total, -high.seat):
            self.high = Price(total, total - self.price, seat)

    # --- whose turn it is -------------------------------------------------------------------------

    def _next_asked(self, seat: int) -> int:
        """Return the next seat after `seat` that can still act, or -1 if there is none.

        The search ends with `seat` itself.
        """
        status = self.status
        size = len(status)
        for other in range(seat + 1, seat + size + 1):
            if status[other % size] == PAYING:
                return other % size
        return -1

    def _go_on(self) -> None:
        """Find the next player to act, on this street or a later one, or end the round."""
        if not self._is_agreed():
            self.actor = self._next_asked(self.actor)
            return
        size = len(self.stacks)
        while True:
            self.street += 1
            self.bets, self.acted = [0] * size, [0] * size
            self.high, self.idle = None, 0
            if self.street == SHOWDOWN:
                self._finish()
                return
            if self.status.count(PAYING) > 1:
                self.actor = self._next_asked(self.seating.small_blind - 1)
                return

    def _is_agreed(self) -> bool:
        """Check whether PyPokerEngine considers the betting on this street finished."""
        status, bets = self.status, self.bets
        if len(status) - status.count(FOLDED) == 1:
            return True
        most = max(bets)
        if status.count(PAYING) == 1 and bets[self._next_asked(self.actor)] == most:
            return True
        for seat, now in enumerate(status):
            if now == PAYING and (
                bets[seat] != most or not self.acted[seat] or self._has_option(seat)
            ):
                return False
        return True

    def _has_option(self, seat: int) -> bool:
        """Check whether a seat has posted the big blind preflop and has not acted since.

        With antes, the result is always False, because the ante counts as an action too.
        """
        return self.street == 0 and seat == self.seating.big_blind and self.acted[seat] == 1

    def _finish(self) -> None:
        self.actor = -1
        self.prizes = tuple(prizes(engine_pots(self.paid, self.status), self.scores()))
        for prize in self.prizes:
            self.stacks[prize.seat] += prize.chips

    def scores(self) -> dict[int, int]:
        """Return PyPokerEngine's score of each remaining hand; 0 if only one hand remains."""
        left = [seat for seat, now in enumerate(self.status) if now != FOLDED]
        if len(left) == 1:
            return {left[0]: 0}
        deck = self.deck
        board = deck[2 * len(self.stacks) :]
        return {seat: score_indices(deck[2 * seat], deck[2 * seat + 1], board) for seat in left}
