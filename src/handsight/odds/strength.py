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
    """Counts over all hands of one opponent, now.

    Against several ranges: over all tuples of hands that share no card. We are ahead if all of
    them are behind, behind if one is ahead of us, and tied otherwise.

    Attributes:
        ahead: his hands that we beat; with a range the sum of their weights.
        tied: his hands that tie.
        behind: his hands that beat us.
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
        """All hands that he can hold."""
        return whole(self.ahead + self.tied + self.behind)

    @property
    def value(self) -> float:
        """HS = (ahead + tied / 2) / total, in 0..1."""
        return float((2 * self.ahead + self.tied) / (2 * self.total))

    def against(self, opponents: int) -> float:
        """Give HS to the power of the number of opponents, as both papers do.

        It treats their hands as independent; `current_hand_odds` does not.

        Args:
            opponents: 1 to 9.

        Raises:
            OptionError: for another number.

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
    """Compare a hand with all that one opponent can hold, on the board as it is. Exact.

    Args:
        board: three, four or five cards.
        villain: what he may hold, a range; or a list of up to three, one for each opponent. None
            for any cards.

    Returns:
        The counts; 1,081, 1,035 and 990 hands on flop, turn and river without dead cards.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many; for a
            range that cannot be read, or has no hand left.
        StreetError: before the flop, where two cards have no rank.

    Source:
        CISTI-2013, section IV.A, with the cards that an opponent probably has not; DSIE-2011,
        sections 3.2 and 3.2.1.

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
    """Give the hand strength of a spot's first player (see `hand_strength`).

    Args:
        spot: our hand, against one opponent with any cards or one to three with ranges.
    """
    spot.require_board("hand strength", "hand_odds")
    if spot.opponents > 1 or not spot.is_against_any:
        from handsight.odds.ranged_standings import standings_matrix

        matrix, unit = standings_matrix(spot, 0)
        return HandStrength(
            *(scaled(weight, unit) for weight in matrix.diagonal().tolist()), spot=spot
        )
    now = list_runouts(spot, 0)
    signs = [(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)]
    ahead, tied = total_weight(now, count_per_class(spot, now, 1, signs))
    live = len(spot.live)
    return HandStrength(ahead, tied, live * (live - 1) // 2 - ahead - tied, spot=spot)
