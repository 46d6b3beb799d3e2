"""The data of the solver's kernels: named tuples of arrays, and the columns of their tables.

All betting lines that reach a street form one *forest*. The children of a node have consecutive
numbers, all higher than the node's own number. A *deal* is a board with the tables of the hands
that are live on it. A *row* holds one number for each hand of a player at a node. It is padded to a
multiple of sixteen numbers; the padding holds at least one number, and its numbers are zero.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PLAYER, FIRST, COUNT, ROW, FREE, REACH = range(6)
"""The columns of a forest's nodes.

They are the player to act (2 for nobody), the first child, the number of children, the first row of
regrets, the first row of averages, and, in one column for a walk of each player, the row of the
opponent's weights.
"""

UPDATE, BEST, AVERAGE = range(3)
"""The modes of a walk.

They are a learning step, the best response to the average strategy, and the value of the average
strategies against each other.
"""

CARDS = 52


COMBO, LOW, HIGH, SAME, WEAKER, LEVEL = range(6)
"""The rows of the table of hands.

They are the number of the combo; its low and its high card; the index of the same hand in the
opponent's list, or of padding if the opponent cannot hold it; and on the river, where hands are
sorted by strength, the number of the opponent's hands that are weaker, and the number that are not
stronger.
"""

HANDS, WIDE, START, STORED, AVERAGED, MAPS, IMAGES, CHILD = range(8)
"""The columns of the table of deals, for each player.

They are the number of hands; the length of a row, which includes padding; the indices at which the
deal begins in the table of hands, in the regrets, in the averages, and in the maps to the previous
deal; the number of equivalent cards, or images, that the deal stands for; and the number of the
first deal of the next street.
"""


class Forest(NamedTuple):
    """The betting of one street.

    Attributes:
        nodes: int32[n, 7], with the columns `PLAYER`, `FIRST`, `COUNT`, `ROW`, `FREE`, and two from
            `REACH` on.
        lines: the number of betting lines that reach the street.
        roots: int32[2, l], the numbers of the lines in both rows, padded to a multiple of 16: the
            first row with the number of a spare row of weights, the second row with 0.
        leaves: int32[3, m], like ``folds``, for the nodes after which another card is dealt, in the
            order of the lines of the next street.
        folds: int32[3, f], for each end with a fold, its node, and the row of the opponent's
            weights for a walk of each player; padded to a multiple of 16, the nodes with n and the
            rows with 0.
        fold_values: float32[3, f], the chips that each player wins at these ends, and the chips
            that both lose to the rake.
        shows: int32[3, s], like ``folds``, for the ends with a showdown.
        show_values: float32[3, 4, s], for each player and the rake, the factors for the weights of
            weaker, not stronger, all, and equal hands (see `show_down`).
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
        table: int64[deals + 1, 2, 8], with columns such as `HANDS`; the last row is used only for
            `CHILD`.
        hands: int16[6, h], with rows such as `COMBO`.
        maps: int16[k], for each player, deal and image, the index of each hand in the previous
            deal.
        locks: int64[deals * nodes], the index in ``locked`` of each node's first row, or -1 if the
            node is not locked; of length 0 if no node is locked.
        locked: float32[l], for each locked node, a row with 1 for each locked hand and 0 for other
            hands, and a row of shares for each action.
        chance: the probability of each card that can be dealt.
    """

    table: NDArray[np.int64]
    hands: NDArray[np.int16]
    maps: NDArray[np.int16]
    locks: NDArray[np.int64]
    locked: NDArray[np.float32]
    chance: np.float32


class Store(NamedTuple):
    """The learned regrets and averages of one street.

    Attributes:
        regrets: float32[n] or int16[n], the regrets of all actions of all nodes of all deals.
        averages: float32[m] or uint16[m], the average shares of all actions but the last one of
            each node, as multiples of 1 / ``whole``. The last action has the rest.
        scales: float32[deals * nodes], the factors by which the stored regrets of each node are
            multiplied; of length 0 if regrets and averages are float32.
        whole: the number that is stored for a share of 1: 1 for float32, 65,535 for uint16.
    """

    regrets: NDArray[Any]
    averages: NDArray[Any]
    scales: NDArray[np.float32]
    whole: np.float32


class WalkRoom(NamedTuple):
    """The workspace of a walk on one street; each thread needs its own.

    Attributes:
        reach: float32[(rows + 1) * width], the rows of the opponent's weights; the last row is for
            the weights of padding.
        values: float32[(nodes + 1) * width], the row of values of each node; the last row is for
            the values of padding.
        ends: float32[3, width * 16], for sixteen ends side by side, the opponent's weights, our
            values, and the opponent's weights by card.
        work: float32[actions * width], workspace for the node with the most actions.
        lines: float32[2, m * width], the opponent's weights at the leaves, and our values of the
            leaves, with sixteen leaves side by side.
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
        payoff: the payoffs at the ends: 0 or 1 for those of a player, 2 for the chips lost to rake.
        keep_gain, keep_debt: the fractions of positive and negative regrets of earlier steps that
            are kept.
        fresh: the weight of the step in the averages; those of earlier steps are 1 - ``fresh``.
    """

    player: int
    mode: int
    payoff: int
    keep_gain: np.float32
    keep_debt: np.float32
    fresh: np.float32
