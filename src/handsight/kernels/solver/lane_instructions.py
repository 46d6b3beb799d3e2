"""The type for sixteen float32 values in numba, and its instructions.

`handsight.kernels.solver.lanes` describes them, and has their equivalents in plain Python.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from handsight.kernels.solver.lanes import TINY, WIDTH

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


@intrinsic
def load(typing_context: Any, array: Any, place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _read(context, builder, signature.args[0], *arguments)

    return LANES(array, types.int64), emit


@intrinsic
def store(typing_context: Any, array: Any, place: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _write(context, builder, signature.args[0], *arguments)
        return context.get_dummy_value()

    return types.void(array, types.int64, LANES), emit


@intrinsic
def splat(typing_context: Any, number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        none = ir.Constant(_ROW, ir.Undefined)
        one = builder.insert_element(none, arguments[0], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(one, none, ir.Constant(_PLACES, [0] * WIDTH))

    return LANES(types.float32), emit


@intrinsic
def positive(typing_context: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        above = builder.fcmp_ordered(">", arguments[0], _all(0.0))
        return builder.select(above, arguments[0], _all(0.0))

    return LANES(LANES), emit


@intrinsic
def above(typing_context: Any, value: Any, limit: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        some = builder.fcmp_ordered(">", *arguments)
        return builder.select(some, arguments[0], _all(0.0))

    return LANES(LANES, LANES), emit


@intrinsic
def larger(typing_context: Any, one: Any, other: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return LANES(LANES, LANES), emit


@intrinsic
def inverse(typing_context: Any, total: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
        return builder.select(some, builder.fdiv(_all(1.0), arguments[0]), _all(0.0))

    return LANES(LANES), emit


@intrinsic
def where_none(typing_context: Any, total: Any, number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        some = builder.fcmp_ordered(">", arguments[0], _all(TINY))
        return builder.select(some, _all(0.0), arguments[1])

    return LANES(LANES, LANES), emit


@intrinsic
def discounted(typing_context: Any, value: Any, above: Any, below: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, above, below = arguments
        some = builder.fcmp_ordered(">", value, _all(TINY))
        debt = builder.fcmp_ordered("<", value, _all(-TINY))
        lower = builder.select(debt, builder.fmul(value, below), _all(0.0))
        return builder.select(some, builder.fmul(value, above), lower)

    return LANES(LANES, LANES, LANES), emit


@intrinsic
def choose(typing_context: Any, mask: Any, one: Any, other: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = builder.fcmp_ordered(">", arguments[0], _all(0.0))
        return builder.select(held, arguments[1], arguments[2])

    return LANES(LANES, LANES, LANES), emit


@intrinsic
def largest(typing_context: Any, value: Any) -> Any:
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
