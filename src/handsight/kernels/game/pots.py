"""The main pot, the side pots, and their winners.

A pot is capped at the total that an all-in player has paid; further chips are in the next side pot.
Chips of players who have folded stay in the pots. A pot that no remaining player can win is added
to the pot below it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.game.state import (
    ACTIVE,
    ALL_IN,
    BOARD,
    BOARD_CARDS,
    BUTTON,
    DEAD_CHIPS,
    FOLDED,
    HAND_DEAD,
    HOLES,
    PAID,
    PLAYERS,
    POT_AMOUNTS,
    POT_COUNT,
    POT_SEATS,
    SEATS,
    SHOWDOWN,
    STACKS,
    STATUS,
    STRENGTHS,
    WON,
)
from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranking.evaluation import strength_of_mask

NO_LEVEL = -1


@kernel
def next_level(state: NDArray[np.int64], bound: Int) -> Int:
    """Return the smallest total above ``bound`` that an all-in player has paid, or `NO_LEVEL`."""
    level = NO_LEVEL
    for seat in range(state[PLAYERS]):
        paid = state[PAID + seat]
        if state[STATUS + seat] == ALL_IN and paid > bound and (level < 0 or paid < level):
            level = paid
    return level


@kernel
def chips_between(state: NDArray[np.int64], bound: Int, level: Int) -> Int:
    """Count the chips that all seats have paid above ``bound`` and up to ``level``.

    If ``level`` is `NO_LEVEL`, all chips above the bound are counted.
    """
    chips = 0
    for seat in range(state[PLAYERS]):
        paid = state[PAID + seat]
        top = paid if level == NO_LEVEL else min(paid, level)
        chips += max(top - max(bound, 0), 0)
    return chips


@kernel
def seats_reaching(state: NDArray[np.int64], level: Int) -> Int:
    """Return the seats that can win the pot up to a level, as a mask with bit s for seat s.

    These are all active seats, and the all-in seats that have paid at least ``level``. If ``level``
    is `NO_LEVEL`, they are only the active seats.
    """
    seats = 0
    for seat in range(state[PLAYERS]):
        status = state[STATUS + seat]
        reaches = level != NO_LEVEL and state[PAID + seat] >= level
        if status == ACTIVE or (status == ALL_IN and reaches):
            seats |= 1 << seat
    return seats


@kernel
def collect_pots(state: NDArray[np.int64]) -> None:
    """Write the pots as they are if no more chips are paid.

    Args:
        state: the hand; its pots are filled, the main pot first.
    """
    count = 0
    bound: Int = NO_LEVEL
    dead = state[DEAD_CHIPS]
    while True:
        level = next_level(state, bound)
        chips = chips_between(state, bound, level) + dead
        seats = seats_reaching(state, level)
        dead = 0
        if seats == 0 and count > 0:
            state[POT_AMOUNTS + count - 1] += chips
        elif chips > 0:
            state[POT_AMOUNTS + count] = chips
            state[POT_SEATS + count] = seats
            count += 1
        if level == NO_LEVEL:
            break
        bound = level
    state[POT_COUNT] = count


@kernel
def lay_hands_open(state: NDArray[np.int64]) -> None:
    """Write the strengths of the hands of all players who have not folded.

    A dead hand keeps the strength -1.

    Args:
        state: the hand, with a complete board; its strengths are filled, and `SHOWDOWN` is set.
    """
    board = 0
    for place in range(BOARD_CARDS):
        card = state[BOARD + place]
        board |= 1 << (16 * (card & 3) + (card >> 2))
    for seat in range(state[PLAYERS]):
        if state[STATUS + seat] >= FOLDED or state[HAND_DEAD + seat]:
            continue
        mask = board
        for card in (state[HOLES + 2 * seat], state[HOLES + 2 * seat + 1]):
            mask |= 1 << (16 * (card & 3) + (card >> 2))
        state[STRENGTHS + seat] = strength_of_mask(mask)
    state[SHOWDOWN] = 1


@kernel
def share_pot(state: NDArray[np.int64], pot: int, shares: NDArray[np.int64]) -> None:
    """Share one pot among the best of the hands that can win it.

    Odd chips are given, one each, to the first winners to the left of the button.

    Args:
        state: the hand, with its pots and strengths already written.
        pot: the pot's number, 0 for the main pot.
        shares: int64[10], to which each seat's chips are added.
    """
    seats = state[POT_SEATS + pot]
    best = -2
    winners = 0
    for seat in range(state[PLAYERS]):
        if (seats >> seat) & 1:
            strength = state[STRENGTHS + seat]
            winners = 1 if strength > best else winners + (strength == best)
            best = max(best, strength)
    share = state[POT_AMOUNTS + pot] // winners
    odd = state[POT_AMOUNTS + pot] - share * winners
    seat = state[BUTTON]
    for _ in range(state[PLAYERS]):
        seat = seat + 1 if seat + 1 < state[PLAYERS] else 0
        if (seats >> seat) & 1 and state[STRENGTHS + seat] == best:
            shares[seat] += share + (odd > 0)
            odd -= 1


@kernel
def award_pots(state: NDArray[np.int64]) -> None:
    """Collect the pots and award them to their winners.

    Args:
        state: the hand, with strengths already written if there is a showdown; its pots, winnings
            and stacks are changed.
    """
    collect_pots(state)
    won = state[WON : WON + SEATS]
    for pot in range(state[POT_COUNT]):
        share_pot(state, pot, won)
    for seat in range(state[PLAYERS]):
        state[STACKS + seat] += won[seat]
