"""How strong a hand is on the board as it lies."""

from __future__ import annotations

from dataclasses import dataclass, field

from handsight.cards import CardsLike
from handsight.odds.counting import (
    AHEAD,
    MOST_EXACT_OPPONENTS,
    TIED,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)
from handsight.odds.spot import Spot, VillainLike, check_opponents
from handsight.odds.weights import Count, scaled, whole


@dataclass(frozen=True, slots=True)
class HandStrength:
    """How many hands of one opponent we beat now, tie with, and lose to.

    Against several ranges, tuples of hands that share no card are counted. We are ahead if we beat
    all of them, behind if one beats us, and tied otherwise. With ranges the counts are sums of
    weights.

    Attributes:
        spot: the question; None for counts that come from elsewhere.

    Example:
        >>> strength = hand_strength("AdQc", "3h4cJh")
        >>> strength.total, round(strength.value, 6)
        (1081, 0.585106)
    """

    ahead: Count
    tied: Count
    behind: Count
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def total(self) -> Count:
        """All hands that the opponent can hold."""
        return whole(self.ahead + self.tied + self.behind)

    @property
    def value(self) -> float:
        """HS = (ahead + tied / 2) / total, in 0..1."""
        return float((2 * self.ahead + self.tied) / (2 * self.total))

    def against(self, opponents: int) -> float:
        """Give HS to the power of 1 to 9 opponents, as both papers do.

        It treats their hands as independent; `current_hand_odds` does not.

        Example:
            >>> round(hand_strength("AdQc", "3h4cJh").against(5), 6)
            0.068576
        """
        return self.value ** check_opponents(opponents)


def hand_strength(
    hole: CardsLike,
    board: CardsLike,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
) -> HandStrength:
    """Compare a hand with all hands that one opponent can hold, on the board as it is. Exact.

    Without dead cards these are 1,081, 1,035 and 990 hands on flop, turn and river.

    Args:
        board: three, four or five cards.
        villain: a range, or a list of one for each of up to three opponents; None for any cards.

    Raises:
        InputError: for wrong cards or ranges.
        StreetError: before the flop, where two cards have no rank.

    Source:
        CISTI-2013, section IV.A, also for ``excluded``; DSIE-2011, sections 3.2 and 3.2.1.

    Example:
        >>> hand_strength("AdQc", "3h4cJh")
        HandStrength(ahead=628, tied=9, behind=444)
        >>> hand_strength("AdQc", "3h4cJh", villain="sklansky:1-4")
        HandStrength(ahead=30, tied=9, behind=65)
    """
    return strength_of(
        Spot.hand(hole, board, dead, villain=villain, excluded=excluded, most=MOST_EXACT_OPPONENTS)
    )


def strength_of(spot: Spot) -> HandStrength:
    """Give the hand strength of a spot's first player (see `hand_strength`)."""
    spot.require_board("hand strength", "hand_odds")
    if spot.opponents > 1 or not spot.is_against_any:
        from handsight.odds.range_outcomes import outcome_matrix

        matrix, unit = outcome_matrix(spot, 0)
        return HandStrength(
            *(scaled(weight, unit) for weight in matrix.diagonal().tolist()), spot=spot
        )
    now = list_runouts(spot, 0)
    signs = [(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)]
    ahead, tied = total_weight(now, count_per_class(spot, now, 1, signs))
    live = len(spot.live)
    return HandStrength(ahead, tied, live * (live - 1) // 2 - ahead - tied, spot=spot)
