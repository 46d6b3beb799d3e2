"""Check whether two programs that did the same job agree; nothing is timed before that."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

EXACT = 1e-9
"""The largest difference between two exact shares in floating point."""

MOST_ERRORS = 6.0
"""The largest difference between two samples, in standard errors."""


def same_order(ours: Sequence[Any], theirs: Sequence[Any]) -> str:
    """Compare two rankings of the same hands: scales may differ, order and ties may not.

    Args:
        ours: for each hand a number, larger for better hands.
        theirs: for each hand any value with the same order.

    Returns:
        What is wrong; empty if nothing is.

    Example:
        >>> same_order([1, 5, 5], [10, 30, 30]), same_order([1, 2], [7, 7])
        ('', 'what we give 1 and 2 is given 7 and 7')
    """
    if len(ours) != len(theirs):
        return f"{len(ours)} and {len(theirs)} hands"
    for (us, them), (next_us, next_them) in pairwise(sorted(zip(ours, theirs, strict=True))):
        if (them < next_them) != (us < next_us):
            return f"what we give {us} and {next_us} is given {them} and {next_them}"
    return ""


def same_values(ours: Sequence[Any], theirs: Sequence[Any]) -> str:
    """Compare values that have to be equal.

    Example:
        >>> same_values([1, 2], [1, 3])
        'answer 1: 2 and 3'
    """
    if len(ours) != len(theirs):
        return f"{len(ours)} and {len(theirs)} answers"
    for place, (us, them) in enumerate(zip(ours, theirs, strict=True)):
        if us != them:
            return f"answer {place}: {us} and {them}"
    return ""


def same_shares(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Compare exact shares of the pot, allowing for rounding errors."""
    return near(ours, theirs, EXACT)


def near_shares(ours: Sequence[float], theirs: Sequence[float], trials: int) -> str:
    """Compare shares of the pot, of which at least one is sampled.

    Args:
        trials: number of trials of the smaller sample. The standard error of one share is at most
            0.5 / sqrt(trials).
    """
    return near(ours, theirs, MOST_ERRORS * (2 * 0.25 / trials) ** 0.5)


def near(ours: Sequence[float], theirs: Sequence[float], most: float) -> str:
    """Compare numbers that may differ by some distance.

    Args:
        most: the largest difference within a pair.
    """
    if len(ours) != len(theirs):
        return f"{len(ours)} and {len(theirs)} answers"
    for place, (us, them) in enumerate(zip(ours, theirs, strict=True)):
        if not abs(us - them) <= most:
            return f"answer {place}: {us} and {them}, more than {most:.1e} apart"
    return ""
