"""The 1,326 combos and the 169 classes, and their numbers.

A combo is two different cards. Combos are numbered 0..1325 in lexicographic order of their two
card indices, the lower first: 2c2d (0, 1), 2c2h (0, 2), .. AhAs (50, 51). Only this module defines
the order.

Classes are listed in the order of the 13 × 13 grid, row by row: ranks fall from ace to deuce down
the rows and along the columns; pairs are on the diagonal, suited hands above it and offsuit hands
below.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

from handsight.cards import Card, CardSet, CardsLike, parse_cards, pocket_class, require_count
from handsight.cards.card import DECK_SIZE, RANKS, bit_of
from handsight.errors import UnknownCardError

COMBO_COUNT = 1326
COMBOS = tuple(combinations(range(DECK_SIZE), 2))
"""The two card indices of each combo, the lower first."""

MASKS = tuple(1 << bit_of(low) | 1 << bit_of(high) for low, high in COMBOS)
"""Each combo as a mask, with one bit for each of its two cards."""

_SUITS = range(4)
_DESCENDING = RANKS[::-1]


def combo_number(one: int, other: int) -> int:
    """Return the number of the combo of two card indices, in either order.

    Example:
        >>> combo_number(0, 1), combo_number(51, 50), COMBOS[1325]
        (0, 1325, (50, 51))
    """
    low, high = sorted((one, other))
    return low * (2 * DECK_SIZE - 1 - low) // 2 + high - low - 1


@cache
def combos_with(card: int) -> tuple[int, ...]:
    """Return the numbers of the 51 combos that contain the card with this index."""
    return tuple(number for number, cards in enumerate(COMBOS) if card in cards)


@cache
def bytes_without(card: int) -> int:
    """Return a mask of the combos that lack a card: 1,326 bytes as one little-endian integer.

    The byte of a combo is 0 if the combo contains the card, and 255 otherwise. ANDing the mask with
    the bytes of a range removes all combos with the card in one step.

    Args:
        card: the index of the card, 0..51.

    Example:
        >>> (int.from_bytes(bytes(1326), "little") | bytes_without(51)).bit_count()
        10200
    """
    held = bytearray(b"\xff" * COMBO_COUNT)
    for number in combos_with(card):
        held[number] = 0
    return int.from_bytes(held, "little")


def class_at(row: int, column: int) -> str:
    """Return the class in a cell of the grid.

    Args:
        row: the row, from 0 (ace) to 12 (deuce).
        column: the column, from 0 (ace) to 12 (deuce).

    Example:
        >>> class_at(0, 0), class_at(0, 1), class_at(1, 0)
        ('AA', 'AKs', 'AKo')
    """
    ranks = _DESCENDING[min(row, column)] + _DESCENDING[max(row, column)]
    if row == column:
        return ranks
    return ranks + ("s" if row < column else "o")


def _numbers_of(name: str) -> tuple[int, ...]:
    high, low = (4 * RANKS.index(letter) for letter in name[:2])
    if high == low:
        suits = list(combinations(_SUITS, 2))
    elif name.endswith("s"):
        suits = [(suit, suit) for suit in _SUITS]
    else:
        suits = [(one, other) for one in _SUITS for other in _SUITS if one != other]
    return tuple(sorted(combo_number(high + one, low + other) for one, other in suits))


CLASSES = tuple(class_at(row, column) for row in range(13) for column in range(13))
"""The names of the 169 classes, in the order of the grid."""

CLASSES_BY_RANK = tuple(
    high + low + kind
    for place, high in enumerate(_DESCENDING)
    for low in _DESCENDING[place:]
    for kind in (("",) if high == low else ("s", "o"))
)
"""The 169 classes from AA, AKs, AKo down to 22, by higher rank and then by lower rank."""

COMBOS_OF = {name: _numbers_of(name) for name in CLASSES}
"""The combo numbers of each class, ascending: 6 for a pair, 4 if suited, 12 if offsuit."""

RANK_PATTERN = "(10|[2-9tjqka])"
"""A regular expression for a rank in lower case, including `10`."""

_NAME = re.compile(rf"\s*{RANK_PATTERN}{RANK_PATTERN}([so]?)\s*", re.IGNORECASE | re.ASCII)


def class_of(hole: CardsLike) -> str:
    """Return the class of two hole cards, or the standard form of a class's name.

    Args:
        hole: two cards in any notation of `parse_cards`, or the name of a class in upper or
            lower case: a pair (``"QQ"``), or two ranks and s for suited or o for offsuit.

    Returns:
        One of `CLASSES`, the higher rank first.

    Raises:
        UnknownCardError: if ``hole`` is neither cards nor the name of a class. Two different ranks
            without s or o do not name a class, and neither does a pair with s or o.
        DuplicateCardError: if a card appears twice.
        CardCountError: if there are not exactly two cards.

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


def combos_named(name: str) -> tuple[int, ...] | None:
    """Return the combos of a class like ``AKs``, or of both classes of two ranks like ``AK``.

    Returns:
        The numbers of the combos, or None if the string does not name classes (two cards do not).

    Raises:
        UnknownCardError: if s or o follows a pair.

    Example:
        >>> [len(combos_named(name)) for name in ("QQ", "aks", "AK")], combos_named("AhKh")
        ([6, 4, 16], None)
    """
    named = _NAME.fullmatch(name)
    if named is None:
        return None
    first, second, kind = named.groups()
    if kind or first.lower() == second.lower():
        return COMBOS_OF[_from_name(first, second, kind)]
    return tuple(sorted(i for kind in "so" for i in COMBOS_OF[_from_name(first, second, kind)]))


def _from_name(first: str, second: str, kind: str) -> str:
    ranks = [rank.upper().replace("10", "T") for rank in (first, second)]
    high, low = sorted(ranks, key=RANKS.index, reverse=True)
    kind = kind.lower()
    if high == low and kind:
        raise UnknownCardError(
            f"hole '{high}{low}{kind}' is not a hand class: a pair is never suited; write "
            f"'{high}{low}'"
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
        raise UnknownCardError(f"{error}; or write a class, like 'AKs', 'AKo' or 'QQ'") from None
