"""How complete draws are: like `handsight.odds.strength.draws`, but fast enough for agents.

A draw counts only if the player's two cards complete more of it than the board alone does, because
all players share the board. It also counts only while enough cards are to come to complete it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import Card
from handsight.cards.card import SUIT_NAMES
from handsight.odds.strength.draw_instances import (
    CLASS_SIZES,
    Instance,
    instances,
    straight_ranks,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

REMEMBERED = 1 << 14
"""Maximum number of cached results, one per hand and board."""

ALL_CARDS, FLUSH = 7, 5
_LANE, _RANKS = 16, (1 << 13) - 1


class Instances(NamedTuple):
    """All n instances of all hand categories, as arrays.

    An instance is one concrete hand, such as a pair of eights. It consists of given numbers of
    cards from one or two pools. The pool of a straight is a set of ranks; all other pools are sets
    of cards.

    Attributes:
        each: the instances, those of the weakest category first.
        pools: uint64[2, n], the masks of the pools; 0 if there is no second pool.
        wanted: uint8[2, n], the number of cards from each pool.
        of_ranks: bool[n], whether the pool of the instance is a set of ranks.
        starts: the index of the first instance of each category.
    """

    each: tuple[Instance, ...]
    pools: NDArray[np.uint64]
    wanted: NDArray[np.uint8]
    of_ranks: NDArray[np.bool_]
    starts: tuple[int, ...]


@cache
def all_instances() -> Instances:
    """Return all instances, those of the weakest category first.

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
    """Count how many of the given cards each instance uses: uint8[n], in order of `all_instances`.

    Args:
        cards: the mask of the cards.

    Example:
        >>> from handsight.cards import CardSet
        >>> int(held_toward(CardSet("8c8d7h6s5c").mask).max())
        4
    """
    table = all_instances()
    ranks = (cards | cards >> _LANE | cards >> 2 * _LANE | cards >> 3 * _LANE) & _RANKS
    members = np.where(table.of_ranks, np.uint64(ranks), np.uint64(cards))
    held: NDArray[np.uint8] = np.minimum(np.bitwise_count(table.pools & members), table.wanted)
    together: NDArray[np.uint8] = held[0] + held[1]
    return together


class DrawProgress(NamedTuple):
    """How far a player is from completing each instance, in the order of `all_instances`.

    Attributes:
        lacks: uint8[n], the number of cards that each instance still needs.
        counts: bool[n], whether our own cards complete more of the instance than the board alone
            does, and enough cards are to come. A flush on the board also counts if one of our cards
            makes it higher.
    """

    lacks: NDArray[np.uint8]
    counts: NDArray[np.bool_]

    def names(self, most: int) -> list[str]:
        """Return the names of the instances that count and need at most a number of further cards.

        The weakest category comes first; within a category, the strongest instance comes first.

        Args:
            most: maximum number of cards that an instance still needs; 0 for complete hands only.
        """
        chosen = np.flatnonzero(self.counts & (self.lacks <= most))
        return [all_instances().each[number].name for number in chosen]


def draw_progress(hole: int, board: tuple[Card, ...]) -> DrawProgress:
    """Return how far a player is from completing each hand, and which hands count for them.

    Args:
        hole: the mask of the player's two hole cards.
        board: the cards on the board.

    Example:
        >>> from handsight.cards import CardSet
        >>> draw_progress(CardSet("8c8d").mask, tuple(CardSet("7h6s5c"))).names(0)
        ['pair of eights']
        >>> draw_progress(CardSet("AcQd").mask, tuple(CardSet("KhKs5c4d2h"))).names(0)
        []
    """
    on_board = sum(card.mask for card in board)
    ours, theirs = held_toward(hole | on_board), held_toward(on_board)
    lacks = _wanted() - ours
    further = ours > theirs
    # If the board has five cards of one suit, our card of that suit adds no card to the flush, but
    # can replace its lowest card.
    for suit, number in enumerate(_flushes()):
        if _is_higher(hole >> _LANE * suit & _RANKS, on_board >> _LANE * suit & _RANKS):
            further[number] = True
    return DrawProgress(lacks, further & (lacks <= ALL_CARDS - 2 - len(board)))


@cache
def _wanted() -> NDArray[np.uint8]:
    return np.array([one.size for one in all_instances().each], np.uint8)


@cache
def _flushes() -> list[int]:
    """Return the indices of the instances that are flushes, by suit."""
    names = [one.name for one in all_instances().each]
    return [names.index(f"flush in {suit}") for suit in SUIT_NAMES]


def _is_higher(ours: int, theirs: int) -> bool:
    """Check whether one of our cards improves a flush on the board.

    Args:
        ours: the mask of the ranks that we hold in a suit.
        theirs: the mask of the ranks on the board in that suit.
    """
    # theirs & -theirs is the lowest card of the flush on the board.
    return theirs.bit_count() == FLUSH and ours > theirs & -theirs


@lru_cache(REMEMBERED)
def completions(hole: int, board: tuple[Card, ...]) -> dict[str, float]:
    """Return {category: completion of the most complete hand of the category, in percent}.

    The categories are sorted from the weakest to the strongest. Categories in which no draw counts
    are left out.

    Args:
        hole: the mask of the player's two hole cards.
        board: the cards on the board.

    Example:
        >>> from handsight.cards import CardSet
        >>> percents = completions(CardSet("8c8d").mask, tuple(CardSet("7h6s5c")))
        >>> percents["one_pair"], percents["two_pair"], percents["straight"]
        (100.0, 75.0, 80.0)
    """
    lacks, counts = draw_progress(hole, board)
    held = np.where(counts, _wanted() - lacks, np.uint8(0))
    best = np.maximum.reduceat(held, all_instances().starts).tolist()
    pairs = zip(CLASS_SIZES.items(), best, strict=True)
    return {name: 100 * has / size for (name, size), has in pairs if has}
