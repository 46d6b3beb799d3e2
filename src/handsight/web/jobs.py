"""Heavy requests: their number is limited, and each can be stopped and can report progress."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic
from traceback import clear_frames
from typing import Any

from handsight.errors import HandsightError

WORKERS = max(1, (os.cpu_count() or 1) - 1) if (os.cpu_count() or 1) < 4 else 3
"""The default number of heavy requests that run at once, at most 3. It leaves a core for light
requests, if there is more than one."""
MOST_HEAVY = 16
"""The default maximum number of heavy requests that run or wait; any more are refused."""


class StoppedError(HandsightError):
    """A job must end, because it was stopped or its time limit has passed.

    A job is stopped if its client disconnects, or if the server closes.
    """


class TooManyError(HandsightError):
    """A limit, such as on heavy requests, tables or solutions, has already been reached."""


class Job:
    """A request that is being answered; the answering function checks whether it must stop.

    Args:
        seconds: time limit for the answer, in seconds.
        listener: callable that receives each update; None if nobody listens.
    """

    def __init__(self, seconds: float, listener: Callable[[Any], None] | None = None) -> None:
        self._ended = Event()
        self._until = monotonic() + seconds
        self._seconds = seconds
        self._listener = listener

    def stop(self) -> None:
        """Make the answering function stop at its next step."""
        self._ended.set()

    def check(self) -> None:
        """Check that the job may go on.

        Raises:
            StoppedError: if the job has been stopped, or its time limit has passed.
        """
        if self._ended.is_set():
            raise StoppedError("the request was stopped")
        if monotonic() > self._until:
            raise StoppedError(f"this takes longer than the {self._seconds:.0f} seconds allowed")

    def wait(self, seconds: float) -> None:
        """Wait for the given time, or until the job is stopped or its time limit passes.

        Raises:
            StoppedError: if `check` raises it.
        """
        self._ended.wait(max(0.0, min(seconds, self._until - monotonic())))
        self.check()

    def report(self, done: int, total: int) -> None:
        """Send the number of steps done and the total number of steps to the listener.

        Raises:
            StoppedError: if `check` raises it.
        """
        self.check()
        self.send({"done": int(done), "total": int(total)})

    def send(self, update: Any) -> None:
        """Send an update, which must be JSON-compatible, to the listener, if there is one."""
        if self._listener is not None:
            self._listener(update)


class StoppableExecutor(Executor):
    """An executor that runs each piece of a job immediately, in the job's own thread.

    Its purpose is to let the job stop between two pieces.
    """

    def __init__(self, job: Job) -> None:
        self._job = job

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a piece of the job, and return a future that is already done.

        Raises:
            StoppedError: if the job has been stopped, or its time limit has passed.
        """
        self._job.check()
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class HeavyPool:
    """Threads for heavy requests, with a limit on the number of requests that run or wait.

    Args:
        workers: number of threads.
        most: maximum number of requests that run or wait.
    """

    def __init__(self, workers: int = WORKERS, most: int = MOST_HEAVY) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="heavy")
        self._most = most
        self._count = 0
        self._lock = Lock()
        self._jobs: set[Job] = set()

    def start(self, job: Job, answer: Callable[[], Any]) -> Future[Any]:
        """Start answering a request, or queue it.

        Args:
            job: the request as a job, which can be stopped.
            answer: callable that computes the answer.

        Returns:
            A future of the answer, or of the error that `answer` raises. The error is a
            `StoppedError` if the job is stopped, or its time limit passes, before `answer` is
            called. The future is cancelled if the pool is closed while the request is waiting.

        Raises:
            TooManyError: if the maximum number of requests is already running or waiting.
        """
        with self._lock:
            if self._count >= self._most:
                raise TooManyError(
                    f"{self._most} heavy requests are running or waiting; ask again in a moment"
                )
            self._count += 1
            self._jobs.add(job)

        def run() -> Any:
            job.check()  # the client can have left during the wait
            try:
                return answer()
            except Exception as error:
                # The future keeps the error, whose frames can hold trees of hundreds of megabytes.
                clear_frames(error.__traceback__)
                raise

        future = self._threads.submit(run)
        future.add_done_callback(lambda _: self._end(job))
        return future

    def _end(self, job: Job) -> None:
        with self._lock:
            self._count -= 1
            self._jobs.discard(job)

    def close(self) -> None:
        """Stop all requests, and accept no more."""
        with self._lock:
            running = [*self._jobs]
        for job in running:
            job.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
