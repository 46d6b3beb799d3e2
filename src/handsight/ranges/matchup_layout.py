"""The places of all matchups of two hands in a table, and which places hold the same matchup.

A place is three numbers: the ranks of each hand, and the pattern of the four cards' suits. Ranks
are a pair (higher, lower), numbered 0..90; the pattern says which cards are of one suit, numbered
0..14. Looking a matchup up takes no search, but many places stand for the same one: the cards of a
pocket pair have no order, and exchanging the hands only exchanges win and lose. The table that
ships holds only the first of all such places, in the order of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from handsight.cards.card import RANKS, SUITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def renamed(suits: Sequence[int]) -> tuple[int, ...]:
    """Rename suits 0, 1, .. in the order in which they come."""
    order = list(dict.fromkeys(suits))
    return tuple(map(order.index, suits))


RANK_PAIRS = tuple((high, low) for high in range(len(RANKS)) for low in range(high + 1))
"""The ranks of two cards, the higher one first: 91."""

ALL_SUITS = tuple(product(range(len(SUITS)), repeat=4))
"""The suits of four cards: 256."""

PATTERNS = tuple(sorted(set(map(renamed, ALL_SUITS))))
"""The suits of four cards, renamed: 15. The first two are those of the first hand."""

SHAPE = (len(RANK_PAIRS), len(RANK_PAIRS), len(PATTERNS))

PATTERN_OF = {suits: PATTERNS.index(renamed(suits)) for suits in ALL_SUITS}
"""The number of the pattern of any four suits."""


def rank_pair(higher: int, lower: int) -> int:
    """Number a pair of ranks 0..12, 0..90 in all.

    Example:
        >>> rank_pair(12, 11), RANK_PAIRS[89]
        (89, (12, 11))
    """
    return higher * (higher + 1) // 2 + lower


@cache
def pattern_numbers() -> NDArray[np.int64]:
    """Give the number of the pattern of any four suits, for kernels: int64[256].

    Four suits are an index of two bits each, the first suit the highest.
    """
    import numpy as np

    return np.array([PATTERN_OF[suits] for suits in ALL_SUITS], dtype=np.int64)


def canonical_cards() -> NDArray[np.int64]:
    """List the cards of the matchups in the shipped table, in its order: int64[47008, 4]."""
    import numpy as np

    first, _ = _layout()
    high_and_low = np.array(RANK_PAIRS)
    places = np.flatnonzero(first.ravel() == np.arange(first.size))
    one, other, pattern = np.unravel_index(places, SHAPE)
    ranks = np.hstack([high_and_low[one], high_and_low[other]])
    cards: NDArray[np.int64] = 4 * ranks + np.array(PATTERNS)[pattern]
    return cards


def spread_out(counts: NDArray[np.int32], total: int) -> NDArray[np.int32]:
    """Put the counts of the listed matchups into all places: int32[91, 91, 15, 2].

    Args:
        counts: int32[47008, 2], win and tie in the order of `canonical_cards`.
        total: the sum of win, tie and lose.

    Returns:
        Win and tie of the first hand; 0 where a card would stand twice.
    """
    import numpy as np

    first, mirrored = _layout()
    row_at = np.cumsum(first.ravel() == np.arange(first.size)) - 1
    table = np.take(counts, np.take(row_at, np.maximum(first, 0)), axis=0)
    win, tie = table[..., 0], table[..., 1]
    np.copyto(win, total - win - tie, where=mirrored)
    table *= (first >= 0)[..., np.newaxis]
    return table


def _layout() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give for each place the first one of the same matchup, and whether win and lose change.

    Where a card would stand twice, the first place is -1.
    """
    import numpy as np

    one, other, pattern = np.ogrid[tuple(map(slice, SHAPE))]
    is_pair = np.array([high == low for high, low in RANK_PAIRS])
    swapped = np.where(is_pair[one], _reordered(1, 0, 2, 3)[pattern], pattern)
    # The cards of a pair have no order: both orders of each pair are tried, and the lowest place of
    # all that the same matchup comes to stands for it.
    least = np.full(SHAPE, np.iinfo(np.int64).max)
    for kept in (pattern, swapped):
        swapped_too = np.where(is_pair[other], _reordered(0, 1, 3, 2)[kept], kept)
        for alike in (kept, swapped_too):
            least = np.minimum(least, (one * SHAPE[1] + other) * SHAPE[2] + alike)
    # The hands exchanged are the same matchup seen from the other side: win and lose change places.
    exchanged = least[other, one, _reordered(2, 3, 0, 1)[pattern]]
    first = np.where(_possible(), np.minimum(least, exchanged), -1)
    return first, exchanged < least


def _reordered(*places: int) -> NDArray[np.int64]:
    """Give the pattern that each pattern becomes if the cards are taken in another order."""
    import numpy as np

    return np.array([PATTERN_OF[tuple(suits[place] for place in places)] for suits in PATTERNS])


def _possible() -> NDArray[np.bool_]:
    """Say for each place whether its four cards are different."""
    import numpy as np

    possible = np.ones(SHAPE, dtype=np.bool_)
    ranks, suits = np.array(RANK_PAIRS), np.array(PATTERNS)
    rank_of = [*ranks.T[:, :, None, None], *ranks.T[:, None, :, None]]
    for here, there in combinations(range(4), 2):
        possible &= (rank_of[here] != rank_of[there]) | (suits[:, here] != suits[:, there])
    return possible
