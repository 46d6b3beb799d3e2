"""Every command explains itself and all of its options, and the documentation knows it."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from handsight.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"


def walk(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from walk(found, (*path, name))


def command_at(path: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


def spoken(path: tuple[str, ...]) -> str:
    return " ".join(("handsight", *path))


every_command = pytest.mark.parametrize("path", list(walk(main)), ids=spoken)


@every_command
def test_a_command_shows_its_help(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*path, "--help"], prog_name="handsight")
    assert result.exit_code == 0, result.output
    assert f"Usage: {spoken(path)}" in result.output


@every_command
def test_a_command_says_what_it_does(path: tuple[str, ...]) -> None:
    assert (command_at(path).help or "").strip()


@every_command
def test_every_option_of_a_command_says_what_it_does(path: tuple[str, ...]) -> None:
    options = [each for each in command_at(path).params if isinstance(each, click.Option)]
    assert [option.name for option in options if not (option.help or "").strip()] == []


@every_command
def test_the_documentation_names_the_command(path: tuple[str, ...]) -> None:
    texts = [page.read_text("utf-8") for page in (DOCS / "reference").rglob("*.md")]
    assert any(spoken(path) in text for text in texts), f"docs/reference lacks {spoken(path)!r}"
