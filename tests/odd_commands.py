"""Odd command lines: examples of all commands with odd values in odd places, from a seed."""

import shlex
from random import Random

import click

from handsight.cli.guide import examples_of
from tests.unit.cli.running import commands

ODD = (
    *(
        "",
        " ",
        "-",
        "--",
        "0",
        "-1",
        "1",
        "2",
        "1.5",
        "-0.5",
        "1e400",
        "nan",
        "inf",
        "-inf",
        "0x10",
    ),
    *("9" * 15, "9" * 18, str(2**63), str(2**64), "1" + "0" * 22, "9" * 5000),
    *("½", "٣", "A♥", "🂡", "\u202eabc", "a\0b", "\udce4", "\n", "[bold]", "%s%n{}", "A" * 5000),
    *("AhKh", "QsQs", "AhKhQh7h2c", "22+", "random", "AA:nan", "0%", "100%", "1e3%", "AKs:2"),
    *("50/100", "0/0", "-5/-10", "1,2", "1 2 3", ",", "50%, a", "p1 raises 300", "BTN vs BB"),
    *("missing.db", "folder", "notes.txt", "bytes.bin", "empty", "hands.phhs", "arena.db"),
    *("players.db", "missing/file", "call", "ehs:x=1", "notes.txt:Bot"),
)
"""Values that fit few of the places where they are put, or none."""

LEFT_OUT = ("serve", "slumbot serve", "acpc deal", "warmup", "evaluators build", "evaluators clear")
"""Commands that wait for others, take minutes, or change what other commands need."""

SLOW = (
    *("aggregate", "acpc play", "arena", "exploit", "flop-atlas", "leaderboard", "pocket-table"),
    *("pokerbots play", "reproduce", "review", "slumbot play", "solve", "solve-flops"),
    *("train blueprint", "train policy"),
)
"""Commands that may take more than a few seconds with values that they accept."""


def odd_lines(number: int, seed: int, *, quick: bool = False) -> list[list[str]]:
    """Return as many odd command lines, which take the commands in turn; none of slow commands."""
    draw = Random(seed)
    without = LEFT_OUT + SLOW if quick else LEFT_OUT
    known = [each for each in commands() if each[0] not in without]
    return [_odd_line(*known[turn % len(known)], draw) for turn in range(number)]


def _odd_line(path: str, command: click.Command, draw: Random) -> list[str]:
    examples = [each for each in examples_of(path) if "--help" not in each]
    words = shlex.split(draw.choice(examples))[1:] if examples else path.split()
    head, rest = words[: len(path.split())], words[len(path.split()) :]
    for _ in range(draw.choice((1, 1, 2, 3))):
        rest = draw.choice((_other_word, _more_words, _more_words, _fewer_words))(
            rest, command, draw
        )
    return [*head, *rest]


def _other_word(words: list[str], command: click.Command, draw: Random) -> list[str]:
    places = [place for place, word in enumerate(words) if not word.startswith("--")]
    if not places:
        return _more_words(words, command, draw)
    place = draw.choice(places)
    return [*words[:place], draw.choice(ODD), *words[place + 1 :]]


def _more_words(words: list[str], command: click.Command, draw: Random) -> list[str]:
    options = [each for each in command.params if isinstance(each, click.Option)]
    if not options or draw.random() < 0.1:
        return [*words, draw.choice(ODD)]
    option = draw.choice(options)
    name = draw.choice(option.opts)
    if option.is_flag and draw.random() < 0.9:
        return [*words, name]
    return [*words, name, draw.choice(ODD)] if draw.random() < 0.9 else [f"{name}=", *words]


def _fewer_words(words: list[str], command: click.Command, draw: Random) -> list[str]:
    if not words:
        return words
    place = draw.randrange(len(words))
    return words[:place] + words[place + 1 :]
