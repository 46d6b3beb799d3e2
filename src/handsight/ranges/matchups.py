"""Two known hands all-in before the flop: every matchup there is, read from a table.

A place in the table is three numbers: the ranks of each hand, and the pattern of the four cards'
suits. Ranks are a pair (higher, lower), numbered 0..90; the pattern says which cards are of one
suit, numbered 0..14. Looking a matchup up takes no search, but many places stand for the same one:
the cards of a pocket pair have no order, and exchanging the hands only exchanges win and lose. The
table that ships holds only the first of all such places, in the order of the table.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from handsight.cards import Card, CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.card import RANKS, SUITS
from handsight.ranges.class_equities import WinTieLose
from handsight.ranges.shipped import read_checked
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLE = "matchups.z"
"""The table's file (see `pack`); `handsight.papers.matchup_table` makes it."""

DIGEST = "98389f334bf2c8448208d2f8c78adb639341cec32e47f2017333b0bdf1b3450a"
"""SHA-256 of the table."""

BOARDS = 1_712_304
"""Ways to deal five of the 48 cards that two hands leave."""


@dataclass(frozen=True, slots=True, repr=False)
class Matchup(WinTieLose, ShownInNotebooks):
    """How often one hand wins, ties and loses against another, over all 1,712,304 boards.

    Example:
        >>> Matchup(win=2, tie=1, lose=1).equity
        0.625
    """


def matchup(hole: CardsLike, other: CardsLike) -> Matchup:
    """Look up how a hand fares against another one, both known, all-in before the flop.

    The exact counts of all matchups are shipped. Both hands are written in any notation of
    `parse_cards`.

    Raises:
        UnknownCardError: for a symbol that is no card.
        DuplicateCardError: if a card appears twice, within or between the hands.
        CardCountError: unless each hand has two cards.

    Source:
        Counted by handsight, over all boards (`handsight.papers.matchup_table`).

    Example:
        >>> coin_flip = matchup("AhKh", "QsQd")
        >>> coin_flip.win, coin_flip.tie, coin_flip.lose, round(coin_flip.equity, 6)
        (787966, 6732, 917606, 0.462145)
    """
    hands = {"hole": parse_cards(hole, "hole"), "other": parse_cards(other, "other")}
    refuse_shared(hands)
    for where, cards in hands.items():
        require_count(cards, where, (2,))
    return matchup_of(*hands.values())


def matchup_of(hole: Iterable[Card], other: Iterable[Card]) -> Matchup:
    """Look up a matchup of cards that were checked (see `matchup`)."""
    first, second = sorted(hole, reverse=True), sorted(other, reverse=True)
    suits = tuple(card.suit for card in first + second)
    ranks = [rank_pair(high.rank, low.rank) for high, low in (first, second)]
    win, tie = matchup_counts()[(*ranks, PATTERN_OF[suits])].tolist()
    return Matchup(win, tie, BOARDS - win - tie)


@cache
def matchup_counts() -> NDArray[np.int32]:
    """Give the boards won and tied by the first hand, for all matchups: int32[91, 91, 15, 2].

    The array is read-only, for kernels. `handsight.ranges.matchups` describes its places; it
    is 0 where a card would stand twice.
    """
    table = spread_out(unpack(read_checked(TABLE, DIGEST)), BOARDS)
    table.setflags(write=False)
    return table


def pack(counts: NDArray[np.int32]) -> bytes:
    """Make the table's file from int32[n, 2], win and tie: all wins, then all ties, deflated.

    The lowest bytes of all numbers come first, then the next ones: the higher bytes repeat, and so
    take less room together.
    """
    columns = counts.T.astype("<i4").ravel()
    return zlib.compress(columns.view("u1").reshape(-1, 4).T.tobytes(), level=9)


def unpack(data: bytes) -> NDArray[np.int32]:
    """Read what `pack` made: int32[n, 2]."""
    import numpy as np

    planes = np.frombuffer(zlib.decompress(data), dtype="u1").reshape(4, -1)
    columns = np.ascontiguousarray(planes.T).view("<i4").reshape(2, -1)
    return np.ascontiguousarray(columns.T, dtype=np.int32)


def range_matchup(
    hero: Sequence[int], villain: Sequence[int], combos: NDArray[np.int64]
) -> tuple[int, int, int]:
    """Add up the matchups of two weighted ranges, exactly for weights of any size.

    Args:
        hero: a non-negative integer weight for each combo.
        villain: the same for the other range.
        combos: int64[n, 2], the cards of each combo.

    Returns:
        Boards won and boards tied by the first range, and the number of pairs of hands that share
        no card; each counted as often as the product of the two weights. There are 1,712,304
        boards for each pair.

    Raises:
        OptionError: if a weight is negative.

    Example:
        >>> import numpy as np
        >>> combos = np.array([(46, 50), (41, 43)])  # KhAh and QdQs
        >>> range_matchup([1, 0], [0, 2], combos)
        (1575932, 13464, 2)
    """
    import numpy as np

    from handsight.kernels.ranges.matchups import weigh_matchups
    from handsight.runtime.digits import digit_bits, join_digits, split_digits

    mine, faced = _nonzero(hero), _nonzero(villain)
    # Weights may be larger than 64 bits. So they are cut into digits small enough that a kernel's
    # sums cannot overflow, each pair of digits is summed by itself, and the sums are put together.
    bits = digit_bits(BOARDS * max(1, len(mine) * len(faced)), factors=2)
    ours = split_digits([hero[number] for number in mine], bits)
    theirs = split_digits([villain[number] for number in faced], bits)
    cards = np.ascontiguousarray(combos, dtype=np.int64)
    tables = matchup_counts(), pattern_numbers(), cards
    parts = []
    for (place, digits), (further, other_digits) in product(enumerate(ours), enumerate(theirs)):
        sums = np.empty(3, dtype=np.int64)
        weigh_matchups(*tables, mine, digits, faced, other_digits, sums)
        parts.append((place + further, sums.tolist()))
    win, tie, pairs = (
        join_digits([(place, sums[which]) for place, sums in parts], bits) for which in range(3)
    )
    return win, tie, pairs


def _nonzero(weights: Sequence[int]) -> NDArray[np.int64]:
    """Give the numbers of the combos that have a weight."""
    import numpy as np

    return np.array([number for number, weight in enumerate(weights) if weight], dtype=np.int64)


# --- places in the table -------------------------------------------------------------------------


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
