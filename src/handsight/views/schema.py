"""JSON Schemas of reports, derived from the fields and docstrings of their classes.

A report is a dataclass. Its annotations say which keys its JSON has and what they hold, and the
entry of a field under ``Attributes:`` in the docstring describes it. Nothing is declared twice, so
a change of a field also changes the schema.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin, is_typeddict

from handsight.cards import Card, CardSet
from handsight.odds.spot import AnyCards
from handsight.ranges import Range
from handsight.runtime.statistics import NOT_FINITE
from handsight.views.report import has_key, key_of, may_lack

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema in which the schemas are written."""

_SIMPLE: dict[Any, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    Fraction: "number",
    Card: "string",
    CardSet: "string",
    Range: "string",
    AnyCards: "string",
    NoneType: "null",
}


def json_schema(*kinds: Any, title: str = "") -> dict[str, Any]:
    """Return the JSON Schema of a report, which `handsight.views.report.to_json` writes.

    Args:
        kinds: the class of the report, or another type such as ``list[Report]``; several if the
            document can be one of several reports. A pair of classes stands for one object with the
            keys of both.
        title: title of the document.

    Raises:
        TypeError: if a field has a type that a report cannot hold.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Price:
        ...     '''The price of a call.
        ...
        ...     Attributes:
        ...         chips: chips to pay; None for a check.
        ...     '''
        ...     chips: int | None
        >>> json_schema(Price)["$defs"]["Price"]["properties"]
        {'chips': {'description': 'Chips to pay; null for a check.', 'type': ['integer', 'null']}}
    """
    writer = _Writer()
    found = [_of_one(writer, kind) for kind in kinds]
    top = {"$schema": DIALECT, **({"title": title} if title else {})}
    return top | (found[0] if len(found) == 1 else {"anyOf": found}) | {"$defs": writer.definitions}


def _of_one(writer: _Writer, kind: Any) -> dict[str, Any]:
    if not isinstance(kind, tuple):
        return writer.schema(kind, sys.modules[__name__])
    return {"allOf": [writer.schema(each, sys.modules[__name__]) for each in kind]}


def attribute_texts(docstring: str) -> dict[str, str]:
    r"""Return the descriptions of attributes in a docstring, by name.

    Example:
        >>> attribute_texts("A price.\n\nAttributes:\n    chips: chips\n        to pay.\n")
        {'chips': 'chips to pay.'}
    """
    _, _, rest = cleandoc(docstring).partition("\n\nAttributes:\n")
    return {
        name: " ".join(text.split())
        for names, text in _ATTRIBUTES.findall(rest)
        for name in names.split(", ")
    }


_ATTRIBUTES = re.compile(r"^    (\w+(?:, \w+)*): (.*(?:\n {8}.*)*)", re.MULTILINE)


class _Names(dict[str, Any]):
    """The names of a module, with those that aliases written as text need.

    ``Count: TypeAlias = "int | Fraction"`` is a text at run time.
    """

    def __missing__(self, name: str) -> Any:
        for known in _SIMPLE:
            if known.__name__ == name:
                return known
        raise KeyError(name)

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        return eval(found, {}, self) if isinstance(found, str) else found


class _Writer:
    """Writes the schemas of types, and collects the definitions of the classes that they name."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}
        self._classes: dict[str, type] = {}

    def schema(self, kind: Any, module: Any) -> dict[str, Any]:
        """Return the schema of a type; a text is read with the names of a module."""
        if isinstance(kind, ForwardRef):
            kind = kind.__forward_arg__
        if isinstance(kind, str):
            kind = eval(kind, {}, _Names(vars(module)))
        if isinstance(kind, type) and kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if kind is Any or kind is object:
            return {}
        if kind is None:
            return {"type": "null"}
        if hasattr(kind, "__value__"):  # an alias by the keyword `type`
            return self.schema(kind.__value__, module)
        origin = get_origin(kind)
        if origin is None:
            return self._reference(kind)
        return self._generic(origin, get_args(kind), module)

    def _generic(self, origin: Any, inner: tuple[Any, ...], module: Any) -> dict[str, Any]:
        if origin is Annotated:
            of = self.schema(inner[0], module)
            return _united([of, {"type": "null"}]) if NOT_FINITE in inner[1:] else of
        if origin in (Union, UnionType):
            return _united([self.schema(each, module) for each in inner])
        if origin is Literal:
            return {"enum": list(inner)}
        if origin is tuple and inner[-1] is not Ellipsis:
            places = [self.schema(each, module) for each in inner]
            return {
                "type": "array",
                "prefixItems": places,
                "minItems": len(places),
                "maxItems": len(places),
            }
        if issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.schema(inner[1], module)}
        if issubclass(origin, Sequence):
            return {"type": "array", "items": self.schema(inner[0], module)}
        raise TypeError(f"a report cannot hold {origin}")

    def _reference(self, kind: type) -> dict[str, Any]:
        name = kind.__name__
        if self._classes.setdefault(name, kind) is not kind:
            raise TypeError(f"two classes are called {name}")
        if name not in self.definitions:
            self.definitions[name] = {}  # before its fields, which can hold the same class
            self.definitions[name] = self._object(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: type) -> dict[str, Any]:
        texts = _texts_of(kind)
        properties, required = {}, []
        for name, annotation, owner, can_lack in _members(kind):
            text = texts.get(name, "")
            schema = self.schema(annotation, sys.modules[owner.__module__])
            if can_lack:
                schema, text = _without_null(schema), text.replace("null if", "omitted if")
            else:
                required.append(key_of(name))
            properties[key_of(name)] = ({"description": text} if text else {}) | schema
        summary = cleandoc(kind.__doc__ or "").partition("\n\n")[0]
        return {
            "description": _in_json(" ".join(summary.split())),
            "type": "object",
            "properties": properties,
            "required": required,
        }


def _members(kind: type) -> Iterator[tuple[str, Any, type, bool]]:
    """Yield name, annotation, owner and whether it can be lacking, for each key of a class."""
    owners = {
        name: each
        for each in reversed(kind.__mro__)
        for name in vars(each).get("__annotations__", ())
    }
    if is_dataclass(kind):
        for field in fields(kind):
            if has_key(field):
                annotation = owners[field.name].__annotations__[field.name]
                yield field.name, annotation, owners[field.name], may_lack(field)
    elif is_typeddict(kind) or hasattr(kind, "_fields"):
        for name, owner in owners.items():
            yield name, owner.__annotations__[name], owner, False
    else:
        raise TypeError(f"a report cannot hold {kind.__name__}")


def _texts_of(kind: type) -> dict[str, str]:
    """Return the descriptions of all fields, also inherited ones, in the words of JSON."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        docstring = vars(each).get("__doc__") or ""
        for source in _REFERENCE.findall(docstring.partition("Attributes:")[0]):
            texts |= _texts_of_source(source)
        texts |= attribute_texts(docstring)
    return {name: _in_json(text) for name, text in texts.items()}


_REFERENCE = re.compile(r"`(handsight\.[\w.]+)`")
"""A reference to a class, whose descriptions hold for fields of the same names."""


def _texts_of_source(name: str) -> dict[str, str]:
    """Return the descriptions of a class's attributes and properties; empty for a module."""
    module, _, attribute = name.rpartition(".")
    source = getattr(import_module(module), attribute, None)
    if not isinstance(source, type):
        return {}
    properties = {
        each: cleandoc(value.__doc__ or "").partition("\n\n")[0]
        for parent in reversed(source.__mro__)
        for each, value in vars(parent).items()
        if isinstance(value, property)
    }
    texts = {each: " ".join(text.split()) for each, text in properties.items()}
    return texts | attribute_texts(source.__doc__ or "")


_PYTHON_WORDS = {"None": "null", "NaN": "null", "True": "true", "False": "false"}
_PYTHON_WORD = re.compile(rf"\b({'|'.join(_PYTHON_WORDS)})\b")


def _in_json(text: str) -> str:
    plain = _PYTHON_WORD.sub(lambda match: _PYTHON_WORDS[match[1]], text).replace("``", "`")
    return plain if plain.startswith("`") else plain[:1].upper() + plain[1:]


def _united(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema that allows what any of the schemas allows."""
    distinct = [each for place, each in enumerate(schemas) if each not in schemas[:place]]
    names: list[str] = []
    for each in distinct:
        if each.keys() != {"type"}:
            return {"anyOf": distinct} if len(distinct) > 1 else distinct[0]
        names += [each["type"]] if isinstance(each["type"], str) else each["type"]
    if "number" in names:
        names = [name for name in names if name != "integer"]
    return {"type": names[0] if len(names) == 1 else names}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    if isinstance(schema.get("type"), list):
        return _united([{"type": name} for name in schema["type"] if name != "null"])
    left = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return _united(left) if left else schema
