"""From cards to exact counts: the bridge between the odds functions and the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import CardCountError, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.cards import CardSet
    from handsight.odds.spot import Spot
    from handsight.odds.weights import Count

MOST_EXACT_OPPONENTS = 3

AHEAD, TIED, BEHIND = range(3)
"""Outcomes for us against an opponent; the kernels use the same numbers."""

LANE = 0x1FFF


@dataclass(frozen=True, slots=True)
class Runouts:
    """The classes of runouts of a board, and our score after each.

    Attributes:
        weights: int64[n], how many runouts a class holds.
        packed: uint64[n], the ranks that come, four bits a rank.
        suited: int64[n], the lane of those in the flush suit.
        suits: int64[n], the flush suit, or 4 for none.
        scores: int64[n], our scores.
        cards: how many cards a hand has after the runout.
    """

    weights: NDArray[np.int64]
    packed: NDArray[np.uint64]
    suited: NDArray[np.int64]
    suits: NDArray[np.int64]
    scores: NDArray[np.int64]
    cards: int


def list_runouts(spot: Spot, to_come: int) -> Runouts:
    """List the classes of the next cards of a spot.

    Raises:
        CardCountError: if fewer live cards are left than are to come.
    """
    from handsight.kernels.runouts import runout_classes
    from handsight.kernels.showdowns import hero_scores

    live = spot.live
    if len(live) < to_come:
        raise CardCountError(f"dead leaves too few live cards: {len(live)}, with {to_come} to come")
    lanes = _lanes(live, spot.board, spot.hole)
    weights, packed, suited, suits = runout_classes(lanes, to_come)
    cards = 2 + len(spot.board) + to_come
    scores = hero_scores(packed, suited, suits, lanes, cards)
    return Runouts(weights, packed, suited, suits, scores, cards)


def count_per_class(
    spot: Spot,
    runouts: Runouts,
    opponents: int,
    signs: Sequence[tuple[int, int]],
    *,
    now: bool = False,
    held_by_opponents: CardSet | None = None,
) -> NDArray[np.int64]:
    """Count ordered tuples of opponents' disjoint hands by class of runouts: int64[classes, sets].

    Each set says which outcomes a hand may have, and a tuple counts as the product of its hands'
    weights.

    Args:
        opponents: 1, 2 or 3.
        signs: for each set the outcomes that weigh 1 and those that weigh -1, as masks of bits
            ``3 * then + now`` (see `outcomes`).
        now: whether to compare hands now too; else ``now`` is 0 for all.
        held_by_opponents: the cards that opponents can hold; None for all live cards.
    """
    from handsight.kernels.showdowns import count_outcomes

    held = spot.live if held_by_opponents is None else held_by_opponents
    require_enough(held, opponents, runouts.cards - 2 - len(spot.board))
    scores, cards_now = runouts.scores, 0
    if now:
        scores = np.append(scores, list_runouts(spot, 0).scores)
        cards_now = 2 + len(spot.board)
    counts = np.empty((len(runouts.weights), len(signs)), dtype=np.int64)
    count_outcomes(
        runouts.packed,
        runouts.suited,
        runouts.suits,
        scores,
        _lanes(spot.board, held),
        np.array([cards_now, runouts.cards]),
        opponents,
        np.array(signs, dtype=np.uint16),
        counts,
    )
    return counts


def outcomes(then: Sequence[int], now: Sequence[int] = (AHEAD,)) -> int:
    """Make a mask of outcomes against one opponent.

    Args:
        then: any of AHEAD, TIED, BEHIND, after the runout.
        now: the same, on the board as it is.

    Example:
        >>> bin(outcomes([AHEAD, TIED]))
        '0b1001'
    """
    return sum(1 << (3 * later + earlier) for later in then for earlier in now)


def total_weight(runouts: Runouts, counts: NDArray[np.int64]) -> list[int]:
    """Add up the counts of the classes, weighted by their number of runouts."""
    totals: list[int] = (runouts.weights @ counts).tolist()
    return totals


def runouts_met(spot: Spot, opponents: int, ahead: int) -> int:
    """Count the runouts that are possible beside a tuple of opponents' hands."""
    return comb(len(spot.live) - 2 * opponents, ahead)


def require_enough(held: CardSet, opponents: int, to_come: int) -> None:
    """Raise CardCountError if there are fewer cards than the opponents and the board need."""
    if len(held) < 2 * opponents + to_come:
        raise CardCountError(
            f"dead leaves too few live cards: {len(held)}, with {2 * opponents} for the "
            f"opponents' hands and {to_come} to come"
        )


def require_possible(weight: Count) -> None:
    """Raise InputError if the weight of all deals is 0: the ranges cannot be held together."""
    if not weight:
        raise InputError(
            "the ranges cannot be held together: however they are dealt, a card stands twice"
        )


def _lanes(*sets: CardSet) -> NDArray[np.int64]:
    """Give the suit lanes of sets of cards: int64[sets, 4]."""
    return np.array([[(cards.mask >> at) & LANE for at in (0, 16, 32, 48)] for cards in sets])
