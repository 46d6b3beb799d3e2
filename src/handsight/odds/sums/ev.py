"""Bets, calls and bluffs: exact expected values and break-even points."""

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
    """A bet into a pot, and its value to the bettor and to the caller, as exact fractions.

    Chips are counted relative to giving up the pot now. There is no further betting.

    Attributes:
        pot: the chips in the pot before the bet.
        bet: the chips of the bet, which are also the price of a call.
        equity: the equity, 0..1, once the bet is called, of the player whose expected value you
            compute; None if unknown.
        folds: the share of the time that the opponent folds to the bet, 0..1; None if unknown.

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
        """The equity at which a call breaks even: bet / (pot + 2 · bet)."""
        return self.bet / self._called

    @property
    def pot_odds(self) -> Fraction:
        """The pot odds of a call, as chips won for one chip risked: (pot + bet) / bet, to 1."""
        return (self.pot + self.bet) / self.bet

    @property
    def needed_folds(self) -> Fraction:
        """The share of the time that the opponent must fold for the bet to break even, 0..1.

        The share is 0 if the bet loses no chips even when it is always called. If ``equity`` is
        None, the bet counts as a pure bluff.
        """
        loss = -self._won_if_called(self.equity or Fraction(0))
        return loss / (self.pot + loss) if loss > 0 else Fraction(0)

    @property
    def minimum_defence(self) -> Fraction:
        """How often the opponent must continue so that bluffs do not profit: pot / (pot + bet)."""
        return self.pot / (self.pot + self.bet)

    @property
    def bluff_share(self) -> Fraction:
        """The share of bluffs among all bets at which a call with a bluff catcher breaks even.

        It is bet / (pot + 2 · bet).
        """
        return self.bet / self._called

    @property
    def bluffs_per_value(self) -> Fraction:
        """The number of bluffs per value bet at `bluff_share`: bet / (pot + bet)."""
        return self.bet / (self.pot + self.bet)

    @property
    def ev_call(self) -> Fraction | None:
        """The expected chips of a call; None if ``equity`` is None."""
        return None if self.equity is None else self._won_if_called(self.equity)

    @property
    def ev_check(self) -> Fraction | None:
        """The expected chips of a check, without further betting; None if ``equity`` is None."""
        return None if self.equity is None else self.equity * self.pot

    @property
    def ev_bet(self) -> Fraction | None:
        """The expected chips of the bet; None if ``folds`` is None.

        If ``equity`` is None, the bet counts as a pure bluff.
        """
        if self.folds is None:
            return None
        called = self._won_if_called(self.equity or Fraction(0))
        return self.folds * self.pot + (1 - self.folds) * called

    @property
    def _called(self) -> Fraction:
        """The chips in the pot once the bet is called."""
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

    A float is read as Python prints it: 0.1 is one tenth.

    Args:
        pot: the chips in the pot before the bet, above 0.
        bet: the chips of the bet, above 0.
        equity: the equity, 0 to 1, once the bet is called: the caller's equity for the value of a
            call, and the bettor's for the value of a bet or check. None if unknown.
        folds: the share of the time that the opponent folds to the bet, 0 to 1; None if unknown.

    Raises:
        OptionError: if a number is outside these bounds, is 10**500 or more, or has a denominator
            above 10**500.

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
