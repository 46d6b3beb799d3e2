"""What becomes of a report's fields in JSON."""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, nan
from typing import Any, NamedTuple

import pytest

from handsight.cards import Card, CardSet
from handsight.views.report import HIDDEN, UNLESS_NONE, to_dict, to_json


class Rated(NamedTuple):
    points: float
    low: float


@dataclass(frozen=True)
class Inner:
    raise_: int
    fold: float | None = None


@dataclass(frozen=True)
class Outer:
    value: Any
    left_out: int | None = field(default=None, metadata=UNLESS_NONE)
    shown_only: bool = field(default=True, metadata=HIDDEN)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        ("text", "text"),
        (0.1, 0.1),
        (inf, None),
        (nan, None),
        (Fraction(3, 1), 3.0),
        (Card("Ah"), "Ah"),
        (CardSet("KhAh"), "AhKh"),
        ((1, (2, [3])), [1, [2, [3]]]),
        ({1: Fraction(1, 4)}, {"1": 0.25}),
        (Rated(1.0, -inf), {"points": 1.0, "low": None}),
        ((Inner(1), Inner(2, 0.5)), [{"raise": 1, "fold": None}, {"raise": 2, "fold": 0.5}]),
    ],
)
def test_a_value_becomes_what_json_can_hold(value: Any, expected: Any) -> None:
    assert to_dict(Outer(value)) == {"value": expected}
    assert json.loads(to_json(Outer(value))) == {"value": expected}


def test_a_whole_fraction_stays_a_float_and_an_integer_an_integer() -> None:
    found = to_dict(Outer([Fraction(2, 1), 2]))["value"]
    assert [type(each) for each in found] == [float, int]


def test_lists_and_dictionaries_of_reports_are_written_too() -> None:
    assert json.loads(to_json([Inner(1)])) == [{"raise": 1, "fold": None}]
    assert json.loads(to_json({"one": Inner(1)})) == {"one": {"raise": 1, "fold": None}}


def test_keys_stand_in_the_order_of_the_fields_and_marked_ones_are_left_out() -> None:
    assert list(to_dict(Outer(1, left_out=0, shown_only=False))) == ["value", "left_out"]


def test_what_has_no_form_in_json_is_refused() -> None:
    with pytest.raises(TypeError, match="a report cannot hold set, like "):
        to_dict(Outer({1}))
