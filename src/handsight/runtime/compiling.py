"""Listeners that are called before numba compiles a kernel, which takes seconds; and a notice.

The command line registers a listener before numba is imported. Numba compiles a kernel later, when
the kernel is called and is not in numba's cache; the compilation is then reported to the listeners.

In a Python program, nobody listens. If compiling takes more than a second there, a notice appears
on standard error, once, provided that a person can see it: on a terminal or in a notebook. The
environment variable ``HANDSIGHT_COMPILE_NOTICE=0`` and `show_notice` switch it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Timer
from time import monotonic
from typing import Any

LONG = 1.0
"""The seconds of compiling after which the notice appears."""

NOTICE = (
    "handsight: compiling kernels, once for this machine; the command `handsight warmup` compiles "
    "all ahead"
)
SWITCH = "HANDSIGHT_COMPILE_NOTICE"
"""The environment variable that switches the notice off if it is ``0``."""

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
    """Call all listeners with the name of a kernel that is about to be compiled.

    If there are none, the notice is prepared.
    """
    for listener in tuple(_listeners):
        listener(kernel)
    if not _listeners:
        _notice.begin()


def show_notice(shown: bool = True) -> None:
    """Switch the notice about compiling in Python programs on or off for this process.

    Example:
        >>> show_notice(False)
        >>> show_notice()
    """
    _notice.is_on = shown


class Notice:
    """The notice that kernels are being compiled, which appears once, after `LONG` seconds.

    The seconds of all compilations count together; what happens between them does not count.

    Attributes:
        is_on: whether the notice may appear.
        is_due: whether the notice has not appeared yet.
    """

    def __init__(self) -> None:
        self.is_on = os.environ.get(SWITCH, "1") != "0"
        self.is_due = True
        self._depth = 0
        self._spent = 0.0
        self._began = 0.0
        self._timer: Timer | None = None
        self._hears_ends = False

    def begin(self) -> None:
        """Start the clock, because a kernel is about to be compiled; kernels can be nested."""
        if not (self.is_on and self.is_due and is_watched()):
            return
        self._hear_ends()
        self._depth += 1
        if self._depth == 1:
            self._began = monotonic()
            self._timer = Timer(max(LONG - self._spent, 0.0), self._show)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Stop the clock, because a kernel has been compiled."""
        if self._depth == 0:
            return  # a kernel whose compilation was not reported, or was reported to a listener
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += monotonic() - self._began

    def _show(self) -> None:
        if self.is_on and self.is_due:
            self.is_due = False
            sys.stderr.write(f"{NOTICE} ({SWITCH}=0 hides this)\n")
            sys.stderr.flush()

    def _hear_ends(self) -> None:
        """Have numba call `end` after each compilation; numba is loaded when something compiles."""
        if self._hears_ends:
            return
        self._hears_ends = True
        event = import_module("numba.core.event")
        notice = self

        class Ends(event.Listener):  # type: ignore[misc, name-defined]
            def on_start(self, event: Any) -> None:
                """Do nothing; `report_compilation` reports the start."""

            def on_end(self, event: Any) -> None:
                if is_ours(event.data["dispatcher"].py_func.__module__):
                    notice.end()

        event.register("numba:compile", Ends())


def is_ours(module: str) -> bool:
    """Check whether a module belongs to this package."""
    return module.partition(".")[0] == __name__.partition(".")[0]


def is_watched() -> bool:
    """Check whether a person sees standard error: on a terminal or in a notebook.

    Of the processes that work for a program, only the first one is watched.
    """
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and processes.parent_process() is not None:
        return False
    stream = sys.stderr
    if stream is None:
        return False
    return type(stream).__module__.startswith("ipykernel.") or stream.isatty()


_notice = Notice()
