"""Intervals and tests of shares against printed values and definitions, and rank correlation."""

from fractions import Fraction
from itertools import product
from math import comb, isclose, sqrt

import numpy as np
import pytest

from handsight.errors import OptionError
from handsight.runtime.statistics import (
    difference,
    fisher,
    holm,
    mean_interval,
    rank_correlation,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(9, 10, 0.5958, 0.9821), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634)],
)
def test_wilson_gives_the_printed_values(wins, trials, low, high):
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_knows_nothing_without_trials():
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "trials"), [(11, 10), (-1, 10)])
def test_wilson_refuses_what_cannot_be(wins, trials):
    with pytest.raises(OptionError, match="hits must be from 0 to 10"):
        wilson(wins, trials)


@pytest.mark.parametrize("trials", [1, 2, 10, 997])
def test_wilsons_ends_are_where_the_share_lies_1_96_standard_errors_off(trials: int) -> None:
    for hits in {0, 1, trials // 3, trials}:
        low, high = wilson(hits, trials)
        assert 0 <= low <= hits / trials <= high <= 1
        for end in {low, high} - {0.0, 1.0}:
            off = abs(hits / trials - end) / sqrt(end * (1 - end) / trials)
            assert isclose(off, 1.959963984540054)


def test_wilsons_interval_reaches_the_ends_only_where_all_or_none_hit() -> None:
    assert wilson(0, 7)[0] == 0
    assert wilson(7, 7)[1] == 1


# --- differences, as Newcombe prints them in his table II, method 10 ------------------------------


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((2, 7), (6, 7), 0.0582, 0.8062),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
        ((0, 10), (10, 10), 0.6075, 1.0),
    ],
)
def test_a_difference_has_the_printed_interval(first, second, low, high):
    assert difference(first, second) == pytest.approx((low, high), abs=5e-5)


def test_a_difference_turns_round_with_its_shares():
    low, high = difference((5, 20), (11, 30))
    assert difference((11, 30), (5, 20)) == pytest.approx((-high, -low))


def test_a_difference_takes_trials_of_both():
    with pytest.raises(OptionError, match="at least one trial of each"):
        difference((0, 0), (1, 2))


def naive_ranks(values: list[float]) -> list[float]:
    """Rank by counting: those below, and half of the others that are equal."""
    return [
        sum(other < value for other in values) + (values.count(value) - 1) / 2 for value in values
    ]


def test_only_the_order_counts() -> None:
    values = np.array([0.1, 0.5, 0.2, 0.9])
    assert rank_correlation(values, np.exp(values)) == pytest.approx(1)
    assert rank_correlation(values, -values) == pytest.approx(-1)


def test_equal_values_share_their_rank() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 6, 40).astype(float), rng.integers(0, 9, 40).astype(float)
    expected = np.corrcoef(naive_ranks(one.tolist()), naive_ranks(other.tolist()))[0, 1]
    assert rank_correlation(one, other) == pytest.approx(expected)


def test_values_that_are_all_equal_correlate_with_nothing() -> None:
    assert rank_correlation(np.ones(3), np.arange(3.0)) is None


# --- tests of shares ------------------------------------------------------------------------------


def fisher_in_fractions(first: tuple[int, int], second: tuple[int, int]) -> Fraction:
    """Count the tables with the same margins, as the test is defined."""
    hits, trials = first[0] + second[0], first[1] + second[1]
    ways = {
        mine: comb(first[1], mine) * comb(second[1], hits - mine)
        for mine in range(hits + 1)
        if 0 <= hits - mine <= second[1] and mine <= first[1]
    }
    seen = ways[first[0]]
    return Fraction(sum(each for each in ways.values() if each <= seen), comb(trials, hits))


@pytest.mark.parametrize("trials", [(1, 1), (4, 4), (7, 3), (12, 20)])
def test_fishers_test_counts_what_its_definition_counts(trials: tuple[int, int]) -> None:
    for hits in product(range(trials[0] + 1), range(trials[1] + 1)):
        pairs = list(zip(hits, trials, strict=True))
        exact = fisher_in_fractions(pairs[0], pairs[1])
        assert fisher(pairs[0], pairs[1]) == pytest.approx(float(exact), rel=1e-9)


def test_the_lady_tasting_tea_is_right_by_chance_once_in_seventy() -> None:
    """R. A. Fisher, The Design of Experiments, 1935: four of eight cups, all named rightly."""
    assert fisher((4, 4), (0, 4)) == pytest.approx(2 / 70)


def test_fishers_test_takes_many_trials_and_none() -> None:
    assert fisher((0, 0), (3, 9)) == 1
    assert fisher((300_000, 1_000_000), (301_000, 1_000_000)) == pytest.approx(0.1229, abs=0.001)
    with pytest.raises(OptionError, match="5 hits of 4 trials"):
        fisher((5, 4), (1, 2))


def test_holms_method_multiplies_by_the_tests_that_are_left() -> None:
    assert holm([]) == []
    assert holm([0.04]) == [0.04]
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@pytest.mark.parametrize(("count", "quantile"), [(2, 12.706), (5, 2.776), (11, 2.228), (31, 2.042)])
def test_the_interval_of_a_mean_has_students_printed_quantiles(count, quantile):
    numbers = [1.0, 5.0] + [3.0] * (count - 2)
    error = sqrt(8 / (count - 1) / count)  # both ends are 2 from the mean
    low, high = mean_interval(numbers)
    assert (low, high) == pytest.approx((3 - quantile * error, 3 + quantile * error), abs=2e-3)


def test_the_interval_of_a_single_number_is_refused():
    with pytest.raises(OptionError, match="needs at least 2"):
        mean_interval([1.0])
