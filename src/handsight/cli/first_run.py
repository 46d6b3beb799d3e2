"""The first run compiles kernels, which takes seconds: say so, and show how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import click

from handsight.runtime.compiling import listening


@contextmanager
def first_run_notice() -> Iterator[None]:
    """Say once on standard error that kernels are compiled, should one be until the block ends."""
    said = False

    def say_once(kernel: str) -> None:
        nonlocal said
        if not said:
            said = True
            click.echo("First run: compiling kernels, once for this machine.", err=True)

    with listening(say_once):
        yield


@contextmanager
def announcing(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    """Give a function that takes the name of each step as it begins.

    Once a kernel is compiled, the steps are shown on standard error: as a bar on a terminal, as
    lines elsewhere. While nothing is compiled they take too little time to be worth a word.

    Args:
        steps: the names of all steps, in order.
    """
    current = ""
    with ExitStack() as stack:
        shown: list[Callable[[str], None]] = []

        def show(kernel: str) -> None:
            if not shown:
                shown.append(
                    stack.enter_context(_bar(steps) if sys.stderr.isatty() else _lines(steps))
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
def _lines(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    def announce(step: str) -> None:
        click.echo(f"  {steps.index(step) + 1}/{len(steps)} {step}", err=True)

    yield announce


@contextmanager
def _bar(steps: Sequence[str]) -> Iterator[Callable[[str], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:24}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting", total=len(steps))

        def announce(step: str) -> None:
            progress.update(task, description=step, completed=steps.index(step))

        yield announce
