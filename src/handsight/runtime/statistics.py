"""Confidence intervals and tests for shares and their differences, and rank correlation."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Annotated, TypeAlias

from handsight.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOT_FINITE = "null in JSON if it is not finite"

FloatOrNull: TypeAlias = Annotated[float, NOT_FINITE]
"""The type of a report's field that can be infinite or undefined, and is then null in JSON."""

Z_95 = 1.959963984540054
"""Half the width, in standard deviations, of the central 95% of a normal distribution."""

_EXACT_T = {1: 12.7062047, 2: 4.3026527, 3: 3.1824463, 4: 2.7764451, 5: 2.5705818}
"""{degrees of freedom: Student's .975 quantile}, where the series of `student` is inaccurate."""

_ROUNDING = 1e-7
"""The relative difference up to which `fisher` treats the probabilities of two tables as equal."""


def wilson(hits: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95% confidence interval for a share of hits; (0, 1) if there are no trials.

    Args:
        hits: the number of hits, which need not be an integer if ``trials`` is an effective number.
        trials: the number of independent trials, or an effective number of them.

    Raises:
        OptionError: if there are more hits than trials, or the number of hits is negative.

    Source:
        E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
        Journal of the American Statistical Association 22, 1927.

    Example:
        >>> [round(end, 3) for end in wilson(9, 10)]
        [0.596, 0.982]
    """
    if not 0 <= hits <= trials:
        raise OptionError(f"{hits} hits of {trials} trials; hits must be from 0 to {trials}")
    if not trials:
        return 0.0, 1.0
    square, share = Z_95 * Z_95, hits / trials
    whole = 1 + square / trials
    middle = (share + square / (2 * trials)) / whole
    reach = Z_95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / whole
    # If there are no hits or only hits, one end is exactly 0 or 1; rounding would miss it slightly.
    low = 0.0 if not hits else max(0.0, middle - reach)
    return low, 1.0 if hits == trials else min(1.0, middle + reach)


def student(freedom: int) -> float:
    """Return Student's .975 quantile by degrees of freedom, at least 1.

    Source:
        M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.7.5.

    Example:
        >>> round(student(10), 3)
        2.228
    """
    if freedom in _EXACT_T:
        return _EXACT_T[freedom]
    z = NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def mean_interval(numbers: Sequence[float]) -> tuple[float, float]:
    """Return Student's 95% confidence interval for the mean of independent numbers.

    Args:
        numbers: at least two numbers.

    Raises:
        OptionError: if there are fewer than two numbers.

    Example:
        >>> [round(end, 2) for end in mean_interval([0, 0, 1, 3])]
        [-1.25, 3.25]
    """
    count = len(numbers)
    if count < 2:
        raise OptionError(f"{count} numbers; the interval of a mean needs at least 2")
    mean = fsum(numbers) / count
    variance = fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    half = student(count - 1) * sqrt(variance / count)
    return mean - half, mean + half


def difference(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    """Return Newcombe's 95% confidence interval, -1 to 1, for the second share minus the first.

    Args:
        first: the number of hits and the number of trials of the first share, at least one trial.
        second: the number of hits and the number of trials of the second share, at least one trial.

    Raises:
        OptionError: if a share has no trials, more hits than trials, or a negative number of hits.

    Source:
        R. G. Newcombe, "Interval Estimation for the Difference between Independent Proportions",
        Statistics in Medicine 17, 1998, method 10.

    Example:
        >>> [round(end, 4) for end in difference((48, 80), (56, 70))]
        [0.0524, 0.3339]
    """
    if not (first[1] and second[1]):
        raise OptionError("a difference of shares needs at least one trial of each")
    low, high = wilson(*first), wilson(*second)
    one, other = first[0] / first[1], second[0] / second[1]
    gap = other - one
    return (
        gap - hypot(other - high[0], low[1] - one),
        gap + hypot(high[1] - other, one - low[0]),
    )


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return the p-value of the difference between two shares.

    This is Fisher's exact two-sided test: the p-value is the sum of the probabilities of all 2x2
    tables with the same margins that are no more probable than the observed table.

    Args:
        first: the number of hits and the number of trials of the first share.
        second: the number of hits and the number of trials of the second share.

    Raises:
        OptionError: if a share has more hits than trials, or a negative number of hits.

    Source:
        R. A. Fisher, "The Logic of Inductive Inference", Journal of the Royal Statistical Society
        98, 1935.

    Example:
        >>> round(fisher((3, 4), (1, 4)), 4)
        0.4857
    """
    import numpy as np

    for hit, tried in (first, second):
        if not 0 <= hit <= tried:
            raise OptionError(f"{hit} hits of {tried} trials; hits must be from 0 to {tried}")
    trials, all_trials = first[1], first[1] + second[1]
    all_hits = first[0] + second[0]
    least, most = max(0, trials + all_hits - all_trials), min(trials, all_hits)
    hits = np.arange(least, most, dtype=np.float64)
    # The logarithm of each table's probability divided by the probability of the table before it.
    steps = np.log(all_hits - hits) + np.log(trials - hits)
    steps -= np.log(hits + 1) + np.log(all_trials - trials - all_hits + hits + 1)
    logs = np.concatenate(([0.0], np.cumsum(steps)))
    weights = np.exp(logs - logs.max())
    as_improbable = weights <= weights[first[0] - least] * (1 + _ROUNDING)
    return min(1.0, float(weights[as_improbable].sum() / weights.sum()))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Adjust the p-values of several tests with Holm's correction for multiple testing.

    If all null hypotheses are true, the probability that the smallest adjusted p-value is below a
    level is at most that level, no matter how the tests depend on each other. Adjusted p-values are
    at most 1, and are in the order of the tests.

    Source:
        S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
        Statistics 6, 1979.

    Example:
        >>> holm([0.01, 0.5, 0.02])
        [0.03, 0.5, 0.04]
    """
    corrected, reached = [1.0] * len(probabilities), 0.0
    order = sorted(range(len(probabilities)), key=lambda place: probabilities[place])
    for done, place in enumerate(order):
        reached = max(reached, min(1.0, (len(order) - done) * probabilities[place]))
        corrected[place] = reached
    return corrected


def rank_correlation(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> float | None:
    """Return Spearman's rank correlation, -1 to 1, of two arrays of equal length.

    Equal numbers share their average rank. The result is None if all numbers in an array are equal.

    Example:
        >>> import numpy as np
        >>> round(rank_correlation(np.array([1.0, 2.0, 4.0]), np.array([0.1, 0.2, 0.3])), 6)
        1.0
    """
    import numpy as np

    one, other = (ranks - ranks.mean() for ranks in (_ranks(ours), _ranks(theirs)))
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / spread if spread else None


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place])
