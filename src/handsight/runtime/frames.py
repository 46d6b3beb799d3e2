"""Tables of results as data frames: typed columns for pandas, polars and Arrow.

`Frame` is the only place that knows these libraries. Numbers and booleans keep their types, texts
become strings, and texts with a fixed list of values become categoricals; no column holds Python
objects. A missing value is null in polars and Arrow, and NaN or NA in pandas.

Arrow data comes from pyarrow if it is installed, or else from polars. The older interchange
protocol, ``__dataframe__``, is left out, because pandas has deprecated it in favour of Arrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

ColumnType: TypeAlias = "type[bool] | type[int] | type[float] | type[str] | Sequence[str]"
"""The type of a column: a Python type, or the list of all texts that the column can hold."""

Schema: TypeAlias = Mapping[str, ColumnType]
"""The types of some or all columns, by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column of a frame.

    Attributes:
        values: integers, floats or booleans; or texts, as objects; or indices of ``categories``.
            The value of a missing entry is arbitrary.
        missing: bool[rows], which entries are missing; None if none is.
        categories: all texts that the column can hold; None if they are not limited.
    """

    values: NDArray[Any]
    missing: NDArray[np.bool] | None = None
    categories: tuple[str, ...] | None = None

    @classmethod
    def of(cls, values: Iterable[Any], kind: ColumnType | None = None) -> Column:
        """Build a column from values, of which None, NaN and masked values are missing.

        Args:
            values: texts, numbers or booleans, as an array or any other iterable. Integers that do
                not fit into 64 bits become floats.
            kind: the type of the column; None derives it from the values. If all values are
                missing, the derived type is float. If it is a list of texts, an empty text that is
                not in the list is missing too.

        Raises:
            OptionError: if the values have different types or a type that no column can have, or
                if a text is not in the list of possible texts.
        """
        if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
            return cls(np.ma.getdata(values), _gaps_in(values))
        given = list(values.tolist() if isinstance(values, np.ndarray) else values)
        kind = _kind_of(given) if kind is None else kind
        if not isinstance(kind, type):
            return cls._of_enumerated(given, tuple(kind))
        gaps = np.array([value is None for value in given], bool)
        filler = float("nan") if kind is float else kind()
        filled = [filler if value is None else value for value in given]
        if kind is str:
            array = np.empty(len(given), object)
            array[:] = [str(value) for value in filled]
            return cls(array, gaps if gaps.any() else None)
        try:
            numbers = np.array(filled, kind)
        except OverflowError:
            return cls.of(given, float)
        return cls(numbers, _gaps_in(np.ma.array(numbers, mask=gaps)))

    @classmethod
    def _of_enumerated(cls, given: list[Any], categories: tuple[str, ...]) -> Column:
        numbers = {text: number for number, text in enumerate(categories)}
        codes = {text: numbers.get(text, -1) for text in {*given, None, ""}}
        strange = [text for text, code in codes.items() if code < 0 and text not in (None, "")]
        if strange:
            raise OptionError(
                f"{strange[0]!r} is not one of the column's texts: {', '.join(categories)}"
            )
        values = np.array([codes[text] for text in given], np.int32)
        gaps = values < 0
        return cls(np.maximum(values, 0), gaps if gaps.any() else None, categories)

    @property
    def is_text(self) -> bool:
        """Whether the column holds texts that are not limited to a list."""
        return self.values.dtype == object

    def texts(self) -> list[str | None]:
        """Return the texts of a column of texts, with None where one is missing."""
        texts: list[str | None] = self.values.tolist()
        if self.missing is None:
            return texts
        return [
            None if gone else text for text, gone in zip(texts, self.missing.tolist(), strict=True)
        ]


def _gaps_in(values: NDArray[Any]) -> NDArray[np.bool_] | None:
    """Return which numbers are missing because they are masked or NaN; None if none is."""
    gaps = np.ma.getmaskarray(values)
    if values.dtype.kind == "f":
        gaps = gaps | np.isnan(np.ma.getdata(values))
    return gaps if gaps.any() else None


def _kind_of(values: list[Any]) -> type[bool] | type[int] | type[float] | type[str]:
    """Return the type of a column with these values.

    Raises:
        OptionError: if the values have different types or a type that no column can have.
    """
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {float} or kinds == {float, int}:
        return float
    for kind in (bool, int, str):
        if kinds == {kind}:
            return kind
    if all(issubclass(kind, str) for kind in kinds):  # texts of numpy
        return str
    named = ", ".join(sorted(kind.__name__ for kind in kinds))
    raise OptionError(
        f"a column holds {named}; its values must all be numbers, all booleans or all texts"
    )


class Frame:
    """A table with typed columns, which becomes a data frame of pandas, polars or Arrow.

    ``len`` counts the rows. Every library that reads the Arrow PyCapsule interface also reads a
    frame: ``pyarrow.table(frame)``, ``polars.DataFrame(frame)``.

    Args:
        columns: the columns by name, all of the same length.

    Attributes:
        columns: the columns by name.

    Raises:
        OptionError: if the columns have different lengths.

    Example:
        >>> rows = [{"card": "As", "street": "flop", "pot": 7}, {"card": "Kd", "street": None}]
        >>> frame = Frame.of_rows(rows, {"street": ("flop", "turn", "river")})
        >>> len(frame), list(frame.columns), list(frame.rows())[1]
        (2, ['card', 'street', 'pot'], {'card': 'Kd', 'street': None, 'pot': None})
    """

    __slots__ = ("columns",)
    columns: Mapping[str, Column]

    def __init__(self, columns: Mapping[str, Column]) -> None:
        counts = {name: len(column.values) for name, column in columns.items()}
        if len(set(counts.values())) > 1:
            raise OptionError(f"the columns have different lengths: {counts}")
        self.columns = dict(columns)

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]], schema: Schema | None = None) -> Frame:
        """Build a frame from rows; a key that a row lacks is missing there.

        Args:
            rows: the rows, each with its values by column.
            schema: the types of columns. Other columns have the type of their values, and without
                any row, these are the only columns.

        Raises:
            OptionError: if a column's values do not have one type.
        """
        listed, kinds = list(rows), schema or {}
        names = dict.fromkeys(name for row in listed for name in row) if listed else kinds
        return cls.of_columns({name: [row.get(name) for row in listed] for name in names}, kinds)

    @classmethod
    def of_columns(
        cls, columns: Mapping[str, Iterable[Any]], schema: Schema | None = None
    ) -> Frame:
        """Build a frame from the values of each column; `Column.of` describes them.

        Raises:
            OptionError: if a column's values do not have one type, or the columns have different
                lengths.
        """
        kinds = schema or {}
        built = {}
        for name, values in columns.items():
            try:
                built[name] = Column.of(values, kinds.get(name))
            except OptionError as error:
                raise OptionError(f"column {name!r}: {error}") from None
        return cls(built)

    def __len__(self) -> int:
        return next((len(column.values) for column in self.columns.values()), 0)

    def __repr__(self) -> str:
        return f"Frame({len(self):,} rows: {', '.join(self.columns)})"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as plain values, with None for what is missing."""
        lists = [_plain_values(column) for column in self.columns.values()]
        for values in zip(*lists, strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def to_frame(self) -> Any:
        """Return the table as a pandas data frame.

        Texts have the dtype ``str`` (``string`` before pandas 3), and texts with a fixed list of
        values are ordered categoricals. Integers and booleans with missing values have the nullable
        dtypes ``Int64`` and ``boolean``.

        Raises:
            MissingExtraError: if pandas is not installed.
        """
        pandas = _library("pandas")
        texts = "str" if int(pandas.__version__.partition(".")[0]) >= 3 else "string"
        return pandas.DataFrame(
            {name: _to_pandas(pandas, column, texts) for name, column in self.columns.items()}
        )

    def to_polars(self) -> Any:
        """Return the table as a polars data frame; texts with a fixed list of values are an Enum.

        Raises:
            MissingExtraError: if polars is not installed.
        """
        polars = _library("polars")
        return polars.DataFrame(
            [_to_polars(polars, name, column) for name, column in self.columns.items()]
        )

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table as a PyCapsule with an Arrow stream, for any library that reads Arrow.

        Args:
            requested_schema: a PyCapsule with the schema to convert to, if that is possible.

        Raises:
            MissingExtraError: if neither pyarrow nor polars is installed.
        """
        try:
            pyarrow = import_module("pyarrow")
        except ImportError:
            return _arrow_from_polars(self, requested_schema)
        arrays = [_to_arrow(pyarrow, column) for column in self.columns.values()]
        table = pyarrow.Table.from_arrays(arrays, names=list(self.columns))
        return table.__arrow_c_stream__(requested_schema)


# --- the libraries --------------------------------------------------------------------------------

_EXTRAS = {"pandas": "notebook", "polars": "polars"}


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtraError(
            f"a data frame needs {name}, which is not installed: "
            f"pip install 'handsight[{_EXTRAS[name]}]'"
        ) from None


def _plain_values(column: Column) -> list[Any]:
    values: list[Any] = column.values.tolist()
    if column.categories is not None:
        values = [column.categories[code] for code in values]
    if column.missing is None:
        return values
    pairs = zip(values, column.missing.tolist(), strict=True)
    return [None if gone else value for value, gone in pairs]


def _to_pandas(pandas: Any, column: Column, texts: str) -> Any:
    values, missing = column.values, column.missing
    if column.categories is not None:
        codes = values if missing is None else np.where(missing, -1, values)
        return pandas.Categorical.from_codes(codes, list(column.categories), ordered=True)
    if column.is_text:
        return pandas.array(column.texts(), dtype=texts)
    if missing is None:
        return values
    if values.dtype.kind == "f":
        return np.where(missing, np.nan, values)
    if values.dtype.kind == "b":
        return pandas.arrays.BooleanArray(values, missing)
    return pandas.arrays.IntegerArray(values, missing)


def _to_polars(polars: Any, name: str, column: Column) -> Any:
    missing = column.missing
    if column.categories is not None:
        codes = polars.Series(name, column.values.astype(np.uint32))
        every = polars.Series(name, column.categories, dtype=polars.Enum(column.categories))
        if not column.categories:
            return polars.Series(name, [None] * len(codes), dtype=every.dtype)
        return every.gather(_without(polars, codes, missing))
    if column.is_text:
        return polars.Series(name, column.texts(), dtype=polars.String)
    return _without(polars, polars.Series(name, column.values), missing)


def _without(polars: Any, series: Any, missing: NDArray[np.bool_] | None) -> Any:
    """Return a series of polars with nulls where values are missing."""
    if missing is None:
        return series
    return series.set(polars.Series(missing), None)


def _arrow_from_polars(frame: Frame, requested_schema: object | None) -> object:
    try:
        table = frame.to_polars()
    except MissingExtraError:
        raise MissingExtraError(
            "Arrow data needs pyarrow or polars, and neither is installed: "
            "pip install 'handsight[polars]' or 'handsight[arrow]'"
        ) from None
    stream: object = table.__arrow_c_stream__(requested_schema)
    return stream


def _to_arrow(pyarrow: Any, column: Column) -> Any:
    if column.categories is not None:
        codes = pyarrow.array(column.values, mask=column.missing)
        names = pyarrow.array(column.categories, pyarrow.string())
        return pyarrow.DictionaryArray.from_arrays(codes, names, ordered=True)
    if column.is_text:
        return pyarrow.array(column.texts(), pyarrow.string())
    return pyarrow.array(column.values, mask=column.missing)
