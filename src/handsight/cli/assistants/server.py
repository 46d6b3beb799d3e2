"""A server of the Model Context Protocol, whose tools answer questions over standard input."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from handsight._version import __version__
from handsight.cli import BAD_INPUT
from handsight.cli.assistants.limits import ToolLimits
from handsight.cli.assistants.questions import command_line, in_terms_of_tools, input_schema
from handsight.cli.assistants.tools import TOOLS, Tool
from handsight.errors import HandsightError, MissingExtraError, OptionError
from handsight.views.report import json_line, to_json

try:
    import anyio
    import mcp.types as types
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.exceptions import best_match
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    from handsight.cli.assistants.calls import CommandAnswer, run_command
except ImportError as error:
    missing: str | None = error.name or str(error)
else:
    missing = None

INSTRUCTIONS = (
    "Questions about Texas Hold'em. Cards are written like AhKh (ranks 2-9 T J Q K A, suits c d h "
    's), ranges like "22+, A2s+, KTs-K8s, AQo:0.5", shares of the best hands like 15%. Shares in '
    "answers are fractions from 0 to 1. An answer is exact only if it says so; otherwise it "
    "carries its sample size or its accuracy. The tool words explains the terms."
)


class ToolServer:
    """Answers calls of tools with the commands of the command line.

    Args:
        commands: the commands, by name.
        limits: the limits of each call, and the folders that may be read.
    """

    def __init__(self, commands: Mapping[str, click.Command], limits: ToolLimits) -> None:
        self._limits = limits
        self._tools = {tool.name: (tool, commands[tool.command_name]) for tool in TOOLS}
        self._schemas = {
            name: input_schema(tool, command, limits)
            for name, (tool, command) in self._tools.items()
        }
        self._places = anyio.CapacityLimiter(limits.at_once)

    def listed(self) -> list[types.Tool]:
        """Return the descriptions of all tools."""
        hints = types.ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        )
        return [
            types.Tool(
                name=name,
                description=tool.about,
                input_schema=self._schemas[name],
                annotations=hints,
            )
            for name, (tool, _) in self._tools.items()
        ]

    async def call(self, name: str, values: Mapping[str, Any]) -> types.CallToolResult:
        """Answer a call; what is wrong with it becomes the text of a result that is an error."""
        try:
            return await self._answered(name, values)
        except HandsightError as error:
            return _fault(in_terms_of_tools(str(error)))

    async def _answered(self, name: str, values: Mapping[str, Any]) -> types.CallToolResult:
        if name not in self._tools:
            raise OptionError(f"there is no tool {name!r}; the tools are {', '.join(self._tools)}")
        wrong = best_match(Draft202012Validator(self._schemas[name]).iter_errors(dict(values)))
        if wrong is not None:
            raise OptionError(_in_words(wrong))
        tool, command = self._tools[name]
        with TemporaryDirectory(prefix="handsight-") as folder:
            words = command_line(tool, command, values, self._limits, Path(folder))
            async with self._places:
                printed = await run_command(words, self._limits)
        return _result(tool, printed, f"{folder}{os.sep}")


def _result(tool: Tool, printed: CommandAnswer, place: str) -> types.CallToolResult:
    """Return what a command printed as the result of a call.

    A command can answer, and end with a status above 0 because some hands could not be read; its
    remarks follow the answer.

    Args:
        tool: the tool.
        printed: what its command printed.
        place: the folder of temporary files, which is left out of their names.
    """
    notes = [in_terms_of_tools(line.replace(place, "")) for line in printed.err]
    try:
        answer = json.loads(printed.out.replace(to_json(place)[1:-1], ""))
    except ValueError:
        answer = None
    if printed.status >= BAD_INPUT or answer is None:
        return _fault(_error_in(notes) or f"{tool.name} ended with status {printed.status}")
    short = json_line(answer).rstrip("\n")
    texts = [short, "\n".join(notes)] if notes else [short]
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text) for text in texts],
        structured_content=answer if isinstance(answer, dict) else None,
    )


def _error_in(notes: list[str]) -> str:
    """Return the message of the error that a command printed last, as JSON, or all it printed."""
    try:
        return str(json.loads(notes[-1])["error"]["message"])
    except (IndexError, KeyError, TypeError, ValueError):
        return "\n".join(notes)


def _fault(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _in_words(error: ValidationError) -> str:
    """Describe what is wrong with a call, like "pot: 'x' is not of type 'integer'"."""
    place = ".".join(map(str, error.absolute_path))
    message = error.message if len(error.message) <= 500 else f"{error.message[:500]}…"
    return f"{place}: {message}" if place else message


def serve_tools(commands: Mapping[str, click.Command], limits: ToolLimits) -> None:
    """Answer calls that arrive on standard input, until it ends.

    While the server runs, standard output carries only messages of the protocol.

    Args:
        commands: the commands of the command line, by name.
        limits: the limits of each call, and the folders that may be read.

    Raises:
        MissingExtraError: if the packages that the server needs are not installed.
    """
    if missing is not None:
        raise MissingExtraError(f"the tools need {missing}: pip install 'handsight[mcp]'")
    tools = ToolServer(commands, limits)

    async def listed(context: Any, request: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools.listed())

    async def called(context: Any, request: types.CallToolRequestParams) -> types.CallToolResult:
        return await tools.call(request.name, request.arguments or {})

    async def run() -> None:
        server: Server[Any] = Server(
            "handsight",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=listed,
            on_call_tool=called,
        )
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)
