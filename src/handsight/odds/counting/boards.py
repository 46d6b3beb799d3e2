"""Counts board by board: any number of ranges before the flop, and more than three ranges later.

All boards are gone through; of those that suits make alike for all players one stands for the rest,
which leaves 134,459 kinds of the 2,598,960 final boards where no range names suits. On each board
up to three ranges are weighed by a sweep (`handsight.odds.counting.ranges`). Of four and more
ranges the narrow ones are dealt out, hand by hand, and count as known hands until three are left.
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
"""Sweeps of boards in a part of the work, about a tenth of a second of three wide ranges."""

BY_HAND = 52
"""Steps for each hand of a sweep of three ranges, which looks at all cards."""

STEPS_A_DEAL = 1_000_000
"""As many steps as it takes to prepare the sweeps for hands that are dealt out."""

# About how many seconds these take: a board, and each hand on it, in a sweep of one or two ranges
# and of three; there each hand is placed once, and the narrower two ranges' hands are looked at.
BOARD_TWO, HAND_TWO = 5e-7, 1e-8
BOARD_THREE, PLACE_THREE, HAND_THREE = 6e-6, 1.9e-7, 1e-7
DEAL = 1e-3
LISTING = 0.5
"""Seconds to list the boards before the flop once, if ranges or hands name suits."""

Deal: TypeAlias = tuple[int, ...]
"""The masks of hands that are dealt out, one for each range that is."""


@dataclass(frozen=True)
class WorkPart:
    """A part of the work: some deals of the narrow ranges, on some boards.

    Attributes:
        deals: with the weight of all that suits make alike.
        start: the first board.
        stop: the board behind the last one.
        boards: how many boards there are in the part, for all deals together.
    """

    deals: tuple[tuple[Deal, int], ...]
    start: int
    stop: int
    boards: int


@dataclass(frozen=True, eq=False)
class BoardCount:
    """A question that is counted board by board.

    Attributes:
        spot: with at least one range.
    """

    spot: Spot

    # --- the players ----------------------------------------------------------------------------

    @cached_property
    def ranges(self) -> list[Range]:
        """What the players without a known hand may hold."""
        return self.spot.ranges

    @cached_property
    def numbers(self) -> list[int]:
        """The players without a known hand, from 0."""
        players = enumerate(self.spot.players)
        return [number for number, player in players if not isinstance(player, CardSet)]

    @cached_property
    def dealt(self) -> list[int]:
        """The places of the ranges that are dealt out: the narrowest."""
        narrow_first = sorted(range(len(self.ranges)), key=lambda each: len(self.ranges[each]))
        return narrow_first[: max(0, len(self.ranges) - MOST_RANGES)]

    @cached_property
    def swept(self) -> list[int]:
        """The places of the other ranges, in the order in which they are swept."""
        left = [each for each in range(len(self.ranges)) if each not in self.dealt]
        return [left[each] for each in quickest_order([self.ranges[each] for each in left])]

    @cached_property
    def changes(self) -> list[SuitChange]:
        """The changes of suits that leave ranges, known hands, board and dead cards as they are."""
        cards = [each.mask for each in (self.spot.board, self.spot.dead, *self.spot.hands)]
        alike = alike_changes(weight_table(self.ranges))
        return [change for change in alike if all(_stays(mask, change) for mask in cards)]

    # --- how much there is to do ----------------------------------------------------------------

    @property
    def is_sorted(self) -> bool:
        """Whether boards that are alike are counted once; later than the flop they are few."""
        return not self.spot.board

    def boards(self) -> int:
        """Bound the boards that are gone through, for all deals of the narrow ranges together."""
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
        """Bound the deals of the narrow ranges, those that suits make alike counted once."""
        return -(-sum(self._deals_that_stay.values()) // len(self.changes))

    @cached_property
    def _deals_that_stay(self) -> dict[SuitChange, int]:
        """Count the deals of the narrow ranges that each change leaves as they are."""
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
        """Give how many combos the swept ranges hold, together and the two narrower of three."""
        ranges = [self.ranges[each] for each in self.swept]
        union = (weight_table(ranges) != 0).any(axis=0)
        return int(union.sum()), sum(sorted(map(len, ranges))[:2])

    def steps(self) -> int:
        """Bound the elementary steps: the cards looked at, for each hand and board."""
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
        """How many boards a part of the work has at most."""
        return max(1, SWEEPS_A_PART // self._sweeps())

    # --- the work -------------------------------------------------------------------------------

    def all_deals(self) -> dict[Deal, int]:
        """Weigh the deals of the narrow ranges; those that suits make alike are one."""
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
        """Cut the work into parts."""
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
        """Give the number of boards where all deals have the same few, else 0."""
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
        chosen = runouts[cut].copy()  # kernels would be compiled anew for what is read-only
        winners = weigh_runouts(hands, held, bits, spot.board, chosen, most, often)
        if start == 0 and len(self.swept) > 1:  # what the sweeps leave to the last range
            left = len(spot.live) - HAND * len(self.ranges)
            winners[bits[-1]] += held.disjoint_weight() * comb(left, spot.to_come)
        return winners


def _weights_in(hands: Range) -> dict[int, int]:
    return {mask: n for mask, n in zip(MASKS, hands.numerators, strict=True) if n}


def union_of(masks: Iterable[int]) -> int:
    """Give the mask of all cards of some masks.

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
    """Count the boards of some cards that a change of suits leaves as they are.

    Such a board holds all or none of the cards that the change turns into one another, so that it
    is a coefficient of the product of 1 + x**n over these cycles of n cards.

    Args:
        live: the cards, which the change turns into one another.

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
    """List one final board of each kind that changes of suits leave apart, and how many it has.

    Args:
        live: the mask of the cards that may come.
        changes: those that leave these cards together; they form a group.

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
    for size in range(FULL_BOARD):  # those of a size whose highest card is below one come first
        boards = np.concatenate(
            [boards[: comb(number, size)] | np.uint64(bit) for number, bit in enumerate(bits)]
        )
    return boards
