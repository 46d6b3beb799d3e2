"""Listeners that are called before a kernel is compiled, which takes seconds.

The command line registers a listener before numba is imported. Numba reports a compilation later,
when a kernel is called that is not in its cache; the report goes to the listeners in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Within the block, call a function with each kernel's name before a thread compiles it."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_compilation(kernel: str) -> None:
    """Call all listeners with the name of a kernel that is about to be compiled."""
    for listener in tuple(_listeners):
        listener(kernel)
