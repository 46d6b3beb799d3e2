"""Parts of files with hands, which workers can read independently of each other.

The hands of all parts, in order, are those of `handsight.formats.read_hands`. Where a file is cut
depends on the file alone, and not on who reads its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from handsight.formats.acpc import AcpcGame
from handsight.formats.files import BrokenFileError, HandFile, Progress, entries
from handsight.formats.reading import begins_hand, opened, read_lines
from handsight.game import Damaged, Hand

SIZE = 1 << 20
"""The number of bytes from which on a part, or a chunk of small files, ends."""

MOST_FILES = 500
"""The maximum number of files in a chunk."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """Lines of a file that can be read on their own.

    Attributes:
        name: name of the file.
        reader: the reader, as `handsight.formats.reading.read_lines` takes it.
        lines: the lines.
        first: number of the first line in the file.
        broken: why the file cannot be read any further; empty if it can, or has ended.
        acpc: game of an ACPC log; None for the default.
    """

    name: str
    reader: str
    lines: list[bytes]
    first: int = 1
    broken: str = ""
    acpc: AcpcGame | None = None


Chunk: TypeAlias = "tuple[FilePart | Damaged, ...]"
"""Parts that are read together, and files or folders that cannot be read."""


def chunks_of(
    path: Path | str, *, acpc: AcpcGame | None = None, progress: Progress | None = None
) -> Iterator[Chunk]:
    """Yield everything at a path in chunks of about a megabyte, in order.

    The arguments and errors are those of `handsight.formats.read_hands`; a MissingExtraError comes
    from `read_chunk`.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.formats import phhs_text
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "hands.phhs")
        ...     size = file.write_text("".join(phhs_text(random_hands(3, seed=7, hands=5))))
        ...     chunks = list(chunks_of(file))
        >>> len(chunks), sum(1 for chunk in chunks for _ in read_chunk(chunk))
        (1, 5)
    """
    chunk, size = list[FilePart | Damaged](), 0
    for entry in entries(Path(path), progress):
        for part in [entry] if isinstance(entry, Damaged) else _parts(entry, acpc):
            chunk.append(part)
            if isinstance(part, FilePart):
                size += sum(map(len, part.lines))
            if size >= SIZE or len(chunk) == MOST_FILES:
                yield tuple(chunk)
                chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


def read_chunk(chunk: Chunk) -> Iterator[Hand | Damaged]:
    """Yield the hands of a chunk; see `handsight.formats.read_hands`."""
    for part in chunk:
        if isinstance(part, Damaged):
            yield part
            continue
        lines = _lines_of(part)
        try:
            yield from read_lines(part.reader, part.name, lines, first=part.first, acpc=part.acpc)
        except BrokenFileError as error:
            yield Damaged(part.name, 1, str(error))


def _lines_of(part: FilePart) -> Iterator[bytes]:
    yield from part.lines
    if part.broken:
        raise BrokenFileError(part.broken)


def _parts(entry: HandFile, acpc: AcpcGame | None) -> Iterator[FilePart | Damaged]:
    try:
        reader, lines = opened(entry)
    except BrokenFileError as error:
        yield Damaged(entry.name, 1, str(error))
        return
    if isinstance(reader, Damaged):
        yield reader
        return
    part, size = FilePart(entry.name, reader, [], acpc=acpc), 0
    begins = begins_hand(reader)
    try:
        for line in lines:
            # The first part can begin with remarks; it must have a hand before another one begins.
            if size >= SIZE and begins and begins(line) and any(map(begins, part.lines)):
                yield part
                part, size = replace(part, lines=[], first=part.first + len(part.lines)), 0
            part.lines.append(line)
            size += len(line)
    except BrokenFileError as error:
        part = replace(part, broken=str(error))
    yield part
