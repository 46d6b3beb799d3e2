"""Objects that the server keeps between requests, such as reviews, for a limited time."""

from __future__ import annotations

import secrets
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


Kept = TypeVar("Kept", bound=Shelved)


class Shelf(Generic[Kept]):
    """A collection of objects by unguessable keys; it drops idle ones.

    If it is full, it drops the least recently used object that is not busy. Subclasses can also
    limit the memory of all objects, by `most_bytes` and `bytes_of`.

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
        self._timer: Timer | None = None

    def add(self, new: Kept, beside: Kept | None = None) -> str:
        """Keep a new object, and return its key.

        Args:
            new: the object.
            beside: an object that must not be dropped to make room; None for none.

        Raises:
            TooManyError: if there is no room because all other objects are busy.
        """
        most = self.most_bytes
        while True:
            with self._lock:
                dropped = self._drop_idle()
                if not dropped and not self._is_full(new, most):
                    return self._put(new)
                if not dropped:
                    dropped = [self._drop(self._least_used(beside, most))]
            _close(dropped)

    def get(self, key: str) -> Kept:
        """Return the object with a key; this counts as a use of it.

        Raises:
            InputError: if no object has this key, or if it has been dropped.
        """
        with self._lock:
            dropped = self._drop_idle()
            found = self._kept.get(key)
            if found is not None:
                self._used[key] = monotonic()
        _close(dropped)
        if found is None:
            raise InputError(self._gone)
        return found

    def replace(self, key: str, new: Kept) -> str:
        """Keep a new object in place of another one, and return its key.

        The other object is not closed, because the new one goes on with it.

        Args:
            key: the key of the other object; it may have been dropped.
            new: the object, which takes as much room.
        """
        with self._lock:
            if key in self._kept:
                self._drop(key)
            return self._put(new)

    def remove(self, key: str) -> None:
        """Drop an object, busy or not, if it is still there."""
        with self._lock:
            dropped = [self._drop(key)] if key in self._kept else []
        _close(dropped)

    @property
    def most_bytes(self) -> int | None:
        """The memory in bytes that all objects may take together; None for any amount."""
        return None

    def bytes_of(self, kept: Kept) -> int:
        """Return the memory in bytes of an object; it matters if `most_bytes` is a number."""
        return 0

    def refusal(self, beside: Kept | None, most: int | None) -> str:
        """Return the error message if there is no room for a new object.

        Args:
            beside: an object that must not be dropped; None for none.
            most: the value of `most_bytes`.
        """
        return f"{len(self._kept)} of these are in use; ask again later"

    def close(self) -> None:
        """Drop everything."""
        with self._lock:
            dropped = [self._drop(key) for key in [*self._kept]]
            if self._timer is not None:
                self._timer.cancel()
        _close(dropped)

    def _is_full(self, new: Kept, most: int | None) -> bool:
        """Check whether there is no room for a new object."""
        is_large = most is not None and self._bytes() + self.bytes_of(new) > most
        return is_large or len(self._kept) >= self._most

    def _bytes(self) -> int:
        """Return the memory in bytes of all objects together."""
        return sum(self.bytes_of(each) for each in [*self._kept.values()])

    def _least_used(self, beside: Kept | None, most: int | None) -> str:
        """Return the key of the object to drop for a new one; raise TooManyError if none may go."""
        idle = [key for key, kept in self._kept.items() if not kept.is_busy and kept is not beside]
        if not idle:
            raise TooManyError(self.refusal(beside, most))
        return min(idle, key=self._used.__getitem__)

    def _put(self, new: Kept) -> str:
        key = secrets.token_urlsafe(12)
        self._kept[key], self._used[key] = new, monotonic()
        self._sweep_later()
        return key

    def _drop(self, key: str) -> Kept:
        del self._used[key]
        return self._kept.pop(key)

    def _drop_idle(self) -> list[Kept]:
        oldest = monotonic() - self._idle
        old = [key for key, used in self._used.items() if used < oldest]
        return [self._drop(key) for key in old if not self._kept[key].is_busy]

    def _sweep_later(self) -> None:
        if self._timer is None and self._kept:
            self._timer = Timer(min(SWEEP_SECONDS, self._idle), self._sweep)
            self._timer.daemon = True
            self._timer.start()

    def _sweep(self) -> None:
        with self._lock:
            self._timer = None
            dropped = self._drop_idle()
            self._sweep_later()
        _close(dropped)


def _close(dropped: list[Kept]) -> None:
    for each in dropped:
        each.close()
