"""The boards that a solve deals, the live hands on each board, and the equivalent cards.

Two cards are equivalent if some change of suits maps one to the other and leaves the board, both
ranges and the locks unchanged. The solver deals only one of several equivalent cards. The values
after that card also count for the others, with the suits of the hands changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.ranges.suits import CHANGES, combo_tables
from handsight.solver.tree import STEP

if TYPE_CHECKING:
    from handsight.kernels.solver.tables import Deals
    from handsight.solver.locks import NodeLock
    from handsight.solver.tree import StreetTree


@dataclass(slots=True)
class DealtBoard:
    """A board that is dealt on a street.

    Attributes:
        cards: the cards on the board.
        parent: the index of the board without its last card among those of the previous street.
        card: the card dealt last, 0..51; -1 for the first board.
        images: each card that `card` represents, with the index in `CHANGES` of the change of suits
            that maps `card` to it; `card` itself comes first.
        symmetries: the indices in `CHANGES` of the changes of suits that leave the first board,
            each later card, both ranges and the locks unchanged; only 0 (no change) if equivalent
            cards are not wanted.
    """

    cards: CardSet
    parent: int
    card: int
    images: list[tuple[int, int]]
    symmetries: list[int]


def first_board(
    cards: CardSet,
    weights: NDArray[np.float32],
    isomorphism: bool,
    locks: Sequence[NodeLock] = (),
) -> DealtBoard:
    """Build the board on which a spot begins.

    Args:
        cards: three to five cards.
        weights: float32[2, 1326], the weights of both ranges.
        isomorphism: whether to find equivalent cards.
        locks: the locked nodes, which the changes of suits must leave unchanged too.

    Raises:
        InputError: if a lock names no hands, or hands that cannot be read.
    """
    symmetries = [0]
    if isomorphism:
        turned = combo_tables()[2]
        indices = {card.index for card in cards}
        symmetries = [
            number
            for number in range(len(CHANGES))
            if {_changed(card, number) for card in indices} == indices
            and np.array_equal(weights[:, turned[number]], weights)
            and all(lock.is_alike(CHANGES[number], turned[number]) for lock in locks)
        ]
    return DealtBoard(cards, 0, -1, [(-1, 0)], symmetries)


def next_boards(boards: list[DealtBoard]) -> list[DealtBoard]:
    """Deal one more card to each board, but only one of several equivalent cards."""
    dealt = []
    for number, board in enumerate(boards):
        seen: set[int] = {card.index for card in board.cards}
        for card in range(52):
            if card in seen:
                continue
            images: dict[int, int] = {}
            for change in board.symmetries:
                images.setdefault(_changed(card, change), change)
            seen |= images.keys()
            kept = [each for each in board.symmetries if _changed(card, each) == card]
            cards = board.cards | CardSet([Card(card)])
            dealt.append(DealtBoard(cards, number, card, list(images.items()), kept))
    return dealt


def _changed(card: int, change: int) -> int:
    return card & ~3 | CHANGES[change][card & 3]


# --- sizes --------------------------------------------------------------------------------------


def count_hands(boards: list[list[DealtBoard]], hands: list[list[int]]) -> list[NDArray[np.int32]]:
    """Count the live hands of both players on all boards of each street.

    Args:
        boards: the boards of each street.
        hands: the combo numbers of each player's hands on the first board.

    Returns:
        int32[2, boards] for each street.
    """
    single = np.zeros((2, 53), np.int32)
    double = np.zeros((2, 53, 53), np.int32)
    pairs = combo_tables()[1]
    for player in range(2):
        cards = pairs[hands[player]].astype(np.int64)
        np.add.at(single[player], cards.ravel(), 1)
        np.add.at(double[player], (cards[:, 0], cards[:, 1]), 1)
        np.add.at(double[player], (cards[:, 1], cards[:, 0]), 1)
    counts = [np.array([[len(each)] for each in hands], np.int32)]
    for street in range(1, len(boards)):
        last = np.array([board.card for board in boards[street]])
        parents = np.array([board.parent for board in boards[street]])
        lost = single[:, last]
        if street == 2:
            earlier = np.array([board.card for board in boards[1]])[parents]
            lost = lost - double[:, earlier, last]
        counts.append((counts[-1][:, parents] - lost).astype(np.int32))
    return counts


def padded_widths(counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Round counts of hands up to multiples of `STEP`, each above the count itself."""
    return ((counts // STEP + 1) * STEP).astype(np.int32)


# --- for the kernels ----------------------------------------------------------------------------


def table_bytes(boards: list[list[DealtBoard]], counts: list[NDArray[np.int32]]) -> int:
    """Compute the size of the hands and maps in the tables of all boards, in bytes."""
    total = 0
    for level, each in zip(boards, counts, strict=True):
        widths = padded_widths(each)
        images = np.array([len(board.images) for board in level])
        total += int(widths.sum()) * 12 + int((widths * images).sum()) * 2
    return total


def make_deals(
    boards: list[list[DealtBoard]],
    counts: list[NDArray[np.int32]],
    hands: list[list[int]],
    trees: list[StreetTree],
) -> list[Deals]:
    """Build the tables of all boards for the kernels, one `Deals` for each street.

    Args:
        boards: the boards of each street.
        counts: the counts of live hands that `count_hands` returns.
        hands: the combo numbers of each player's hands on the first board.
        trees: the trees of each street, which say how many rows each player stores on a board.
    """
    from handsight.kernels.solver.deals import fill_children, fill_first
    from handsight.kernels.solver.tables import CHILD

    masks, pairs, turned = combo_tables()
    made: list[Deals] = []
    for number, level in enumerate(boards):
        following = boards[number + 1] if number + 1 < len(boards) else []
        chance = 1 / (52 - len(level[0].cards) + 1 - 4) if number else 1.0
        deals = make_empty_deals(level, following, counts[number], trees[number], chance)
        made.append(deals)
        river = len(level[0].cards) == 5
        if number == 0:
            first, second = (np.array(each, np.int16) for each in hands)
            board = np.uint64(level[0].cards.mask)
            fill_first(deals, board, (first, second), masks, pairs, river)
            continue
        before = made[number - 1]
        for parent, above in enumerate(boards[number - 1]):
            start, end = before.table[parent : parent + 2, 0, CHILD]
            children = level[start:end]
            cards = np.array([child.card for child in children], np.int64)
            changes = [change for child in children for _, change in child.images]
            board = np.uint64(above.cards.mask)
            fill_children(
                *(before, parent, board, deals, cards, np.array(changes, np.int64)),
                *(turned, masks, pairs, river),
            )
    return made


def make_empty_deals(
    level: list[DealtBoard],
    following: list[DealtBoard],
    counts: NDArray[np.int32],
    tree: StreetTree,
    chance: float,
) -> Deals:
    """Build the tables of a street without filling in the hands.

    Args:
        level: the boards of the street.
        following: the boards of the next street.
        counts: int32[2, boards], the number of each player's live hands on each board.
        tree: the tree of the street, which says how many rows each player stores on a board.
        chance: the probability of each possible last card of these boards, if both players' cards
            are known; 1 on the first street.
    """
    from handsight.kernels.solver.tables import (
        AVERAGED,
        CHILD,
        HANDS,
        IMAGES,
        MAPS,
        START,
        STORED,
        WIDE,
        Deals,
    )

    widths = padded_widths(counts).astype(np.int64)
    images = np.array([len(board.images) for board in level], np.int64)
    parents = [board.parent for board in following]
    table = np.zeros((len(level) + 1, 2, 8), np.int64)
    table[:-1, :, HANDS] = counts.T
    table[:-1, :, WIDE] = widths.T
    table[:-1, :, START] = _starts(widths).T
    for column, rows in ((STORED, tree.actions), (AVERAGED, tree.free_actions)):
        table[:-1, :, column] = _starts(widths * np.array(rows, np.int64)[:, None]).T
    table[:-1, :, MAPS] = _starts(widths * images).T
    table[:-1, :, IMAGES] = images[:, None]
    table[:, :, CHILD] = np.searchsorted(parents, np.arange(len(level) + 1))[:, None]
    return Deals(
        table,
        np.zeros((6, int(widths.sum())), np.int16),
        np.zeros(int((widths * images).sum()), np.int16),
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
        np.float32(chance),
    )


def _starts(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each part begins if all parts of player 0 precede those of player 1."""
    flat = sizes.ravel()
    return (np.cumsum(flat) - flat).reshape(sizes.shape)
