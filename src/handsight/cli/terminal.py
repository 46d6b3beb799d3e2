"""Output in the colours and width of a terminal, as plain text elsewhere, or to files."""

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
"""The key in click's context by which a command records that it has shown more than sentences."""


def has_terminal() -> bool:
    """Check whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(content: RenderableType) -> None:
    """Print to standard output; without a terminal, print plain text without trailing spaces."""
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
    """On a terminal, print below tables and other output which command explains its words.

    Nothing is printed below output of mere sentences.

    Args:
        context: context of the command that has ended.
    """
    if context.meta.get(_SHOWN) and context.invoked_subcommand != "words" and has_terminal():
        say(click.style("Words: handsight words", dim=True))


def say(text: str, *, err: bool = False) -> None:
    """Print sentences; on a terminal, wrap lines to the terminal's width.

    Args:
        text: one or more lines; each keeps its indentation when it is wrapped.
        err: whether to print to standard error.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is None or not stream.isatty():
        click.echo(text, err=err)
        return
    # Importing these two takes a tenth of a short command's time, and pipes need neither.
    import shutil
    from textwrap import wrap

    width = shutil.get_terminal_size().columns
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        # Do not break figures like ± 12 and 95%.
        kept = re.sub(r" (?=[%±])|(?<=±) ", _NO_BREAK, line)
        pieces = wrap(kept, width, subsequent_indent=indent, break_on_hyphens=False)
        click.echo("\n".join(pieces).replace(_NO_BREAK, " "), err=err)


def require_writable(option: str, path: Path | None) -> None:
    """Check that a file can be written, before the long work begins whose result it will hold.

    Args:
        option: option that names the file, with its hyphens.
        path: path of the file; None if the user did not pass the option.

    Raises:
        OptionError: if the path is a folder, if its folder does not exist or is not writable, or if
            it is a device or a pipe that is not writable.
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
    """Write the picture of ``--svg`` to a file, completely or not at all.

    Raises:
        OptionError: if the file cannot be written.
    """
    _write_file("--svg", path, svg)


def write_table(path: Path, csv: str) -> None:
    """Write the table of ``--csv`` to a file, completely or not at all.

    Raises:
        OptionError: if the file cannot be written.
    """
    _write_file("--csv", path, csv)


def _write_file(option: str, path: Path, text: str) -> None:
    from handsight.runtime.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise OptionError(f"{option} cannot write {str(path)!r}: {error.strerror}") from None
