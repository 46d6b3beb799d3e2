"""Reading of hands from files, folders and archives as a stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from pathlib import Path

from handsight.errors import HistoryError
from handsight.formats.acpc import AcpcGame, looks_like_acpc, read_acpc
from handsight.formats.files import (
    BrokenFileError,
    FileBytes,
    HandFile,
    Progress,
    entries,
    text_lines,
)
from handsight.formats.phh import OtherVariantError, parse_phh
from handsight.formats.sites import SITES, SiteReader, site_of, unread_site
from handsight.game import Damaged, Hand

PHH, PHHS, ACPC = "phh", "phhs", "acpc"
"""The readers of formats that are not those of a site; see `read_lines`."""

_SITES = {site.name: site for site in SITES}

_HEADER = re.compile(rb"\s*\[\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?[\r\n]*")

_KEY = re.compile(rb"\s*[\w\"'.-]+\s*=")
"""Matches the first line of a hand in PHH, which is TOML."""

_MOST_ABOVE = 50
"""The number of lines, below a first line of other text, that are searched for a site's hand."""


def read_hands(
    path: Path | str,
    *,
    acpc: AcpcGame | None = None,
    progress: Progress | None = None,
) -> Iterator[Hand | Damaged]:
    r"""Yield all hands of a file, an archive or a folder, one after the other.

    The formats are PHH (``.phh``) and PHHS with several hands (``.phhs``). ``.txt``, ``.log`` and
    ``.xml`` files can hold either of these, the hand histories of poker sites (see
    `handsight.formats.sites`) or logs of the Annual Computer Poker Competition; only the logs need
    the extra ``history``. A file with any other ending is read in the same way as a ``.txt`` file
    if ``path`` names it, but is skipped in folders and archives. Folders are searched recursively.
    Archives (zip, and tar with or without compression) are read without being unpacked.

    For a hand or a file that cannot be read, the iterator yields `Damaged` and continues.

    Args:
        path: the file, archive or folder to read.
        acpc: game of the ACPC logs, which do not name their game; by default the game of the
            competition's two-player matches.
        progress: called after each file, and after each member that is read from an archive, with
            the bytes read so far and in total, as counted in the files on disk; None for no calls.

    Raises:
        OptionError: if nothing is at the path.
        MissingExtraError: if a format needs an extra that is not installed.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> hand = '''variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"]
        ... '''
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "two.phhs")
        ...     size = file.write_text(f"[1]\n{hand}[2]\nvariant = 5")
        ...     found = list(read_hands(file))
        >>> found[0].posts, found[1].line, found[1].reason
        ((2, 1), 9, 'variant is 5; it must be a string')
    """
    for entry in entries(Path(path), progress):
        if isinstance(entry, Damaged):
            yield entry
            continue
        try:
            yield from _read(entry, acpc)
        except BrokenFileError as error:
            yield Damaged(entry.name, 1, str(error))


def hands_in_text(
    text: str, name: str = "pasted text", *, acpc: AcpcGame | None = None
) -> Iterator[Hand | Damaged]:
    r"""Yield all hands of a text, which can have any format of `read_hands`.

    The beginning of the text reveals its format. For a hand that cannot be read, the iterator
    yields `Damaged` and continues.

    Args:
        text: the hands.
        name: name by which errors refer to the text.
        acpc: game of an ACPC log; by default the game of the competition's two-player matches.

    Raises:
        MissingExtraError: if a format needs an extra that is not installed.

    Example:
        >>> list(hands_in_text("\nvariant = 5"))[0].reason
        'variant is 5; it must be a string'
    """
    content = BytesIO(text.encode("utf-8", "replace"))
    yield from _read(HandFile(name, "text", FileBytes(content)), acpc)


def _read(entry: HandFile, acpc: AcpcGame | None) -> Iterator[Hand | Damaged]:
    reader, lines = opened(entry)
    if isinstance(reader, Damaged):
        yield reader
    else:
        yield from read_lines(reader, entry.name, lines, acpc=acpc)


def opened(entry: HandFile) -> tuple[str | Damaged, Iterable[bytes]]:
    """Return the reader of a file, as `read_lines` takes it, and the file's lines.

    If the file holds nothing that is read, what is wrong with it takes the place of the reader.

    Raises:
        BrokenFileError: if the beginning of the file cannot be read.
    """
    if entry.format == "phhs":
        return PHHS, entry.stream
    if entry.format == "phh":
        content = entry.stream.read()
        if content.lstrip().startswith(b"["):  # several hands, even if the file ends in .phh
            return PHHS, content.splitlines(keepends=True)
        return PHH, [content]
    lines = text_lines(entry.stream)
    begin = []
    for line in lines:
        begin.append(line)
        if line.strip(b" \t\r\n\0") and not line.lstrip().startswith((b"#", b";")):
            break
    return _reader_of_text(entry.name, lines, begin), chain(begin, lines)


def _reader_of_text(name: str, lines: Iterator[bytes], begin: list[bytes]) -> str | Damaged:
    """Return the reader of a text, or what is wrong with it.

    Args:
        name: name of the file.
        lines: the lines that follow.
        begin: the first lines; lines that are read in search of a hand are appended.
    """
    first, first_line = begin[-1] if begin else b"", len(begin)
    read = ", ".join(each.name for each in SITES)
    site = site_of(first)
    if site is not None:
        return site.name
    if looks_like_acpc(first):
        return ACPC
    if unread := unread_site(first):
        reason = f"these are hands of {unread}, which are not read; those of {read} are"
        return Damaged(name, first_line, reason)
    if _HEADER.fullmatch(first):
        return PHHS
    if _KEY.match(first) or not first.strip():
        return PHH
    site = _site_below(lines, begin)
    if site is not None:
        return site.name
    reason = f"this text begins like no hand history that is read: PHH, ACPC, {read}"
    return Damaged(name, first_line, reason)


def read_lines(
    reader: str,
    name: str,
    lines: Iterable[bytes],
    *,
    first: int = 1,
    acpc: AcpcGame | None = None,
) -> Iterator[Hand | Damaged]:
    """Yield the hands in the lines of a file, or of a part of it that begins with a hand.

    Args:
        reader: `PHH`, `PHHS`, `ACPC` or the name of one of the `SITES`.
        name: name of the file.
        lines: the lines.
        first: number of the first of the lines in the file; 1 for a log in the format ACPC.
        acpc: game of an ACPC log.
    """
    if reader == PHH:
        yield _phh(name, first, b"".join(lines))
    elif reader == PHHS:
        yield from _phhs(name, lines, first)
    elif reader == ACPC:
        yield from read_acpc(name, iter(lines), acpc)
    else:
        yield from _SITES[reader].read(name, lines, first)


def begins_hand(reader: str) -> Callable[[bytes], bool] | None:
    """Return a callable that checks whether a line begins a hand, whatever the lines before it say.

    Return None if the hands of a file depend on its earlier lines, or it has only one.

    Args:
        reader: as for `read_lines`.
    """
    if reader == PHHS:
        return lambda line: b"[" in line and _HEADER.fullmatch(line) is not None
    return getattr(_SITES.get(reader), "begins_hand", None)


def _site_below(lines: Iterator[bytes], begin: list[bytes]) -> SiteReader | None:
    """Return the reader for hands below other text, such as an e-mail header, or None.

    The lines that are read in the search are appended to `begin`.
    """
    for line in islice(lines, _MOST_ABOVE):
        begin.append(line)
        if site := site_of(line):
            return site
    return None


def _phhs(name: str, lines: Iterable[bytes], first: int = 1) -> Iterator[Hand | Damaged]:
    """Read the hands of a PHHS file one by one, so that a damaged hand leaves the others intact."""
    begin, table, hands = first, list[bytes](), 0
    headed = False
    for number, line in enumerate(lines, start=first):
        if b"[" not in line or not _HEADER.fullmatch(line):
            table.append(line)
            continue
        if headed or _says_something(table):
            yield _phh(name, begin, b"".join(table))
            hands += 1
        begin, headed = number + 1, True
        table.clear()
    if headed or not hands:
        yield _phh(name, begin, b"".join(table))


def _says_something(table: list[bytes]) -> bool:
    lines = (line.strip() for line in b"".join(table).splitlines())
    return any(line and not line.startswith(b"#") for line in lines)


def _phh(name: str, line: int, content: bytes) -> Hand | Damaged:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line += content.count(b"\n", 0, error.start)
        return Damaged(name, line, "this is not UTF-8 text")
    try:
        return parse_phh(text.replace("\r\n", "\n") if "\r" in text else text, name, line)
    except OtherVariantError as error:
        return Damaged(name, error.line, error.reason, error.variant)
    except HistoryError as error:
        return Damaged(name, error.line, error.reason)
