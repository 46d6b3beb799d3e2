"""The TwoPlusTwo evaluator: a state machine that reads a hand card by card.

History: members of the TwoPlusTwo forum built the evaluator together. CISTI-2013 describes it in
section III.D, and DSIE-2011 in section 4.4. Both papers found it to be the fastest of the
evaluators that they compared.

Encoding: a card is 1 (deuce of clubs) to 52 (ace of spades), which is handsight's index plus one. A
state holds what still matters about the cards read so far: all ranks, and the suits that can still
make a flush. There are 612,977 states of up to six cards. The table has a row of 53 entries for
each state, after an empty first row.

Ranking: the row of a state has an entry for each card: the index at which the row of the next state
begins. So each card takes one look-up, and the entry for the seventh card is the value of the hand.
After five or six cards, the value is the first entry of the row, which takes one more look-up.
Hands that begin with the same cards can share look-ups, so the evaluator is fast if it evaluates
all hands in order.

Values: 4096 * category + rank within the category, both counted from 1; higher is better. A
straight flush is category 9.

Errors in the papers: 32,487,834 entries of four bytes are 130 MB, as CISTI-2013 says, not 250 MB,
as DSIE-2011 says, and 32,487,834 is not the number of seven-card hands. The program in DSIE-2011
writes `P` instead of `p` in its last two look-ups, so their results are lost.

The code below builds the table level by level. If a card cannot follow a state, the entry for the
card is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import OptionError
from handsight.ranking.categories import CATEGORY_FLOORS, STRONGEST
from handsight.ranking.interface import TableEvaluator
from handsight.ranking.published.classes import Scale
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole
from handsight.runtime.tables import TableFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLOTS = 53
"""The number of entries in a row: the value of the state's cards, and one entry for each card."""
ROWS = 612_978
"""The number of rows: one for each state, and an empty first row for cards that cannot follow."""
CARDS = 7
PIECE = 1 << 14
CATEGORY_BITS = 12


def native_values() -> NDArray[np.int32]:
    """Return the native value of each strength, int32[7462].

    A value is 4096 * category + rank within the category, both counted from 1.

    Example:
        >>> [divmod(value, 4096) for value in native_values()[[0, 1276, 1277, 7461]].tolist()]
        [(1, 1), (1, 1277), (2, 1), (9, 10)]
    """
    strengths = np.arange(STRONGEST + 1)
    floors = np.array(list(CATEGORY_FLOORS.values()))
    category = np.searchsorted(floors, strengths, side="right")
    value = (category << CATEGORY_BITS) + strengths - floors[category - 1] + 1
    return np.asarray(value, dtype=np.int32)


# --- the table ----------------------------------------------------------------------------------


def _pieces(pool: Executor) -> Iterator[NDArray[np.int32]]:
    """Yield the parts of the table level by level, where a level is all states of the same size.

    The rows of a level point to rows of the next level.
    """
    yield np.zeros((1, SLOTS), np.int32)
    states, row = np.zeros(1, np.int64), 2
    for size in range(CARDS - 1):
        successors_of = list(_each(partial(_successors, size=size), states, pool))
        following = _distinct(successors_of)
        for begin, successors in zip(_begins(states), successors_of, strict=True):
            some = states[begin : begin + PIECE]
            yield _rows(some, size, successors, following, row)
        states, row = following, row + len(following)
    yield from _each(_last_rows, states, pool)


def _each(
    function: Callable[[NDArray[np.int64]], NDArray[Any]],
    states: NDArray[np.int64],
    pool: Executor,
) -> Iterator[NDArray[Any]]:
    return map_chunks(function, (states[at : at + PIECE] for at in _begins(states)), pool)


def _begins(states: NDArray[np.int64]) -> range:
    return range(0, len(states), PIECE)


def _successors(states: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return the successor of each state for each card: int64[n, 52], 0 if the card cannot follow.

    Args:
        states: int64[n], states with the same number of cards.
        size: the number of cards in each state, 0..5.
    """
    from handsight.kernels.ranking.two_plus_two import find_successors

    successors = np.empty((len(states), SLOTS - 1), np.int64)
    find_successors(states, size, successors)
    return successors


def _distinct(states: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    # Remove duplicates from each part first, so that the final sort is much smaller.
    distinct = np.unique(np.concatenate([np.unique(each) for each in states]))
    return np.asarray(distinct[distinct != 0])


def _rows(
    states: NDArray[np.int64],
    size: int,
    successors: NDArray[np.int64],
    following: NDArray[np.int64],
    row: int,
) -> NDArray[np.int32]:
    """Return the rows, int32[n, 53], of states of 0 to 5 cards, whose successors are states.

    Args:
        states: int64[n], states with the same number of cards.
        size: the number of cards in each state, 0..5.
        successors: int64[n, 52] from `_successors`.
        following: int64[m], the distinct successors of all states of the level, sorted.
        row: the row number of the first state in ``following``.
    """
    rows = np.zeros((len(states), SLOTS), np.int32)
    where = SLOTS * (row + np.searchsorted(following, successors))
    rows[:, 1:] = np.where(successors == 0, 0, where)
    if size >= CARDS - 2:
        _fill_values(states, size, 1, rows)
    return rows


def _last_rows(states: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the rows, int32[n, 53], of states of six cards, whose entries are values of hands."""
    rows = np.empty((len(states), SLOTS), np.int32)
    _fill_values(states, CARDS - 1, SLOTS, rows)
    return rows


def _fill_values(states: NDArray[np.int64], size: int, slots: int, rows: NDArray[np.int32]) -> None:
    from handsight.kernels.ranking.two_plus_two import value_states

    value_states(states, size, slots, native_values(), rows)


# --- the evaluator ------------------------------------------------------------------------------


class TwoPlusTwo(TableEvaluator):
    """The TwoPlusTwo evaluator, a state machine that reads a hand card by card.

    Values are 4096 * category + rank within the category, both counted from 1; higher is better.

    Example:
        >>> TwoPlusTwo().to_strength(4096 * 9 + 10), TwoPlusTwo().memory_bytes
        (7461, 129951336)
    """

    name = "two-plus-two"
    cards = (5, 6, CARDS)
    source = "TwoPlusTwo forum; CISTI-2013, section III.D; DSIE-2011, section 4.4"
    table = TableFile(
        name="two-plus-two",
        dtype="<i4",
        entries=ROWS * SLOTS,
        sha256="79a9a7a9d944347b828bd0017c02bf66061125cf9c5b2e70f5e50fd1e045d97b",
        pieces=_pieces,
    )

    def __init__(self) -> None:
        super().__init__()
        self._scale = Scale(self.name, native_values())

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[np.int32]:
        from handsight.kernels.ranking.two_plus_two import look_up_cards

        values = np.empty(len(cards), np.int32)
        look_up_cards(cards, self._entries(), values)
        return values

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths; see `Evaluator.to_strengths`."""
        return self._scale.strengths(values)

    def values_in_order(
        self, first: int, second: int, *, out: NDArray[np.int32] | None = None
    ) -> NDArray[np.int32]:
        """Evaluate all seven-card hands with two given lowest cards, in lexicographic order.

        Hands share the look-ups of their common cards, so each hand takes one look-up.

        Args:
            first: the index of the lowest card, 0..45.
            second: the index of the second-lowest card, above ``first`` and up to 46.
            out: a contiguous int32 array to fill, with at least one entry per hand; None to
                allocate a new array.

        Returns:
            int32[C(51 - second, 5)], the values of the hands; a view of the start of ``out`` if it
            is given.

        Raises:
            OptionError: if ``first`` or ``second`` is out of range, or ``out`` has another type or
                is too short.
        """
        from handsight.kernels.ranking.two_plus_two import walk_sevens

        if not (is_whole(first, range(46)) and is_whole(second, range(first + 1, 47))):
            raise OptionError(
                f"first and second are {first!r} and {second!r}; they must be cards, the first "
                "below the second, with five cards above the second"
            )
        count = comb(51 - second, 5)
        values = np.empty(count, np.int32) if out is None else out
        if not (values.dtype == np.int32 and values.flags.carray and values.size >= count):
            raise OptionError(f"out must be a writable contiguous int32 array of {count} or more")
        walk_sevens(int(first), int(second), self._entries(), values)
        return values[:count]


EVALUATOR = TwoPlusTwo
