"""Random streams as functions of a seed; nothing is global.

The stream of a chunk of work comes from (seed, chunk number), so the result does not depend on how
many workers share the chunks.
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
"""The bits of a drawn seed; a float holds such a number exactly too."""


def seed_or_fresh(seed: int | None) -> int:
    """Return the seed, or for None one drawn from the system.

    Raises:
        OptionError: if it is neither None nor a non-negative integer.
    """
    return secrets.randbits(SEED_BITS) if seed is None else checked_seed(seed)


def checked_seed(seed: int) -> int:
    """Return the seed as a plain integer.

    Raises:
        OptionError: if it is not a non-negative integer.
    """
    if not is_whole(seed, NOT_NEGATIVE):
        raise OptionError(f"seed is {seed!r}; it must be a non-negative integer")
    return seed.__index__()


def raw_words(seed: int, *path: int, count: int) -> NDArray[np.uint64]:
    """Draw 64-bit words from the stream that a seed and a path name: uint64[count].

    The words come from numpy's PCG64 on a `SeedSequence`, both of which numpy keeps stable.

    Args:
        path: non-negative integers that distinguish streams of one seed, such as a chunk number.
    """
    import numpy as np

    source = np.random.PCG64(np.random.SeedSequence(checked_seed(seed), spawn_key=path))
    return np.asarray(source.random_raw(count), dtype=np.uint64)
