"""Output: to a terminal with colour and width, to anything else as plain text, to files whole."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handsight.errors import OptionError

if TYPE_CHECKING:
    from rich.console import RenderableType

PLAIN_WIDTH = 100
_NO_BREAK = "\N{NO-BREAK SPACE}"
_SHOWN = "handsight.shown"
"""Under this key a context notes that a terminal was shown more than sentences."""


def has_terminal() -> bool:
    """Say whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(content: RenderableType) -> None:
    """Print to standard output; without a terminal as plain text, without trailing spaces."""
    from rich.console import Console

    if has_terminal():
        Console(highlight=False).print(content)
        if context := click.get_current_context(silent=True):
            context.meta[_SHOWN] = True
        return
    console = Console(width=PLAIN_WIDTH, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(content)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def point_to_words(context: click.Context) -> None:
    """Say on a terminal, below what was shown there, where its words are explained.

    Args:
        context: of the command that has ended.
    """
    if context.meta.get(_SHOWN) and context.invoked_subcommand != "words" and has_terminal():
        say(click.style("Words: handsight words", dim=True))


def say(text: str, *, err: bool = False) -> None:
    """Print sentences; a terminal gets lines that are no wider than itself.

    Args:
        text: one or more lines; each keeps its indent where it is broken.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is None or not stream.isatty():
        click.echo(text, err=err)
        return
    import shutil  # with textwrap a tenth of a short command, which a pipe does not need
    from textwrap import wrap

    width = shutil.get_terminal_size().columns
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        # Figures like ± 12 and 95 % are not broken.
        kept = re.sub(r" (?=[%±])|(?<=±) ", _NO_BREAK, line)
        pieces = wrap(kept, width, subsequent_indent=indent, break_on_hyphens=False)
        click.echo("\n".join(pieces).replace(_NO_BREAK, " "), err=err)


def require_writable(option: str, path: Path | None) -> None:
    """Say at once, before long work is done, that a file could not be written in the end.

    Args:
        option: that names the file, with its hyphens.
        path: where it is to be; None if it was not asked for.

    Raises:
        OptionError: if there is no such folder, or nothing can be written there.
    """
    if path is None:
        return
    if path.is_dir():
        reason = errno.EISDIR
    elif not path.parent.is_dir():
        reason = errno.ENOENT
    elif not os.access(path.parent if path.is_file() or not path.exists() else path, os.W_OK):
        reason = errno.EACCES
    else:
        return
    raise OptionError(f"{option} cannot write {str(path)!r}: {os.strerror(reason)}")


def write_picture(path: Path, svg: str) -> None:
    """Write the picture of ``--svg`` as a whole, or not at all.

    Raises:
        OptionError: if it cannot be written.
    """
    _write_file("--svg", path, svg)


def write_table(path: Path, csv: str) -> None:
    """Write the table of ``--csv`` as a whole, or not at all.

    Raises:
        OptionError: if it cannot be written.
    """
    _write_file("--csv", path, csv)


def _write_file(option: str, path: Path, text: str) -> None:
    from handsight.runtime.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise OptionError(f"{option} cannot write {str(path)!r}: {error.strerror}") from None
