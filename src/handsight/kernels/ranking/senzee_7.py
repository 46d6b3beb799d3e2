"""Senzee's number of a seven-card hand, and a list of hands in the order of their numbers.

A hand is 52 bits, one per card, split into words of 4, 16, 16 and 16 bits from the aces down. Hands
are sorted by the number of set bits in the first word, then by the first word itself, then by the
second word in the same way, and so on. The number of a hand is its index in this order. To compute
it, the kernel needs only binomials and the index of each word among the words with the same number
of set bits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel

u64 = np.uint64
CARDS = 7
WORD = 0xFFFF
ACES_WORDS = 16
ACES, HIGH, MIDDLE = 0, 1, 2
"""The indices of the words in the tables of counts, which have no entry for the lowest word."""


@kernel
def number_of_seven(
    hand: int,
    bits: NDArray[np.uint8],
    places: NDArray[np.uint16],
    before: NDArray[np.int64],
    ways: NDArray[np.int64],
) -> int:
    """Return Senzee's number of a seven-card hand.

    Args:
        hand: 52 bits, seven of which are set; bit 4 * rank + suit stands for a card.
        bits: uint8[65536], the number of set bits in each word.
        places: uint16[65536], the index of each word among the words with the same number of set
            bits, in ascending order.
        before: int64[3, 8, 8]; [w, r, k] is the number of ways to choose r cards from word w and
            the words below it, fewer than k of them from word w.
        ways: int64[3, 8]; [w, r] is the number of ways to choose r cards from the words below word
            w.

    Returns:
        The number, 0..133,784,559.
    """
    aces, high, middle, low = hand >> 48, (hand >> 32) & WORD, (hand >> 16) & WORD, hand & WORD
    held = bits[aces]
    rest: Int = CARDS - np.int64(held)
    number: Int = before[ACES, CARDS, held]
    number += places[aces] * ways[ACES, rest]
    held = bits[high]
    number += before[HIGH, rest, held]
    rest -= held
    number += places[high] * ways[HIGH, rest]
    held = bits[middle]
    number += before[MIDDLE, rest, held]
    rest -= held
    return int(number + places[middle] * ways[MIDDLE, rest] + places[low])


@kernel
def hand_of_seven(cards: NDArray[np.uint8], row: int) -> int:
    """Return 52 bits in which the bits of the seven cards in a row are set.

    Args:
        cards: uint8[n, 7] of card indices.
        row: the row to read.
    """
    hand: Int = np.int64(0)
    for place in range(CARDS):
        hand |= 1 << np.int64(cards[row, place])
    return int(hand)


@kernel
def number_sevens(
    cards: NDArray[np.uint8],
    bits: NDArray[np.uint8],
    places: NDArray[np.uint16],
    before: NDArray[np.int64],
    ways: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> None:
    """Find the number of each hand.

    Args:
        cards: uint8[n, 7] of card indices.
        bits: uint8[65536], as in `number_of_seven`.
        places: uint16[65536], as in `number_of_seven`.
        before: int64[3, 8, 8], as in `number_of_seven`.
        ways: int64[3, 8], as in `number_of_seven`.
        numbers: int64[n], filled.
    """
    for i in range(numbers.size):
        numbers[i] = number_of_seven(hand_of_seven(cards, i), bits, places, before, ways)


@kernel
def look_up_sevens(
    cards: NDArray[np.uint8],
    bits: NDArray[np.uint8],
    places: NDArray[np.uint16],
    before: NDArray[np.int64],
    ways: NDArray[np.int64],
    table: NDArray[np.uint16],
    values: NDArray[np.uint16],
) -> None:
    """Look up the values of hands by their numbers.

    Args:
        cards: uint8[n, 7] of card indices.
        bits: uint8[65536], as in `number_of_seven`.
        places: uint16[65536], as in `number_of_seven`.
        before: int64[3, 8, 8], as in `number_of_seven`.
        ways: int64[3, 8], as in `number_of_seven`.
        table: uint16[133784560], the value of the hand with each number; read-only.
        values: uint16[n], filled.
    """
    for i in range(values.size):
        hand = hand_of_seven(cards, i)
        values[i] = table[number_of_seven(hand, bits, places, before, ways)]


@kernel
def list_sevens(
    at: NDArray[np.int64],
    aces_at: NDArray[np.int64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    parts: NDArray[np.uint64],
    masks: NDArray[np.uint64],
) -> None:
    """List hands as masks in the order of their numbers.

    Args:
        at: int64[4], the indices of the first hand's words among all 16-bit words, sorted by their
            number of set bits; for the word of the aces, the index among its sixteen possible
            values, sorted the same way.
        aces_at: int64[16], the indices of these sixteen values among all words.
        starts: int64[17], the index at which words with 0..16 set bits begin.
        sizes: int64[65536], the number of set bits in each word, in sorted order.
        parts: uint64[65536], the mask of the cards of each word if it is the lowest word of a hand,
            in sorted order.
        masks: uint64[n], filled.
    """
    aces, high, middle, low = at[0], at[1], at[2], at[3]
    done = 0
    while done < masks.size:
        top = aces_at[aces]
        after_aces = CARDS - sizes[top]
        after_high = after_aces - sizes[high]
        above = (parts[top] << u64(12)) | (parts[high] << u64(8)) | (parts[middle] << u64(4))
        end = starts[after_high - sizes[middle] + 1]
        count = min(end - low, masks.size - done)
        for i in range(count):
            masks[done + i] = above | parts[low + i]
        done += count
        middle += 1
        if middle == starts[after_high + 1]:
            middle = 0
            high += 1
            if high == starts[after_aces + 1]:
                high = 0
                aces += 1
                if aces == ACES_WORDS:
                    return
        low = starts[CARDS - sizes[aces_at[aces]] - sizes[high] - sizes[middle]]
