"""Files with charts of your own: which decision and which action each range in them belongs to.

A folder holds text files, also in subfolders. Each is one of these:

- ``BTN open/raise to 2.5 bb.txt`` has the hands that take this action,
- ``BTN open.txt`` has a line ``action: range`` for each action,
- ``CO/2.5bb/BB/11bb/CO/call/BB.txt`` has the range of the big blind after these actions; this is
  how strategies for six players are often passed on. Players who fold are left out.

One file can hold many charts, each below its name in brackets: ``[BTN open]``.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from handsight.charts.names import (
    FOLD,
    RAISE,
    Line,
    PreflopAction,
    action_of,
    decision_named,
    path_steps,
    position_of,
)
from handsight.errors import InputError, OptionError

MOST_FILES, MOST_BYTES = 20_000, 1_000_000
"""The largest number of text files in a folder, and the largest size of a file in bytes."""

_HEADER = re.compile(r"\[([^\[\]:/]*[A-Za-z][^\[\]:]*)\]")
_BLOCK_BEGINS = re.compile(r"\[[\d.%]+\]\Z", re.ASCII)


class ChartEntry(NamedTuple):
    """A range in a file, and what it is for.

    Attributes:
        hero: the position of the player who has the range.
        line: the actions before the player's decision, without folds.
        action: the action that the player takes with the range.
        content: the text of the range, or the file that holds it.
        place: the file, and the line in it if there is one, for error messages.
        is_repeated: whether other files may have the same range again.
    """

    hero: str
    line: Line
    action: PreflopAction
    content: str | Path
    place: str
    is_repeated: bool = False


def entries_of(path: Path) -> tuple[list[ChartEntry], list[str]]:
    """Return the ranges in a folder or a file, and the names of text files that are not charts.

    Raises:
        InputError: if a file cannot be understood, or there are too many files.
        OptionError: if there is no such folder or file, or it cannot be read.
    """
    if not path.is_dir():
        text, meant = read_text(path), decision_named(path.stem)
        if meant is not None and not _has_headers(text):
            return [*_of_lines(*meant, _numbered(text), str(path))], []
        return [*_of_sections(text, str(path))], []
    entries: list[ChartEntry] = []
    unread: list[str] = []
    files = sorted(path.rglob("*.txt"))
    if len(files) > MOST_FILES:
        raise InputError(f"{str(path)!r} has {len(files):,} files; at most {MOST_FILES:,} are read")
    for file in files:
        found = [*_of_file(file, list(file.relative_to(path).with_suffix("").parts))]
        entries += found
        if not found:
            unread.append(str(file.relative_to(path)))
    return entries, unread


def _of_file(file: Path, parts: list[str]) -> Iterator[ChartEntry]:
    exported = _of_path(file, parts)
    if exported is not None:
        yield exported
        return
    parent = decision_named(parts[-2]) if len(parts) > 1 else None
    action = action_of(parts[-1])
    if parent is not None and action is not None:
        yield ChartEntry(*parent, action, file, str(file))
        return
    meant = decision_named(parts[-1])
    if meant is not None:
        yield from _of_lines(*meant, _numbered(read_text(file)), str(file))
        return
    try:
        text = read_text(file)
    except InputError:
        return  # a file of another program, whose name says nothing
    if _has_headers(text):
        yield from _of_sections(text, str(file))


def _of_path(file: Path, parts: list[str]) -> ChartEntry | None:
    """Return the range of a player after the line that the file's path spells out.

    The result is None if the path does not spell out a line in which the player acts.
    """
    hero = position_of(parts[-1].removesuffix("_range"))
    first = next((n for n, part in enumerate(parts[:-1]) if position_of(part)), None)
    line = None if hero is None or first is None else path_steps(parts[first:-1])
    if hero is None or line is None:
        return None
    line = tuple([step for step in line if step.action.kind != FOLD])
    own = [place for place, step in enumerate(line) if step.position == hero]
    if not own:
        return None
    return ChartEntry(
        hero, line[: own[-1]], line[own[-1]].action, file, str(file), is_repeated=True
    )


def _numbered(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text with their numbers, without empty lines and comments."""
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def _has_headers(text: str) -> bool:
    return any(_HEADER.fullmatch(line) for _, line in _numbered(text))


def _of_sections(text: str, place: str) -> Iterator[ChartEntry]:
    meant: tuple[str, Line] | None = None
    lines: list[tuple[int, str]] = []
    for number, line in [*_numbered(text), (0, "")]:
        header = _HEADER.fullmatch(line)
        if header is None and line:
            if meant is None:
                raise InputError(
                    f"{place!r}, line {number}: write the name of a chart above it, like [BTN open]"
                )
            lines.append((number, line))
            continue
        if meant is not None:
            yield from _of_lines(*meant, lines, place)
        if header is not None:
            meant, lines = decision_named(header[1]), []
            if meant is None:
                raise InputError(
                    f"{place!r}, line {number}: {header[1]!r} is not the name of a chart; write "
                    "names like [BTN open] or [BB vs BTN 2.5x]"
                )


def _of_lines(
    hero: str, line: Line, lines: list[tuple[int, str]], place: str
) -> Iterator[ChartEntry]:
    """Yield a range for each line ``action: range``; other lines continue the range before.

    Lines before the first action are the range of a raise if the decision is an open.

    Raises:
        InputError: if there are lines before the first action at any other decision.
    """
    action: PreflopAction | None = None
    where, parts = place, list[str]()
    for number, text in [*lines, (0, "")]:
        head, colon, rest = text.partition(":")
        starts = action_of(head) if colon else None
        if text and starts is None:
            if action is None:
                if line:
                    raise InputError(
                        f"{place!r}, line {number}: begin with an action, like 'call: QQ-22'"
                    )
                action = PreflopAction(RAISE)  # an open without a word is a raise
            parts.append(text)
            continue
        if action is not None:
            yield ChartEntry(hero, line, action, "\n".join(parts), where)
        action, parts, where = starts, [rest], f"{place}, line {number}"


def one_line(text: str) -> str:
    r"""Join the lines of a range, with commas where there are none.

    Example:
        >>> one_line("AA,KK,\nAKs\n[50.0]\nAQs[/50.0]\n")
        'AA,KK, AKs, [50.0] AQs[/50.0]'
    """
    joined = ""
    for _, line in _numbered(text):
        is_open = not joined or joined.endswith((",", "(")) or _BLOCK_BEGINS.search(joined)
        joined += (" " if joined else "") + line if is_open else f", {line}"
    return joined.strip().strip(",")


def read_text(file: Path) -> str:
    """Return the text of a file, in UTF-8, or in UTF-16 as some programs for Windows write it.

    Raises:
        InputError: if the file is not text, or too large.
        OptionError: if it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise OptionError(f"charts in {str(file)!r} cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{str(file)!r} has more than {MOST_BYTES:,} bytes; no range is so long")
    wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{str(file)!r} is not text; save it as UTF-8") from None
