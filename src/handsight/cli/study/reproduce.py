"""The implementation of `handsight reproduce`, which measures a table of the papers again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click
from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.cli.hands.evaluators import announced_builds
from handsight.cli.options import Workers
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import show, write_picture
from handsight.errors import OptionError
from handsight.papers.reproduce import build_evaluators, reproduce
from handsight.papers.reproduction import Order, Reproduction
from handsight.runtime.machine import describe_machine
from handsight.views.report import to_json
from handsight.views.reproduction import RangeModelReport, ReproductionReport

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.papers.reproduction import TableColumn

HEADING = 10
"""The width in letters at which the heading of a column of numbers wraps, if no number is wider."""


def show_reproduction(table: str, trials: int | None, seed: int, as_json: bool) -> None:
    """Measure a table again and show the results, with progress on standard error."""
    machine = describe_machine()
    Order(trials, seed)  # rejects wrong values before anything is compiled or built
    with announced_builds():
        build_evaluators(table)
    with progress_bar("measuring") as progress:
        reproduction = reproduce(table, Order(trials, seed, progress))
    if as_json:
        click.echo(to_json(ReproductionReport(**reproduction.fields(), machine=machine)))
        return
    show(reproduction_text(reproduction, machine))


def show_range_model(
    data: Path | None,
    likelihood: str | None,
    trials: int | None,
    seed: int,
    svg: Path | None,
    workers: Workers,
    as_json: bool,
) -> None:
    """Test the opponent model and show the results, with progress on standard error."""
    from handsight.papers.range_model.model import LIKELIHOOD, prove
    from handsight.papers.range_model.svg import reliability_svg

    if data is None:
        raise OptionError("range-model needs recorded hands; name an archive with --data")
    Order(trials, seed)  # rejects wrong values before anything is read
    machine = describe_machine()
    with workers.processes() as executor, progress_bar("measuring") as progress:
        proof = prove(data, likelihood or LIKELIHOOD, Order(trials, seed, progress), executor)
    if svg is not None:
        write_picture(svg, reliability_svg(proof))
    if as_json:
        click.echo(to_json(RangeModelReport(**proof.fields(), machine=machine)))
        return
    show(reproduction_text(proof.table(), machine))


def reproduction_text(reproduction: Reproduction, machine: dict[str, str]) -> RenderableType:
    """Lay out a reproduced table, with its source above and its findings below.

    Example:
        >>> from rich.console import Console
        >>> from handsight.papers.reproduction import TableColumn, Reproduction, Row
        >>> columns = [TableColumn("name", ("name",)), TableColumn("ours", ("measured",), ",d")]
        >>> rows = [Row("hands", 1, 1326)]
        >>> reproduction = Reproduction("counts", "Counts", "Nowhere", columns, rows)
        >>> machine = {"processor": "One", "cores": "2", "Python": "CPython"}
        >>> Console(width=40).print(reproduction_text(reproduction, machine))
        Counts
        Nowhere.
        <BLANKLINE>
        name    ours
        hands  1,326
        <BLANKLINE>
        One, 2 cores, CPython
    """
    table = Table(box=None, pad_edge=False, header_style="")
    rows = reproduction.cells()
    for place, column in enumerate(reproduction.columns):
        _add_column(table, column, [cells[place] for cells in rows])
    for cells in rows:
        table.add_row(*map(Text, cells))
    measured_on = f"{machine['processor']}, {machine['cores']} cores, {machine['Python']}"
    lines = [Text(line) for line in [*reproduction.remarks, *_findings(reproduction)]]
    lines.append(Text(measured_on, "dim"))
    return Group(
        Text(reproduction.title),
        Text(f"{reproduction.place}.", "dim"),
        Text(),
        table,
        Text(),
        *lines,
    )


def _findings(reproduction: Reproduction) -> list[str]:
    return [f"{each.claim}: {each.verdict}. {each.figures}." for each in reproduction.findings]


def _add_column(table: Table, column: TableColumn, cells: Sequence[str]) -> None:
    """Add a column in which words can wrap but numbers cannot."""
    if not column.is_number:
        table.add_column(column.heading)
        return
    heading = fill(column.heading, max(HEADING, *map(len, cells)), break_long_words=False)
    table.add_column(heading, justify="right", no_wrap=True)
