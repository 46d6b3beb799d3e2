"""Measure all tables of the papers: ``python -m handsight.papers.measure docs``.

Each table's page gets new figures, and the index of the papers gets the verdicts of these pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter

import click

from handsight.papers.pages import HEADINGS, parts_of, write_page
from handsight.papers.range_model.model import TABLE as RANGE_MODEL
from handsight.papers.range_model.page import write_range_page
from handsight.papers.reproduce import TABLES
from handsight.papers.reproduction import Order
from handsight.runtime.files import write_whole

INDEX = "papers.md"
FOLDER = "reproduced"
ROW = re.compile(
    r"^(?P<before>\|.*\]\(reproduced/(?P<name>[\w-]+)\.md\) \| [^|]* \|)[^|]*\|$", re.MULTILINE
)
"""A row of the index that leads to the page of a table; the last cell is the verdict."""


def verdict_of(page: str) -> str:
    r"""Count the claims on the page of a table that hold, that do not hold, and that are open.

    Args:
        page: text of the page.

    Raises:
        InputError: if the page lacks a mark.

    Example:
        >>> from handsight.papers.pages import BEGIN, END
        >>> part = "## What holds\n\n- **A.** 1.\n- **B.** 2.\n\n## What is open\n\n- **C.** 3."
        >>> verdict_of(f"{BEGIN}\n\n{part}\n\n{END}")
        '2 hold, 1 open'
    """
    sections = re.split(r"^## ", parts_of(page)[1], flags=re.MULTILINE)
    counts = {
        heading: section.count("\n- **")
        for section in sections
        for heading in HEADINGS.values()
        if section.partition("\n")[0] == heading
    }
    words = {True: ("holds", "hold"), False: ("does not hold", "do not hold"), None: ("open",) * 2}
    told = [
        f"{counts[heading]} {words[holds][counts[heading] > 1]}"
        for holds, heading in HEADINGS.items()
        if heading in counts
    ]
    return ", ".join(told)


def with_verdicts(index: str, folder: Path) -> str:
    """Return the index of the papers with the verdicts of the pages that it leads to.

    Args:
        index: text of the index.
        folder: folder of the pages of tables.
    """

    def judged(match: re.Match[str]) -> str:
        page = (folder / f"{match['name']}.md").read_text("utf-8")
        return f"{match['before']} {verdict_of(page)} |"

    return ROW.sub(judged, index)


@click.command()
@click.argument("docs", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    help="Recorded hands for the table range-model, which is left out without them.",
)
@click.option("--trials", type=int, help="Passes, hands, flops or spots; each table's own if not.")
@click.option("--seed", default=0, show_default=True, help="Of what is drawn.")
def main(docs: Path, data: Path | None, trials: int | None, seed: int) -> None:
    """Measure all tables of the papers and write their pages and verdicts in the folder DOCS."""
    folder = docs / FOLDER
    for table in TABLES:
        began = perf_counter()
        path = write_page(folder, table, Order(trials, seed))
        click.echo(f"Wrote {path} in {perf_counter() - began:.0f} seconds")
    if data is None:
        click.echo(f"Left out {RANGE_MODEL}, which needs recorded hands: --data ARCHIVE")
    else:
        click.echo(f"Wrote {write_range_page(folder, data, seed)}")
    index = docs / INDEX
    write_whole(index, with_verdicts(index.read_text("utf-8"), folder).encode())
    click.echo(f"Wrote {index}")


if __name__ == "__main__":
    main()
