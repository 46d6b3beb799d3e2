"""The progress of long work, and of compiling kernels on the first run, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import click

from handsight.cli.terminal import say
from handsight.runtime.compiling import listening

if TYPE_CHECKING:
    from pathlib import Path


T = TypeVar("T")

SILENCE = 1.0
"""The seconds after which a search that has found nothing names the folders it searches."""

FIRST_LINE, NEXT_LINE = 10.0, 30.0
"""The seconds until the first line of progress, and between two lines, without a terminal."""

FIRST_RUN = "First run: compiling kernels"
"""The beginning of the line on standard error that announces the compilation of kernels."""


@contextmanager
def progress_bar(label: str, *searched: Path) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to call with the amount of work done and the total amount.

    If the work takes a while, its progress appears on standard error: on a terminal as a bar that
    is removed at the end, elsewhere as an occasional line.

    Args:
        label: what is done, such as ``"dealing"``.
        searched: files and folders that are searched before the first call; see `searching`.

    Example:
        >>> with progress_bar("dealing") as progress:
        ...     progress(1, 2)
    """
    with searching(*searched) as found, _bar_of(label) as draw:

        def report(done: int, most: int) -> None:
            found()
            draw(done, most)

        yield report


@contextmanager
def searching(*paths: Path) -> Iterator[Callable[[], None]]:
    """Say on a terminal which folders are searched, if nothing is found for a while.

    Args:
        paths: the files and folders; nothing is said about files.

    Yields:
        A function to call when something has been found.
    """
    folders = [repr(str(path)) for path in paths if _is_folder(path)]
    if not folders or not sys.stderr.isatty():
        yield lambda: None
        return
    import threading

    text = f"Searching {' and '.join(folders)} for hands; Ctrl-C stops."
    timer = threading.Timer(SILENCE, say, [text], {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield timer.cancel
    finally:
        timer.cancel()


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # not a valid name
        return False


def until_found(records: Iterator[T], path: Path) -> Iterator[T]:
    """Yield the records that are found at a path, and say that it is searched; see `searching`."""
    with searching(path) as found:
        for each in records:
            found()
            yield each


@contextmanager
def _bar_of(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows progress as a bar, or as lines without a terminal."""
    if not sys.stderr.isatty():
        said = line_now_and_then()

        def show(done: int, most: int) -> None:
            said(f"{label}: {done:,} of {most:,} ({done / max(1, most):.0%})")

        yield show
        return
    from handsight.views.progress import progress_bar as bar_of

    with bar_of(label) as report:
        yield report


def line_now_and_then() -> Callable[[str], None]:
    """Return a function that prints the line it is called with, if enough time has passed.

    The first line is printed `FIRST_LINE` seconds after this call at the earliest, and lines are at
    least `NEXT_LINE` seconds apart.
    """
    due = monotonic() + FIRST_LINE

    def say_if_due(line: str) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + NEXT_LINE
            click.echo(line, err=True)

    return say_if_due


@contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether an interrupt has occurred, so that work can end well.

    The first interrupt within the ``with`` block is only recorded; a second one ends the program.
    Outside the main thread, no interrupt is recorded.
    """
    import signal
    import threading

    noted = False

    def note(*_: object) -> None:
        nonlocal noted
        if noted:
            raise KeyboardInterrupt
        noted = True

    alone = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if alone else None
    try:
        yield lambda: noted
    finally:
        if alone:
            signal.signal(signal.SIGINT, before)


@contextmanager
def resume_hint(save: Path | None, hint: str) -> Iterator[None]:
    """Explain how to resume if an interrupt stops the work in a ``with`` block.

    Args:
        save: file in which the work is saved; None for no file. Nothing is printed if the file does
            not exist.
        hint: explanation, with ``{}`` for the name of the file.
    """
    try:
        yield
    except KeyboardInterrupt:
        if save is not None and save.exists():
            click.echo(hint.format(save), err=True)
        raise


# --- the first run --------------------------------------------------------------------------------


@contextmanager
def first_run_notice() -> Iterator[None]:
    """Report on standard error how many kernels are compiled in a ``with`` block, if any are."""
    kernels: list[str] = []
    began = 0.0

    def report(kernel: str) -> None:
        nonlocal began
        if not kernels:
            began = monotonic()
            say(
                f"{FIRST_RUN}, once for this machine; `handsight warmup` compiles all ahead.",
                err=True,
            )
        kernels.append(kernel)

    with listening(report):
        yield
    if kernels:
        steps = "1 kernel" if len(kernels) == 1 else f"{len(kernels)} kernels"
        say(f"Compiled {steps}; with the rest it took {monotonic() - began:.0f} s.", err=True)


@contextmanager
def announcing(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    """Yield a function to call with the name of each step when the step begins.

    As soon as a kernel is compiled, the steps appear on standard error, as a bar on a terminal and
    as lines elsewhere. Without compilation, the steps are too fast to show.

    Args:
        steps: names of all steps, in order.
    """
    current = ""
    with ExitStack() as stack:
        shown: list[Callable[[str], None]] = []

        def show(kernel: str) -> None:
            if not shown:
                shown.append(
                    stack.enter_context(
                        _step_bar(steps) if sys.stderr.isatty() else _step_lines(steps)
                    )
                )
                shown[0](current)

        def announce(step: str) -> None:
            nonlocal current
            current = step
            for each in shown:
                each(step)

        stack.enter_context(listening(show))
        yield announce


@contextmanager
def _step_lines(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    def announce(step: str) -> None:
        click.echo(f"  {steps.index(step) + 1}/{len(steps)} {step}", err=True)

    yield announce


@contextmanager
def _step_bar(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:24}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting", total=len(steps))

        def announce(step: str) -> None:
            progress.update(task, description=step, completed=steps.index(step))

        yield announce
