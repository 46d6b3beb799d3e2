"""How strong a hand is on the board as it lies."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.cards import CardsLike, Situation
from handsight.odds.counting import (
    AHEAD,
    TIED,
    check_opponents,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)


@dataclass(frozen=True, slots=True)
class HandStrength:
    """Counts over all hands of one opponent, now.

    Attributes:
        ahead: his hands that we beat.
        tied: his hands that tie.
        behind: his hands that beat us.

    Example:
        >>> strength = hand_strength("AdQc", "3h4cJh")
        >>> strength.total, round(strength.value, 6)
        (1081, 0.585106)
    """

    ahead: int
    tied: int
    behind: int

    @property
    def total(self) -> int:
        """All hands that he can hold."""
        return self.ahead + self.tied + self.behind

    @property
    def value(self) -> float:
        """HS = (ahead + tied / 2) / total, in 0..1."""
        return (2 * self.ahead + self.tied) / (2 * self.total)

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


def hand_strength(hole: CardsLike, board: CardsLike, dead: CardsLike = "") -> HandStrength:
    """Compare a hand with all that one opponent can hold, on the board as it is. Exact.

    Args:
        hole: two cards.
        board: three, four or five cards.
        dead: cards out of play.

    Returns:
        The counts; 1,081, 1,035 and 990 hands on flop, turn and river without dead cards.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        StreetError: before the flop, where two cards have no rank.

    Source:
        CISTI-2013, section IV.A; DSIE-2011, section 3.2.

    Example:
        >>> hand_strength("AdQc", "3h4cJh")
        HandStrength(ahead=628, tied=9, behind=444)
    """
    return strength_in(Situation.parse(hole, board, dead))


def strength_in(situation: Situation) -> HandStrength:
    """Give the hand strength of checked cards (see `hand_strength`)."""
    situation.require_board("hand strength", "hand_odds")
    now = list_runouts(situation, 0)
    signs = [(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)]
    ahead, tied = total_weight(now, count_per_class(situation, now, 1, signs))
    live = len(situation.live)
    return HandStrength(ahead, tied, live * (live - 1) // 2 - ahead - tied)
