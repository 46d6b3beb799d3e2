"""Weights as exact fractions, read from numbers and written as text."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import SupportsFloat, TypeAlias

from handsight.errors import InputError, OptionError

WeightLike: TypeAlias = "Fraction | SupportsFloat"
"""A weight, a share or an amount of chips as functions accept it: any type of number."""

ONE = Fraction(1)
LONGEST = 1100
"""The maximum length of a number in text, in characters."""
FINEST = 10**500
"""The largest denominator of a weight; as ``a/b``, such a weight is not longer than `LONGEST`."""


def exact_weight(number: WeightLike, what: str = "weight") -> Fraction:
    """Convert a number from 0 to 1 to an exact fraction.

    A float is read as Python prints it: 0.1 is one tenth.

    Args:
        number: the number to convert.
        what: the name of the number at the start of the error message.

    Raises:
        OptionError: if the number is not from 0 to 1, or its denominator is above `FINEST`.

    Example:
        >>> exact_weight(0.1), exact_weight(Fraction(1, 3))
        (Fraction(1, 10), Fraction(1, 3))
    """
    try:
        weight = Fraction(number) if isinstance(number, Rational) else Fraction(repr(float(number)))
    except (TypeError, ValueError):
        raise OptionError(f"{what} is {number!r}; it must be a number from 0 to 1") from None
    if not 0 <= weight <= 1:
        raise OptionError(f"{what} is {number}; it must be a number from 0 to 1")
    if weight.denominator > FINEST:
        raise OptionError(f"{what} is a fraction with a denominator above 10**500")
    return weight


def fraction_of(number: str, *, percent: bool = False) -> Fraction:
    """Convert a number written as text, like 0.75 or 1/3, to an exact fraction.

    Args:
        number: the text, which must be a valid number.
        percent: whether the number is a percentage.

    Raises:
        InputError: if the text is longer than `LONGEST`.

    Example:
        >>> fraction_of("0.75"), fraction_of("75", percent=True)
        (Fraction(3, 4), Fraction(3, 4))
    """
    if len(number) > LONGEST:
        raise InputError(f"a number may have at most {LONGEST:,} characters")
    return Fraction(number) / (100 if percent else 1)


def weight_text(weight: Fraction) -> str:
    """Write a weight so that it reads back exactly: as a finite decimal, or else as a fraction.

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
    """Count the decimals of a fraction with this denominator; return None if they never end.

    Args:
        denominator: the denominator of the reduced fraction.
    """
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None
