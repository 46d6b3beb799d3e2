"""Checks of whole numbers."""

from __future__ import annotations

from typing import SupportsIndex

from handsight.errors import OptionError

ABOVE_0 = range(1, 1 << 1024)
NOT_NEGATIVE = range(1 << 1024)
MOST_DRAWN = 10**12
"""More trials, deals or pairs nobody waits for, and counts of them must fit into 64 bits."""


def is_whole(number: object, allowed: range) -> bool:
    """Say whether something is an integer, neither a bool nor a float, in a range.

    Example:
        >>> is_whole(2, range(1, 4)), is_whole(2.0, range(1, 4)), is_whole(True, range(1, 4))
        (True, False, False)
    """
    if type(number) is int:  # the common case first: asking for a protocol is slow
        return number in allowed
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return number.__index__() in allowed  # `in` compares with each number, unless it gets an int


def require_drawable(name: str, number: int) -> None:
    """Raise `OptionError`, which names the option, for more trials than `MOST_DRAWN`."""
    if number > MOST_DRAWN:
        raise OptionError(f"{name} is {number}; the most is {MOST_DRAWN:,}")
