"""Removes hidden cards from a hand, and fills in random cards instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from handsight.kernels.game import state as at

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def masked(
    vector: NDArray[np.int64], now: NDArray[np.int64], hidden: Iterable[int]
) -> NDArray[np.int64]:
    """Return a copy of a hand without the cards to come and the cards of hidden seats.

    Args:
        vector: the vector of the hand to copy.
        now: the vector of the current state, which has the current board.
        hidden: the seats whose cards are removed.
    """
    view = vector.copy()
    begin, end = _board_in_deck(now)
    view[at.DECK : begin] = at.NO_CARD
    view[end:] = at.NO_CARD
    for seat in hidden:
        view[at.HOLES + 2 * seat : at.HOLES + 2 * seat + at.HOLE_CARDS] = at.NO_CARD
        view[at.STRENGTHS + seat] = -1
        view[at.HAND_DEAD + seat] = 1  # so that a replay does not read the seat's cards
    return view


def completed(
    vector: NDArray[np.int64], now: NDArray[np.int64], cards: Sequence[int]
) -> NDArray[np.int64]:
    """Return a copy of a hand with hidden hole cards and the cards to come filled in.

    Args:
        vector: the vector of the hand to copy, from `masked`.
        now: the vector of the current state, which has the current board.
        cards: the cards to fill in, in the order in which they are used.
    """
    filled = vector.copy()
    rest = iter(cards)
    for seat in range(at.SEATS):
        for place in range(at.HOLES + 2 * seat, at.HOLES + 2 * seat + at.HOLE_CARDS):
            if filled[place] == at.NO_CARD and filled[at.START_STACKS + seat]:
                filled[place] = next(rest)
        filled[at.HAND_DEAD + seat] = 0
    begin, end = _board_in_deck(now)
    filled[end:] = list(rest)
    filled[at.DECK : begin] = _holes_as_dealt(filled)
    return filled


def _board_in_deck(now: NDArray[np.int64]) -> tuple[int, int]:
    end = at.DECK + int(now[at.DECK_NEXT])
    return end - int(now[at.BOARD_COUNT]), end


def _holes_as_dealt(vector: NDArray[np.int64]) -> list[int]:
    size, button = int(vector[at.PLAYERS]), int(vector[at.BUTTON])
    around = [(button + step) % size for step in range(1, size + 1)]
    seats = [seat for seat in around if vector[at.START_STACKS + seat]]
    return [
        int(vector[at.HOLES + 2 * seat + turn]) for turn in range(at.HOLE_CARDS) for seat in seats
    ]
