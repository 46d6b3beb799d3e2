"""Rank correlation, held against a counting of ranks one by one."""

import numpy as np
import pytest

from handsight.runtime.correlation import rank_correlation


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
