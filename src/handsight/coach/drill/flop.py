"""Questions about decisions on the flop, judged by a solution that stops at the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet
from handsight.coach.drill.decisions import seen_in, strategy_for
from handsight.coach.drill.kind import Stopped, never
from handsight.coach.drill.postflop import DecisionWorth, StreetDrill, spot_of
from handsight.coach.drill.prepared import Prepared
from handsight.coach.review.streets import solve_street, turn_values_for
from handsight.coach.spots import combo_of, records_on
from handsight.errors import InputError
from handsight.ranges.suits import combo_tables
from handsight.solver.limited import RUNOUTS, flop_equity

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FlopDrill(StreetDrill):
    """Decisions between two players on the flop.

    A flop takes too long to solve to the end of the hand, so its tree stops at the turn, where
    hands are worth what the strategy for the table wins with them.
    """

    note = "Hands at the turn count as much as the strategy for the table wins with them."

    def __init__(self) -> None:
        super().__init__("flop")
        self.summary = "what to do on the flop against one opponent, by a solution up to the turn"

    def worth(self, line: str, stopped: Stopped = never) -> DecisionWorth:
        """Return what the options of a decision are worth; solve the flop if it is not cached.

        Args:
            line: the line of the hand.
            stopped: ignored, because a flop takes less than a second.

        Raises:
            InputError: if the flop cannot be solved, or the solution does not have the hand.
        """
        return _solved(line, stopped)


def _solve(line: str, _: Stopped) -> DecisionWorth:
    seen = seen_in(line)
    strategy, _values = strategy_for(seen)
    start, combo = spot_of(seen).start, combo_of(seen.hole)
    records = records_on(seen.street, seen.actions)
    street = solve_street(start, records, seen.seat, combo, turn_values_for(strategy))
    if street is None:
        raise InputError(f"the flop cannot be solved between two ranges: {line}")
    values = street.hero_values(len(records), combo)
    if not np.isfinite(values.evs).all():
        raise InputError(f"the solution does not have the hand {seen.hole}: {line}")
    # A solution that hardly ever gets here with the hand has not learned how to play it.
    shares = np.full(len(values.evs), np.nan) if values.shares is None else values.shares
    theirs = street.reach(len(records))[1 - start.player(seen.seat)]
    return DecisionWorth(shares, values.evs, _equity(CardSet(seen.board), combo, theirs))


def _equity(flop: CardSet, combo: int, weights: NDArray[np.float64]) -> float:
    """Return the equity of a combo against a range; NaN if the combo blocks the whole range."""
    masks = combo_tables()[0]
    met = np.where(masks & masks[combo], 0.0, weights)
    net = flop_equity(flop)[combo] / RUNOUTS
    return float((met @ (1 + net)) / (2 * met.sum())) if met.any() else float("nan")


_solved = Prepared(_solve)
