"""Compiled kernels of a leg: the process that plays a match can load kernels but not save them.

Code written to the folder of compiled kernels would run in the arena, so a leg cannot write to the
folder, and compiles missing kernels anew. For bots that rehearse, the server, which runs only
handsight's own code, compiles the kernels once and keeps them. The leg of the rehearsal lists the
kernels and their argument types, and the server checks this list strictly.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from handsight.runtime.tables import tables_folder

MOST = 500
"""The maximum number of entries that are read from a bot's list of kernels, including its first
entry, the word ``numba``."""

_NAME = re.compile(
    r"(handsight\.(?:kernels|ranking)\.[a-z_0-9.]{1,80}) ([a-z_0-9]{1,80}) (\S{1,500})"
)
_WHOLE = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
_SCALARS = ("bool", "none", "float32", "float64", *_WHOLE)
_TOKEN = re.compile(r"[(),]|[a-z0-9]+(?:\[[0-9][CFA][rw]\])?")
_ARRAY = re.compile(r"([a-z0-9]+)\[([0-9])([CFA])([rw])\]")


# --- in a leg -------------------------------------------------------------------------------------


def kernels_folder() -> Path:
    """Return the folder of compiled kernels without importing numba.

    Example:
        >>> from handsight.kernels.jit import cache_folder
        >>> cache_folder().is_relative_to(kernels_folder())
        True
    """
    named = None if os.environ.get("HANDSIGHT_CACHE_DIR") else os.environ.get("NUMBA_CACHE_DIR")
    return Path(named or tables_folder().parent) / "kernels"


def kernels_in_use() -> str:
    """Return the kernels that this process has loaded or compiled, with their signatures.

    Returns:
        The word ``numba`` and the kernels, separated by semicolons; empty if numba is not imported.
    """
    if "numba" not in sys.modules:
        return ""
    return ";".join(["numba", *_lines_in_use()])


def _lines_in_use() -> Iterator[str]:
    for name, module in sorted(sys.modules.items()):
        if name.startswith(("handsight.kernels.", "handsight.ranking.")):
            for key, kernel in list(vars(module).items()):
                if _is_kernel(kernel, name):
                    for types in kernel.signatures:
                        written = _write_types(types)
                        if written:
                            yield f"{name} {key} {written}"


def _is_kernel(value: Any, module: str) -> bool:
    from numba.core.caching import FunctionCache
    from numba.core.registry import CPUDispatcher

    return (
        isinstance(value, CPUDispatcher)
        and value.py_func.__module__ == module
        and isinstance(value._cache, FunctionCache)
    )


def _write_types(types: tuple[Any, ...]) -> str:
    """Format types as text, or return an empty string if `_read_types` does not know a type."""
    parts = [_write_type(each) for each in types]
    return f"({','.join(parts)})" if all(parts) else ""


def _write_type(kind: Any) -> str:
    from numba import types

    if isinstance(kind, types.Array):
        mode = "w" if kind.mutable else "r"
        item = str(kind.dtype)
        known = item in _SCALARS and kind.aligned and kind.ndim < 10
        return f"{item}[{kind.ndim}{kind.layout}{mode}]" if known else ""
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return _write_types(tuple(kind.types))
    return str(kind) if str(kind) in _SCALARS else ""


# --- in the server --------------------------------------------------------------------------------


def load_kernels(listed: str) -> int:
    """Load kernels that a leg has used, compiling those that are not compiled yet.

    Args:
        listed: the result of `kernels_in_use`, or any text that a bot has written in its place.

    Returns:
        The number of kernels loaded.
    """
    if not listed:
        return 0
    import numba  # noqa: F401  # imported here, so that legs inherit it

    done = 0
    for line in listed.split(";")[:MOST]:
        name = _NAME.fullmatch(line)
        types = _read_types(name[3]) if name else None
        if name and types is not None and _load(name[1], name[2], types):
            done += 1
    return done


def _load(module: str, key: str, types: tuple[Any, ...]) -> bool:
    from numba.core.errors import NumbaError

    try:
        kernel: Any = getattr(import_module(module), key, None)
        if not _is_kernel(kernel, module):
            return False
        kernel.compile(types)
    except (ImportError, NumbaError, OSError):
        return False
    return True


def _read_types(text: str) -> tuple[Any, ...] | None:
    """Parse types; return None if the text does not have the format of `_write_types`."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text or text[:1] != "(":
        return None
    stack: list[list[Any]] = [[]]
    from numba import types

    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2:
                return None
            inside = stack.pop()
            stack[-1].append(types.Tuple(inside) if len(stack) > 1 else tuple(inside))
        elif token != ",":
            kind = _type(token)
            if kind is None:
                return None
            stack[-1].append(kind)
    whole = len(stack) == 1 and len(stack[0]) == 1 and isinstance(stack[0][0], tuple)
    return stack[0][0] if whole else None


def _type(token: str) -> Any:
    from numba import types

    array = _ARRAY.fullmatch(token)
    item = array[1] if array else token
    if item not in _SCALARS:
        return None
    kind = types.boolean if item == "bool" else getattr(types, item)
    if array is None:
        return kind
    return types.Array(kind, int(array[2]), array[3], readonly=array[4] == "r")
