"""Tables of texts, and how they are written: for a terminal, in Markdown, CSV and HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of texts.

    Attributes:
        title: what it shows.
        heads: the headings.
        rows: the cells, as many in a row as there are headings.
        texts: the columns that hold words; all others hold numbers and are aligned on the right.

    Example:
        >>> sheet = Sheet("Results", ("agent", "bb/100"), [("call", "+1.5")], texts=(0,))
        >>> print(sheet.markdown())
        | agent | bb/100 |
        | --- | ---: |
        | call | +1.5 |
        >>> print(sheet.csv(), end="")
        agent,bb/100
        call,+1.5
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: Sequence[int] = (0,)

    def terminal(self) -> Table:
        """Lay the table out for a terminal."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for number, head in enumerate(self.heads):
            table.add_column(head, justify="left" if number in self.texts else "right")
        for row in self.rows:
            table.add_row(
                *(Text(cell, "bold" if not place else "") for place, cell in enumerate(row))
            )
        return table

    def markdown(self) -> str:
        """Write the table in Markdown, without its title."""
        ruler = ["---" if place in self.texts else "---:" for place in range(len(self.heads))]
        lines = [self.heads, ruler, *([_piped(cell) for cell in row] for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def csv(self) -> str:
        """Write the table as CSV, with its headings."""
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([self.heads, *self.rows])
        return written.getvalue()

    def html(self) -> str:
        """Write the table in HTML, with its title above."""
        return "\n".join([f"<h2>{escape(self.title)}</h2>", "<table>", *self._rows(), "</table>"])

    def _rows(self) -> Iterator[str]:
        yield f"<thead>{self._row('th', self.heads)}</thead>"
        yield "<tbody>"
        yield from (self._row("td", row) for row in self.rows)
        yield "</tbody>"

    def _row(self, tag: str, cells: Sequence[str]) -> str:
        kinds = ["" if place in self.texts else ' class="number"' for place in range(len(cells))]
        parts = [
            f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)
        ]
        return f"<tr>{''.join(parts)}</tr>"


def _piped(cell: str) -> str:
    return cell.replace("|", "\\|")
