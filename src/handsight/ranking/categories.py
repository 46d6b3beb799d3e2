"""The nine categories of poker hands, their strengths on the scale 0..7461, and hand names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from handsight.cards.card import RANK_NAMES

CATEGORY_FLOORS = {
    "high_card": 0,
    "one_pair": 1277,
    "two_pair": 4137,
    "three_of_a_kind": 4995,
    "straight": 5853,
    "flush": 5863,
    "full_house": 7140,
    "four_of_a_kind": 7296,
    "straight_flush": 7452,
}
"""The lowest strength in each category, from the weakest category to the strongest."""

CATEGORIES = tuple(CATEGORY_FLOORS)
STRONGEST = 7461
"""The strength of a royal flush."""

_FLOORS = tuple(CATEGORY_FLOORS.values())


def category_of(strength: int) -> str:
    """Return the name of the category that a strength, 0..7461, belongs to.

    Example:
        >>> category_of(7461), category_of(1276)
        ('straight_flush', 'high_card')
    """
    return CATEGORIES[bisect_right(_FLOORS, strength) - 1]


_SUITS_OF = (1020, 384, 144, 64, 1020, 4, 24, 4, 4)
"""For each category, the number of five-card hands of the same strength: the choices of suits."""


def share_beaten(strength: int) -> float:
    """Return the share, 0 to 1, of five-card hands that a strength beats, counting ties as half.

    Example:
        >>> round(share_beaten(4136), 4), share_beaten(0) < 0.001
        (0.9237, True)
    """
    beaten = _SUITS_OF[bisect_right(_FLOORS, strength) - 1] / 2
    for floor, end, suits in zip(_FLOORS, (*_FLOORS[1:], STRONGEST + 1), _SUITS_OF, strict=True):
        beaten += suits * max(0, min(strength, end) - floor)
    return beaten / 2_598_960


def plural(rank: int) -> str:
    """Return the plural of a rank, 0 (deuce) .. 12 (ace), in words, such as ``"sixes"``."""
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank].endswith("x") else "s")


def name_in_words(strength: int, ranks: Sequence[int]) -> str:
    """Return the usual name of a five-card hand in words.

    Args:
        strength: the strength of the hand, 0..7461.
        ranks: the ranks of the five cards, most significant first; pairs, trips and quads come
            before kickers.

    Example:
        >>> name_in_words(4136, [12, 12, 11, 10, 9])
        'pair of aces, king kicker'
    """
    first = RANK_NAMES[ranks[0]]
    many = plural(ranks[0])
    match category_of(strength):
        case "high_card":
            return f"{first} high, {RANK_NAMES[ranks[1]]} kicker"
        case "one_pair":
            return f"pair of {many}, {RANK_NAMES[ranks[2]]} kicker"
        case "two_pair":
            return f"two pair, {many} and {plural(ranks[2])}, {RANK_NAMES[ranks[4]]} kicker"
        case "three_of_a_kind":
            return f"three {many}, {RANK_NAMES[ranks[3]]} kicker"
        case "full_house":
            return f"full house, {many} over {plural(ranks[3])}"
        case "four_of_a_kind":
            return f"four {many}, {RANK_NAMES[ranks[4]]} kicker"
        case "straight_flush" if strength == STRONGEST:
            return "royal flush"
        case category:
            return f"{category.replace('_', ' ')}, {first} high"
