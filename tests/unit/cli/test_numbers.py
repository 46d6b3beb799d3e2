"""Every number that a command takes has a bound, whatever it is for."""

import click
import pytest

from handsight.cli.numbers import FiniteNumber, WholeNumber, bound_numbers
from tests.unit.cli.running import commands, run

HUGE = str(10**22)


@click.command()
@click.option("--pairs", default=5, help="Number of pairs. Default: 5.")
@click.option("--seed", type=int, default=0)
@click.option("--share", type=float)
def command(**options: object) -> None:
    """Print options."""


bound_numbers(command)


def taken(*words: str) -> dict[str, object]:
    with command.make_context("command", list(words)) as context:
        return context.params


def test_numbers_within_their_bounds_are_read() -> None:
    assert taken("--pairs", str(10**16 - 1)) == {"pairs": 10**16 - 1, "seed": 0, "share": None}
    assert taken("--seed", str(2**64 - 1), "--share", "-0.5")["seed"] == 2**64 - 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--pairs", HUGE),
            f"--pairs is {HUGE}; it must be a whole number of at most 16 digits: Number of pairs",
        ),
        (("--pairs", f"-{HUGE}"), "a whole number of at most 16 digits"),
        (("--seed", str(2**64)), f"--seed is {2**64}; it must be a whole number below 2\\*\\*64"),
        (("--share", "nan"), "--share is nan; it must be a number"),
        (("--share", "1e999"), "--share is inf; it must be a number"),
    ],
)
def test_numbers_out_of_bounds_are_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        taken(*words)


def test_no_number_of_a_command_is_without_a_bound() -> None:
    for path, each in commands():
        bound_numbers(each)
        loose = [option.name for option in each.params if option.type in (click.INT, click.FLOAT)]
        assert loose == [], path


def test_a_huge_number_is_refused_by_every_option() -> None:
    for path, each in commands():
        for option in each.params:
            if isinstance(option.type, WholeNumber | FiniteNumber):
                for value in (HUGE, "1e999", "nan"):
                    if isinstance(option.type, FiniteNumber) and value == HUGE:
                        continue
                    words = [*path.split(), option.opts[0], value]
                    result = run(*words)
                    assert isinstance(result.exception, SystemExit), words
                    assert result.exit_code == 2, words


def test_the_memory_of_an_isolated_agent_has_a_bound() -> None:
    words = ("arena", "call", "fold", "--pairs", "1", "--isolate", "--memory")
    assert "at most 16 digits: Memory limit" in run(*words, HUGE).stderr
    assert "from 256 to 1,000,000,000" in run(*words, str(10**15)).stderr
