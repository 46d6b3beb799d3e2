"""Styles of play, as rules that give a player's action with every hand.

A hundred hands are not many. Long before counts of actions say much, an opponent's actions show
which style of play they resemble. A style is a rule with a few round numbers that decides, by the
worth of a hand and the price, whether to fold, call or raise. So a style predicts all decisions,
including decisions in situations that were never observed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from handsight.opponents.model import Context
from handsight.opponents.model.boards import Board, board_of, class_numbers, class_percentiles
from handsight.opponents.model.contexts import AGGRESSIVE
from handsight.opponents.model.priors import Triple
from handsight.ranges.combos import COMBOS

if TYPE_CHECKING:
    from numpy.typing import NDArray

STRENGTH, EQUITY, MADE = range(3)
"""Measures of a hand's worth. STRENGTH: the hand's percentile before the flop, and EHS after it.
EQUITY: the hand's equity against a random hand. MADE: like STRENGTH, except that before the flop,
pairs have worth 1 and all other hands 0."""

NEVER, ALWAYS = 2.0, -1.0
"""Thresholds above and below the worth of every hand, so that a style never or always acts."""

SLIP = 0.005
"""The size of the mistakes of a style that looks at its cards. In a share of 2 `SLIP` of its
decisions, it ignores its cards: it folds and raises with a probability of `SLIP` / 2 each (if it
can check, it raises with a probability of `SLIP`), and otherwise calls or checks."""


@dataclass(frozen=True)
class Style:
    """A style of play; all worths and prices are 0..1, and a price is given as pot odds.

    The thresholds are soft: from `WIDTH` below a threshold to `WIDTH` above it, the probability of
    the action rises linearly from 0 to 1.

    Attributes:
        name: the name of the style.
        share: the prior weight of the style, relative to other styles.
        worth: the measure of a hand's worth: `STRENGTH`, `EQUITY` or `MADE`.
        blind: probabilities of a fold, call and raise for a style that ignores its cards; otherwise
            None.
        opens: the lowest worth with which the player opens before the flop.
        enters: the lowest worth with which the player calls the blind.
        reraises: the lowest worth with which the player reraises before the flop.
        bets: the lowest worth with which the player bets after the flop.
        raises: the lowest worth with which the player raises a bet after the flop.
        margin: the amount by which a hand's worth must exceed the price to call a bet.
        caution: the additional worth that a hand needs after the flop for each bet or raise on this
            street, not counting one of the player's own; half of it if there was a bet on the
            previous street. To raise a bet, a hand does not need it for the first of these bets.
        by_price: the factor by which the price is multiplied in the worth that a call needs.
        tightness: the lowest worth with which the player calls a raise of half the pot before the
            flop; None if `by_price` and `margin` decide about such calls. These two are otherwise
            for play after the flop only.
    """

    name: str
    share: float
    worth: int = STRENGTH
    blind: Triple | None = None
    opens: float = NEVER
    enters: float = ALWAYS
    reraises: float = NEVER
    bets: float = NEVER
    raises: float = NEVER
    margin: float = 0.0
    caution: float = 0.0
    by_price: float = 1.0
    tightness: float | None = None

    def row(self, context: Context) -> list[float]:
        """Return the style's rule at a decision.

        The rule is a list of eight numbers, which `handsight.kernels.opponents.styles` explains.
        """
        if self.blind:
            fold, call, rise = self.blind
            if context.free:
                call, fold = call + fold, 0.0
            return [1.0, fold, call, rise, 0.0, ALWAYS, NEVER, WIDTH]
        fold, call, rise = (0.0, 1 - SLIP, SLIP) if context.free else (SLIP / 2, 1 - SLIP, SLIP / 2)
        fold_below, raise_from = self._after(context) if context.street else self._before(context)
        fold_below = ALWAYS if context.free else fold_below
        return [2 * SLIP, fold, call, rise, self.worth, fold_below, raise_from, WIDTH]

    def _before(self, context: Context) -> tuple[float, float]:
        if not context.raises:
            return self.enters, self.opens
        further = (context.raises - 1) * STEP
        if self.tightness is None:
            return self.by_price * context.price + self.margin, self.reraises
        least = self.tightness + BY_PRICE * (context.price - HALF_POT)
        return min(least + further * (1 - least), TOP), self.reraises + further * (
            1 - self.reraises
        )

    def _after(self, context: Context) -> tuple[float, float]:
        met = context.raises - (context.own == AGGRESSIVE)
        pressure = met + (0.5 if context.street > 1 and not context.quiet else 0.0)
        extra = self.caution * pressure
        if context.free:
            return ALWAYS, min(self.bets + extra, max(TOP, self.bets))
        least = self.by_price * context.price + self.margin + extra
        return min(least, TOP), min(self.raises + extra - self.caution, max(TOP, self.raises))


WIDTH = 0.06
HALF_POT = 0.25
STEP = 0.3
"""The part of the distance to the best hand by which each preflop raise after the first moves the
thresholds to call and reraise, in styles with a `tightness`."""
BY_PRICE = 2.2
TOP = 0.97
"""The limit to which the price, further raises and caution can lift a threshold. It applies to the
worth that a call needs after the flop, and before the flop in styles with a `tightness`, and to the
worth that a bet or raise needs after the flop."""

STYLES = (
    Style(
        "sensible",
        *(4, STRENGTH),
        opens=0.2,
        enters=0.1,
        reraises=0.83,
        bets=0.6,
        raises=0.84,
        caution=0.2,
        tightness=0.30,
    ),
    Style(
        "tight",
        *(2, STRENGTH),
        opens=0.6,
        enters=0.45,
        reraises=0.9,
        bets=0.7,
        raises=0.88,
        margin=0.15,
        caution=0.2,
        tightness=0.6,
    ),
    Style(
        "loose",
        *(1, STRENGTH),
        opens=0.4,
        enters=0.0,
        reraises=0.85,
        bets=0.55,
        raises=0.8,
        margin=-0.1,
        caution=0.1,
        tightness=0.1,
    ),
    Style("payer of fair prices", 2, EQUITY, enters=0.3),
    Style("payer with the better half", 1, EQUITY, enters=0.5, by_price=0.0, margin=0.5),
    Style(
        "raiser at fair prices",
        *(3, EQUITY),
        enters=0.33,
        opens=0.5,
        reraises=0.52,
        bets=0.5,
        raises=0.52,
    ),
    Style(
        "raiser with the better half",
        *(1, STRENGTH),
        opens=0.57,
        enters=0.57,
        reraises=0.57,
        bets=0.8,
        raises=0.85,
        margin=0.57,
        by_price=0.0,
    ),
    Style("passive", 1, STRENGTH, enters=0.2, raises=0.9, margin=0.1, tightness=0.3),
    Style("payer of low prices", 1, STRENGTH, by_price=20.0, margin=-5.0),
    Style("calling station", 1, blind=(0.005, 0.98, 0.015)),
    Style(
        "rock",
        *(1, STRENGTH),
        opens=0.94,
        enters=0.9,
        reraises=0.96,
        bets=0.6,
        raises=0.85,
        tightness=0.92,
    ),
    Style(
        "player of made hands",
        *(2, MADE),
        opens=0.5,
        enters=0.5,
        reraises=0.5,
        bets=0.6,
        raises=0.6,
        margin=-0.3,
        tightness=0.5,
    ),
    Style(
        "folder",
        *(1, STRENGTH),
        opens=0.98,
        enters=0.98,
        reraises=0.98,
        bets=0.95,
        raises=0.95,
        margin=0.2,
        tightness=0.98,
    ),
    Style("maniac", 1, blind=(0.01, 0.03, 0.96)),
    Style("random", 1, blind=(0.33, 0.34, 0.33)),
)
"""All styles; their parameters are round numbers."""


@lru_cache(4096)
def rows_of(context: Context) -> NDArray[np.float64]:
    """Return the rules of all styles at a decision: float64[styles, 8], read-only.

    Example:
        >>> from handsight.opponents.model import BettingContext
        >>> rows_of(BettingContext([1000, 1000], button=0, posts=[5, 10]).context(0)).shape
        (15, 8)
    """
    rows = np.array([style.row(context) for style in STYLES])
    rows.flags.writeable = False
    return rows


def worths_of(board: Board) -> NDArray[np.float64]:
    """Return the worth of each combo on a board, by all three measures: float64[3, 1326]."""
    return _after_it(board) if board.street else _before_the_flop()


@cache
def _before_the_flop() -> NDArray[np.float64]:
    places = class_percentiles()[class_numbers()]
    pairs = np.array([low // 4 == high // 4 for low, high in COMBOS])
    return np.array([places, board_of(()).values[1], pairs], np.float64)


@lru_cache(64)
def _after_it(board: Board) -> NDArray[np.float64]:
    return np.array([board.effective, board.values[1], board.effective], np.float64)
