"""Who is told when a kernel is about to be compiled, which takes seconds.

The command line listens before numba is imported, and numba reports only once a kernel of ours is
called that the cache does not hold. This list is where the two meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Call a function at the beginning of each compilation, until the block ends.

    Args:
        listener: takes the name of the kernel; it may be called from any thread.

    Example:
        >>> names = []
        >>> with listening(names.append):
        ...     report_compilation("count_outcomes")
        >>> report_compilation("count_winners")
        >>> names
        ['count_outcomes']
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_compilation(kernel: str) -> None:
    """Tell all listeners that a kernel is about to be compiled."""
    for listener in tuple(_listeners):
        listener(kernel)
