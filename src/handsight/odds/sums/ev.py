"""The exact arithmetic of bets, calls and bluffs: expected values and break-even points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING

from handsight.errors import OptionError
from handsight.ranges.exact_weights import FINEST, exact_weight
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from handsight.ranges.exact_weights import WeightLike


@dataclass(frozen=True, slots=True, repr=False)
class BetValue(ShownInNotebooks):
    """A bet into a pot, and what it is worth to either side. All numbers are exact fractions.

    Chips won are counted relative to giving up now. There is no further betting.

    Attributes:
        pot: chips in the middle before the bet.
        bet: chips of the bet; a call costs the same.
        equity: equity of the player in question once the bet is called, 0..1; None if unknown.
        folds: how often the bet is not called, 0..1; None if unknown.

    Example:
        >>> value = ev(100, 50, equity=0.3, folds=0.4)
        >>> str(value.needed_equity), str(value.minimum_defence), str(value.ev_call)
        ('1/4', '2/3', '10')
        >>> str(value.ev_bet)
        '46'
    """

    pot: Fraction
    bet: Fraction
    equity: Fraction | None = None
    folds: Fraction | None = None

    @property
    def needed_equity(self) -> Fraction:
        """The equity at which a call breaks even: bet / (pot + 2 bets)."""
        return self.bet / self._called

    @property
    def pot_odds(self) -> Fraction:
        """The pot odds of a call, as chips won for one chip risked: (pot + bet) / bet, to 1."""
        return (self.pot + self.bet) / self.bet

    @property
    def needed_folds(self) -> Fraction:
        """How often the opponent must fold for the bet to break even.

        If equity is None, the bet is a pure bluff. It is 0 if the bet does not lose chips even when
        it is always called.
        """
        loss = -self._won_if_called(self.equity or Fraction(0))
        return loss / (self.pot + loss) if loss > 0 else Fraction(0)

    @property
    def minimum_defence(self) -> Fraction:
        """How often the other side must continue so that no bluff profits: pot / (pot + bet)."""
        return self.pot / (self.pot + self.bet)

    @property
    def bluff_share(self) -> Fraction:
        """The share of bluffs among the bets that makes a call with a bluff catcher break even."""
        return self.bet / self._called

    @property
    def bluffs_per_value(self) -> Fraction:
        """The number of bluffs per value bet at that share: bet / (pot + bet)."""
        return self.bet / (self.pot + self.bet)

    @property
    def ev_call(self) -> Fraction | None:
        """Chips that calling the bet wins; None without equity."""
        return None if self.equity is None else self._won_if_called(self.equity)

    @property
    def ev_check(self) -> Fraction | None:
        """Chips that a check wins if there is no further betting; None without equity."""
        return None if self.equity is None else self.equity * self.pot

    @property
    def ev_bet(self) -> Fraction | None:
        """Chips that the bet wins, as a pure bluff if equity is None; None without folds."""
        if self.folds is None:
            return None
        called = self._won_if_called(self.equity or Fraction(0))
        return self.folds * self.pot + (1 - self.folds) * called

    @property
    def _called(self) -> Fraction:
        """The pot once the bet is called."""
        return self.pot + 2 * self.bet

    def _won_if_called(self, equity: Fraction) -> Fraction:
        return equity * self._called - self.bet


def ev(
    pot: WeightLike,
    bet: WeightLike,
    equity: WeightLike | None = None,
    folds: WeightLike | None = None,
) -> BetValue:
    """Compute the exact expected values and break-even points of a bet into a pot.

    A float counts as the decimal number that it prints.

    Args:
        pot: chips before the bet, above 0.
        bet: chips of the bet, above 0.
        equity: equity once the bet is called, 0 to 1, of the player who calls or the one who bets.
        folds: how often the bet is not called (fold equity), 0 to 1.

    Raises:
        OptionError: for anything outside these bounds.

    Example:
        >>> value = ev(100, 50)
        >>> str(value.needed_folds), str(value.bluff_share), str(value.bluffs_per_value)
        ('1/3', '1/4', '1/3')
        >>> str(ev(100, 50, equity=0.2).needed_folds)
        '1/11'
    """
    return BetValue(
        _chips(pot, "pot"),
        _chips(bet, "bet"),
        None if equity is None else exact_weight(equity, "equity"),
        None if folds is None else exact_weight(folds, "folds"),
    )


def _chips(number: WeightLike, what: str) -> Fraction:
    try:
        chips = Fraction(number) if isinstance(number, Rational) else Fraction(repr(float(number)))
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"{what} is {number!r}; it must be a number of chips above 0") from None
    if not 0 < chips < FINEST or chips.denominator > FINEST:
        raise OptionError(f"{what} is {number}; it must be a number of chips above 0")
    return chips
