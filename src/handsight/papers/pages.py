"""Write the figures of the pages on the papers' tables: ``python -m handsight.papers.pages``.

Between two marks, a page has the results: figures, and sentences generated from them. Only that
part is rewritten. The second mark contains the part's digest, so that edits by hand are detected.
The rest of the page is prose: what the sources say, and what the columns mean. Each section of
prose ends with a line that names the command that shows its figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from textwrap import fill

import click

from handsight.errors import InputError
from handsight.papers.reproduce import TABLES, build_evaluators, reproduce
from handsight.papers.reproduction import Order, Reproduction
from handsight.runtime.files import write_whole
from handsight.runtime.machine import describe_machine

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
_END = re.compile(r"<!-- measured: end(?: (?P<digest>[0-9a-f]{16}))? -->")
READING = re.compile(r"\*Reading, shown by:\* `(?P<command>[^`]+)`")
"""Matches the line that ends a section of prose."""

HEADINGS = {True: "What holds", False: "What does not hold", None: "What is open"}
WIDTH = 100
COMMAND = "python -m handsight.papers.pages docs/reproduced"


def measured_part(result: Reproduction, machine: Mapping[str, str]) -> str:
    """Return the measured part of a page: the table, the findings, and how they were measured.

    Args:
        result: the measured table.
        machine: description of the machine, as from `describe_machine`.

    Returns:
        Markdown.

    Example:
        >>> from handsight.papers.reproduction import TableColumn, Finding, Row
        >>> columns = [TableColumn("name", ("name",)), TableColumn("ours", ("measured",), ",d")]
        >>> rows, findings = [Row("hands", 1, 1326)], [Finding("There is one", False, "1,326")]
        >>> found = Reproduction("count", "Counts", "Nowhere", columns, rows, findings=findings)
        >>> print(measured_part(found, {"cores": "2"}))
        Nowhere.
        <BLANKLINE>
        | name | ours |
        | --- | ---: |
        | hands | 1,326 |
        <BLANKLINE>
        ## What does not hold
        <BLANKLINE>
        - **There is one.** 1,326.
        <BLANKLINE>
        ## How it was measured
        <BLANKLINE>
        `python -m handsight.papers.pages docs/reproduced --table count` wrote this part; `handsight
        reproduce count` prints the same results.
        <BLANKLINE>
        - cores: 2
    """
    source = (
        f"`{COMMAND} --table {result.table}` wrote this part; `handsight reproduce {result.table}` "
        "prints the same results."
    )
    return assembled(result, table_of(result), source, machine)


def assembled(result: Reproduction, table: str, source: str, machine: Mapping[str, str]) -> str:
    """Assemble the parts of a page that are generated from the results.

    Args:
        result: the measured table, for its place, remarks and findings.
        table: the table as Markdown, with anything that should follow it.
        source: sentence that names the commands that made the part.
        machine: description of the machine, as from `describe_machine`.
    """
    measured_on = [f"{what}: {text}" for what, text in machine.items()]
    parts = [_filled(result.place + "."), table, _listed(result.remarks)]
    for holds, heading in HEADINGS.items():
        findings = [each for each in result.findings if each.holds is holds]
        if findings:
            lines = [f"**{finding.claim}.** {finding.figures}." for finding in findings]
            parts += [f"## {heading}", _listed(lines)]
    parts += ["## How it was measured", _filled(source), _listed(measured_on)]
    return "\n\n".join(part for part in parts if part)


def table_of(result: Reproduction) -> str:
    """Return a table as Markdown."""
    heads = [column.heading for column in result.columns]
    ruler = ["---:" if column.is_number else "---" for column in result.columns]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ruler, *result.cells()])


def with_part(page: str, part: str) -> str:
    r"""Put the measured part between the marks of a page, and its digest into the second mark.

    Args:
        page: text of the page, which contains both marks once.
        part: the measured part, as Markdown.

    Raises:
        InputError: if the page lacks a mark.

    Example:
        >>> page = with_part(f"A\n{BEGIN}\nold\n{END}\nB\n", "new")
        >>> page.splitlines()[2:6]
        ['', 'new', '', '<!-- measured: end 11507a0e2f5e69d5 -->']
    """
    before, _, _, after = parts_of(page)
    return f"{before}{BEGIN}\n\n{part}\n\n<!-- measured: end {digest_of(part)} -->{after}"


def parts_of(page: str) -> tuple[str, str, str, str]:
    """Split a page at its marks.

    Args:
        page: text of the page, which contains both marks once.

    Returns:
        The text before the marks, the text between them, the digest in the second mark (empty if
        there is none), and the text after the marks.

    Raises:
        InputError: if the page lacks a mark.
    """
    before, begin, rest = page.partition(BEGIN)
    end = _END.search(rest)
    if not begin or end is None:
        raise InputError(f"the page lacks {BEGIN} or {END}, between which the figures stand")
    return before, rest[: end.start()].strip(), end["digest"] or "", rest[end.end() :]


def digest_of(part: str) -> str:
    """Return the digest of a measured part: 16 characters of its SHA-256."""
    return sha256(part.encode()).hexdigest()[:16]


def write_page(folder: Path, table: str, order: Order) -> Path:
    """Measure a table and write its figures into its page.

    Args:
        folder: folder of the pages.
        table: one of `TABLES`.
        order: options for measuring the table.

    Returns:
        The path of the page.

    Raises:
        OptionError: if there is no such table.
        CacheError: if the table of an evaluator cannot be built or stored.
        InputError: if the page lacks a mark.
        OSError: if the page cannot be read or written.
    """
    path = folder / f"{table}.md"
    page = path.read_text("utf-8")
    with_part(page, "")  # raises for an invalid page before the work starts
    machine = describe_machine()
    build_evaluators(table)
    part = measured_part(reproduce(table, order), machine)
    write_whole(path, with_part(page, part).encode())
    return path


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(_filled(f"- {line}") for line in lines)


def _filled(text: str) -> str:
    """Wrap a line of text, with continuation lines indented if it is a list item."""
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
