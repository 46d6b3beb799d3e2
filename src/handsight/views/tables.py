"""Tables of text, written for a terminal or as Markdown, CSV or HTML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from handsight.views.text_parts import LABEL

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table

PAD = 2
"""The number of spaces between two columns."""

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem;
  color: #1f2937; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .3rem .8rem .3rem 0; text-align: left; border-bottom: 1px solid #e5e7eb;
  white-space: nowrap; vertical-align: top; }
td.long { white-space: normal; min-width: 12rem; }
th { font-weight: 600; color: #6b7280; } .number { text-align: right; }
td.number { font-variant-numeric: tabular-nums; } .warning { color: #b3372f; font-weight: 600; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; } .narrow { display: none; }
pre { overflow-x: auto; }
@media (max-width: 640px) {
  .wide { display: none; } .narrow { display: block; }
  table, tbody, tr, td { display: block; } thead { display: none; }
  tr { padding: .5rem 0; border-bottom: 1px solid #e5e7eb; }
  td { display: flex; gap: 1rem; justify-content: space-between; border: 0; padding: .1rem 0;
    text-align: right; white-space: normal; }
  td::before { content: attr(data-head); color: #6b7280; text-align: left; }
  td:first-child { font-weight: 600; } td:empty { display: none; }
}
"""

LONG = 30
"""The number of characters beyond which a cell with words wraps on an HTML page."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of text.

    Attributes:
        title: what the table shows; can be empty for a table that is shown only on a terminal.
        heads: headings of the columns; "" for a column that needs no heading.
        rows: rows of cells, each with at most as many cells as there are headings.
        texts: indices of the columns that hold words; all others hold numbers and are
            right-aligned.

    Example:
        >>> table = TextTable("Results", ("agent", "bb/100"), [("call", "+1.5")])
        >>> print(table.markdown())
        | agent | bb/100 |
        | --- | ---: |
        | call | +1.5 |
        >>> print(table.csv(), end="")
        agent,bb/100
        call,+1.5
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: Sequence[int] = (0,)

    def terminal(self, styles: Sequence[str] = ()) -> ScreenTable:
        """Lay the table out for a terminal, without its title.

        Args:
            styles: rich styles of the columns, from the left; the remaining columns are plain.
        """
        return ScreenTable(self, tuple(styles))

    def markdown(self) -> str:
        """Write the table in Markdown, without its title."""
        ruler = ["---" if place in self.texts else "---:" for place in range(len(self.heads))]
        lines = [self.heads, ruler, *(map(in_markdown, row) for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def csv(self) -> str:
        """Write the table as CSV, with its headings."""
        return csv_text([self.heads, *self.rows])

    def html(self) -> str:
        """Write the table in HTML, with its title above it."""
        return "\n".join([f"<h2>{escape(self.title)}</h2>", "<table>", *self._rows(), "</table>"])

    def _rows(self) -> Iterator[str]:
        yield f"<thead>{self._row('th', self.heads)}</thead>"
        yield "<tbody>"
        yield from (self._row("td", row) for row in self.rows)
        yield "</tbody>"

    def _row(self, tag: str, cells: Sequence[str]) -> str:
        parts = [
            # A number must stay on one line with its percent sign.
            f"<{tag}{self._attributes(tag, place, cell)}>"
            f"{escape(cell).replace(' %', '&#160;%')}</{tag}>"
            for place, cell in enumerate(cells)
        ]
        return f"<tr>{''.join(parts)}</tr>"

    def _attributes(self, tag: str, place: int, cell: str) -> str:
        """Return a cell's HTML attributes: its class, and its heading for narrow screens."""
        if place not in self.texts:
            kind = ' class="number"'
        else:
            kind = ' class="long"' if tag == "td" and len(cell) > LONG else ""
        return kind + f' data-head="{escape(self.heads[place])}"' * (tag == "td")


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """A table, printable with rich, for a terminal of any width.

    If there is little room, columns of words wrap, but numbers and the first column do not. If the
    table is still too wide, each row becomes a list.

    Attributes:
        table: the table to show.
        styles: rich styles of the columns, from the left; the remaining columns are plain.
    """

    table: TextTable
    styles: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        least = [self._least(number) for number in range(len(self.table.heads))]
        if sum(least) + PAD * (len(least) - 1) <= options.max_width:
            yield self._side_by_side(least)
            return
        for number, row in enumerate(self.table.rows):
            yield from self._listed(row, is_first=not number)

    def _side_by_side(self, least: Sequence[int]) -> Table:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, PAD, 0, 0), pad_edge=False, header_style=LABEL)
        for number, head in enumerate(self.table.heads):
            table.add_column(
                Text(head),  # `Text`, so that brackets are not read as markup
                justify="left" if number in self.table.texts else "right",
                style=self._style(number),
                no_wrap=not self._wraps(number),
                min_width=least[number],
            )
        for row in self.table.rows:
            table.add_row(*map(Text, row))
        return table

    def _listed(self, row: Sequence[str], *, is_first: bool) -> RenderResult:
        """List the cells of a row below the row's name, each with its heading."""
        from rich.table import Table
        from rich.text import Text

        if not is_first:
            yield Text()
        named = min(self.table.texts, default=0) + 1
        name = Text()
        for number, cell in enumerate(row[:named]):
            if cell:
                name.append(f"{self.table.heads[number]} ".lstrip(), LABEL)
                name.append(f"{cell}  ", self._style(number))
        name.rstrip()
        yield name
        grid = Table.grid(padding=(0, PAD, 0, 0), pad_edge=False)
        grid.add_column(style=LABEL, no_wrap=True)
        grid.add_column(overflow="fold")
        for head, cell in zip(self.table.heads[named:], row[named:], strict=False):
            if cell:
                grid.add_row(Text(f"  {head}"), Text(cell))
        yield grid

    def _style(self, number: int) -> str:
        return self.styles[number] if number < len(self.styles) else ""

    def _wraps(self, number: int) -> bool:
        """Check whether a column can wrap: any column of words but the first, which has names."""
        return number in self.table.texts and number > 0

    def _least(self, number: int) -> int:
        """Return the smallest width at which a column breaks no name, number or word."""
        cells = [row[number] for row in self.table.rows if number < len(row)]
        parts = [self.table.heads[number], *cells]
        if self._wraps(number):
            parts = [word for part in parts for word in part.split()]
        return max((len(line) for part in parts for line in part.splitlines()), default=0)


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as CSV; None becomes an empty cell.

    Example:
        >>> csv_text([("a, b", None)]).strip()
        '"a, b",'
    """
    return "".join(csv_lines(rows))


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    r"""Yield rows as lines of CSV, as `csv_text` writes them.

    Example:
        >>> list(csv_lines([("a, b", None), (1, 2)]))
        ['"a, b",\n', '1,2\n']
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        yield written.getvalue()
        written.seek(0)
        written.truncate()


def html_page(title: str, parts: Sequence[str]) -> str:
    """Build a standalone HTML page, with a line below its content that points to the glossary.

    Args:
        title: title and heading of the page, as plain text.
        parts: content below the heading, as HTML.

    Example:
        >>> html_page("Hands", ["<p>none</p>"]).splitlines()[-4]
        '<p>none</p>'
    """
    head = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(title)}</h1>",
    ]
    words = "<p>Words such as bb/100 are explained by <code>handsight words</code>.</p>"
    return "\n".join([*head, *parts, words, "</body>", "</html>\n"])


def in_markdown(text: str) -> str:
    r"""Escape text so that Markdown shows it literally and on one line.

    Example:
        >>> print(in_markdown("*win* | <img>"))
        \*win\* \| \<img>
    """
    return re.sub(r"[\\`*_\[\]<&|~#]", r"\\\g<0>", " ".join(text.splitlines()))
