"""Argument types of kernels as text, such as ``int64,uint16[2Cw]``, which numba's types become.

A scalar is its numpy name; ``uint16[2Cw]`` is an array of two dimensions in C order that may be
written (``r`` if it may not); types in parentheses are a tuple, and a named tuple also names its
class: ``handsight.kernels.solver.tables:Store(float32[1Cw],float32[1Cw],float32[2Cw])``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

INTEGERS = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
SCALARS = ("bool", "none", "float32", "float64", *INTEGERS)

_TOKEN = re.compile(r"[(),]|[A-Za-z0-9_.:]+(?:\[[0-9][CFA][rw]\])?")
_ARRAY = re.compile(r"([a-z0-9]+)\[([0-9])([CFA])([rw])\]")


def write_types(types: tuple[Any, ...]) -> str:
    """Format types as text in parentheses, or return an empty string if one cannot be written."""
    parts = [_write_type(each) for each in types]
    return f"({','.join(parts)})" if all(parts) else ""


def _write_type(kind: Any) -> str:
    from numba import types

    if isinstance(kind, types.Array):
        mode = "w" if kind.mutable else "r"
        item = str(kind.dtype)
        known = item in SCALARS and kind.aligned and kind.ndim < 10
        return f"{item}[{kind.ndim}{kind.layout}{mode}]" if known else ""
    if isinstance(kind, types.BaseTuple):
        inside = write_types(tuple(kind.types))
        if isinstance(kind, types.BaseNamedTuple) and inside:
            made_by = kind.instance_class
            return f"{made_by.__module__}:{made_by.__qualname__}{inside}"
        return inside
    return str(kind) if str(kind) in SCALARS else ""


def read_types(text: str, find_class: Callable[[str], Any] | None = None) -> tuple[Any, ...] | None:
    """Parse types; return None if the text does not have the format of `write_types`.

    Args:
        text: the types in parentheses.
        find_class: a function that returns the class of a named tuple, or None if it knows none;
            without it, the text may hold no named tuples.
    """
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text or text[:1] != "(":
        return None
    stack: list[tuple[Any, list[Any]]] = [(None, [])]
    made_by = None
    for token in tokens:
        if token == "(":
            stack.append((made_by, []))
            made_by = None
        elif token == ")":
            if len(stack) < 2:
                return None
            made_by, inside = stack.pop()
            stack[-1][1].append(_tuple_type(made_by, inside) if len(stack) > 1 else tuple(inside))
            made_by = None
        elif ":" in token:
            made_by = find_class(token) if find_class else None
            if made_by is None:
                return None
        elif token != ",":
            kind = _scalar_or_array(token)
            if kind is None:
                return None
            stack[-1][1].append(kind)
    if len(stack) != 1 or len(stack[0][1]) != 1 or not isinstance(stack[0][1][0], tuple):
        return None
    return stack[0][1][0]


def _tuple_type(made_by: Any, inside: list[Any]) -> Any:
    from numba import types

    if made_by is None:
        return types.Tuple(inside)
    return (
        types.NamedTuple(inside, made_by)
        if len(set(inside)) > 1
        else types.NamedUniTuple(inside[0], len(inside), made_by)
    )


def _scalar_or_array(token: str) -> Any:
    from numba import types

    array = _ARRAY.fullmatch(token)
    item = array[1] if array else token
    if item not in SCALARS:
        return None
    kind = types.boolean if item == "bool" else getattr(types, item)
    if array is None:
        return kind
    return types.Array(kind, int(array[2]), array[3], readonly=array[4] == "r")
