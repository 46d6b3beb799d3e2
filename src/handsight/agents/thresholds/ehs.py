"""A player that uses effective hand strength, EHS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from handsight.agents.protocol import Number
from handsight.agents.thresholds.thresholds import EhsThresholds
from handsight.game import Observation


@dataclass(frozen=True)
class EhsPlayer(EhsThresholds):
    """Calls when effective hand strength covers the price, and raises from a threshold on.

    Before the flop, hands are ordered by their exact equity against one random hand.

    Source:
        CISTI-2013, section IV.C, and DSIE-2011, section 3.4, for EHS. Neither paper says how to
        play by EHS; the thresholds are ours.
    """

    source: ClassVar[str] = "CISTI-2013, DSIE-2011"

    name: str = "ehs"

    def shown(self, seen: Observation) -> dict[str, Number]:
        """Return the equity before the flop, and the parts of EHS after it."""
        if seen.board:
            return super().shown(seen)
        from handsight.ranges import pocket_equity

        return {"equity": pocket_equity(seen.hole).equity}
