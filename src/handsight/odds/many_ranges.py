"""Rows against ranges, for many questions at once: exact, with each board weighed once.

A hand against one range after the flop is compared with each combo of the range. If many hands
share a board and a range, all hands on the board are weighed in one pass instead. Other pots with
ranges are counted as `equity` counts them, equal rows only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.cards import CardSet
from handsight.errors import InputError, NoExactMethodError, OptionError
from handsight.odds.board.boards import FINEST
from handsight.odds.counting.hands import AHEAD, BEHIND, TIED, Count
from handsight.odds.counting.ranges import NONE_TO_COME, all_combos, runout_masks
from handsight.odds.equity.equity import equity_of, seconds_to_count
from handsight.odds.spot import ANY, FULL_BOARD, HAND, AnyCards, Player, Spot, read_range
from handsight.ranges import Range
from handsight.ranking import evaluate_many
from handsight.ranking.rows import CardRows
from handsight.runtime.chunks import map_chunks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

MOST_SECONDS = 10.0
"""The maximum estimated time to count one pot, in seconds."""

MOST_COUNTED = 1 << 62
"""Counts in a row stay below this, so that columns of them fit in 64-bit integers."""

BLOCK = 512
"""Number of rows whose cards are compared with those of a range in one block."""

_HAND_BEGINS = re.compile(r"\s*(10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)

# About how many microseconds these take: a runout for all hands on a board; a combo of the range
# after a runout; and the overhead of each hand.
RUNOUT_OF_BOARD, RUNOUT_OF_COMBO, HAND_BY_ITSELF = 22.0, 1.6e-3, 18.0


class RangeTable:
    """The ranges that rows name, each read once and known by its index.

    Attributes:
        ranges: the ranges read so far.
    """

    def __init__(self) -> None:
        self.ranges: list[Range | AnyCards] = []
        self._read: dict[Any, int | InputError] = {}
        self._kept: list[Any] = []

    def place(self, given: str | Range | AnyCards) -> int | InputError:
        """Return the index of a range, or the error if it cannot be read.

        Example:
            >>> table = RangeTable()
            >>> table.place("KK+"), table.place("random"), table.place("KK+"), table.ranges
            (0, 1, 0, [Range('KK+'), ANY])
        """
        # Keyed by identity, as hashing a range reads all of it; kept alive, as ids are reused.
        key = given if isinstance(given, str) else id(given)
        if key not in self._read:
            self._kept.append(given)
            self._read[key] = self._add(given)
        return self._read[key]

    def _add(self, given: str | Range | AnyCards) -> int | InputError:
        try:
            hands = read_range(given)
        except InputError as error:
            return error
        if isinstance(hands, Range) and sum(hands.numerators) * comb(45, HAND) >= MOST_COUNTED:
            return InputError(
                f"the weights of the range are parts of {hands.denominator:,}, too fine for "
                "64-bit counts; round them, or ask about the row by itself"
            )
        self.ranges.append(hands)
        return len(self.ranges) - 1


@dataclass(frozen=True, slots=True)
class RowRanges:
    """Which range is in which row.

    Attributes:
        ranges: the ranges that occur.
        which: int64[n], or int64[n, k] for rows of players: the index of the range; -1 for a hand.
        problems: {row: the error in its range}.
    """

    ranges: Sequence[Range | AnyCards]
    which: NDArray[np.int64]
    problems: dict[int, InputError]

    @property
    def units(self) -> NDArray[np.int64]:
        """The count in each row of a deal whose combos all weigh 1: int64[n]."""
        parts = [hands.denominator if isinstance(hands, Range) else 1 for hands in self.ranges]
        # An index of -1 selects the last one.
        units = np.array([*parts, 1], np.int64)[self.which]
        return units if units.ndim == 1 else units.prod(axis=1)


def read_villains(villain: Any, count: int) -> RowRanges:
    """Read what the opponent may hold: one range for all rows, or one for each.

    Args:
        villain: a range, its text, or a list or Series of them; None, also in a list, for any
            cards.
        count: the number of rows.

    Raises:
        InputError: for a wrong number of ranges, or a single range that cannot be read.
        OptionError: for another type.

    Example:
        >>> villains = read_villains(["KK+", None, "KK+"], 3)
        >>> villains.ranges, villains.which.tolist()
        ([Range('KK+'), ANY], [0, 1, 0])
    """
    table = RangeTable()
    if villain is None or isinstance(villain, str | Range | AnyCards):
        place = table.place(ANY if villain is None else villain)
        if isinstance(place, InputError):
            raise place
        return RowRanges(table.ranges, np.full(count, place), {})
    listed = villain.to_numpy() if hasattr(villain, "to_numpy") else villain
    if not isinstance(listed, Sequence | np.ndarray):
        raise OptionError(
            f"villain is of type {type(villain).__name__}; it must be one range for all rows, or "
            "a list with one for each"
        )
    if len(listed) != count:
        raise InputError(
            f"villain has {len(listed)} ranges but there are {count} questions; pass one range "
            "for each, or a single one for all"
        )
    which, problems = np.zeros(count, np.int64), {}
    for row, given in enumerate(listed):
        place = _place_in(table, ANY if given is None else given)
        if isinstance(place, InputError):
            problems[row] = place
        else:
            which[row] = place
    return RowRanges(table.ranges or [ANY], which, problems)


def _place_in(table: RangeTable, given: Any) -> int | InputError:
    if isinstance(given, str | Range | AnyCards):
        return table.place(given)
    return InputError(f"villain is {given!r:.60}; it must be a range, like 'QQ+, AKs'")


def read_ranges(held: CardRows) -> tuple[CardRows, RowRanges]:
    """Read the ranges in rows of players, and return the rows of hands without them.

    Example:
        >>> from handsight.ranking.rows import read_players
        >>> held, ranges = read_ranges(read_players([["AhKh", "QQ+"], ["2c2d", "AsKs"]]))
        >>> ranges.which.tolist(), ranges.ranges, held.masks[0, 1].item()
        ([[-1, 0], [-1, -1]], [Range('QQ+')], 0)
    """
    table, masks, problems = RangeTable(), held.masks.copy(), dict(held.problems)
    which = np.full(masks.shape, -1)
    for row, _ in held.no_hands:
        problems.pop(row, None)
    for (row, seat), (given, problem) in held.no_hands.items():
        place = table.place(given) if isinstance(given, str | Range | AnyCards) else problem
        if isinstance(place, int):
            which[row, seat], masks[row, seat] = place, 0
        elif problem is not None:  # otherwise they are cards, but not two of them
            # A text that begins like a hand is taken for a misspelt one.
            wrong = problem if place is None or _is_hand(given) else place
            problems.setdefault(row, wrong)
    return CardRows(masks, problems), RowRanges(table.ranges, which, {})


def _is_hand(given: object) -> bool:
    return isinstance(given, str) and _HAND_BEGINS.match(given) is not None


def hands_left(
    ranges: Sequence[Range | AnyCards],
    which: NDArray[np.int64],
    known: NDArray[np.uint64],
    opponents: int,
) -> NDArray[np.bool_]:
    """Check in each row whether the opponents can hold hands of its range: bool[n].

    Args:
        which: int64[n], the index of each row's range.
        known: uint64[n], the cards that they cannot hold.
        opponents: how many players hold hands of the range at once, 1 to 3.
    """
    can = np.ones(len(known), np.bool_)
    masks, _ = all_combos()
    for place, hands in enumerate(ranges):
        if isinstance(hands, AnyCards):
            continue
        rows = np.flatnonzero(which == place)
        held = masks[np.flatnonzero(hands.numerators)]
        for start in range(0, len(rows), BLOCK):
            here = rows[start : start + BLOCK]
            free = held & known[here, None] == 0
            can[here] = (
                free.any(axis=1)
                if opponents == 1
                else [_fit(held[each], opponents) for each in free]
            )
    return can


def _fit(held: NDArray[np.uint64], opponents: int) -> bool:
    """Check whether this many opponents can hold hands of a list that share no card."""
    # Lists of more than 51 and 101 hands contain two and three that share no card: the longest
    # lists without them are all hands with one given card, and with at least one of two.
    if opponents == 1 or not len(held) or len(held) > HAND * 51:
        return bool(len(held))
    return any(_fit(held[held & first == 0], opponents - 1) for first in held)


# --- a hand against a range, after the flop -------------------------------------------------------

Rows: TypeAlias = "tuple[NDArray[np.int64], ...]"


def compare_with_ranges(
    ranges: Sequence[Range | AnyCards],
    rows: Sequence[NDArray[Any]],
    to_the_river: int,
    size: int,
    executor: Executor | None,
) -> NDArray[np.int64]:
    """Weigh the outcomes of hands against one opponent's range, now and later: int64[n, 3, 3].

    Args:
        ranges: those named by the rows must not be `ANY`.
        rows: the index of each row's range, the hand, the board of three to five cards, and dead
            cards.
        to_the_river: 1 to count all boards, 0 for the hands as they are.
        size: how many rows a worker answers in one chunk, sorted by range and board.
    """
    which, _, boards, dead = rows
    order = np.lexsort((dead, boards, which))
    counts = np.empty((len(which), 3, 3), np.int64)
    pieces = [order[start : start + size] for start in range(0, len(order), size)]
    answer = partial(_compare_chunk, to_the_river)
    for places, each in zip(
        pieces, map_chunks(answer, _with_ranges(ranges, rows, pieces), executor), strict=True
    ):
        counts[places] = each
    return counts


def _with_ranges(
    ranges: Sequence[Range | AnyCards],
    rows: Sequence[NDArray[Any]],
    pieces: list[NDArray[np.int64]],
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of each chunk, with the ranges that they name."""
    for places in pieces:
        which, *columns = (column[places] for column in rows)
        named = np.unique(which)
        chosen = [ranges[place] for place in named]
        yield chosen, np.searchsorted(named, which), *columns


def _compare_chunk(to_the_river: int, chunk: tuple[Any, ...]) -> NDArray[np.int64]:
    ranges, which, holes, boards, dead = chunk
    counts = np.empty((len(which), 3, 3), np.int64)
    held = [HeldRange.of(hands) for hands in ranges]
    start = 0
    for stop in range(1, len(which) + 1):
        same = stop < len(which) and all(
            column[start] == column[stop] for column in (which, boards, dead)
        )
        if same:
            continue
        here = slice(start, stop)
        held[which[start]].compare(
            holes[here], int(boards[start]), int(dead[start]), to_the_river, counts[here]
        )
        start = stop
    return counts


@dataclass(frozen=True, slots=True)
class HeldRange:
    """The combos of a range as arrays.

    Attributes:
        masks: uint64[n].
        weights: int64[n], numerators.
        is_fine: whether sums of the weights are exact in float64 too.
        all_weights: float64[1326].
    """

    masks: NDArray[np.uint64]
    weights: NDArray[np.int64]
    is_fine: bool
    all_weights: NDArray[np.float64]

    @classmethod
    def of(cls, hands: Range) -> HeldRange:
        """List the combos of a range.

        Example:
            >>> HeldRange.of(Range("KK+")).weights.sum().item()
            12
        """
        weights = np.array(hands.numerators, np.int64)
        held = np.flatnonzero(weights)
        masks, _ = all_combos()
        return cls(
            masks[held], weights[held], hands.denominator <= FINEST, weights.astype(np.float64)
        )

    def compare(
        self,
        holes: NDArray[np.uint64],
        board: int,
        dead: int,
        to_the_river: int,
        counts: NDArray[np.int64],
    ) -> None:
        """Compare hands on one board with the range (see `compare_with_ranges`).

        Args:
            counts: int64[n, 3, 3], filled in place.
        """
        lying = CardSet.from_mask(board)
        live = CardSet.full() - lying - CardSet.from_mask(dead)
        to_come = (FULL_BOARD - len(lying)) * to_the_river
        runouts = comb(len(live), to_come)
        one_by_one = len(holes) * (HAND_BY_ITSELF + len(self.masks) * runouts * RUNOUT_OF_COMBO)
        if self.is_fine and runouts * RUNOUT_OF_BOARD < one_by_one:
            self._compare_all(holes, lying, live, to_come, counts)
            return
        for row, hole in enumerate(holes.tolist()):
            self._compare_one(hole, board, live - CardSet.from_mask(hole), to_come, counts[row])

    def _compare_all(
        self,
        holes: NDArray[np.uint64],
        board: CardSet,
        live: CardSet,
        to_come: int,
        counts: NDArray[np.int64],
    ) -> None:
        """Weigh all hands on the board, and pick the requested ones."""
        from handsight.kernels.ranges.board_strengths import weigh_board

        masks, cards = all_combos()
        numbers = np.flatnonzero(masks & ~np.uint64(live.mask) == 0)
        met = np.zeros((3, len(numbers), 3))
        weigh_board(
            *(masks[numbers], cards[numbers], self.all_weights[numbers], np.uint64(board.mask)),
            *(runout_masks(live, to_come) if to_come else NONE_TO_COME[:0], HAND + len(board), met),
        )
        order = np.argsort(masks[numbers])
        places = order[np.searchsorted(masks[numbers][order], holes)]
        now, ahead, unbeaten = met[:, places].astype(np.int64)
        if not to_come:
            counts[:] = now[:, :, None] * np.eye(3, dtype=np.int64)
            return
        counts[:, :, AHEAD] = ahead
        counts[:, :, TIED] = unbeaten - ahead
        counts[:, :, BEHIND] = now * comb(len(live) - 2 * HAND, to_come) - unbeaten

    def _compare_one(
        self, hole: int, board: int, live: CardSet, to_come: int, counts: NDArray[np.int64]
    ) -> None:
        left = self.masks & ~np.uint64(live.mask) == 0
        masks, weights = self.masks[left], self.weights[left]
        now = _standings(masks, hole, board, NONE_TO_COME)
        weighed = now.T * weights
        if to_come:
            counts[:] = weighed @ _standings(masks, hole, board, runout_masks(live, to_come))
        else:
            counts[:] = np.diag(weighed.sum(axis=1))


def _standings(
    masks: NDArray[np.uint64], hole: int, board: int, runouts: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Count the runouts that leave us ahead of, tied with or behind each combo: int64[n, 3]."""
    from handsight.kernels.ranges.standings import standings_by_combo

    together = hole | board
    cards = together.bit_count() + int(runouts[0]).bit_count()
    ours = evaluate_many(runouts | np.uint64(together), cards).astype(np.int64)
    counts = np.empty((len(masks), 3), np.int64)
    standings_by_combo(masks, np.uint64(board), runouts, ours, cards, counts)
    return counts


# --- other pots -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedPot:
    """What each player of a pot with ranges wins, in multiples of ``1 / unit`` deals.

    Attributes:
        equity: shares, 0..1.
        win: deals that a player wins alone; -1 if only the share is known, by symmetry.
        tie: deals that a player shares; -1 likewise.
        total: all deals.
        unit: the count of a deal whose combos all weigh 1.
    """

    equity: tuple[float, ...]
    win: tuple[int, ...]
    tie: tuple[int, ...]
    total: int
    unit: int


def count_pots(
    pots: Iterable[tuple[tuple[Player, ...], int, int]], executor: Executor | None
) -> Iterator[CountedPot | InputError]:
    """Count the exact equities of pots with ranges one by one; yield an error for a wrong pot.

    Args:
        pots: players, and masks of the board and of dead cards.
    """
    return map_chunks(_count_pot, pots, executor)


def _count_pot(pot: tuple[tuple[Player, ...], int, int]) -> CountedPot | InputError:
    players, board, dead = pot
    try:
        spot = Spot.parse(players, CardSet.from_mask(board), CardSet.from_mask(dead))
        seconds = seconds_to_count(spot)
        if seconds > MOST_SECONDS:
            return NoExactMethodError(
                f"a count of its pot would take about {seconds:,.0f} seconds, but a row may take "
                f"only {MOST_SECONDS:.0f}; ask equity(..., method='exact') about it by itself"
            )
        result = equity_of(spot, "exact")
    except InputError as error:
        return error
    unit = prod(player.denominator for player in spot.players if isinstance(player, Range))
    if result.total * unit >= MOST_COUNTED:
        return InputError(
            "the weights of its ranges are too fine for 64-bit counts; round them, or ask about "
            "the row by itself"
        )
    return CountedPot(
        tuple(player.equity for player in result.players),
        tuple(_parts(player.win, unit) for player in result.players),
        tuple(_parts(player.tie, unit) for player in result.players),
        int(result.total * unit),
        unit,
    )


def _parts(count: Count | None, unit: int) -> int:
    return -1 if count is None else int(count * unit)
