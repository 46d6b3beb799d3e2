"""Observations: all that a player can see when it is their turn, as plain values.

An observation is built only from information that the player has, so it contains nothing hidden. It
is a named tuple for speed, because one is built for every decision of every agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from handsight.cards import Card, CardSet
from handsight.errors import StreetError
from handsight.game.actions import ActionRecord
from handsight.game.legal import LegalActions
from handsight.game.positions import position_names
from handsight.game.rules import Rules
from handsight.game.state import HandState


class Observation(NamedTuple):
    """Everything that the player to act can see. All chips are integers.

    Attributes:
        seat: the player's own seat; seats are numbered from 0 clockwise.
        hole: the player's own hole cards.
        board: the cards on the board, in the order dealt.
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        legal: the player's legal actions, with price, pot and the player's chips.
        button: the seat of the button.
        start_stacks: chips of each seat before the hand; 0 is an empty seat.
        stacks: chips that each seat has behind.
        bets: chips that each seat has put in on this street, without antes.
        paid: chips that each seat has put in over the whole hand, without antes that nobody has to
            match.
        players: the seats that have not folded, ascending.
        main_pot: chips in the pot that every remaining player can win, including the bets of
            this street.
        actions: the actions in this hand so far, without blinds and antes.
        rules: the rules of the table.
        hand: the number of the hand in its match, from 1.
        hands: the number of hands in the match; 0 if it is unknown or not fixed.
        names: a name for each seat; empty if unknown.

    Example:
        >>> from handsight.game import HandCursor
        >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7, holes=["AhKh", None])
        >>> seen = HandCursor(state).observation()
        >>> str(seen.hole), seen.to_call, seen.pot, seen.opponents
        ('AhKh', 50, 150, (1,))
        >>> print(seen.legal)
        fold, call 50, raise to 200..1000
        >>> seen.positions
        {1: 'BB', 0: 'BTN'}
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
    actions: tuple[ActionRecord, ...]
    rules: Rules
    hand: int = 1
    hands: int = 0
    names: tuple[str, ...] = ()

    @property
    def pot(self) -> int:
        """All chips in the pot, including the bets of this street."""
        return self.legal.pot

    @property
    def to_call(self) -> int:
        """The chips that a call adds; 0 if the player can check."""
        return self.legal.call_cost

    @property
    def stack(self) -> int:
        """The player's chips behind."""
        return self.legal.stack

    def winnable(self, chips: int) -> int:
        """Return the chips in the pot that the player can win after putting in some more chips.

        Args:
            chips: chips that the player puts in; chips of others beyond them cannot be won.

        Example:
            >>> from handsight.game import Action, HandCursor
            >>> cursor = HandCursor(HandState.start(Rules(), [9000, 600], button=0, seed=7))
            >>> cursor.apply(Action.all_in())
            >>> cursor.observation().pot, cursor.observation().winnable(500)
            (9100, 700)
        """
        reached = self.paid[self.seat] + chips
        return self.legal.pot - sum([max(paid - reached, 0) for paid in self.paid])

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats that have not folded, in ascending order."""
        return tuple(seat for seat in self.players if seat != self.seat)

    @property
    def position(self) -> int:
        """The number of opponents who have not folded and act later on the flop, turn and river.

        Opponents who are all-in count too, although they no longer act.
        """
        size = len(self.stacks)
        behind = (self.button - self.seat) % size
        return sum(0 < (other - self.seat) % size <= behind for other in self.players)

    @property
    def positions(self) -> dict[int, str]:
        """The position of each seat that was dealt in, by seat, as in `position_names`.

        With two players, the player who acts first before the flop counts as the small blind.
        """
        around = (*range(self.button + 1, len(self.stacks)), *range(self.button + 1))
        players = [seat for seat in around if self.start_stacks[seat]]
        if len(players) != 2:
            return position_names(players)
        first = self.actions[0].seat if self.actions else self.seat
        return position_names(players, next(seat for seat in players if seat != first))

    def sampled(self, seed: int, holes: Mapping[int, CardSet] | None = None) -> HandState:
        """Return a hand that the player cannot tell from this one, with random hidden cards.

        Args:
            seed: seed of the random cards.
            holes: known hole cards of some of the other seats, by seat. All other hidden cards are
                drawn, and every possible deal of them is equally likely.

        Raises:
            StreetError: if by our own rules another seat would have acted.
            IllegalActionError: if our own rules do not allow an action of the hand.
            DuplicateCardError: if known hole cards contain a card that the player sees, or a card
                twice.

        Example:
            >>> from handsight.game import Action, HandCursor
            >>> cursor = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
            >>> cursor.apply(Action.raise_to(300))
            >>> full, state = cursor.observation().sampled(seed=1), cursor.state
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
        for record in self.actions:
            if state.actor != record.seat:
                raise StreetError(f"seat {record.seat} acted when it was not its turn")
            state = state.apply(record.action)
        return state
