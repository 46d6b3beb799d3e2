"""The 169 classes of hole cards, by name and by cards."""

from __future__ import annotations

import re

from handsight.cards import Card, CardSet, CardsLike, parse_cards, pocket_class, require_count
from handsight.cards.card import RANKS
from handsight.errors import UnknownCardError

_HIGH_TO_LOW = RANKS[::-1]
_RANK = "(10|[2-9tjqka])"
_NAME = re.compile(rf"\s*{_RANK}{_RANK}([so]?)\s*", re.IGNORECASE | re.ASCII)

CLASSES = tuple(
    high + low + kind
    for place, high in enumerate(_HIGH_TO_LOW)
    for low in _HIGH_TO_LOW[place:]
    for kind in (("",) if high == low else ("s", "o"))
)
"""All 169 by their ranks, from AA, AKs, AKo down to 22; those of `combos` are in grid order."""


def class_of(hole: CardsLike) -> str:
    """Give the class of hole cards, which are two cards or the name of the class itself.

    Args:
        hole: two cards in any notation of `parse_cards`, or the name of a class in upper or
            lower case: a pair (``"QQ"``), or two ranks and s for suited or o for offsuit.

    Returns:
        One of `CLASSES`, the higher rank first.

    Raises:
        UnknownCardError: for what is neither; also for two ranks without s or o.
        DuplicateCardError: if a card appears twice.
        CardCountError: unless there are two cards.

    Example:
        >>> class_of("KhAh"), class_of("aks"), class_of("10♠ 10♥")
        ('AKs', 'AKs', 'TT')
    """
    named = _NAME.fullmatch(hole) if isinstance(hole, str) else None
    if named:
        return _from_name(*named.groups())
    cards = _read_cards(hole)
    require_count(cards, "hole", (2,))
    return pocket_class(CardSet.of(cards))


def _from_name(first: str, second: str, kind: str) -> str:
    ranks = [rank.upper().replace("10", "T") for rank in (first, second)]
    high, low = sorted(ranks, key=RANKS.index, reverse=True)
    kind = kind.lower()
    if high == low and kind:
        raise UnknownCardError(
            f"hole '{high}{low}{kind}' is no class: a pair is never suited; write '{high}{low}'"
        )
    if high != low and not kind:
        raise UnknownCardError(
            f"hole '{high}{low}' is ambiguous; write '{high}{low}s' for suited cards or "
            f"'{high}{low}o' for offsuit ones"
        )
    return high + low + kind


def _read_cards(hole: CardsLike) -> list[Card]:
    try:
        return parse_cards(hole, "hole")
    except UnknownCardError as error:
        raise UnknownCardError(f"{error}; or name a class, like 'AKs', 'AKo' or 'QQ'") from None
