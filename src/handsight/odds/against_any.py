"""Counting a hand's deals against up to three players with any cards."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

from handsight.odds.counting import (
    AHEAD,
    TIED,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)
from handsight.odds.equity_result import Equity, exact_equity_of_one

if TYPE_CHECKING:
    from handsight.cards import CardSet
    from handsight.odds.spot import Spot


def equity_against_any(spot: Spot) -> Equity:
    """Count our equity against one to three opponents with any cards (see `current_hand_odds`)."""
    win, unbeaten, ties, total = count_against_any(spot, spot.opponents, spot.live)
    return exact_equity_of_one(spot, 0, win, ties, total - unbeaten)


def count_against_any(
    spot: Spot, opponents: int, held: CardSet
) -> tuple[int, int, dict[int, int], int]:
    """Count deals against one to three opponents who hold any of some cards.

    Returns:
        Wins, deals in which nobody beats us, {k: ties with exactly k}, and all deals.
    """
    to_come = spot.to_come
    runouts = list_runouts(spot, to_come)
    win, tie = outcomes([AHEAD]), outcomes([TIED])
    signs = [(win, 0), (win | tie, 0), (tie, 0), (win, tie)][: opponents + 1]
    per_class = count_per_class(spot, runouts, opponents, signs, held_by_opponents=held)
    sums = total_weight(runouts, per_class)
    left = len(held) - to_come
    tuples = prod(comb(left - 2 * placed, 2) for placed in range(opponents))
    ties = _split_ties(opponents, *sums)
    return sums[0], sums[1], ties, comb(len(spot.live), to_come) * tuples


def _split_ties(
    opponents: int, win: int, unbeaten: int, all_tie: int = 0, alternating: int = 0
) -> dict[int, int]:
    """Split the ties by the number of opponents who share.

    Args:
        unbeaten: deals in which nobody beats us.
        all_tie: deals in which every opponent ties.
        alternating: for three opponents, the unbeaten deals with the sign of (-1)**ties.
    """
    if opponents == 1:
        return {1: unbeaten - win}
    if opponents == 2:
        return {1: unbeaten - win - all_tie, 2: all_tie}
    both = unbeaten - win - all_tie
    difference = alternating - win + all_tie
    return {1: (both - difference) // 2, 2: (both + difference) // 2, 3: all_tie}
