"""Senzee's number of a seven-card hand, and the hands in the order of their numbers.

A hand is 52 bits, one per card, cut into words of 4, 16, 16 and 16 bits from the aces down. Hands
are sorted by how many cards of the first word they hold, then by which, then by the second word,
and so on; the number of a hand is its position. Computing it takes only binomials and, for each
word, its position among the words with the same number of bits.
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
"""The rows of the counts before a word; the lowest word needs none."""


@kernel
def number_of_seven(
    hand: int,
    bits: NDArray[np.uint8],
    places: NDArray[np.uint16],
    before: NDArray[np.int64],
    ways: NDArray[np.int64],
) -> int:
    """Return the number of a hand.

    Args:
        hand: 52 bits, seven of them set; bit 4 * rank + suit is a card.
        bits: uint8[65536], the number of set bits of a word.
        places: uint16[65536], a word's place among those with the same number of bits.
        before: int64[3, 8, 8]; [w, r, k] counts the ways to place r cards in word w and below it
            with fewer than k in word w.
        ways: int64[3, 8]; [w, r] counts the ways to place r cards below word w.

    Returns:
        0..133,784,559.
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
    """Pack the seven cards of a row into 52 bits."""
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
    """Number hands; the tables are those of `number_of_seven`.

    Args:
        cards: uint8[n, 7].
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
        cards: uint8[n, 7].
        table: uint16[133784560], read-only.
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
        at: int64[4], the indices of the first hand's words among all words sorted by their number
            of bits; for the word of the aces, its index among its sixteen possible values.
        aces_at: int64[16], the indices of those sixteen among all words.
        starts: int64[17], where the words with each number of bits begin.
        sizes: int64[65536], the numbers of bits of the words, in that order.
        parts: uint64[65536], the masks of the words in that order, taken as the lowest word.
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
