"""Pictures of ranges and strategies for matplotlib, in the colours of the SVG pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from handsight.errors import MissingExtraError
from handsight.ranges.class_grid import SIZE
from handsight.ranges.combos import CLASSES, class_at
from handsight.views.solver.solution import EMPTY, EMPTY_INK, LABEL_PAPER, action_colours
from handsight.views.svg import cell_colours

if TYPE_CHECKING:
    from handsight.ranges import Range
    from handsight.views.solver.solution import ClassStrategy

SIDE = 6.5
"""The width and height of a new figure, in inches."""

GAP = 0.06
"""The gap between two cells, as a share of a cell."""

LONGEST_TITLE = 60


def range_plot(hands: Range, axes: Any = None) -> Any:
    """Draw a range as a heat map: the darker a class, the larger its average weight.

    Args:
        hands: the range.
        axes: the axes of matplotlib to draw on; None for those of a new figure.

    Returns:
        The axes.

    Raises:
        MissingExtraError: if matplotlib is not installed.
    """
    axes = _axes(axes)
    inks = {}
    bars = []
    for number, weight in enumerate(hands.grid().ravel().tolist()):
        fill, inks[CLASSES[number]] = cell_colours(weight)
        bars.append((divmod(number, SIZE), 0.0, 1.0, fill))
    _draw(axes, bars, inks)
    text = str(hands) or "an empty range"
    cut = text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"
    axes.set_title(cut, loc="left", fontsize=10)
    axes.set_xlabel(f"{float(hands.total_weight):.10g} combos, {hands.percent:.1f}% of all hands")
    return axes


def strategy_plot(node: ClassStrategy, title: str, axes: Any = None) -> Any:
    """Draw a strategy: each cell is a class, coloured by its actions.

    Args:
        node: the strategy.
        title: the title of the picture.
        axes: the axes of matplotlib to draw on; None for those of a new figure.

    Returns:
        The axes.

    Raises:
        MissingExtraError: if matplotlib is not installed.
    """
    axes = _axes(axes)
    classes, colours = node.by_class(), action_colours(node.actions)
    inks, bars = dict.fromkeys(CLASSES, EMPTY_INK), []
    for number, name in enumerate(CLASSES):
        start, place = 0.0, divmod(number, SIZE)
        bars.append((place, 0.0, 1.0, EMPTY))
        for share, colour in zip(classes.get(name, ()), colours, strict=False):
            if share > 0:
                bars.append((place, start, share, colour))
                start += share
    inks |= dict.fromkeys(classes, "black")
    _draw(axes, bars, inks, paper=frozenset(classes))
    axes.set_title(title, loc="left", fontsize=10)
    patches = import_module("matplotlib.patches")
    shown = zip(node.actions, node.frequencies, colours, strict=True)
    axes.legend(
        handles=[
            patches.Patch(color=colour, label=f"{action}: {share:.1%}")
            for action, share, colour in shown
        ],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=min(len(colours), 3),
        frameon=False,
        fontsize=9,
    )
    return axes


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    try:
        pyplot = import_module("matplotlib.pyplot")
    except ImportError:
        raise MissingExtraError(
            "a plot needs matplotlib, which is not installed: pip install 'handsight[plot]'"
        ) from None
    return pyplot.subplots(figsize=(SIDE, SIDE), layout="constrained")[1]


def _draw(
    axes: Any,
    bars: Iterable[tuple[tuple[int, int], float, float, str]],
    inks: dict[str, str],
    paper: frozenset[str] = frozenset(),
) -> None:
    """Draw the cells of the grid and their names.

    Args:
        axes: the axes.
        bars: for each bar the row and column of its cell, where it begins in the cell, its width,
            both as shares of the cell, and its colour.
        inks: the colour of each class's name.
        paper: the classes whose name has a light background.
    """
    collections = import_module("matplotlib.collections")
    shapes, fills = [], []
    for place, start, width, fill in bars:
        shapes.append(_corners(place, start, width))
        fills.append(fill)
    axes.add_collection(collections.PolyCollection(shapes, facecolors=fills, linewidths=0))
    box = {"facecolor": LABEL_PAPER, "linewidth": 0, "boxstyle": "round,pad=0.15"}
    for number, name in enumerate(CLASSES):
        row, column = divmod(number, SIZE)
        axes.text(
            column + 0.5,
            row + 0.5,
            class_at(row, column),
            color=inks[name],
            fontsize=8,
            ha="center",
            va="center",
            bbox=box if name in paper else None,
        )
    axes.set(xlim=(0, SIZE), ylim=(SIZE, 0), aspect="equal", xticks=(), yticks=())
    axes.spines[:].set_visible(False)


def _corners(place: tuple[int, int], start: float, width: float) -> Sequence[tuple[float, float]]:
    row, column = place
    inner = 1 - GAP
    left = column + GAP / 2 + start * inner
    right, top = left + width * inner, row + GAP / 2
    return [(left, top), (right, top), (right, top + inner), (left, top + inner)]
