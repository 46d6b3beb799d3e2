"""How a notebook shows a result: its report, text, picture and rows.

The types of results are registered in `handsight.views.notebooks.results`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.views.report import plain
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.console import RenderableType

    from handsight.runtime.frames import ColumnType, Frame, Schema

WIDTH = 100
"""The width of text in a notebook, in characters."""

Rows = Iterable[Mapping[str, Any]]
Columns = Mapping[str, "NDArray[Any]"]
PRE = (
    '<pre style="white-space:pre;overflow-x:auto;line-height:normal;'
    "font-family:Menlo,'DejaVu Sans Mono',Consolas,monospace\">{code}</pre>"
)


class Display(NamedTuple):
    """How a notebook shows results of one type.

    Attributes:
        report: callable that builds the report that the command line prints as JSON.
        text: callable that builds, from the report, the text that the command line shows; the text
            is below the picture, if there is one. If `text` is None, the picture stands alone; a
            result without a picture is then shown as a table of the report's values.
        html: callable that writes the result as HTML, to show instead of the picture and the text;
            None to show the picture and the text.
        svg: callable that draws the result, or returns None if it cannot be drawn; None for no
            picture.
        rows: callable that returns the rows or columns of the result's data frame; None for no data
            frame.
        schema: types of the data frame's columns that its values do not reveal: texts with a fixed
            list of values, columns that may have no values, and all columns if there may be no
            rows.
        plot: callable that draws the result with matplotlib on the axes that it is given, or on
            those of a new figure, and returns the axes; None if it draws no plots.
    """

    report: Callable[[Any], Any]
    text: Callable[[Any], RenderableType] | None = None
    html: Callable[[Any], str] | None = None
    svg: Callable[[Any], str | None] | None = None
    rows: Callable[[Any], Rows | Columns] | None = None
    schema: Schema | None = None
    plot: Callable[[Any, Any], Any] | None = None


@singledispatch
def display_of(result: object) -> Display:
    """Return how a notebook shows a result.

    Raises:
        TypeError: if the result's type is not registered.
    """
    raise TypeError(f"no view is known for the type {type(result).__name__}")


def plain_report(result: object) -> dict[str, Any]:
    """Return a result's report as plain dictionaries and lists, like the command line's JSON.

    Raises:
        TypeError: if the result's type is not registered.
    """
    values: dict[str, Any] = plain(display_of(result).report(result))
    return values


def html_of(result: object) -> str:
    """Write a result as HTML.

    Unless the result's type has its own HTML, this is the result's picture and text, or a table of
    the report's values if there is neither.

    Raises:
        TypeError: if the result's type is not registered.
    """
    display = display_of(result)
    if display.html is not None:
        return display.html(result)
    parts = []
    picture = svg_of(result)
    if picture is not None:
        parts.append(f"<div>{picture}</div>")
    if display.text is not None:
        parts.append(html_of_text(display.text(display.report(result))))
    elif picture is None:
        parts.append(_facts(result))
    return "\n".join(parts)


def svg_of(result: object) -> str | None:
    """Return a picture of a result as SVG, or None for a result without a picture.

    Raises:
        TypeError: if the result's type is not registered.
    """
    draw = display_of(result).svg
    return None if draw is None else draw(result)


def plot_of(result: object, axes: Any = None) -> Any:
    """Draw a result with matplotlib, and return the axes.

    Raises:
        TypeError: if the result's type is not registered, or it draws no plots.
        MissingExtraError: if matplotlib is not installed.
    """
    draw = display_of(result).plot
    if draw is None:
        raise TypeError(f"no plot is known for the type {type(result).__name__}")
    return draw(result, axes)


def frame_of(result: object) -> Frame | None:
    """Return the table of a result's data frame, or None if it has no data frame.

    Raises:
        TypeError: if the result's type is not registered.
    """
    from handsight.runtime.frames import Frame

    display = display_of(result)
    if display.rows is None:
        return None
    rows = display.rows(result)
    if isinstance(rows, Mapping):
        return Frame.of_columns(rows, display.schema)
    return Frame.of_rows(rows, display.schema)


_SIMPLE: Mapping[str, type] = {each.__name__: each for each in (bool, int, float, str)}


def schema_of(report: type[Any]) -> dict[str, ColumnType]:
    """Return the types of the fields of a report that hold one text, number or truth value.

    Args:
        report: the class of the report, a dataclass.

    Example:
        >>> from dataclasses import make_dataclass
        >>> schema_of(make_dataclass("Cost", [("chips", "int"), ("ev", "float | None"), "others"]))
        {'chips': <class 'int'>, 'ev': <class 'float'>}
    """
    named = {each.name: str(each.type).removesuffix(" | None") for each in fields(report)}
    return {name: _SIMPLE[text] for name, text in named.items() if text in _SIMPLE}


def html_of_text(text: RenderableType) -> str:
    """Convert text for a terminal to HTML with the same colours."""
    from rich.console import Console

    console = Console(
        file=io.StringIO(), record=True, width=WIDTH, color_system="truecolor", force_terminal=True
    )
    console.print(text)
    return console.export_html(inline_styles=True, code_format=PRE)


def _facts(result: object) -> str:
    """Write the values of a result's report as an HTML table."""
    rows = [
        (name.replace("_", " "), cell_text(value)) for name, value in plain_report(result).items()
    ]
    return TextTable(type(result).__name__, ("", ""), rows, texts=(0, 1)).html()


def cell_text(value: Any) -> str:
    """Write a value of a report for a table cell."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {cell_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(cell_text, value))
    return "" if value is None else str(value)


def as_lines(make: Callable[[Any], Iterable[str]]) -> Callable[[Any], str]:
    """Return a function that writes the lines that `make` returns for a result as literal HTML."""
    return lambda result: f"<pre>{escape(chr(10).join(make(result)))}</pre>"


def paragraph(*lines: str) -> str:
    """Write lines of text one below another as an HTML paragraph."""
    return f"<p>{'<br>'.join(map(escape, lines))}</p>"


def values_of(result: Any) -> dict[str, Any]:
    """Return, by name, the fields of a result that its repr shows."""
    return {each.name: getattr(result, each.name) for each in fields(result) if each.repr}
