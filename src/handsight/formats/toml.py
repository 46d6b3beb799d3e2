"""Reading TOML, and writing the parts of TOML that hand records need."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from handsight.errors import OptionError

_NUMBER = r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,9})?"
_CONTROL = r"\x00-\x08\x0a-\x1f\x7f"
_TEXT = rf"'[^'{_CONTROL}]*'|\"[^\"\\{_CONTROL}]*\""
_PLAIN = re.compile(
    r"(?P<key>[a-z_]+) = (?:"
    r"(?P<clock>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)"
    rf"|(?P<number>{_NUMBER})|(?P<text>{_TEXT})|(?P<truth>true|false)"
    rf"|\[(?P<numbers>{_NUMBER}(?:, {_NUMBER})*)\]"
    rf"|\[\n?(?P<texts> *(?:{_TEXT})(?:,(?: |\n *)(?:{_TEXT}))*)(?:,\n)?\]"
    r")\n*",
    re.ASCII,
)
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")
_EACH_TEXT = re.compile(_TEXT)
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def read_table(text: str) -> dict[str, Any]:
    r"""Read a TOML table; floats, such as 0.5 and 1e3, become `Decimal`.

    Raises:
        tomllib.TOMLDecodeError: if the text is not TOML.
        ArithmeticError, RecursionError, ValueError: if a number is too long or the nesting is too
            deep.

    Example:
        >>> read_table("hand = 7\nactions = ['p1 x', 'p2 y']")
        {'hand': 7, 'actions': ['p1 x', 'p2 y']}
    """
    fields = plain_table(text)
    return tomllib.loads(text, parse_float=Decimal) if fields is None else fields


def place_of_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """Locate a syntax error in a text.

    Returns:
        The index of the faulty line, from 0, and a description of the error.
    """
    message = str(error)
    where = _WHERE.search(message)
    below = int(where[1]) - 1 if where and where[1] else text.rstrip("\n").count("\n")
    reason = _WHERE.sub("", message)
    return below, f"{reason[:1].lower()}{reason[1:]}"


def plain_table(text: str) -> dict[str, Any] | None:
    r"""Read a simple TOML table: numbers, booleans, times, strings without escapes, and lists.

    A list holds only numbers or only strings. A full TOML parser returns the same fields, but
    takes five times as long, which matters for collections of thousands of hands.

    Returns:
        The fields, or None if the table holds anything else, such as a comment or an empty list.

    Example:
        >>> plain_table('names = [\n  "Ann",\n  "Bob",\n]\n')
        {'names': ['Ann', 'Bob']}
        >>> plain_table("hand = 0x7") is None
        True
    """
    fields: dict[str, Any] = {}
    place, end = 0, len(text)
    while place < end:
        field = _PLAIN.match(text, place)
        if field is None or field[1] in fields:
            return None
        place = field.end()
        if text[place - 1] != "\n" and place < end:
            return None  # two fields on one line
        key, value = field.group(1, field.lastindex or 1)
        fields[key] = _READERS[field.lastgroup or ""](value)
    return fields


def _number(text: str) -> int | Decimal:
    return Decimal(text) if "." in text else int(text)


def _numbers_in(listed: str) -> list[int | Decimal]:
    return list(map(_number if "." in listed else int, listed.split(", ")))


def _texts_in(listed: str) -> list[str]:
    """Return the strings of a list whose text matches `_PLAIN`."""
    quote = listed.lstrip(" ")[0]
    if ("'" if quote == '"' else '"') not in listed:
        return listed.split(quote)[1::2]
    return [each[1:-1] for each in _EACH_TEXT.findall(listed)]


_READERS: dict[str, Callable[[str], Any]] = {
    "clock": time.fromisoformat,
    "number": _number,
    "text": lambda value: value[1:-1],
    "truth": lambda value: value == "true",
    "numbers": _numbers_in,
    "texts": _texts_in,
}
"""For each group of `_PLAIN` but the key, a function that reads its text."""


# --- writing --------------------------------------------------------------------------------------


class Lines(list[str]):
    """A list of strings that is written to TOML with one entry per line."""

    def __init__(self, entries: Iterable[str]) -> None:
        super().__init__(entries)


def key_text(key: str) -> str:
    """Return a key as TOML text.

    Example:
        >>> key_text("hand"), key_text("a key")
        ('hand', '"a key"')
    """
    return key if _BARE.fullmatch(key) else value_text(key)


def value_text(value: Any) -> str:
    """Return a value as TOML text.

    Raises:
        OptionError: if TOML cannot express the value.

    Example:
        >>> value_text([True, 1.5, {"a": "b"}])
        '[true, 1.5, {a = "b"}]'
    """
    if type(value) is int:
        return str(value)
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Decimal():
            return _decimal(value)
        case int() | float():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case Lines():
            return "".join(["[\n", *(f"  {value_text(line)},\n" for line in value), "]"])
        case list() | tuple():
            return f"[{', '.join(map(value_text, value))}]"
        case Mapping():
            pairs = (f"{key_text(key)} = {value_text(each)}" for key, each in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            raise OptionError(f"the metadata contain {value!r}, which TOML cannot express")


def _decimal(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "inf" if value > 0 else "-inf"
    text = f"{value:f}"
    return text if "." in text else f"{text}.0"
