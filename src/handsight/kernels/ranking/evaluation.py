"""Kernels that convert arrays of cards to masks, and masks to scores and strengths.

The kernels read an array of masks as 16-bit lanes, four per hand: ``lanes[4 * i + suit]``. The
indices must be flat, because a loop over a two-dimensional view would not be vectorised.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import inlined, kernel, popcount16, popcount64
from handsight.kernels.ranking.hands import (
    best_five,
    flush_lane,
    rank_counts,
    strength_of,
    u16,
)

u64 = np.uint64
OUTSIDE = u16(0xE000)
EACH_BYTE = u64(0x0101010101010101)
BLOCK = 1024
MOST_CARDS = 7
DECK = u64(0x1FFF1FFF1FFF1FFF)
SPARE_PLACE = u64(13)  # a bit outside the deck, for the bytes that are not cards


@inlined
def miscounted(
    clubs: np.uint16, diamonds: np.uint16, hearts: np.uint16, spades: np.uint16, cards: np.uint16
) -> np.uint16:
    """Return zero if the lanes hold ``cards`` cards of the deck and no other bits, else nonzero."""
    minor = u16(popcount16(clubs) + popcount16(diamonds))
    major = u16(popcount16(hearts) + popcount16(spades))
    every = u16(u16(clubs | diamonds) | u16(hearts | spades))
    return u16(u16(u16(minor + major) ^ cards) | u16(every & OUTSIDE))


@kernel
def score_lanes(
    lanes: NDArray[np.uint16],
    cards: np.uint16,
    sixth: np.uint16,
    seventh: np.uint16,
    halves: NDArray[np.uint16],
) -> np.uint16:
    """Compute scores of hands.

    The low half of a score holds the kickers. The high half is the head, which orders the hands by
    category and by primary ranks.

    Args:
        lanes: uint16[4 * n], the four suit lanes of each hand.
        cards: the number of cards in a hand, 5, 6 or 7.
        sixth: 1 if a hand has a sixth card, else 0. This is an argument because computing it in the
            kernel would cost a tenth of the speed.
        seventh: 1 if a hand has a seventh card, else 0.
        halves: uint16[2 * n], filled with the little-endian halves of uint32 scores.

    Returns:
        Zero if every hand holds that many cards of the deck.
    """
    wrong = u16(0)
    for i in range(halves.size // 2):
        c, d, h, s = lanes[4 * i], lanes[4 * i + 1], lanes[4 * i + 2], lanes[4 * i + 3]
        once, twice, thrice, four = rank_counts(c, d, h, s)
        wrong = u16(wrong | miscounted(c, d, h, s, cards))
        primary, kickers, lift, _, _ = best_five(
            once, twice, thrice, four, flush_lane(c, d, h, s), sixth, seventh
        )
        halves[2 * i] = kickers
        halves[2 * i + 1] = u16(primary + lift)
    return wrong


@kernel
def strength_lanes(
    lanes: NDArray[np.uint16],
    cards: np.uint16,
    sixth: np.uint16,
    seventh: np.uint16,
    strengths: NDArray[np.uint16],
) -> np.uint16:
    """Compute the strengths of hands, 0..7461.

    Args:
        lanes: uint16[4 * n], the four suit lanes of each hand.
        cards: the number of cards in a hand, 5, 6 or 7.
        sixth: 1 if a hand has a sixth card, else 0. This is an argument because computing it in the
            kernel would cost a tenth of the speed.
        seventh: 1 if a hand has a seventh card, else 0.
        strengths: uint16[n], filled.

    Returns:
        Zero if every hand holds that many cards of the deck.
    """
    wrong = u16(0)
    for i in range(strengths.size):
        c, d, h, s = lanes[4 * i], lanes[4 * i + 1], lanes[4 * i + 2], lanes[4 * i + 3]
        once, twice, thrice, four = rank_counts(c, d, h, s)
        wrong = u16(wrong | miscounted(c, d, h, s, cards))
        primary, kickers, _, base, sets = best_five(
            once, twice, thrice, four, flush_lane(c, d, h, s), sixth, seventh
        )
        strengths[i] = strength_of(primary, kickers, base, sets)
    return wrong


@kernel
def strength_of_mask(mask: int) -> int:
    """Return the strength of one hand of five to seven cards, or -1 if the mask is not a hand."""
    c, d, h = u16(mask & 0xFFFF), u16((mask >> 16) & 0xFFFF), u16((mask >> 32) & 0xFFFF)
    s = u16((mask >> 48) & 0xFFFF)
    minor = u16(popcount16(c) + popcount16(d))
    cards = u16(minor + u16(popcount16(h) + popcount16(s)))
    if cards < u16(5) or cards > u16(7) or miscounted(c, d, h, s, cards) != u16(0):
        return -1
    once, twice, thrice, four = rank_counts(c, d, h, s)
    sixth, seventh = u16(cards > u16(5)), u16(cards > u16(6))
    primary, kickers, _, base, sets = best_five(
        once, twice, thrice, four, flush_lane(c, d, h, s), sixth, seventh
    )
    return int(strength_of(primary, kickers, base, sets))


@kernel
def masks_of_words(words: NDArray[np.uint64], cards: int, masks: NDArray[np.uint64]) -> np.uint64:
    """Convert hands, each packed into a word with one card per byte, to masks.

    All bytes of a word are converted from card indices to bit positions at once.

    Args:
        words: uint64[n], the hands; the bytes after the cards of a hand are ignored. The words can
            be unaligned and can overlap, so the array can be a view of an array of card indices.
        cards: the number of cards in a hand, which are the first bytes of its word, 1..7.
        masks: uint64[n], filled.

    Returns:
        Zero if the first ``cards`` bytes of every word are cards and no hand holds a card twice.
    """
    wrong = u64(0)
    used, spare = used_bytes(cards)
    block = np.empty(BLOCK, np.uint64)
    for start in range(0, masks.size, BLOCK):
        part = masks[start : start + BLOCK]
        source = words[start : start + BLOCK]
        for i in range(part.size):  # a separate loop, so that the next loop reads aligned words
            block[i] = source[i]
        for i in range(part.size):
            word = block[i] & used
            wrong |= ((word + EACH_BYTE * u64(128 - 52)) | word) & (EACH_BYTE * u64(128)) & used
            mask = placed(word, used, spare)
            wrong |= popcount64(mask) ^ u64(cards)
            part[i] = mask
    return wrong


@inlined
def used_bytes(cards: int) -> tuple[np.uint64, np.uint64]:
    """Return a word with all bits set in the bytes of cards, and one that fills the other bytes.

    The second word holds `SPARE_PLACE` in each byte that is not a card, and 0 in the others.

    Args:
        cards: the number of cards in a hand, which are the first bytes of its word.
    """
    used = u64(0xFFFFFFFFFFFFFFFF) >> u64(64 - 8 * cards)
    return used, (EACH_BYTE * SPARE_PLACE) & ~used


@inlined
def placed(word: np.uint64, used: np.uint64, spare: np.uint64) -> np.uint64:
    """Convert a word of cards, whose other bytes are zero, to a mask.

    Bytes are read modulo 64, and those that are then not cards are left out.

    Args:
        word: the hand, one card per byte.
        used: the first result of `used_bytes`.
        spare: the second result of `used_bytes`.
    """
    places = ((word & (EACH_BYTE * u64(3))) << u64(4)) | ((word >> u64(2)) & (EACH_BYTE * u64(15)))
    places = (places & used) | spare
    mask = u64(0)
    for card in range(MOST_CARDS):  # a constant number of steps, so that the loop is unrolled
        mask |= u64(1) << ((places >> u64(8 * card)) & u64(63))
    return mask & DECK


@kernel
def place_words(
    words: NDArray[np.uint64], cards: int, aligned: NDArray[np.uint64], masks: NDArray[np.uint64]
) -> np.uint64:
    """Convert hands, packed as one card per byte, to masks for a kernel that counts their cards.

    Args:
        words: uint64[n], the hands (see `masks_of_words`).
        cards: the number of cards in a hand, which are the first bytes of its word, 1..7.
        aligned: uint64[n], workspace.
        masks: uint64[n], filled.

    Returns:
        Nonzero if one of the first ``cards`` bytes of a word is 64 or more. If such a byte is below
        64 but not a card, or a hand holds a card twice, the hand's mask has fewer than ``cards``
        cards.
    """
    wrong = u64(0)
    used, spare = used_bytes(cards)
    for i in range(masks.size):  # a separate loop, so that the next loop reads aligned words
        aligned[i] = words[i]
    for i in range(masks.size):
        word = aligned[i] & used
        wrong |= word & (EACH_BYTE * u64(0xC0))
        masks[i] = placed(word, used, spare)
    return wrong
