"""Repeats of a test with other numbers: a few always, all of them on demand (-m exhaustive)."""

from collections.abc import Iterable
from typing import Any

import pytest


def repeats(values: Iterable[Any], always: int) -> list[Any]:
    """Give the values of a parameter, of which but the first so many are exhaustive.

    The first ones are spread evenly over all, so that they have a bit of each sort.
    """
    listed = list(values)
    chosen = {place * len(listed) // always for place in range(min(always, len(listed)))}
    return [
        value if place in chosen else pytest.param(value, marks=pytest.mark.exhaustive)
        for place, value in enumerate(listed)
    ]
