"""Reports: frozen dataclasses whose fields, in order, are the keys of their JSON.

A function for each kind of result builds its report. The report holds everything that is shown;
texts, tables and pictures compute nothing. Fields hold plain values, cards, sets of cards, ranges
and other reports; `to_dict` documents how each type is converted. A field can carry one of two
marks::

    combos: dict[str, float] | None = field(default=None, metadata=UNLESS_NONE)
    network: bool = field(default=False, metadata=HIDDEN)

A key that is a Python keyword, such as ``raise``, has a field that ends in an underscore
(``raise_``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from handsight.cards import Card, CardSet

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Report = TypeVar("Report", bound="DataclassInstance")

_MARK = "json"

UNLESS_NONE: Mapping[str, str] = {_MARK: "unless None"}
"""Marks a field whose key is omitted from JSON if its value is None. Without this mark, the value
becomes null."""

HIDDEN: Mapping[str, str] = {_MARK: "hidden"}
"""Marks a field that texts and pictures need but that JSON omits."""


def report_of(kind: type[Report], result: object, **values: Any) -> Report:
    """Build a report whose fields are, unless given, a result's attributes of the same names.

    Args:
        kind: class of the report.
        result: object with the attributes.
        values: values of fields that differ from the result's attributes, or that the result does
            not have.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Cost:
        ...     real: int
        ...     street: str
        >>> report_of(Cost, 300, street="flop")
        Cost(real=300, street='flop')
    """
    names = [each.name for each in fields(kind) if each.name not in values]
    return kind(**values, **{name: getattr(result, name) for name in names})


def to_dict(report: DataclassInstance) -> dict[str, Any]:
    """Convert a report to a dictionary that JSON can hold.

    Cards, sets of cards and ranges become text, fractions become floats, and a float that is not
    finite becomes None. Lists and tuples become lists; nested reports, named tuples and
    dictionaries become dictionaries whose keys are text. Text, integers, booleans and None stay as
    they are.

    Raises:
        TypeError: if a value has any other type.

    Example:
        >>> from dataclasses import dataclass, field
        >>> @dataclass(frozen=True)
        ... class Prediction:
        ...     fold: float
        ...     raise_: Fraction
        ...     note: str | None = field(default=None, metadata=UNLESS_NONE)
        >>> to_dict(Prediction(float("nan"), Fraction(1, 4)))
        {'fold': None, 'raise': 0.25}
    """
    return {
        key_of(each.name): plain(getattr(report, each.name))
        for each in fields(report)
        if has_key(each) and not (may_lack(each) and getattr(report, each.name) is None)
    }


def to_json(
    report: DataclassInstance | Sequence[Any] | Mapping[str, Any], *, ascii_only: bool = True
) -> str:
    """Write a report, or a list or dictionary of reports, as JSON without a final line break.

    Args:
        report: the report.
        ascii_only: whether to escape all characters that are not ASCII.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Holding:
        ...     hole: CardSet
        ...     places: tuple[int, ...]
        >>> print(to_json(Holding(CardSet("AhKh"), (1,))))
        {
          "hole": "AhKh",
          "places": [
            1
          ]
        }
    """
    return json.dumps(plain(report), indent=2, ensure_ascii=ascii_only)


def json_line(value: Any) -> str:
    """Write a value of a report as one line of JSON, with a final line break.

    Example:
        >>> print(json_line({"hole": CardSet("AhKh")}), end="")
        {"hole": "AhKh"}
    """
    return json.dumps(plain(value), ensure_ascii=False) + "\n"


def key_of(name: str) -> str:
    """Return the key of a field in JSON, which lacks the underscore at the end of the name."""
    return name.removesuffix("_")


def has_key(field: Field[Any]) -> bool:
    """Check whether a field is part of JSON, at least for some values; see `HIDDEN`."""
    return field.metadata.get(_MARK) != HIDDEN[_MARK]


def may_lack(field: Field[Any]) -> bool:
    """Check whether JSON omits the key of a field if its value is None; see `UNLESS_NONE`."""
    return field.metadata.get(_MARK) == UNLESS_NONE[_MARK]


def plain(value: Any) -> Any:
    """Convert a report, or a value of a report, to data that JSON can hold; see `to_dict`."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Card | CardSet):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return to_dict(value)
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    # Imported here because few reports hold such a value, and importing odds takes 0.1 seconds.
    from handsight.odds.spot import AnyCards
    from handsight.ranges import Range

    if isinstance(value, Range | AnyCards):
        return str(value)
    raise TypeError(f"a report cannot hold {type(value).__name__}, like {value!r:.40}")
