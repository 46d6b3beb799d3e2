"""A log of faulty hands, such as hands that cannot be read, grouped by reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import click

from handsight.errors import OptionError
from handsight.game import Damaged
from handsight.runtime.files import write_whole

MOST_REASONS = 10
"""The maximum number of reasons to print; the file of `--faults` lists every hand."""

_VARIES = (
    (re.compile(r"'[^']*'|\"[^\"]*\""), "…"),
    (re.compile(r"[^:;,]+ acts, but it is the turn of [^;,]+"), " … acts out of turn"),
    (re.compile(r"[^:;,]+ (?:calls [\d.]+|checks), but it costs"), " … calls, but it costs"),
    (re.compile(r"[^:;,]+ (?:wins|ends with) [\d.]+ in the record"), " … wins in the record"),
    (re.compile(r"it is the turn of .+"), "it is the turn of …"),
    (re.compile(r"[\d.,]*\d"), "#"),
)
"""Patterns of the text that differs between hands with the same fault, such as quoted text, players
and numbers, and what replaces it."""


@dataclass(slots=True)
class _Group:
    first: Damaged
    hands: int = 0


class FaultLog:
    """Collects faulty hands, such as hands that cannot be read, for one summary at the end.

    Args:
        file: file in which to list all of these hands, one on each line; None to write no file.

    Raises:
        OptionError: if the folder of the file does not exist.
    """

    def __init__(self, file: Path | None = None) -> None:
        if file is not None and not file.absolute().parent.is_dir():
            raise OptionError(f"there is no folder {str(file.parent)!r} for the file of --faults")
        self._file = file
        self._all: list[Damaged] = []
        self._groups: dict[str, _Group] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, fault: Damaged) -> None:
        """Add a faulty hand."""
        self._all.append(fault)
        group = self._groups.setdefault(_reason_of(fault), _Group(fault))
        group.hands += 1

    def show(self) -> None:
        """Print the `MOST_REASONS` most frequent reasons on standard error.

        If a file was named, all faulty hands are written to it, even if there are none.
        """
        groups = sorted(self._groups.values(), key=lambda group: -group.hands)
        for group in groups[:MOST_REASONS]:
            first = group.first
            if group.hands == 1:
                click.echo(f"handsight: {first}", err=True)
                continue
            click.echo(
                f"handsight: {group.hands:,} hands cannot be read: {first.reason} "
                f"(first in {first.file}:{first.line})",
                err=True,
            )
        others = sum(group.hands for group in groups[MOST_REASONS:])
        if others:
            reasons = len(groups) - MOST_REASONS
            click.echo(f"handsight: {others:,} hands with {reasons:,} other reasons", err=True)
        if self._file is not None:
            write_whole(self._file, "".join(f"{each}\n" for each in self._all))
            click.echo(f"handsight: all {len(self):,} are listed in {self._file}", err=True)
        elif len(self) > len(groups):
            click.echo("handsight: --faults FILE lists each of them", err=True)


def _reason_of(fault: Damaged) -> str:
    reason = fault.reason
    for pattern, instead in _VARIES:
        reason = pattern.sub(instead, reason)
    return reason
