"""Single instructions of the processor for kernels, as numba emits them.

`handsight.kernels.jit` describes them, and has their equivalents in plain Python.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _popcount(bits: int) -> Any:
    """Return a function for the instruction that counts the set bits of an unsigned integer."""

    def instruction(typing_context: Any, value: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(bits)])
            return builder.call(count, arguments)

        number = getattr(types, f"uint{bits}")
        return number(number), emit

    return intrinsic(instruction)


popcount16 = _popcount(16)
popcount64 = _popcount(64)


@intrinsic
def pick(typing_context: Any, condition: Any, one: Any, other: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.select(*arguments)

    return types.uint16(types.boolean, types.uint16, types.uint16), emit


@intrinsic
def fetch_ahead(typing_context: Any, array: Any, place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        (stride,) = cgutils.unpack_tuple(builder, view.strides, 1)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        start = builder.bitcast(view.data, byte)
        item = builder.gep(start, [builder.mul(arguments[1], stride)])
        form = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [byte], form)
        # For reading, with high locality, into the data cache.
        builder.call(hint, [item, *(ir.Constant(word, number) for number in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(array, types.int64), emit


@intrinsic
def add_number(typing_context: Any, array: Any, place: Any, number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        item = builder.gep(data, [arguments[1]])
        return builder.atomic_rmw("add", item, arguments[2], "acq_rel")

    return types.int64(array, types.int64, types.int64), emit


@intrinsic
def read_number(typing_context: Any, array: Any, place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.load_atomic(builder.gep(data, [arguments[1]]), "acquire", 8)

    return types.int64(array, types.int64), emit
