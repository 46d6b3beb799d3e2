"""How far hands have come, quickly: completion as in `handsight.odds.draws`, for agents.

A hand counts only as far as a player's two cards bring it further than the board alone does, for
what lies on the board everybody has; and only while enough cards are to come to complete it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import Card
from handsight.odds.draw_instances import (
    CLASS_SIZES,
    SUIT_NAMES,
    Instance,
    instances,
    straight_ranks,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

REMEMBERED = 1 << 14
"""How many hands on a board are kept in mind."""

ALL_CARDS, FLUSH = 7, 5
_LANE, _RANKS = 16, (1 << 13) - 1


class Instances(NamedTuple):
    """All instances of all classes, as arrays of the same length n.

    Each asks for so many cards out of one pool, or out of each of two. A straight asks for ranks;
    its pool is one of ranks, as are all others one of cards.

    Attributes:
        each: the instances.
        pools: uint64[2, n].
        wanted: uint8[2, n].
        of_ranks: bool[n]: whether the pool is one of ranks.
        starts: where each class begins.
    """

    each: tuple[Instance, ...]
    pools: NDArray[np.uint64]
    wanted: NDArray[np.uint8]
    of_ranks: NDArray[np.bool_]
    starts: tuple[int, ...]


@cache
def all_instances() -> Instances:
    """Lay out all instances, class by class, the weakest class first.

    Example:
        >>> len(all_instances().each)
        327
    """
    each = tuple(one for hand_class in CLASS_SIZES for one in instances(hand_class))
    of_class = [one.hand_class for one in each]
    pools, wanted = zip(*map(_two_pools, each), strict=True)
    return Instances(
        each,
        np.array(pools, np.uint64).T.copy(),
        np.array(wanted, np.uint8).T.copy(),
        np.array([name == "straight" for name in of_class]),
        tuple(of_class.index(hand_class) for hand_class in CLASS_SIZES),
    )


def _two_pools(one: Instance) -> tuple[tuple[int, int], tuple[int, int]]:
    if one.hand_class == "straight":
        return (sum(1 << rank for rank in straight_ranks(one.ranks[0])), 0), (5, 0)
    if len(one.requirements) == 5:  # a straight flush
        return (sum(need.pool for need in one.requirements), 0), (5, 0)
    (pool, wanted), (other, more) = (*one.requirements, (0, 0))[:2]
    return (pool, other), (wanted, more)


def held_toward(cards: int) -> NDArray[np.uint8]:
    """Count the cards held toward each instance, and no more of them than it takes.

    Args:
        cards: a mask.

    Returns:
        uint8[n], in the order of `all_instances`.

    Example:
        >>> from handsight.cards import CardSet
        >>> int(held_toward(CardSet("8c8d7h6s5c").mask).max())
        4
    """
    table = all_instances()
    ranks = (cards | cards >> _LANE | cards >> 2 * _LANE | cards >> 3 * _LANE) & _RANKS
    seen = np.where(table.of_ranks, np.uint64(ranks), np.uint64(cards))
    held: NDArray[np.uint8] = np.minimum(np.bitwise_count(table.pools & seen), table.wanted)
    together: NDArray[np.uint8] = held[0] + held[1]
    return together


class UnderWay(NamedTuple):
    """What counts for a player, in the order of `all_instances`.

    Attributes:
        lacks: uint8[n], the cards that each instance lacks.
        counts: bool[n], whether our own cards bring it further than the board alone does, and
            enough cards are to come to complete it. A flush on the board counts too if a card of
            ours makes it higher.
    """

    lacks: NDArray[np.uint8]
    counts: NDArray[np.bool_]

    def names(self, most: int) -> list[str]:
        """Name those that count and lack at most so many cards, the weakest class first.

        Args:
            most: cards.
        """
        chosen = np.flatnonzero(self.counts & (self.lacks <= most))
        return [all_instances().each[number].name for number in chosen]


def under_way(hole: int, board: tuple[Card, ...]) -> UnderWay:
    """Find the hands that a player has, or may get.

    Args:
        hole: two cards, as a mask.
        board: up to five cards.

    Example:
        >>> from handsight.cards import CardSet
        >>> under_way(CardSet("8c8d").mask, tuple(CardSet("7h6s5c"))).names(0)
        ['pair of eights']
        >>> under_way(CardSet("AcQd").mask, tuple(CardSet("KhKs5c4d2h"))).names(0)
        []
    """
    on_board = sum(card.mask for card in board)
    ours, theirs = held_toward(hole | on_board), held_toward(on_board)
    lacks = _wanted() - ours
    further = ours > theirs
    for suit, number in enumerate(_flushes()):
        if _is_higher(hole >> _LANE * suit & _RANKS, on_board >> _LANE * suit & _RANKS):
            further[number] = True
    return UnderWay(lacks, further & (lacks <= ALL_CARDS - 2 - len(board)))


@cache
def _wanted() -> NDArray[np.uint8]:
    return np.array([one.size for one in all_instances().each], np.uint8)


@cache
def _flushes() -> list[int]:
    """Where the flushes stand, by suit."""
    names = [one.name for one in all_instances().each]
    return [names.index(f"flush in {suit}") for suit in SUIT_NAMES]


def _is_higher(ours: int, theirs: int) -> bool:
    """Tell whether a card of ours makes a flush higher that lies on the board."""
    return theirs.bit_count() == FLUSH and ours > theirs & -theirs


@lru_cache(REMEMBERED)
def completions(hole: int, board: tuple[Card, ...]) -> dict[str, float]:
    """Tell of each class how complete the hand is that has come furthest, in percent.

    Args:
        hole: two cards, as a mask.
        board: up to five cards.

    Returns:
        {class: percent}, the weakest class first, without those of which nothing counts.

    Example:
        >>> from handsight.cards import CardSet
        >>> found = completions(CardSet("8c8d").mask, tuple(CardSet("7h6s5c")))
        >>> found["one_pair"], found["two_pair"], found["straight"]
        (100.0, 75.0, 80.0)
    """
    lacks, counts = under_way(hole, board)
    held = np.where(counts, _wanted() - lacks, np.uint8(0))
    best = np.maximum.reduceat(held, all_instances().starts).tolist()
    pairs = zip(CLASS_SIZES.items(), best, strict=True)
    return {name: 100 * has / size for (name, size), has in pairs if has}
