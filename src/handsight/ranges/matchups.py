"""Two known hands all-in before the flop: every matchup there is, read from a table."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, parse_cards, refuse_shared, require_count
from handsight.ranges.class_equities import WinTieLose
from handsight.ranges.matchup_layout import (
    PATTERN_OF,
    pattern_numbers,
    rank_pair,
    spread_out,
)
from handsight.ranges.shipped import read_checked
from handsight.runtime.digits import digit_bits, join_digits, split_digits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLE = "matchups.z"
"""The table's file (see `pack`); `handsight.papers.matchup_table` makes it."""

DIGEST = "98389f334bf2c8448208d2f8c78adb639341cec32e47f2017333b0bdf1b3450a"
"""SHA-256 of the table."""

BOARDS = 1_712_304
"""Ways to deal five of the 48 cards that two hands leave."""


@dataclass(frozen=True, slots=True)
class Matchup(WinTieLose):
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
    first, second = (sorted(cards, reverse=True) for cards in hands.values())
    suits = tuple(card.suit for card in first + second)
    ranks = [rank_pair(high.rank, low.rank) for high, low in (first, second)]
    win, tie = matchup_counts()[(*ranks, PATTERN_OF[suits])].tolist()
    return Matchup(win, tie, BOARDS - win - tie)


@cache
def matchup_counts() -> NDArray[np.int32]:
    """Give the boards won and tied by the first hand, for all matchups: int32[91, 91, 15, 2].

    The array is read-only, for kernels. `handsight.ranges.matchup_layout` describes its places; it
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

    from handsight.kernels.matchups import weigh_matchups

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
