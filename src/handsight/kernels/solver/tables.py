"""The data of the solver's kernels: bundles of arrays, and the columns of their tables.

All betting lines that reach a street form one *forest*: its nodes are numbered so that the children
of a node are consecutive and come after it. A *deal* is a board with the tables of the hands that
are live on it. Rows are the numbers that a node keeps for all hands of a player, padded to steps of
sixteen; the first place of the padding always holds zero.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

piece = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Decorates functions that only kernels call: a Python wrapper would double the time to compile."""

PLAYER, FIRST, COUNT, ROW, REACH = range(5)
"""Columns of a forest's nodes.

They are the player to act (2: nobody), the first child, the number of children, the first row of
regrets, and for a walk of either player the row of the opponent's weights.
"""

UPDATE, BEST, AVERAGE = range(3)
"""The modes of a walk.

They are a learning step, the best response to the average strategy, and the value of the average
strategies against each other.
"""

CARDS = 52


COMBO, LOW, HIGH, SAME, WEAKER, LEVEL = range(6)
"""Rows of the table of hands.

They are the number of the combo, its cards, the index of the opponent's same hand or one that holds
zero, and, sorted on the river, how many of the opponent's hands are weaker and how many are not
stronger.
"""

HANDS, WIDE, START, STORED, MAPS, IMAGES, CHILD = range(7)
"""Columns of the table of deals, for each player.

They are the number of hands, the same padded, where they begin in the table of hands, where regrets
and averages begin, where the maps to the previous deal begin, how many cards this one stands for,
and the first deal of the next street.
"""


class Forest(NamedTuple):
    """The betting of one street.

    Attributes:
        nodes: int32[n, 6], see `PLAYER`.
        lines: the number of lines that reach the street.
        roots: int32[2, l], numbers of the lines, padded to steps of 16: the first row with the
            number of a spare row of weights, the second with 0.
        leaves: int32[3, m], the same as `folds` for the nodes that are dealt another card, in the
            order of the lines of the next street.
        folds: int32[3, f], the ends by a fold, padded to steps of 16: their nodes (padding: n), and
            the rows of the opponent's weights for a walk of either player.
        fold_values: float32[3, f], chips for either player; and what both lose to the rake.
        shows: int32[3, s], the same for showdowns.
        show_values: float32[3, 4, s], the factors for the weights of weaker, not stronger, all and
            equal hands (see `show_down`).
    """

    nodes: NDArray[np.int32]
    lines: int
    roots: NDArray[np.int32]
    leaves: NDArray[np.int32]
    folds: NDArray[np.int32]
    fold_values: NDArray[np.float32]
    shows: NDArray[np.int32]
    show_values: NDArray[np.float32]


class Deals(NamedTuple):
    """The boards of one street, and the hands on them.

    Attributes:
        table: int64[deals + 1, 2, 7], see `HANDS`; the row after the last one is used only for
            `CHILD`.
        hands: int16[6, h], see `COMBO`.
        maps: int16[k], places in the previous deal, for each player, deal and image.
        locks: int64[deals * nodes] or of length 0: where a locked node begins in ``locked``, or -1.
        locked: float32[l], for each locked node a row with 1 where a hand is locked, and a row of
            shares for each action.
        chance: the share of the weight that one card has.
    """

    table: NDArray[np.int64]
    hands: NDArray[np.int16]
    maps: NDArray[np.int16]
    locks: NDArray[np.int64]
    locked: NDArray[np.float32]
    chance: np.float32


class Store(NamedTuple):
    """The learned numbers of one street.

    Attributes:
        regrets: float32 or int16, of all nodes of all deals.
        averages: float32 or uint16.
        scales: float32[deals * nodes, 2], the factors for the regrets and averages of a node; of
            length 0 if they are float32.
    """

    regrets: NDArray[Any]
    averages: NDArray[Any]
    scales: NDArray[np.float32]


class WalkRoom(NamedTuple):
    """The workspace of a walk on one street; each thread needs its own.

    Attributes:
        reach: float32[(rows + 1) * width], the opponent's weights; the last row takes what is
            dropped.
        values: float32[(nodes + 1) * width], of each node; the last row takes what is dropped.
        ends: float32[3, width * 16], for 16 ends side by side the weights, the values, and the
            weights by card.
        work: float32[2 * actions * width], for the node with the most actions.
        lines: float32[2, m * width], the opponent's weights at the leaves, and the values of the
            leaves for us, sixteen leaves side by side.
    """

    reach: NDArray[np.float32]
    values: NDArray[np.float32]
    ends: NDArray[np.float32]
    work: NDArray[np.float32]
    lines: NDArray[np.float32]


class Task(NamedTuple):
    """The purpose of a walk.

    Attributes:
        player: the player whose values are computed, 0 or 1.
        mode: `UPDATE`, `BEST` or `AVERAGE`.
        payoff: which values the ends have: the player, or 2 for the rake.
        keep_gain, keep_debt, keep_average: the remaining fractions of positive regrets, negative
            regrets and averages of earlier steps.
    """

    player: int
    mode: int
    payoff: int
    keep_gain: np.float32
    keep_debt: np.float32
    keep_average: np.float32
