"""A progress bar for long computations, in a notebook or on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.1
"""The minimum number of seconds between two updates of the bar; the last update is always drawn."""

WORTH_A_BAR = 0.3
"""Seconds of work after which a terminal shows a bar."""


@contextmanager
def progress_bar(label: str = "") -> Iterator[Callable[..., None]]:
    """Draw a progress bar for a function that takes a ``progress`` callable.

    In a notebook the bar appears below the cell. On a terminal it appears on standard error once
    the work has taken more than `WORTH_A_BAR` seconds, and disappears at the end. Elsewhere nothing
    is drawn.

    Args:
        label: text beside the bar.

    Yields:
        A callable to pass as ``progress`` to a function of `handsight.odds`, or to
        `handsight.arena.run_arena`.

    Example:
        >>> from handsight import equity
        >>> with progress_bar("dealing") as progress:
        ...     result = equity("AhKh", "QsQd", progress=progress)
    """
    draw, close = _notebook_bar(label) or _terminal_bar(label) or (None, lambda: None)
    last = 0.0

    def report(done: Any, most: int = 0) -> None:
        nonlocal last
        if draw is None:
            return
        if not isinstance(done, int):  # an arena passes its result so far
            done, most = _pairs_of(done)
        if done >= most or monotonic() - last > EVERY:
            last = monotonic()
            draw(done, most)

    try:
        yield report
    finally:
        close()


def _pairs_of(result: Any) -> tuple[int, int]:
    """Return how many pairs an arena has played, and how many it plays at most.

    All pairs of a finished matchup count as played.
    """
    pairs = result.spec.pairs
    done = sum(pairs if each.finished else each.pairs for each in result.matchups)
    return done, pairs * len(result.matchups)


_Bar = tuple[Callable[[int, int], None], Callable[[], None]]


def _notebook_bar(label: str) -> _Bar | None:
    """Return a bar below the notebook's cell, or None outside a notebook."""
    if "IPython" not in sys.modules:
        return None
    # `import_module` waits if another thread is importing IPython at this moment.
    if not hasattr(import_module("IPython").get_ipython(), "kernel"):
        return None
    display = import_module("IPython.display")
    shown = display.display(display.HTML(""), display_id=True)

    def draw(done: int, most: int) -> None:
        bar = f'<progress value="{done}" max="{max(most, 1)}"></progress>'
        share = f"{done / most:.0%}" if most else ""
        shown.update(display.HTML(f"<div>{escape(label)} {bar} {share}</div>"))

    return draw, lambda: None


def _terminal_bar(label: str) -> _Bar | None:
    """Return a bar on standard error, or None if standard error is not a terminal."""
    if not sys.stderr.isatty():
        return None
    began = monotonic()
    bars: list[Progress] = []

    def draw(done: int, most: int) -> None:
        if not bars and monotonic() - began > WORTH_A_BAR and done < most:
            bars.append(_started(label))
        for bar in bars:
            bar.update(bar.task_ids[0], completed=done, total=most)

    def close() -> None:
        for bar in bars:
            bar.stop()

    return draw, close


def _started(label: str) -> Progress:
    from rich.console import Console
    from rich.markup import escape as as_it_stands
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    bar.add_task(as_it_stands(label), total=None)
    return bar
