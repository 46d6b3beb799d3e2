"""What evaluators with Cactus Kev's card words share: the rank bits and the product of primes."""

from __future__ import annotations

import numpy as np

from handsight.kernels.jit import inlined

u16 = np.uint16
u32 = np.uint32

ANY_SUIT = u32(0xF000)
"""The four bits of a word that name its suit."""
PRIME = u32(0xFF)
"""Mask of the byte that holds the prime; its two upper bits are free."""
RANK_BITS = u32(16)
"""The position of the rank bits."""


@inlined
def rank_bits(
    first: np.uint32, second: np.uint32, third: np.uint32, fourth: np.uint32, fifth: np.uint32
) -> np.uint16:
    """Return the ranks of five words, one bit each."""
    return u16(u32(first | second | third | fourth | fifth) >> RANK_BITS)


@inlined
def product_of(
    first: np.uint32, second: np.uint32, third: np.uint32, fourth: np.uint32, fifth: np.uint32
) -> np.uint32:
    """Multiply the primes of five words."""
    pairs = u32(u32(first & PRIME) * u32(second & PRIME))
    pairs = u32(pairs * u32(u32(third & PRIME) * u32(fourth & PRIME)))
    return u32(pairs * u32(fifth & PRIME))
