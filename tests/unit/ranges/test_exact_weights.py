"""Weights are fractions: what comes in is taken at its word, what goes out reads back."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges.exact_weights import (
    FINEST,
    LONGEST,
    exact_weight,
    fraction_of,
    weight_text,
)


@pytest.mark.parametrize(
    ("number", "weight"),
    [
        (0, Fraction(0)),
        (1, Fraction(1)),
        (0.1, Fraction(1, 10)),
        (0.75, Fraction(3, 4)),
        (Decimal("0.3"), Fraction(3, 10)),
        (Fraction(1, 3), Fraction(1, 3)),
        (np.float64(0.2), Fraction(1, 5)),
        (np.float32(0.5), Fraction(1, 2)),
        (np.int64(1), Fraction(1)),
        (1e-7, Fraction(1, 10**7)),
    ],
)
def test_a_number_counts_as_what_it_prints(number: Any, weight: Fraction) -> None:
    assert exact_weight(number) == weight


@pytest.mark.parametrize("number", [-0.1, 1.01, 2, float("nan"), float("inf"), None, "x", [1]])
def test_a_weight_is_a_number_from_0_to_1(number: Any) -> None:
    with pytest.raises(OptionError, match=r"share is .*; it must be a number from 0 to 1"):
        exact_weight(number, "share")


@pytest.mark.parametrize(
    ("weight", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (Fraction(1, 2), "0.5"),
        (Fraction(3, 40), "0.075"),
        (Fraction(1, 10**7), "0.0000001"),
        (Fraction(1, 3), "1/3"),
        (Fraction(7, 12), "7/12"),
    ],
)
def test_a_weight_is_written_as_a_decimal_where_that_ends(weight: Fraction, text: str) -> None:
    assert weight_text(weight) == text
    assert Fraction(text) == weight


def test_the_text_of_a_number_is_read_exactly() -> None:
    texts = {"0.1": Fraction(1, 10), "1/3": Fraction(1, 3), ".5": Fraction(1, 2), "7": Fraction(7)}
    assert {text: fraction_of(text) for text in texts} == texts
    assert fraction_of("12.5", percent=True) == Fraction(1, 8)


def test_a_text_is_read_up_to_a_length() -> None:
    assert fraction_of("0." + "3" * (LONGEST - 2)) < Fraction(1, 3)
    with pytest.raises(InputError, match="a number may have at most 1,100 characters"):
        fraction_of("0." + "3" * (LONGEST - 1))


@pytest.mark.parametrize("number", [5e-324, 2.0**-1074, 1 - 2**-53])
def test_the_finest_floats_are_fine_enough(number: float) -> None:
    weight = exact_weight(number)
    assert fraction_of(weight_text(weight)) == weight


def test_the_finest_fraction_reads_back_and_a_finer_one_is_refused() -> None:
    finest = Fraction(1, FINEST - 1)
    assert fraction_of(weight_text(exact_weight(finest))) == finest
    with pytest.raises(
        OptionError, match=r"weight is a fraction with a denominator above 10\*\*500"
    ):
        exact_weight(Fraction(1, FINEST + 1))
