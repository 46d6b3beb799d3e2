"""What a blueprint expects to win at each node of its tree, by both players' groups of hands.

The values are rough estimates from random deals, which the blueprint plays against itself along
all betting lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.blueprint.blueprint import blueprint_of
from handsight.blueprint.tree import BLIND_FOLDED, BUTTON_FOLDED, SHOWDOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import Blueprint
    from handsight.blueprint.policy import WeightedNode

Shares: TypeAlias = "NDArray[np.floating[Any]]"

DEALS = 40_000
SEED = 20_180_202
"""Seed of the deals; a training is unlikely to use the same seed."""

GROUPS = 25
"""Number of groups of hands on each street. The groups have about the same size, and are numbered
from the weakest to the strongest."""

PRIOR = 2.0
"""The estimate from the means of a cell's row and column counts as much as this number of deals."""

REMEMBERED = 1024
"""Number of boards whose groups are cached; each board takes 10.6 kB."""


class BlueprintValues:
    """Shares of the pot that the button expects, by the groups of both players' hands.

    The share at a node is the button's net result of the hand plus the chips that the button has
    put in by then, divided by the pot at the node. With bets to come it can be below 0 or above 1.
    It is an estimate from random deals, 40,000 by default, which are played along all betting
    lines.

    Attributes:
        group_of: for each street int64[buckets], the group of each bucket.
        after: float32[nodes, groups, groups], the share at a node after the action that led to it,
            by the groups on the street of that action: the button's hand in rows, the other
            player's hand in columns. Zeros at the root and after a fold.
        dealt: a mapping from the root, and from each node at which a street begins, to
            float32[groups, groups]: the share at the node, by the groups on the node's street.
        checked: float32[4, groups, groups], the share on each street if nobody bets any more.
        groups: a function that returns the group of each combo, int64[1326], on a board: a tuple of
            card indices. It caches its results.

    Args:
        blueprint: the blueprint.
        deals: number of deals.
        seed: seed of the deals.
    """

    def __init__(self, blueprint: Blueprint, deals: int = DEALS, seed: int = SEED) -> None:
        self.blueprint, self.tree = blueprint, blueprint.betting.tree
        source = blueprint.buckets
        # uint16[deals, 2, 4]. Each deal has its own board: more boards matter more than less time.
        buckets, outcomes = source.draw_deals(deals, seed)
        self._outcomes = outcomes.astype(np.float32)
        self.group_of = [
            equal_groups(buckets[:, :, street], outcomes, count, GROUPS)
            for street, count in enumerate(source.counts)
        ]
        pairs = [self.group_of[street][buckets[:, :, street]] for street in range(4)]
        self._cells = [pair[:, 0] * GROUPS + pair[:, 1] for pair in pairs]
        # intp[2, 4, deals], the type of index and the order that numpy is fastest with.
        self._buckets = np.ascontiguousarray(buckets.transpose(1, 2, 0), np.intp)
        self._counts = [np.bincount(cells, minlength=GROUPS**2) for cells in self._cells]
        self.checked = np.stack([self._table((self._outcomes + 1) / 2, each) for each in range(4)])
        self.after = np.zeros((self.tree.node_count, GROUPS, GROUPS), np.float32)
        self.dealt: dict[int, NDArray[np.float32]] = {}
        self._paid = self.tree.paid.astype(np.float32)
        root = self._values(0)
        self.dealt[0] = self._shares(0, root, 0)
        self.groups = lru_cache(REMEMBERED)(self._groups_on)
        del self._buckets, self._outcomes, self._cells, self._counts

    # --- look-ups ---------------------------------------------------------------------------------

    def _groups_on(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the group of each combo on a board: int64[1326]; `groups` caches the result.

        The groups of combos that share a card with the board are meaningless.
        """
        street = max(len(board) - 2, 0)
        return np.asarray(self.group_of[street][self.blueprint.buckets.board_buckets(board)])

    def shares_after(self, places: Sequence[WeightedNode], street: int) -> Shares:
        """Return the button's shares after an action, by both hands' groups: [groups, groups].

        Args:
            places: the weighted nodes in the tree after the action; empty if the tree lacks the
                hand's line.
            street: number of the street of the action, 0..3.
        """
        if not places:
            return np.asarray(self.checked[street])
        tables = [weight * self.after[node] for weight, node in places]
        return np.asarray(sum(tables[1:], tables[0]))

    def shares_at(self, places: Sequence[WeightedNode], street: int) -> Shares:
        """Return the button's shares at a decision, by both hands' groups: [groups, groups].

        A node on another street counts as if nobody bet any more.

        Args:
            places: the weighted nodes in the tree at the decision; empty if the tree lacks the
                hand's line.
            street: number of the street of the decision, 0..3.
        """
        if not places:
            return np.asarray(self.checked[street])
        tables = [weight * self._at(node, street) for weight, node in places]
        return np.asarray(sum(tables[1:], tables[0]))

    def _at(self, node: int, street: int) -> Shares:
        if self.tree.acting(node)[1] != street:  # off the tree, or all-in in the tree alone
            return np.asarray(self.checked[street])
        dealt = self.dealt.get(node)
        return np.asarray(self.after[node]) if dealt is None else dealt

    # --- how they are made ------------------------------------------------------------------------

    def _values(self, node: int) -> NDArray[np.float32]:
        """Return the button's net result in each deal, and fill the tables of the nodes below."""
        player, street = self.tree.acting(node)
        paid = self._paid[node]
        if player == SHOWDOWN:
            return np.asarray(self._outcomes * paid.min())
        if player in (BUTTON_FOLDED, BLIND_FOLDED):
            lost = -paid[0] if player == BUTTON_FOLDED else paid[1]
            return np.full(len(self._outcomes), lost, np.float32)
        blueprint, children = self.blueprint, self.tree.children(node)
        rows = blueprint.rows
        numbers = blueprint.strategy[rows[node] : rows[node + 1]].reshape(-1, len(children))
        total = numbers.sum(1, dtype=np.float32, keepdims=True)
        mixed = np.where(total > 0, numbers, 1) / np.where(total > 0, total, len(children))
        shares = mixed.astype(np.float32).T.copy()
        buckets = self._buckets[player, street]
        result = np.zeros(len(self._outcomes), np.float32)
        for share, child in zip(shares, children, strict=True):
            values = self._values(child)
            next_player, next_street = self.tree.acting(child)
            if next_player <= SHOWDOWN:
                self.after[child] = self._shares(child, values, street)
            if next_player < SHOWDOWN and next_street != street:
                self.dealt[child] = self._shares(child, values, next_street)
            # No bucket is out of range; "clip" only spares numpy a slower way.
            np.multiply(share.take(buckets, mode="clip"), values, out=values)
            result += values
        return result

    def _shares(self, node: int, values: NDArray[np.float32], street: int) -> NDArray[np.float32]:
        paid = self._paid[node]
        return self._table((values + paid[0]) / paid.sum(), street)

    def _table(self, shares: Shares, street: int) -> NDArray[np.float32]:
        """Return the mean of the shares over the deals of each pair of groups, after `smoothed`."""
        sums = np.bincount(self._cells[street], shares, GROUPS**2).reshape(GROUPS, GROUPS)
        return smoothed(sums, self._counts[street].reshape(GROUPS, GROUPS), PRIOR)


def smoothed(sums: NDArray[Any], counts: NDArray[np.int64], prior: float) -> NDArray[np.float32]:
    """Return the mean of each cell of a table, drawn towards the means of its row and column.

    Args:
        sums: float[rows, columns], the sum of the numbers in each cell.
        counts: int64[rows, columns], how many numbers each cell has.
        prior: the estimate from row and column counts as much as this many numbers.
    """
    rows, columns = (sums.sum(axis) / np.maximum(counts.sum(axis), 1) for axis in (1, 0))
    usual = rows[:, None] + columns - sums.sum() / counts.sum()
    return np.asarray((sums + prior * usual) / (counts + prior), np.float32)


def equal_groups(
    buckets: NDArray[np.uint16], outcomes: NDArray[np.int8], count: int, groups: int
) -> NDArray[np.int64]:
    """Order the buckets of a street by their mean outcome at showdown, and divide them into groups.

    Each group holds about the same number of the hands dealt.

    Args:
        buckets: uint16[deals, 2], the buckets of both players on the street.
        outcomes: int8[deals], the result of the showdown: 1 if the first player wins, -1 if the
            second player wins, 0 for a tie.
        count: number of buckets.
        groups: number of groups.

    Returns:
        int64[count], the group of each bucket; the strongest group has the highest number.
    """
    flat = buckets.ravel()
    won = np.stack([outcomes, -outcomes], 1).ravel()
    counts = np.bincount(flat, minlength=count)
    order = np.argsort(np.bincount(flat, won, count) / np.maximum(counts, 1), kind="stable")
    middle = np.cumsum(counts[order]) - counts[order] / 2
    found = np.empty(count, np.int64)
    found[order] = np.minimum(groups * middle / len(flat), groups - 1).astype(np.int64)
    return found


@cache
def values_of(stack: int, limit: bool = False, file: str = "") -> BlueprintValues:
    """Return the values of a blueprint; they take some seconds to compute, and are cached.

    The arguments and the errors are those of `handsight.blueprint.blueprint.blueprint_of`.
    """
    return BlueprintValues(blueprint_of(stack, limit, file))
