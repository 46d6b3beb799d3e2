"""Many questions in one call: equities of known hands, strength and effective strength.

Rows are read and checked as arrays, one kernel answers all that are right, and the answers are
arrays. What each row comes to is what the friendly function says of it, to the last integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardSet, CardsLike
from handsight.cards.card import STREET_OF_BOARD
from handsight.errors import OptionError
from handsight.odds.boards import POSTFLOP_BOARD_SIZES
from handsight.odds.counting import AHEAD, BEHIND, TIED, known_hand_lists
from handsight.odds.equity_result import PARTS
from handsight.odds.spot import FULL_BOARD, HAND, PLAYERS, Spot, check_opponents
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

CHUNK = 512
"""Questions that one worker answers at once."""

NOT_COUNTED = -1
"""The counts of a row that is wrong; its shares are NaN."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equities(ShownInNotebooks):
    """How the players of many pots share them, counted exactly.

    Attributes:
        equity: float64[n, k], 0..1: wins, and ties divided by the number who share; NaN in rows
            that are wrong.
        win: int64[n, k], boards that a player wins alone; -1 in rows that are wrong.
        tie: int64[n, k], boards that a player shares; -1 in rows that are wrong.
        total: int64[n], all boards; -1 for rows that are wrong.
        valid: bool[n], which rows are right; all of them unless errors were masked.

    Example:
        >>> pots = equity_many([["AhKh", "QsQd"], ["AhKh", "Qs"]], errors="mask")
        >>> pots.win.tolist(), pots.valid.tolist()
        ([[787966, 917606], [-1, -1]], [True, False])
    """

    equity: NDArray[np.float64]
    win: NDArray[np.int64]
    tie: NDArray[np.int64]
    total: NDArray[np.int64]
    valid: NDArray[np.bool]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HandStrengths(ShownInNotebooks):
    """How many hands of one opponent each of many hands beats now, ties with, and loses to.

    Attributes:
        ahead: int64[n]; -1 for rows that are wrong, as are the next two.
        tied: int64[n].
        behind: int64[n].
        valid: bool[n], which rows are right; all of them unless errors were masked.

    Example:
        >>> hand_strength_many(["AdQc", "JdTd"], "3h4cJh").total.tolist()
        [1081, 1081]
    """

    ahead: NDArray[np.int64]
    tied: NDArray[np.int64]
    behind: NDArray[np.int64]
    valid: NDArray[np.bool]

    @property
    def total(self) -> NDArray[np.int64]:
        """All hands that the opponent can hold: int64[n]; -1 for rows that are wrong."""
        return np.where(self.valid, self.ahead + self.tied + self.behind, NOT_COUNTED)

    @property
    def value(self) -> NDArray[np.float64]:
        """HS = (ahead + tied / 2) / total: float64[n], 0..1; NaN for rows that are wrong."""
        shares: NDArray[np.float64] = (2 * self.ahead + self.tied) / (2 * self.total)
        return np.where(self.valid, shares, np.nan)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EffectiveHandStrengths(ShownInNotebooks):
    """The chances that many hands are best or become best, and their parts.

    Attributes:
        counts: int64[n, 3, 3], opponents' hands with the cards to come: rows now, columns then,
            ahead, tied, behind; -1 in rows that are wrong.
        opponents: how many there are in each question.
        valid: bool[n], which rows are right; all of them unless errors were masked.

    Example:
        >>> effective_hand_strength_many(["AdQc"], "3h4cJh").counts.tolist()
        [[[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]]
    """

    counts: NDArray[np.int64]
    opponents: int
    valid: NDArray[np.bool]

    @property
    def hs(self) -> NDArray[np.float64]:
        """Hand strength against one opponent: float64[n], 0..1; NaN for rows that are wrong."""
        now = self.counts.sum(axis=2)
        return self._shares(2 * now[:, AHEAD] + now[:, TIED], 2 * now.sum(axis=1))

    @property
    def ppot(self) -> NDArray[np.float64]:
        """Positive potential, to the river: float64[n], 0..1; NaN for rows that are wrong."""
        return self._turned(BEHIND, AHEAD)

    @property
    def npot(self) -> NDArray[np.float64]:
        """Negative potential, to the river: float64[n], 0..1; NaN for rows that are wrong."""
        return self._turned(AHEAD, BEHIND)

    @property
    def ehs(self) -> NDArray[np.float64]:
        """EHS = HS^n + (1 - HS^n) PPot: float64[n], 0..1; NaN for rows that are wrong."""
        # Python's power, as in the friendly function; numpy's may differ in the last digit.
        beaten = np.array([value**self.opponents for value in self.hs.tolist()])
        return np.asarray(beaten + (1 - beaten) * self.ppot)

    def _turned(self, start: int, end: int) -> NDArray[np.float64]:
        counts = self.counts
        turned = 2 * counts[:, start, end] + counts[:, start, TIED] + counts[:, TIED, end]
        began = 2 * counts[:, start].sum(axis=1) + counts[:, TIED].sum(axis=1)
        return self._shares(turned, np.maximum(began, 1))

    def _shares(self, part: NDArray[np.int64], of: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.where(self.valid, part / of, np.nan)


def equity_many(
    players: RowsLike | Iterable[Sequence[CardsLike]],
    boards: RowsLike = "",
    dead: RowsLike = "",
    *,
    errors: str = "raise",
    executor: Executor | None = None,
) -> Equities:
    """Give each player's share of many pots of known hands, all in, to the river. Exact.

    Rows may mix streets. Each is what `equity` counts, to the last integer.

    Args:
        players: rows of two to ten hands, as many in each: a list of lists of texts, a data frame
            of texts, indices of cards [n, k, 2], or masks uint64[n, k].
        boards: 0, 3, 4 or 5 cards, one row for each question or a single text for all: a list of
            texts, a Series, indices of cards [n, 5] with -1 for none, or masks uint64[n].
        dead: cards that cannot come, in the same forms.
        errors: ``"raise"`` names the first row that is wrong; ``"mask"`` gives such rows NaN and
            -1, and says in ``valid`` which they are.
        executor: shares the work in chunks; None answers all in one call of the kernel.

    Raises:
        InputError: for a row that is wrong, with its number.
        OptionError: for another number of players.

    Example:
        >>> pots = equity_many([["AhKh", "QsQd"], ["AhKh", "QsQd"]], ["", "Qh7h2c"])
        >>> pots.win.tolist(), pots.equity.round(6).tolist()
        ([[787966, 917606], [253, 737]], [[0.462145, 0.537855], [0.255556, 0.744444]])
    """
    held = read_players(players)
    if held.masks.shape[1] not in PLAYERS:
        raise OptionError(
            f"players has rows of {held.masks.shape[1]} hands; it takes 2 to {PLAYERS[-1]}"
        )
    count = len(held.masks)
    lying, out = read_for_all(boards, "boards", count), read_for_all(dead, "dead", count)
    columns = [*held.masks.T, lying.masks, out.masks]
    wrong = _miscounted(columns[:-2], (HAND,)) | _miscounted([lying.masks], tuple(STREET_OF_BOARD))
    known, shared = _union(columns)
    to_come = FULL_BOARD - np.bitwise_count(lying.masks).astype(np.int64)
    wrong |= shared | (np.bitwise_count(DECK_MASK & ~known) < to_come)

    def refuse(row: int) -> Spot:
        *hands, board, gone = (CardSet.from_mask(int(column[row])) for column in columns)
        return Spot.parse(hands, board, gone)

    valid = valid_rows(wrong, (held, lying, out), errors, refuse)
    deals = _answer(_share_chunk, (held, lying, out), valid, executor)
    win, tie, shares = (_spread(deals[:, part], valid) for part in range(3))
    total = np.where(valid, shares.sum(axis=1) // PARTS, NOT_COUNTED)
    equity = np.where(valid[:, None], shares / (PARTS * total[:, None]), np.nan)
    return Equities(equity, win, tie, total, valid)


def hand_strength_many(
    holes: RowsLike,
    boards: RowsLike,
    dead: RowsLike = "",
    *,
    errors: str = "raise",
    executor: Executor | None = None,
) -> HandStrengths:
    """Compare many hands with all hands that one opponent can hold, each on its board. Exact.

    Rows may mix flops, turns and rivers. Each is what `hand_strength` counts. The arguments and
    errors are those of `equity_many`, with one hand a row.

    Source:
        CISTI-2013, section IV.A.

    Example:
        >>> strengths = hand_strength_many(["AdQc", "AhKh"], ["3h4cJh", "Qh7h2cTd9s"])
        >>> strengths.ahead.tolist(), strengths.value.round(6).tolist()
        ([628, 340], [0.585106, 0.34798])
    """
    counts, valid = _compare(holes, boards, dead, 0, errors, executor)
    ahead, tied, behind = (counts[:, outcome, outcome] for outcome in (AHEAD, TIED, BEHIND))
    return HandStrengths(ahead, tied, behind, valid)


def effective_hand_strength_many(
    holes: RowsLike,
    boards: RowsLike,
    opponents: int = 1,
    dead: RowsLike = "",
    *,
    errors: str = "raise",
    executor: Executor | None = None,
) -> EffectiveHandStrengths:
    """Combine strength and potential, to the river, of many hands, each on its board. Exact.

    Rows may mix flops, turns and rivers. Each is what `effective_hand_strength` gives against
    opponents with any cards. The arguments and errors are those of `equity_many`, with one hand a
    row.

    Args:
        opponents: 1 to 9, in all rows.

    Source:
        CISTI-2013, sections IV.C and IV.D.

    Example:
        >>> effective = effective_hand_strength_many(["AdQc", "JdTd"], "3h4cJh")
        >>> effective.ehs.round(6).tolist(), effective.hs.round(6).tolist()
        ([0.671539, 0.943104], [0.585106, 0.93247])
    """
    number = check_opponents(opponents)
    counts, valid = _compare(holes, boards, dead, 1, errors, executor)
    return EffectiveHandStrengths(counts, number, valid)


def _compare(
    holes: RowsLike,
    boards: RowsLike,
    dead: RowsLike,
    to_the_river: int,
    errors: str,
    executor: Executor | None,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Count outcomes, int64[n, 3, 3], and say which rows are right."""
    held = read_rows(holes, "holes")
    count = len(held.masks)
    lying, out = read_for_all(boards, "boards", count), read_for_all(dead, "dead", count)
    columns = [held.masks, lying.masks, out.masks]
    wrong = _miscounted(columns[:1], (HAND,)) | _miscounted(columns[1:2], POSTFLOP_BOARD_SIZES)
    known, shared = _union(columns)
    needed = HAND + to_the_river * (FULL_BOARD - np.bitwise_count(lying.masks).astype(np.int64))
    wrong |= shared | (np.bitwise_count(DECK_MASK & ~known) < needed)

    def refuse(row: int) -> object:
        from handsight.odds.effective import effective_of
        from handsight.odds.strength import strength_of

        hole, board, gone = (CardSet.from_mask(int(column[row])) for column in columns)
        return (effective_of if to_the_river else strength_of)(Spot.hand(hole, board, gone))

    valid = valid_rows(wrong, (held, lying, out), errors, refuse)
    chunk = partial(_compare_chunk, to_the_river)
    return _spread(_answer(chunk, (held, lying, out), valid, executor), valid), valid


# --- columns of masks -----------------------------------------------------------------------------


def _miscounted(columns: Sequence[NDArray[np.uint64]], sizes: tuple[int, ...]) -> NDArray[np.bool_]:
    """Say which rows hold another number of cards than they may in one of some columns."""
    fits = np.ones(len(columns[0]), np.bool_)
    for column in columns:
        counts = np.bitwise_count(column)
        fits &= np.logical_or.reduce([counts == size for size in sizes])
    return ~fits


def _union(columns: Sequence[NDArray[np.uint64]]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Give all cards of each row, and say in which rows a card stands twice."""
    union = np.zeros(len(columns[0]), np.uint64)
    shared = np.zeros(len(union), np.bool_)
    for column in columns:
        shared |= union & column != 0
        union |= column
    return union, shared


Chunk = Callable[[tuple[Any, ...]], Any]


def _answer(
    chunk: Chunk, parts: Sequence[CardRows], valid: NDArray[np.bool_], executor: Executor | None
) -> NDArray[np.int64]:
    """Answer the rows that are right, in their order."""
    rows = [np.ascontiguousarray(part.masks[valid]) for part in parts]
    count = len(rows[0])
    if executor is None or count <= CHUNK:
        answers: NDArray[np.int64] = chunk(tuple(rows))
        return answers
    pieces = (
        tuple(column[start : start + CHUNK] for column in rows) for start in range(0, count, CHUNK)
    )
    return np.concatenate(list(map_chunks(chunk, pieces, executor)))


def _share_chunk(rows: tuple[Any, ...]) -> NDArray[np.int64]:
    from handsight.kernels.batches import share_pots

    holes, boards, dead = (np.require(column, None, ["C", "A", "W"]) for column in rows)
    deals = np.empty((len(boards), 3, holes.shape[1]), np.int64)
    share_pots(holes, boards, dead, _kinds()[0], *known_hand_lists(), deals)
    return deals


def _compare_chunk(to_the_river: int, rows: tuple[Any, ...]) -> NDArray[np.int64]:
    from handsight.kernels.batches import compare_hands

    holes, boards, dead = (np.require(column, None, ["C", "A", "W"]) for column in rows)
    counts = np.zeros((len(boards), 3, 3), np.int64)
    compare_hands(holes, boards, dead, to_the_river, *_kinds(), counts)
    return counts


def _spread(answers: NDArray[np.int64], valid: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Put the answers of the rows that are right among all rows."""
    if valid.all():
        return np.ascontiguousarray(answers)
    spread = np.full((len(valid), *answers.shape[1:]), NOT_COUNTED, np.int64)
    spread[valid] = answers
    return spread


@cache
def _kinds() -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.int64]]:
    """List the kinds of up to two cards, which do not depend on the question."""
    from handsight.kernels import batches

    lanes = np.zeros((batches.MOST + 1, 3, batches.ROOM), np.uint16)
    ranks = np.zeros((batches.MOST + 1, batches.MOST, batches.ROOM), np.int64)
    plain = np.zeros((batches.MOST + 1, batches.ROOM), np.int64)
    batches.list_kinds(lanes, ranks, plain)
    return lanes, ranks, plain
