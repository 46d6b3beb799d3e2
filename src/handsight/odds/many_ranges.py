"""Exact answers to many questions with ranges at once, counting each board only once.

From the flop on, a hand against one range is compared with each combo of the range. If many hands
share a board and a range, one pass over the board counts all hands instead. Other pots with ranges
are counted like those of `equity`, and equal rows only once.
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
"""The maximum estimated time to count the pot of one row, in seconds."""

MOST_COUNTED = 1 << 62
"""The limit of the counts in a row; counts below it fit in a column of 64-bit integers."""

BLOCK = 512
"""The number of rows whose cards are compared with the combos of a range at once."""

_HAND_BEGINS = re.compile(r"\s*(10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)

# Approximate microseconds for one runout and all hands on a board; for one runout and one combo of
# the range; and for the overhead of one hand.
RUNOUT_OF_BOARD, RUNOUT_OF_COMBO, HAND_BY_ITSELF = 22.0, 1.6e-3, 18.0


class RangeTable:
    """The ranges to which rows refer by index; each text or `Range` object is read only once.

    Attributes:
        ranges: the ranges read so far.
    """

    def __init__(self) -> None:
        self.ranges: list[Range | AnyCards] = []
        self._read: dict[Any, int | InputError] = {}
        self._kept: list[Any] = []

    def place(self, given: str | Range | AnyCards) -> int | InputError:
        """Return the index of a range, or an error.

        The error says that the range cannot be read, or that its weights are too fine for 64-bit
        counts.

        Example:
            >>> table = RangeTable()
            >>> table.place("KK+"), table.place("random"), table.place("KK+"), table.ranges
            (0, 1, 0, [Range('KK+'), ANY])
        """
        # The key is the id of the range, because hashing a range reads all its weights. The object
        # is kept alive, because Python reuses the ids of deleted objects.
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
    """The ranges of all rows.

    Attributes:
        ranges: the ranges in the rows; rows with the same text or object share a range.
        which: int64[n], the index of each row's range, or int64[n, k] for rows of k players; -1
            for a hand. Where a range has an error, the number is meaningless.
        problems: the error in a row's range, by row; rows without an error are left out. Empty if
            the ranges are from `read_ranges`.
    """

    ranges: Sequence[Range | AnyCards]
    which: NDArray[np.int64]
    problems: dict[int, InputError]

    @property
    def units(self) -> NDArray[np.int64]:
        """How much a deal whose combos all have weight 1 adds to the counts of a row: int64[n]."""
        parts = [hands.denominator if isinstance(hands, Range) else 1 for hands in self.ranges]
        # The index -1 of a hand selects the last entry, which is 1.
        units = np.array([*parts, 1], np.int64)[self.which]
        return units if units.ndim == 1 else units.prod(axis=1)


def read_villains(villain: Any, count: int) -> RowRanges:
    """Read the opponent's range: one range for all rows, or one range for each row.

    Args:
        villain: a range, its text, or a list or Series of ranges or strings; None, also in a list,
            means any cards.
        count: the number of rows.

    Raises:
        InputError: if there is not one range for each row, or a range for all rows cannot be read
            or is too fine for 64-bit counts. The errors of a list's ranges are in ``problems``.
        OptionError: if ``villain`` has another type.

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
    """Read the ranges in rows of players; return the rows with only the hands, and the ranges.

    Errors of ranges are in the ``problems`` of the returned rows, not in those of the ranges.

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
        elif problem is not None:  # otherwise the entry has cards, but not two
            # A string that begins like a hand is treated as a misspelt hand.
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
    """Check in each row whether all opponents can hold hands of the row's range at once: bool[n].

    For a row with any cards, the result is True without a check.

    Args:
        ranges: the ranges that ``which`` refers to.
        which: int64[n], the index of each row's range.
        known: uint64[n], the mask of the cards that the opponents of each row cannot hold.
        opponents: the number of opponents who hold hands of the range, 1 to 3.
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
    """Check whether a list has a hand for each opponent such that no two hands share a card."""
    # A list of more than 51 hands always contains two hands without a common card, and a list of
    # more than 101 hands contains three. The longest lists without two such hands have all hands
    # with one given card; the longest without three have all hands with at least one of two cards.
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
    """Sum the weights of an opponent's hands by outcome now and later: int64[n, 3, 3].

    Args:
        ranges: the ranges that the rows refer to, which must not be `ANY`.
        rows: four columns of n entries each: the index of the range, and the masks of the hand, the
            board of three to five cards, and the dead cards.
        to_the_river: 1 to count all runouts to the river, 0 to compare only the current hands.
        size: the number of rows in a chunk for one worker; the rows are sorted by range and board.
        executor: runs the chunks; None for this thread.
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
    """Yield the rows of each chunk together with the ranges that these rows refer to."""
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
    """The n combos of a range as arrays.

    Attributes:
        masks: uint64[n], the mask of each combo.
        weights: int64[n], the numerator of each combo's weight.
        is_fine: whether sums of the weights are also exact in float64.
        all_weights: float64[1326], the numerators of all combos, including zeros.
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
        """Compare n hands on one board with the range (see `compare_with_ranges`).

        Args:
            holes: uint64[n], the mask of each hand.
            board: the mask of the board.
            dead: the mask of the dead cards.
            to_the_river: 1 to count all runouts to the river, 0 to compare only the current hands.
            counts: int64[n, 3, 3], the weighted outcomes, filled in place.
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
        """Count the outcomes of all hands on the board, and keep those of the requested hands."""
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
    """Count the runouts after which our hand beats, ties with and loses to each combo: int64[n, 3].

    Args:
        masks: uint64[n], the mask of each combo.
        hole: the mask of our hand.
        board: the mask of the board.
        runouts: the mask of the cards of each runout.
    """
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
    """How the players share a pot with ranges; counts are in units of ``1 / unit`` deals.

    Attributes:
        equity: each player's share of the pot, 0..1.
        win: the count of deals that each player wins alone; -1 if the player's share follows from
            symmetry without a count of deals.
        tie: the count of deals in which each player shares the pot; -1 as in ``win``.
        total: the count of all deals.
        unit: how much a deal whose combos all have weight 1 adds to the counts.
    """

    equity: tuple[float, ...]
    win: tuple[int, ...]
    tie: tuple[int, ...]
    total: int
    unit: int


def count_pots(
    pots: Iterable[tuple[tuple[Player, ...], int, int]], executor: Executor | None
) -> Iterator[CountedPot | InputError]:
    """Count the exact equities of pots with ranges, and yield them in order.

    A pot yields its error instead if it is invalid, if its count would take more than
    `MOST_SECONDS` or too many steps, or if its weights are too fine for 64-bit counts.

    Args:
        pots: for each pot, its players, the mask of the board and the mask of the dead cards.
        executor: runs the counts; None for this thread.
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
