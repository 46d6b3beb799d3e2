"""Write the figures of the pages on the papers' tables: ``python -m handsight.papers.pages``.

A page is text, and between two marks what was measured; only that is written anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

import click

from handsight.errors import InputError
from handsight.papers.reproduce import TABLES, build_evaluators, reproduce
from handsight.papers.reproduction import Order, Reproduction
from handsight.runtime.files import write_whole
from handsight.runtime.machine import describe_machine

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
WIDTH = 100
COMMAND = "python -m handsight.papers.pages docs/reproduced"


def measured_part(found: Reproduction, machine: dict[str, str]) -> str:
    """Write down a table, what follows from it, and how it was made.

    Args:
        found: the table.
        machine: what it was measured on.

    Returns:
        Markdown.

    Example:
        >>> from handsight.papers.reproduction import Column, Row
        >>> columns = [Column("name", ("name",)), Column("ours", ("measured",), ",d")]
        >>> found = Reproduction("counts", "Counts", "Nowhere", columns, [Row("hands", 1, 1326)])
        >>> print(measured_part(found, {"cores": "2"}))
        Nowhere.
        <BLANKLINE>
        | name | ours |
        | --- | ---: |
        | hands | 1,326 |
        <BLANKLINE>
        `python -m handsight.papers.pages docs/reproduced --table counts` made this part; `handsight
        reproduce counts` prints the same.
        <BLANKLINE>
        - cores: 2
    """
    heads = [column.heading for column in found.columns]
    ruler = ["---:" if column.is_number else "---" for column in found.columns]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ruler, *found.cells()])
    made = (
        f"`{COMMAND} --table {found.table}` made this part; `handsight reproduce {found.table}` "
        "prints the same."
    )
    measured_on = [f"{what}: {text}" for what, text in machine.items()]
    parts = [_filled(found.place + "."), table, _listed(found.remarks), _filled(made)]
    parts.append(_listed(measured_on))
    return "\n\n".join(part for part in parts if part)


def with_part(page: str, part: str) -> str:
    r"""Put the measured part into a page, between the marks.

    Args:
        page: its text, with both marks once.
        part: what stands between them.

    Raises:
        InputError: for a page without the marks.

    Example:
        >>> with_part(f"A\n{BEGIN}\nold\n{END}\nB\n", "new").splitlines()[2:5]
        ['', 'new', '']
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise InputError(f"the page lacks {BEGIN} or {END}, between which the figures stand")
    return f"{before}{BEGIN}\n\n{part}\n\n{END}{after}"


def write_page(folder: Path, table: str, order: Order) -> Path:
    """Measure a table and write its figures into its page.

    Args:
        folder: of the pages.
        table: one of `TABLES`.
        order: trials and seed.

    Returns:
        The page.

    Raises:
        InputError: for a page without the marks.
        OSError: if it cannot be read or written.
    """
    path = folder / f"{table}.md"
    page = path.read_text("utf-8")
    with_part(page, "")  # refuses the page before the work is done
    machine = describe_machine()
    build_evaluators(table)
    part = measured_part(reproduce(table, order), machine)
    write_whole(path, with_part(page, part).encode())
    return path


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(_filled(f"- {line}") for line in lines)


def _filled(text: str) -> str:
    """Break a line of text; what follows in a list is indented."""
    indent = "  " if text.startswith("- ") else ""
    return fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--table", "tables", multiple=True, type=click.Choice(TABLES), help="Only this one.")
@click.option("--trials", type=int, help="Passes, hands, flops or spots; each table's own if not.")
@click.option("--seed", default=0, show_default=True, help="Of what is drawn.")
def main(folder: Path, tables: tuple[str, ...], trials: int | None, seed: int) -> None:
    """Measure the tables of the papers again and write the figures into the pages of FOLDER."""
    for table in tables or TABLES:
        click.echo(f"Wrote {write_page(folder, table, Order(trials, seed))}")


if __name__ == "__main__":
    main()
