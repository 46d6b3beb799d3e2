"""The decorators of kernels: where their machine code comes from.

An installed package holds an extension, `handsight.kernels.built`, with the machine code of all
kernels for the argument types of ``build_kernels/signatures.txt``. It runs without numba. Whatever
it does not hold is compiled by numba at run time and cached (`handsight.kernels.compiler`), with
the same results: kernels for other argument types, and all of them where the extension must not be
used (`handsight.kernels.ahead.built`). Numba is imported only then.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from handsight.errors import MissingExtraError
from handsight.kernels.ahead import built

if TYPE_CHECKING:
    import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

Int: TypeAlias = "int | np.signedinteger[Any]"
"""An integer in a kernel: a Python integer or an element of an integer array."""

MISSES = "HANDSIGHT_KERNEL_MISSES"
"""The environment variable that names a file for calls that the extension has no code for.

Lines like those of ``build_kernels/signatures.txt`` are appended to the file."""


def without_compiler() -> bool:
    """Check whether numba's compiler is switched off, so that kernels run as plain Python."""
    if built() is not None:
        return False
    return bool(_numba("numba").config.DISABLE_JIT)


def _numba(module: str) -> Any:
    """Import numba, or a module of ours that needs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("numba", "llvmlite"):
            raise
        raise MissingExtraError(
            "this needs a kernel that was not compiled ahead for this system or these arguments; "
            "the extra 'compiler' compiles it: pip install 'handsight[compiler]'"
        ) from error


class Deferred:
    """A kernel, or something that kernels use, that numba compiles only if it has to.

    Numba takes it for what it stands for, in kernels and in its users' own functions.

    Args:
        function: the function in Python.
        how: the name of the decorator in `handsight.kernels.compiler`.
    """

    def __init__(self, function: Callable[..., Any], how: str) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._how = how

    @cached_property
    def compiled(self) -> Any:
        """Numba's function."""
        return getattr(_numba("handsight.kernels.compiler"), self._how)(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Compile the function for these arguments, and run it."""
        compiled = self.compiled
        if named := os.environ.get(MISSES):
            _note_miss(named, self.py_func, arguments)
        return compiled(*arguments)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @property
    def _numba_type_(self) -> Any:
        return self.compiled._numba_type_

    @property
    def targetoptions(self) -> Any:
        """Numba's options, which numba reads to inline the function."""
        return self.compiled.targetoptions

    @property
    def signatures(self) -> Any:
        """The argument types for which numba has compiled the function in this process."""
        return self.compiled.signatures if "compiled" in self.__dict__ else []


def dispatcher_of(kernel: Any, make: bool = False) -> Any:
    """Return numba's function for a kernel, or None if there is none yet in this process.

    Args:
        kernel: a kernel, or any other value, which is returned as it is.
        make: make numba's function if there is none yet; it compiles nothing before it is called.
    """
    module = built()
    if module is not None and isinstance(kernel, module.Entry):
        kernel = kernel.fallback
    if not isinstance(kernel, Deferred):
        return kernel
    return kernel.compiled if make else kernel.__dict__.get("compiled")


class _DeferredInstruction:
    """An instruction that only kernels call; numba takes it for the intrinsic that it names."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    @cached_property
    def _numba_type_(self) -> Any:
        intrinsic = getattr(_numba(self._module), self._name)
        context = _numba("numba.core.registry").cpu_target.typing_context
        context.refresh()  # it may have been loaded before the intrinsic was
        return context.resolve_value_type(intrinsic)


_noted: set[str] = set()


def _note_miss(file: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Append a call to the file of misses."""
    from numba import typeof

    from handsight.kernels.signatures import write_types

    types = write_types(tuple(map(typeof, arguments)))
    line = f"{function.__module__} {function.__name__} {types}\n"
    if line not in _noted:
        _noted.add(line)
        with Path(file).open("a", encoding="utf-8", newline="\n") as misses:
            misses.write(line)


def kernel(function: Function) -> Function:
    """Make a kernel: machine code, built ahead or compiled when it is needed, without the GIL."""
    module = built()
    if module is None:
        return cast("Function", _numba("handsight.kernels.compiler").kernel(function))
    deferred = Deferred(function, "kernel")
    entry = module.entry(f"{function.__module__} {function.__qualname__}", deferred)
    return cast("Function", entry or deferred)


def inlined(function: Callable[..., Any]) -> Any:
    """Inline a short function into kernels, so that LLVM can vectorise their loops."""
    return _for_kernels(function, "inlined")


def piece(function: Callable[..., Any]) -> Any:
    """Make a function that only kernels call.

    It has no Python wrappers, which would double the time to compile it.
    """
    return _for_kernels(function, "piece")


def walk_piece(function: Callable[..., Any]) -> Any:
    """Make a function like those of `piece` that creates no arrays, only views of arrays.

    It does not count the references to arrays. Threads that count the same references wait for each
    other, and even one thread of a walk would spend a tenth of its time on it. The caller keeps the
    arrays alive.
    """
    return _for_kernels(function, "walk_piece")


def _for_kernels(function: Callable[..., Any], how: str) -> Any:
    if built() is None:
        return getattr(_numba("handsight.kernels.compiler"), how)(function)
    return Deferred(function, how)


def instruction(module: str, name: str, in_python: Callable[..., Any]) -> Any:
    """Make a function for an instruction, which only kernels call.

    Args:
        module: the module that defines numba's intrinsic.
        name: the name of the intrinsic.
        in_python: the equivalent in plain Python, which runs if numba's compiler is switched off.
    """
    if built() is not None:
        return _DeferredInstruction(module, name)
    return in_python if without_compiler() else getattr(_numba(module), name)


_INSTRUCTIONS = "handsight.kernels.instructions"


def _count_bits16(value: Any) -> np.uint16:
    import numpy as np

    return np.uint16(int(value).bit_count())


def _count_bits64(value: Any) -> np.uint64:
    import numpy as np

    return np.uint64(int(value).bit_count())


popcount16: Callable[[Any], np.uint16] = instruction(_INSTRUCTIONS, "popcount16", _count_bits16)
"""Return the number of set bits in a 16-bit integer, as uint16."""

popcount64: Callable[[Any], np.uint64] = instruction(_INSTRUCTIONS, "popcount64", _count_bits64)
"""Return the number of set bits in a 64-bit integer, as uint64."""

pick: Callable[[bool | np.bool_, np.uint16, np.uint16], np.uint16] = instruction(
    _INSTRUCTIONS, "pick", lambda condition, one, other: one if condition else other
)
"""Return the first of two 16-bit lanes if a condition holds, else the second.

The result is the same as that of ``one if condition else other``, but numba splits this expression
into three blocks, and the time to inline a function grows with the square of its number of blocks.
"""

fetch_ahead: Callable[[Any, Any], None] = instruction(
    _INSTRUCTIONS, "fetch_ahead", lambda array, place: None
)
"""Tell the processor that an array item will be read soon; its index can be beyond the end."""


def _adding(lock: Any) -> Callable[[Any, Int, Int], int]:
    def added(array: Any, place: Int, number: Int) -> int:
        with lock:
            before = int(array[place])
            array[place] += number
            return before

    return added


add_number: Callable[[Any, Int, Int], int] = instruction(
    _INSTRUCTIONS, "add_number", _adding(Lock())
)
"""Add a number to an item of an int64 array atomically, and return the item's old value.

What a thread wrote before is visible to threads that see the new value.
"""

read_number: Callable[[Any, Int], int] = instruction(
    _INSTRUCTIONS, "read_number", lambda array, place: int(array[place])
)
"""Return an item of an int64 array that other threads change with `add_number`."""
