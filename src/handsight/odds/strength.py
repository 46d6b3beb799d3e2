"""How strong a hand is on the board as it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handsight.cards import CardsLike, Situation
from handsight.odds.counting import (
    AHEAD,
    MOST_EXACT_OPPONENTS,
    TIED,
    check_opponents,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)
from handsight.odds.villains import VillainLike, villain_ranges
from handsight.odds.weights import Count, scaled, whole
from handsight.ranges import Range


@dataclass(frozen=True, slots=True)
class HandStrength:
    """Counts over all hands of one opponent, now.

    Against several ranges: over all tuples of hands that share no card. We are ahead if all of
    them are behind, behind if one is ahead of us, and tied otherwise.

    Attributes:
        ahead: his hands that we beat; with a range the sum of their weights.
        tied: his hands that tie.
        behind: his hands that beat us.

    Example:
        >>> strength = hand_strength("AdQc", "3h4cJh")
        >>> strength.total, round(strength.value, 6)
        (1081, 0.585106)
    """

    ahead: Count
    tied: Count
    behind: Count

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
        hole: two cards.
        board: three, four or five cards.
        dead: cards out of play.
        villain: what he may hold, a range; or a list of up to three, one for each opponent. None
            for any cards.
        excluded: cards that he probably has not.

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
    situation = Situation.parse(hole, board, dead)
    _, ranges = villain_ranges(villain, excluded, None, situation, MOST_EXACT_OPPONENTS)
    return strength_in(situation, ranges)


def strength_in(situation: Situation, ranges: Sequence[Range] | None = None) -> HandStrength:
    """Give the hand strength of checked cards against any cards or ranges (see `hand_strength`)."""
    situation.require_board("hand strength", "hand_odds")
    if ranges is not None:
        from handsight.odds.ranged_standings import standings_matrix

        matrix, unit = standings_matrix(situation, ranges, 0)
        return HandStrength(*(scaled(weight, unit) for weight in matrix.diagonal().tolist()))
    now = list_runouts(situation, 0)
    signs = [(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)]
    ahead, tied = total_weight(now, count_per_class(situation, now, 1, signs))
    live = len(situation.live)
    return HandStrength(ahead, tied, live * (live - 1) // 2 - ahead - tied)
