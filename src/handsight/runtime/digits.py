"""Large integers as arrays of small digits, so that sums in 64-bit integers stay exact.

A sum of products of weights is linear in each factor of the products. So large weights are split
into digits in base 2**bits, the sum is computed once for each combination of digits, and the
partial sums are combined as Python integers, which have no size limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from handsight.errors import OptionError
from handsight.runtime.integers import is_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_BITS = 62


def split_digits(weights: Sequence[int], bits: int) -> list[NDArray[np.int64]]:
    """Split non-negative integers of any size into digits in base 2**bits.

    Args:
        weights: the integers.
        bits: the number of bits in a digit, 1 to 62.

    Returns:
        One array, int64[weights], for each digit of the largest weight, the lowest digit first. If
        all weights are 0, there is a single array of zeros.

    Raises:
        OptionError: if a weight is negative, or ``bits`` is not 1 to 62.

    Example:
        >>> [digits.tolist() for digits in split_digits([5, 1 << 70, 0], 62)]
        [[5, 0, 0], [0, 256, 0]]
    """
    import numpy as np

    if not is_whole(bits, range(1, MOST_BITS + 1)):
        raise OptionError(f"bits is {bits!r}; it must be a whole number from 1 to {MOST_BITS}")
    if min(weights, default=0) < 0:
        raise OptionError(f"weights hold {min(weights)}; they must be non-negative integers")
    base = (1 << bits) - 1
    largest = int(max(weights, default=0))
    if largest <= base:
        return [np.array(weights, dtype=np.int64)]
    return [
        np.array([int(weight) >> place & base for weight in weights], dtype=np.int64)
        for place in range(0, largest.bit_length(), bits)
    ]


def join_digits(parts: Iterable[tuple[int, int]], bits: int) -> int:
    """Combine the partial sums of a sum that was computed digit by digit.

    Args:
        parts: pairs of an exponent of 2**bits and a partial sum. The exponent is the position of
            the digit, 0 for the lowest digit; if products have several factors, it is the sum of
            the positions of their digits.
        bits: the number of bits in a digit.
    """
    return sum(int(part) << (bits * place) for place, part in parts)


def digit_bits(most: int, factors: int) -> int:
    """Return how many bits a digit can have, such that a sum of products stays below 2**63.

    The result is the largest number that the bit length of ``most`` guarantees to be safe, but at
    most 62, because `split_digits` allows no more.

    Args:
        most: the largest possible sum if all weights are 1.
        factors: the number of weights in each product.

    Raises:
        OptionError: if not even one bit fits.

    Example:
        >>> digit_bits(1_712_304 * 1326 * 1326, factors=2)
        10
    """
    bits = (63 - int(most).bit_length()) // factors
    if bits < 1:
        raise OptionError(f"most is {most}; it must be less than 2**{63 - factors}")
    return min(bits, MOST_BITS)
