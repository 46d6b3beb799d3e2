"""Streams of random numbers that depend only on a seed, without a global generator.

Each chunk of work has its own stream, which depends on the seed and the chunk's number. So the
result does not depend on how many workers share the chunks.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from handsight.errors import OptionError
from handsight.runtime.integers import NOT_NEGATIVE, is_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEED_BITS = 53
"""The number of bits in a seed drawn from the system; a float can represent such a seed exactly."""


def seed_or_fresh(seed: int | None) -> int:
    """Return the seed as a plain integer, or draw a random seed from the system if it is None.

    Raises:
        OptionError: if the seed is neither None nor a non-negative integer.
    """
    return secrets.randbits(SEED_BITS) if seed is None else checked_seed(seed)


def checked_seed(seed: int) -> int:
    """Return the seed as a plain integer.

    Raises:
        OptionError: if the seed is not a non-negative integer.
    """
    if not is_whole(seed, NOT_NEGATIVE):
        raise OptionError(f"seed is {seed!r}; it must be a non-negative integer")
    return seed.__index__()


def raw_words(seed: int, *path: int, count: int) -> NDArray[np.uint64]:
    """Draw random 64-bit words, uint64[count], from one of a seed's streams.

    The words come from numpy's PCG64, seeded with a `SeedSequence`; numpy keeps both stable.

    Args:
        seed: the seed, a non-negative integer.
        path: non-negative integers, such as a chunk number, that select one of the seed's streams.
        count: number of words to draw.
    """
    import numpy as np

    source = np.random.PCG64(np.random.SeedSequence(checked_seed(seed), spawn_key=path))
    return np.asarray(source.random_raw(count), dtype=np.uint64)
