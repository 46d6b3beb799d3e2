"""Pots of two players at a table, as heads-up hands that begin on the flop.

A flop that is solved during play stops at the turn, where it needs the values of
`handsight.blueprint.turn_values`. For a table's strategy, they are estimated separately for each
pot when they are first needed, and kept in the user's cache folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.kept_values import found_or_estimated
from handsight.blueprint.policy import WeightedNode, normal
from handsight.blueprint.subgame import HEADS_UP
from handsight.blueprint.tree import BLIND_FOLDED, BUTTON_FOLDED, SHOWDOWN, HandTree
from handsight.blueprint.turn_values import FILES, TurnValues
from handsight.errors import OptionError
from handsight.multiway.betting import STRIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.buckets import Buckets
    from handsight.multiway.betting import Shape
    from handsight.multiway.blueprint import TableBlueprint

POT_DEALS = 100_000
"""The number of deals from which the values of a pot are estimated."""

MOST_POTS = 64
"""The number of pots whose values are cached in memory, a third of a megabyte each."""


@dataclass(frozen=True, eq=False)
class PotStrategy:
    """The strategy of a table's blueprint in a pot of two players, from the flop on.

    Attributes:
        tree: the betting from the flop on. Player 0, the "button", acts last. Each player counts
            as having paid half of the pot on the flop. A chip of the tree is half a chip of the
            table, so that half of an odd pot is a whole number.
        buckets: the groups of hands that the strategy does not distinguish.
        strategy: the strategy of the whole table: uint8[numbers].
        rows: int64[nodes + 1], the index in ``strategy`` where each node's numbers begin.
    """

    tree: HandTree
    buckets: Buckets
    strategy: NDArray[np.uint8]
    rows: NDArray[np.int64]

    @classmethod
    def of(cls, blueprint: TableBlueprint, pot: int) -> PotStrategy:
        """Return the strategy in one pot.

        Args:
            blueprint: the blueprint of the table.
            pot: index of the pot in ``blueprint.tree.pots``.

        Raises:
            OptionError: if not exactly two players see the flop in this pot.
        """
        counts = blueprint.buckets.counts
        shape, base = blueprint.tree.parts(counts)[pot + 1]
        if shape.bets.shape[1] != len(HEADS_UP):
            raise OptionError(
                f"{shape.bets.shape[1]} players see the flop in pot {pot}; it must be two"
            )
        rows = base + shape.rows(counts)
        return cls(_tree_for_two(shape), blueprint.buckets, blueprint.strategy, rows)


def _tree_for_two(shape: Shape) -> HandTree:
    """Convert the tree of a pot of two players to that of a heads-up hand."""
    order = list(HEADS_UP)  # in the pot the first to act is player 0, heads-up player 1
    ended = np.select([shape.live == 1, shape.live == 2], [BUTTON_FOLDED, BLIND_FOLDED], SHOWDOWN)
    return HandTree(
        np.where(shape.players >= 0, np.array(order)[shape.players], ended).astype(np.int8),
        *(shape.streets, shape.firsts, shape.counts, shape.actions),
        bets=2 * shape.bets[:, order],
        paid=2 * shape.paid[:, order] + shape.pot,
        stack=2 * shape.stack + shape.pot,
    )


def pot_values(
    blueprint: TableBlueprint, places: Sequence[WeightedNode]
) -> tuple[TurnValues, list[WeightedNode]]:
    """Return the values at the turn for the pot to which a flop most likely belongs.

    If the values are not in the cache folder, they are estimated, which takes about a second.

    Args:
        blueprint: the blueprint of the table.
        places: the weighted nodes in the blueprint's tree at which the flop begins, between two
            players.

    Returns:
        The values, and the places in this pot, with their nodes in the tree of the values. If
        ``places`` is empty, the values are those of the first pot of two players, and the list of
        places is empty.

    Raises:
        InputError: if the file in the cache folder is damaged, or belongs to another blueprint.
        OSError: if this file cannot be read or written.
        OptionError: if no pot of the blueprint has two players.
    """
    tree = blueprint.tree
    weights: dict[int, float] = {}
    for weight, node in places:
        pot = tree.entries[node // STRIDE - 1].pot
        weights[pot] = weights.get(pot, 0.0) + weight
    if not weights:
        return _kept(blueprint, _any_pot(blueprint)), []
    likely = max(weights, key=weights.__getitem__)
    here = [
        WeightedNode(weight, node % STRIDE)
        for weight, node in places
        if tree.entries[node // STRIDE - 1].pot == likely
    ]
    return _kept(blueprint, likely), normal(here)


def _any_pot(blueprint: TableBlueprint) -> int:
    """Return the first pot of two players."""
    tree = blueprint.tree
    for number, pot in enumerate(tree.pots):
        if tree.shapes[pot.shape].bets.shape[1] == len(HEADS_UP):
            return number
    raise OptionError("in this blueprint no flop is seen by two players")


@lru_cache(MOST_POTS)
def _kept(blueprint: TableBlueprint, pot: int) -> TurnValues:
    """Return the values in a pot from the cache folder, or estimate and keep them."""

    def estimate(strategy: PotStrategy) -> TurnValues:
        return TurnValues.estimate(strategy, POT_DEALS)

    strategy = PotStrategy.of(blueprint, pot)
    kind = f"{FILES}-{pot}"
    return found_or_estimated(kind, TurnValues.load, estimate, strategy, None)
