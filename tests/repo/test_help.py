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


PATHS = list(walk(main))


@pytest.mark.parametrize("path", PATHS, ids=spoken)
def test_a_command_shows_its_help(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*path, "--help"], prog_name="handsight")
    assert result.exit_code == 0, result.output
    assert f"Usage: {spoken(path)}" in result.output


def test_every_command_says_what_it_does() -> None:
    silent = [spoken(path) for path in PATHS if not (command_at(path).help or "").strip()]
    assert silent == []


def test_every_option_of_a_command_says_what_it_does() -> None:
    silent = [
        (spoken(path), option.name)
        for path in PATHS
        for option in command_at(path).params
        if isinstance(option, click.Option) and not (option.help or "").strip()
    ]
    assert silent == []


def test_the_documentation_names_every_command() -> None:
    text = "\n".join(page.read_text("utf-8") for page in (DOCS / "reference").rglob("*.md"))
    assert [spoken(path) for path in PATHS if spoken(path) not in text] == []
