"""The decorators that compile kernels, and the folder that caches their machine code.

Numba's cache notices if the file that defines a kernel changes, but not if the kernel inlines
functions from other files and one of these files changes. So the name of the cache folder is a hash
of all kernel sources and of numba's setting for bounds checks. `handsight.kernels.keeping` checks
cached files before it runs their code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, event
from numba.extending import intrinsic

from handsight.kernels.keeping import KernelCache
from handsight.runtime.compiling import report_compilation

if TYPE_CHECKING:
    from collections.abc import Iterator

Function = TypeVar("Function", bound=Callable[..., Any])

Int: TypeAlias = "int | np.signedinteger[Any]"
"""An integer in a kernel: a Python integer or an element of an integer array."""


@cache
def cache_folder() -> Path:
    """Return the folder that holds the compiled kernels.

    This folder is inside the folder that ``HANDSIGHT_CACHE_DIR`` or ``NUMBA_CACHE_DIR`` names or,
    if neither is set, inside the user's cache folder.
    """
    import platformdirs

    digest = hashlib.sha256(f"boundscheck={numba.config.BOUNDSCHECK}".encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    named = os.environ.get("HANDSIGHT_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    return (
        Path(named or platformdirs.user_cache_dir("handsight"))
        / "kernels"
        / digest.hexdigest()[:16]
    )


class _Compilations(event.Listener):  # type: ignore[misc]
    """A listener that reports each kernel that numba compiles because it is not in the cache."""

    def on_start(self, event: Any) -> None:
        """Report that a kernel of handsight is compiled, but ignore functions of other packages."""
        function = event.data["dispatcher"].py_func
        if function.__module__.partition(".")[0] == __name__.partition(".")[0]:
            report_compilation(function.__name__)

    def on_end(self, event: Any) -> None:
        """Do nothing at the end of a compilation."""


event.register("numba:compile", _Compilations())


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Point numba's cache at a folder inside the block, and restore the setting afterwards."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: Function) -> Function:
    """Compile a function on its first call, cache its machine code, and run it without the GIL."""
    compiled = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        with _caching_in(cache_folder()):
            compiled._cache = KernelCache(function)  # numba's enable_caching sets it the same way
    return cast("Function", compiled)


inlined = numba.njit(inline="always")
"""A decorator that inlines short functions into kernels, so that LLVM can vectorise their loops."""


def _popcount(bits: int, integer: type[np.unsignedinteger[Any]]) -> Callable[[Any], Any]:
    """Return a function for the instruction that counts the set bits of an unsigned integer.

    If numba's compiler is switched off, the function is a plain Python equivalent.

    Args:
        bits: the number of bits of the integer.
        integer: numpy's type of the integer, which the Python equivalent returns.
    """
    if numba.config.DISABLE_JIT:
        return lambda value: integer(int(value).bit_count())

    def instruction(typing_context: Any, value: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(bits)])
            return builder.call(count, arguments)

        number = getattr(types, f"uint{bits}")
        return number(number), emit

    compiled: Callable[[Any], Any] = intrinsic(instruction)
    return compiled


popcount16 = _popcount(16, np.uint16)
"""Return the number of set bits in a 16-bit integer, as uint16."""

popcount64 = _popcount(64, np.uint64)
"""Return the number of set bits in a 64-bit integer, as uint64."""


def _pick() -> Callable[[bool | np.bool_, np.uint16, np.uint16], np.uint16]:
    """Return a function for the instruction that picks one of two lanes, or a Python equivalent."""
    if numba.config.DISABLE_JIT:
        return lambda condition, one, other: one if condition else other

    def instruction(typing_context: Any, condition: Any, one: Any, other: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.select(*arguments)

        return types.uint16(types.boolean, types.uint16, types.uint16), emit

    compiled: Callable[[Any, Any, Any], np.uint16] = intrinsic(instruction)
    return compiled


pick = _pick()
"""Return the first of two 16-bit lanes if a condition holds, else the second.

The result is the same as that of ``one if condition else other``, but numba splits this expression
into three blocks, and the time to inline a function grows with the square of its number of blocks.
"""


def _fetch_ahead() -> Callable[[Any, Any], None]:
    """Return a function that prefetches an array item, or one that does nothing in plain Python."""
    if numba.config.DISABLE_JIT:
        return lambda array, place: None

    def instruction(typing_context: Any, array: Any, place: Any) -> Any:
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

    compiled: Callable[[Any, Any], None] = intrinsic(instruction)
    return compiled


fetch_ahead = _fetch_ahead()
"""Tell the processor that an array item will be read soon; its index can be beyond the end."""


def _add_number() -> Callable[[Any, Int, Int], int]:
    """Return a function that adds to an array item atomically and returns the item's old value.

    The function is one instruction or, in plain Python, uses a lock.
    """
    if numba.config.DISABLE_JIT:
        lock = Lock()

        def added(array: Any, place: Int, number: Int) -> int:
            with lock:
                before = int(array[place])
                array[place] += number
                return before

        return added

    def instruction(typing_context: Any, array: Any, place: Any, number: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            item = builder.gep(data, [arguments[1]])
            return builder.atomic_rmw("add", item, arguments[2], "acq_rel")

        return types.int64(array, types.int64, types.int64), emit

    compiled: Callable[[Any, Int, Int], int] = intrinsic(instruction)
    return compiled


def _read_number() -> Callable[[Any, Int], int]:
    """Return a function that reads an array item, and then sees what was written before it."""
    if numba.config.DISABLE_JIT:
        return lambda array, place: int(array[place])

    def instruction(typing_context: Any, array: Any, place: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.load_atomic(builder.gep(data, [arguments[1]]), "acquire", 8)

        return types.int64(array, types.int64), emit

    compiled: Callable[[Any, Int], int] = intrinsic(instruction)
    return compiled


add_number = _add_number()
"""Add a number to an item of an int64 array atomically, and return the item's old value.

What a thread wrote before is visible to threads that see the new value.
"""

read_number = _read_number()
"""Return an item of an int64 array that other threads change with `add_number`."""
