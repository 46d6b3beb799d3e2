"""The global generators of Python and numpy, from which the bots of others draw.

We never draw from them ourselves. But a bot that does would play another match each time; so they
are seeded from the agent's own stream while it decides, and put back afterwards. That is why this
module takes them by name, and no other does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from typing import Any

PYTHON: Any = import_module("random")
"""Python's module with its global generator."""


@contextmanager
def seeded_from(rng: Random) -> Iterator[None]:
    """Let what is drawn from the global generators come from a stream.

    Args:
        rng: the stream, of which one number is taken.

    Example:
        >>> drawn = []
        >>> for _ in range(2):
        ...     with seeded_from(Random(7)):
        ...         drawn.append(PYTHON.random())
        >>> drawn[0] == drawn[1]
        True
    """
    seed = rng.getrandbits(32)
    numpy = getattr(sys.modules.get("numpy"), "random", None)
    state = PYTHON.getstate()
    numpy_state = numpy.get_state() if numpy else None
    PYTHON.seed(seed)
    if numpy:
        numpy.seed(seed)
    try:
        yield
    finally:
        PYTHON.setstate(state)
        if numpy:
            numpy.set_state(numpy_state)
