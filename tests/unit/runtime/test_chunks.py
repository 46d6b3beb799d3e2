"""Work in chunks."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count, islice
from time import sleep
from typing import Any

import pytest

from handsight.runtime.chunks import IN_FLIGHT, map_chunks


class Lazy(Executor):
    """Runs nothing until its result is asked for, and remembers what was submitted."""

    def __init__(self) -> None:
        self.futures: list[LazyFuture] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(LazyFuture(fn, args))
        return self.futures[-1]

    def ran(self) -> int:
        return sum(future.done() and not future.cancelled() for future in self.futures)


class LazyFuture(Future[Any]):
    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self.work = (function, arguments)

    def result(self, timeout: float | None = None) -> Any:
        function, arguments = self.work
        self.set_result(function(*arguments))
        return super().result(timeout)


def negated(number: int) -> int:
    return -number


def slower_when_early(number: int) -> int:
    sleep(0.01 / (1 + number))
    return number


def failing_at_three(number: int) -> int:
    if number == 3:
        raise ArithmeticError("chunk 3")
    return number


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def test_without_an_executor_each_chunk_runs_when_it_is_asked_for() -> None:
    seen: list[int] = []
    results = map_chunks(seen.append, count())
    assert seen == []
    next(results)
    assert seen == [0]


@pytest.mark.parametrize("chunks", [0, 1, IN_FLIGHT - 1, IN_FLIGHT, IN_FLIGHT + 1, 100])
def test_results_come_in_the_order_of_the_chunks(chunks: int, threads: ThreadPoolExecutor) -> None:
    expected = list(range(chunks))
    assert list(map_chunks(slower_when_early, range(chunks))) == expected
    assert list(map_chunks(slower_when_early, range(chunks), threads)) == expected
    assert list(map_chunks(slower_when_early, range(chunks), Lazy())) == expected


def test_a_bounded_number_of_chunks_is_under_way_even_of_an_endless_series() -> None:
    executor = Lazy()
    results = map_chunks(negated, count(), executor)
    for number in range(50):
        assert next(results) == -number
        assert len(executor.futures) - executor.ran() < IN_FLIGHT


def test_stopping_early_cancels_what_has_not_begun() -> None:
    executor = Lazy()
    results = map_chunks(negated, count(), executor)
    assert list(islice(results, 3)) == [0, -1, -2]
    results.close()
    assert executor.ran() == 3
    assert all(future.cancelled() for future in executor.futures[3:])


def test_stopping_early_lets_threads_end(threads: ThreadPoolExecutor) -> None:
    results = map_chunks(negated, count(), threads)
    assert list(islice(results, 3)) == [0, -1, -2]
    results.close()
    assert threads.submit(negated, 1).result() == -1


@pytest.mark.parametrize("parallel", [False, True])
def test_the_error_of_a_chunk_comes_at_its_place(
    parallel: bool, threads: ThreadPoolExecutor
) -> None:
    results = map_chunks(failing_at_three, range(10), threads if parallel else None)
    assert list(islice(results, 3)) == [0, 1, 2]
    with pytest.raises(ArithmeticError, match="chunk 3"):
        next(results)


def test_an_error_cancels_the_rest() -> None:
    executor = Lazy()
    with pytest.raises(ArithmeticError):
        list(map_chunks(failing_at_three, count(), executor))
    assert all(future.cancelled() for future in executor.futures[4:])
