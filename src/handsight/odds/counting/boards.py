"""Counts board by board: any number of ranges before the flop, and more than three ranges later.

All boards are enumerated. Of boards that are equivalent by suits for all players, one stands for
the rest, which leaves 134,459 kinds of the 2,598,960 final boards if no range names suits. On each
board up to three ranges are weighed by a sweep (`handsight.odds.counting.ranges`). If there are
four or more ranges, the narrowest are dealt out hand by hand, and count as known hands, until three
are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from handsight.cards import CardSet
from handsight.odds.counting.ranges import (
    MOST_RANGES,
    HeldCombos,
    quickest_order,
    runout_masks,
    sweeps_of,
    weigh_runouts,
    weight_table,
)
from handsight.odds.spot import FULL_BOARD, HAND
from handsight.ranges.combos import COMBO_COUNT, MASKS
from handsight.ranges.suits import (
    CHANGES,
    SuitChange,
    alike_changes,
    changed_masks,
    combo_tables,
    river_classes,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot
    from handsight.ranges import Range

SWEEPS_A_PART = 256
"""Number of sweeps in a part of the work: about a tenth of a second for three wide ranges."""

BY_HAND = 52
"""Steps per hand in a sweep of three ranges, which looks at all cards."""

STEPS_A_DEAL = 1_000_000
"""Steps to prepare the sweeps for one deal of the narrow ranges."""

# About how many seconds these take: a board, and each hand on it, in a sweep of one or two ranges;
# and in one of three, where each hand is placed once and the hands of the narrower two are visited.
BOARD_TWO, HAND_TWO = 5e-7, 1e-8
BOARD_THREE, PLACE_THREE, HAND_THREE = 6e-6, 1.9e-7, 1e-7
DEAL = 1e-3
LISTING = 0.5
"""Seconds to list the boards before the flop once, if ranges or hands name suits."""

Deal: TypeAlias = tuple[int, ...]
"""The masks of the hands that are dealt out, one for each range dealt."""


@dataclass(frozen=True)
class WorkPart:
    """A part of the work: some deals of the narrow ranges, on some boards.

    Attributes:
        deals: each with the total weight of all deals that are equivalent by suits.
        start: the first board.
        stop: the board after the last one.
        boards: the number of boards in the part, for all deals together.
    """

    deals: tuple[tuple[Deal, int], ...]
    start: int
    stop: int
    boards: int


@dataclass(frozen=True, eq=False)
class BoardCount:
    """A question that is counted board by board.

    Attributes:
        spot: players of whom at least one has a range.
    """

    spot: Spot

    # --- the players ----------------------------------------------------------------------------

    @cached_property
    def ranges(self) -> list[Range]:
        """The ranges of the players without a known hand."""
        return self.spot.ranges

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of the players without a known hand, from 0."""
        players = enumerate(self.spot.players)
        return [number for number, player in players if not isinstance(player, CardSet)]

    @cached_property
    def dealt(self) -> list[int]:
        """The indices of the ranges that are dealt out: the narrowest."""
        narrow_first = sorted(range(len(self.ranges)), key=lambda each: len(self.ranges[each]))
        return narrow_first[: max(0, len(self.ranges) - MOST_RANGES)]

    @cached_property
    def swept(self) -> list[int]:
        """The indices of the other ranges, in the order in which they are swept."""
        left = [each for each in range(len(self.ranges)) if each not in self.dealt]
        return [left[each] for each in quickest_order([self.ranges[each] for each in left])]

    @cached_property
    def changes(self) -> list[SuitChange]:
        """The changes of suits that leave ranges, known hands, board and dead cards unchanged."""
        cards = [each.mask for each in (self.spot.board, self.spot.dead, *self.spot.hands)]
        alike = alike_changes(weight_table(self.ranges))
        return [change for change in alike if all(_stays(mask, change) for mask in cards)]

    # --- how much there is to do ----------------------------------------------------------------

    @property
    def is_sorted(self) -> bool:
        """Whether equivalent boards are counted once; after the flop there are few boards."""
        return not self.spot.board

    def boards(self) -> int:
        """Return a bound on the boards to enumerate, over all deals of the narrow ranges."""
        if self.is_sorted:
            live = self.spot.live
            ways = (
                deals * boards_that_stay(live, self.spot.to_come, change)
                for change, deals in self._deals_that_stay.items()
            )
            return -(-sum(ways) // len(self.changes))
        left = len(self.spot.live) - HAND * len(self.dealt)
        return self.deals() * comb(left, self.spot.to_come)

    def deals(self) -> int:
        """Return a bound on the deals of the narrow ranges, counting equivalent ones once."""
        return -(-sum(self._deals_that_stay.values()) // len(self.changes))

    @cached_property
    def _deals_that_stay(self) -> dict[SuitChange, int]:
        """Count the deals of the narrow ranges that each change of suits leaves unchanged."""
        held = weight_table([self.ranges[each] for each in self.dealt]) != 0
        stay = combo_tables()[2] == np.arange(COMBO_COUNT)
        return {
            change: prod(np.count_nonzero(held & stay[CHANGES.index(change)], axis=1).tolist())
            for change in self.changes
        }

    def _sweeps(self) -> int:
        """Count the sweeps for each board."""
        ranges = [self.ranges[each] for each in self.swept]
        return sweeps_of(ranges, comb(len(self.spot.live), self.spot.to_come))

    def _widths(self) -> tuple[int, int]:
        """Count the combos of the swept ranges: their union, and the two narrower of three."""
        ranges = [self.ranges[each] for each in self.swept]
        union = (weight_table(ranges) != 0).any(axis=0)
        return int(union.sum()), sum(sorted(map(len, ranges))[:2])

    def steps(self) -> int:
        """Return a bound on the elementary steps: the cards looked at, for each hand and board."""
        placed, looked_at = self._widths()
        each = BY_HAND * (placed + looked_at) if len(self.swept) == MOST_RANGES else placed
        beside = STEPS_A_DEAL * self.deals() if self.dealt else 0
        return self.boards() * each * self._sweeps() + beside

    def seconds(self) -> float:
        """Estimate how long the count takes on one core."""
        placed, looked_at = self._widths()
        if len(self.swept) == MOST_RANGES:
            board = BOARD_THREE + placed * PLACE_THREE + looked_at * HAND_THREE
        else:
            board = BOARD_TWO + (placed + looked_at) * HAND_TWO
        listing = LISTING if self.is_sorted else 0.0
        beside = self.deals() * (DEAL + listing) if self.dealt else listing
        return self.boards() * board * self._sweeps() + beside

    @cached_property
    def boards_a_part(self) -> int:
        """The maximum number of boards in a part of the work."""
        return max(1, SWEEPS_A_PART // self._sweeps())

    # --- the work -------------------------------------------------------------------------------

    def all_deals(self) -> dict[Deal, int]:
        """Weigh the deals of the narrow ranges, merging those that are equivalent by suits."""
        choices = [_weights_in(self.ranges[each]) for each in self.dealt]
        deals: Counter[Deal] = Counter()
        for chosen in product(*(each.items() for each in choices)):
            masks = [mask for mask, _ in chosen]
            if sum(map(int.bit_count, masks)) == union_of(masks).bit_count():
                first = min(tuple(_image(mask, each) for mask in masks) for each in self.changes)
                deals[first] += prod(weight for _, weight in chosen)
        return dict(deals)

    def boards_of(self, deal: Deal) -> tuple[NDArray[np.uint64], NDArray[np.int64] | None, int]:
        """List the runouts after a deal, how often each comes, and how many there are in all."""
        live = self.spot.live - CardSet.from_mask(union_of(deal))
        most = comb(len(live), self.spot.to_come)
        if not self.is_sorted:
            return runout_masks(live, self.spot.to_come), None, most
        return *kinds_of_boards(live.mask, self._changes_of(deal)), most

    def _changes_of(self, deal: Deal) -> tuple[SuitChange, ...]:
        return tuple(each for each in self.changes if all(_stays(mask, each) for mask in deal))

    def parts(self) -> list[WorkPart]:
        """Divide the work into parts."""
        return list(self._parts())

    def _parts(self) -> Iterator[WorkPart]:
        waiting: list[tuple[Deal, int]] = []
        few = self._few_boards()
        for deal, weight in self.all_deals().items():
            if few:
                waiting.append((deal, weight))
                if len(waiting) * few >= self.boards_a_part:
                    yield WorkPart(tuple(waiting), 0, few, len(waiting) * few)
                    waiting = []
                continue
            boards = self._number_of_boards(deal)
            for start in range(0, boards, self.boards_a_part):
                stop = min(start + self.boards_a_part, boards)
                yield WorkPart(((deal, weight),), start, stop, stop - start)
        if waiting:
            yield WorkPart(tuple(waiting), 0, few, len(waiting) * few)

    def _few_boards(self) -> int:
        """Return the number of boards if all deals have the same few, otherwise 0."""
        left = len(self.spot.live) - HAND * len(self.dealt)
        boards = comb(left, self.spot.to_come)
        return boards if boards <= self.boards_a_part and not self.is_sorted else 0

    def _number_of_boards(self, deal: Deal) -> int:
        live = self.spot.live - CardSet.from_mask(union_of(deal))
        changes = self._changes_of(deal) if self.is_sorted else (CHANGES[0],)
        stay = (boards_that_stay(live, self.spot.to_come, change) for change in changes)
        return sum(stay) // len(changes)

    def count(self, part: WorkPart) -> dict[int, int]:
        """Weigh the deals of a part by who shares the pot: {bitmask of players: weight}."""
        winners: Counter[int] = Counter()
        for deal, weight in part.deals:
            for sharers, each in self._count_after(deal, part.start, part.stop).items():
                winners[sharers] += weight * each
        return dict(winners)

    def _count_after(self, deal: Deal, start: int, stop: int) -> Counter[int]:
        spot = self.spot
        hands = [*spot.hands, *map(CardSet.from_mask, deal)]
        known = (n for n, player in enumerate(spot.players) if isinstance(player, CardSet))
        seats = [*known, *(self.numbers[each] for each in (*self.dealt, *self.swept))]
        bits = [1 << seat for seat in seats]
        gone = spot.known | CardSet.from_mask(union_of(deal))
        held = HeldCombos.of([self.ranges[each] for each in self.swept], gone)
        runouts, times, most = self.boards_of(deal)
        cut = slice(start, stop)
        often = None if times is None else times[cut]
        chosen = runouts[cut].copy()  # kernels would be compiled again for a read-only array
        winners = weigh_runouts(hands, held, bits, spot.board, chosen, most, often)
        if start == 0 and len(self.swept) > 1:  # what the sweeps leave to the last range
            left = len(spot.live) - HAND * len(self.ranges)
            winners[bits[-1]] += held.disjoint_weight() * comb(left, spot.to_come)
        return winners


def _weights_in(hands: Range) -> dict[int, int]:
    return {mask: n for mask, n in zip(MASKS, hands.numerators, strict=True) if n}


def union_of(masks: Iterable[int]) -> int:
    """Return the mask of all cards in some masks.

    Example:
        >>> union_of([0b011, 0b110])
        7
    """
    union = 0
    for mask in masks:
        union |= mask
    return union


# --- suits ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def _image(mask: int, change: SuitChange) -> int:
    """Rename the suits of some cards."""
    return sum((mask >> 16 * old & 0xFFFF) << 16 * new for old, new in enumerate(change))


def _stays(mask: int, change: SuitChange) -> bool:
    return _image(mask, change) == mask


def boards_that_stay(live: CardSet, size: int, change: SuitChange) -> int:
    """Count the boards of some cards that a change of suits leaves unchanged.

    Such a board holds all or none of the cards in each cycle of the change. So the count is a
    coefficient of the product of 1 + x**n over the cycles of n cards.

    Args:
        live: the cards, a set that the change maps to itself.

    Example:
        >>> from handsight.ranges.suits import CHANGES
        >>> sum(boards_that_stay(CardSet.full(), 5, change) for change in CHANGES) // 24
        134459
    """
    ways = [1] + [0] * size
    left = live.mask
    while left:
        card = cycle = left & -left
        while (card := _image(card, change)) & cycle == 0:
            cycle |= card
        left &= ~cycle
        cards = cycle.bit_count()
        for place in range(size, cards - 1, -1):
            ways[place] += ways[place - cards]
    return ways[size]


@lru_cache(maxsize=4)
def kinds_of_boards(
    live: int, changes: tuple[SuitChange, ...]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """List one final board of each kind that is distinct under changes of suits, and its size.

    Args:
        live: the mask of the cards that can be dealt to the board.
        changes: changes that map these cards to themselves; they form a group.

    Example:
        >>> boards, times = kinds_of_boards(CardSet("AhAdKhKdQhQd").mask, (CHANGES[0],))
        >>> len(boards), int(times.sum())
        (6, 6)
    """
    if len(changes) == len(CHANGES) and live == CardSet.full().mask:
        return river_classes()
    boards = _all_boards(live)
    firsts = boards
    for change in changes[1:]:
        firsts = np.minimum(firsts, changed_masks(boards, change))
    kinds, times = np.unique(firsts, return_counts=True)
    return kinds, times.astype(np.int64)


def _all_boards(live: int) -> NDArray[np.uint64]:
    """List all final boards of some cards: uint64[C(n, 5)]."""
    bits = [1 << bit for bit in range(64) if live >> bit & 1]
    boards = np.zeros(1, np.uint64)
    for size in range(FULL_BOARD):  # boards of a size are sorted by their highest card
        boards = np.concatenate(
            [boards[: comb(number, size)] | np.uint64(bit) for number, bit in enumerate(bits)]
        )
    return boards
