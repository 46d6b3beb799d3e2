"""Amounts in records of hands: conversion of integers and decimals to whole chips and back."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from handsight.formats.toml import value_text
from handsight.game import Amount

Number: TypeAlias = "int | Decimal"

MOST_DIGITS = 6
"""Maximum number of digits of an amount after the decimal point."""

MOST_CHIPS = 1 << 50

_DIGITS = {10**digits: digits for digits in range(MOST_DIGITS + 1)}
"""The number of digits after the decimal point for each possible number of chips in a unit."""


class FieldFault(Exception):
    """A fault in a field or an action of a record, raised where its line number is not known.

    Attributes:
        key: name of the field.
        action: text of the action; empty if the fault is not in an action.
    """

    def __init__(self, reason: str, key: str = "actions", action: str = "") -> None:
        super().__init__(reason)
        self.key = key
        self.action = action


def require_number(key: str, value: object) -> Number:
    """Check that a value is an amount of chips, and return it.

    Raises:
        FieldFault: if the value is neither an integer nor a finite `Decimal`, or its absolute value
            is `MOST_CHIPS` or more; the fault names the field.
    """
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise FieldFault(f"{key} holds {value!r}; it must hold numbers", key)
    if not isinstance(value, int) and not value.is_finite():
        raise FieldFault(f"{key} holds {value}; a hand is replayed with finite chips", key)
    if not -MOST_CHIPS < value < MOST_CHIPS:
        raise FieldFault(f"{key} holds {value}, which is too many chips", key)
    return value


def scale_of(numbers: Sequence[Number]) -> int:
    """Return the smallest power of ten that makes all numbers whole.

    Raises:
        FieldFault: if a number has more than `MOST_DIGITS` digits after the decimal point.
    """
    if are_whole(numbers):
        return 1
    digits = max((_digits(each) for each in numbers if type(each) is not int), default=0)
    if digits > MOST_DIGITS:
        raise FieldFault(
            f"an amount has {digits} digits after the point; at most {MOST_DIGITS} are allowed"
        )
    scale: int = 10**digits
    return scale


@lru_cache(maxsize=4096)
def _digits(number: Number) -> int:
    exponent = int(Decimal(number).normalize().as_tuple().exponent)
    return max(0, -exponent)


def are_whole(numbers: Sequence[Number]) -> bool:
    """Check whether all numbers are integers, which need no conversion; False if there are none."""
    return set(map(type, numbers)) == {int}


class ChipScale:
    """Converts the amounts of a record to chips.

    Args:
        scale: number of chips in one unit of the record.
        is_plain: whether all amounts of the record are integers and one unit is one chip, so that
            nothing has to be converted.
    """

    def __init__(self, scale: int, *, is_plain: bool = False) -> None:
        self.scale = scale
        self.is_plain = is_plain

    @classmethod
    def of(cls, numbers: Sequence[Number]) -> ChipScale:
        """Return the scale that makes all amounts of a record whole; see `scale_of`."""
        return cls(1, is_plain=True) if are_whole(numbers) else cls(scale_of(numbers))

    def whole(self, key: str, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        """Convert the amounts of a field to whole chips.

        Raises:
            FieldFault: if an amount is negative.
        """
        if min(numbers) < 0:
            raise FieldFault(f"{key} holds {min(numbers)}; chips cannot be negative", key)
        if self.is_plain:
            return numbers  # type: ignore[return-value]  # is_plain says so
        scale = self.scale
        return tuple([int(number * scale) for number in numbers])

    def recorded(self, number: Number) -> Amount:
        """Convert a recorded result to chips; fractions of a chip are kept."""
        if isinstance(number, int):
            return number * self.scale
        exact = Fraction(number) * self.scale
        return exact.numerator if exact.denominator == 1 else exact


@lru_cache(maxsize=1 << 14)
def in_units(chips: Amount, unit: int) -> str:
    """Format chips as an amount in the units of the record.

    Args:
        chips: the number of chips.
        unit: number of chips in one unit of the record.
    """
    if type(chips) is int and unit in _DIGITS:
        if unit == 1:
            return str(chips)
        whole_units, rest = divmod(abs(chips), unit)
        sign = "-" if chips < 0 else ""
        if not rest:
            return f"{sign}{whole_units}"
        return f"{sign}{whole_units}.{rest:0{_DIGITS[unit]}}".rstrip("0")
    exact = Fraction(chips) / unit
    whole = exact.denominator == 1
    return value_text(
        exact.numerator if whole else Decimal(exact.numerator) / Decimal(exact.denominator)
    )
