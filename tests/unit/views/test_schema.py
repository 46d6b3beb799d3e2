"""Schemas of reports: what each type of field becomes, and where its description is from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

import pytest
from jsonschema import Draft202012Validator

from handsight.cards import Card, CardSet
from handsight.ranges import Range
from handsight.runtime.statistics import FloatOrNull
from handsight.views.report import HIDDEN, UNLESS_NONE, to_dict
from handsight.views.schema import DIALECT, attribute_texts, json_schema

Amount: TypeAlias = "int | Fraction"


class Ends(NamedTuple):
    """Two ends.

    Attributes:
        low: the lower end.
        high: the upper end.
    """

    low: FloatOrNull
    high: FloatOrNull


class Open(TypedDict):
    """A row."""

    name: str


@dataclass(frozen=True)
class Base:
    """A base.

    Attributes:
        seat: seat of the player, from 0; None if nobody acts.
    """

    seat: int | None


@dataclass(frozen=True)
class Whole(Base):
    """All types of fields.

    Attributes:
        raise_: how often, 0..1,
            on two lines.
        left, right: one of ``"a"`` and ``"b"``.
        note: words; None if there are none.
    """

    raise_: float
    left: Literal["a", "b"]
    right: Literal["a", "b"]
    amount: Amount | None
    hole: CardSet
    board: tuple[Card, ...]
    range: Range
    pair: tuple[int, str]
    ends: Ends
    rows: Sequence[Open]
    inner: dict[str, Base]
    either: Base | str | None
    anything: Any
    note: str | None = field(default=None, metadata=UNLESS_NONE)
    hidden: object = field(default=None, metadata=HIDDEN)


SCHEMA = json_schema(Whole, title="a whole")
FIELDS = SCHEMA["$defs"]["Whole"]["properties"]

WHOLE = Whole(
    *(None, 0.5, "a", "b", Fraction(1, 2), CardSet("AhKh"), (Card("2c"),), Range("AA"), (1, "x")),
    *(Ends(float("inf"), 1.0), [{"name": "row"}], {"x": Base(2)}, None, [1]),
)


def test_a_report_fits_its_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert list(Draft202012Validator(SCHEMA).iter_errors(to_dict(WHOLE))) == []
    assert (SCHEMA["$schema"], SCHEMA["title"]) == (DIALECT, "a whole")


@pytest.mark.parametrize(
    ("key", "schema"),
    [
        ("amount", {"type": ["number", "null"]}),
        ("hole", {"type": "string"}),
        ("board", {"type": "array", "items": {"type": "string"}}),
        ("range", {"type": "string"}),
        ("rows", {"type": "array", "items": {"$ref": "#/$defs/Open"}}),
        ("inner", {"type": "object", "additionalProperties": {"$ref": "#/$defs/Base"}}),
        (
            "either",
            {"anyOf": [{"$ref": "#/$defs/Base"}, {"type": "string"}, {"type": "null"}]},
        ),
        ("anything", {}),
        ("ends", {"$ref": "#/$defs/Ends"}),
        ("left", {"description": 'One of `"a"` and `"b"`.', "enum": ["a", "b"]}),
        ("raise", {"description": "How often, 0..1, on two lines.", "type": "number"}),
        ("note", {"description": "Words; omitted if there are none.", "type": "string"}),
    ],
)
def test_a_field_becomes(key: str, schema: dict[str, Any]) -> None:
    assert FIELDS[key] == schema


def test_a_tuple_of_several_types_has_places() -> None:
    assert FIELDS["pair"] == {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "minItems": 2,
        "maxItems": 2,
    }


def test_inherited_fields_are_described_by_their_class() -> None:
    assert FIELDS["seat"]["description"] == "Seat of the player, from 0; null if nobody acts."


def test_hidden_fields_have_no_key_and_omitted_ones_are_not_required() -> None:
    required = SCHEMA["$defs"]["Whole"]["required"]
    assert "hidden" not in FIELDS
    assert set(FIELDS) - set(required) == {"note"}


def test_a_number_that_may_be_infinite_may_be_null() -> None:
    low = SCHEMA["$defs"]["Ends"]["properties"]["low"]
    assert low == {"description": "The lower end.", "type": ["number", "null"]}


def test_several_reports_are_alternatives() -> None:
    assert json_schema(Base, Whole)["anyOf"] == [
        {"$ref": "#/$defs/Base"},
        {"$ref": "#/$defs/Whole"},
    ]
    assert json_schema(list[Base])["items"] == {"$ref": "#/$defs/Base"}


def test_the_class_that_a_report_refers_to_describes_fields_of_the_same_names() -> None:
    @dataclass(frozen=True)
    class Answer:
        """An answer; see `handsight.odds.Equity`."""

        method: str

    texts = json_schema(Answer)["$defs"]["Answer"]["properties"]
    assert texts["method"]["description"] == '`"exact"` or `"monte_carlo"`.'


def test_a_type_that_a_report_cannot_hold_is_refused() -> None:
    @dataclass(frozen=True)
    class Wrong:
        """A report of a set."""

        names: set[str]

    with pytest.raises(TypeError, match="a report cannot hold <class 'set'>"):
        json_schema(Wrong)
    with pytest.raises(TypeError, match="a report cannot hold complex"):
        json_schema(complex)


def test_texts_without_attributes_are_none() -> None:
    assert attribute_texts("One line.") == {}
