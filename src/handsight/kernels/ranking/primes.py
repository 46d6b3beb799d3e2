"""Functions shared by evaluators that use Cactus Kev's card words: rank bits and prime products."""

from __future__ import annotations

import numpy as np

from handsight.kernels.jit import inlined

u16 = np.uint16
u32 = np.uint32

ANY_SUIT = u32(0xF000)
"""A mask of the four suit bits of a card word."""
PRIME = u32(0xFF)
"""A mask of the byte that holds the prime of a card word; the byte's two upper bits are unused."""
RANK_BITS = u32(16)
"""The position of the lowest rank bit in a card word."""


@inlined
def rank_bits(
    first: np.uint32, second: np.uint32, third: np.uint32, fourth: np.uint32, fifth: np.uint32
) -> np.uint16:
    """Return the ranks of five card words as a mask with one bit per rank."""
    return u16(u32(first | second | third | fourth | fifth) >> RANK_BITS)


@inlined
def product_of(
    first: np.uint32, second: np.uint32, third: np.uint32, fourth: np.uint32, fifth: np.uint32
) -> np.uint32:
    """Return the product of the primes of five card words."""
    pairs = u32(u32(first & PRIME) * u32(second & PRIME))
    pairs = u32(pairs * u32(u32(third & PRIME) * u32(fourth & PRIME)))
    return u32(pairs * u32(fifth & PRIME))
