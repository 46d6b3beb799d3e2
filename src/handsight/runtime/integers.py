"""Functions that check integers, and ranges of integers that options allow."""

from __future__ import annotations

from typing import SupportsIndex

from handsight.errors import OptionError

ABOVE_0 = range(1, 1 << 1024)
NOT_NEGATIVE = range(1 << 1024)
MOST_DRAWN = 10**12
"""The maximum number of trials, deals or pairs: counts up to it fit in 64 bits, and computing more
would take too long."""


def is_whole(number: object, allowed: range) -> bool:
    """Check whether an object is an integer in a range; bools and floats do not count as integers.

    Example:
        >>> is_whole(2, range(1, 4)), is_whole(2.0, range(1, 4)), is_whole(True, range(1, 4))
        (True, False, False)
    """
    if type(number) is int:  # the common case first, because the protocol check is slow
        return number in allowed
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return number.__index__() in allowed  # `in` is fast only for an int; else it tries each number


def require_drawable(name: str, number: int) -> None:
    """Raise an `OptionError` that names the option if a number exceeds `MOST_DRAWN`."""
    if number > MOST_DRAWN:
        raise OptionError(f"{name} is {number}; it must be at most {MOST_DRAWN:,}")
