"""Counts board by board: any ranges before the flop, and many ranges or long counts after it.

All final boards are enumerated. Before the flop, if a change of suits leaves all ranges and hands
unchanged, boards that differ only by this change are counted once. If no range names suits, this
reduces 2,598,960 final boards to 134,459. On each board, a sweep weighs up to three ranges
(`handsight.odds.counting.ranges`). If there are four or more ranges, all but the three widest are
dealt out: the count enumerates every choice of hands from the narrow ranges, and treats these hands
as known.
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
"""The number of sweeps in a part of the work: a tenth of a second or so for three wide ranges."""

BY_HAND = 52
"""The number of steps for each hand in a sweep of three ranges, which looks at all cards."""

STEPS_A_DEAL = 1_000_000
"""The number of steps to prepare the sweeps after one deal of the narrow ranges."""

# Approximate seconds for a board and for each hand on it, in a sweep of one or two ranges. A sweep
# of three ranges places each hand once and visits the hands of the two narrower ranges, so it has
# separate times for these steps.
BOARD_TWO, HAND_TWO = 5e-7, 1e-8
BOARD_THREE, PLACE_THREE, HAND_THREE = 6e-6, 1.9e-7, 1e-7
DEAL = 1e-3
LISTING = 0.5
"""The number of seconds to list all final boards once before the flop, if suits matter."""

Deal: TypeAlias = tuple[int, ...]
"""A deal of the narrow ranges: the mask of one hand from each of them."""


@dataclass(frozen=True)
class WorkPart:
    """A part of the work: some deals of the narrow ranges, on some boards.

    Attributes:
        deals: pairs of a deal, and the total weight of all deals that differ from it only in suits.
        start: the index of the first board in the list of `BoardCount.boards_of`.
        stop: the index after the last board.
        boards: the number of boards in the part, summed over its deals.
    """

    deals: tuple[tuple[Deal, int], ...]
    start: int
    stop: int
    boards: int


@dataclass(frozen=True, eq=False)
class BoardCount:
    """A count of a spot's deals, board by board.

    Attributes:
        spot: the spot, in which at least one player has a range.
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
        """The indices of the narrowest ranges, which are dealt out; empty for up to 3 ranges."""
        narrow_first = sorted(range(len(self.ranges)), key=lambda each: len(self.ranges[each]))
        return narrow_first[: max(0, len(self.ranges) - MOST_RANGES)]

    @cached_property
    def swept(self) -> list[int]:
        """The indices of the ranges that are not dealt out, in the order of the sweep."""
        left = [each for each in range(len(self.ranges)) if each not in self.dealt]
        return [left[each] for each in quickest_order([self.ranges[each] for each in left])]

    @cached_property
    def changes(self) -> list[SuitChange]:
        """The changes of suits that leave the ranges, hands, board and dead cards unchanged."""
        cards = [each.mask for each in (self.spot.board, self.spot.dead, *self.spot.hands)]
        alike = alike_changes(weight_table(self.ranges))
        return [change for change in alike if all(_stays(mask, change) for mask in cards)]

    # --- how much there is to do ----------------------------------------------------------------

    @property
    def is_sorted(self) -> bool:
        """Whether boards that differ only in suits are counted once.

        This is false on the flop and later, when there are few boards anyway.
        """
        return not self.spot.board

    def boards(self) -> int:
        """Return an upper bound on the number of boards, summed over deals of the narrow ranges."""
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
        """Return an upper bound on the number of deals of the narrow ranges.

        Deals that differ only in suits count once.
        """
        return -(-sum(self._deals_that_stay.values()) // len(self.changes))

    @cached_property
    def _deals_that_stay(self) -> dict[SuitChange, int]:
        """Count the deals of the narrow ranges that each change of suits leaves unchanged.

        Deals in which two hands share a card count too.
        """
        held = weight_table([self.ranges[each] for each in self.dealt]) != 0
        stay = combo_tables()[2] == np.arange(COMBO_COUNT)
        return {
            change: prod(np.count_nonzero(held & stay[CHANGES.index(change)], axis=1).tolist())
            for change in self.changes
        }

    def _sweeps(self) -> int:
        """Return the number of sweeps for each board."""
        ranges = [self.ranges[each] for each in self.swept]
        return sweeps_of(ranges, comb(len(self.spot.live), self.spot.to_come))

    def _widths(self) -> tuple[int, int]:
        """Count the combos in the union of the swept ranges, and in the two narrowest of them."""
        ranges = [self.ranges[each] for each in self.swept]
        union = (weight_table(ranges) != 0).any(axis=0)
        return int(union.sum()), sum(sorted(map(len, ranges))[:2])

    def steps(self) -> int:
        """Return an upper bound on the number of elementary steps.

        A step looks at one card for one hand on one board.
        """
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
        """Weigh the deals of the narrow ranges, merging deals that differ only in suits."""
        choices = [_weights_in(self.ranges[each]) for each in self.dealt]
        deals: Counter[Deal] = Counter()
        for chosen in product(*(each.items() for each in choices)):
            masks = [mask for mask, _ in chosen]
            if sum(map(int.bit_count, masks)) == union_of(masks).bit_count():
                first = min(tuple(_image(mask, each) for mask in masks) for each in self.changes)
                deals[first] += prod(weight for _, weight in chosen)
        return dict(deals)

    def boards_of(self, deal: Deal) -> tuple[NDArray[np.uint64], NDArray[np.int64] | None, int]:
        """List the runouts after a deal of the narrow ranges.

        Returns:
            The masks of the runouts; the number of runouts that each stands for, or None for one;
            and the number of all runouts.
        """
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
        """Return the number of boards of each deal if all deals have equally few, otherwise 0."""
        left = len(self.spot.live) - HAND * len(self.dealt)
        boards = comb(left, self.spot.to_come)
        return boards if boards <= self.boards_a_part and not self.is_sorted else 0

    def _number_of_boards(self, deal: Deal) -> int:
        live = self.spot.live - CardSet.from_mask(union_of(deal))
        changes = self._changes_of(deal) if self.is_sorted else (CHANGES[0],)
        stay = (boards_that_stay(live, self.spot.to_come, change) for change in changes)
        return sum(stay) // len(changes)

    def count(self, part: WorkPart) -> dict[int, int]:
        """Sum the weights of a part's deals: {bitmask of players who share the pot: weight}."""
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
        chosen = runouts[cut].copy()  # a read-only array would make numba compile again
        winners = weigh_runouts(hands, held, bits, spot.board, chosen, most, often)
        if start == 0 and len(self.swept) > 1:  # the sole wins of the last range are not swept
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
    return sum((mask >> 16 * old & 0xFFFF) << 16 * new for old, new in enumerate(change))


def _stays(mask: int, change: SuitChange) -> bool:
    return _image(mask, change) == mask


def boards_that_stay(live: CardSet, size: int, change: SuitChange) -> int:
    """Count the boards that a change of suits leaves unchanged.

    Such a board contains all or none of the cards in each cycle of the change. So the count is the
    coefficient of x**size in the product of 1 + x**n over all cycles, where n is the number of
    cards in a cycle.

    Args:
        live: the cards that can be dealt to the board; the change must map this set to itself.
        size: the number of cards on a board.
        change: the change of suits.

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
    """List one final board of each class under changes of suits, and the size of each class.

    Args:
        live: the mask of the cards that can be dealt to the board.
        changes: changes of suits that form a group and map ``live`` to itself, the identity first.

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
    """List all boards of five out of n live cards: uint64[C(n, 5)]."""
    bits = [1 << bit for bit in range(64) if live >> bit & 1]
    boards = np.zeros(1, np.uint64)
    for size in range(FULL_BOARD):  # boards of the same size are sorted by their highest card
        boards = np.concatenate(
            [boards[: comb(number, size)] | np.uint64(bit) for number, bit in enumerate(bits)]
        )
    return boards
