"""The 1,326 combos and the 169 classes, and their numbers.

A combo is two different cards. Combos are numbered 0..1325 in lexicographic order of their two
card indices, the lower first: 2c2d (0, 1), 2c2h (0, 2), .. AhAs (50, 51). This is the only place
where that order is written down.

Classes are listed as the 13 × 13 grid is read, row by row: ranks fall from ace to deuce down the
rows and along the columns; pairs are the diagonal, suited hands stand above it and offsuit hands
below.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from handsight.cards.card import DECK_SIZE, RANKS, bit_of

COMBO_COUNT = 1326
COMBOS = tuple(combinations(range(DECK_SIZE), 2))
"""The two card indices of each combo, the lower first."""

MASKS = tuple(1 << bit_of(low) | 1 << bit_of(high) for low, high in COMBOS)
"""The two cards of each combo as a mask."""

_SUITS = range(4)
_DESCENDING = RANKS[::-1]


def combo_number(one: int, other: int) -> int:
    """Give the number of the combo of two card indices, in either order.

    Example:
        >>> combo_number(0, 1), combo_number(51, 50), COMBOS[1325]
        (0, 1325, (50, 51))
    """
    low, high = sorted((one, other))
    return low * (2 * DECK_SIZE - 1 - low) // 2 + high - low - 1


@cache
def combos_with(card: int) -> tuple[int, ...]:
    """Give the numbers of the 51 combos that hold a card, given by its index."""
    return tuple(number for number, cards in enumerate(COMBOS) if card in cards)


def class_at(row: int, column: int) -> str:
    """Name the class in a cell of the grid; row and column run from 0 (ace) to 12 (deuce).

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

COMBOS_OF = {name: _numbers_of(name) for name in CLASSES}
"""The numbers of the combos of each class, ascending: 6 for a pair, 4 suited, 12 offsuit."""
