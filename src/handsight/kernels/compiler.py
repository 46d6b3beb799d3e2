"""Numba's compiler for kernels, and the folder that caches their machine code.

Only `handsight.kernels.jit` imports this module, when a kernel has to be compiled at run time.

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
from typing import TYPE_CHECKING, Any

import numba
from numba.core import event

from handsight.kernels.keeping import KernelCache
from handsight.runtime.compiling import report_compilation

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function on its first call, cache its machine code, and run it without the GIL."""
    compiled = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        with _caching_in(cache_folder()):
            compiled._cache = KernelCache(function)  # numba's enable_caching sets it the same way
    return compiled


inlined = numba.njit(inline="always")
piece = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
walk_piece = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
