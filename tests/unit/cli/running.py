"""Running a command as a user does, and reading what it prints."""

import json
from collections.abc import Iterator
from typing import Any

import click
from click.testing import CliRunner, Result

from handsight.cli.main import main


def run(*words: str, typed: str = "") -> Result:
    """Run a command to its end, whatever it is."""
    return CliRunner().invoke(main, list(words), input=typed)


def shown(*words: str) -> str:
    """Run a command that must succeed, and give what it prints."""
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def fields(*words: str) -> dict[str, Any]:
    """Run a command with --json, and give what it says."""
    found: dict[str, Any] = json.loads(shown(*words, "--json"))
    return found


def commands(group: click.Group = main, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Give all commands that are no groups, by their paths."""
    for name, each in sorted(group.commands.items()):
        inner = f"{path} {name}".strip()
        if isinstance(each, click.Group):
            yield from commands(each, inner)
        else:
            yield inner, each
