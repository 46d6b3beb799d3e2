"""Checks of integers."""

from __future__ import annotations

from typing import SupportsIndex

from handsight.errors import OptionError

ABOVE_0 = range(1, 1 << 1024)
NOT_NEGATIVE = range(1 << 1024)
MOST_DRAWN = 10**12
"""The maximum of trials, deals or pairs: nobody waits for more, and counts must fit in 64 bits."""


def is_whole(number: object, allowed: range) -> bool:
    """Check whether something is an integer in a range, and not a bool or a float.

    Example:
        >>> is_whole(2, range(1, 4)), is_whole(2.0, range(1, 4)), is_whole(True, range(1, 4))
        (True, False, False)
    """
    if type(number) is int:  # the common case first: checking for a protocol is slow
        return number in allowed
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return number.__index__() in allowed  # `in` compares with each number unless it gets an int


def require_drawable(name: str, number: int) -> None:
    """Raise `OptionError`, naming the option, for more trials than `MOST_DRAWN`."""
    if number > MOST_DRAWN:
        raise OptionError(f"{name} is {number}; it must be at most {MOST_DRAWN:,}")
