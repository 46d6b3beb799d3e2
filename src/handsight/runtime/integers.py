"""What counts as a whole number."""

from __future__ import annotations

from typing import SupportsIndex

from handsight.errors import OptionError

ABOVE_0 = range(1, 1 << 1024)
NOT_NEGATIVE = range(1 << 1024)
MOST_DRAWN = 10**12
"""More trials, deals or pairs nobody waits for, and counts of them must fit into 64 bits."""


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


def require_drawable(name: str, number: int) -> None:
    """Refuse more trials than anybody could wait for.

    Args:
        name: of the option.
        number: a whole number.

    Raises:
        OptionError: if it is above `MOST_DRAWN`.

    Example:
        >>> require_drawable("games", 10**13)
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: games is 10000000000000; the most is 1,000,000,000,000
    """
    if number > MOST_DRAWN:
        raise OptionError(f"{name} is {number}; the most is {MOST_DRAWN:,}")
