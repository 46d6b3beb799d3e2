"""Equity of a range against a range over many boards: all flops at once, or a list of boards.

A board of five cards contains ten flops. If all flops are requested, each five-card board is
therefore weighed only once, and counts for each of its ten flops. This is a fifteenth of the work
of counting one flop after another. If no range depends on suits, only 134,459 five-card boards and
1,755 flops are distinct.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.cards import Card, CardSet, require_count
from handsight.cards.card import DECK_SIZE
from handsight.errors import InputError, OptionError
from handsight.odds.counting.hands import Count, scaled
from handsight.odds.counting.ranges import HeldCombos, quickest_order, weigh_winners
from handsight.odds.spot import ANY, FULL_BOARD, HAND, NO_CARDS, Spot, any_two, is_player
from handsight.ranges import Range, named_flops
from handsight.ranges.suits import (
    CHANGES,
    alike_changes,
    boards_alike,
    first_flops,
    images_of,
    river_classes,
)
from handsight.runtime.chunks import Progress, map_chunks
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.odds.spot import PlayerLike
    from handsight.ranges.suits import SuitChange

FLOP = 3
FLOPS = comb(DECK_SIZE, FLOP)
BOARD_SIZES = (3, 4, 5)
RUNOUTS = comb(DECK_SIZE - FLOP, FULL_BOARD - FLOP)
"""The number of five-card boards that contain a given flop."""

DEALS = comb(DECK_SIZE - FLOP - 2 * HAND, FULL_BOARD - FLOP)
"""The number of five-card boards with a given flop that share no card with two given hands."""

CHUNK = 2048
"""The number of river classes, or flop classes, in a chunk of work."""

BoardsLike: TypeAlias = "str | Mapping[CardSet, int] | Iterable[str | CardSet]"
"""The name of a subset of flops, a list of boards, or a mapping from boards to the number of boards
that each represents."""


@dataclass(frozen=True, slots=True, repr=False)
class BoardEquity(ShownInNotebooks):
    """How two players share the pot on a board.

    Attributes:
        board: the cards of the board.
        count: the number of boards that this board represents, itself included.
        weight: the probability, among all requested boards, of the boards that this board
            represents; ranges make some boards likelier than others.
        win: the weight of the deals on this board alone that the first player wins.
        tie: the weight of the deals on this board alone in which both players split the pot.
        lose: the weight of the deals on this board alone that the second player wins.

    Example:
        >>> [row] = aggregate(["AA", "KK"], ["Qs7h2d"]).boards
        >>> row.win, row.tie, row.lose, row.count, round(row.equity, 4)
        (32652, 0, 2988, 24, 0.9162)
    """

    board: CardSet
    count: int
    weight: float
    win: Count
    tie: Count
    lose: Count

    @property
    def total(self) -> Count:
        """The weight of all deals on this board alone."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> float:
        """The first player's share of the pot, 0..1."""
        return float((2 * self.win + self.tie) / (2 * self.total))


@dataclass(frozen=True, slots=True, repr=False)
class AggregatedEquity(ShownInNotebooks):
    """How two players share the pot on many boards.

    Attributes:
        boards: the results for each board, in the order of the request. Boards that the ranges
            make impossible are left out; in a list of boards they are an error.
        spot: the players and their ranges.

    Example:
        >>> result = aggregate(["QQ+", "22+, AT+"], ["Qs7h2d", "KhJh5h"])
        >>> [round(row.equity, 4) for row in result.boards], round(result.equity, 4)
        ([0.8433, 0.7235], 0.8266)
    """

    boards: tuple[BoardEquity, ...]
    spot: Spot = field(repr=False, compare=False, kw_only=True)

    @property
    def equity(self) -> float:
        """The first player's mean share of the pot, 0..1, weighted by each board's probability."""
        win, tie, total = (
            sum(row.count * getattr(row, name) for row in self.boards)
            for name in ("win", "tie", "total")
        )
        return float((2 * win + tie) / (2 * total))


def aggregate(
    players: Sequence[PlayerLike],
    boards: BoardsLike | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> AggregatedEquity:
    """Compute exactly how two all-in players share the pot on each of many boards.

    Args:
        players: two hands or ranges.
        boards: the boards, in one of four forms. None stands for all flops: 1,755 if no range
            depends on suits, and up to 22,100 otherwise. ``"25"`` or ``"49"`` names a subset that
            represents all flops (see `named_flops`). In a list of boards with three, four or five
            cards, each board represents all boards that differ from it only by a change of suits
            that leaves both ranges unchanged. A mapping from boards sets the number of boards that
            each of them represents.
        executor: runs the chunks of work; None for this thread. Threads are enough, and the result
            does not depend on the executor.
        progress: called with the amount of work done and the total, in boards, or in chunks of
            rivers if all flops are counted at once; None for no calls.

    Raises:
        InputError: if cards or ranges are invalid; if the players cannot both hold a hand on some
            board of a list; or, in the other forms, if they cannot on any of the boards.
        OptionError: if there are no boards or not exactly two players, the boards are of different
            streets, a board is listed twice (boards that differ only by a change of suits that
            leaves both ranges unchanged are equal), a count of the mapping is not from 1 to 22,100,
            or a subset is unknown or is named although a range depends on suits.

    Example:
        >>> result = aggregate(["QQ+", "22+, AT+"], "25")
        >>> len(result.boards), sum(row.count for row in result.boards), round(result.equity, 3)
        (25, 22100, 0.749)
    """
    if is_player(players):
        raise OptionError("there is one player; aggregate needs a list of two")
    spot = Spot.parse(players)
    if len(spot.players) != HAND:
        raise OptionError(f"there are {len(spot.players)} players; aggregate needs two")
    ranges = [_as_range(player) for player in spot.players]
    changes = alike_changes(np.array([hands.numerators for hands in ranges], dtype=object))
    asked = None if boards is None else _asked(boards, changes)
    rivers = comb(DECK_SIZE, FULL_BOARD) // len(changes)
    if asked is None or (_are_flops(asked) and len(asked) * RUNOUTS > rivers):
        counted = _all_flops(ranges, changes, executor, progress)
        rows = _picked(asked, counted, changes)
    else:
        rows = _one_by_one(ranges, asked, executor, progress)
    return AggregatedEquity(
        _weighed(rows, ranges, is_listed=not (boards is None or isinstance(boards, str | Mapping))),
        spot=spot,
    )


def _as_range(player: object) -> Range:
    if player is ANY:
        return any_two(0)
    return player if isinstance(player, Range) else Range(str(player))


Row: TypeAlias = tuple[CardSet, int, tuple[int, int, int]]
"""A board, the number of boards that it represents, and the weights of won, tied and lost deals."""


def _weighed(rows: list[Row], ranges: list[Range], is_listed: bool) -> tuple[BoardEquity, ...]:
    """Build the result for each board, with its probability.

    Args:
        rows: the boards, how many boards each represents, and the weights of their deals.
        ranges: the ranges of the two players.
        is_listed: whether the caller listed the boards, each of which must then be possible;
            otherwise impossible boards are left out.

    Raises:
        InputError: if a listed board is impossible, or all boards are.
    """
    never = [board for board, _, deals in rows if not sum(deals)]
    if is_listed and never:
        raise InputError(
            f"{never[0]} leaves no deal with a hand from each of these ranges; leave it out"
        )
    whole = sum(count * sum(deals) for _, count, deals in rows)
    if not whole:
        raise InputError(
            "no board leaves a deal with a hand from each of these ranges; give other ranges"
        )
    unit = prod(hands.denominator for hands in ranges)
    return tuple(
        BoardEquity(
            *(board, count, count * sum(deals) / whole),
            *(scaled(weight, unit) for weight in deals),
        )
        for board, count, deals in rows
        if sum(deals)
    )


# --- which boards -------------------------------------------------------------------------------


def _asked(boards: BoardsLike, changes: Sequence[SuitChange]) -> dict[CardSet, int]:
    """Return the requested boards and the number of boards that each represents."""
    if isinstance(boards, str):
        if len(changes) < len(CHANGES):
            raise OptionError(
                f"subset {boards!r} represents all flops only for ranges that name no suits, and "
                "these ranges do; list flops, or take all"
            )
        return named_flops(boards)
    listed = [CardSet(board) for board in boards]
    if not listed:
        raise OptionError("there are no boards; list one or more")
    for board in listed:
        require_count(board, "board", BOARD_SIZES)
        if len(board) != len(listed[0]):
            raise OptionError(
                f"{listed[0]} and {board} belong to different streets; list boards of one street"
            )
    images = {board: images_of(board, changes) for board in listed}
    seen: dict[int, CardSet] = {}
    for board in listed:
        twin = seen.setdefault(min(images[board]), board)
        if twin is not board:
            raise OptionError(
                f"{twin} and {board} are the same board up to suits; list only one of them"
            )
    if not isinstance(boards, Mapping):
        return {board: len(images[board]) for board in listed}
    counts = dict(zip(listed, boards.values(), strict=True))
    for board, count in counts.items():
        if not is_whole(count, range(1, FLOPS + 1)):
            raise OptionError(
                f"{board} stands for {count!r} boards; it must stand for 1 to {FLOPS:,}"
            )
    return counts


def _are_flops(boards: Mapping[CardSet, int]) -> bool:
    return len(next(iter(boards))) == FLOP


# --- one board after another --------------------------------------------------------------------


def _one_by_one(
    ranges: list[Range],
    asked: Mapping[CardSet, int],
    executor: Executor | None,
    progress: Progress | None,
) -> list[Row]:
    rows: list[Row] = []
    counted = map_chunks(partial(_on_board, ranges), asked, executor)
    for (board, count), deals in zip(asked.items(), counted, strict=True):
        rows.append((board, count, deals))
        if progress is not None:
            progress(len(rows), len(asked))
    return rows


def _on_board(ranges: list[Range], board: CardSet) -> tuple[int, int, int]:
    winners = weigh_winners((), ranges, board, NO_CARDS)
    return winners.get(0b01, 0), winners.get(0b11, 0), winners.get(0b10, 0)


# --- all flops at once --------------------------------------------------------------------------


def _picked(
    asked: Mapping[CardSet, int] | None, rows: list[Row], changes: Sequence[SuitChange]
) -> list[Row]:
    """Return the rows of the requested flops, given the rows of all classes of flops.

    If ``asked`` is None, all rows are returned.
    """
    if asked is None:
        return rows
    deals_of = {min(images_of(board, changes)): deals for board, _, deals in rows}
    return [(board, n, deals_of[min(images_of(board, changes))]) for board, n in asked.items()]


@dataclass(frozen=True, slots=True, eq=False)
class _FlopSums:
    """The data for summing a chunk of rivers into the deals of each flop class.

    Attributes:
        held: the combos of both ranges, in the faster order for the kernel.
        changes: the suit changes that leave both ranges unchanged.
        class_of: int64[22100], the number of each flop's class, from 0; flops are in the order of
            `all_boards`.
        classes: the number of flop classes.
    """

    held: HeldCombos
    changes: Sequence[SuitChange]
    class_of: NDArray[np.int64]
    classes: int

    def of_chunk(self, start: int) -> NDArray[np.object_]:
        """Sum the weights of won and tied deals on a chunk's rivers: integers [2, classes].

        Args:
            start: the index in `river_classes` of the chunk's first river class.
        """
        masks, boards = river_classes()
        here = slice(start, start + CHUNK)
        rivers, weights = boards_alike(masks[here], boards[here], self.changes)
        flops = self.class_of[_flop_places(rivers)]

        def count(held: NDArray[np.int64]) -> NDArray[np.int64]:
            won = _won_and_tied(self.held, held, rivers) * weights
            sums = np.zeros((2, self.classes), np.int64)
            for place in flops:
                for row, each in zip(sums, won, strict=True):
                    np.add.at(row, place, each)
            return sums

        # A class has at most 24 flops, and a river contains at most ten of them.
        return self.held.sums(len(CHANGES) * RUNOUTS, count)


def _all_flops(
    ranges: list[Range],
    changes: Sequence[SuitChange],
    executor: Executor | None,
    progress: Progress | None,
) -> list[Row]:
    """Sum the weights of the won, tied and lost deals on one flop of each class."""
    firsts, class_of, counts = np.unique(
        first_flops(changes), axis=0, return_inverse=True, return_counts=True
    )
    order = quickest_order(ranges)
    held = HeldCombos.of([ranges[number] for number in order], NO_CARDS)
    sums = _FlopSums(held, changes, class_of.ravel(), len(firsts))
    starts = range(0, len(river_classes()[0]), CHUNK)
    won: Any = 0
    for number, each in enumerate(map_chunks(sums.of_chunk, starts, executor), 1):
        won = won + each
        if progress is not None:
            progress(number, len(starts))
    # Each river was counted once for each of its flops in a class. All flops of a class are
    # equivalent, so dividing by their number leaves the sums for one flop.
    win, tie = (row // counts for row in won)
    lose = _pairs_left(held, firsts) * DEALS - win - tie
    if order[0]:
        win, lose = lose, win
    flops = [CardSet([Card(card) for card in flop]) for flop in firsts.tolist()]
    deals = zip(win.tolist(), tie.tolist(), lose.tolist(), strict=True)
    return list(zip(flops, counts.tolist(), deals, strict=True))


def _flop_places(rivers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the indices in `all_boards` of the ten flops in each river: int64[10, n]."""
    cards = np.empty((FULL_BOARD, len(rivers)), np.int64)
    left = rivers.copy()
    for row in cards:
        lowest = left & (~left + np.uint64(1))
        bit = np.log2(lowest.astype(np.float64)).astype(np.int64)  # exact for powers of two
        row[:] = 4 * (bit % 16) + bit // 16
        left ^= lowest
    cards.sort(axis=0)
    choose = np.array([[comb(n, k) for n in range(DECK_SIZE)] for k in range(FLOP + 1)])
    return np.array(
        [choose[1][a] + choose[2][b] + choose[3][c] for a, b, c in combinations(cards, FLOP)]
    )


def _won_and_tied(
    held: HeldCombos, weights: NDArray[np.int64], rivers: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Sum the weights of the first range's wins and ties on each river: int64[2, n]."""
    from handsight.kernels.ranges.showdowns import tally_two_ranges

    tally = np.empty((len(rivers), 2, 4), np.int64)
    nobody = np.full(len(rivers), -1, np.int64)
    tally_two_ranges(
        *(held.masks, held.cards, weights[0], weights[1]),
        # For a read-only array, the kernel would be compiled again.
        *(np.uint64(0), rivers.copy(), nobody, tally),
    )
    return tally[:, 1, [0b01, 0b11]].T


def _pairs_left(held: HeldCombos, flops: NDArray[np.int64]) -> NDArray[np.object_]:
    """Sum, for each flop, the weights of the pairs of hands that can both be held: integers [n].

    The two hands share no card with each other or with the flop.
    """
    holds = np.zeros((len(held.masks), DECK_SIZE))
    holds[np.arange(len(held.masks))[:, None], held.cards] = 1
    bits = np.array([card.mask for card in sorted(CardSet.full(), key=lambda each: each.index)])
    lying = np.bitwise_or.reduce(bits.astype(np.uint64)[flops], axis=1)

    def count(weights: NDArray[np.int64]) -> NDArray[np.int64]:
        pairs = []
        for start in range(0, len(lying), CHUNK):
            free = held.masks & lying[start : start + CHUNK, None] == 0
            # Sums for a card stay below 2**53, so float64 is exact here, and it is fast.
            one, other = (free * row.astype(np.float64) for row in weights)
            by_card = [(each @ holds).astype(np.int64) for each in (one, other)]
            sums = one.sum(axis=1).astype(np.int64) * other.sum(axis=1).astype(np.int64)
            both = (one * weights[1]).sum(axis=1).astype(np.int64)
            pairs.append(sums - (by_card[0] * by_card[1]).sum(axis=1) + both)
        return np.concatenate(pairs)

    return held.sums(1, count)
