"""A bar chart on a logarithmic scale, as SVG that is readable on light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from handsight.views.svg import Picture

WIDTH, LEFT, RIGHT = 760, 190, 110
"""Widths in pixels: the picture, the names before the bars, and the figures behind them."""
BAR, GAP, HEAD, FOOT, SPACE = 15, 7, 34, 26, 22
MARGIN = 0.05
"""How far the scale continues beyond the longest bar, as a power of ten."""
GREY, SEEN = "#767676", 0.3
"""Colour of words and lines, and opacity of the lines. The grey is half-way between black and
white, because the page may be either; words contrast with both by 4.5 to 1."""
COLOURS = ("#e0762f", "#3f88c5", "#8d8d8d")
"""Colours of the kinds of bars, in order; none is near black or white."""


@dataclass(frozen=True)
class Bar:
    """A bar.

    Attributes:
        name: label before the bar.
        value: length of the bar, above 0.
        kind: 0, 1 or 2, which selects the colour.
    """

    name: str
    value: float
    kind: int


@dataclass(frozen=True)
class Panel:
    """Bars below a title, longest first; all panels of a chart share one scale."""

    title: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        """Height in pixels, with the title and the numbers of the scale."""
        return HEAD + len(self.bars) * (BAR + GAP) + FOOT


def chart(panels: Sequence[Panel], kinds: Sequence[str], unit: str) -> str:
    """Draw panels one below the other.

    Returns:
        The text of an SVG file.

    Example:
        >>> drawn = chart([Panel("Speed", (Bar("ours", 200.0, 0),))], ["ours"], "hands/s")
        >>> drawn.startswith("<svg"), drawn.count("<rect"), "200" in drawn
        (True, 2, True)
    """
    values = [bar.value for panel in panels for bar in panel.bars]
    scale = Scale(floor(log10(min(values))), log10(max(values)) + MARGIN)
    bottom = HEAD + sum(panel.height + SPACE for panel in panels)
    title = "; ".join(panel.title for panel in panels)
    picture = Picture(WIDTH, bottom + SPACE // 2, title, paper="")
    picture.legend(LEFT, 20, list(zip(COLOURS, kinds, strict=False)), ink=GREY)
    top = HEAD
    for panel in panels:
        _draw_panel(picture, panel, scale, top)
        top += panel.height + SPACE
    picture.text(LEFT, top, f"{unit}; each line is ten times the one before", colour=GREY)
    return picture.svg()


@dataclass(frozen=True)
class Scale:
    """A logarithmic scale from the left end of the bars to the right end.

    Attributes:
        low: exponent of ten at the left end.
        high: exponent of ten at the right end, larger than `low`.
    """

    low: int
    high: float

    def at(self, value: float) -> float:
        """Return the position of a value, in pixels from the left.

        Example:
            >>> Scale(0, 2).at(10.0) == (Scale(0, 2).at(1.0) + Scale(0, 2).at(100.0)) / 2
            True
        """
        share = (log10(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)


def _draw_panel(picture: Picture, panel: Panel, scale: Scale, top: int) -> None:
    picture.text(LEFT, top + 20, panel.title, colour=GREY, bold=True)
    bottom = top + panel.height - FOOT
    for power in range(scale.low, floor(scale.high) + 1):
        place = scale.at(10.0**power)
        picture.line(place, top + HEAD - 4, place, bottom, GREY, opacity=SEEN)
        picture.text(place, bottom + 16, _power(power), colour=GREY, anchor="middle")
    row = top + HEAD
    for bar in sorted(panel.bars, key=lambda bar: -bar.value):
        _draw_bar(picture, bar, scale, row)
        row += BAR + GAP


def _draw_bar(picture: Picture, bar: Bar, scale: Scale, top: int) -> None:
    length = max(scale.at(bar.value) - LEFT, 1)
    picture.rect(LEFT, top, length, BAR, COLOURS[bar.kind], radius=2)
    picture.text(LEFT - 8, top + 12, bar.name, colour=GREY, anchor="end")
    picture.text(LEFT + length + 6, top + 12, figure_of(bar.value), colour=GREY)


def figure_of(value: float) -> str:
    """Write a number of hands with three significant digits.

    Example:
        >>> figure_of(1.234e9), figure_of(98_765_432.0), figure_of(120_000.0), figure_of(950.0)
        ('1.23 G', '98.8 M', '120 k', '950')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _power(power: int) -> str:
    return figure_of(10.0**power).replace(" ", "\u202f")
