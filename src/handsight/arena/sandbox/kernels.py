"""Compiled kernels of a leg: the process that plays a match can load kernels but not save them.

Code written to the folder of compiled kernels would run in the arena, so a leg cannot write to the
folder, and compiles missing kernels every time. For bots that rehearse, the server, which runs only
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


# --- in a leg -------------------------------------------------------------------------------------


def kernels_folder() -> Path:
    """Return the folder of compiled kernels without importing numba.

    Example:
        >>> from handsight.kernels.compiler import cache_folder
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
    from handsight.kernels.jit import dispatcher_of
    from handsight.kernels.signatures import write_types

    for name, module in sorted(sys.modules.items()):
        if name.startswith(("handsight.kernels.", "handsight.ranking.")):
            for key, kernel in list(vars(module).items()):
                compiled = dispatcher_of(kernel)
                if _is_kernel(compiled, name):
                    for types in compiled.signatures:
                        written = write_types(types)
                        if written and ":" not in written:  # a class would have to be imported
                            yield f"{name} {key} {written}"


def _is_kernel(value: Any, module: str) -> bool:
    from numba.core.caching import FunctionCache
    from numba.core.registry import CPUDispatcher

    return (
        isinstance(value, CPUDispatcher)
        and value.py_func.__module__ == module
        and isinstance(value._cache, FunctionCache)
    )


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
    try:
        import numba  # noqa: F401  # imported here, so that legs inherit it
    except ImportError:  # the bot has written what it cannot have used
        return 0
    from handsight.kernels.signatures import read_types

    done = 0
    for line in listed.split(";")[:MOST]:
        name = _NAME.fullmatch(line)
        types = read_types(name[3]) if name else None
        if name and types is not None and _load(name[1], name[2], types):
            done += 1
    return done


def _load(module: str, key: str, types: tuple[Any, ...]) -> bool:
    from numba.core.errors import NumbaError

    from handsight.kernels.jit import dispatcher_of

    try:
        kernel: Any = getattr(import_module(module), key, None)
        compiled = dispatcher_of(kernel, make=True)
        if not _is_kernel(compiled, module):
            return False
        compiled.compile(types)
    except (ImportError, NumbaError, OSError):
        return False
    return True
