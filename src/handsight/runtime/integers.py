"""What counts as a whole number."""

from __future__ import annotations

from typing import SupportsIndex

ABOVE_0 = range(1, 1 << 1024)
NOT_NEGATIVE = range(1 << 1024)


def is_whole(number: object, allowed: range) -> bool:
    """Say whether something is an integer, neither a bool nor a float, in a range.

    Args:
        number: anything.
        allowed: the range.

    Example:
        >>> is_whole(2, range(1, 4)), is_whole(2.0, range(1, 4)), is_whole(True, range(1, 4))
        (True, False, False)
    """
    if type(number) is int:  # a protocol is slow to ask
        return number in allowed
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return False
    return number.__index__() in allowed  # a numpy integer would be looked for one by one
