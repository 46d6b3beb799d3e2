"""The 13 × 13 grid as an SVG picture: the darker a cell, the greater its number."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isnan

from handsight.errors import OptionError
from handsight.ranges.class_grid import SIZE, grid, percent_text
from handsight.ranges.combos import class_at
from handsight.ranges.range import Range

CELL = 44
GAP = 2
MARGIN = 14
CAPTION = 34

_Colour = tuple[int, int, int]
_PALE: _Colour = (227, 238, 245)
_DEEP: _Colour = (12, 74, 110)
_EMPTY = "#f1f1ef"
_BLANK = "#ffffff"
_FAINT = "#8a8a86"
_INK = "#1f2933"
_DARK_FROM = 0.6
"""From this number on, white letters stand out better than dark ones."""


def grid_svg(hands: str | Range) -> str:
    """Draw a range as a heat map in SVG: the colour of a cell is the average weight of its class.

    Example:
        >>> grid_svg("22+, A2s+").startswith("<svg xmlns=")
        True
    """
    shown = Range(hands)
    caption = f"{float(shown.total_weight):.10g} combos, {shown.percent:.1f}% of all hands"
    return heat_map_svg(grid(shown), caption, str(shown) or "an empty range")


def heat_map_svg(
    numbers: Sequence[Sequence[float]],
    caption: str,
    title: str = "",
    *,
    percents: bool = False,
    labels: Sequence[Sequence[str]] = (),
) -> str:
    """Draw one number for each class, as an SVG document.

    Args:
        numbers: thirteen rows of thirteen numbers from 0 to 1, as `grid` gives them. NaN leaves a
            cell blank.
        caption: the line below the grid.
        title: what a browser shows and a screen reader reads.
        percents: whether 0 and 1 are written out too, as all between them are.
        labels: thirteen rows of thirteen texts to be written instead of percentages.

    Raises:
        OptionError: if there are not 13 × 13 numbers from 0 to 1, or not as many labels.

    Example:
        >>> "half of each" in heat_map_svg([[0.5] * 13] * 13, "half of each")
        True
    """
    check_shares(numbers)
    if labels and [len(row) for row in labels] != [SIZE] * SIZE:
        raise OptionError("labels takes 13 rows of 13 texts")
    width = 2 * MARGIN + SIZE * CELL - GAP
    height = width + CAPTION - MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            'font-family="system-ui, Helvetica, Arial, sans-serif" text-anchor="middle">',
            f"<title>{escape(title or caption, quote=False)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *(
                _cell(
                    row,
                    column,
                    number,
                    labels[row][column] if labels else _percent(number, percents),
                )
                for row, line in enumerate(numbers)
                for column, number in enumerate(line)
            ),
            f'<text x="{width / 2:g}" y="{height - 13}" font-size="14" fill="{_INK}">'
            f"{escape(caption, quote=False)}</text>",
            "</svg>\n",
        ]
    )


def check_shares(numbers: Sequence[Sequence[float]]) -> None:
    """Raise `OptionError` unless there is one number from 0 to 1, or NaN, for each class."""
    lengths = [len(row) for row in numbers]
    shares = all(0 <= each <= 1 or isnan(each) for row in numbers for each in row)
    if lengths != [SIZE] * SIZE or not shares:
        raise OptionError("numbers takes 13 rows of 13 numbers from 0 to 1")


def _percent(number: float, percents: bool) -> str:
    written = percents or 0 < number < 1
    return percent_text(number) if written and not isnan(number) else ""


def _cell(row: int, column: int, number: float, label: str) -> str:
    x, y = MARGIN + column * CELL, MARGIN + row * CELL
    side = CELL - GAP
    fill, ink = cell_colours(number)
    square = f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="3" fill="{fill}"/>'
    if isnan(number):
        return square
    name_at = y + (19 if label else 26)
    lines = [square, _text(x + side // 2, name_at, 13, ink, class_at(row, column))]
    if label:
        lines.append(_text(x + side // 2, y + 34, 11, ink, label))
    return "".join(lines)


def _text(x: int, y: int, size: int, ink: str, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}">{words}</text>'


def cell_colours(number: float) -> tuple[str, str]:
    """Give the colours of a cell and of its letters, like ``"#0c4a6e"``, for a share."""
    if isnan(number):
        return _BLANK, _FAINT
    if number == 0:
        return _EMPTY, _FAINT
    mixed = [round(pale + (deep - pale) * number) for pale, deep in zip(_PALE, _DEEP, strict=True)]
    fill = "#" + "".join(f"{part:02x}" for part in mixed)
    return fill, "#ffffff" if number >= _DARK_FROM else _INK
