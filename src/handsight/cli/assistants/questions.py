"""Calls of tools as command lines, and the JSON Schemas of what tools take.

The options of a command are the only description of its values: the schemas come from them, and the
command itself reads and checks the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from handsight.cli.assistants.limits import MOST_ENTRIES, MOST_TEXT, MOST_WORD, ToolLimits
from handsight.cli.assistants.tools import Tool
from handsight.errors import OptionError

TEXT = "text"
"""The parameter for the text of recorded hands."""
SHARE = 0.8
"""The share of its limit that a command is told, so that it ends by itself before it is stopped."""
HANDS_FILE = "hands.txt"

_TYPES: dict[type[click.ParamType[Any]], str] = {
    click.types.BoolParamType: "boolean",
    click.types.FloatParamType: "number",
    click.types.IntParamType: "integer",
}
"""The types of JSON Schema, by click's; other types of numbers derive from them."""
_POINTER = re.compile(r"[;.]? ?'handsight[^']*--help' shows how$")


def options_of(tool: Tool, command: click.Command) -> dict[str, click.Option]:
    """Return the options that a tool offers, by the names of the tool's parameters.

    Raises:
        KeyError: if the command has no such option.
    """
    known = {
        each.opts[0].removeprefix("--"): each
        for each in command.params
        if isinstance(each, click.Option)
    }
    return {name.replace("-", "_"): known[name] for name in tool.options}


def input_schema(tool: Tool, command: click.Command, limits: ToolLimits) -> dict[str, Any]:
    """Return the JSON Schema of a tool's parameters.

    Example:
        >>> from handsight.cli.assistants.tools import TOOLS
        >>> from handsight.cli.main import main
        >>> [tool] = (each for each in TOOLS if each.name == "rank")
        >>> schema = input_schema(tool, main.commands["rank"], ToolLimits())
        >>> schema["required"], schema["properties"]["cards"]["type"]
        (['cards'], 'string')
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    if tool.reads:
        properties |= _hands_properties(tool, limits)
        required += [] if limits.folders else [TEXT]
    elif tool.argument:
        properties[tool.argument] = _argument_property(tool)
        required += [tool.argument] if tool.is_needed else []
    for name, option in options_of(tool, command).items():
        properties[name] = _option_property(option)
        required += [name] if option.required else []
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _hands_properties(tool: Tool, limits: ToolLimits) -> dict[str, Any]:
    text = {
        "type": "string",
        "maxLength": MOST_TEXT,
        "description": "The recorded hands, in the format of their site, PHH or ACPC logs.",
    }
    if not limits.folders:
        return {TEXT: text}
    listed = ", ".join(map(str, limits.folders))
    file = {
        "type": "string",
        "maxLength": MOST_WORD,
        "description": f"Instead of text: a file, archive or folder with hands, in {listed}.",
    }
    return {TEXT: text, "file": file}


def _argument_property(tool: Tool) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "string", "maxLength": MOST_WORD}
    if tool.of_numbers:
        entry["type"] = ["number", "string"]
    if tool.is_list:
        entry = {"type": "array", "items": entry, "minItems": 1, "maxItems": MOST_ENTRIES}
    return {**entry, "description": tool.about_argument}


def _option_property(option: click.Option) -> dict[str, Any]:
    kinds = (name for kind, name in _TYPES.items() if isinstance(option.type, kind))
    kind = next(kinds, "string")
    about: dict[str, Any] = {"type": kind}
    if kind == "string":
        about["maxLength"] = MOST_WORD
    if isinstance(option.type, click.Choice):
        about["enum"] = [*option.type.choices]
    if option.multiple:
        about = {"type": "array", "items": about, "maxItems": MOST_ENTRIES}
    about["description"] = in_terms_of_tools(option.help or "")
    if option.show_default is True:
        about["default"] = option.default
    return about


def command_line(
    tool: Tool,
    command: click.Command,
    values: Mapping[str, Any],
    limits: ToolLimits,
    folder: Path,
) -> list[str]:
    """Return the words of the command line that answers a call.

    Args:
        tool: the tool.
        command: its command.
        values: values of the tool's parameters, which fit `input_schema`.
        limits: the limits of the server.
        folder: empty folder for the text of recorded hands.

    Raises:
        OptionError: if a file may not be read, or a recorded hand is missing.
    """
    words = [tool.command_name, "--json", *tool.fixed]
    bounds = {
        "seconds": f"{limits.seconds * SHARE:g}",
        "memory": f"{int(limits.memory * SHARE)}",
        "hands": f"{limits.hands}",
    }
    words += [f"--{name}={bounds[limit]}" for name, limit in tool.limits.items()]
    for name, option in options_of(tool, command).items():
        words += _option_words(option, values.get(name))
    return [*words, "--", *_argument_words(tool, values, limits, folder)]


def _option_words(option: click.Option, value: Any) -> Iterator[str]:
    name = option.opts[0]
    if option.is_flag:
        if value:
            yield name
    elif value is not None:
        for each in value if option.multiple else [value]:
            yield f"{name}={_word(name, each)}"


def _argument_words(
    tool: Tool, values: Mapping[str, Any], limits: ToolLimits, folder: Path
) -> Iterator[str]:
    if tool.reads:
        yield str(_hands_file(values, limits, folder))
        return
    given = values.get(tool.argument)
    if given is not None:
        for each in given if tool.is_list else [given]:
            yield _word(tool.argument, each)


def _word(name: str, value: Any) -> str:
    """Return a value as a word of a command line.

    Raises:
        OptionError: if the word would make the command read standard input, or cannot be passed on.
    """
    word = str(value)
    if word.strip() == "-" or "\0" in word:
        raise OptionError(f"{name} is {word!r}; it must be a value")
    return word


def _hands_file(values: Mapping[str, Any], limits: ToolLimits, folder: Path) -> Path:
    text, file = values.get(TEXT), values.get("file")
    if (text is None) == (file is None):
        raise OptionError("give the recorded hands either as text or as a file")
    if text is None:
        return limits.readable(str(file))
    path = folder / HANDS_FILE
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
    return path


def in_terms_of_tools(message: str) -> str:
    """Rewrite a sentence about options of a command as one about parameters of a tool.

    Example:
        >>> in_terms_of_tools("--stack-bb is 0; 'handsight chart --help' shows how")
        'stack_bb is 0'
    """
    shorter = _POINTER.sub("", message.removeprefix("handsight: ").strip())
    return re.sub(
        r"(?<![\w-])--([a-z][a-z-]*[a-z])", lambda match: match[1].replace("-", "_"), shorter
    )
