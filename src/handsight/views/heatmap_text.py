"""How all hands stand on a board, as a heat map for a terminal and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from handsight.ranges.grid import class_rows, labels_text, percent_text
from handsight.views.heatmap import NAMES
from handsight.views.ranges import HeatMap
from handsight.views.svg import heat_map_svg
from handsight.views.text_parts import cards_text, shortened

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.views.heatmap import BoardMap

LISTED = 4
MOST_OF_RANGE = 40
_LABEL = "dim"
_NOBODY = "."


def heatmap_text(
    found: BoardMap, notes: Sequence[str] = (), *, drawn_suits: bool = True
) -> RenderableType:
    """Lay the map of a board out: the map, its legend, and the numbers at its ends.

    Args:
        found: of `board_map`.
        notes: lines that stand below the heading.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.views.heatmap import board_map
        >>> text = heatmap_text(board_map("Qh7h2c"), drawn_suits=False)
        >>> Console(width=80).print(text) # doctest: +ELLIPSIS
        EHS on Qh7h2c against any cards
        ...
    """
    lines = [Text(note, _LABEL) for note in notes]
    legend = [Text(line) for line in _legend(found)]
    return Group(_heading(found, drawn_suits), *lines, Text(), _map(found), Text(), *legend)


def heatmap_svg(found: BoardMap) -> str:
    """Draw the map of a board as a picture.

    Args:
        found: of `board_map`.

    Returns:
        An SVG document.

    Example:
        >>> from handsight.views.heatmap import board_map
        >>> "EHS on Qh7h2c" in heatmap_svg(board_map("Qh7h2c"))
        True
    """
    heading = _heading(found, drawn=False).plain
    caption = f"{heading}, mean {found.mean:.1%}"
    title = f"{heading}: percent, the mean of each class"
    return heat_map_svg(class_rows(found.classes), caption, title, percents=True)


def _heading(found: BoardMap, drawn: bool) -> Text:
    heading = Text.assemble(
        NAMES[found.what], (" on ", _LABEL), cards_text(found.spot.board, drawn)
    )
    if found.spot.dead:
        heading = Text.assemble(heading, (" without ", _LABEL), cards_text(found.spot.dead, drawn))
    against = "any cards" if found.villain is None else shortened(str(found.villain), MOST_OF_RANGE)
    return Text.assemble(heading, (" against ", _LABEL), against)


def _map(found: BoardMap) -> HeatMap:
    numbers = class_rows(found.classes)
    plain = [[_label(number, _NOBODY) for number in row] for row in numbers]
    coloured = [[_label(number, "") for number in row] for row in numbers]
    return HeatMap(numbers, coloured, labels_text(plain))


def _label(number: float, nobody: str) -> str:
    return nobody if isnan(number) else percent_text(number).removesuffix("%")


def _legend(found: BoardMap) -> Iterator[str]:
    yield "percent, the mean of each class; suited above the diagonal"
    if any(map(isnan, found.classes.values())):
        yield f"blank or {_NOBODY}: cannot be held"
    ranked = found.ranked()
    yield f"highest  {_listed(ranked[:LISTED])}"
    yield f"lowest   {_listed(ranked[: -LISTED - 1 : -1])}"
    yield f"mean of all combos {found.mean:.1%}"


def _listed(classes: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {_precise(value)}" for name, value in classes)


def _precise(share: float) -> str:
    """Write a share to a tenth of a percent; only nothing is 0.0% and only all is 100.0%."""
    return f"{share if share in (0, 1) else min(max(share, 0.001), 0.999):.1%}"
