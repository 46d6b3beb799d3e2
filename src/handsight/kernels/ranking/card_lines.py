"""A parser that turns lines of cards, such as ``AhKh`` or ``10h, ks``, from bytes into masks.

The parser makes a single pass over the bytes. It marks a line that contains anything else as odd;
the caller then reads this line with a slower parser that knows all notations and reports errors.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import kernel

u64 = np.uint64
SUIT, GAP, LINE_END, ONE_OF_TEN, ZERO_OF_TEN, ODD = 16, 32, 33, 34, 35, 36
"""The codes of the bytes in a text. A rank has a code of 0..12, and a suit SUIT + 0..3."""

TEN = 8
NONE_OPEN, TEN_OPEN = -1, -2
"""The states of the parser if it has no rank yet: between cards, or after the 1 of a ten."""


@kernel
def masks_of_lines(
    text: NDArray[np.uint8],
    symbols: NDArray[np.uint8],
    masks: NDArray[np.uint64],
    odd: NDArray[np.bool_],
) -> None:
    """Read each line as a set of cards.

    Args:
        text: uint8[m], the bytes of the lines; each line ends with a line feed.
        symbols: uint8[256], the code of each byte, such as `GAP`.
        masks: uint64[lines], filled; the mask of an odd line is meaningless.
        odd: bool[lines], filled: whether a line contains something that is not a card, or the same
            card twice.
    """
    line = 0
    mask, is_odd = u64(0), False
    opened = np.int64(NONE_OPEN)
    for i in range(text.size):
        symbol = np.int64(symbols[text[i]])
        if symbol < SUIT:
            is_odd |= opened != NONE_OPEN
            opened = symbol
        elif symbol < GAP:
            if opened >= 0:
                bit = u64(1) << u64(16 * (symbol - SUIT) + opened)
                is_odd |= mask & bit != u64(0)
                mask |= bit
            else:
                is_odd = True
            opened = np.int64(NONE_OPEN)
        elif symbol in (ONE_OF_TEN, ZERO_OF_TEN):
            is_odd |= opened != (NONE_OPEN if symbol == ONE_OF_TEN else TEN_OPEN)
            opened = np.int64(TEN_OPEN if symbol == ONE_OF_TEN else TEN)
        else:
            is_odd |= opened != NONE_OPEN or symbol == ODD
            opened = np.int64(NONE_OPEN)
            if symbol == LINE_END:
                masks[line], odd[line] = mask, is_odd
                line += 1
                mask, is_odd = u64(0), False
