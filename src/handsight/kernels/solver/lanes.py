"""Lanes: sixteen float32 numbers as one value in a kernel.

The solver's loops run over hands in steps of sixteen. Written with this type they compile to vector
instructions on every processor; LLVM's own vectoriser skips half of the loops because they are
short.

A row of hands is padded to whole steps, so no loop has a remainder. Nothing is checked here: a load
or a store trusts the index that it gets.

With the compiler off, the same names are plain functions on slices of NumPy arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from handsight.kernels.jit import Int

WIDTH = 16
"""The number of hands in one step."""

TINY = 1e-30
"""A sum up to this limit counts as zero: it is the residue of numbers that were halved repeatedly.
"""

_FLOAT = ir.FloatType()
_ROW = ir.VectorType(_FLOAT, WIDTH)
_PLACES = ir.VectorType(ir.IntType(32), WIDTH)


class LanesType(types.Type):  # type: ignore[misc]
    """The numba type of sixteen float32 values."""

    def __init__(self) -> None:
        super().__init__(name="SolverLanes")


LANES = LanesType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    """The data model of lanes: one LLVM vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _ROW)


def _operation(which: Callable[..., Any], instruction: str) -> None:
    """Define a binary operator on lanes for use in kernels.

    Args:
        which: the operator, such as ``operator.add``.
        instruction: the name of the method of the LLVM builder that emits the operation.
    """

    @infer_global(which)
    class _Template(ConcreteTemplate):  # type: ignore[misc]
        cases = (signature(LANES, LANES, LANES),)

    @lower_builtin(which, LANES, LANES)
    def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, instruction)(*arguments)


_operation(operator.add, "fadd")
_operation(operator.sub, "fsub")
_operation(operator.mul, "fmul")


# --- building blocks of the instructions --------------------------------------------------------


def _all(number: float) -> Any:
    return ir.Constant(_ROW, [number] * WIDTH)


def _element(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Return a pointer to an element of a flat array."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


def _read(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Read sixteen elements of a flat array, starting at an index, as floats."""
    pointer = _element(context, builder, kind, array, place)
    item = context.get_value_type(kind.dtype)
    vector = ir.VectorType(item, WIDTH)
    value = builder.load(builder.bitcast(pointer, vector.as_pointer()), align=item_size(kind))
    if kind.dtype == types.float32:
        return value
    return (builder.sitofp if kind.dtype.signed else builder.uitofp)(value, _ROW)


def item_size(kind: Any) -> int:
    """Return the size in bytes of an element of an array type."""
    return int(kind.dtype.bitwidth) // 8


def _write(context: Any, builder: Any, kind: Any, array: Any, place: Any, value: Any) -> None:
    """Write sixteen floats to a flat array, starting at an index; round them for integer arrays."""
    pointer = _element(context, builder, kind, array, place)
    if kind.dtype != types.float32:
        item = context.get_value_type(kind.dtype)
        vector = ir.VectorType(item, WIDTH)
        above = builder.fcmp_ordered(">", value, _all(0.0))
        rounded = builder.fadd(value, builder.select(above, _all(0.5), _all(-0.5)))
        value = builder.trunc(builder.fptosi(rounded, _PLACES), vector)
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer()), align=item_size(kind))


def _row_place(context: Any, builder: Any, kinds: Any, rows: Any, lane: int) -> Any:
    """Return the index at which to read or write the row of a lane.

    It is the number of the row times the length of a row, plus the column.
    """
    kind = kinds[0]
    array, first, stride, column = rows
    at = builder.add(first, ir.Constant(first.type, lane))
    row = builder.load(_element(context, builder, kind, array, at))
    row = builder.sext(row, stride.type) if row.type != stride.type else row
    return builder.add(builder.mul(row, stride), column)


def _transpose(builder: Any, rows: list[Any]) -> list[Any]:
    """Transpose a block of sixteen rows by merging rows 0 to 7 with rows 8 to 15, four times."""
    half = WIDTH // 2
    low = [place for lane in range(half) for place in (lane, lane + WIDTH)]
    high = [place + half for place in low]
    for _ in range(4):
        merged = []
        for number in range(half):
            pair = rows[number], rows[number + half]
            merged += [
                builder.shuffle_vector(*pair, ir.Constant(_PLACES, places))
                for places in (low, high)
            ]
        rows = merged
    return rows


# --- the instructions ---------------------------------------------------------------------------

if numba.config.DISABLE_JIT:

    def load(array: Any, place: Int) -> Any:
        """Read sixteen numbers of an array, starting at an index."""
        return array[place : place + WIDTH].astype(np.float32)

    def store(array: Any, place: Int, value: Any) -> None:
        """Write sixteen numbers to an array, starting at an index."""
        array[place : place + WIDTH] = (
            value if array.dtype == np.float32 else np.rint(value).astype(np.int32)
        )

    def splat(number: Any) -> Any:
        """Fill all lanes with one number."""
        return np.full(WIDTH, number, np.float32)

    def positive(value: Any) -> Any:
        """Return the lanes with zero in place of negative numbers."""
        return np.maximum(value, np.float32(0))

    def larger(one: Any, other: Any) -> Any:
        """Return the larger of two numbers in each lane."""
        return np.maximum(one, other)

    def inverse(total: Any) -> Any:
        """Return 1 divided by each lane, or zero where the lane is at most `TINY`."""
        some = total > TINY
        return np.where(some, 1 / np.where(some, total, 1), 0).astype(np.float32)

    def where_none(total: Any, number: Any) -> Any:
        """Return ``number`` where the lane of ``total`` is at most `TINY`, and zero elsewhere."""
        return np.where(total > TINY, 0, number).astype(np.float32)

    def discounted(value: Any, above: Any, below: Any) -> Any:
        """Multiply positive lanes by ``above`` and negative lanes by ``below``."""
        scaled = np.where(value > 0, value * above, value * below)
        return np.where(np.abs(value) > TINY, scaled, 0).astype(np.float32)

    def choose(mask: Any, one: Any, other: Any) -> Any:
        """Return the lane of ``one`` where the mask is above zero, and of ``other`` elsewhere."""
        return np.where(mask > 0, one, other)

    def largest(value: Any) -> Any:
        """Return the largest magnitude of all lanes."""
        return np.abs(value).max()

    def rows_to_columns(
        rows: Any, numbers: Any, first: Int, stride: Int, column: Int, target: Any, place: Int
    ) -> None:
        """Read sixteen numbers of each of 16 rows, and write them as a transposed block."""
        for lane in range(WIDTH):
            start = numbers[first + lane] * stride + column
            target[place + lane : place + WIDTH * WIDTH : WIDTH] = rows[start : start + WIDTH]

    def columns_to_rows(
        source: Any, place: Int, rows: Any, numbers: Any, first: Int, stride: Int, column: Int
    ) -> None:
        """Read a transposed block, and write sixteen numbers to each of 16 rows."""
        for lane in range(WIDTH):
            start = numbers[first + lane] * stride + column
            rows[start : start + WIDTH] = source[place + lane : place + WIDTH * WIDTH : WIDTH]

else:

    @intrinsic
    def load(typing_context: Any, array: Any, place: Any) -> Any:
        """Read sixteen numbers of an array, starting at an index."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _read(context, builder, signature.args[0], *arguments)

        return LANES(array, types.int64), emit

    @intrinsic
    def store(typing_context: Any, array: Any, place: Any, value: Any) -> Any:
        """Write sixteen numbers to an array, starting at an index."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            _write(context, builder, signature.args[0], *arguments)
            return context.get_dummy_value()

        return types.void(array, types.int64, LANES), emit

    @intrinsic
    def splat(typing_context: Any, number: Any) -> Any:
        """Fill all lanes with one number."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            none = ir.Constant(_ROW, ir.Undefined)
            one = builder.insert_element(none, arguments[0], ir.Constant(ir.IntType(32), 0))
            return builder.shuffle_vector(one, none, ir.Constant(_PLACES, [0] * WIDTH))

        return LANES(types.float32), emit

    @intrinsic
    def positive(typing_context: Any, value: Any) -> Any:
        """Return the lanes with zero in place of negative numbers."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            above = builder.fcmp_ordered(">", arguments[0], _all(0.0))
            return builder.select(above, arguments[0], _all(0.0))

        return LANES(LANES), emit

    @intrinsic
    def larger(typing_context: Any, one: Any, other: Any) -> Any:
        """Return the larger of two numbers in each lane."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

        return LANES(LANES, LANES), emit

    @intrinsic
    def inverse(typing_context: Any, total: Any) -> Any:
        """Return 1 divided by each lane, or zero where the lane is at most `TINY`."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
            return builder.select(some, builder.fdiv(_all(1.0), arguments[0]), _all(0.0))

        return LANES(LANES), emit

    @intrinsic
    def where_none(typing_context: Any, total: Any, number: Any) -> Any:
        """Return ``number`` where the lane of ``total`` is at most `TINY`, and zero elsewhere."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
            return builder.select(some, _all(0.0), arguments[1])

        return LANES(LANES, LANES), emit

    @intrinsic
    def discounted(typing_context: Any, value: Any, above: Any, below: Any) -> Any:
        """Multiply positive lanes by ``above`` and negative lanes by ``below``."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, above, below = arguments
            some = builder.fcmp_ordered(">", value, _all(TINY))
            debt = builder.fcmp_ordered("<", value, _all(-TINY))
            lower = builder.select(debt, builder.fmul(value, below), _all(0.0))
            return builder.select(some, builder.fmul(value, above), lower)

        return LANES(LANES, LANES, LANES), emit

    @intrinsic
    def choose(typing_context: Any, mask: Any, one: Any, other: Any) -> Any:
        """Return the lane of ``one`` where the mask is above zero, and of ``other`` elsewhere."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            held = builder.fcmp_ordered(">", arguments[0], _all(0.0))
            return builder.select(held, arguments[1], arguments[2])

        return LANES(LANES, LANES, LANES), emit

    @intrinsic
    def largest(typing_context: Any, value: Any) -> Any:
        """Return the largest magnitude of all lanes."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = arguments[0]
            flipped = builder.fsub(_all(0.0), value)
            value = builder.select(builder.fcmp_ordered(">", value, flipped), value, flipped)
            size = WIDTH
            while size > 1:
                size //= 2
                parts = [
                    builder.shuffle_vector(
                        value,
                        ir.Constant(value.type, ir.Undefined),
                        ir.Constant(
                            ir.VectorType(ir.IntType(32), size), list(range(start, start + size))
                        ),
                    )
                    for start in (0, size)
                ]
                value = builder.select(builder.fcmp_ordered(">", *parts), *parts)
            return builder.extract_element(value, ir.Constant(ir.IntType(32), 0))

        return types.float32(LANES), emit

    @intrinsic
    def rows_to_columns(
        typing_context: Any,
        rows: Any,
        numbers: Any,
        first: Any,
        stride: Any,
        column: Any,
        target: Any,
        place: Any,
    ) -> Any:
        """Read sixteen numbers of each of 16 rows, and write them as a transposed block."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rows, *which, target, place = arguments
            kinds = signature.args[1:5]
            block = [
                _read(
                    context,
                    builder,
                    signature.args[0],
                    rows,
                    _row_place(context, builder, kinds, which, lane),
                )
                for lane in range(WIDTH)
            ]
            for number, value in enumerate(_transpose(builder, block)):
                at = builder.add(place, ir.Constant(place.type, WIDTH * number))
                _write(context, builder, signature.args[5], target, at, value)
            return context.get_dummy_value()

        whole = types.int64
        return types.void(rows, numbers, whole, whole, whole, target, whole), emit

    @intrinsic
    def columns_to_rows(
        typing_context: Any,
        source: Any,
        place: Any,
        rows: Any,
        numbers: Any,
        first: Any,
        stride: Any,
        column: Any,
    ) -> Any:
        """Read a transposed block, and write sixteen numbers to each of 16 rows."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source, place, rows, *which = arguments
            kinds = signature.args[3:7]
            block = [
                _read(
                    context,
                    builder,
                    signature.args[0],
                    source,
                    builder.add(place, ir.Constant(place.type, WIDTH * number)),
                )
                for number in range(WIDTH)
            ]
            for lane, value in enumerate(_transpose(builder, block)):
                at = _row_place(context, builder, kinds, which, lane)
                _write(context, builder, signature.args[2], rows, at, value)
            return context.get_dummy_value()

        whole = types.int64
        return types.void(source, whole, rows, numbers, whole, whole, whole), emit
