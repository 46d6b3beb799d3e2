"""SVG pictures: everything that the package draws is drawn with a `Picture`.

Coordinates and lengths are in pixels; the origin is the upper left corner. Text has a contrast of
at least 4.5 to 1 with its background, as the Web Content Accessibility Guidelines (WCAG 2) require.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from math import isnan

from handsight.errors import OptionError
from handsight.ranges.class_grid import SIZE, percent_text
from handsight.ranges.combos import class_at

FONT = "system-ui, Helvetica, Arial, sans-serif"
PAPER, INK, FAINT, LINE = "#ffffff", "#1f2933", "#6b7280", "#d8d8d4"
"""The colours of the background, of text, of less important text, and of guide lines."""

DEEP, PALE = "#0c4a6e", "#e3eef5"
"""The colours of a cell with the number 1, and of a cell just above 0."""

WON, LOST = "#1f7a4d", "#b3372f"

SCALE = (0.0, 0.25, 0.5, 0.75, 1.0)
PERCENTS = ("0%", "25%", "50%", "75%", "100%")
"""The numbers whose colours a legend shows, and their labels if the numbers are shares."""

LEGEND = 26
"""The height of a one-line legend, in pixels."""

_EMPTY = "#f1f1ef"
_EMPTY_INK = "#666662"
_LIGHT, _DARK = "#ffffff", "#000000"
_EM = 0.55
"""The width of a letter as a multiple of the font size, estimated generously."""

_NAMED = 30
"""The side of a cell plus 2, in pixels, from which a label fits below the name of its class."""


class Picture:
    """A canvas to draw on.

    Args:
        width: width of the picture.
        height: height of the picture.
        title: what the picture shows, for screen readers and as a tooltip.
        description: further text for screen readers; "" for none.
        paper: background colour; "" for none, so that a page of any colour shows through.

    Example:
        >>> picture = Picture(100, 30, "Results")
        >>> picture.text(10, 20, "call & fold")
        >>> print(picture.svg().splitlines()[-2])
        <text x="10" y="20" font-size="13" fill="#1f2933">call &amp; fold</text>
    """

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        description: str = "",
        *,
        paper: str = PAPER,
    ) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" font-family="{FONT}">',
            f"<title>{_escaped(title)}</title>",
        ]
        if description:
            self._parts.append(f"<desc>{_escaped(description)}</desc>")
        if paper:
            self.rect(0, 0, width, height, paper)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 13,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Write a line of plain text, in a font of `size` pixels.

        The text's baseline is at y; its ``"start"``, ``"middle"`` or ``"end"``, as named by
        `anchor`, is at x.
        """
        end = "" if anchor == "start" else f' text-anchor="{anchor}"'
        weight = ' font-weight="600"' if bold else ""
        self._parts.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{size}" fill="{colour}"'
            f"{end}{weight}>{_escaped(words)}</text>"
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        stroke: str = "",
        radius: int = 0,
        tip: str = "",
    ) -> None:
        """Draw a rectangle whose upper left corner is (x, y).

        `fill` is a colour or ``"none"``, `stroke` is the colour of the frame ("" for no frame), and
        `radius` is the radius of the corners. The text `tip` appears on hover.
        """
        more = f' rx="{radius}"' * bool(radius) + f' stroke="{stroke}"' * bool(stroke)
        self._shape(
            f'rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
            f'height="{_number(height)}" fill="{fill}"{more}',
            tip,
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        colour: str = LINE,
        *,
        width: float = 1,
        dashed: bool = False,
        opacity: float = 1,
    ) -> None:
        """Draw a line from (x1, y1) to (x2, y2); `opacity` is 0 to 1."""
        more = f' stroke-width="{_number(width)}" stroke-linecap="round"' if width != 1 else ""
        more += ' stroke-dasharray="4 4"' * dashed
        more += f' stroke-opacity="{opacity:g}"' if opacity != 1 else ""
        self._shape(
            f'line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}" '
            f'stroke="{colour}"{more}'
        )

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        colour: str,
        *,
        opacity: float = 1,
        tip: str = "",
    ) -> None:
        """Draw a filled circle around (x, y); `opacity` is 0 to 1, and `tip` appears on hover."""
        more = f' fill-opacity="{opacity:g}"' if opacity != 1 else ""
        self._shape(
            f'circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" '
            f'fill="{colour}"{more}',
            tip,
        )

    @contextmanager
    def group(self, x: float, y: float) -> Iterator[None]:
        """Move the origin to (x, y) for everything that is drawn within the ``with`` block."""
        self._parts.append(f'<g transform="translate({_number(x)} {_number(y)})">')
        yield
        self._parts.append("</g>")

    def heat_map(
        self,
        left: float,
        top: float,
        numbers: Sequence[Sequence[float]],
        labels: Sequence[Sequence[str]] = (),
        *,
        cell: int = 44,
    ) -> None:
        """Draw the grid of the 169 classes; cells with greater numbers are darker.

        Args:
            left: left edge of the grid.
            top: upper edge of the grid.
            numbers: thirteen rows of thirteen numbers from 0 to 1, as `handsight.ranges.class_grid`
                returns them. NaN leaves a cell blank.
            labels: thirteen rows of thirteen texts, each of which is written below the name of its
                class; if `cell` is less than 29 pixels, it appears on hover instead.
            cell: distance from one cell to the next, in pixels.

        Raises:
            OptionError: if there are not 13 × 13 numbers from 0 to 1, or not 13 × 13 labels.
        """
        check_cells(numbers, labels or None)
        gap = 2 if cell >= _NAMED else 1
        for row, line in enumerate(numbers):
            for column, number in enumerate(line):
                x, y, side = left + column * cell, top + row * cell, cell - gap
                label = labels[row][column] if labels else ""
                self._cell(x, y, side, class_at(row, column), number, label)

    def legend(
        self, x: float, y: float, entries: Sequence[tuple[str, str]], *, ink: str = INK
    ) -> None:
        """Draw a legend of colours in one line.

        Args:
            x: left end of the line.
            y: baseline of the words.
            entries: pairs of a colour and its meaning.
            ink: colour of the words.
        """
        for colour, words in entries:
            self.rect(x, y - 11, 13, 13, colour, radius=2)
            self.text(x + 19, y, words, colour=ink)
            x += 40 + 8 * len(words)

    def svg(self) -> str:
        """Return the SVG document."""
        return "\n".join([*self._parts, "</svg>\n"])

    def _cell(self, x: float, y: float, side: int, name: str, number: float, label: str) -> None:
        fill, ink = cell_colours(number)
        large = side + 2 >= _NAMED
        tip = f"{name}: {label}" if label and not large else ""
        self.rect(x, y, side, side, fill, radius=3 if large else 2, tip=tip)
        if isnan(number):
            return
        middle = x + side / 2
        if not large:
            self.text(middle, y + 15, name, size=9, colour=ink, anchor="middle")
            return
        self.text(middle, y + (19 if label else 26), name, colour=ink, anchor="middle")
        if label:
            self.text(middle, y + 34, label, size=11, colour=ink, anchor="middle")

    def _shape(self, element: str, tip: str = "") -> None:
        name = element.partition(" ")[0]
        inside = f"><title>{_escaped(tip)}</title></{name}>" if tip else "/>"
        self._parts.append(f"<{element}{inside}")


def heat_map_svg(
    numbers: Sequence[Sequence[float]],
    caption: str,
    title: str = "",
    *,
    percents: bool = False,
    labels: Sequence[Sequence[str]] = (),
    scale: Sequence[str] = (),
) -> str:
    """Draw a heat map with one number for each of the 169 hand classes.

    Args:
        numbers: thirteen rows of thirteen numbers from 0 to 1, in the order of
            `handsight.ranges.class_grid`. NaN leaves a cell blank.
        caption: line of text below the grid.
        title: title for browsers and screen readers; the caption by default.
        percents: whether to write 0 and 1 as percentages too, as numbers between 0 and 1 always
            are; ignored with `labels`.
        labels: thirteen rows of thirteen texts to write instead of percentages; empty for
            percentages.
        scale: five meanings, one for each colour of `SCALE`, for a legend below the caption; empty
            for no legend.

    Returns:
        An SVG document.

    Raises:
        OptionError: if there are not 13 × 13 numbers from 0 to 1, or not 13 × 13 labels.

    Example:
        >>> "half of each" in heat_map_svg([[0.5] * 13] * 13, "half of each")
        True
    """
    check_cells(numbers, labels or None)
    margin, side = 14, SIZE * 44 - 2
    width = 2 * margin + side
    picture = Picture(width, width + 20 + LEGEND * bool(scale), title or caption)
    written = labels or [[_percent(number, percents) for number in row] for row in numbers]
    picture.heat_map(margin, margin, numbers, written)
    size = min(14, int(width / max(1, _EM * len(caption))))
    picture.text(width / 2, width + 7, caption, size=size, anchor="middle")
    if scale:
        picture.legend(margin, width + LEGEND + 6, scale_entries(scale))
    return picture.svg()


def scale_entries(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the entries of a legend: the colours of `SCALE`, each with its meaning from `words`.

    Args:
        words: five meanings, in the order of `SCALE`.

    Example:
        >>> scale_entries(PERCENTS)[-1]
        ('#0c4a6e', '100%')
    """
    return [(cell_colours(number)[0], word) for number, word in zip(SCALE, words, strict=True)]


def check_cells(
    numbers: Sequence[Sequence[float]], labels: Sequence[Sequence[str]] | None = None
) -> None:
    """Check that there is a number for each of the 169 classes and, if there are labels, a label.

    Args:
        numbers: 13 × 13 numbers from 0 to 1, or NaN.
        labels: 13 × 13 texts; None for no labels.

    Raises:
        OptionError: if there are more or fewer numbers or labels, or a number is out of range.

    Example:
        >>> check_cells([[0.5] * 13] * 13)
    """
    shares = all(0 <= each <= 1 or isnan(each) for row in numbers for each in row)
    if [len(row) for row in numbers] != [SIZE] * SIZE or not shares:
        raise OptionError("numbers must be 13 rows of 13 numbers from 0 to 1")
    if labels is not None and [len(row) for row in labels] != [SIZE] * SIZE:
        raise OptionError("labels must be 13 rows of 13 strings")


def cell_colours(number: float) -> tuple[str, str]:
    """Return the fill of a heat map cell and the colour of its letters.

    Args:
        number: the cell's number, 0 to 1. Exactly 0 has its own colour; NaN has the colour of the
            background.

    Returns:
        Two colours like ``"#0c4a6e"``.

    Example:
        >>> cell_colours(1), cell_colours(0)
        (('#0c4a6e', '#ffffff'), ('#f1f1ef', '#666662'))
    """
    if isnan(number):
        return PAPER, _EMPTY_INK
    if number == 0:
        return _EMPTY, _EMPTY_INK
    ends = zip(bytes.fromhex(PALE[1:]), bytes.fromhex(DEEP[1:]), strict=True)
    fill = "#" + bytes(round(pale + (deep - pale) * number) for pale, deep in ends).hex()
    return fill, ink_on(fill)


def ink_on(fill: str) -> str:
    """Return black or white, whichever contrasts more with a colour.

    Example:
        >>> ink_on("#0c4a6e"), ink_on("#e3eef5")
        ('#ffffff', '#000000')
    """
    return max(_LIGHT, _DARK, key=lambda ink: contrast(ink, fill))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it.

    Example:
        >>> contrast("#000000", "#ffffff"), contrast("#767676", "#ffffff") > 4.5
        (21.0, True)
    """
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _percent(number: float, percents: bool) -> str:
    written = percents or 0 < number < 1
    return percent_text(number) if written and not isnan(number) else ""


def _number(length: float) -> str:
    return f"{round(length, 1):g}"


def _escaped(words: str) -> str:
    return escape(words, quote=False)
