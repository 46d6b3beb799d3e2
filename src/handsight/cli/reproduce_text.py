"""A table of the papers beside our measurement, laid out for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.papers.reproduction import Column, Reproduction

HEADING = 10
"""Letters of a line above numbers."""


def reproduction_text(found: Reproduction, machine: dict[str, str]) -> RenderableType:
    """Lay a table out, with its place above it and what follows from it below.

    Args:
        found: the table.
        machine: what it was measured on, of `describe_machine`.

    Example:
        >>> from rich.console import Console
        >>> from handsight.papers.reproduction import Column, Reproduction, Row
        >>> columns = [Column("name", ("name",)), Column("ours", ("measured",), ",d")]
        >>> found = Reproduction("counts", "Counts", "Nowhere", columns, [Row("hands", 1, 1326)])
        >>> machine = {"processor": "One", "cores": "2", "Python": "CPython"}
        >>> Console(width=40).print(reproduction_text(found, machine))
        Counts
        Nowhere.
        <BLANKLINE>
        name    ours
        hands  1,326
        <BLANKLINE>
        One, 2 cores, CPython
    """
    table = Table(box=None, pad_edge=False, header_style="")
    rows = found.cells()
    for place, column in enumerate(found.columns):
        _add_column(table, column, [cells[place] for cells in rows])
    for cells in rows:
        table.add_row(*map(Text, cells))
    measured_on = f"{machine['processor']}, {machine['cores']} cores, {machine['Python']}"
    lines = [Text(line) for line in [*found.remarks, *_findings(found)]]
    lines.append(Text(measured_on, "dim"))
    return Group(Text(found.title), Text(f"{found.place}.", "dim"), Text(), table, Text(), *lines)


def _findings(found: Reproduction) -> list[str]:
    return [f"{each.claim}: {each.verdict}. {each.figures}." for each in found.findings]


def _add_column(table: Table, column: Column, cells: Sequence[str]) -> None:
    """Let words be broken where it has to be, but no number."""
    if not column.is_number:
        table.add_column(column.heading)
        return
    heading = fill(column.heading, max(HEADING, *map(len, cells)), break_long_words=False)
    table.add_column(heading, justify="right", no_wrap=True)
