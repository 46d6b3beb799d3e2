"""The state machine of TwoPlusTwo: its states, their successors, and look-ups in its table.

A state holds what still matters about the cards read so far: all ranks, and the suits that can
still make a flush. A state is an integer with one byte per card. The byte is 16 * (rank + 1) + suit
+ 1, or 16 * (rank + 1) if the suit no longer matters. The bytes are in ascending order from the
most significant byte down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranking.hands import (
    Counts,
    add_rank,
    best_five,
    if_flush,
    strength_of,
    u16,
)

DECK = 52
SLOTS = 53
"""The number of entries in a row: the value of the state's cards, and one entry for each card."""
FLUSH = 5
MOST = 7
SUIT = 15
RANK = 240
BLOCK = 1024


@kernel
def unpack(state: Int, size: int, held: NDArray[np.int64]) -> None:
    """Write the bytes of a state, in ascending order, to an array.

    Args:
        state: the state.
        size: the number of cards in the state.
        held: int64[7]; the first ``size`` entries are filled.
    """
    for place in range(size):
        held[place] = (state >> (8 * (size - 1 - place))) & 255


@kernel
def code_of(card: int) -> int:
    """Return the byte that stands for a card, 0..51, in a state in which its suit still matters."""
    return 16 * ((card >> 2) + 1) + (card & 3) + 1


@kernel
def can_come(held: NDArray[np.int64], size: int, code: int) -> bool:
    """Check whether a card can follow a state.

    It can if the state holds neither the byte of the card nor four cards of its rank.

    Args:
        held: int64[7], the bytes of the state.
        size: the number of cards in the state.
        code: the byte of the card.
    """
    same = 0
    for place in range(size):
        if held[place] == code:
            return False
        same += (held[place] & RANK) == (code & RANK)
    return same < 4


@kernel
def follow(held: NDArray[np.int64], size: int, code: int, codes: NDArray[np.int64]) -> int:
    """Return the state after one more card, in which suits that can no longer flush are erased.

    Args:
        held: int64[7], the bytes of the current state.
        size: the number of cards in the current state.
        code: the byte of the new card.
        codes: int64[7], workspace.
    """
    needed = FLUSH - (MOST - (size + 1))
    codes[size] = code
    for place in range(size):
        codes[place] = held[place]
    state = 0
    for suit in range(1, 5):
        count = 0
        for place in range(size + 1):
            count += (codes[place] & SUIT) == suit
        if count < needed:
            for place in range(size + 1):
                codes[place] &= ~SUIT if (codes[place] & SUIT) == suit else -1
    for place in range(1, size + 1):  # insertion sort
        code, hole = codes[place], place
        while hole > 0 and codes[hole - 1] > code:
            codes[hole] = codes[hole - 1]
            hole -= 1
        codes[hole] = code
    for place in range(size + 1):
        state = (state << 8) | codes[place]
    return state


@kernel
def find_successors(states: NDArray[np.int64], size: int, successors: NDArray[np.int64]) -> None:
    """Find the successor of each state for each card.

    Args:
        states: int64[n], states with the same number of cards.
        size: this number of cards, 0..5.
        successors: int64[n, 52], filled; 0 if the card cannot follow.
    """
    held, codes = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    for i in range(states.size):
        unpack(states[i], size, held)
        for card in range(DECK):
            code = code_of(card)
            possible = can_come(held, size, code)
            successors[i, card] = follow(held, size, code, codes) if possible else 0


@kernel
def add_ranks(held: NDArray[np.int64], size: int) -> Counts:
    """Return the ranks that a state holds at least once, twice, three and four times.

    Args:
        held: int64[7], the bytes of the state.
        size: the number of cards in the state.
    """
    once, twice, thrice, four = u16(0), u16(0), u16(0), u16(0)
    for place in range(size):
        bit = u16(1 << ((held[place] >> 4) - 1))
        once, twice, thrice, four = add_rank(once, twice, thrice, four, bit)
    return once, twice, thrice, four


@kernel
def value_states(
    states: NDArray[np.int64],
    size: int,
    slots: int,
    natives: NDArray[np.int32],
    rows: NDArray[np.int32],
) -> None:
    """Evaluate the hands of states of five or six cards, alone and with each further card.

    Args:
        states: int64[n], states with the same number of cards. At most one suit of a state is not
            erased.
        size: this number of cards, 5 or 6.
        slots: 1 to evaluate only the cards of each state, or 53 to evaluate them also with each
            further card.
        natives: int32[7462], the native value of each strength.
        rows: int32[n, 53], the rows of the states. The first ``slots`` entries are filled, with 0
            for a card that cannot follow.
    """
    held = np.empty(MOST, np.int64)
    for i in range(states.size):
        unpack(states[i], size, held)
        ranks, pairs, trips, quads = add_ranks(held, size)
        suit, suited = 0, u16(0)
        for place in range(size):
            if held[place] & SUIT:
                suit = held[place] & SUIT
                suited = u16(suited | u16(1 << ((held[place] >> 4) - 1)))
        for slot in range(slots):
            code = code_of(slot - 1) if slot > 0 else 0
            if slot > 0 and not can_come(held, size, code):
                rows[i, slot] = 0
                continue
            bit = u16(1 << ((code >> 4) - 1)) if slot > 0 else u16(0)
            once, twice, thrice, four = add_rank(ranks, pairs, trips, quads, bit)
            flush = if_flush(u16(suited | bit) if (code & SUIT) == suit else suited)
            cards = size + (slot > 0)
            primary, kickers, _, base, sets = best_five(
                once, twice, thrice, four, flush, u16(cards > 5), u16(cards > 6)
            )
            rows[i, slot] = natives[strength_of(primary, kickers, base, sets)]


@kernel
def look_up_cards(
    cards: NDArray[np.uint8], table: NDArray[np.int32], values: NDArray[np.int32]
) -> None:
    """Look up the values of hands, card by card.

    Args:
        cards: uint8[n, k] of card indices, where k is 5, 6 or 7.
        table: int32[32487834], the rows of all states; read-only.
        values: int32[n], filled.
    """
    size = cards.shape[1]
    for start in range(0, values.size, BLOCK):  # memory accesses of a block's hands overlap
        part = values[start : start + BLOCK]
        part[:] = SLOTS
        for place in range(size):
            for i in range(part.size):
                part[i] = table[np.int64(part[i]) + 1 + np.int64(cards[start + i, place])]
        if size < MOST:
            for i in range(part.size):
                part[i] = table[part[i]]


@kernel
def walk_sevens(
    first: int, second: int, table: NDArray[np.int32], values: NDArray[np.int32]
) -> int:
    """Evaluate all seven-card hands with these two lowest cards, in lexicographic order.

    The hands share the look-ups of their common cards, so each hand takes one look-up.

    Args:
        first: the index of the lowest card.
        second: the index of the second-lowest card.
        table: int32[32487834], the rows of all states; read-only.
        values: int32[n], with at least one entry per hand; filled from the beginning.

    Returns:
        The number of hands.
    """
    done = 0
    two = np.int64(table[np.int64(table[SLOTS + 1 + first]) + 1 + second])
    for c in range(second + 1, DECK - 4):
        three = np.int64(table[two + 1 + c])
        for d in range(c + 1, DECK - 3):
            four = np.int64(table[three + 1 + d])
            for e in range(d + 1, DECK - 2):
                five = np.int64(table[four + 1 + e])
                for f in range(e + 1, DECK - 1):
                    six = np.int64(table[five + 1 + f]) + 2 + f
                    count = DECK - 1 - f
                    for i in range(count):
                        values[done + i] = table[six + i]
                    done += count
    return done
