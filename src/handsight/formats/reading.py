"""Reading of hands from files, folders and archives as a stream."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
    if entry.format == "phh":
        content = entry.stream.read()
        if content.lstrip().startswith(b"["):  # several hands, even if the file ends in .phh
            yield from _phhs(entry.name, iter(content.splitlines(keepends=True)))
        else:
            yield _phh(entry.name, 1, content)
    elif entry.format == "phhs":
        yield from _phhs(entry.name, entry.stream)
    else:
        yield from _text(entry, acpc)


def _text(entry: HandFile, acpc: AcpcGame | None) -> Iterator[Hand | Damaged]:
    lines = text_lines(entry.stream)
    begin = []
    for line in lines:
        begin.append(line)
        if line.strip(b" \t\r\n\0") and not line.lstrip().startswith((b"#", b";")):
            break
    first = begin[-1] if begin else b""
    first_line = len(begin)
    site = site_of(first)
    if site is not None:
        yield from site.read(entry.name, chain(begin, lines))
    elif looks_like_acpc(first):
        yield from read_acpc(entry.name, chain(begin, lines), acpc)
    elif unread := unread_site(first):
        read = ", ".join(each.name for each in SITES)
        reason = f"these are hands of {unread}, which are not read; those of {read} are"
        yield Damaged(entry.name, len(begin), reason)
    elif _HEADER.fullmatch(first):
        yield from _phhs(entry.name, chain(begin, lines))
    elif _KEY.match(first) or not first.strip():
        yield _phh(entry.name, 1, b"".join(chain(begin, lines)))
    elif site := _site_below(lines, begin):
        yield from site.read(entry.name, chain(begin, lines))
    else:
        read = ", ".join(each.name for each in SITES)
        reason = f"this text begins like no hand history that is read: PHH, ACPC, {read}"
        yield Damaged(entry.name, first_line, reason)


def _site_below(lines: Iterator[bytes], begin: list[bytes]) -> SiteReader | None:
    """Return the reader for hands below other text, such as an e-mail header, or None.

    The lines that are read in the search are appended to `begin`.
    """
    for line in islice(lines, _MOST_ABOVE):
        begin.append(line)
        if site := site_of(line):
            return site
    return None


def _phhs(name: str, lines: Iterable[bytes]) -> Iterator[Hand | Damaged]:
    """Read the hands of a PHHS file one by one, so that a damaged hand leaves the others intact."""
    begin, table, hands = 1, list[bytes](), 0
    headed = False
    for number, line in enumerate(lines, start=1):
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
