"""A short way through TOML that is written as programs write PHH: one field a line, plain values.

It reads nothing else; what it does not know goes to the TOML reader. What both can read, they read
alike.
"""

from __future__ import annotations

import re
from typing import Any

_NUMBER = r"-?(?:0|[1-9]\d{0,15})"
_TEXT = r"'[^'\x00-\x08\x0a-\x1f\x7f]*'"
_LINE = re.compile(
    r"(?P<key>[a-z_]+) = (?:"
    rf"(?P<number>{_NUMBER})|(?P<text>{_TEXT})|(?P<truth>true|false)"
    rf"|\[(?P<numbers>{_NUMBER}(?:, {_NUMBER})*)\]|\[(?P<texts>{_TEXT}(?:, {_TEXT})*)\]"
    r")",
    re.ASCII,
)


def plain_fields(text: str) -> dict[str, Any] | None:
    r"""Read a table of TOML, if it is plain.

    Args:
        text: the table.

    Returns:
        Its fields; None if it is not plain.

    Example:
        >>> plain_fields("hand = 7\nactions = ['p1 f', 'p2 cc']")
        {'hand': 7, 'actions': ['p1 f', 'p2 cc']}
        >>> plain_fields("hand = 0x7") is None
        True
    """
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        found = _LINE.fullmatch(line)
        if found is None or found["key"] in fields:
            if line:
                return None
            continue
        fields[found["key"]] = _value(found)
    return fields


def _value(found: re.Match[str]) -> Any:
    kind = found.lastgroup
    value = found[kind or 0]
    if kind == "number":
        return int(value)
    if kind == "numbers":
        return [int(each) for each in value.split(", ")]
    if kind == "texts":
        return value[1:-1].split("', '")
    return value[1:-1] if kind == "text" else value == "true"
