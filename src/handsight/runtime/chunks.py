"""A function that processes chunks of work, on an executor or in this thread.

If the function that processes a chunk can be pickled, the executor can use processes or a cluster,
not only threads. The result of a chunk depends on the chunk alone, and results keep the order of
the chunks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Progress: TypeAlias = Callable[[int, int], None]
"""A function that is called with the amount of work done and the total amount of work."""

Argument = TypeVar("Argument")
Result = TypeVar("Result")

IN_FLIGHT = 16
"""The maximum number of pending chunks on an executor with up to eight workers; with more workers,
the maximum is two chunks per worker."""


def map_chunks(
    function: Callable[[Argument], Result],
    chunks: Iterable[Argument],
    executor: Executor | None = None,
) -> Iterator[Result]:
    """Call a function on each chunk and yield the results in the order of the chunks.

    The executor holds a limited number of chunks at a time, so the iterable of chunks can be
    infinite, and you can stop reading results early. Chunks that are pending when you stop are
    cancelled, or their results are ignored.

    Args:
        function: called with each chunk; it must be picklable if the executor pickles its work.
        chunks: the chunks, which must be picklable too in that case.
        executor: any `concurrent.futures.Executor`; None processes the chunks in this thread.
    """
    if executor is None:
        yield from map(function, chunks)
        return
    waiting: deque[Future[Result]] = deque()
    try:
        for chunk in chunks:
            waiting.append(executor.submit(function, chunk))
            # Always wait for the oldest chunk, because results keep the order of the chunks.
            if len(waiting) >= max(IN_FLIGHT, 2 * getattr(executor, "_max_workers", 0)):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
