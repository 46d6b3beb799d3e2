"""`python -m handsight` and the console script are the command line."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from handsight.cli import STOPPED

if TYPE_CHECKING:
    from types import FrameType

AGAIN_SECONDS = 0.01
"""How long to wait before an interrupt that was swallowed is raised once more."""


def run() -> NoReturn:
    """Run the command line in a process of its own, which is over before garbage matters.

    An interrupt (Ctrl-C) ends it with status 130, wherever it strikes: while modules are imported,
    where others turn it into an error of their own, and where Python could only drop it, as it does
    in finalizers. One that comes when all is done is too late, and changes nothing; and one that
    comes while Python itself starts is Python's.

    An interrupted process is not taken apart: it may have struck between two steps of LLVM, whose
    compiler then frees twice what it holds, and the process would die of that. So each interrupt is
    kept, and with it all frames that it has left, and in the end nothing is freed.
    """
    gc.disable()
    interrupts = _Interrupts()
    atexit.register(interrupts.end)  # the first that is registered runs last
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
    if interrupts.came and status != STOPPED:  # and so nobody has said it
        status = STOPPED
        if sys.stderr is not None:
            sys.stderr.write("handsight: stopped\n")
    raise SystemExit(status)


def _status() -> object:
    # The matrices of our commands are small: threads of OpenBLAS gain nothing on them, and wait in
    # loops that take the cores from others. It is read when numpy loads, and whoever set it knows.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from handsight.cli.main import main  # takes a while, in which an interrupt may come

    try:
        main(prog_name="handsight")
    except SystemExit as end:
        return end.code
    return 0


class _Interrupts:
    """Takes note of interrupts, so that none is lost.

    Attributes:
        came: whether there was one.
    """

    def __init__(self) -> None:
        self.came = False
        self._over = False
        self._kept: list[KeyboardInterrupt] = []

    def watch(self) -> None:
        """Raise `KeyboardInterrupt` at each interrupt, and again where that was swallowed."""
        self._unraisable = sys.unraisablehook
        sys.unraisablehook = self._swallowed
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background of a shell
            signal.signal(signal.SIGINT, self._interrupt)

    def ignore(self) -> None:
        """Let no interrupt come from now on: what is left is to end."""
        self._over = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end(self) -> None:
        """End at once where an interrupt came, when all that others do at the end is done."""
        if self.came:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):  # a pipe's reader has gone, or it is closed
                    if stream is not None:
                        stream.flush()
            os._exit(STOPPED)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._over:
            self.came = True
            self._kept.append(KeyboardInterrupt())
            raise self._kept[-1]

    def _swallowed(self, found: Any) -> None:
        """Raise an interrupt again that struck in a finalizer, which cannot pass it on."""
        if found.exc_type is not KeyboardInterrupt:
            self._unraisable(found)
        elif not self._over:
            import threading

            timer = threading.Timer(AGAIN_SECONDS, _strike)
            timer.daemon = True
            timer.start()


def _strike() -> None:
    import threading

    if hasattr(signal, "pthread_kill"):  # also wakes a main thread that waits
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    run()
