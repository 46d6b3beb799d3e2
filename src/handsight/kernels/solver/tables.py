"""The data of the solver's kernels: bundles of arrays, and the columns of their tables.

All betting lines that reach a street form one *forest*: its nodes are numbered so that the children
of a node are consecutive and come after it. A *deal* is a board together with the tables of the
hands that share no card with it. A *row* has one number for each hand of a player, padded to a
multiple of sixteen. The padding of a row has at least one entry, and holds zeros.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

piece = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Decorator of functions that only kernels call. It makes no Python wrapper, which would double the
time to compile."""

PLAYER, FIRST, COUNT, ROW, REACH = range(5)
"""Columns of a forest's nodes.

They are the player to act (2: nobody), the first child, the number of children, and the first row
of regrets. The two columns from `REACH` on have the row of the opponent's weights, one column for
the walks of either player.
"""

UPDATE, BEST, AVERAGE = range(3)
"""The modes of a walk.

They are a learning step, the best response to the average strategy, and the value of the average
strategies against each other.
"""

CARDS = 52


COMBO, LOW, HIGH, SAME, WEAKER, LEVEL = range(6)
"""Rows of the table of hands.

They are the number of the combo, its two cards, the index of the same combo in the opponent's list
(or of the padding, if the opponent does not have it), and, on the river, where hands are sorted by
strength, the number of the opponent's hands that are weaker and of those that are not stronger.
"""

HANDS, WIDE, START, STORED, MAPS, IMAGES, CHILD = range(7)
"""Columns of the table of deals, for each player.

They are the number of hands; that number with padding; the index in the table of hands where they
begin; the index where regrets and averages begin; the index where the maps to the parent deal
begin; the number of equivalent cards that the dealt card represents; and the number of the first
deal of the next street.
"""


class Forest(NamedTuple):
    """The betting of one street.

    Attributes:
        nodes: int32[n, 6], the nodes, with the columns from `PLAYER` to `REACH` + 1.
        lines: the number of lines that reach the street.
        roots: int32[2, l], the numbers of these lines, twice. Both rows are padded to a multiple of
            16: the first with the number of a spare row of weights, the second with 0.
        leaves: int32[3, m], the nodes where another card is dealt, in the order of the lines of the
            next street, and the rows of the opponent's weights there, as in ``folds``.
        folds: int32[3, f], the nodes where a line ends with a fold (padded with n to a multiple of
            16), and for the walks of either player the rows of the opponent's weights there.
        fold_values: float32[3, f], chips for either player, and chips that both lose to the rake.
        shows: int32[3, s], the nodes where a line ends with a showdown, and the rows of the
            opponent's weights there, as in ``folds``.
        show_values: float32[3, 4, s], for either player and for the rake, the factors on the weight
            of the opponent's weaker hands, of those not stronger, of all, and of the hand with our
            two cards (see `show_down`).
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
        table: int64[deals + 1, 2, 7], the deals for each player, with the columns from `HANDS` to
            `CHILD`; of the extra last row only `CHILD` is used.
        hands: int16[6, h], the hands of all deals, with the rows from `COMBO` to `LEVEL`.
        maps: int16[k], for each deal, player and image, the index of each hand in the parent deal.
        locks: int64[deals * nodes], the index in ``locked`` where each locked node begins, and -1
            for the other nodes; of length 0 if no node is locked.
        locked: float32[l], for each locked node one row with 1 where a hand is locked, then one row
            of shares for each action.
        chance: the probability of one card for two given hands.
    """

    table: NDArray[np.int64]
    hands: NDArray[np.int16]
    maps: NDArray[np.int16]
    locks: NDArray[np.int64]
    locked: NDArray[np.float32]
    chance: np.float32


class Store(NamedTuple):
    """What has been learned on one street.

    Attributes:
        regrets: float32 or int16, the regrets at all nodes of all deals.
        averages: float32 or uint16, the accumulated shares at all nodes of all deals.
        scales: float32[deals * nodes, 2], the factors on the 16-bit regrets and averages of a node;
            of length 0 if both are float32.
    """

    regrets: NDArray[Any]
    averages: NDArray[Any]
    scales: NDArray[np.float32]


class WalkRoom(NamedTuple):
    """The workspace of a walk on one street; each thread needs its own.

    Attributes:
        reach: float32[(rows + 1) * width], the opponent's weights; the padding is written to the
            last row, which is not read.
        values: float32[(nodes + 1) * width], the values of each node; the padding is written to the
            last row, which is not read.
        ends: float32[3, width * 16], for sixteen ends side by side: the opponent's weights, our
            values, and the opponent's weights summed by card.
        work: float32[2 * actions * width], the unpacked regrets and averages of one node, large
            enough for the node with the most actions.
        lines: float32[2, m * width], the opponent's weights and our values at the leaves, sixteen
            leaves side by side.
    """

    reach: NDArray[np.float32]
    values: NDArray[np.float32]
    ends: NDArray[np.float32]
    work: NDArray[np.float32]
    lines: NDArray[np.float32]


class Task(NamedTuple):
    """What a walk computes.

    Attributes:
        player: the player whose values are computed, 0 or 1.
        mode: `UPDATE`, `BEST` or `AVERAGE`.
        payoff: what the ends pay: the chips of player 0 or 1, or the rake if 2.
        keep_gain, keep_debt, keep_average: the factors on the positive regrets, negative regrets
            and averages of earlier steps.
    """

    player: int
    mode: int
    payoff: int
    keep_gain: np.float32
    keep_debt: np.float32
    keep_average: np.float32
