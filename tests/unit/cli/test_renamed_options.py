"""Options that have a new name: the old one works, says the new one, and is not in the help."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.cli.options import FormerName, renamed_option
from tests.unit.cli.running import run

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "compatibility.md"
ROW = re.compile(r"^\| `handsight ([\w -]+?) (--[\w-]+)` \| `(--[\w-]+)` \|", re.MULTILINE)


def former_names(command: click.Command = main, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each command with an old name and the new one."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from former_names(each, f"{path} {name}".strip())
        return
    for option in command.params:
        if isinstance(option, FormerName):
            yield path, option.opts[0], option.now


FORMER = list(former_names())


@click.command()
@renamed_option("--hands", "--recorded", "files", multiple=True, metavar="FILE", help="Files.")
@renamed_option("--stack", "--stack-bb", "stack", type=int, required=True, help="Big blinds.")
@renamed_option("--combos", "--all-combos", is_flag=True, help="All combos.")
def toy(files: tuple[str, ...], stack: int, all_combos: bool) -> None:
    """Print what it was called with."""
    click.echo((files, stack, all_combos))


def called(*words: str) -> Result:
    return CliRunner().invoke(toy, list(words))


def test_the_new_names_print_no_notice() -> None:
    done = called("--recorded", "a", "--stack-bb", "3", "--all-combos")
    assert (done.stdout, done.stderr) == ("(('a',), 3, True)\n", "")


def test_an_old_name_has_the_value_and_names_the_new_one_in_one_line() -> None:
    done = called("--stack", "3")
    assert (done.stdout, done.stderr) == ("((), 3, False)\n", "--stack is now --stack-bb\n")


def test_an_old_flag_is_one() -> None:
    done = called("--combos", "--stack-bb", "3")
    assert (done.stdout, done.stderr) == ("((), 3, True)\n", "--combos is now --all-combos\n")


def test_an_option_that_is_repeated_may_have_both_names_and_one_notice() -> None:
    done = called("--hands", "b", "--recorded", "a", "--hands", "c", "--stack-bb", "3")
    assert done.stdout == "(('a', 'b', 'c'), 3, False)\n"
    assert done.stderr == "--hands is now --recorded\n"


def test_both_names_of_one_value_are_refused() -> None:
    done = called("--stack", "3", "--stack-bb", "4")
    assert "--stack is the old name of --stack-bb; give one of them" in str(done.exception)


def test_a_wrong_value_is_refused_under_the_new_name() -> None:
    done = called("--stack", "x")
    assert done.exit_code == 2
    assert "--stack-bb" in done.stderr


def test_help_shows_the_new_names_alone() -> None:
    shown = called("--help").stdout
    assert "--stack-bb" in shown
    assert not re.search(r"--(stack|hands|combos)\b(?!-)", shown)


def test_what_is_renamed_stands_on_the_page_on_compatibility() -> None:
    assert FORMER
    assert sorted(ROW.findall(PAGE.read_text("utf-8"))) == sorted(FORMER)


@pytest.mark.parametrize(("path", "was", "now"), FORMER)
def test_no_help_shows_an_old_name(path: str, was: str, now: str) -> None:
    options = re.findall(r"^  (--[\w-]+)", run(*path.split(), "--help").stdout, re.MULTILINE)
    assert now in options
    assert was not in options


def test_an_option_takes_the_same_in_all_commands() -> None:
    takes: dict[str, set[str]] = {}
    for name, option in options_of(main):
        takes.setdefault(name, set()).add(str(option.metavar or option.is_flag))
    mixed = {name: found for name, found in takes.items() if len(found) > 1}
    assert set(mixed) == set(MIXED), mixed


MIXED = ("--as-published", "--csv", "--json", "--markdown", "--svg")
"""Options that mean one thing, of which some commands also take a file or a source."""


def options_of(command: click.Command) -> Iterator[tuple[str, click.Option]]:
    """Yield the options of a command and of all commands in it, with each name that is shown."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from options_of(each)
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            yield from ((name, option) for name in option.opts)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("push-fold --stack 10 --ante 0.1", "push-fold --stack-bb 10 --ante-bb 0.1"),
        ("heatmap --board Qh7h2c --json --combos", "heatmap --board Qh7h2c --json --all-combos"),
        ("pocket-table --rules limit", "pocket-table --structure limit"),
        (
            "solve 2c2d2h3s3d --oop AA --ip KK --pot 10 --stack 10 --iterations 2 --threads 2",
            "solve 2c2d2h3s3d --oop AA --ip KK --pot 10 --stack 10 --iterations 2 --workers 2",
        ),
    ],
)
def test_an_old_command_line_prints_the_same(old: str, new: str) -> None:
    before, after = run(*old.split()), run(*new.split())
    assert (before.exit_code, after.exit_code) == (0, 0), before.stderr + after.stderr
    assert before.stdout == after.stdout
    notices = [line for line in before.stderr.splitlines() if " is now --" in line]
    assert len(notices) == len([word for word in old.split() if word not in new.split()])


def test_an_old_name_is_not_suggested() -> None:
    done = run("push-fold", "--stacks", "10")
    assert done.exit_code == 2
    assert "'--stack'" not in done.stderr
