"""The legal actions of the player to act."""

from __future__ import annotations

from typing import NamedTuple


class LegalActions(NamedTuple):
    """The legal actions of the player to act. When the hand is over, no action is legal.

    Attributes:
        can_fold: whether a fold is legal.
        call_cost: chips that a call adds to the player's bet; 0 if the player can check.
        raise_min: the smallest legal street total of a bet or raise; 0 if none is legal.
        raise_max: the largest legal street total of a bet or raise; 0 if none is legal.
        price: the street total that a player must reach to stay in.
        bet: the player's own street total so far.
        stack: the player's chips behind.
        pot: all chips in the middle, including the bets of this street.
        is_over: whether the hand is over.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> legal = HandState.start(Rules(), [1000, 1000], button=0, seed=1).legal_actions
        >>> print(legal)
        fold, call 50, raise to 200..1000
        >>> legal.half_pot, legal.pot_size
        (200, 300)
    """

    can_fold: bool
    call_cost: int
    raise_min: int
    raise_max: int
    price: int
    bet: int
    stack: int
    pot: int
    is_over: bool

    @property
    def can_check(self) -> bool:
        """Whether the player can check; False when the hand is over."""
        return not self.call_cost and not self.is_over

    @property
    def can_call(self) -> bool:
        """Whether staying in costs something."""
        return self.call_cost > 0

    @property
    def can_raise(self) -> bool:
        """Whether a bet or raise is legal."""
        return self.raise_max > 0

    @property
    def all_in(self) -> int:
        """The player's street total if they put in their whole stack."""
        return self.bet + self.stack

    @property
    def pot_size(self) -> int:
        """The street total of a pot-sized bet or raise, clipped as in `share_of_pot`."""
        return self.share_of_pot(1, 1)

    @property
    def half_pot(self) -> int:
        """The street total of a half-pot bet or raise, clipped as in `share_of_pot`."""
        return self.share_of_pot(1, 2)

    def share_of_pot(self, numerator: int, denominator: int) -> int:
        """Return the street total of a bet or raise whose size is a share of the pot.

        The total is the price plus that share of the pot after a call, rounded down and clipped to
        the legal amounts. It is 0 if no bet or raise is legal.

        Args:
            numerator: numerator of the share of the pot.
            denominator: denominator of the share of the pot.

        Example:
            >>> LegalActions(True, 50, 200, 1000, 100, 50, 950, 150, False).share_of_pot(2, 1)
            500
        """
        if not self.raise_max:
            return 0
        raised = self.price + (self.pot + self.call_cost) * numerator // denominator
        return min(max(raised, self.raise_min), self.raise_max)

    def __str__(self) -> str:
        if self.is_over:
            return "nothing, the hand is over"
        parts = ["fold"] if self.can_fold else []
        parts.append(f"call {self.call_cost}" if self.call_cost else "check")
        if self.raise_max:
            span = f"{self.raise_min}..{self.raise_max}"
            amount = str(self.raise_min) if self.raise_min == self.raise_max else span
            parts.append(f"raise to {amount}" if self.price else f"bet {amount}")
        return ", ".join(parts)
