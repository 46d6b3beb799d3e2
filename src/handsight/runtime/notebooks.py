"""The base class of results: a short repr, notebook displays, dictionaries and data frames.

Results do not import the views that display them. This module imports the views by name, but only
when a notebook displays a result, or a program converts a result to a dictionary or data frame.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from importlib import import_module
from reprlib import Repr
from typing import TYPE_CHECKING, Any

from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.runtime.frames import Frame

VIEWS = "handsight.views.notebooks.results"
"""The name of the module that converts results to HTML, SVG, dictionaries and rows."""

LONGEST_REPR = 199
"""The maximum length of a result's repr in characters."""

_ABBREVIATED = Repr()
_ABBREVIATED.maxstring = _ABBREVIATED.maxother = 40
_ABBREVIATED.maxdict = _ABBREVIATED.maxtuple = _ABBREVIATED.maxlist = 2


class ShownInNotebooks:
    """The base class of results, which notebooks display as tables and pictures."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values, with the keys of its command's ``--json`` output."""
        return dict_of(self)

    def to_frame(self) -> Any:
        """Return the rows of the result as a pandas data frame.

        `handsight.runtime.frames.Frame.to_frame` describes the types of its columns.

        Raises:
            OptionError: if the result has no rows.
            MissingExtraError: if pandas is not installed.
        """
        return frame_of(self).to_frame()

    def to_polars(self) -> Any:
        """Return the rows of the result as a polars data frame.

        Raises:
            OptionError: if the result has no rows.
            MissingExtraError: if polars is not installed.
        """
        return frame_of(self).to_polars()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows of the result as Arrow data, which libraries such as pyarrow ask for.

        Raises:
            OptionError: if the result has no rows.
            MissingExtraError: if neither pyarrow nor polars is installed.
        """
        return frame_of(self).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return html_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    def __repr__(self) -> str:
        return short_repr(self)


def dict_of(result: object) -> dict[str, Any]:
    """Return a result as plain values, with the keys of its command's ``--json`` output."""
    values: dict[str, Any] = _views().plain_report(result)
    return values


def html_of(result: object) -> str:
    """Return a result as self-contained HTML."""
    return str(_views().html_of(result))


def svg_of(result: object) -> str | None:
    """Draw a result as SVG, or return None if it has no picture."""
    picture = _views().svg_of(result)
    return None if picture is None else str(picture)


def frame_of(result: object) -> Frame:
    """Return the rows of a result as a table with typed columns.

    Raises:
        OptionError: if the result has no rows.
    """
    frame: Frame | None = _views().frame_of(result)
    if frame is None:
        name = type(result).__name__
        raise OptionError(f"{name} has no rows to make a data frame of; to_dict() gives its values")
    return frame


def plot_of(result: object, axes: Any = None) -> Any:
    """Draw a result with matplotlib, and return the axes.

    Args:
        result: a result whose class has a method ``plot``.
        axes: the axes to draw on; None for those of a new figure.

    Raises:
        MissingExtraError: if matplotlib is not installed.
        OptionError: if the result has nothing to draw.
    """
    return _views().plot_of(result, axes)


def short_repr(result: Any) -> str:
    """Return a repr like that of a dataclass, with fewer than two hundred characters.

    Long values are abbreviated. For an object that is no dataclass, return Python's default repr.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(repr=False)
        ... class Deals(ShownInNotebooks):
        ...     wins: int
        ...     boards: list[int]
        >>> Deals(7, [1, 2])
        Deals(wins=7, boards=[1, 2])
        >>> Deals(7, list(range(1000)))
        Deals(wins=7, boards=[0, 1, ...])
    """
    if not is_dataclass(result):
        return object.__repr__(result)
    values = [(each.name, getattr(result, each.name)) for each in fields(result) if each.repr]
    arrays = any(hasattr(value, "dtype") for _, value in values)
    whole = "" if arrays else _call(result, ((name, repr(value)) for name, value in values))
    if whole and len(whole) <= LONGEST_REPR:
        return whole
    text = _call(result, ((name, _abbreviated(value)) for name, value in values))
    return text if len(text) <= LONGEST_REPR else f"{text[: LONGEST_REPR - 2]}…)"


def shortened(text: str, most: int) -> str:
    """Cut a string to at most ``most`` characters, and mark the cut with an ellipsis.

    Example:
        >>> shortened("AA, KK, QQ", 6)
        'AA, K…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _call(result: object, values: Iterable[tuple[str, str]]) -> str:
    return f"{type(result).__qualname__}({', '.join(f'{name}={text}' for name, text in values)})"


def _abbreviated(value: Any) -> str:
    if hasattr(value, "dtype"):
        return f"{value.dtype}{list(value.shape)}"
    return _ABBREVIATED.repr(value)


def _views() -> Any:
    return import_module(VIEWS)
