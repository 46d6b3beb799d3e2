"""A chart of bars on a scale of powers of ten, as SVG that reads on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT = 760, 190, 110
"""Of the picture, of the names before the bars, and of the figures behind them; in pixels."""
BAR, GAP, HEAD, FOOT, SPACE = 15, 7, 34, 26, 22
MARGIN = 0.05
"""How far the scale goes on behind the longest bar, as a power of ten."""
GREY, FAINT = "#7d7d7d", 0.3
"""Of words and lines, and how much of a line is seen: half-way between black and white, for the
page may be either."""
COLOURS = ("#e0762f", "#3f88c5", "#8d8d8d")
"""Of the kinds of bars, in their order; none is near black or white."""
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Bar:
    """A bar.

    Attributes:
        name: before it.
        value: its length, above 0.
        kind: 0, 1 or 2: its colour.
    """

    name: str
    value: float
    kind: int


@dataclass(frozen=True)
class Panel:
    """Bars below a title, the longest first; all panels of a chart share one scale."""

    title: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        """In pixels, with the title and the numbers of the scale."""
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
    parts, top = [*_legend(kinds)], HEAD
    for panel in panels:
        parts += _panel(panel, scale, top)
        top += panel.height + SPACE
    parts.append(_text(LEFT, top, f"{unit}; each line is ten times the one before"))
    top += SPACE // 2
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" '
        f'height="{top}" font-family="{FONT}" font-size="13" fill="{GREY}" role="img">'
    )
    titles = escape("; ".join(panel.title for panel in panels))
    return "\n".join([head, f"<title>{titles}</title>", *parts, "</svg>"]) + "\n"


@dataclass(frozen=True)
class Scale:
    """Powers of ten from the left end of the bars to the right end.

    Attributes:
        low: the exponent at the left end.
        high: the exponent at the right end, larger.
    """

    low: int
    high: float

    def at(self, value: float) -> float:
        """Give the place of a value, in pixels from the left.

        Example:
            >>> Scale(0, 2).at(10.0) == (Scale(0, 2).at(1.0) + Scale(0, 2).at(100.0)) / 2
            True
        """
        share = (log10(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)


def _legend(kinds: Sequence[str]) -> Iterator[str]:
    place = LEFT
    for kind, colour in zip(kinds, COLOURS, strict=False):
        yield f'<rect x="{place}" y="9" width="13" height="13" rx="2" fill="{colour}"/>'
        yield _text(place + 19, 20, kind)
        place += 40 + 8 * len(kind)


def _panel(panel: Panel, scale: Scale, top: int) -> Iterator[str]:
    yield _text(LEFT, top + 20, panel.title, weight="bold")
    bottom = top + panel.height - FOOT
    for power in range(scale.low, floor(scale.high) + 1):
        place = scale.at(10.0**power)
        line = f"M{place:.1f} {top + HEAD - 4}V{bottom}"
        yield f'<path d="{line}" stroke="{GREY}" stroke-opacity="{FAINT}"/>'
        yield _text(place, bottom + 16, _power(power), "middle")
    row = top + HEAD
    for bar in sorted(panel.bars, key=lambda bar: -bar.value):
        yield from _bar(bar, scale, row)
        row += BAR + GAP


def _bar(bar: Bar, scale: Scale, top: int) -> Iterator[str]:
    length = max(scale.at(bar.value) - LEFT, 1)
    colour = COLOURS[bar.kind]
    yield (
        f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR}" rx="2" fill="{colour}"/>'
    )
    yield _text(LEFT - 8, top + 12, bar.name, "end")
    yield _text(LEFT + length + 6, top + 12, figure_of(bar.value))


def figure_of(value: float) -> str:
    """Write a number of hands with three digits that matter.

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


def _text(x: float, y: float, words: str, anchor: str = "start", weight: str = "normal") -> str:
    bold = f' font-weight="{weight}"' if weight != "normal" else ""
    end = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y}"{end}{bold}>{escape(words)}</text>'
