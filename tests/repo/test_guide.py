"""Help lists all commands by subject in lines of a terminal, and its examples run."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from handsight.cli.guide import GUIDE, OTHERS, SUBCOMMANDS, WORDS_LINE, broken, examples_of
from handsight.cli.main import main
from tests.stores import players_version_1, version_1
from tests.thorough import thorough

HEAVY = (
    *("aggregate", "evaluators build", "exploit"),
    *("reproduce odds-methods", "solve-flops"),
    *("train blueprint", "train policy"),
)
"""Examples that take long, or a lot of room; they are run on demand."""
NETWORK = ("acpc deal", "acpc play", "mcp", "slumbot play", "slumbot serve", "pokerbots play")
"""Examples that wait for others; tests/unit/cli runs these commands together."""
LONGEST = ("handsight flop-atlas flops.atlas --workers 2",)
"""Examples that take a quarter of an hour."""
ELSEWHERE = ("handsight warmup", "handsight warmup --json")
"""Examples that other tests run; tests/unit/cli/test_warmup.py warms everything up."""
WIDEST = 80


def paths(command: click.Command = main, path: str = "") -> Iterator[str]:
    if path:
        yield path
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from paths(each, f"{path} {name}".strip())


def help_of(path: str) -> str:
    result = CliRunner().invoke(main, [*path.split(), "--help"], prog_name="handsight")
    assert result.exit_code == 0, result.output
    return result.output


def examples() -> list[str]:
    found = [each for path in paths() if path not in NETWORK for each in examples_of(path)]
    return [each for each in found if each not in ELSEWHERE]


def marked(example: str) -> object:
    heavy = example.removeprefix("handsight ").startswith(HEAVY) and "--help" not in example
    marks = [pytest.mark.exhaustive] if heavy or example in LONGEST else []
    return pytest.param(example, marks=[*marks, thorough] if example in LONGEST else marks)


def test_every_command_stands_under_one_subject() -> None:
    listed = [name for group in GUIDE.values() for name in group]
    assert sorted(listed) == sorted(main.commands)
    assert f"\n{OTHERS}:" not in help_of("")


def test_the_list_of_commands_cuts_no_line_short() -> None:
    assert "..." not in help_of("").partition("Options:")[2]


@pytest.mark.parametrize("path", ["", *paths()])
def test_no_line_of_help_is_wider_than_a_terminal_and_it_ends_with_the_words(path: str) -> None:
    lines = help_of(path).splitlines()
    assert [line for line in lines if len(line) > WIDEST] == []
    assert lines[-1].strip() == WORDS_LINE


@pytest.mark.parametrize("path", list(paths()))
def test_every_command_shows_two_examples(path: str) -> None:
    found = examples_of(path)
    assert len(found) >= 2
    shown = help_of(path)
    for example in found:
        assert example.startswith("handsight ")
        assert all(f"    {line}\n" in shown for line in broken(example))


def test_examples_are_of_commands_that_exist() -> None:
    assert set(SUBCOMMANDS) <= set(paths())


def test_a_long_command_line_is_broken_between_words_and_outside_of_quotes() -> None:
    lines = list(broken('handsight rank "Ah Kh Qh" --json', width=26))
    assert lines == ["handsight rank \\", '    "Ah Kh Qh" --json']


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    place = tmp_path_factory.mktemp("examples")
    dealt = CliRunner().invoke(main, ["deal", "--hands", "3", "--seed", "7", "--phh"])
    (place / "hands.phhs").write_text(dealt.stdout, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for command in ("import hands.phhs --store players.db", "arena call fold --store arena.db"):
            assert CliRunner().invoke(main, [*command.split()]).exit_code == 0
    version_1(place / "old.db")
    players_version_1(place / "old-players.db")
    return place


@pytest.mark.repeats(36)
@pytest.mark.parametrize("example", [marked(each) for each in examples()])
def test_an_example_runs(
    example: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    if "--store arena.db" in example:
        (tmp_path / "arena.db").unlink()  # it would be of other agents
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(tmp_path))
    if " evaluators " in example:
        monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    if " serve" in example:
        stop_when_ready(monkeypatch)
    result = CliRunner().invoke(main, shlex.split(example)[1:], input="q\n", prog_name="handsight")
    assert result.exit_code == 0, result.output
    assert result.output


def stop_when_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server of the page end as soon as it is ready, on any port, without a browser."""
    from handsight.web import server

    start, listen = server._Server.startup, server._listen

    async def start_and_stop(self: Any, sockets: Any = None) -> None:
        await start(self, sockets)
        self.should_exit = True

    monkeypatch.setattr(server._Server, "startup", start_and_stop)
    monkeypatch.setattr(server, "_listen", lambda settings: listen(replace(settings, port=0)))
    monkeypatch.setattr("webbrowser.open", lambda address: True)
