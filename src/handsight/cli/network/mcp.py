"""The implementation of `handsight mcp`, which answers the questions of assistants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from handsight.errors import MissingExtraError, OptionError

_PACKAGES = ("anyio", "jsonschema", "mcp", "mcp_types")


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
    try:
        from handsight.cli.assistants.limits import ToolLimits
        from handsight.cli.assistants.server import serve_tools
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        raise MissingExtraError(
            f"the tools need {error.name}: pip install 'handsight[mcp]'"
        ) from None
    absolute = tuple(folder.absolute() for folder in folders)
    serve_tools(commands, ToolLimits(seconds, memory, hands, at_once, absolute))
