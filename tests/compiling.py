"""Workers of one run compile each kernel and each test file once: who needs one waits for it.

Numba looks into the cache before it compiles, and pytest before it rewrites the asserts of a file,
but two workers that begin at once both find nothing there, and spend the same seconds on the same
work.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

try:
    import fcntl
except ImportError:  # this system has no such locks; the same work may be done twice
    fcntl = None  # type: ignore[assignment]

PATIENCE = 120.0
"""Seconds after which a worker goes to work all the same. Threads of two workers could wait for
each other in a circle."""


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Do what stands inside while no other process does what has the same name.

    Args:
        folder: for the files that are locked.
    """
    if fcntl is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    # A lock of the process: one that holds it may take it again, for another signature.
    with (folder / f"{name}.lock").open("wb") as file:
        end = time.monotonic() + PATIENCE
        pause = 0.001
        while time.monotonic() < end:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(pause)
                pause = min(2 * pause, 0.05)
        yield


def compile_once(folder: Path) -> None:
    """Let processes that share a cache compile a kernel one after the other.

    Args:
        folder: for the files that they lock.
    """
    compiled = Dispatcher.compile

    def compile_alone(dispatcher: Any, signature: Any) -> Any:
        function = dispatcher.py_func
        with alone(folder, f"{function.__module__}.{function.__name__}"):
            return compiled(dispatcher, signature)

    Dispatcher.compile = compile_alone
