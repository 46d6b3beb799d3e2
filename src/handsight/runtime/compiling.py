"""Listeners that are called before numba compiles a kernel, which takes seconds.

The command line registers a listener before numba is imported. Numba compiles a kernel later, when
the kernel is called and is not in numba's cache; the compilation is then reported to the listeners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Within the block, call a function with each kernel's name before the kernel is compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_compilation(kernel: str) -> None:
    """Call all listeners with the name of a kernel that is about to be compiled."""
    for listener in tuple(_listeners):
        listener(kernel)
