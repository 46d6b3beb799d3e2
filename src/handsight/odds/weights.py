"""Counts, which weights of combos may turn into fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Count: TypeAlias = "int | Fraction"
"""A number of hands or deals; a fraction if ranges hold fractions of combos."""


def scaled(weight: int, unit: int) -> Count:
    """Divide a sum of products of numerators by the product of the denominators.

    The result is an integer if it can be.

    Example:
        >>> scaled(6, 2), scaled(3, 2)
        (3, Fraction(3, 2))
    """
    return weight if unit == 1 else whole(Fraction(weight, unit))


def whole(number: Count) -> Count:
    """Convert a whole fraction to an integer.

    Example:
        >>> from fractions import Fraction
        >>> whole(Fraction(6, 2)), whole(Fraction(1, 2))
        (3, Fraction(1, 2))
    """
    return number.numerator if number.denominator == 1 else number
