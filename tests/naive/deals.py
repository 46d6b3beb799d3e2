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


def cards_of(masks: NDArray[np.uint64], size: int) -> NDArray[np.uint8]:
    """Give the cards of masks: uint8[n, size]."""
    cards, left = np.empty((len(masks), size), np.uint8), masks
    for place in range(size):
        others = left & (left - np.uint64(1))
        bit = np.bitwise_count((left ^ others) - np.uint64(1))
        cards[:, place], left = 4 * (bit & 15) + (bit >> 4), others
    return cards


def one_of_alike(
    masks: NDArray[np.uint64], random: np.random.Generator
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Choose one of all hands that are alike but for suits, with its suits in a random order.

    Args:
        masks: all hands of some size, or a part of them; each class is in the part that has the
            hand whose suits' ranks fall, or stay equal, from suit to suit.

    Returns:
        The chosen hands, and how many hands are alike.
    """
    shifts = np.arange(0, 64, 16, dtype=np.uint64)
    suits = masks[:, None] >> shifts & np.uint64(0xFFFF)
    suits = suits[(np.diff(suits.astype(np.int64)) <= 0).all(1)]
    # Suits with equal ranks may change places: 4! orders, divided by those that change nothing.
    which = np.cumsum(np.diff(suits.astype(np.int64), prepend=-1) != 0, axis=1)
    runs = (which[:, :, None] == np.arange(1, 5)).sum(1)
    factorials = np.array([1, 1, 2, 6, 24])
    alike = 24 // factorials[runs].prod(1)
    chosen = random.permuted(suits, axis=1)
    return (chosen << shifts).sum(1, dtype=np.uint64), alike


def _masks_from(head: list[int], size: int) -> NDArray[np.uint64]:
    """Give all hands of some size whose lowest cards are those of the head, which is ascending."""
    rest = size - len(head)
    smaller = all_masks(rest)
    return smaller[smaller.size - comb(51 - head[-1], rest) :] | np.uint64(mask_of(head))
