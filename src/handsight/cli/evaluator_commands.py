"""What the commands on evaluators do: list them, build their tables, remove them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from handsight.errors import OptionError
from handsight.ranking.registry import evaluator, evaluators

if TYPE_CHECKING:
    from rich.table import Table

    from handsight.ranking.tabled import TableEvaluator

MEGABYTE = 1_000_000


def list_evaluators(as_json: bool) -> None:
    """Show all evaluators: the cards they take, the size of their tables, and which are built."""
    rows = [_fields(name) for name in evaluators()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    from handsight.cli.terminal import show

    show(_listing(rows))


def build_table(name: str) -> None:
    """Build the table of an evaluator, and show its path."""
    chosen = _with_table(name)
    if chosen.built:
        click.echo(f"{name} is built: {chosen.table.path}")
        return
    with announced_builds():
        chosen.build()
    click.echo(f"built {name}, {_size(chosen.memory_bytes)}: {chosen.table.path}")


def clear_tables(name: str | None) -> None:
    """Remove the table of one evaluator, or all tables, and show their size."""
    names = _names_with_table() if name is None else [name]
    removed = sum(_with_table(each).clear() for each in names)
    click.echo(f"removed {_size(removed)}")


@contextmanager
def announced_builds() -> Iterator[None]:
    """Report on standard error which table is built inside a ``with`` block, and its progress.

    Example:
        >>> with announced_builds():
        ...     pass
    """
    from handsight.cli.progress import progress_bar
    from handsight.runtime.tables import watching_builds

    with progress_bar("building") as progress:

        def watch(name: str, done: int, most: int) -> None:
            if done == 0:
                click.echo(f"Building the table of {name}, {_size(most)}, once.", err=True)
            progress(done, most)

        with watching_builds(watch):
            yield


def _fields(name: str) -> dict[str, Any]:
    each = evaluator(name)
    return {
        "name": name,
        "cards": list(each.cards),
        "memory_bytes": each.memory_bytes,
        "built": getattr(each, "built", True),
    }


def _listing(rows: list[dict[str, Any]]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("evaluator")
    table.add_column("cards")
    table.add_column("tables", justify="right")
    table.add_column("built")
    for each in rows:
        cards = ", ".join(map(str, each["cards"]))
        size = _size(each["memory_bytes"])
        table.add_row(each["name"], cards, size, "yes" if each["built"] else "no")
    return table


def _size(count: int) -> str:
    """Write a number of bytes for people."""
    if count >= MEGABYTE:
        return f"{count / MEGABYTE:.1f} MB"
    return f"{count / 1000:.1f} kB" if count >= 1000 else f"{count} bytes"


def _with_table(name: str) -> TableEvaluator:
    """Return the evaluator of a name; an error if its table is not kept in a file."""
    from handsight.ranking.tabled import TableEvaluator

    chosen = evaluator(name)
    if not isinstance(chosen, TableEvaluator):
        names = " and ".join(_names_with_table())
        raise OptionError(f"{name} keeps no table in a file; {names} do")
    return chosen


def _names_with_table() -> list[str]:
    from handsight.ranking.tabled import TableEvaluator

    return [name for name in evaluators() if isinstance(evaluator(name), TableEvaluator)]
