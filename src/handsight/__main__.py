"""The command line, as run by `python -m handsight` and by the console script."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from handsight.cli import STOPPED, wants_json

if TYPE_CHECKING:
    from types import FrameType

AGAIN_SECONDS = 0.01
"""How long to wait before raising a swallowed interrupt again."""


def run() -> NoReturn:
    """Run the command line in a process of its own that ends before garbage collection matters.

    An interrupt (Ctrl-C) ends the process with status 130, wherever it strikes: during imports,
    where other code turns it into an error of its own, and in finalizers, where Python could only
    drop it. An interrupt that comes after all the work is done changes nothing. One that comes
    while Python itself starts is left to Python.

    An interrupted process is not torn down. The interrupt may have struck in the middle of LLVM,
    whose compiler would then free memory twice and crash the process. So every interrupt is kept
    together with all the frames that it left, and nothing is freed at the end.
    """
    gc.disable()
    interrupts = _Interrupts()
    atexit.register(interrupts.end)  # the first to be registered runs last
    status: object = None
    try:
        try:
            interrupts.watch()
            status = _status()
        finally:
            interrupts.ignore()
    except KeyboardInterrupt:
        interrupts.ignore()
        interrupts.came = True
    except BaseException:
        if not interrupts.came:
            raise
    if interrupts.came and status != STOPPED:  # so nobody has reported it yet
        status = STOPPED
        if sys.stderr is not None:
            sys.stderr.write(f"{_stopped_line()}\n")
    raise SystemExit(status)


def _stopped_line() -> str:
    """Return what `handsight.cli.errors.Failure.line` says of an interrupt, without imports."""
    if not wants_json(sys.argv):
        return "handsight: stopped"
    error = f'"kind": "KeyboardInterrupt", "message": "stopped", "status": {STOPPED}'
    return f'{{"error": {{{error}}}}}'


def _status() -> object:
    # The matrices of our commands are small. OpenBLAS threads gain nothing on them, and their busy
    # waiting takes cores from other work. numpy reads this variable when it loads; a value that the
    # user has set is kept.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from handsight.cli.main import main  # takes a while, and an interrupt may come meanwhile

    try:
        main(prog_name="handsight")
    except SystemExit as end:
        return end.code
    return 0


class _Interrupts:
    """A record of interrupts, so that none is lost.

    Attributes:
        came: whether there was one.
    """

    def __init__(self) -> None:
        self.came = False
        self._over = False
        self._kept: list[KeyboardInterrupt] = []

    def watch(self) -> None:
        """Make each interrupt raise `KeyboardInterrupt` from now on.

        If a finalizer swallows the error, it is raised again shortly afterwards. If the process was
        started with interrupts ignored, as a background job of a shell is, they stay ignored.
        """
        self._unraisable = sys.unraisablehook
        sys.unraisablehook = self._swallowed
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # background job of a shell
            signal.signal(signal.SIGINT, self._interrupt)

    def ignore(self) -> None:
        """Ignore interrupts from now on: all that is left is to end."""
        self._over = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end(self) -> None:
        """End at once if an interrupt came, after all other exit handlers are done."""
        if self.came:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):  # the pipe's reader is gone, or it is closed
                    if stream is not None:
                        stream.flush()
            os._exit(STOPPED)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._over:
            self.came = True
            self._kept.append(KeyboardInterrupt())
            raise self._kept[-1]

    def _swallowed(self, found: Any) -> None:
        """Raise an interrupt again that struck in a finalizer, which cannot propagate it."""
        if found.exc_type is not KeyboardInterrupt:
            self._unraisable(found)
        elif not self._over:
            import threading

            timer = threading.Timer(AGAIN_SECONDS, _strike)
            timer.daemon = True
            timer.start()


def _strike() -> None:
    import threading

    if hasattr(signal, "pthread_kill"):  # also wakes a waiting main thread
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    run()
