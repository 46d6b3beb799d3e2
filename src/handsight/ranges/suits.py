"""Changes of suits: what they make of combos, and which boards they make alike.

Suits have no order in poker. A board's first form is what remains when suits are renamed: its
four suits sorted by the ranks that they hold, the highest first. Boards with the same first form
are one class; there are 1,755 classes of flops and 16,432 of boards of four cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from handsight.cards.card import DECK_SIZE
from handsight.ranges.combos import COMBOS, MASKS

CHANGES = tuple(permutations(range(4)))
"""The 24 changes of suits; the first leaves all as they are."""

LANE = 16
"""Bits of a mask that belong to a suit."""


@cache
def combo_tables() -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int16]]:
    """Give the masks of all combos, their cards, and what each change of suits makes of them.

    They are uint64[1326], uint8[1326, 2] and int16[24, 1326].
    """
    cards = np.array(COMBOS)
    changed = cards & ~3 | np.array(CHANGES)[:, cards & 3]
    low, high = changed.min(axis=2), changed.max(axis=2)
    number_of = np.zeros((52, 52), np.int16)
    number_of[cards[:, 0], cards[:, 1]] = np.arange(len(COMBOS))
    turned = number_of[low, high]
    return np.array(MASKS, np.uint64), np.array(COMBOS, np.uint8), turned


@dataclass(frozen=True, eq=False)
class BoardClasses:
    """The classes of all boards of a size.

    A board's place is the number of its cards among all sets of that size: C(a, 1) + C(b, 2) +
    C(c, 3) + ... of its cards a < b < c < ...

    Attributes:
        size: cards of a board.
        class_of: uint16[places], the class of each board.
        change_of: uint8[places], the change of suits that brings it to the first form.
        firsts: uint64[classes], the masks of the first forms, ascending.
        boards: int64[classes], how many boards there are in each class.

    Example:
        >>> classes = board_classes(3)
        >>> len(classes.firsts), int(classes.boards.sum())
        (1755, 22100)
    """

    size: int
    class_of: NDArray[np.uint16]
    change_of: NDArray[np.uint8]
    firsts: NDArray[np.uint64]
    boards: NDArray[np.int64]


@cache
def board_classes(size: int) -> BoardClasses:
    """Sort all boards of three or four cards into classes; the arrays are read-only."""
    cards = all_boards(size)
    lanes = np.zeros((len(cards), 4), np.int64)
    for column in cards.T:
        lanes[np.arange(len(cards)), column & 3] |= 1 << (column >> 2)
    order = np.argsort(-lanes, axis=1, kind="stable")  # where each suit of the first form is from
    lanes = np.take_along_axis(lanes, order, axis=1)
    masks = (lanes.astype(np.uint64) << np.arange(0, 4 * LANE, LANE, dtype=np.uint64)).sum(axis=1)
    firsts, numbers, boards = np.unique(masks, return_inverse=True, return_counts=True)
    numbers_of = {change: number for number, change in enumerate(CHANGES)}
    code_of = np.zeros(4**4, np.uint8)
    digits = 4 ** np.arange(4)
    for change, number in numbers_of.items():
        code_of[int(digits @ np.array(change))] = number
    changes = code_of[np.argsort(order, axis=1) @ digits]
    arrays = numbers.ravel().astype(np.uint16), changes, firsts, boards.astype(np.int64)
    for array in arrays:
        array.setflags(write=False)
    return BoardClasses(size, *arrays)


def all_boards(size: int) -> NDArray[np.int64]:
    """List the cards of all boards of a size in the order of their places: int64[places, size]."""
    count = comb(DECK_SIZE, size)
    each = chain.from_iterable(combinations(range(DECK_SIZE - 1, -1, -1), size))
    listed = np.fromiter(each, np.int64, count * size).reshape(count, size)
    return listed[::-1, ::-1]  # by the highest card first: the places ascend
