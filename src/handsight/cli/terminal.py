"""The terminal: colour and width where there is one, plain text where there is not."""

from __future__ import annotations

import sys

from rich.console import Console

PLAIN_WIDTH = 100


def stdout_console() -> Console:
    """Give a console on standard output."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(width=width, highlight=False)
