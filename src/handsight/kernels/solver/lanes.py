"""A type for sixteen float32 values side by side, as one value in a kernel.

The solver's loops visit hands in steps of sixteen. If they are written with this type, they become
vector instructions on every processor; LLVM's own vectoriser skips half of these loops, because
they are short.

A row of hands is padded to whole steps, so no loop has a remainder. Indices are not checked.

If numba's compiler is switched off, the same names are plain functions on slices of numpy arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from handsight.kernels.jit import Int

WIDTH = 16
"""The number of hands in one step."""

TINY = 1e-30
"""The largest sum that counts as zero: small sums are the rest of numbers halved many times."""

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
    """The data model of `LanesType`: one LLVM vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _ROW)


def _operation(which: Callable[..., Any], instruction: str) -> None:
    """Define an operator on two values of `LanesType` in kernels, as one LLVM instruction."""

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
    """Read sixteen elements of a flat array as float32, from an index on."""
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
    """Write sixteen float32 values to a flat array from an index on; round them for integers."""
    pointer = _element(context, builder, kind, array, place)
    if kind.dtype != types.float32:
        item = context.get_value_type(kind.dtype)
        vector = ir.VectorType(item, WIDTH)
        form = ir.FunctionType(_ROW, [_ROW])
        nearest = cgutils.get_or_insert_function(builder.module, form, f"llvm.rint.v{WIDTH}f32")
        rounded = builder.call(nearest, [value])
        value = builder.trunc(builder.fptosi(rounded, _PLACES), vector)
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer()), align=item_size(kind))


def _row_place(context: Any, builder: Any, kinds: Any, rows: Any, lane: int) -> Any:
    """Return the index, in a flat array, of the element that belongs to a lane.

    The index is the lane's row number times the length of a row, plus the column.

    Args:
        kinds: the numba types; the first is that of the array of row numbers.
        rows: the array of row numbers, the index in it of lane 0's row number, the length of a row,
            and the column.
        lane: the lane, 0..15.
    """
    kind = kinds[0]
    array, first, stride, column = rows
    at = builder.add(first, ir.Constant(first.type, lane))
    row = builder.load(_element(context, builder, kind, array, at))
    row = builder.sext(row, stride.type) if row.type != stride.type else row
    return builder.add(builder.mul(row, stride), column)


def _transpose(builder: Any, rows: list[Any]) -> list[Any]:
    """Transpose sixteen rows of sixteen values: four times, merge rows 0 to 7 with rows 8 to 15."""
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
        """Read sixteen numbers of an array from an index on, as float32."""
        return array[place : place + WIDTH].astype(np.float32)

    def store(array: Any, place: Int, value: Any) -> None:
        """Write sixteen numbers to an array from an index on; round them for an integer array."""
        array[place : place + WIDTH] = (
            value if array.dtype == np.float32 else np.rint(value).astype(np.int32)
        )

    def fetch(array: Any, place: Int) -> None:
        """Do nothing: a compiled kernel prefetches the numbers of an array at an index."""

    def splat(number: Any) -> Any:
        """Return a value with the same number in all lanes."""
        return np.full(WIDTH, number, np.float32)

    def positive(value: Any) -> Any:
        """Return the positive part of each lane: the number if it is above zero, else zero."""
        return np.maximum(value, np.float32(0))

    def above(value: Any, limit: Any) -> Any:
        """Return each lane that is above the same lane of ``limit``, and zero in the others."""
        return np.where(value > limit, value, 0).astype(np.float32)

    def larger(one: Any, other: Any) -> Any:
        """Return the larger of two numbers in each lane."""
        return np.maximum(one, other)

    def inverse(total: Any) -> Any:
        """Return the inverse of each lane, or zero if the lane is at most `TINY`."""
        some = total > TINY
        return np.where(some, 1 / np.where(some, total, 1), 0).astype(np.float32)

    def where_none(total: Any, number: Any) -> Any:
        """Return, in each lane, ``number`` if ``total`` is at most `TINY`, else zero."""
        return np.where(total > TINY, 0, number).astype(np.float32)

    def discounted(value: Any, above: Any, below: Any) -> Any:
        """Multiply positive lanes by ``above`` and negative ones by ``below``; clear tiny lanes.

        Lanes of at most `TINY` in absolute value become zero.
        """
        scaled = np.where(value > 0, value * above, value * below)
        return np.where(np.abs(value) > TINY, scaled, 0).astype(np.float32)

    def choose(mask: Any, one: Any, other: Any) -> Any:
        """Return, in each lane, ``one`` if the mask is above zero, else ``other``."""
        return np.where(mask > 0, one, other)

    def largest(value: Any) -> Any:
        """Return the largest absolute value of the lanes."""
        return np.abs(value).max()

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

else:

    @intrinsic
    def load(typing_context: Any, array: Any, place: Any) -> Any:
        """Read sixteen numbers of an array from an index on, as float32."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _read(context, builder, signature.args[0], *arguments)

        return LANES(array, types.int64), emit

    @intrinsic
    def store(typing_context: Any, array: Any, place: Any, value: Any) -> Any:
        """Write sixteen numbers to an array from an index on; round them for an integer array."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            _write(context, builder, signature.args[0], *arguments)
            return context.get_dummy_value()

        return types.void(array, types.int64, LANES), emit

    @intrinsic
    def fetch(typing_context: Any, array: Any, place: Any) -> Any:
        """Prefetch the numbers of an array at an index, which can be outside of the array."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
            pointer = _element(context, builder, signature.args[0], *arguments)
            form = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            hint = builder.module.declare_intrinsic("llvm.prefetch", [byte], form)
            # For reading, with high locality, into the data cache.
            numbers = [ir.Constant(word, number) for number in (0, 3, 1)]
            builder.call(hint, [builder.bitcast(pointer, byte), *numbers])
            return context.get_dummy_value()

        return types.void(array, types.int64), emit

    @intrinsic
    def splat(typing_context: Any, number: Any) -> Any:
        """Return a value with the same number in all lanes."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            none = ir.Constant(_ROW, ir.Undefined)
            one = builder.insert_element(none, arguments[0], ir.Constant(ir.IntType(32), 0))
            return builder.shuffle_vector(one, none, ir.Constant(_PLACES, [0] * WIDTH))

        return LANES(types.float32), emit

    @intrinsic
    def positive(typing_context: Any, value: Any) -> Any:
        """Return the positive part of each lane: the number if it is above zero, else zero."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            above = builder.fcmp_ordered(">", arguments[0], _all(0.0))
            return builder.select(above, arguments[0], _all(0.0))

        return LANES(LANES), emit

    @intrinsic
    def above(typing_context: Any, value: Any, limit: Any) -> Any:
        """Return each lane that is above the same lane of ``limit``, and zero in the others."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some = builder.fcmp_ordered(">", *arguments)
            return builder.select(some, arguments[0], _all(0.0))

        return LANES(LANES, LANES), emit

    @intrinsic
    def larger(typing_context: Any, one: Any, other: Any) -> Any:
        """Return the larger of two numbers in each lane."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

        return LANES(LANES, LANES), emit

    @intrinsic
    def inverse(typing_context: Any, total: Any) -> Any:
        """Return the inverse of each lane, or zero if the lane is at most `TINY`."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
            return builder.select(some, builder.fdiv(_all(1.0), arguments[0]), _all(0.0))

        return LANES(LANES), emit

    @intrinsic
    def where_none(typing_context: Any, total: Any, number: Any) -> Any:
        """Return, in each lane, ``number`` if ``total`` is at most `TINY`, else zero."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
            return builder.select(some, _all(0.0), arguments[1])

        return LANES(LANES, LANES), emit

    @intrinsic
    def discounted(typing_context: Any, value: Any, above: Any, below: Any) -> Any:
        """Multiply positive lanes by ``above`` and negative ones by ``below``; clear tiny lanes.

        Lanes of at most `TINY` in absolute value become zero.
        """

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value, above, below = arguments
            some = builder.fcmp_ordered(">", value, _all(TINY))
            debt = builder.fcmp_ordered("<", value, _all(-TINY))
            lower = builder.select(debt, builder.fmul(value, below), _all(0.0))
            return builder.select(some, builder.fmul(value, above), lower)

        return LANES(LANES, LANES, LANES), emit

    @intrinsic
    def choose(typing_context: Any, mask: Any, one: Any, other: Any) -> Any:
        """Return, in each lane, ``one`` if the mask is above zero, else ``other``."""

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            held = builder.fcmp_ordered(">", arguments[0], _all(0.0))
            return builder.select(held, arguments[1], arguments[2])

        return LANES(LANES, LANES, LANES), emit

    @intrinsic
    def largest(typing_context: Any, value: Any) -> Any:
        """Return the largest absolute value of the lanes."""

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
