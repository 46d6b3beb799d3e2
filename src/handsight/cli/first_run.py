"""The first run compiles kernels, which takes seconds: say so, and show how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import click


@contextmanager
def announcing(steps: Sequence[str], kernels: Iterable[str]) -> Iterator[Callable[[str], None]]:
    """Give a function that is told each step; on a first run it shows them on standard error.

    Args:
        steps: the names of all steps, in order.
        kernels: the names of the kernels that will be called.
    """
    from handsight.kernels.jit import is_cold

    if not is_cold(kernels):
        yield lambda step: None
        return
    _say_so()
    show = _bar if sys.stderr.isatty() else _lines
    with show(steps) as announce:
        yield announce


def say_if_first(kernels: Iterable[str]) -> None:
    """Say on standard error that kernels will be compiled, if one of them was not yet.

    Args:
        kernels: the names of the kernels that will be called.
    """
    from handsight.kernels.jit import is_cold

    if is_cold(kernels):
        _say_so()


def _say_so() -> None:
    click.echo("First run: compiling kernels, once for this machine.", err=True)


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
