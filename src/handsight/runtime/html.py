"""Tables in HTML, for reports and for notebooks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape


def html_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], texts: Collection[int] = (0,)
) -> str:
    """Write a table of texts in HTML, a row to a line.

    Args:
        heads: the headings.
        rows: the cells, as many in a row as there are headings.
        texts: the columns that hold words; cells of all others are of the class ``number``.

    Example:
        >>> print(html_table(["agent", "won"], [["call", "<1"]]))
        <table>
        <thead><tr><th>agent</th><th class="number">won</th></tr></thead>
        <tbody>
        <tr><td>call</td><td class="number">&lt;1</td></tr>
        </tbody>
        </table>
    """
    body = [_row("td", row, texts) for row in rows]
    head = f"<thead>{_row('th', heads, texts)}</thead>"
    return "\n".join(["<table>", head, "<tbody>", *body, "</tbody>", "</table>"])


def _row(tag: str, cells: Sequence[str], texts: Collection[int]) -> str:
    kinds = ["" if place in texts else ' class="number"' for place in range(len(cells))]
    parts = [
        f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)
    ]
    return f"<tr>{''.join(parts)}</tr>"
