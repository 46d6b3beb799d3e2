"""Statistics of pairs of mirrored deals: win rates, intervals, p-values and stopping rules.

The result of a pair is the sum over its legs, in which each agent gets the cards of every seat.
Pairs are independent of each other. All sums are integers, so neither the order in which pairs are
played nor the number of workers changes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from handsight.errors import OptionError
from handsight.runtime.statistics import FloatOrNull, student

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95
"""The coverage of the intervals: the share of intervals that contain the true value."""

PLANNED = 1000
"""The number of pairs for which the always-valid interval is tuned.

At this number of pairs, no other tuning gives a narrower interval.
"""

FEWEST = 100
"""The minimum number of pairs before a `StopRule` can end a matchup.

Always-valid intervals are asymptotic, so they need some pairs.
"""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean result and its interval.

    Attributes:
        bb100: the mean, in big blinds per hundred hands.
        half_width: half the width of the mean's 95% interval; infinite, and null in
            JSON, for fewer than two values.
    """

    bb100: float
    half_width: FloatOrNull


@dataclass(slots=True)
class PairStatistics:
    """Sums of an agent's winnings and hands over pairs of mirrored deals.

    Attributes:
        big_blind: the big blind, in chips.
        pairs: number of pairs.
        chips: net winnings in all pairs, in chips; negative for a loss.
        hands: number of hands played in all pairs.
        chips_squared: sum over the pairs of the squared chips.
        hands_squared: sum over the pairs of the squared number of hands.
        chips_by_hands: sum over the pairs of the chips times the number of hands.

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
            chips: net winnings of the agent in the pair, in chips, over all legs.
            hands: hands played in the pair, over all legs.
        """
        self.pairs += 1
        self.chips += chips
        self.hands += hands
        self.chips_squared += chips * chips
        self.hands_squared += hands * hands
        self.chips_by_hands += chips * hands

    def merge(self, other: PairStatistics) -> None:
        """Add the sums over other pairs of the same agent against the same opponents."""
        self.pairs += other.pairs
        self.chips += other.chips
        self.hands += other.hands
        self.chips_squared += other.chips_squared
        self.hands_squared += other.hands_squared
        self.chips_by_hands += other.chips_by_hands

    @property
    def bb100(self) -> float:
        """Big blinds won per hundred hands; 0 before the first hand."""
        return 100 * self.chips / (self.big_blind * self.hands) if self.hands else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of `bb100`; infinite with fewer than two pairs or without hands.

        With carried stacks, pairs differ in their number of hands, so this is the error of a ratio
        of sums (Cochran, Sampling Techniques, section 2.11).
        """
        if self.pairs < 2 or not self.hands:
            return math.inf
        chips, hands, pairs = self.chips, self.hands, self.pairs
        # This is the sum of the pairs' squared residuals, times the squared number of hands. It is
        # an integer, so the order of the pairs does not matter.
        squares = (
            self.chips_squared * hands * hands
            - 2 * chips * hands * self.chips_by_hands
            + chips * chips * self.hands_squared
        )
        spread = math.sqrt(squares * pairs / (pairs - 1)) / hands
        return 100 * spread / (self.big_blind * hands)

    def half_width(self, always_valid: bool = False) -> float:
        """Return half the width of the 95% interval of `bb100`.

        The result is infinite with fewer than two pairs or without hands, and for up to five pairs
        with the same winnings per hand.

        Args:
            always_valid: whether the interval stays valid when you look at it repeatedly and let
                it decide when to stop. Such an interval is wider.

        Source:
            Always valid: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit
            theory and asymptotic confidence sequences, theorem 2.2, tuned for `PLANNED` pairs.
        """
        if self.pairs < 2:
            return math.inf
        return _half_width(self.standard_error, self.pairs, always_valid)

    def interval(self, always_valid: bool = False) -> tuple[float, float]:
        """Return the 95% interval of `bb100`.

        Args:
            always_valid: whether the interval stays valid under repeated looks; see `half_width`,
                which also says when the interval is infinite.
        """
        half = self.half_width(always_valid)
        return self.bb100 - half, self.bb100 + half

    def p_value(self, always_valid: bool = False) -> float:
        """Compute the chance that equal agents get a result at least as far from 0 as `bb100`.

        Args:
            always_valid: whether the p-value stays valid under repeated looks; see `half_width`.

        Returns:
            A two-sided p-value, 0..1. It is 1 with fewer than two pairs or without hands. If the
            standard error is 0, because all pairs had the same winnings per hand, it is that of a
            sign test, or 1 if `bb100` is 0.
        """
        return _p_value(self.bb100, self.standard_error, self.pairs, always_valid)


class PairSum(NamedTuple):
    """What an agent won and played in one pair, summed over all the agent's matchups.

    Attributes:
        won: net winnings in chips, or number of matches that the agent won.
        played: number of hands, or matches, that the agent played.
    """

    won: int
    played: int


class PairColumns(NamedTuple):
    """The `PairSum` of every pair, as columns.

    Attributes:
        won: int64[pairs], as `PairSum.won`.
        played: int64[pairs], as `PairSum.played`.
    """

    won: NDArray[np.int64]
    played: NDArray[np.int64]

    @classmethod
    def of(cls, sums: Sequence[PairSum]) -> PairColumns:
        """Return the columns of sums."""
        table = np.array(sums, np.int64).reshape(-1, 2)
        return cls(table[:, 0], table[:, 1])

    @classmethod
    def summed(cls, parts: Sequence[tuple[Sequence[int], Sequence[int]]]) -> PairColumns:
        """Add up what an agent won and played in several matchups, pair by pair.

        Args:
            parts: for each matchup what the agent won and played in each pair; a matchup that has
                fewer pairs than another adds nothing to the later ones.
        """
        pairs = max(len(won) for won, _ in parts)
        columns = cls(np.zeros(pairs, np.int64), np.zeros(pairs, np.int64))
        for part in parts:
            for column, numbers in zip(columns, part, strict=True):
                column[: len(numbers)] += np.array(numbers, np.int64)
        return columns

    def listed(self) -> list[PairSum]:
        """Return the sum of each pair."""
        return list(map(PairSum, self.won.tolist(), self.played.tolist()))

    def statistics(self, big_blind: int) -> PairStatistics:
        """Return the statistics of an agent that won these chips and played these hands.

        Args:
            big_blind: the big blind, in chips.
        """
        won, played = self.won, self.played
        sums = (int(won.sum()), int(played.sum()))
        return PairStatistics(
            big_blind,
            len(won),
            *sums,
            _product(won, won),
            _product(played, played),
            _product(won, played),
        )

    def effective_trials(self) -> float:
        """Return the result of `effective_trials`, where `won` holds hits, `played` trials."""
        pairs, trials, hits = len(self.won), int(self.played.sum()), int(self.won.sum())
        if pairs < 2 or not 0 < hits < trials:
            return min(trials, pairs)
        # Integers, so that the order of the pairs does not matter: the sum over the pairs of
        # (won * trials - hits * played) squared.
        squares = (
            trials * trials * _product(self.won, self.won)
            - 2 * trials * hits * _product(self.won, self.played)
            + hits * hits * _product(self.played, self.played)
        )
        if not squares:
            return min(trials, 2 * pairs)
        return min(trials, hits * (trials - hits) * trials**2 * (pairs - 1) / (squares * pairs))


def _product(one: NDArray[np.int64], other: NDArray[np.int64]) -> int:
    """Return the exact sum of the products of two columns."""
    if not len(one):
        return 0
    largest = int(abs(one).max()) * int(abs(other).max())
    if largest * len(one) < 1 << 63:
        return int(one @ other)
    return sum(map(mul, one.tolist(), other.tolist()))


class Influence(NamedTuple):
    """A mean over the pairs of some matchups, and how far each pair moves it.

    Attributes:
        mean: what an agent won per hand, or per match; NaN if it played nothing.
        moves: float64[pairs], the influence of each pair on the mean; they add up to 0.
        pairs: the number of pairs; if the matchups differ in it, and count alike, the smallest.
    """

    mean: float
    moves: NDArray[np.float64]
    pairs: int

    @classmethod
    def of(cls, columns: PairColumns) -> Influence:
        """Return the mean of sums: all that was won, divided by all that was played."""
        played = int(columns.played.sum())
        if not played:
            return cls(math.nan, np.zeros(len(columns.won)), len(columns.won))
        mean = int(columns.won.sum()) / played
        return cls(mean, (columns.won - mean * columns.played) / played, len(columns.won))

    @classmethod
    def of_matchups(cls, parts: Sequence[PairColumns]) -> Influence:
        """Return the mean of the matchups' means, in which each matchup counts alike.

        Args:
            parts: what was won and played in each matchup. Pairs with the same number have the same
                cards.
        """
        each = [cls.of(part) for part in parts]
        moves = np.zeros(max(len(one.moves) for one in each))
        for one in each:
            moves[: len(one.moves)] += one.moves / len(each)
        mean = math.fsum(one.mean for one in each) / len(each)
        return cls(mean, moves, min(one.pairs for one in each))

    def padded(self, pairs: int) -> NDArray[np.float64]:
        """Return the moves, with 0 for pairs at the end that are missing."""
        return np.append(self.moves, np.zeros(pairs - len(self.moves)))


@dataclass(frozen=True, slots=True)
class PairedMean:
    """A mean over pairs, in which the cards of a pair can bring luck to several results.

    Attributes:
        value: the mean.
        standard_error: standard error of `value`; infinite with fewer than two pairs, or if an
            agent has not played.
        pairs: number of pairs.
    """

    value: float
    standard_error: float
    pairs: int

    @classmethod
    def of_influence(cls, influence: Influence, scale: float) -> Self:
        """Return a mean and its error, multiplied by a scale."""
        if math.isnan(influence.mean):
            return cls(0.0, math.inf, influence.pairs)
        value, pairs = scale * influence.mean, influence.pairs
        if pairs < 2:
            return cls(value, math.inf, pairs)
        squares = math.fsum((influence.moves * influence.moves).tolist())
        error = scale * math.sqrt(squares * pairs / (pairs - 1))
        # Results without any spread are not quite alike as floating point numbers.
        return cls(value, 0.0 if error <= 1e-12 * abs(value) else error, pairs)

    def interval(self, always_valid: bool = False) -> tuple[float, float]:
        """Return the 95% interval of `value`.

        Args:
            always_valid: whether the interval stays valid under repeated looks; see
                `PairStatistics.half_width`, which also says when the interval is infinite.
        """
        half = _half_width(self.standard_error, self.pairs, always_valid)
        return self.value - half, self.value + half

    def p_value(self, always_valid: bool = False) -> float:
        """Compute the probability of a mean at least as far from 0 as `value` if it should be 0.

        Args:
            always_valid: whether the p-value stays valid under repeated looks; see
                `PairStatistics.half_width`.

        Returns:
            A two-sided p-value, 0..1. It is 1 if the standard error is infinite. If the standard
            error is 0, it is that of a sign test, or 1 if `value` is 0.
        """
        return _p_value(self.value, self.standard_error, self.pairs, always_valid)


@dataclass(frozen=True, slots=True)
class PairedDifference(PairedMean):
    """The difference between the win rates, or the shares of matches won, of two agents.

    Both agents played the same pairs, perhaps against different opponents. The luck that the cards
    of a pair brought both agents cancels, so the interval of the difference is often much narrower
    than the intervals of the two agents. The value is 0 if one of the agents has not played.

    Example:
        >>> ours = [PairSum(3, 2), PairSum(-1, 2), PairSum(2, 2), PairSum(1, 2)]
        >>> PairedDifference.of(ours, ours)
        PairedDifference(value=0.0, standard_error=0.0, pairs=4)
        >>> theirs = [PairSum(2, 2), PairSum(-2, 2), PairSum(0, 2), PairSum(1, 2)]
        >>> difference = PairedDifference.of(ours, theirs)
        >>> difference.value, [round(end, 2) for end in difference.interval()]
        (0.5, [-0.15, 1.15])
    """

    @classmethod
    def of(
        cls, ours: Sequence[PairSum], theirs: Sequence[PairSum], scale: float = 1.0
    ) -> PairedDifference:
        """Compare the winnings of two agents.

        The error is infinite with fewer than two pairs, or if an agent played nothing; in the
        latter case, the difference is 0.

        Args:
            ours: sums of the first agent, one for each pair.
            theirs: sums of the second agent for the same pairs. A pair that is missing for one of
                the agents counts as 0 won and 0 played.
            scale: factor by which the difference and its error are multiplied.

        Source:
            The error of the difference of two ratios of sums: Cochran, Sampling Techniques,
            sections 2.11 and 6.10.
        """
        one, other = (Influence.of(PairColumns.of(each)) for each in (ours, theirs))
        return cls.of_influences(one, other, scale, max(one.pairs, other.pairs))

    @classmethod
    def of_influences(
        cls, ours: Influence, theirs: Influence, scale: float, pairs: int
    ) -> PairedDifference:
        """Compare the means of two agents.

        Args:
            ours: the mean of the first agent.
            theirs: the mean of the second agent, over pairs with the same cards.
            scale: factor by which the difference and its error are multiplied.
            pairs: number of pairs.
        """
        most = max(len(ours.moves), len(theirs.moves))
        moves = ours.padded(most) - theirs.padded(most)
        return cls.of_influence(Influence(ours.mean - theirs.mean, moves, pairs), scale)


def effective_trials(sums: Sequence[PairSum]) -> float:
    """Compute how many independent trials would be as informative as the trials of these pairs.

    Trials of one pair resemble each other because they share the cards. The result never exceeds
    the number of trials. If there are fewer than two pairs, or if none or all of the trials are
    hits, the trials do not show how much they resemble each other; then each pair counts as one. If
    all pairs have the same share of hits, a pair counts as at most two.

    Args:
        sums: for each pair the number of hits, as `PairSum.won`, and of trials, as
            `PairSum.played`.

    Source:
        Kish, Survey Sampling, section 8.2: the number of trials divided by the design effect.

    Example:
        >>> effective_trials([PairSum(2, 2), PairSum(0, 2)] * 50)  # two that always agree
        99.0
        >>> effective_trials([PairSum(1, 2)] * 50), effective_trials([PairSum(0, 2)] * 50)
        (100, 50)
    """
    return PairColumns.of(sums).effective_trials()


@dataclass(frozen=True, slots=True)
class StopRule:
    """A rule that ends a matchup before its maximum number of pairs.

    A matchup stops once the results of each of its agents, over at least `FEWEST` pairs, satisfy
    the rule: its limit `half_width`, or its test `decided`. Both use the always-valid interval.

    Attributes:
        half_width: the largest half-width of the interval, in bb/100, that satisfies the rule; None
            for no such limit.
        decided: whether an interval that does not contain `bound` satisfies the rule.
        bound: a win rate in bb/100. With 0, the rule decides which agent wins, and with 30, whether
            an agent wins by more than 30 bb/100.

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
        """Parse a rule.

        Args:
            text: ``decided``, ``decided:`` and a size such as ``30bb``, or a half-width such as
                ``1bb`` or ``0.5bb``, which must be above 0. Sizes are in bb/100, or with ``mbb`` in
                thousandths of a big blind per hand; 10mbb is 1bb. The unit ``bb`` can be left out.

        Raises:
            OptionError: if the text is not such a rule.
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
            f"until is {text!r}; it must be a half-width in bb/100 such as 1bb, 'decided', or a "
            "difference to test for such as decided:30bb; 10mbb per hand is 1bb"
        )

    def reached(self, statistics: PairStatistics) -> bool:
        """Check whether the results so far satisfy the rule.

        With fewer than `FEWEST` pairs they never do.

        Args:
            statistics: the results of one agent.
        """
        if statistics.pairs < FEWEST:
            return False
        half = statistics.half_width(always_valid=True)
        if self.decided and half < abs(statistics.bb100 - self.bound):
            return True
        return self.half_width is not None and half <= self.half_width


def _half_width(error: float, pairs: int, always_valid: bool) -> float:
    """Return half the width of the 95% interval of a mean over at least two pairs.

    Args:
        error: standard error of the mean.
        pairs: number of pairs.
        always_valid: whether the interval stays valid under repeated looks.
    """
    if math.isinf(error) or (not error and _sign_test(pairs) > 1 - CONFIDENCE):
        return math.inf
    if not always_valid:
        return student(pairs - 1) * error
    grown = pairs * _RHO_SQUARED + 1
    width = 2 * grown * math.log(math.sqrt(grown) / (1 - CONFIDENCE))
    return error * math.sqrt(width / (pairs * _RHO_SQUARED))


def _p_value(mean: float, error: float, pairs: int, always_valid: bool) -> float:
    """Compute the chance of a mean at least as far from 0 as ``mean`` if the true mean is 0."""
    if math.isinf(error):
        return 1.0
    if not error:
        return _sign_test(pairs) if mean else 1.0
    z = mean / error
    if not always_valid:
        return min(1.0, 2 * NormalDist().cdf(-abs(_normal(z, pairs - 1))))
    grown = pairs * _RHO_SQUARED + 1
    exponent = -z * z * pairs * _RHO_SQUARED / (2 * grown)
    return min(1.0, math.sqrt(grown) * math.exp(exponent))


def _sign_test(pairs: int) -> float:
    """Return the chance that all pairs have the same sign if both signs are equally likely.

    It is all that pairs with equal results tell: their spread of 0 says nothing about results that
    are rarer than one in so many pairs.
    """
    return 2.0 ** (1 - pairs)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _normal(t: float, freedom: int) -> float:
    """Convert a Student-distributed value to a normal value, without its sign.

    This is Wallace's approximation.
    """
    stretched = math.sqrt(freedom * math.log1p(t * t / freedom))
    return stretched * (8 * freedom + 1) / (8 * freedom + 3)


_LOG = -2 * math.log(1 - CONFIDENCE)
_RHO_SQUARED = (_LOG + math.log(_LOG) + 1) / PLANNED
"""The parameter rho squared that tunes the always-valid interval for `PLANNED` pairs.

See the appendix on choosing rho in the paper that `PairStatistics.half_width` cites.
"""
