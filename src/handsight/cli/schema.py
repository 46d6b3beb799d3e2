"""The implementation of `handsight schema`: JSON Schemas of what commands print with ``--json``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from handsight.cli.errors import FailureReport
from handsight.cli.options import JsonOption
from handsight.cli.terminal import show
from handsight.errors import OptionError
from handsight.runtime.suggestions import did_you_mean
from handsight.views.lines import LineError, LineQuestion
from handsight.views.report import to_json
from handsight.views.schema import json_schema
from handsight.views.tables import TextTable

ERRORS = "errors"
"""The name of the schema of errors, in place of a command."""

LINES = " --jsonl"
"""What follows a command in the name of the schema of its JSON Lines."""


def json_options(group: click.Group, path: str = "") -> Iterator[tuple[str, JsonOption]]:
    """Yield each command that prints JSON, with each option that makes it do so.

    A command is named by its path, such as ``"train policy"``, followed by ``" --jsonl"`` for JSON
    Lines.

    Args:
        group: group of commands, searched with its subgroups.
        path: path of the group; empty for the whole command line.
    """
    for name, command in sorted(group.commands.items()):
        inner = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from json_options(command, inner)
        options = [each for each in command.params if isinstance(each, JsonOption)]
        for option in sorted(options, key=lambda each: each.opts):
            yield inner + LINES * (LINES.strip() in option.opts), option


def all_schemas(group: click.Group) -> dict[str, dict[str, Any]]:
    """Return the schemas of all commands as `json_options` names them, and that of errors."""
    schemas = {name: schema_of(name, option) for name, option in json_options(group)}
    return schemas | {ERRORS: error_schema()}


def schema_of(name: str, option: JsonOption) -> dict[str, Any]:
    """Return the schema of what a command prints.

    Args:
        name: name of the command, as `json_options` yields it.
        option: its option for JSON.
    """
    kinds = map(_type_named, option.reports)
    if not name.endswith(LINES):
        return json_schema(*kinds, title=f"handsight {name} --json")
    title = f"a line of handsight {name}"
    return json_schema(*((LineQuestion, kind) for kind in kinds), LineError, title=title)


def error_schema() -> dict[str, Any]:
    """Return the schema of the last line of standard error if a command with ``--json`` fails."""
    return json_schema(FailureReport, title="an error of handsight with --json")


def show_schema(group: click.Group, path: str, lines: bool, show_all: bool) -> None:
    """Print the schema of a command, those of all commands, or a list of the commands.

    Args:
        group: the whole command line.
        path: path of the command; empty for the list.
        lines: whether to print the schema of JSON Lines.
        show_all: whether to print all schemas, by command.

    Raises:
        OptionError: if no such command prints JSON, or if options contradict each other.
    """
    if show_all and (path or lines):
        raise OptionError("--all prints every schema; leave out COMMAND and --jsonl, or --all")
    if lines and not path:
        raise OptionError("--jsonl needs a COMMAND, such as equity")
    if show_all:
        click.echo(_text(all_schemas(group)))
        return
    options, name = dict(json_options(group)), path + LINES * lines
    if not path:
        show(_listing(options))
    elif name == ERRORS:
        click.echo(_text(error_schema()))
    elif name in options:
        click.echo(_text(schema_of(name, options[name])))
    else:
        raise OptionError(_unknown(path, options, lines))


def _unknown(path: str, options: dict[str, JsonOption], lines: bool) -> str:
    if lines and path in options:
        those = ", ".join(each.removesuffix(LINES) for each in options if each.endswith(LINES))
        return f"{path} has no --jsonl; commands that have it are {those}"
    near = did_you_mean(path, [*options, ERRORS])
    return f"no command {path!r} prints JSON{near}; 'handsight schema' lists those that do"


def _text(schemas: dict[str, Any]) -> str:
    """Write schemas as JSON in which people can read symbols such as ·."""
    return to_json(schemas, ascii_only=False)


def _listing(options: dict[str, JsonOption]) -> Any:
    rows = [
        (path, ", ".join(each.partition(":")[2] for each in option.reports))
        for path, option in options.items()
    ]
    rows.append((ERRORS, "FailureReport"))
    table = TextTable("", ("command", "what it prints"), rows, texts=(0, 1))
    return table.terminal(styles=("bold",))


def _type_named(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
