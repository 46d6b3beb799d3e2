"""The ranges that players of a blueprint have on a line, and how often they must call there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.policy import LineStep, TreeMove, folds_kept, normal
from handsight.blueprint.tree import FOLD
from handsight.cards.card import BOARD_SIZES, STREETS, bit_of
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables

if TYPE_CHECKING:
    from handsight.blueprint.buckets import Buckets
    from handsight.blueprint.tree import HandBetting


class TablePlayer(Protocol):
    """A blueprint, as far as its ranges depend on it."""

    @property
    def betting(self) -> HandBetting:
        """The betting, with its tree."""

    @property
    def buckets(self) -> Buckets:
        """The groups of hands that the strategy does not distinguish."""

    @property
    def bounds_folds(self) -> bool:
        """Whether folds after the flop are bounded; see `bounded_folds`."""

    def table(self, node: int) -> NDArray[np.float64]:
        """Return the strategy at a node: float64[buckets, options]."""


def reach_of(
    blueprint: TablePlayer, steps: Iterable[LineStep], seat: int, board: Sequence[int]
) -> NDArray[np.float64]:
    """Return how likely each combo is to act as a player did: float64[1326].

    An action that the blueprint's tree does not have leaves the probabilities unchanged.

    Args:
        steps: the actions of the line, from the start of the hand.
        seat: the seat of the player.
        board: the numbers of the cards on the board, at least those of the last street of the line.
    """
    reach, street = np.ones(COMBO_COUNT), ""
    for step in steps:
        if step.record.street != street:
            street = step.record.street
            known = board[: BOARD_SIZES[street]]
            buckets = blueprint.buckets.board_buckets(known)
            reach = np.where(_meets(known), 0.0, reach)
        if step.record.seat != seat or not step.moves:
            continue
        chances = _chances(blueprint, step.moves, buckets)
        if step.record.action.kind == "call" and step.record.chips:
            chances += _more_calls(blueprint, step, reach, buckets)
        reach = reach * chances
    return reach


def bounded_folds(
    folds: NDArray[np.float64],
    reach: NDArray[np.float64],
    price: float,
    buckets: NDArray[np.integer],
) -> NDArray[np.float64]:
    """Reduce folds until a bet with any hand wins nothing from them.

    A bet of x times the pot with a hand that cannot win pays if more than x / (1 + x) of the range
    folds, and this is the price of a call. If a blueprint folds more of the range that a player has
    on this board, because its buckets do not tell boards apart, the strongest hands call instead.

    Args:
        folds: float64[1326], how often each combo folds, 0..1.
        reach: float64[1326], the weights of the combos in the player's range.
        price: the cost of a call as a share of the pot before the call.
        buckets: the bucket of each combo; a higher number is a stronger hand.
    """
    weights = reach * folds
    most = price * reach.sum()
    if weights.sum() <= most:
        return folds
    order = np.argsort(buckets, kind="stable")
    ahead = np.cumsum(weights[order]) - weights[order]
    room = np.clip(most - ahead, 0, weights[order])
    kept = np.zeros(len(folds))
    kept[order] = np.divide(
        room, weights[order], out=(ahead < most).astype(np.float64), where=weights[order] > 0
    )
    return np.asarray(folds * kept)


def _more_calls(
    blueprint: TablePlayer,
    step: LineStep,
    reach: NDArray[np.float64],
    buckets: NDArray[np.integer],
) -> NDArray[np.float64]:
    """Return how often each combo calls at a step where the blueprint's table folds."""
    tree, price = blueprint.betting.tree, step.record.chips / step.pot
    player = tree.acting(step.moves[0].node)[0]
    places = normal([each for each in step.before if tree.acting(each.node)[0] == player])
    folds = np.zeros(COMBO_COUNT)
    for weight, node in places:
        if tree.options(node)[0].kind == FOLD:
            folds += weight * blueprint.table(node)[buckets, 0]
    kept = folds * folds_kept(tree, places, price)
    if step.record.street != STREETS[0] and blueprint.bounds_folds:
        kept = bounded_folds(kept, reach, price, buckets)
    return folds - kept


def _chances(
    blueprint: TablePlayer, moves: list[TreeMove], buckets: NDArray[np.integer]
) -> NDArray[np.float64]:
    """Return how often each combo makes one of these moves: float64[1326]."""
    chances, total = np.zeros(COMBO_COUNT), sum([move.weight for move in moves])
    for weight, node, child in moves:
        place = child - int(blueprint.betting.tree.firsts[node])
        chances += weight / total * blueprint.table(node)[buckets, place]
    return chances


def _meets(board: Sequence[int]) -> NDArray[np.bool_]:
    """Return which combos hold a card of the board."""
    lying = np.uint64(sum(1 << bit_of(card) for card in board))
    return np.asarray(combo_tables()[0] & lying != 0)
