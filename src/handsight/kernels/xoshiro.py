"""The random number generator xoshiro256++, whose state is four 64-bit words.

Source:
    D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM Transactions
    on Mathematical Software 47 (2021).
"""

from __future__ import annotations

import numpy as np

from handsight.kernels.jit import inlined

u64 = np.uint64


@inlined
def rotate(word: np.uint64, by: int) -> np.uint64:
    """Rotate a 64-bit word to the left by ``by`` bits."""
    return (word << u64(by)) | (word >> u64(64 - by))


@inlined
def drawn_from(a: np.uint64, d: np.uint64) -> np.uint64:
    """Return the 64 random bits that a generator in the state (a, b, c, d) draws next."""
    return rotate(a + d, 23) + a


@inlined
def stepped(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the generator's state that follows (a, b, c, d)."""
    e, f = c ^ a, d ^ b
    return a ^ f, b ^ e, e ^ (b << u64(17)), rotate(f, 45)
