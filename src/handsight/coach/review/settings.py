"""How hands are reviewed, and the rake of their stakes."""

from __future__ import annotations

from typing import NamedTuple

FLOP_MEMORY = 450_000_000
"""The default number of bytes up to which a flop is solved to the end of the hand."""

SHARE_OFF, CAP_OFF = 0.005, 1.25
"""Two estimates of a rake agree if their shares of the pot differ by at most the first number, and
the later maximum is at most so many times the earlier one as the second number."""


class ReviewSettings(NamedTuple):
    """How hands are reviewed.

    Attributes:
        quick: whether to leave out the solver; every value after the flop is then an estimate.
        seed: seed of the random deals for estimates.
        flop_memory: the number of bytes up to which a flop is solved to the end of the hand. If it
            needs more, its tree stops at the turn.
    """

    quick: bool = False
    seed: int = 0
    flop_memory: int = FLOP_MEMORY


class Rake(NamedTuple):
    """The rake of a stake.

    Attributes:
        share: the share of the pot that the house takes, 0 to 1.
        cap: the maximum in big blinds; None for no maximum.
    """

    share: float = 0.0
    cap: float | None = None

    def is_about(self, other: Rake) -> bool:
        """Check whether another estimate of a stake's rake, from other hands, agrees with this one.

        The largest rake of fewer hands can be smaller, and hands without a rake say nothing.

        Args:
            other: the other estimate.

        Example:
            >>> Rake(0.05, 3.0).is_about(Rake(0.048, 3.5)), Rake(0.05, 3.0).is_about(Rake(0.05, 9))
            (True, False)
        """
        if not other.share:
            return True
        if self.cap is None or other.cap is None:
            return self == other
        return abs(self.share - other.share) <= SHARE_OFF and other.cap <= CAP_OFF * self.cap
