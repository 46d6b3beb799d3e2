"""Options of several commands: what names a file, and what tells what happened in a hand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from handsight.errors import OptionError


class FilePath(click.Path):
    """A path; nothing is no path, though `Path` takes it for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Give the path."""
        if not str(value):
            self.fail("it is empty; name a file", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


FILE = FilePath(path_type=Path)
"""The type of options and arguments that name a file."""


class BlindsType(click.ParamType[tuple[int, int]]):
    """Chips of the small and the big blind, like ``50/100``."""

    name = "blinds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read them; whether they fit each other is for the rules to say."""
        if isinstance(value, tuple):
            return value
        match = _BLINDS.fullmatch(value.strip())
        if match is None:
            raise OptionError(f"--blinds is {value!r}; it takes chips like 50/100")
        return int(match[1]), int(match[2])


_BLINDS = re.compile(r"(\d{1,12})/(\d{1,12})", re.ASCII)
BLINDS = BlindsType()
"""The type of options that name blinds."""

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
"""Adds the option to print JSON."""

TOLD: dict[str, dict[str, Any]] = {
    "history": {
        "metavar": "WORDS",
        "help": 'What happened, like "p1 raises 300, p2 calls, p1 bets 400": '
        "shows what rivals may hold.",
    },
    "phh": {"type": FILE, "metavar": "FILE", "help": "The same for a recorded hand."},
    "at": {"type": int, "metavar": "N", "help": "--phh: after N actions; all unless given."},
    "hand": {"type": int, "metavar": "N", "help": "--phh: the Nth hand; the first unless given."},
    "reveal": {"is_flag": True, "help": "--phh: tell what the others really hold."},
    "us": {"metavar": "PLAYER", "help": "Who you are, like p2; whose turn it is unless given."},
    "players": {
        "type": int,
        "metavar": "N",
        "help": "--history: how many, 2 to 10; as few as it takes unless given.",
    },
    "stacks": {
        "metavar": "CHIPS",
        "help": '--history: of all, or "900 500" of each; 100 big blinds unless given.',
    },
    "blinds": {"type": BLINDS, "metavar": "SMALL/BIG", "help": "--history: 50/100 unless given."},
    "model": {
        "type": FILE,
        "metavar": "FILE",
        "help": "An opponent model that was fitted and saved; one without data unless given.",
    },
    "svg": {"type": FILE, "metavar": "FILE", "help": "Write the rivals' ranges as a picture."},
}
"""The options by name, in the order in which help lists them."""

NEEDED = {
    "phh": ("at", "hand", "reveal"),
    "history": ("players", "stacks", "blinds"),
}
"""Which options go only with which."""

ELSEWHERE = {
    "opponents": "the rivals are those of the hand",
    "villain": "their ranges follow from what they do",
    "excluded": "their ranges follow from what they do",
    "dead": "all cards out of play are those of the hand",
    "samples": "strength and potential are counted against the ranges",
}


def history_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command.

    Args:
        command: that is called with them.
    """
    for name, asked in reversed(TOLD.items()):
        command = click.option(f"--{name}", **asked)(command)
    return command


def told_hand(asked: dict[str, Any]) -> dict[str, Any] | None:
    """Take the options out of what was asked, and refuse those that do not go together.

    Args:
        asked: what a command was called with; the options are taken out of it.

    Returns:
        The options; None if nothing is told of a hand.

    Raises:
        OptionError: for options that do not go together.

    Example:
        >>> asked = {"board": "", "history": "p1 folds"}
        >>> told_hand(asked)["history"], asked
        ('p1 folds', {'board': ''})
    """
    told = {name: asked.pop(name, None) for name in TOLD}
    given = {name for name, value in told.items() if value not in (None, False)}
    if {"history", "phh"} <= given:
        raise OptionError("--history and --phh each tell a hand; give one of them")
    for whole, parts in NEEDED.items():
        for name in parts:
            if name in given and whole not in given:
                raise OptionError(f"--{name} goes with --{whole}; leave it out")
    if not given & {"history", "phh"}:
        if given:
            raise OptionError(f"--{min(given)} goes with --history or --phh; give one of them")
        return None
    for name, why in ELSEWHERE.items():
        if asked.get(name) not in (None, "", ()):
            raise OptionError(f"--{name} does not go with a hand that is told: {why}")
    return told
