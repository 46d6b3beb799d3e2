"""A round of PyPokerEngine 1.0.1: who acts, which actions count, and when a street ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handsight.game import Action
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
"""After this many consecutive calls that change nothing, the next one is a fold."""

SHOWDOWN = 4
"""The number of the street after the river, on which nobody can bet."""


class Move(NamedTuple):
    """An action: what was declared, and how PyPokerEngine took it.

    Attributes:
        street: 0 to 3.
        declared: ``fold``, ``call`` or ``raise``.
        declared_amount: street total that was declared.
        taken: ``fold``, ``call`` or ``raise``.
        total: street total of the seat after the action; 0 for a fold.
        chips: chips that the seat added.
        all_in: whether nothing is left behind.
        price: chips that the seat must have put in to stay in, before the action.
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
        """The action as a fold, call or raise to a total; a total above the price is a raise."""
        if self.taken == "fold":
            return Action.fold()
        return Action.raise_to(self.total) if self.total > self.price else Action.call()


class Price(NamedTuple):
    """The raise or blind that counts: the highest, and of equal ones that of the lowest seat.

    Attributes:
        total: chips that a player must have put in to stay in.
        step: increase over the previous price; the next raise must be at least as large.
        seat: seat of the player who made it.
    """

    total: int
    step: int
    seat: int


class Round:
    """A round in progress: chips, bets, and whose turn it is. It changes as it is played.

    Args:
        deck: two cards for each seat, and the board, as indices 0..51.

    Attributes:
        stacks: chips of each seat behind.
        bets: chips that each seat has put in on this street, without antes.
        paid: chips that each seat has put in over the round.
        status: `PAYING`, `ALL_IN` or `FOLDED` for each seat.
        acted: number of actions of each seat on this street, including forced bets.
        high: the raise or blind that counts; None if there is none yet.
        street: 0 to 3, or `SHOWDOWN`.
        actor: the seat to act; -1 when the round is over.
        idle: number of consecutive calls that have changed nothing.
        prizes: chips that each seat wins from each pot; empty before the end.
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
        """Return a copy that can be played on without changing this round."""
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
        """Chips that a player must have put in on this street to stay in."""
        return self.high.total if self.high else 0

    @property
    def least_raise(self) -> int:
        """The minimum street total of a raise that is not all-in."""
        return self.high.total + self.high.step if self.high else self.rules.big_blind

    def taken(self, declared: str, amount: int) -> tuple[str, int]:
        """Decide how PyPokerEngine takes a declaration of the player to act.

        Args:
            declared: ``fold``, ``call`` or ``raise``.
            amount: street total.

        Returns:
            One of the same words, and the street total; 0 for a fold.
        """
        bet = self.bets[self.actor]
        whole = bet + self.stacks[self.actor]
        if declared == "call":
            if amount >= whole:
                return "call", whole
            # A call of the whole stack may leave others who can never match it; see `PATIENCE`.
            stuck = self.idle >= PATIENCE and amount == bet
            return ("call", amount) if amount == self.price and not stuck else ("fold", 0)
        if declared == "raise" and (amount == whole or self.least_raise <= amount <= whole):
            return "raise", amount
        return "fold", 0

    def play(self, declared: str, amount: int) -> Move:
        """Apply a declaration of the player to act, and move on to the next decision or the end.

        Args:
            declared: ``fold``, ``call`` or ``raise``.
            amount: street total.
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
        """Return the next seat that can still act, the seat itself last; -1 if there is none."""
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
        """Return whether PyPokerEngine ends the street here."""
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
        """Return whether this seat has posted the big blind and done nothing else."""
        return self.street == 0 and seat == self.seating.big_blind and self.acted[seat] == 1

    def _finish(self) -> None:
        self.actor = -1
        self.prizes = tuple(prizes(engine_pots(self.paid, self.status), self.scores()))
        for prize in self.prizes:
            self.stacks[prize.seat] += prize.chips

    def scores(self) -> dict[int, int]:
        """Score the remaining hands as PyPokerEngine does; a single one has 0."""
        left = [seat for seat, now in enumerate(self.status) if now != FOLDED]
        if len(left) == 1:
            return {left[0]: 0}
        deck = self.deck
        board = deck[2 * len(self.stacks) :]
        return {seat: score_indices(deck[2 * seat], deck[2 * seat + 1], board) for seat in left}
