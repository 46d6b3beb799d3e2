"""All five-card hands."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

HANDS = comb(52, 5)
"""2,598,960."""


def every_five() -> NDArray[np.uint8]:
    """Give all five-card hands in lexicographic order: uint8[2598960, 5] of cards 0..51."""
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, 5 * HANDS).reshape(HANDS, 5)
