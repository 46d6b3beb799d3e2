"""Boards as the models see them: the live combos, their strengths, and how these can change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import Card, CardSet
from handsight.ranges import nine_handed, pocket_equity
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF, combos_with
from handsight.ranges.suits import combo_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 12
"""The number of percentile bins into which a range is divided from the flop on."""

KINDS = 3
"""The number of volatility groups, which tell how much later cards can change a combo's value."""

CELLS = (len(CLASSES), BINS * KINDS, BINS * KINDS, BINS * KINDS)
"""The number of cells on each street: 169 classes, then percentile bins times volatility groups."""

SWING = (0.17, 0.24)
"""The boundaries between volatility groups: standard deviations of the share of hands that a combo
beats on the river."""

KEPT = 256
"""The maximum number of boards in the cache, unless `boards_kept` raises it."""

STRIDE = 20
"""The distance, in the list of live cards, between the two cards of a runout sampled on the flop.
"""

FULL_BOARD = 5


class Board:
    """A board, with the values of all combos on it.

    Args:
        cards: the indices of the board cards; empty before the flop.

    Attributes:
        street: the street, 0..3 for preflop to river.
        live: uint8[1326], 1 for combos without a board card, and 0 for all others.
        held: the number of live combos.
        order: int32[held], the live combos from worst to best, by the third row of `values`.
        kinds: uint8[1326], the volatility group of each combo; 0 before the flop and on the river.
        cells: int64[1326], the number of each combo's class before the flop; None from the flop on.

    Example:
        >>> flop = Board((42, 22, 0))
        >>> flop.street, flop.held, flop.order.shape
        (1, 1176, (1176,))
    """

    __slots__ = ("_values", "cards", "cells", "held", "kinds", "live", "order", "street")

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = tuple(cards)
        self.street = max(len(self.cards) - 2, 0)
        self.live = np.ones(COMBO_COUNT, np.uint8)
        for card in self.cards:
            self.live[list(combos_with(card))] = 0
        self.held = int(self.live.sum())
        self._values = _values_of(self.cards) if self.cards else _values_before_the_flop()
        mean_square = np.where(self.live, self._values[2], -1.0)
        ordered = np.argsort(mean_square, kind="stable").astype(np.int32)
        self.order = ordered[COMBO_COUNT - self.held :]
        self.kinds = _kinds(self._values) if 0 < self.street < 3 else np.zeros_like(self.live)
        self.cells = class_numbers() if not self.cards else None

    @property
    def values(self) -> NDArray[np.float32]:
        """Four values of each combo: float32[4, 1326].

        The rows are the share of the live combos that the combo beats now, where a tie counts half;
        the mean of this share on the river; the mean square of this share on the river; and the
        mean rise of this share until the river, where a fall counts as 0. Live combos that share a
        card with the combo count too. All rows are 0 for combos with a board card.

        Before the flop, the first two rows are the equity against one random hand, the third is the
        square of that equity, and the fourth is 0.
        """
        return self._values

    @property
    def effective(self) -> NDArray[np.float64]:
        """An estimate of each combo's EHS, or its equity before the flop: float64[1326], 0..1."""
        return np.asarray(self._values[0] + self._values[3], dtype=np.float64)


class _Kept:
    """A cache of the boards that were computed last.

    Args:
        most: the maximum number of boards in the cache.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.boards: OrderedDict[tuple[int, ...], Board] = OrderedDict()

    def get(self, cards: tuple[int, ...]) -> Board:
        board = self.boards.get(cards)
        if board is None:
            board = self.boards[cards] = Board(cards)
            while len(self.boards) > self.most:
                self.boards.popitem(last=False)
        return board


_kept = _Kept(KEPT)


def board_of(cards: tuple[int, ...]) -> Board:
    """Return the board with these card indices, from the cache if the board is still there.

    Example:
        >>> board_of(()).held
        1326
    """
    return _kept.get(cards)


@contextmanager
def boards_kept(most: int) -> Iterator[None]:
    """Cache more boards within a ``with`` block, for work that visits the same boards repeatedly.

    Args:
        most: the maximum number of boards in the cache; a smaller number than the current maximum
            changes nothing.

    Example:
        >>> with boards_kept(1000):
        ...     board_of((0, 5, 10)) is board_of((0, 5, 10))
        True
    """
    before = _kept.most
    _kept.most = max(most, before)
    try:
        yield
    finally:
        _kept.most = before
        while len(_kept.boards) > before:
            _kept.boards.popitem(last=False)


@cache
def class_numbers() -> NDArray[np.int64]:
    """Return the index in `CLASSES` of each combo's class: int64[1326]."""
    numbers = np.zeros(COMBO_COUNT, np.int64)
    for number, name in enumerate(CLASSES):
        numbers[list(COMBOS_OF[name])] = number
    return numbers


@cache
def class_sizes() -> NDArray[np.float64]:
    """Return the number of combos in each class: float64[169]."""
    return np.array([len(COMBOS_OF[name]) for name in CLASSES], dtype=np.float64)


@cache
def class_percentiles() -> NDArray[np.float64]:
    """Return the percentile of each class by playing strength: float64[169], 0..1.

    Classes are ordered by the mean of two scores, which are scaled to the same standard deviation:
    the equity against one random hand, and the share of wins against nine random hands.
    """
    equity = np.array([pocket_equity(name).equity for name in CLASSES])
    crowd = np.array([nine_handed(name).win_frequency for name in CLASSES])
    worth = equity / equity.std() + crowd / crowd.std()
    order = np.argsort(worth, kind="stable")
    below = np.empty(len(CLASSES))
    below[order] = np.cumsum(class_sizes()[order])
    return np.asarray((below - class_sizes() / 2) / COMBO_COUNT)


@cache
def _values_before_the_flop() -> NDArray[np.float32]:
    equity = np.array([pocket_equity(name).equity for name in CLASSES])[class_numbers()]
    return np.array([equity, equity, equity**2, np.zeros(COMBO_COUNT)], dtype=np.float32)


def _values_of(cards: tuple[int, ...]) -> NDArray[np.float32]:
    from handsight.kernels.opponents.board_values import value_board

    lying = CardSet.of(map(Card, cards))
    values = np.zeros((4, COMBO_COUNT))
    board = np.uint64(lying.mask)
    value_board(combo_tables()[0], board, _runouts(lying), 2 + len(cards), values)
    return values.astype(np.float32)


def _runouts(board: CardSet) -> NDArray[np.uint64]:
    """Return the masks of a board's runouts.

    A runout is the cards to come. On the flop, the function lists only a twenty-fourth of all
    runouts, in which each live card occurs twice. On the turn, it lists all 48 runouts. On the
    river, the only runout is empty.
    """
    if len(board) == FULL_BOARD:
        return np.zeros(1, np.uint64)
    live = [card.mask for card in CardSet.full() - board]
    if len(board) == FULL_BOARD - 1:
        return np.array(live, dtype=np.uint64)
    pairs = [card | live[(at + STRIDE) % len(live)] for at, card in enumerate(live)]
    return np.array(pairs, dtype=np.uint64)


def _kinds(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    deviation = np.sqrt(np.maximum(values[2] - values[1] ** 2, 0.0))
    return np.asarray(np.digitize(deviation, SWING), dtype=np.uint8)
