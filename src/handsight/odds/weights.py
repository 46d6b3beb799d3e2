"""Counts that weights may make fractions of."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Count: TypeAlias = "int | Fraction"
"""A number of hands or deals; a fraction where ranges hold fractions of combos."""


def scaled(weight: int, unit: int) -> Count:
    """Divide an integer weight by its unit; the result is an integer where it can be.

    Args:
        weight: a sum of products of numerators.
        unit: the product of the denominators.

    Example:
        >>> scaled(6, 2), scaled(3, 2)
        (3, Fraction(3, 2))
    """
    return weight if unit == 1 else whole(Fraction(weight, unit))


def whole(number: Count) -> Count:
    """Give a fraction that is an integer as one.

    Example:
        >>> from fractions import Fraction
        >>> whole(Fraction(6, 2)), whole(Fraction(1, 2))
        (3, Fraction(1, 2))
    """
    return number.numerator if number.denominator == 1 else number
