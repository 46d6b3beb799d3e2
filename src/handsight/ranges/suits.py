"""Changes of suits: how they map combos, and which boards they make equivalent.

Suits have no order in poker. The canonical form of a board sorts the four suits by the ranks that
the board has in each suit, the highest first. Boards with the same canonical form are one class.
There are 1,755 classes of flops, and 16,432 classes of boards with four cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, pairwise, permutations
from math import comb, factorial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from handsight.cards.card import DECK_SIZE
from handsight.ranges.combos import COMBOS, MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from handsight.cards import CardSet

CHANGES = tuple(permutations(range(4)))
"""The 24 changes of suits; the first is the identity."""

SuitChange: TypeAlias = tuple[int, ...]
"""The new suit for each of the four suits."""

LANE = 16
"""The number of bits in a mask for each suit."""


@cache
def combo_tables() -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int16]]:
    """Return tables of all combos: masks, cards, and images under each change of suits.

    Returns:
        uint64[1326], the mask of each combo; uint8[1326, 2], its two card indices; and
        int16[24, 1326], the number of the combo that each change of suits turns each combo into.
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
    """All boards of a given size, in classes of boards that differ only by a change of suits.

    The index of a board with card indices a < b < c < ... is C(a, 1) + C(b, 2) + C(c, 3) + ...

    Attributes:
        size: the number of cards on a board.
        class_of: uint16[n], the index of each board's class in ``firsts``, by board index.
        change_of: uint8[n], the index in `CHANGES` of the change of suits that turns each board
            into its canonical form, by board index.
        firsts: uint64[classes], the mask of each class's canonical form, ascending.
        boards: int64[classes], the number of boards in each class.

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
    """Sort all boards of three or four cards into classes.

    Args:
        size: the number of cards on a board, 3 or 4.

    Returns:
        The classes, whose arrays are read-only.
    """
    cards = all_boards(size)
    lanes = np.zeros((len(cards), 4), np.int64)
    for column in cards.T:
        lanes[np.arange(len(cards)), column & 3] |= 1 << (column >> 2)
    order = np.argsort(-lanes, axis=1, kind="stable")  # which suit becomes each canonical suit
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
    """List all boards of `size` cards, in order of the index in `BoardClasses`: int64[n, size]."""
    count = comb(DECK_SIZE, size)
    each = chain.from_iterable(combinations(range(DECK_SIZE - 1, -1, -1), size))
    listed = np.fromiter(each, np.int64, count * size).reshape(count, size)
    return listed[::-1, ::-1]  # sorted by the highest card first, so the indices ascend


# --- boards that are equivalent for some ranges ---------------------------------------------------


def alike_changes(weights: NDArray[Any]) -> list[SuitChange]:
    """List the changes of suits that leave all ranges unchanged.

    Args:
        weights: an array [ranges, 1326] of any type, the weight of each combo in each range.
    """
    turned = combo_tables()[2]
    return [
        change
        for number, change in enumerate(CHANGES)
        if np.array_equal(weights[:, turned[number]], weights)
    ]


def first_flops(changes: Sequence[SuitChange]) -> NDArray[np.int64]:
    """Return, for each flop, the first of the flops that changes of suits turn it into.

    Flops are in the order of `all_boards`, and the result is int64[22100, 3], the card indices. The
    first of several flops is the one whose sorted cards come first in lexicographic order.

    Args:
        changes: the changes of suits to try.

    Example:
        >>> firsts = first_flops(CHANGES)
        >>> len(np.unique(firsts, axis=0)), firsts[0].tolist(), firsts[-1].tolist()
        (1755, [0, 1, 2], [48, 49, 50])
    """
    cards = all_boards(3)
    keys = np.stack([_key_of(cards & ~3 | np.array(change)[cards & 3]) for change in changes])
    first = keys.min(axis=0)
    return np.stack([first // DECK_SIZE**2, first // DECK_SIZE % DECK_SIZE, first % DECK_SIZE], 1)


def _key_of(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a key that orders boards of three cards by their sorted cards."""
    ordered = np.sort(cards, axis=1)
    return np.asarray(ordered @ np.array([DECK_SIZE**2, DECK_SIZE, 1]))


def images_of(board: CardSet, changes: Sequence[SuitChange]) -> set[int]:
    """Return the masks of all boards that the given changes of suits turn a board into.

    Example:
        >>> from handsight.cards import CardSet
        >>> len(images_of(CardSet("KhJh5h"), CHANGES)), len(images_of(CardSet("Qs7h2d"), CHANGES))
        (4, 24)
    """
    mask = np.array([board.mask], np.uint64)
    return {int(changed_masks(mask, change)[0]) for change in changes}


def changed_masks(masks: NDArray[np.uint64], change: SuitChange) -> NDArray[np.uint64]:
    """Apply a change of suits to masks of cards."""
    changed = np.zeros_like(masks)
    for old, new in enumerate(change):
        lane = masks >> np.uint64(LANE * old) & np.uint64((1 << LANE) - 1)
        changed |= lane << np.uint64(LANE * new)
    return changed


@cache
def river_classes() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return one board of each of the 134,459 classes of five cards, and the size of each class.

    A lane is the set of ranks that a board has in one suit. As suits are interchangeable, each
    choice of lanes is one class, which has as many boards as there are ways to assign the lanes to
    the four suits.

    Example:
        >>> masks, boards = river_classes()
        >>> len(masks), int(boards.sum())
        (134459, 2598960)
    """
    lanes: dict[int, NDArray[np.uint64]] = {}
    for size in range(6):
        chosen = combinations(range(DECK_SIZE // 4), size)
        lanes[size] = np.array([sum(1 << rank for rank in each) for each in chosen], np.uint64)
    masks, boards = [], []
    for sizes in ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1)):
        dealt, ways = _dealt_lanes([lanes[size] for size in sizes])
        masks.append(dealt)
        boards.append(ways)
    arrays = np.concatenate(masks), np.concatenate(boards)
    for array in arrays:
        array.setflags(write=False)
    return arrays


def _dealt_lanes(
    choices: list[NDArray[np.uint64]],
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """List every way to take one lane from each list, and count the boards of each way.

    Equal lists contribute their lanes in descending order only, so that no class appears twice.

    Args:
        choices: for each suit, the lanes to choose from.

    Returns:
        uint64[n], a mask with the lanes in the first suits, and int64[n], the number of ways to
        assign the lanes to the four suits.
    """
    grid = np.meshgrid(*choices, indexing="ij")
    dealt = np.stack([each.ravel() for each in grid])
    twins = [len(one) == len(other) for one, other in pairwise(choices)]
    kept = np.ones(dealt.shape[1], bool)
    for place, is_twin in enumerate(twins):
        if is_twin:
            kept &= dealt[place] >= dealt[place + 1]
    dealt = dealt[:, kept]
    shifts = np.arange(0, LANE * len(dealt), LANE, dtype=np.uint64)
    masks = (dealt << shifts[:, None]).sum(axis=0, dtype=np.uint64)
    ways = np.full(dealt.shape[1], factorial(4) // factorial(4 - len(dealt)))
    run = np.ones_like(ways)  # the number of consecutive equal lanes that end here
    for place in range(len(twins)):
        run = np.where(dealt[place] == dealt[place + 1], run + 1, 1)
        ways //= run
    return masks, ways


def boards_alike(
    masks: NDArray[np.uint64], boards: NDArray[np.int64], changes: Sequence[SuitChange]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Split classes of boards into the smaller classes that a subgroup of the changes produces.

    Args:
        masks: uint64[classes], the mask of one board of each class.
        boards: int64[classes], the number of boards in each class.
        changes: changes of suits that form a group, as `alike_changes` returns.

    Returns:
        The mask of one board of each new class, and the number of boards in each new class.

    Example:
        >>> masks, boards = river_classes()
        >>> split, each = boards_alike(masks[-1:], boards[-1:], [CHANGES[0]])
        >>> int(boards[-1]), len(split), each.tolist()
        (4, 4, [1, 1, 1, 1])
    """
    if len(changes) == len(CHANGES):
        return masks, boards
    group = {*changes}
    seen: set[SuitChange] = set()
    firsts = []
    for change in CHANGES:
        if change not in seen:
            seen |= {tuple(each[suit] for suit in change) for each in group}
            turned = changed_masks(masks, change)
            firsts.append(np.min([changed_masks(turned, each) for each in changes], axis=0))
    ordered = np.sort(np.array(firsts), axis=0)
    is_new = np.ones(ordered.shape, bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    split = ordered[is_new]
    images = np.sort(np.array([changed_masks(split, each) for each in changes]), axis=0)
    return split, 1 + np.count_nonzero(images[1:] != images[:-1], axis=0)
