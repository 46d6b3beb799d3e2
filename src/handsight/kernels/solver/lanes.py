"""A type for sixteen float32 values side by side, as one value in a kernel.

The solver's loops visit hands in steps of sixteen. If they are written with this type, they become
vector instructions on every processor; LLVM's own vectoriser skips half of these loops, because
they are short.

A row of hands is padded to whole steps, so no loop has a remainder. Indices are not checked.

If numba's compiler is switched off, the same names are plain functions on slices of numpy arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from handsight.kernels.jit import Int, instruction

WIDTH = 16
"""The number of hands in one step."""

TINY = 1e-30
"""The largest sum that counts as zero: small sums are the rest of numbers halved many times."""

_INSTRUCTIONS = "handsight.kernels.solver.lane_instructions"


def _lanes(in_python: Any) -> Any:
    """Make the function for an instruction; the decorated function is its equivalent in Python."""
    return instruction(_INSTRUCTIONS, in_python.__name__, in_python)


@_lanes
def load(array: Any, place: Int) -> Any:
    """Read sixteen numbers of an array from an index on, as float32."""
    return array[place : place + WIDTH].astype(np.float32)


@_lanes
def store(array: Any, place: Int, value: Any) -> None:
    """Write sixteen numbers to an array from an index on; round them for an integer array."""
    array[place : place + WIDTH] = (
        value if array.dtype == np.float32 else np.rint(value).astype(np.int32)
    )


@_lanes
def splat(number: Any) -> Any:
    """Return a value with the same number in all lanes."""
    return np.full(WIDTH, number, np.float32)


@_lanes
def positive(value: Any) -> Any:
    """Return the positive part of each lane: the number if it is above zero, else zero."""
    return np.maximum(value, np.float32(0))


@_lanes
def above(value: Any, limit: Any) -> Any:
    """Return each lane that is above the same lane of ``limit``, and zero in the others."""
    return np.where(value > limit, value, 0).astype(np.float32)


@_lanes
def larger(one: Any, other: Any) -> Any:
    """Return the larger of two numbers in each lane."""
    return np.maximum(one, other)


@_lanes
def inverse(total: Any) -> Any:
    """Return the inverse of each lane, or zero if the lane is at most `TINY`."""
    some = total > TINY
    return np.where(some, 1 / np.where(some, total, 1), 0).astype(np.float32)


@_lanes
def where_none(total: Any, number: Any) -> Any:
    """Return, in each lane, ``number`` if ``total`` is at most `TINY`, else zero."""
    return np.where(total > TINY, 0, number).astype(np.float32)


@_lanes
def discounted(value: Any, above: Any, below: Any) -> Any:
    """Multiply positive lanes by ``above`` and negative ones by ``below``; clear tiny lanes.

    Lanes of at most `TINY` in absolute value become zero.
    """
    scaled = np.where(value > 0, value * above, value * below)
    return np.where(np.abs(value) > TINY, scaled, 0).astype(np.float32)


@_lanes
def choose(mask: Any, one: Any, other: Any) -> Any:
    """Return, in each lane, ``one`` if the mask is above zero, else ``other``."""
    return np.where(mask > 0, one, other)


@_lanes
def largest(value: Any) -> Any:
    """Return the largest absolute value of the lanes."""
    return np.abs(value).max()


@_lanes
def rows_to_columns(
    rows: Any, numbers: Any, first: Int, stride: Int, column: Int, target: Any, place: Int
) -> None:
    """Copy a block of 16 rows of 16 numbers, and transpose it.

    Args:
        rows: a flat array of rows.
        numbers: the numbers of rows.
        first: the index in ``numbers`` of the first of the 16 rows.
        stride: the length of a row.
        column: the index in each row at which the block begins.
        target: the array to write to.
        place: the index in ``target`` at which the transposed block begins.
    """
    for lane in range(WIDTH):
        start = numbers[first + lane] * stride + column
        target[place + lane : place + WIDTH * WIDTH : WIDTH] = rows[start : start + WIDTH]


@_lanes
def columns_to_rows(
    source: Any, place: Int, rows: Any, numbers: Any, first: Int, stride: Int, column: Int
) -> None:
    """Copy a transposed block to 16 rows of 16 numbers.

    Args:
        source: the array with the transposed block.
        place: the index in ``source`` at which the block begins.
        rows: a flat array of rows, which is changed.
        numbers: the numbers of rows.
        first: the index in ``numbers`` of the first of the 16 rows.
        stride: the length of a row.
        column: the index in each row at which to write.
    """
    for lane in range(WIDTH):
        start = numbers[first + lane] * stride + column
        rows[start : start + WIDTH] = source[place + lane : place + WIDTH * WIDTH : WIDTH]
