"""Joint deals of ranges: groups of players, and the list of hands that each group can hold.

An entry of a group is one hand for each of its players, such that no two hands share a card. Its
weight is the product of the hands' weights. One entry is drawn from each group independently. If
two entries share a card, all entries are drawn again. Larger groups collide less often, and a
single group of all players never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError
from handsight.ranges.combos import COMBOS, MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.cards import CardSet
    from handsight.kernels.ranges.deals import Entries
    from handsight.ranges import Range

FEW_PAIRS = 1 << 16
"""Two groups are merged if they have at most this many pairs of entries, which takes milliseconds.
"""

MANY_PAIRS = 1 << 20
"""The limit that replaces `FEW_PAIRS` if hands collide so often that larger tables pay."""

FRACTION_BITS, ENTRY_BITS = 44, 20
LARGEST_INT = (1 << 63) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Players whose hands are drawn together, and the n entries to draw from.

    Attributes:
        players: the numbers of the players, from 0.
        masks: uint64[n], the mask of all cards in each entry.
        cards: uint8[n, 2 * players], the cards of each entry as integers 0..51, two for each
            player.
        weights: int64[n] or, for large numbers, object[n]: the weight of each entry, as positive
            integers without a common divisor.
    """

    players: tuple[int, ...]
    masks: NDArray[np.uint64]
    cards: NDArray[np.uint8]
    weights: NDArray[Any]

    @classmethod
    def of_range(cls, player: int, held: Range, known: CardSet) -> Group:
        """Build the group of one player: an entry for each combo of the range without known cards.

        Raises:
            InputError: if no combo is left.
        """
        masks, cards = _all_combos()
        weights = np.array(held.numerators, dtype=object)
        possible = (weights > 0) & (masks & np.uint64(known.mask) == 0)
        if not possible.any():
            raise InputError(
                f"no hand in the range of player {player + 1} is possible: each has weight 0 or "
                "holds a known card"
            )
        return cls((player,), masks[possible], cards[possible], _reduced(weights[possible]))

    @property
    def is_even(self) -> bool:
        """Whether all entries, of which there must be at least one, have the same weight."""
        return bool((self.weights == self.weights[0]).all())

    def aliases(self) -> NDArray[np.uint64]:
        """Return the table to draw entries by weight (see `aliases_of`), or zeros if `is_even`."""
        if self.is_even:
            return np.zeros(len(self.masks), dtype=np.uint64)
        return aliases_of(self.weights)

    def merged(self, other: Group) -> Group:
        """Return a group of the players of both groups.

        It has no entries if every pair of the groups' entries shares a card.
        """
        mine, theirs = np.nonzero((self.masks[:, None] & other.masks) == 0)
        largest = int(self.weights.max()) * int(other.weights.max())
        kind = np.int64 if largest <= LARGEST_INT else object
        weights = self.weights[mine].astype(kind) * other.weights[theirs].astype(kind)
        return Group(
            self.players + other.players,
            self.masks[mine] | other.masks[theirs],
            np.hstack([self.cards[mine], other.cards[theirs]]),
            _reduced(weights),
        )


def merge_groups(groups: Sequence[Group], most: int) -> list[Group]:
    """Merge the two smallest groups repeatedly, while they have at most ``most`` pairs of entries.

    The result lists the smallest group first. Merging ends if a group has no entries, as nothing
    can be dealt then.
    """
    left = sorted(groups, key=lambda group: len(group.masks))
    while len(left) > 1 and 0 < len(left[0].masks) * len(left[1].masks) <= most:
        left = sorted([left[0].merged(left[1]), *left[2:]], key=lambda group: len(group.masks))
    return left


def impossible_players(groups: Sequence[Group]) -> list[int]:
    """Find a minimal list of players, from 0, who cannot all be dealt hands; empty if all can.

    Args:
        groups: one group for each player with a range.
    """
    left = list(groups)
    if _can_deal(left):
        return []
    for group in groups:
        others = [each for each in left if each is not group]
        if not _can_deal(others):
            left = others
    return sorted(group.players[0] for group in left)


def _can_deal(groups: Sequence[Group]) -> bool:
    """Check whether the groups have entries, one for each group, that share no card.

    The search remembers sets of used cards that led to no deal, and does not try them again.
    """
    choices = [group.masks.tolist() for group in sorted(groups, key=lambda one: len(one.masks))]
    dead_ends: set[tuple[int, int]] = set()

    def search(depth: int, used: int) -> bool:
        if depth == len(choices):
            return True
        if (depth, used) in dead_ends:
            return False
        if any(search(depth + 1, used | hand) for hand in choices[depth] if not hand & used):
            return True
        dead_ends.add((depth, used))
        return False

    return search(0, 0)


def entries_of(groups: Sequence[Group], absent: Sequence[int]) -> Entries:
    """Convert groups to the arrays of the kernel, which store equal lists of entries only once.

    Args:
        groups: one or more groups, each with up to 2**20 entries.
        absent: the cards that are not drawn, which the kernel skips when it numbers the cards.
    """
    from handsight.kernels.ranges.deals import Entries

    numbering = np.arange(52) - np.searchsorted(np.sort(np.array(absent, dtype=int)), np.arange(52))
    rows, lists = [], _Lists()
    for group in groups:
        first, first_card = lists.place_of(group)
        rows.append([first, len(group.masks), len(group.players), first_card, int(group.is_even)])
    return Entries(
        np.array(rows, dtype=np.int64),
        np.concatenate([group.masks for group in lists.groups]),
        np.concatenate([group.aliases() for group in lists.groups]),
        np.concatenate([numbering[group.cards].ravel() for group in lists.groups]).astype(np.uint8),
    )


class _Lists:
    """The distinct lists of entries of several groups, joined one after another."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.places: dict[tuple[bytes, tuple[int, ...]], tuple[int, int]] = {}
        self.end = (0, 0)

    def place_of(self, group: Group) -> tuple[int, int]:
        """Return where a group's list begins: the index of its first entry and of its first card.

        If the list is not among the joined lists yet, it is appended.
        """
        key = group.cards.tobytes(), tuple(group.weights.tolist())
        if key not in self.places:
            self.places[key] = self.end
            self.end = self.end[0] + len(group.masks), self.end[1] + group.cards.size
            self.groups.append(group)
        return self.places[key]


def aliases_of(weights: NDArray[Any]) -> NDArray[np.uint64]:
    """Build the table with which the alias method draws an entry by weight in one step.

    All entries get the same number of turns. A light entry, which weighs less than the average,
    passes part of its turns on to a heavy entry.

    Args:
        weights: the weights of n entries: integers above 0, up to 2**20 of them.

    Returns:
        uint64[n], for each entry: in the upper 44 bits, the fraction of its turns that it keeps; in
        the lower 20 bits, the number of the entry that gets the other turns.

    Source:
        The sweep of Hübschle-Schneider and Sanders, "Parallel Weighted Random Sampling" (2019).

    Example:
        >>> table = aliases_of(np.array([1, 3]))
        >>> [round(int(each) / 2**64, 6) for each in table], [int(each) % 2**20 for each in table]
        ([0.5, 1.0], [1, 1])
    """
    n = len(weights)
    total = sum(weights.tolist())
    kind = np.int64 if n * total <= LARGEST_INT else object
    scaled = weights.astype(kind) * n
    # Light entries pass turns on and heavy entries take them, both in order. A heavy entry that has
    # received more than it weighs passes the excess on to the next heavy entry.
    light, heavy = np.flatnonzero(scaled < total), np.flatnonzero(scaled >= total)
    lack = total - scaled[light]
    lacking, spare = np.cumsum(lack), np.cumsum(scaled[heavy] - total)
    kept, other = np.full(n, total, dtype=kind), np.arange(n)
    kept[light] = scaled[light]
    other[light] = heavy[np.searchsorted(spare, lacking - lack, side="right")]
    begun = np.searchsorted(lacking - lack, spare)  # light entries that pass turns to a heavy entry
    owed = np.append(0, lacking)[begun] - spare
    drained = np.flatnonzero(owed > 0)
    kept[heavy[drained]] = total - owed[drained]
    other[heavy[drained]] = heavy[drained + 1]
    most = (1 << FRACTION_BITS) - 1
    fractions = [min(most, (turns << FRACTION_BITS) // total) for turns in kept.tolist()]
    return np.array(fractions, dtype=np.uint64) << np.uint64(ENTRY_BITS) | other.astype(np.uint64)


def _reduced(weights: NDArray[Any]) -> NDArray[Any]:
    """Divide integers by their greatest common divisor; return int64 if the quotients fit."""
    if not len(weights):
        return weights.astype(np.int64)
    numbers = weights // gcd(*set(weights.tolist()))
    return numbers.astype(np.int64) if numbers.max() <= LARGEST_INT else numbers


@cache
def _all_combos() -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    return np.array(MASKS, dtype=np.uint64), np.array(COMBOS, dtype=np.uint8)
