"""Work in chunks, on an executor or in this thread, with the results in chunk order.

A chunk is a call of a picklable function, so threads, processes and external executors (a
cluster's) all work. The result of a chunk depends on the chunk alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the amount done and the total."""

Argument = TypeVar("Argument")
Result = TypeVar("Result")

IN_FLIGHT = 16
"""Chunks submitted at once to an executor with few workers; with many, two for each worker."""


def map_chunks(
    function: Callable[[Argument], Result],
    chunks: Iterable[Argument],
    executor: Executor | None = None,
) -> Iterator[Result]:
    """Call a function on each chunk and yield the results in the order of the chunks.

    An executor holds only a bounded number of chunks at once, so the chunks may be endless and the
    reader may stop early. Chunks that are pending then are cancelled or ignored.

    Args:
        function: picklable, if the executor needs it.
        executor: any `concurrent.futures.Executor`; None runs the chunks here, one by one.
    """
    if executor is None:
        yield from map(function, chunks)
        return
    waiting: deque[Future[Result]] = deque()
    try:
        for chunk in chunks:
            waiting.append(executor.submit(function, chunk))
            # Always the oldest, whichever is done: results keep the order of the chunks.
            if len(waiting) >= max(IN_FLIGHT, 2 * getattr(executor, "_max_workers", 0)):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
