"""Hands to try: all that there are, or a sample that is the same every time."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

DECK = range(52)


def mask_of(cards: Iterable[int]) -> int:
    """Put cards 4 * rank + suit into a mask, one bit 16 * suit + rank each."""
    return sum(1 << (16 * (card % 4) + card // 4) for card in cards)


def sample(size: int, count: int, seed: int) -> list[list[int]]:
    """Deal hands of some size from a full deck each."""
    random = Random(seed)
    return [random.sample(DECK, size) for _ in range(count)]


def sample_masks(size: int, count: int, seed: int) -> NDArray[np.uint64]:
    """Deal the same hands as `sample`, and give them as masks."""
    random = Random(seed)
    hands = (random.sample(DECK, size) for _ in range(count))
    return np.fromiter(map(mask_of, hands), np.uint64, count)


@cache
def all_masks(size: int) -> NDArray[np.uint64]:
    """Give all hands of some size, in the lexicographic order of their cards.

    Hands that begin after a card are the last ones of all hands one card smaller.
    """
    if size == 0:
        return np.zeros(1, np.uint64)
    return np.concatenate([_masks_from([first], size) for first in DECK])


def blocks_of_masks(size: int) -> Iterator[NDArray[np.uint64]]:
    """Give all hands of five to seven cards in blocks, in lexicographic order."""
    if size == 5:
        yield all_masks(5)
        return
    for head in combinations(DECK, size - 5):
        block = _masks_from(list(head), size)
        if block.size:
            yield block


def _masks_from(head: list[int], size: int) -> NDArray[np.uint64]:
    """Give all hands of some size whose lowest cards are those of the head, which is ascending."""
    rest = size - len(head)
    smaller = all_masks(rest)
    return smaller[smaller.size - comb(51 - head[-1], rest) :] | np.uint64(mask_of(head))
