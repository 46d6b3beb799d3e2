"""Workers of one run compile each kernel once: who needs one that another compiles waits for it.

Numba looks into the cache before it compiles, but two workers that begin at once both find nothing
there, and spend the same seconds on the same kernel.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

PATIENCE = 120.0
"""Seconds after which a worker compiles all the same. Threads of two workers could wait for each
other in a circle."""


def compile_once(folder: Path) -> None:
    """Let processes that share a cache compile a kernel one after the other.

    Args:
        folder: for the files that they lock.
    """
    try:
        import fcntl
    except ImportError:  # this system has no such locks; kernels may be compiled twice
        return
    compiled = Dispatcher.compile

    @contextmanager
    def alone(name: str) -> Iterator[None]:
        folder.mkdir(parents=True, exist_ok=True)
        # A lock of the process: one that holds it may take it again, for another signature.
        with (folder / f"{name}.lock").open("wb") as file:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except OSError:
                    time.sleep(0.05)
            yield

    def compile_alone(dispatcher: Any, signature: Any) -> Any:
        function = dispatcher.py_func
        with alone(f"{function.__module__}.{function.__name__}"):
            return compiled(dispatcher, signature)

    Dispatcher.compile = compile_alone
