"""Damaged copies of what a file holds: bits flipped, pieces cut out, and pieces put elsewhere."""

from collections.abc import Iterator
from random import Random


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
