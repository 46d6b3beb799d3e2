"""A range as a report, and its grid on a terminal or in a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.ranges import Range
from handsight.ranges.class_grid import SIZE, Grid, class_rows, labels_text, weight_labels
from handsight.ranges.combos import CLASSES, class_at
from handsight.ranges.orders import DEFAULT_ORDER, order_label
from handsight.views.svg import SCALE, cell_colours, check_cells, heat_map_svg, ink_on
from handsight.views.text_parts import LABEL

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

WIDEST_CELL = 6
_SIDE = 2
_SYSTEMS = ("256", "truecolor")
"""rich's colour systems that have enough shades; in 16 colours, different numbers look alike."""
_RANKS = RANKS[::-1]
WEIGHTS = ("none", "25%", "50%", "75%", "all")
"""What each colour in the grid of a range means."""


@dataclass(frozen=True)
class RangeSummary:
    """A range as text, its size, and its weights by class.

    Attributes:
        range: canonical text of the range.
        combos: how many of the 1,326 combos have a weight above 0.
        total_weight: sum of the combos' weights.
        percent: the total weight as a percentage of the 1,326 combos.
        classes: ``{class: average weight of its combos}``, above 0 and at most 1.
    """

    range: str
    combos: int
    total_weight: float
    percent: float
    classes: dict[str, float]


@dataclass(frozen=True)
class RangeReport(RangeSummary):
    """A range, with how it was chosen.

    Attributes:
        top: share of the best hands, as the caller wrote it; None for a range given as text.
        order: the order by which hands were ranked, such as ``"equity@1"``; None for a range given
            as text.
        without: cards that nobody can hold.
    """

    top: str | None
    order: str | None
    without: CardSet


def range_summary(hands: Range) -> RangeSummary:
    """Build the report of a range.

    Example:
        >>> range_summary(Range("AA, AKs:0.5")).classes
        {'AA': 1.0, 'AKs': 0.5}
    """
    return RangeSummary(
        range=str(hands),
        combos=len(hands),
        total_weight=float(hands.total_weight),
        percent=hands.percent,
        classes={name: float(weight) for name, weight in hands.classes.items()},
    )


def range_report(
    hands: Range, top: str | None = None, order: str | None = None, without: CardSet | None = None
) -> RangeReport:
    """Build the report of a range, with how it was chosen.

    Args:
        hands: the range.
        top: share of the best hands, as the caller wrote it; None for a range given as text.
        order: name of the order by which hands were ranked; None for the default order. It is
            ignored if `top` is None.
        without: cards that were removed from the range; None for none.

    Raises:
        OptionError: if the order does not exist.

    Example:
        >>> range_report(Range.top(0.15), "15%").order
        'equity@1'
    """
    return RangeReport(
        **vars(range_summary(hands)),
        top=top,
        order=None if top is None else order_label(order or DEFAULT_ORDER),
        without=without or CardSet(),
    )


def range_text(hands: RangeSummary, notes: Sequence[str] = ()) -> RenderableType:
    """Lay out a range: its canonical text, its size, and its grid.

    Args:
        hands: the result of `range_summary` or `range_report`.
        notes: lines to show below the size of the range.

    Example:
        >>> from rich.console import Console
        >>> text = range_text(range_summary(Range("QQ+, AKs")))
        >>> Console(width=80).print(text) # doctest: +ELLIPSIS
        QQ+, AKs
        22 combos, 1.7% of all hands
        ...
    """
    from rich.console import Group
    from rich.text import Text

    size = Text("\n".join([size_in_words(hands), *notes]), LABEL)
    return Group(Text(hands.range or "no hands"), size, Text(), range_map(hands.classes))


def size_in_words(hands: RangeSummary) -> str:
    """Describe the size of a range: its combos, their weight if it differs, and their percentage.

    Example:
        >>> size_in_words(range_summary(Range("AKs")))
        '4 combos, 0.3% of all hands'
        >>> size_in_words(range_summary(Range("AK:0.5")))
        '16 combos that weigh 8, 0.6% of all hands'
    """
    count, weight = hands.combos, hands.total_weight
    combos = "1 combo" if count == 1 else f"{count:,} combos"
    weighing = "" if weight == count else f" that weigh{'s' * (count == 1)} {weight:.10g}"
    return f"{combos}{weighing}, {hands.percent:.1f}% of all hands"


def grid_svg(hands: str | Range) -> str:
    """Draw a range as a heat map: each cell is a class, coloured by its average weight.

    Args:
        hands: a range, or the text of one.

    Returns:
        An SVG document.

    Raises:
        InputError: if the text cannot be read.

    Example:
        >>> grid_svg("22+, A2s+").startswith("<svg xmlns=")
        True
    """
    return range_svg(range_summary(Range(hands)))


def range_svg(hands: RangeSummary) -> str:
    """Draw a range as `grid_svg` does."""
    caption = f"{hands.total_weight:.10g} combos, {hands.percent:.1f}% of all hands"
    title = hands.range or "an empty range"
    return heat_map_svg(_weights(hands.classes), caption, title, scale=WEIGHTS)


def range_map(classes: Mapping[str, float]) -> HeatMap:
    """Draw a range as a heat map, in the colours of its SVG picture.

    A cell shows the name of its class, or a percentage if the average weight is between 0 and 1.
    Without colour, the map is the text of `handsight.ranges.grid_text`.

    Args:
        classes: ``{class: average weight, 0 to 1}``; a missing class weighs nothing.

    Example:
        >>> from rich.console import Console
        >>> Console(width=80, color_system=None).print(range_map({"AA": 1})) # doctest: +ELLIPSIS
          A   K   Q   J   T   9   8   7   6   5   4   3   2
        A AA  .   .   .   .   .   .   .   .   .   .   .   .
        ...
    """
    numbers = _weights(classes)
    plain = weight_labels(numbers)
    labels = [
        [class_at(row, column) if label == "." else label for column, label in enumerate(line)]
        for row, line in enumerate(plain)
    ]
    return HeatMap(numbers, labels, labels_text(plain), WEIGHTS)


def _weights(classes: Mapping[str, float]) -> Grid:
    return class_rows({name: classes.get(name, 0) for name in CLASSES})


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A grid of thirteen by thirteen cells, each coloured by a number; printable with rich.

    The cells widen with the terminal, up to a limit. On a terminal with fewer than 256 colours, the
    plain text is printed.

    Attributes:
        numbers: a number from 0 to 1 for each class, in the order of
            `handsight.ranges.class_grid`; they determine the colours. NaN leaves a cell uncoloured.
        labels: text of each cell, preferably of at most three letters.
        plain: text to print without colours; the labels by default.
        scale: meanings of the colours for a legend (see `HeatScale`); empty for no legend.

    Example:
        >>> from rich.console import Console
        >>> halves = HeatMap([[0.5] * 13] * 13, [["50"] * 13] * 13)
        >>> Console(width=80, color_system=None).print(halves) # doctest: +ELLIPSIS
          A   K   Q   J   T   9   8   7   6   5   4   3   2
        A 50  50  50  50  50  50  50  50  50  50  50  50  50
        ...
    """

    numbers: Sequence[Sequence[float]]
    labels: Sequence[Sequence[str]]
    plain: str = ""
    scale: Sequence[str] = ()

    def __post_init__(self) -> None:
        check_cells(self.numbers, self.labels)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        if console.no_color or console.color_system not in _SYSTEMS:
            yield Text(self.plain or labels_text(self.labels), no_wrap=True, overflow="crop")
            return
        longest = max(len(label) for row in self.labels for label in row)
        fitting = (options.max_width - _SIDE) // SIZE
        width = max(longest, min(fitting, max(WIDEST_CELL, longest + 1)))
        yield self._header(width)
        yield from (self._row(row, width, console) for row in range(SIZE))
        if self.scale:
            yield HeatScale(self.scale)

    def _header(self, width: int) -> Text:
        return _line(" " * _SIDE + "".join(rank.center(width) for rank in _RANKS))

    def _row(self, row: int, width: int, console: Console) -> Text:
        line = _line(_RANKS[row].ljust(_SIDE))
        for number, label in zip(self.numbers[row], self.labels[row], strict=True):
            line.append(label.center(width), "" if isnan(number) else _style(number, console))
        return line


@dataclass(frozen=True, slots=True)
class HeatScale:
    """A one-line legend for the colours of a heat map, printable with rich.

    On a terminal with fewer than 256 colours, nothing is printed.

    Attributes:
        words: a meaning for each number of `handsight.views.svg.SCALE`.
    """

    words: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        if console.no_color or console.color_system not in _SYSTEMS:
            return
        line = Text(" " * _SIDE)
        for number, word in zip(SCALE, self.words, strict=True):
            line.append(f" {word} ", _style(number, console))
        yield line


def _style(number: float, console: Console) -> str:
    """Return the rich style of a cell: a background, and letters that contrast with it.

    On a terminal with 256 colours, the background is the nearest of those colours.
    """
    from rich.color import Color, ColorSystem

    fill, ink = cell_colours(number)
    if console.color_system == "256":
        fill = Color.parse(fill).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex
        ink = ink_on(fill)
    return f"{ink} on {fill}"


def _line(ranks: str) -> Text:
    """Return text to which a line's cells are added; a line that is too long is cropped."""
    from rich.text import Text

    return Text(no_wrap=True, overflow="crop").append(ranks, LABEL)
