"""Counts that weights may make fractions of."""

from fractions import Fraction

import pytest

from handsight.odds.weights import scaled, whole


@pytest.mark.parametrize(
    ("weight", "unit", "count"), [(6, 2, 3), (0, 7, 0), (10**40, 10**39, 10), (5, 1, 5)]
)
def test_a_weight_that_its_unit_divides_is_an_integer(weight: int, unit: int, count: int) -> None:
    assert scaled(weight, unit) == count
    assert type(scaled(weight, unit)) is int


def test_a_weight_that_its_unit_does_not_divide_is_a_fraction() -> None:
    assert scaled(10, 4) == Fraction(5, 2)


@pytest.mark.parametrize("number", [3, Fraction(3), Fraction(6, 2)])
def test_a_whole_fraction_becomes_an_integer(number: Fraction) -> None:
    assert whole(number) == 3
    assert type(whole(number)) is int


def test_other_fractions_stay() -> None:
    assert whole(Fraction(1, 3)) == Fraction(1, 3)
