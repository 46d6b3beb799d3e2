"""The implementation of `handsight schema`: JSON Schemas of what commands print with ``--json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from handsight.cli.errors import FailureReport
from handsight.cli.options import JsonOption
from handsight.cli.terminal import show
from handsight.errors import OptionError
from handsight.runtime.suggestions import did_you_mean
from handsight.views.schema import json_schema
from handsight.views.tables import TextTable

ERRORS = "errors"
"""The name of the schema of errors, in place of a command."""


def json_options(group: click.Group, path: str = "") -> Iterator[tuple[str, JsonOption]]:
    """Yield each command that can print JSON, by its path, with the option that does so.

    Args:
        group: group of commands, searched with its subgroups.
        path: path of the group, such as ``"train"``; empty for the whole command line.
    """
    for name, command in sorted(group.commands.items()):
        inner = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from json_options(command, inner)
        for option in command.params:
            if isinstance(option, JsonOption):
                yield inner, option


def all_schemas(group: click.Group) -> dict[str, dict[str, Any]]:
    """Return the schemas of all commands by path, and that of errors."""
    schemas = {path: schema_of(path, option) for path, option in json_options(group)}
    return schemas | {ERRORS: error_schema()}


def schema_of(path: str, option: JsonOption) -> dict[str, Any]:
    """Return the schema of what a command prints.

    Args:
        path: path of the command, such as ``"train policy"``.
        option: its option for JSON.
    """
    return json_schema(*map(_type_named, option.reports), title=f"handsight {path} --json")


def error_schema() -> dict[str, Any]:
    """Return the schema of the last line of standard error if a command with ``--json`` fails."""
    return json_schema(FailureReport, title="an error of handsight with --json")


def show_schema(group: click.Group, path: str, show_all: bool) -> None:
    """Print the schema of a command, those of all commands, or a list of the commands.

    Args:
        group: the whole command line.
        path: path of the command; empty for the list.
        show_all: whether to print all schemas, by command.

    Raises:
        OptionError: if no such command prints JSON, or if `path` and `show_all` are both given.
    """
    if show_all and path:
        raise OptionError(f"--all prints every schema; leave out {path!r} or --all")
    if show_all:
        click.echo(_text(all_schemas(group)))
        return
    options = dict(json_options(group))
    if not path:
        show(_listing(options))
    elif path == ERRORS:
        click.echo(_text(error_schema()))
    elif path in options:
        click.echo(_text(schema_of(path, options[path])))
    else:
        raise OptionError(
            f"no command {path!r} prints JSON{did_you_mean(path, [*options, ERRORS])}; "
            "'handsight schema' lists those that do"
        )


def _text(schemas: dict[str, Any]) -> str:
    """Write schemas as JSON in which people can read symbols such as ·."""
    return json.dumps(schemas, indent=2, ensure_ascii=False)


def _listing(options: dict[str, JsonOption]) -> Any:
    rows = [
        (path, ", ".join(each.partition(":")[2] for each in option.reports))
        for path, option in options.items()
    ]
    rows.append((ERRORS, "FailureReport"))
    table = TextTable("", ("command", "what --json prints"), rows, texts=(0, 1))
    return table.terminal(styles=("bold",))


def _type_named(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
