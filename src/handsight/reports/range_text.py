"""A range, or other numbers of the 169 classes, laid out for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from handsight.cards.card import RANKS
from handsight.errors import OptionError
from handsight.ranges import Range, grid, grid_text
from handsight.ranges.class_grid import SIZE, labels_text, percent_text
from handsight.ranges.combos import class_at
from handsight.ranges.heatmap import cell_colours, check_shares

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

WIDEST_CELL = 6
_SIDE = 2
_SYSTEMS = ("256", "truecolor")
"""Of sixteen colours too few are shades to tell numbers apart, or letters from their ground."""
_RANKS = RANKS[::-1]
_LABEL = "dim"


def range_text(hands: Range, notes: Sequence[str] = ()) -> RenderableType:
    """Lay a range out: its canonical text, its size, and its grid.

    Args:
        hands: the range.
        notes: lines that stand below its size.

    Example:
        >>> from rich.console import Console
        >>> Console(width=80).print(range_text(Range("QQ+, AKs"))) # doctest: +ELLIPSIS
        QQ+, AKs
        22 combos, 1.7% of all hands
        ...
    """
    size = "\n".join([size_in_words(hands), *notes])
    return Group(Text(str(hands) or "no hands"), Text(size, _LABEL), Text(), range_map(hands))


def size_in_words(hands: Range) -> str:
    """Tell how many combos a range has, what they weigh, and how many of all hands that is.

    Example:
        >>> size_in_words(Range("AKs"))
        '4 combos, 0.3% of all hands'
        >>> size_in_words(Range("AK:0.5"))
        '16 combos that weigh 8, 0.6% of all hands'
    """
    count, weight = len(hands), float(hands.total_weight)
    combos = "1 combo" if count == 1 else f"{count:,} combos"
    weighing = "" if weight == count else f" that weigh{'s' * (count == 1)} {weight:.10g}"
    return f"{combos}{weighing}, {hands.percent:.1f}% of all hands"


def range_map(hands: str | Range) -> HeatMap:
    """Draw a range as a heat map, in the colours of its SVG picture.

    A cell shows the name of its class, or the percentage of a class that has a part of its weight.
    Where there is no colour it is `grid_text`.

    Args:
        hands: a range, or the text of one.

    Raises:
        InputError: if the text cannot be read.

    Example:
        >>> from rich.console import Console
        >>> Console(width=80, color_system=None).print(range_map("AA")) # doctest: +ELLIPSIS
          A   K   Q   J   T   9   8   7   6   5   4   3   2
        A AA  .   .   .   .   .   .   .   .   .   .   .   .
        ...
    """
    held = Range(hands)
    numbers = grid(held)
    labels = [
        [
            percent_text(number) if 0 < number < 1 else class_at(row, column)
            for column, number in enumerate(numbers[row])
        ]
        for row in range(SIZE)
    ]
    return HeatMap(numbers, labels, grid_text(held))


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Thirteen rows of thirteen cells, coloured by a number each; rich can print it.

    Cells become wider with the terminal. Where there are not 256 colours or more the plain text is
    printed.

    Attributes:
        numbers: 0 to 1 for each class, as `handsight.ranges.class_grid` orders them; they give the
            colours. NaN leaves a cell as it is.
        labels: what stands in the cells, best of three letters.
        plain: what is printed without colours; the labels unless given.

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

    def __post_init__(self) -> None:
        check_shares(self.numbers)
        if [len(row) for row in self.labels] != [SIZE] * SIZE:
            raise OptionError("labels takes 13 rows of 13 texts")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if console.no_color or console.color_system not in _SYSTEMS:
            yield Text(self.plain or labels_text(self.labels), no_wrap=True, overflow="crop")
            return
        longest = max(len(label) for row in self.labels for label in row)
        fitting = (options.max_width - _SIDE) // SIZE
        width = max(longest, min(fitting, max(WIDEST_CELL, longest + 1)))
        yield self._header(width)
        yield from (self._row(row, width) for row in range(SIZE))

    def _header(self, width: int) -> Text:
        return _line(" " * _SIDE + "".join(rank.center(width) for rank in _RANKS))

    def _row(self, row: int, width: int) -> Text:
        line = _line(_RANKS[row].ljust(_SIDE))
        for number, label in zip(self.numbers[row], self.labels[row], strict=True):
            fill, ink = cell_colours(number)
            style = "" if isnan(number) else f"{ink} on {fill}"
            line.append(label.center(width), style)
        return line


def _line(ranks: str) -> Text:
    """Begin a line that is never broken, even where it is too long."""
    return Text(no_wrap=True, overflow="crop").append(ranks, _LABEL)
