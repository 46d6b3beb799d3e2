"""A tight player that uses Chen's formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from handsight.agents.protocol import Number
from handsight.agents.thresholds.thresholds import EhsThresholds
from handsight.game import Observation


@dataclass(frozen=True)
class ChenTight(EhsThresholds):
    """Plays tight by Chen's formula before the flop and by EHS after it.

    Hands are ordered by their points, which are not rounded; equity breaks ties.

    Source:
        CISTI-2013, section V.A, and DSIE-2011, section 3.5, which value hands by Chen's formula
        before the flop. The thresholds are ours.
    """

    source: ClassVar[str] = "CISTI-2013, DSIE-2011"

    name: str = "chen-tight"
    open_share: float = 0.6
    call_share: float = 2.0

    order: ClassVar[str] = "chen"

    def shown(self, seen: Observation) -> dict[str, Number]:
        """Return the hand's Chen points before the flop, and the parts of EHS after it."""
        if seen.board:
            return super().shown(seen)
        from handsight.ranges import chen

        return {"Chen points": chen(seen.hole, rounded=False)}
