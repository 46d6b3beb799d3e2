"""Damaged copies of what a file holds: bits flipped, pieces cut out, and pieces put elsewhere."""

from collections.abc import Iterator
from random import Random
from typing import Any


def damaged(content: bytes, seed: float, cases: int) -> Iterator[bytes]:
    """Give copies, each damaged in another way and none like the original; the first is empty."""
    draw = Random(seed)
    yield b""
    given = 1
    while given < cases:
        copy = draw.choice(_WAYS)(content, draw)
        if copy != content:
            given += 1
            yield copy


def _flipped(content: bytes, draw: Random) -> bytes:
    copy = bytearray(content)
    for _ in range(draw.choice((1, 1, 1, 3, 20))):
        copy[draw.randrange(len(copy))] ^= 1 << draw.randrange(8)
    return bytes(copy)


def _overwritten(content: bytes, draw: Random) -> bytes:
    copy = bytearray(content)
    begin = draw.randrange(len(copy))
    size = min(draw.choice((1, 2, 4, 16, 100)), len(copy) - begin)
    copy[begin : begin + size] = draw.choice((draw.randbytes(size), bytes(size), b"\xff" * size))
    return bytes(copy)


def _ended(content: bytes, draw: Random) -> bytes:
    return content[: draw.randrange(len(content))]


def _cut(content: bytes, draw: Random) -> bytes:
    begin, end = sorted(draw.randrange(len(content) + 1) for _ in range(2))
    return content[:begin] + content[min(end, begin + draw.choice((1, 4, 64, 4096))) :]


def _spliced(content: bytes, draw: Random) -> bytes:
    """Put a piece where another was, or between."""
    begin, end, place = (draw.randrange(len(content) + 1) for _ in range(3))
    piece = content[begin:end][: draw.choice((4, 64, 4096))]
    return content[:place] + piece + content[place + draw.choice((0, len(piece))) :]


_WAYS = (_flipped, _flipped, _overwritten, _ended, _cut, _spliced)


ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**30, 1.5, 1e308, float("nan"), float("inf")),
    *("", "x", "1/0", "1e999999999", "\ud800", [], [[]], {}, {"": None}),
)
"""What JSON can hold and hardly anybody expects."""


def odd_json(value: Any, draw: Random) -> Any:
    """Give a copy of what JSON holds, in which one thing at any depth is odd, gone or too many."""
    if isinstance(value, dict) and value and draw.random() < 0.9:
        key = draw.choice(list(value))
        rest = {name: each for name, each in value.items() if name != key}
        match draw.randrange(8):
            case 0:
                return rest
            case 1:
                return rest | {draw.choice(("", "x", "-1", f"{key} ")): value[key]}
        return value | {key: odd_json(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.9:
        place = draw.randrange(len(value))
        match draw.randrange(8):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value, value[place]]
        return [*value[:place], odd_json(value[place], draw), *value[place + 1 :]]
    return draw.choice(ODD)
