"""The implementation of `handsight mcp`, which answers the questions of assistants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from handsight.errors import OptionError


def serve_assistants(
    commands: Mapping[str, click.Command],
    *,
    folders: tuple[Path, ...],
    seconds: float,
    memory: int,
    hands: int,
    at_once: int,
) -> None:
    """Offer questions as tools over standard input and output, until the input ends.

    Args:
        commands: the commands of the command line, by name.
        folders: folders whose files tools may read.
        seconds: time for each answer, in seconds.
        memory: memory for each answer, in MB.
        hands: number of hands in a review.
        at_once: number of calls that are answered at the same time.

    Raises:
        MissingExtraError: if the packages that the server needs are not installed.
        OptionError: if a folder is not one.
    """
    for folder in folders:
        if not folder.is_dir():
            raise OptionError(f"--allow is {str(folder)!r}, which is not a folder")
    from handsight.cli.assistants.limits import ToolLimits
    from handsight.cli.assistants.server import serve_tools

    absolute = tuple(folder.absolute() for folder in folders)
    serve_tools(commands, ToolLimits(seconds, memory, hands, at_once, absolute))
