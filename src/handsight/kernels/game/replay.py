"""Plays a recorded hand from its first blind to its end in one call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.game.record import (
    AMOUNT,
    ANTE,
    APPLIED,
    BOARD_BEFORE,
    CHIPS,
    CODE,
    COLUMNS,
    DEAD,
    DEALT,
    HEAD,
    IS_OVER,
    POST,
    ROWS,
    SEAT,
    SHOWN,
)
from handsight.kernels.game.rules import apply_action, start_hand
from handsight.kernels.game.state import (
    ACTOR,
    ANTES,
    BOARD_CARDS,
    BOARD_COUNT,
    CAN_FOLD,
    DECK,
    DECK_NEXT,
    FOLD,
    FOLDED,
    HAND_DEAD,
    HOLE_CARDS,
    HOLES,
    OVER,
    PLAYERS,
    POSTS,
    RAISE,
    RAISE_MAX,
    RAISE_MIN,
    SHOWDOWN,
    SIZE,
    STACKS,
    START_STACKS,
    STATUS,
    STREET,
    WON,
)
from handsight.kernels.jit import Int, kernel


@kernel
def play_record(record: NDArray[np.int64]) -> None:
    """Play a recorded hand as long as each of its moves is plainly in order.

    Args:
        record: the hand, laid out as `handsight.kernels.game.record` describes; how far it was
            played and how it ended are filled in.
    """
    state = np.zeros(SIZE, np.int64)
    seats = record[PLAYERS]
    board = HEAD + (ROWS + HOLE_CARDS) * seats
    place_record(record, state)
    start_hand(state)
    first = board + BOARD_CARDS
    moves = (record.shape[0] - first) // COLUMNS
    applied = 0
    while applied < moves and is_in_order(record, first + COLUMNS * applied, state):
        move = first + COLUMNS * applied
        record[move + BOARD_BEFORE] = 1 if state[RAISE_MAX] > 0 else 0
        apply_action(state, record[move + CODE], record[move + AMOUNT])
        applied += 1
    record[APPLIED] = applied
    record[IS_OVER] = state[OVER]
    record[DEALT] = state[BOARD_COUNT]
    record[SHOWN] = 0
    for seat in range(seats):
        record[HEAD + CHIPS * seats + seat] = state[STACKS + seat]
        record[HEAD + ANTE * seats + seat] = state[WON + seat]
        if state[SHOWDOWN] == 1 and state[STATUS + seat] < FOLDED:
            record[SHOWN] |= 1 << seat


@kernel
def place_record(record: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Write the rules, chips and cards of a recorded hand into its vector."""
    seats = record[PLAYERS]
    for place in range(STREET):
        state[place] = record[place]
    holes = HEAD + ROWS * seats
    for seat in range(seats):
        state[START_STACKS + seat] = record[HEAD + CHIPS * seats + seat]
        state[ANTES + seat] = record[HEAD + ANTE * seats + seat]
        state[POSTS + seat] = record[HEAD + POST * seats + seat]
        state[HAND_DEAD + seat] = record[HEAD + DEAD * seats + seat]
    for place in range(HOLE_CARDS * seats):
        state[HOLES + place] = record[holes + place]
    state[DECK_NEXT] = 0
    for place in range(BOARD_CARDS):
        state[DECK + place] = record[holes + HOLE_CARDS * seats + place]


@kernel
def is_in_order(record: NDArray[np.int64], move: Int, state: NDArray[np.int64]) -> bool:
    """Check whether a move comes from the player to act, on the right street, and is allowed."""
    code, amount = record[move + CODE], record[move + AMOUNT]
    if record[move + SEAT] != state[ACTOR] or record[move + BOARD_BEFORE] != state[BOARD_COUNT]:
        return False
    if code == FOLD:
        return state[CAN_FOLD] == 1
    # The smallest raise is 0 if the player cannot raise.
    return code != RAISE or 0 < state[RAISE_MIN] <= amount <= state[RAISE_MAX]
