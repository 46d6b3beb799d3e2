"""Seeds the global random number generators of Python and numpy, from which many bots draw.

A bot that draws from the global generators would play a different match each time. So they are
seeded from the agent's own random numbers while the bot decides, and restored afterwards.
handsight's own code never draws from them, and no other module uses them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random


def uses_numpy(bot: object) -> bool:
    """Return whether a global name in a bot's module refers to numpy or to something from it.

    Example:
        >>> uses_numpy(Random(1))
        False
    """
    module = sys.modules.get(type(bot).__module__)
    names = (_home_of(value) for value in vars(module).values()) if module else ()
    return any(name.partition(".")[0] == "numpy" for name in names)


def _home_of(value: object) -> str:
    module = getattr(value, "__module__", None)
    name = getattr(value, "__name__", "") if module is None else module
    return name if isinstance(name, str) else ""


@contextmanager
def seeded_from(rng: Random, with_numpy: bool = False) -> Iterator[None]:
    """Seed the global generators from a stream of random numbers within a ``with`` block.

    At the end of the block, their previous states are restored.

    Args:
        rng: the stream, from which one number is drawn.
        with_numpy: whether to seed numpy's generator too, which takes longer.

    Example:
        >>> drawn = []
        >>> for _ in range(2):
        ...     with seeded_from(Random(7)):
        ...         drawn.append(random.random())
        >>> drawn[0] == drawn[1]
        True
    """
    seed = rng.getrandbits(32)
    numpy = import_module("numpy.random") if with_numpy else None
    state, numpy_state = random.getstate(), numpy and numpy.get_state()
    random.seed(seed)
    if numpy:
        numpy.seed(seed)
    try:
        yield
    finally:
        random.setstate(state)
        if numpy:
            numpy.set_state(numpy_state)
