"""The terminal: colour and width where there is one, plain text where there is not."""

from __future__ import annotations

import shutil
import sys
from textwrap import wrap
from typing import TYPE_CHECKING

import click
from rich.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType

PLAIN_WIDTH = 100


def has_terminal() -> bool:
    """Say whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(content: RenderableType) -> None:
    """Print to standard output; without a terminal as plain text, without trailing spaces."""
    if has_terminal():
        Console(highlight=False).print(content)
        return
    console = Console(width=PLAIN_WIDTH, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(content)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def say(text: str) -> None:
    """Print sentences to standard output; a terminal gets lines that are no wider than itself."""
    if not has_terminal():
        click.echo(text)
        return
    width = shutil.get_terminal_size().columns
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        pieces = wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
        click.echo("\n".join(pieces))
