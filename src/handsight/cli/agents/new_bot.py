"""The implementation of `handsight new-bot`, which writes a working bot and a test of it."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

from handsight.errors import OptionError
from handsight.runtime.files import write_whole

_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)

_BOT = '''\
"""A bot. Let it play: handsight arena {module}.py call"""


class {kind}:
    """Raises pairs and aces before the flop, and pays small prices for anything else."""

    name = "{name}"

    def act(self, seen, rng):
        """Answer with a text: fold, check, call, bet 300, raise to 300 or all-in.

        `seen` has all that a player may know: seen.hole, seen.board, seen.pot, seen.to_call,
        seen.legal. `rng` is a random.Random, and the only source of chance.
        """
        high, low = seen.hole
        is_good = high.rank == low.rank or "ace" in (high.rank_name, low.rank_name)
        if seen.street == "preflop" and is_good and seen.legal.can_raise:
            return f"raise to {{seen.legal.pot_size}}"
        return "call" if seen.to_call <= 0.25 * seen.pot else "fold"
'''

_TEST = '''\
"""Tests of {kind}. Run them: python -m pytest test_{module}.py"""

from handsight import ArenaSpec, run_arena
from handsight.testing import check_agent

from {module} import {kind}


def test_it_keeps_the_contract_of_an_agent():
    check_agent({kind}(), hands=50)


def test_it_plays_without_a_fault():
    result = run_arena(ArenaSpec(agents=({kind}, "call"), pairs=100, seed=1))
    assert not result.matchups[0].slots[0].faults
'''


def write_bot(name: str, folder: Path) -> None:
    """Write a bot and its test, and explain what to do next.

    Args:
        name: name of the bot, such as ``my-bot``, which becomes ``my_bot.py`` with a class
            ``MyBot``.
        folder: folder for both files.

    Raises:
        OptionError: if the name gives no valid class name, or a file with that name exists.
    """
    words = [each for each in re.split(r"[-_]+", name) if each]
    module = "_".join(words).lower()
    kind = "".join(each[0].upper() + each[1:] for each in words)
    if not _NAME.fullmatch(name) or keyword.iskeyword(module):
        raise OptionError(
            f"{name!r} cannot name a file and a class; a name must consist of letters, digits and "
            "dashes and begin with a letter, like my-bot"
        )
    values = {"name": name, "module": module, "kind": kind}
    texts = {f"{module}.py": _BOT, f"test_{module}.py": _TEST}
    for file in texts:
        if (folder / file).exists():
            raise OptionError(f"{str(folder / file)!r} already exists; choose another name")
    for file, text in texts.items():
        write_whole(folder / file, text.format(**values))
    click.echo(f"written: {', '.join(texts)}")
    click.echo(f"run it: handsight arena {module}.py call")
    click.echo(f"test it: python -m pytest test_{module}.py")
