"""The range of a player who follows a blueprint, and how often this range must call a bet."""

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
    from handsight.blueprint.policy import LineTree


class TablePlayer(Protocol):
    """The part of a blueprint that determines the ranges of its players."""

    @property
    def tree(self) -> LineTree:
        """The betting tree."""

    @property
    def buckets(self) -> Buckets:
        """The groups of hands that the strategy does not distinguish."""

    @property
    def bounds_folds(self) -> bool:
        """Whether folds from the flop on are limited; see `bounded_folds`."""

    def table(self, node: int) -> NDArray[np.float64]:
        """Return the strategy at a node: float64[buckets, options].

        Args:
            node: index of the node in the tree.
        """


def reach_of(
    blueprint: TablePlayer, steps: Iterable[LineStep], seat: int, board: Sequence[int]
) -> NDArray[np.float64]:
    """Return the probability of a player's actions, given each combo: float64[1326].

    An action that the blueprint's tree lacks leaves the probabilities unchanged. A combo that
    shares a card with the board of the line's last street has the probability 0.

    Args:
        blueprint: the blueprint that the player follows.
        steps: the actions of all players, from the start of the hand.
        seat: the seat of the player.
        board: the card indices of the board, at least up to the last street of the line.
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
    """Reduce a player's folds until the opponent's bet makes no profit with any two cards.

    A bet of x times the pot with a hand that cannot win is profitable if more than x / (1 + x) of
    the range that faces the bet folds. This share is also the price of a call. A blueprint can fold
    more than this on some boards, because its buckets do not distinguish boards. The strongest
    hands that it folds then call instead.

    A raise must succeed more often than the price of a call, because the raiser also risks the
    chips of a call. The price is the limit against raises as well: with the looser limit, the
    shipped blueprint lost more to a local best response.

    Args:
        folds: float64[1326], the probability that each combo folds.
        reach: float64[1326], the weight of each combo in the player's range.
        price: the cost of a call as a share of the pot after the bet and before the call.
        buckets: int[1326], the bucket of each combo; a higher bucket holds stronger hands.

    Returns:
        float64[1326], the reduced probability that each combo folds.
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
    """Return how often each combo calls although the blueprint's table folds: float64[1326].

    These are the folds that `folds_kept` and `bounded_folds` turn into calls.

    Args:
        blueprint: the blueprint that the player follows.
        step: the call.
        reach: float64[1326], the weight of each combo in the player's range before the call.
        buckets: int[1326], the bucket of each combo on the street.
    """
    tree, price = blueprint.tree, step.record.chips / step.pot
    player = tree.acting(step.moves[0].node)[0]
    places = normal([each for each in step.before if tree.acting(each.node)[0] == player])
    folds = np.zeros(COMBO_COUNT)
    for weight, node in places:
        if tree.options(node)[0].kind == FOLD:
            folds += weight * blueprint.table(node)[buckets, 0]
    kept = folds * folds_kept(tree, places, price)
    is_bounded = step.record.street != STREETS[0] and step.players == 2
    if is_bounded and blueprint.bounds_folds:
        kept = bounded_folds(kept, reach, price, buckets)
    return folds - kept


def _chances(
    blueprint: TablePlayer, moves: list[TreeMove], buckets: NDArray[np.integer]
) -> NDArray[np.float64]:
    """Return the probability that each combo makes one of the moves: float64[1326]."""
    chances, total = np.zeros(COMBO_COUNT), sum([move.weight for move in moves])
    for weight, node, child in moves:
        options = blueprint.tree.options(node)
        place = next(n for n, option in enumerate(options) if option.child == child)
        chances += weight / total * blueprint.table(node)[buckets, place]
    return chances


def _meets(board: Sequence[int]) -> NDArray[np.bool_]:
    """Return which combos share a card with the board: bool[1326]."""
    lying = np.uint64(sum(1 << bit_of(card) for card in board))
    return np.asarray(combo_tables()[0] & lying != 0)
