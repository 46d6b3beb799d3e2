"""Objects that the server keeps between requests, such as reviews, for a limited time."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock, Timer
from time import monotonic
from typing import Generic, Protocol, TypeVar

from handsight.errors import InputError
from handsight.web.jobs import TooManyError

IDLE_SECONDS = 3600.0
SWEEP_SECONDS = 60.0


class Shelved(Protocol):
    """Something that a shelf can keep."""

    @property
    def is_busy(self) -> bool:
        """Whether work on it is in progress, so that it must not be dropped."""

    def close(self) -> None:
        """End all work on it; called once, when it is dropped."""


class Sweeper:
    """A timer that calls a function once, so that idle objects are dropped without a request.

    Args:
        sweep: the function. It calls `later` again if something is still kept.
        idle: seconds after which an object counts as idle.
    """

    def __init__(self, sweep: Callable[[], None], idle: float) -> None:
        self._sweep, self._seconds = sweep, min(SWEEP_SECONDS, idle)
        self._timer: Timer | None = None

    def later(self) -> None:
        """Start the timer, unless it is running."""
        if self._timer is None:
            self._timer = Timer(self._seconds, self._begin)
            self._timer.daemon = True
            self._timer.start()

    def cancel(self) -> None:
        """Stop the timer for good."""
        if self._timer is not None:
            self._timer.cancel()

    def _begin(self) -> None:
        self._timer = None
        self._sweep()


Kept = TypeVar("Kept", bound=Shelved)


class Shelf(Generic[Kept]):
    """A collection of objects by unguessable keys; it drops idle ones.

    If it is full, it drops the least recently used object that is not busy.

    Args:
        most: the maximum number of objects.
        gone: the error message for an unknown key.
        idle: seconds without use after which an object that is not busy is dropped.
    """

    def __init__(self, most: int, gone: str, idle: float = IDLE_SECONDS) -> None:
        self._most, self._gone, self._idle = most, gone, idle
        self._kept: dict[str, Kept] = {}
        self._used: dict[str, float] = {}
        self._lock = Lock()
        self._sweeper = Sweeper(self._sweep, idle)

    def add(self, make: Callable[[], Kept]) -> str:
        """Keep a new object, and return its key.

        Args:
            make: creates the object, once there is room for it.

        Raises:
            TooManyError: if there is no room because all objects are busy.
        """
        with self._lock:
            dropped = self._drop_idle()
            while len(self._kept) >= self._most:
                idle = [key for key, kept in self._kept.items() if not kept.is_busy]
                if not idle:
                    raise TooManyError(f"{len(self._kept)} of these are in use; ask again later")
                dropped.append(self._drop(min(idle, key=self._used.__getitem__)))
            key = secrets.token_urlsafe(12)
            self._kept[key], self._used[key] = make(), monotonic()
            self._sweeper.later()
        _close(dropped)
        return key

    def get(self, key: str) -> Kept:
        """Return the object with a key; this counts as a use of it.

        Raises:
            InputError: if no object has this key, or if it has been dropped.
        """
        with self._lock:
            if key not in self._kept:
                raise InputError(self._gone)
            self._used[key] = monotonic()
            return self._kept[key]

    def close(self) -> None:
        """Drop everything."""
        with self._lock:
            dropped = [self._drop(key) for key in [*self._kept]]
            self._sweeper.cancel()
        _close(dropped)

    def _drop(self, key: str) -> Kept:
        del self._used[key]
        return self._kept.pop(key)

    def _drop_idle(self) -> list[Kept]:
        oldest = monotonic() - self._idle
        old = [key for key, used in self._used.items() if used < oldest]
        return [self._drop(key) for key in old if not self._kept[key].is_busy]

    def _sweep(self) -> None:
        with self._lock:
            dropped = self._drop_idle()
            if self._kept:
                self._sweeper.later()
        _close(dropped)


def _close(dropped: list[Kept]) -> None:
    for each in dropped:
        each.close()
