"""Listeners that are called when a kernel is about to be compiled, which takes seconds.

The command line registers a listener before numba is imported. numba reports only when one of our
kernels is called that is not in the cache. The list in this module connects the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the kernel's name at each compilation in the block, from any thread."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_compilation(kernel: str) -> None:
    """Call all listeners with the name of a kernel that is about to be compiled."""
    for listener in tuple(_listeners):
        listener(kernel)
