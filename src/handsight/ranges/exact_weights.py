"""Weights as exact fractions: read from numbers, written as text."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import SupportsFloat, TypeAlias

from handsight.errors import OptionError

WeightLike: TypeAlias = "Fraction | SupportsFloat"
"""What a function that takes a weight or a share accepts: any number from 0 to 1."""

ONE = Fraction(1)


def exact_weight(number: WeightLike, what: str = "weight") -> Fraction:
    """Read a number from 0 to 1 exactly.

    A float counts as what it prints: 0.1 is one tenth.

    Args:
        number: an integer, a fraction, a float or a decimal.
        what: what the number is, for the error's words.

    Raises:
        OptionError: if it is no number from 0 to 1.

    Example:
        >>> exact_weight(0.1), exact_weight(Fraction(1, 3))
        (Fraction(1, 10), Fraction(1, 3))
    """
    try:
        weight = Fraction(number) if isinstance(number, Rational) else Fraction(repr(float(number)))
    except (TypeError, ValueError):
        raise OptionError(f"{what} is {number!r}; it takes a number from 0 to 1") from None
    if not 0 <= weight <= 1:
        raise OptionError(f"{what} is {number}; it takes a number from 0 to 1")
    return weight


def weight_text(weight: Fraction) -> str:
    """Write a weight so that it reads back exactly: as a decimal if it has an end.

    Args:
        weight: from 0 to 1.

    Example:
        >>> weight_text(Fraction(3, 4)), weight_text(Fraction(1, 3)), weight_text(ONE)
        ('0.75', '1/3', '1')
    """
    digits = _decimals(weight.denominator)
    if digits is None:
        return f"{weight.numerator}/{weight.denominator}"
    if not digits:
        return str(weight.numerator)
    scaled = weight.numerator * 10**digits // weight.denominator
    return f"0.{scaled:0{digits}}"


def _decimals(denominator: int) -> int | None:
    """How many decimals a reduced fraction has; None if they do not end."""
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None
