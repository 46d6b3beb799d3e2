"""Long work shows on a terminal how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

WORTH_A_BAR = 0.3
"""Seconds of work before a bar is shown."""


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that is told what is done and what there is to do.

    It draws a bar on standard error, if that is a terminal and the work takes a while, and takes
    it away in the end.

    Args:
        label: what stands before the bar.

    Example:
        >>> with progress_bar("dealing") as progress:
        ...     progress(1, 2)
    """
    if not sys.stderr.isatty():
        yield lambda done, most: None
        return
    from time import monotonic

    began = monotonic()
    with ExitStack() as stack:
        bars: list[Progress] = []

        def report(done: int, most: int) -> None:
            if not bars and monotonic() - began > WORTH_A_BAR and done < most:
                bars.append(stack.enter_context(_bar(label, most)))
            for bar in bars:
                bar.update(bar.task_ids[0], completed=done)

        yield report


def _bar(label: str, most: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(label, total=most)
    return bar
