"""Loads bots written for PyPokerEngine from files, and runs the code in the files to do so."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from handsight.agents import AgentSpec
from handsight.agents.projects import load_class
from handsight.agents.registry import construct
from handsight.errors import OptionError
from handsight.interop.pypokerengine.bots import EngineBot
from handsight.interop.pypokerengine.modules import NAMES
from handsight.interop.pypokerengine.stand_in import PACKAGE, STAND_IN
from handsight.interop.stand_ins import stand_in_modules, standing_in


def is_installed() -> bool:
    """Return whether the package PyPokerEngine is installed, or has been imported already."""
    return PACKAGE in sys.modules or find_spec(PACKAGE) is not None


@contextmanager
def engine_modules(stand_in: bool | None = None) -> Iterator[None]:
    """Make ``import pypokerengine`` work, with the package itself or with a stand-in for it.

    The stand-in exists only within the ``with`` block, and while a bot that was made in it plays;
    names imported from it remain usable.

    Args:
        stand_in: whether to use the stand-in; None uses it if the package is not installed.

    Example:
        >>> with engine_modules(stand_in=True):
        ...     from pypokerengine.utils.card_utils import gen_cards
        >>> [str(card) for card in gen_cards(["HT", "SA"])]
        ['HT', 'SA']
    """
    if not (not is_installed() if stand_in is None else stand_in):
        yield
        return
    with standing_in(PACKAGE, stand_in_modules(NAMES, STAND_IN)):
        yield


def load_bot(
    file: str | Path,
    name: str,
    options: Mapping[str, str] | None = None,
    *,
    called: str = "",
    stand_in: bool | None = None,
) -> EngineBot:
    """Load a bot that was written for PyPokerEngine.

    Args:
        file: Python file with the bot; its code is run.
        name: name of the class in the file, or of a function that creates a bot.
        options: keyword arguments of the class, as text; each is converted to the type of the
            argument's default.
        called: name of the agent; if empty, the name of the class.
        stand_in: whether to hide PyPokerEngine from the bot; see `engine_modules`.

    Raises:
        OptionError: if the file cannot be run, does not define the name, or does not create a bot;
            or if the class does not take one of the options.

    Example:
        >>> load_bot("nowhere.py", "MyBot")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: there is no file 'nowhere.py' to load MyBot from
    """
    path = Path(file)
    if not path.is_file():
        raise OptionError(f"there is no file {str(file)!r} to load {name} from")
    spec = AgentSpec(called or name, name, options or {}, path)
    with engine_modules(stand_in):
        player = construct(load_class(path, name), spec, named=False)
        if not hasattr(player, "declare_action"):
            raise OptionError(
                f"{name} of {str(file)!r} is not a bot of PyPokerEngine: it has no declare_action"
            )
        return EngineBot(player, called or name)
