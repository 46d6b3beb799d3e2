"""Frames: what is missing, what is a text and what is a number is the same in each library."""

import sys

import numpy as np
import pytest

from handsight.errors import MissingExtraError, OptionError
from handsight.runtime.frames import Column, Frame

STREETS = ("preflop", "flop")
ROWS = [
    {"text": "AhKh", "street": "flop", "count": 7, "share": 0.5, "sure": True, "nothing": None},
    {"text": None, "street": None, "count": None, "share": None, "sure": None, "nothing": None},
    {"text": "", "street": "preflop", "count": -1, "share": 2, "sure": False},
]
SCHEMA = {"street": STREETS}
EMPTY = {"text": str, "street": STREETS, "count": int, "share": float, "sure": bool}


def rows_of_polars(frame: object) -> list[dict[str, object]]:
    polars = pytest.importorskip("polars", reason="polars is not installed (extra: polars)")
    return list(polars.DataFrame(frame).to_dicts())


WHOLE = [{"nothing": None, **row} for row in ROWS]


def test_values_come_back_as_they_were() -> None:
    assert list(Frame.of_rows(ROWS, SCHEMA).rows()) == WHOLE


def test_polars_holds_the_values_with_null_for_none() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed (extra: polars)")
    frame = Frame.of_rows(ROWS, SCHEMA).to_polars()
    assert frame.to_dicts() == WHOLE
    assert frame.schema == {
        "text": polars.String,
        "street": polars.Enum(STREETS),
        "count": polars.Int64,
        "share": polars.Float64,
        "sure": polars.Boolean,
        "nothing": polars.Float64,
    }
    assert frame["street"].sort().to_list() == [None, "preflop", "flop"]


def test_arrow_holds_the_values_with_null_for_none() -> None:
    assert rows_of_polars(Frame.of_rows(ROWS, SCHEMA)) == WHOLE


def test_pyarrow_reads_the_stream() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra: arrow)")
    table = pyarrow.table(Frame.of_rows(ROWS, SCHEMA))
    assert table.to_pylist() == WHOLE
    assert pyarrow.types.is_dictionary(table.schema.field("street").type)


def test_pandas_holds_the_values_without_objects() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    frame = Frame.of_rows(ROWS, SCHEMA).to_frame()
    assert [name for name in frame if frame[name].dtype == object] == []
    kinds = {name: str(frame[name].dtype) for name in frame}
    assert kinds["count"] == "Int64"
    assert kinds["sure"] == "boolean"
    assert kinds["share"] == kinds["nothing"] == "float64"
    assert kinds["text"] in ("str", "string")
    assert list(frame["street"].cat.categories) == list(STREETS)
    assert (frame["street"] >= "flop").tolist() == [True, False, False]
    values = [
        {name: None if pandas.isna(value) else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]
    assert values == WHOLE


def test_without_rows_the_columns_keep_their_types() -> None:
    frame = Frame.of_rows([], EMPTY)
    assert (len(frame), list(frame.columns)) == (0, list(EMPTY))
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    whole = [frame.to_frame(), Frame.of_rows(ROWS, SCHEMA).to_frame().drop(columns="nothing")]
    assert [str(dtype) for dtype in whole[0].dtypes][2:] == ["int64", "float64", "bool"]
    assert [str(dtype) for dtype in pandas.concat(whole).dtypes][1] == "category"
    assert rows_of_polars(frame) == []


def test_numbers_of_arrays_are_taken_as_they_are() -> None:
    counts = np.array([1, 2], np.int16)
    assert Column.of(counts).values is counts
    shares = Column.of(np.array([0.5, np.nan]))
    assert shares.missing is not None
    assert shares.missing.tolist() == [False, True]
    masked = Frame.of_columns({"n": np.ma.array([1, 2], mask=[True, False])})
    assert list(masked.rows()) == [{"n": None}, {"n": 2}]
    names = Column.of(np.array(["flop", ""]), STREETS)
    assert list(Frame({"street": names}).rows()) == [{"street": "flop"}, {"street": None}]


def test_whole_numbers_beyond_64_bits_become_floats() -> None:
    assert Column.of([1, 10**30]).values.tolist() == [1.0, 1e30]
    assert Column.of([2**63 - 1]).values.tolist() == [2**63 - 1]


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        ([1, "a"], None, "column 'x': a column holds int, str; its values must all be numbers"),
        ([[1]], None, "column 'x': a column holds list"),
        ([True, 1], None, "column 'x': a column holds bool, int"),
        (["turn"], STREETS, "column 'x': 'turn' is not one of the column's texts: preflop, flop"),
    ],
)
def test_what_no_column_can_hold_is_refused(values: list, kind: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Frame.of_columns({"x": values}, {} if kind is None else {"x": kind})


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(OptionError, match="different lengths"):
        Frame.of_columns({"a": [1], "b": [1, 2]})


@pytest.mark.parametrize(
    ("missing", "call", "extra"),
    [
        ({"pandas"}, "to_frame", "notebook"),
        ({"polars"}, "to_polars", "polars"),
        ({"polars", "pyarrow"}, "__arrow_c_stream__", "polars"),
    ],
)
def test_without_a_library_the_error_names_the_extra(
    missing: set[str], call: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'handsight\[{extra}\]'"):
        getattr(Frame.of_rows(ROWS, SCHEMA), call)()
