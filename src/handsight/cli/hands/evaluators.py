"""The implementation of the commands that list evaluators and build or remove their tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from handsight.errors import OptionError
from handsight.ranking.interface import evaluator, evaluators
from handsight.views.text_parts import bytes_text

if TYPE_CHECKING:
    from handsight.ranking.interface import TableEvaluator


def list_evaluators(as_json: bool) -> None:
    """Show all evaluators: their hand sizes, the sizes of their tables, and which are built."""
    from handsight.views.listings import evaluator_entries, evaluators_table
    from handsight.views.report import to_json

    entries = evaluator_entries()
    if as_json:
        click.echo(to_json(entries))
        return
    from handsight.cli.terminal import show

    show(evaluators_table(entries).terminal())


def build_table(name: str) -> None:
    """Build the table of an evaluator, unless it is built already, and show its path."""
    chosen = _with_table(name)
    if chosen.built:
        click.echo(f"{name} is built: {chosen.table.path}")
        return
    with announced_builds():
        chosen.build()
    click.echo(f"built {name}, {bytes_text(chosen.memory_bytes)}: {chosen.table.path}")


def clear_tables(name: str | None) -> None:
    """Remove the table of one evaluator, or all tables, and show how many bytes were freed."""
    names = _names_with_table() if name is None else [name]
    removed = sum(_with_table(each).clear() for each in names)
    click.echo(f"removed {bytes_text(removed)}")


@contextmanager
def announced_builds() -> Iterator[None]:
    """Report the progress of tables that are built in a ``with`` block on standard error.

    Example:
        >>> with announced_builds():
        ...     pass
    """
    from handsight.cli.progress import progress_bar
    from handsight.runtime.tables import watching_builds

    with progress_bar("building") as progress:

        def watch(name: str, done: int, most: int) -> None:
            if done == 0:
                click.echo(f"Building the table of {name}, {bytes_text(most)}, once.", err=True)
            progress(done, most)

        with watching_builds(watch):
            yield


def _with_table(name: str) -> TableEvaluator:
    """Return the named evaluator, and reject one that does not keep its table in a file."""
    from handsight.ranking.interface import TableEvaluator

    chosen = evaluator(name)
    if not isinstance(chosen, TableEvaluator):
        names = " and ".join(_names_with_table())
        raise OptionError(f"{name} keeps no table in a file; those that do are {names}")
    return chosen


def _names_with_table() -> list[str]:
    from handsight.ranking.interface import TableEvaluator

    return [name for name in evaluators() if isinstance(evaluator(name), TableEvaluator)]
