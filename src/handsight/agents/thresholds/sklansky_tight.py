"""A tight player that uses Sklansky's groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from handsight.agents.protocol import Number
from handsight.agents.thresholds.thresholds import EhsThresholds
from handsight.game import Observation


@dataclass(frozen=True)
class SklanskyTight(EhsThresholds):
    """Plays tight by Sklansky's groups before the flop and by EHS after it.

    Hands are ordered by their group, and hands in no group come last; equity breaks ties.

    Source:
        The groups of D. Sklansky and M. Malmuth, to which CISTI-2013, section II.C, and DSIE-2011
        refer. The thresholds are ours.
    """

    source: ClassVar[str] = "Sklansky and Malmuth"

    name: str = "sklansky-tight"
    open_share: float = 0.6
    call_share: float = 2.0

    order: ClassVar[str] = "sklansky"

    def shown(self, seen: Observation) -> dict[str, Number]:
        """Return the hand's group, or "none", before the flop, and the parts of EHS after it."""
        if seen.board:
            return super().shown(seen)
        from handsight.ranges import sklansky_group

        return {"Sklansky group": sklansky_group(seen.hole) or "none"}
