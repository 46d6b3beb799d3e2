"""Amounts as they are written: the shortest decimal of exactly their value."""

from decimal import Decimal
from fractions import Fraction

import pytest

from handsight.formats.amounts import in_units


@pytest.mark.parametrize("digits", range(7))
def test_an_amount_is_the_shortest_decimal_of_its_value(digits: int) -> None:
    unit = 10**digits
    for chips in (0, 1, 5, 10, 100, 250, 999, 1_000_000, 123_456_789, (1 << 50) - 1):
        for signed in (chips, -chips):
            text = in_units(signed, unit)
            assert Fraction(text) == Fraction(signed, unit)
            assert text == f"{Decimal(signed) / unit:f}" if signed % unit else str(signed // unit)
            assert "." not in text or not text.endswith("0")


def test_half_a_chip_has_one_more_digit() -> None:
    assert [in_units(Fraction(5, 2), 1), in_units(Fraction(5, 2), 100)] == ["2.5", "0.025"]
    assert in_units(7, 2) == "3.5"
