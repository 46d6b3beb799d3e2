"""Statistics on pairs of mirrored deals: win rates, intervals, p-values, and rules to stop by.

The result of a pair is the sum over its legs, so that each agent gets the cards of every seat, and
pairs are independent of each other. All sums are integers: the order in which pairs were played,
and the number of workers, make no difference.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from handsight.errors import OptionError

CONFIDENCE = 0.95
"""The share of intervals that hold the true value."""

PLANNED = 1000
"""The number of pairs at which the always-valid interval is at its best."""

FEWEST = 100
"""Pairs before a stop may be decided; the always-valid interval holds for large numbers."""

_EXACT_T = {1: 12.7062047, 2: 4.3026527, 3: 3.1824463, 4: 2.7764451, 5: 2.5705818}
"""Student's quantile at .975 where the series below is not good enough."""


@dataclass(slots=True)
class PairStatistics:
    """Sums over pairs for one agent.

    Attributes:
        big_blind: chips.
        chips: won, over all pairs.
        hands: played, over all pairs.
        chips_squared: sum of squares of the chips of a pair.
        hands_squared: sum of squares of its hands.
        chips_by_hands: sum of products of the two.

    Example:
        >>> statistics = PairStatistics(big_blind=100)
        >>> for chips in (300, -100, 200, 100):
        ...     statistics.add(chips, hands=2)
        >>> round(statistics.bb100, 2), [round(end) for end in statistics.interval()]
        (62.5, [-73, 198])
    """

    big_blind: int
    pairs: int = 0
    chips: int = 0
    hands: int = 0
    chips_squared: int = 0
    hands_squared: int = 0
    chips_by_hands: int = 0

    def add(self, chips: int, hands: int) -> None:
        """Add a pair.

        Args:
            chips: that the agent won in it, over all legs.
            hands: that were played in it, over all legs.
        """
        self.pairs += 1
        self.chips += chips
        self.hands += hands
        self.chips_squared += chips * chips
        self.hands_squared += hands * hands
        self.chips_by_hands += chips * hands

    def merge(self, other: PairStatistics) -> None:
        """Add pairs of the same agent against the same opponents."""
        self.pairs += other.pairs
        self.chips += other.chips
        self.hands += other.hands
        self.chips_squared += other.chips_squared
        self.hands_squared += other.hands_squared
        self.chips_by_hands += other.chips_by_hands

    @property
    def bb100(self) -> float:
        """Big blinds won in a hundred hands; 0 before the first hand."""
        return 100 * self.chips / (self.big_blind * self.hands) if self.hands else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of `bb100`; infinite below two pairs.

        Pairs of carried stacks have different numbers of hands, so this is the error of a ratio
        of sums (Cochran, Sampling Techniques, section 2.11).
        """
        if self.pairs < 2 or not self.hands:
            return math.inf
        chips, hands, pairs = self.chips, self.hands, self.pairs
        # The sum of squared residuals of the pairs, times the hands squared: an integer, so that
        # nothing depends on the order of the pairs.
        squares = (
            self.chips_squared * hands * hands
            - 2 * chips * hands * self.chips_by_hands
            + chips * chips * self.hands_squared
        )
        spread = math.sqrt(squares * pairs / (pairs - 1)) / hands
        return 100 * spread / (self.big_blind * hands)

    def half_width(self, always_valid: bool = False) -> float:
        """Give half the width of the 95 % interval, in bb/100; infinite below two pairs.

        Args:
            always_valid: whether the interval must hold although it is looked at again and again,
                and decides when to stop. It is wider.

        Source:
            Always valid: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit
            theory and asymptotic confidence sequences, theorem 2.2, best at `PLANNED` pairs.
        """
        if self.pairs < 2:
            return math.inf
        if not always_valid:
            return _student(self.pairs - 1) * self.standard_error
        grown = self.pairs * _RHO_SQUARED + 1
        width = 2 * grown * math.log(math.sqrt(grown) / (1 - CONFIDENCE))
        return self.standard_error * math.sqrt(width / (self.pairs * _RHO_SQUARED))

    def interval(self, always_valid: bool = False) -> tuple[float, float]:
        """Give the 95 % interval of `bb100`."""
        half = self.half_width(always_valid)
        return self.bb100 - half, self.bb100 + half

    def p_value(self, always_valid: bool = False) -> float:
        """Compute how likely a result this far from 0 would be between equal agents.

        Args:
            always_valid: as in `half_width`.

        Returns:
            0..1, two-sided; 1 below two pairs.
        """
        error = self.standard_error
        if math.isinf(error):
            return 1.0
        if not error:  # every pair had the same result
            return 0.0 if self.chips else 1.0
        z = self.bb100 / error
        if not always_valid:
            return min(1.0, 2 * NormalDist().cdf(-abs(_normal(z, self.pairs - 1))))
        grown = self.pairs * _RHO_SQUARED + 1
        exponent = -z * z * self.pairs * _RHO_SQUARED / (2 * grown)
        return min(1.0, math.sqrt(grown) * math.exp(exponent))


@dataclass(frozen=True, slots=True)
class StopRule:
    """A rule that ends a matchup before its maximum of pairs.

    Attributes:
        half_width: stop when half the always-valid interval is this many bb/100 or less.
        decided: stop when the always-valid interval does not hold `bound`.
        bound: bb/100; 0 decides who wins, and 30 whether the first agent wins by more than 30.

    Example:
        >>> StopRule.parse("1bb"), StopRule.parse("decided")
        (StopRule(half_width=1.0, decided=False, bound=0.0), StopRule(half_width=None, ...))
        >>> StopRule.parse("decided:30bb").bound, StopRule.parse("decided:300mbb").bound
        (30.0, 30.0)
    """

    half_width: float | None = None
    decided: bool = False
    bound: float = 0.0

    @classmethod
    def parse(cls, text: str) -> StopRule:
        """Read a rule.

        Args:
            text: ``decided``, ``decided:`` and a size such as ``30bb``, or a half-width such as
                ``1bb`` or ``0.5bb``; in bb/100, or with ``mbb`` in thousandths of a big blind a
                hand, ten of which are one.

        Raises:
            OptionError: if it is none of these.
        """
        kind, colon, size = text.strip().lower().rpartition(":")
        if not colon and size == "decided":
            return cls(decided=True)
        number = (
            _number(size.removesuffix("mbb")) / 10
            if size.endswith("mbb")
            else _number(size.removesuffix("bb"))
        )
        if colon and kind == "decided" and math.isfinite(number):
            return cls(decided=True, bound=number)
        if not colon and 0 < number < math.inf:
            return cls(half_width=number)
        raise OptionError(
            f"until is {text!r}; it takes a half-width in bb/100 such as 1bb, 'decided', or a size "
            "to decide about such as decided:30bb; 10mbb, of each hand, is 1bb"
        )

    def reached(self, statistics: PairStatistics) -> bool:
        """Say whether to stop."""
        if statistics.pairs < FEWEST:
            return False
        half = statistics.half_width(always_valid=True)
        if self.decided and half < abs(statistics.bb100 - self.bound):
            return True
        return self.half_width is not None and half <= self.half_width


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _student(freedom: int) -> float:
    """Give Student's quantile at .975 (Abramowitz and Stegun 26.7.5)."""
    if freedom in _EXACT_T:
        return _EXACT_T[freedom]
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def _normal(t: float, freedom: int) -> float:
    """Turn a Student variable into a normal one (Wallace's approximation)."""
    stretched = math.sqrt(freedom * math.log1p(t * t / freedom))
    return stretched * (8 * freedom + 1) / (8 * freedom + 3)


_LOG = -2 * math.log(1 - CONFIDENCE)
_RHO_SQUARED = (_LOG + math.log(_LOG) + 1) / PLANNED
"""Where the always-valid interval is narrowest (the same paper, appendix on choosing rho)."""
