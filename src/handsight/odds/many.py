"""Equities, hand strength and effective hand strength for many questions in one call.

Each row is one question. Rows are read and checked as arrays, one kernel answers all valid rows,
and the answers are arrays. `handsight.odds.many_ranges` handles rows with ranges. Every answer
equals that of the function for a single question, to the last integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.cards import CardSet
from handsight.cards.card import STREET_OF_BOARD
from handsight.errors import InputError, OptionError
from handsight.odds.board.boards import POSTFLOP_BOARD_SIZES
from handsight.odds.counting.hands import (
    AHEAD,
    BEHIND,
    MOST_EXACT_OPPONENTS,
    TIED,
    known_hand_lists,
)
from handsight.odds.equity.result import PARTS
from handsight.odds.spot import (
    ANY,
    FULL_BOARD,
    HAND,
    PLAYERS,
    AnyCards,
    Player,
    PlayerLike,
    Spot,
    check_opponents,
)
from handsight.ranking.rows import (
    DECK_MASK,
    CardRows,
    RowsLike,
    read_for_all,
    read_players,
    read_rows,
    valid_rows,
)
from handsight.runtime.chunks import map_chunks
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.odds.many_ranges import RowRanges
    from handsight.ranges import Range

CHUNK = 512
"""The maximum number of questions in a chunk, which one worker answers."""

NOT_COUNTED = -1
"""The count in an invalid row, where shares are NaN, and for a player without a count of deals."""

EXACT_FLOAT = 1 << 53
"""float64 represents all integers below this number exactly."""

RowRangesLike: TypeAlias = "str | Range | AnyCards | Sequence[str | Range | AnyCards | None] | None"
"""One range for all rows, or a list or Series with one range for each row; None for any cards."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equities(ShownInNotebooks):
    """How the players of n pots share them, counted exactly; each pot has k players.

    Attributes:
        equity: float64[n, k], each player's share of the pot, 0..1, where a pot shared by m players
            counts 1/m; NaN in invalid rows.
        win: int64[n, k], the number of deals that a player wins alone; -1 in invalid rows, and for
            players whose share follows from symmetry without a count of deals.
        tie: int64[n, k], the number of deals in which a player shares the pot; -1 as in ``win``.
        total: int64[n], the number of all deals: boards, combined with hands of the ranges; -1 in
            invalid rows.
        unit: int64[n], how much one deal whose combos all have weight 1 adds to the counts of its
            row; above 1 only if ranges contain fractions of combos.
        valid: bool[n], whether each row is valid; all are, unless errors were masked.

    Example:
        >>> pots = equity_many([["AhKh", "QsQd"], ["AhKh", "Qs"]], errors="mask")
        >>> pots.win.tolist(), pots.valid.tolist()
        ([[787966, 917606], [-1, -1]], [True, False])
    """

    equity: NDArray[np.float64]
    win: NDArray[np.int64]
    tie: NDArray[np.int64]
    total: NDArray[np.int64]
    unit: NDArray[np.int64]
    valid: NDArray[np.bool]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HandStrengths(ShownInNotebooks):
    """How many hands of one opponent each of n hands beats now, ties with, and loses to.

    Attributes:
        ahead: int64[n], the number of opposing hands that each hand beats; -1 in invalid rows.
        tied: int64[n], the number of opposing hands that each hand ties with; -1 in invalid rows.
        behind: int64[n], the number of opposing hands that each hand loses to; -1 in invalid rows.
        unit: int64[n], how much one opposing hand of weight 1 adds to the counts of its row; above
            1 only if a range contains fractions of combos.
        valid: bool[n], whether each row is valid; all are, unless errors were masked.

    Example:
        >>> hand_strength_many(["AdQc", "JdTd"], "3h4cJh").total.tolist()
        [1081, 1081]
    """

    ahead: NDArray[np.int64]
    tied: NDArray[np.int64]
    behind: NDArray[np.int64]
    unit: NDArray[np.int64]
    valid: NDArray[np.bool]

    @property
    def total(self) -> NDArray[np.int64]:
        """The sum of the three counts, all hands of the opponent: int64[n]; -1 in invalid rows."""
        return np.where(self.valid, self.ahead + self.tied + self.behind, NOT_COUNTED)

    @property
    def value(self) -> NDArray[np.float64]:
        """HS = (ahead + tied / 2) / total: float64[n], 0..1; NaN in invalid rows."""
        return np.where(self.valid, _ratio(2 * self.ahead + self.tied, 2 * self.total), np.nan)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EffectiveHandStrengths(ShownInNotebooks):
    """Effective hand strength of n hands: the chance that each is best or becomes best.

    Attributes:
        counts: int64[n, 3, 3], the number of pairs of an opposing hand and a runout. The second
            axis is the outcome now and the third the outcome on the river, in the order ahead,
            tied, behind; -1 in invalid rows.
        opponents: the number of opponents in each question.
        unit: int64[n], how much an opposing hand of weight 1 with one runout adds to the counts of
            its row; above 1 only if a range contains fractions of combos.
        valid: bool[n], whether each row is valid; all are, unless errors were masked.

    Example:
        >>> effective_hand_strength_many(["AdQc"], "3h4cJh").counts.tolist()
        [[[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]]
    """

    counts: NDArray[np.int64]
    opponents: int
    unit: NDArray[np.int64]
    valid: NDArray[np.bool]

    @property
    def hs(self) -> NDArray[np.float64]:
        """Hand strength against one opponent: float64[n], 0..1; NaN in invalid rows."""
        now = self.counts.sum(axis=2)
        return self._shares(2 * now[:, AHEAD] + now[:, TIED], 2 * now.sum(axis=1))

    @property
    def ppot(self) -> NDArray[np.float64]:
        """Positive potential up to the river: float64[n], 0..1; NaN in invalid rows.

        It is 0 if the hand is now ahead of every opposing hand.
        """
        return self._turned(BEHIND, AHEAD)

    @property
    def npot(self) -> NDArray[np.float64]:
        """Negative potential up to the river: float64[n], 0..1; NaN in invalid rows.

        It is 0 if the hand is now behind every opposing hand.
        """
        return self._turned(AHEAD, BEHIND)

    @property
    def ehs(self) -> NDArray[np.float64]:
        """EHS = HS^k + (1 - HS^k) PPot for k opponents: float64[n], 0..1; NaN in invalid rows."""
        # Single questions use Python's power, and numpy's can differ from it in the last digit.
        beaten = np.array([value**self.opponents for value in self.hs.tolist()])
        return np.asarray(beaten + (1 - beaten) * self.ppot)

    def _turned(self, start: int, end: int) -> NDArray[np.float64]:
        counts = self.counts
        turned = 2 * counts[:, start, end] + counts[:, start, TIED] + counts[:, TIED, end]
        began = 2 * counts[:, start].sum(axis=1) + counts[:, TIED].sum(axis=1)
        return self._shares(turned, np.maximum(began, 1))

    def _shares(self, part: NDArray[np.int64], of: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.where(self.valid, _ratio(part, of), np.nan)


def equity_many(
    players: RowsLike | Iterable[Sequence[PlayerLike]],
    boards: RowsLike = "",
    dead: RowsLike = "",
    *,
    errors: str = "raise",
    executor: Executor | None = None,
) -> Equities:
    """Compute each player's exact share of many pots if all players are all-in.

    Each row is one pot. Rows can be on different streets, and can have hands, ranges or both. The
    counts of each row equal those of `equity`, to the last integer. Hands against the same range on
    the same board are counted together. Other pots with ranges are counted only once if they are
    equal.

    Args:
        players: n rows of k hands or ranges, with k from 2 to 10: a list of lists of strings, or a
            data frame of strings. Hands can also be card indices [n, k, 2] or masks uint64[n, k].
        boards: one board of 0, 3, 4 or 5 cards for each row, as a list of strings, a Series, card
            indices [n, 5] with -1 for no card, or masks uint64[n]; or one string for all rows.
        dead: cards that cannot be dealt, for each row or for all rows, in the same forms.
        errors: ``"raise"`` raises an error that names the first invalid row or, if all rows are
            valid, the first row whose ranges cannot be counted exactly; ``"mask"`` fills all such
            rows with NaN and -1, and marks them in ``valid``.
        executor: runs the work in chunks; None for this thread.

    Raises:
        InputError: if ``errors`` is ``"raise"`` and a row is invalid, in which case the message has
            the number of the row; or if the arguments differ in length or have another form.
        NoExactMethodError: if ``errors`` is ``"raise"`` and the count of a row's ranges would take
            more than ten seconds or too many steps.
        OptionError: if the number of players is not from 2 to 10, or ``errors`` is unknown.

    Example:
        >>> pots = equity_many([["AhKh", "QsQd"], ["AhKh", "QQ, AKs"]], ["", "Qh7h2c"])
        >>> pots.win.tolist(), pots.equity.round(6).tolist()
        ([[787966, 917606], [1839, 2256]], [[0.462145, 0.537855], [0.464899, 0.535101]])
    """
    held = read_players(players)
    if held.masks.shape[1] not in PLAYERS:
        raise OptionError(
            f"players has rows of {held.masks.shape[1]} hands; it must have 2 to {PLAYERS[-1]}"
        )
    count = len(held.masks)
    lying, out = read_for_all(boards, "boards", count), read_for_all(dead, "dead", count)
    ranges: RowRanges | None = None
    if held.no_hands:
        from handsight.odds.many_ranges import read_ranges

        held, ranges = read_ranges(held)
    drawn = np.zeros(held.masks.shape, np.bool_) if ranges is None else ranges.which >= 0
    wrong = ~(drawn | (np.bitwise_count(held.masks) == HAND)).all(axis=1)
    wrong |= _miscounted([lying.masks], tuple(STREET_OF_BOARD))
    known, shared = _union([*held.masks.T, lying.masks, out.masks])
    to_come = FULL_BOARD - np.bitwise_count(lying.masks).astype(np.int64)
    needed = to_come + HAND * drawn.sum(axis=1)
    wrong |= shared | (np.bitwise_count(DECK_MASK & ~known) < needed)
    facing = (drawn.sum(axis=1) == 1) & (held.masks.shape[1] == HAND) & (lying.masks != 0)
    if ranges is not None:
        wrong[facing] |= ~_can_be_held(ranges, facing, known)

    def refuse(row: int) -> Spot:
        board, gone = (CardSet.from_mask(int(part.masks[row])) for part in (lying, out))
        return Spot.parse(_players_of(row, held, ranges), board, gone)

    valid = valid_rows(wrong, (held, lying, out), errors, refuse)
    result = _known_pots((held, lying, out), valid & ~drawn.any(axis=1), valid, executor)
    if ranges is not None:
        rows = (held, lying, out)
        _fill_facing(result, ranges, rows, valid & facing, executor)
        others = valid & drawn.any(axis=1) & ~facing
        problems = _fill_pots(result, ranges, rows, others, executor)
        none = np.zeros(count, np.bool_)
        valid &= valid_rows(none, [CardRows(held.masks, problems)], errors, refuse)
    return result


def hand_strength_many(
    holes: RowsLike,
    boards: RowsLike,
    dead: RowsLike = "",
    *,
    villain: RowRangesLike = None,
    errors: str = "raise",
    executor: Executor | None = None,
) -> HandStrengths:
    """Compare many hands, each on its own board, with all hands that one opponent can hold.

    The counts are exact and equal those of `hand_strength`. Rows can be on the flop, turn or river.
    The other arguments and the errors are those of `equity_many`, with one hand in each row.

    Args:
        holes: n hands of two cards.
        villain: one range for all rows, or a list or Series with one range for each row; None for
            any cards.

    Source:
        CISTI-2013, section IV.A; DSIE-2011, section 3.2.1, for ranges.

    Example:
        >>> strengths = hand_strength_many(["AdQc", "AhKh"], ["3h4cJh", "Qh7h2cTd9s"])
        >>> strengths.ahead.tolist(), strengths.value.round(6).tolist()
        ([628, 340], [0.585106, 0.34798])
        >>> hand_strength_many(["AdQc", "JdTd"], "3h4cJh", villain="sklansky:1-4").ahead.tolist()
        [30, 81]
    """
    counts, units, valid = _compare(holes, boards, dead, villain, 0, 1, errors, executor)
    ahead, tied, behind = (counts[:, outcome, outcome] for outcome in (AHEAD, TIED, BEHIND))
    return HandStrengths(ahead, tied, behind, units, valid)


def effective_hand_strength_many(
    holes: RowsLike,
    boards: RowsLike,
    opponents: int = 1,
    dead: RowsLike = "",
    *,
    villain: RowRangesLike = None,
    errors: str = "raise",
    executor: Executor | None = None,
) -> EffectiveHandStrengths:
    """Compute the effective hand strength of many hands, each on its own board.

    The counts are exact, with a look-ahead to the river. They equal those of
    `effective_hand_strength` against opponents who all hold the same range. Rows can be on the
    flop, turn or river. The other arguments and the errors are those of `equity_many`, with one
    hand in each row.

    Args:
        holes: n hands of two cards.
        opponents: the number of opponents in all rows, 1 to 9.
        villain: one range for all rows, or a list or Series with one range for each row; None for
            any cards.

    Source:
        CISTI-2013, sections IV.C and IV.D; DSIE-2011, section 3.2.1, for ranges.

    Example:
        >>> effective = effective_hand_strength_many(["AdQc", "JdTd"], "3h4cJh")
        >>> effective.ehs.round(6).tolist(), effective.hs.round(6).tolist()
        ([0.671539, 0.943104], [0.585106, 0.93247])
    """
    number = check_opponents(opponents)
    counts, units, valid = _compare(holes, boards, dead, villain, 1, number, errors, executor)
    return EffectiveHandStrengths(counts, number, units, valid)


def _compare(
    holes: RowsLike,
    boards: RowsLike,
    dead: RowsLike,
    villain: RowRangesLike,
    to_the_river: int,
    opponents: int,
    errors: str,
    executor: Executor | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Count the outcomes of hands against one opponent, now and, if asked, on the river.

    Args:
        to_the_river: 1 to deal all runouts; 0 to compare only on the current board.
        opponents: the number of opponents for whom a row must leave enough cards. Above
            `MOST_EXACT_OPPONENTS`, only one opponent needs cards.

    Returns:
        int64[n, 3, 3], the counts by outcome now and later, -1 in invalid rows; int64[n], the unit
        of the counts, that is, how much a combo of weight 1 adds per runout; and bool[n], whether
        each row is valid.
    """
    held = read_rows(holes, "holes")
    count = len(held.masks)
    lying, out = read_for_all(boards, "boards", count), read_for_all(dead, "dead", count)
    ranges: RowRanges | None = None
    if villain is not None:
        from handsight.odds.many_ranges import read_villains

        ranges = read_villains(villain, count)
    columns = [held.masks, lying.masks, out.masks]
    wrong = _miscounted(columns[:1], (HAND,)) | _miscounted(columns[1:2], POSTFLOP_BOARD_SIZES)
    known, shared = _union(columns)
    # `effective_hand_strength` also counts the potential against up to three opponents at once, so
    # all of them need cards to hold.
    at_once = opponents if opponents <= MOST_EXACT_OPPONENTS else 1
    to_come = to_the_river * (FULL_BOARD - np.bitwise_count(lying.masks).astype(np.int64))
    wrong |= shared | (np.bitwise_count(DECK_MASK & ~known) < HAND * at_once + to_come)
    parts = [held, lying, out]
    if ranges is not None:
        every = np.ones(count, np.bool_)
        wrong |= ~_can_be_held(ranges, every, known, at_once)
        parts.append(CardRows(held.masks, ranges.problems))

    def refuse(row: int) -> object:
        from handsight.odds.strength.effective import effective_of
        from handsight.odds.strength.strength import strength_of

        hole, board, gone = (CardSet.from_mask(int(column[row])) for column in columns)
        theirs = None if ranges is None else ranges.ranges[ranges.which[row]]
        spot = Spot.hand(hole, board, gone, opponents, theirs)
        return (effective_of if to_the_river else strength_of)(spot)

    valid = valid_rows(wrong, parts, errors, refuse)
    rows = [np.ascontiguousarray(column[valid]) for column in columns]
    if ranges is None:
        counts = _answer(partial(_compare_chunk, to_the_river), rows, executor)
        return _spread(counts, valid), np.ones(count, np.int64), valid
    counts = _against_ranges(ranges.ranges, ranges.which[valid], rows, to_the_river, executor)
    return _spread(counts, valid), ranges.units, valid


# --- ranges ---------------------------------------------------------------------------------------


def _can_be_held(
    ranges: RowRanges, rows: NDArray[np.bool_], known: NDArray[np.uint64], opponents: int = 1
) -> NDArray[np.bool_]:
    """Check in each selected row whether all opponents can hold hands of the row's range at once.

    Args:
        ranges: the ranges of all rows.
        rows: bool[n], whether each row is selected.
        known: uint64[n], the mask of the cards that the opponents of each row cannot hold.
        opponents: the number of opponents in each row.
    """
    from handsight.odds.many_ranges import hands_left

    which = ranges.which.reshape(len(rows), -1).max(axis=1, initial=-1)[rows]
    return hands_left(ranges.ranges, which, known[rows], opponents)


def _players_of(row: int, held: CardRows, ranges: RowRanges | None) -> list[Player]:
    """Return the hands and ranges of a row."""
    masks = held.masks[row].tolist()
    places = [-1] * len(masks) if ranges is None else ranges.which[row].tolist()
    named = () if ranges is None else ranges.ranges
    return [
        CardSet.from_mask(mask) if place < 0 else named[place]
        for mask, place in zip(masks, places, strict=True)
    ]


def _against_ranges(
    ranges: Sequence[Range | AnyCards],
    which: NDArray[np.int64],
    rows: Sequence[NDArray[np.uint64]],
    to_the_river: int,
    executor: Executor | None,
) -> NDArray[np.int64]:
    """Sum the weights of each hand's outcomes against the range of its row: int64[n, 3, 3].

    Args:
        ranges: the ranges that ``which`` refers to; they can include `ANY`.
        which: int64[n], the index of each row's range.
        rows: three columns uint64[n]: the masks of the hands, the boards and the dead cards.
        to_the_river: 1 to count all runouts to the river, 0 to compare only the current hands.
        executor: runs the work in chunks; None for this thread.
    """
    from handsight.odds.many_ranges import compare_with_ranges

    counts = np.empty((len(which), 3, 3), np.int64)
    are_any = np.array([hands is ANY for hands in ranges], np.bool_)[which]
    for chosen, compare in (
        (are_any, partial(_compare_chunk, to_the_river)),
        (~are_any, None),
    ):
        if not chosen.any():
            continue
        columns = [np.ascontiguousarray(column[chosen]) for column in rows]
        counts[chosen] = (
            _answer(compare, columns, executor)
            if compare is not None
            else compare_with_ranges(
                ranges, [which[chosen], *columns], to_the_river, CHUNK, executor
            )
        )
    return counts


def _fill_facing(
    result: Equities,
    ranges: RowRanges,
    parts: Sequence[CardRows],
    rows: NDArray[np.bool_],
    executor: Executor | None,
) -> None:
    """Fill in the pots of one hand against one range on the flop, turn and river.

    Args:
        result: the equities to fill in.
        ranges: the ranges of all rows.
        parts: the hands, the boards and the dead cards of all rows.
        rows: bool[n], whether each row is such a pot.
        executor: runs the work in chunks; None for this thread.
    """
    places = np.flatnonzero(rows)
    which = ranges.which[places]
    held, lying, out = (part.masks[places] for part in parts)
    hands = held.max(axis=1)  # the mask of the player with a range is 0
    counts = _against_ranges(
        ranges.ranges, which.max(axis=1), [hands, lying, out], 1, executor
    ).sum(axis=1)
    ours = which.argmin(axis=1)
    total = counts.sum(axis=1)
    for seats, won in ((ours, AHEAD), (1 - ours, BEHIND)):
        result.win[places, seats] = counts[:, won]
        result.tie[places, seats] = counts[:, TIED]
        result.equity[places, seats] = _ratio(2 * counts[:, won] + counts[:, TIED], 2 * total)
    result.total[places] = total
    result.unit[places] = ranges.units[places]


def _fill_pots(
    result: Equities,
    ranges: RowRanges,
    parts: Sequence[CardRows],
    rows: NDArray[np.bool_],
    executor: Executor | None,
) -> dict[int, InputError]:
    """Fill in the pots with ranges that `_fill_facing` leaves out, and return errors by row.

    Equal pots are counted only once. The arguments are those of `_fill_facing`.
    """
    from handsight.odds.many_ranges import CountedPot, count_pots

    held, lying, out = parts
    alike: dict[tuple[object, ...], list[int]] = {}
    for row in np.flatnonzero(rows).tolist():
        columns = held.masks[row], ranges.which[row], lying.masks[row], out.masks[row]
        alike.setdefault(tuple(column.tobytes() for column in columns), []).append(row)
    pots = (
        (tuple(_players_of(row, held, ranges)), int(lying.masks[row]), int(out.masks[row]))
        for row, *_ in alike.values()
    )
    problems: dict[int, InputError] = {}
    for places, pot in zip(alike.values(), count_pots(pots, executor), strict=True):
        if not isinstance(pot, CountedPot):
            problems |= dict.fromkeys(places, pot)
            continue
        for name in ("equity", "win", "tie", "total", "unit"):
            getattr(result, name)[places] = getattr(pot, name)
    return problems


# --- columns of masks -----------------------------------------------------------------------------


def _miscounted(columns: Sequence[NDArray[np.uint64]], sizes: tuple[int, ...]) -> NDArray[np.bool_]:
    """Check in each row whether any column's number of cards is not in ``sizes``: bool[n]."""
    fits = np.ones(len(columns[0]), np.bool_)
    for column in columns:
        counts = np.bitwise_count(column)
        fits &= np.logical_or.reduce([counts == size for size in sizes])
    return ~fits


def _union(columns: Sequence[NDArray[np.uint64]]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return the mask of all cards in each row, and whether the row contains a card twice."""
    union = np.zeros(len(columns[0]), np.uint64)
    shared = np.zeros(len(union), np.bool_)
    for column in columns:
        shared |= union & column != 0
        union |= column
    return union, shared


Chunk = Callable[[tuple[Any, ...]], Any]


def _known_pots(
    parts: Sequence[CardRows],
    rows: NDArray[np.bool_],
    valid: NDArray[np.bool_],
    executor: Executor | None,
) -> Equities:
    """Count the pots in which all hands are known, and fill the other rows with NaN and -1.

    Args:
        parts: the hands, the boards and the dead cards of all rows.
        rows: bool[n], whether each row is a pot to count.
        valid: bool[n], whether each row is valid, for the result.
        executor: runs the work in chunks; None for this thread.
    """
    columns = [np.ascontiguousarray(part.masks[rows]) for part in parts]
    deals = _answer(_share_chunk, columns, executor)
    win, tie, shares = (_spread(deals[:, part], rows) for part in range(3))
    total = np.where(rows, shares.sum(axis=1) // PARTS, NOT_COUNTED)
    equity = np.where(rows[:, None], shares / (PARTS * total[:, None]), np.nan)
    return Equities(equity, win, tie, total, np.ones(len(rows), np.int64), valid)


def _answer(
    chunk: Chunk, rows: Sequence[NDArray[np.uint64]], executor: Executor | None
) -> NDArray[np.int64]:
    """Compute the answers of all rows, in the order of the rows.

    With an executor, more than `CHUNK` rows are answered in chunks.

    Args:
        chunk: computes the answers of some rows.
        rows: the columns of masks, each with one entry for each row.
        executor: runs the chunks; None for this thread.
    """
    count = len(rows[0])
    if executor is None or count <= CHUNK:
        answers: NDArray[np.int64] = chunk(tuple(rows))
        return answers
    pieces = (
        tuple(column[start : start + CHUNK] for column in rows) for start in range(0, count, CHUNK)
    )
    return np.concatenate(list(map_chunks(chunk, pieces, executor)))


def _ratio(part: NDArray[np.int64], of: NDArray[np.int64]) -> NDArray[np.float64]:
    """Divide counts and round each quotient as Python's ``/`` rounds quotients of integers."""
    if max(of.max(initial=0), part.max(initial=0)) < EXACT_FLOAT:
        return np.asarray(part / of)
    return np.array([a / b for a, b in zip(part.tolist(), of.tolist(), strict=True)], np.float64)


def _share_chunk(rows: tuple[Any, ...]) -> NDArray[np.int64]:
    from handsight.kernels.odds.batches import share_pots

    holes, boards, dead = (np.require(column, None, ["C", "A", "W"]) for column in rows)
    deals = np.empty((len(boards), 3, holes.shape[1]), np.int64)
    share_pots(holes, boards, dead, _kinds()[0], *known_hand_lists(), deals)
    return deals


def _compare_chunk(to_the_river: int, rows: tuple[Any, ...]) -> NDArray[np.int64]:
    from handsight.kernels.odds.batches import compare_hands

    holes, boards, dead = (np.require(column, None, ["C", "A", "W"]) for column in rows)
    counts = np.zeros((len(boards), 3, 3), np.int64)
    compare_hands(holes, boards, dead, to_the_river, *_kinds(), counts)
    return counts


def _spread(answers: NDArray[np.int64], valid: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Spread the answers of the valid rows over all rows, with -1 in the invalid rows."""
    if valid.all():
        return np.ascontiguousarray(answers)
    spread = np.full((len(valid), *answers.shape[1:]), NOT_COUNTED, np.int64)
    spread[valid] = answers
    return spread


@cache
def _kinds() -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.int64]]:
    """Return the three arrays that `handsight.kernels.odds.kinds.list_kinds` fills in."""
    from handsight.kernels.odds import kinds

    lanes = np.zeros((kinds.MOST + 1, 3, kinds.ROOM), np.uint16)
    ranks = np.zeros((kinds.MOST + 1, kinds.MOST, kinds.ROOM), np.int64)
    plain = np.zeros((kinds.MOST + 1, kinds.ROOM), np.int64)
    kinds.list_kinds(lanes, ranks, plain)
    return lanes, ranks, plain
