"""Heavy requests: their number is limited, and each can be stopped and reports progress."""

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
"""Number of heavy requests that run at once; this leaves a core for light requests."""
MOST_HEAVY = 16
"""Maximum number of heavy requests that run or wait; further ones are refused."""


class StoppedError(HandsightError):
    """The job must end: the client has left, or the time limit has passed."""


class TooManyError(HandsightError):
    """The maximum number of heavy requests is already running or waiting."""


class Job:
    """A request that is being answered; the answering function checks it for a stop.

    Attributes:
        report: callable that receives the number of steps done, and of all steps; it raises
            `StoppedError` once nobody waits for the answer.
    """

    def __init__(self, seconds: float, listener: Callable[[Any], None] | None = None) -> None:
        self._ended = Event()
        self._until = monotonic() + seconds
        self._seconds = seconds
        self._listener = listener

    def stop(self) -> None:
        """Make the answering function end at its next step."""
        self._ended.set()

    def check(self) -> None:
        """Check that somebody still waits for the answer.

        Raises:
            StoppedError: if the client has left, or the time limit has passed.
        """
        if self._ended.is_set():
            raise StoppedError("the request was stopped")
        if monotonic() > self._until:
            raise StoppedError(f"this takes longer than the {self._seconds:.0f} seconds allowed")

    def wait(self, seconds: float) -> None:
        """Wait for the given time, or until the job is stopped or its time limit passes.

        Raises:
            StoppedError: whenever `check` raises it.
        """
        self._ended.wait(max(0.0, min(seconds, self._until - monotonic())))
        self.check()

    def report(self, done: int, total: int) -> None:
        """Report the progress of the answer."""
        self.check()
        self.send({"done": int(done), "total": int(total)})

    def send(self, update: Any) -> None:
        """Send a partial answer to the listener, if there is one, as JSON-compatible data."""
        if self._listener is not None:
            self._listener(update)


class StoppableExecutor(Executor):
    """An executor that runs each piece of a job at once in the job's thread, unless stopped.

    The job already has its own thread; submitting pieces only adds points at which it can end.
    """

    def __init__(self, job: Job) -> None:
        self._job = job

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a piece of the job."""
        self._job.check()
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class HeavyPool:
    """Threads for heavy requests, with a limit on how many run or wait."""

    def __init__(self, workers: int = WORKERS, most: int = MOST_HEAVY) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="heavy")
        self._most = most
        self._count = 0
        self._lock = Lock()
        self._jobs: set[Job] = set()

    def start(self, job: Job, answer: Callable[[], Any]) -> Future[Any]:
        """Start answering a request, or queue it.

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
            job.check()  # the client may have left while this waited
            try:
                return answer()
            except Exception as error:
                # The future keeps the error, whose frames hold trees of hundreds of megabytes.
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
        """Stop all requests, and start no more."""
        with self._lock:
            running = [*self._jobs]
        for job in running:
            job.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
