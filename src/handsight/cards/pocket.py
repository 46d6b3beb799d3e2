"""The 169 classes of hole cards."""

from __future__ import annotations

from handsight.cards.card import RANKS
from handsight.cards.cardset import CardSet


def pocket_class(hole: CardSet) -> str:
    """Name the class of two hole cards.

    Example:
        >>> [pocket_class(CardSet(hole)) for hole in ("KhAh", "2c2d", "9s8d")]
        ['AKs', '22', '98o']
    """
    high, low = hole
    if high.rank == low.rank:
        return 2 * RANKS[high.rank]
    return RANKS[high.rank] + RANKS[low.rank] + ("s" if high.suit == low.suit else "o")
