"""Loading a bot from its file. Such a file is code, and loading runs it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from handsight.agents import Agent, AgentSpec
from handsight.agents.files import load_class
from handsight.agents.registry import option_value
from handsight.errors import OptionError
from handsight.interop.pypokerengine.bots import EngineBot
from handsight.interop.pypokerengine.standin import standin_modules

_PACKAGE = "pypokerengine"


def is_installed() -> bool:
    """Say whether PyPokerEngine itself is installed."""
    return _PACKAGE in sys.modules or find_spec(_PACKAGE) is not None


@contextmanager
def engine_modules(standin: bool | None = None) -> Iterator[None]:
    """Let ``import pypokerengine`` work: with the package itself, or with a stand-in for it.

    The stand-in is there only within the ``with`` block; what was imported from it stays.

    Args:
        standin: whether to take the stand-in; only if the package is not installed, by default.

    Example:
        >>> with engine_modules(standin=True):
        ...     from pypokerengine.utils.card_utils import gen_cards
        >>> [str(card) for card in gen_cards(["HT", "SA"])]
        ['HT', 'SA']
    """
    if not (not is_installed() if standin is None else standin):
        yield
        return
    hidden = {name: sys.modules.pop(name) for name in _loaded()}
    sys.modules.update(standin_modules())
    try:
        yield
    finally:
        for name in _loaded():
            del sys.modules[name]
        sys.modules.update(hidden)


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]


def load_bot(
    file: str | Path,
    name: str,
    options: Mapping[str, str] | None = None,
    *,
    called: str = "",
    standin: bool | None = None,
) -> EngineBot:
    """Load a bot that was written for PyPokerEngine.

    Args:
        file: its Python file, as it is.
        name: of the class, or of a function that makes a bot.
        options: what to make it with, as texts; they become what the defaults are.
        called: the agent's name; the class's if empty.
        standin: whether to hide PyPokerEngine from it; see `engine_modules`.

    Raises:
        OptionError: if the file cannot be run, has no such name, or what it makes is no bot; or if
            an option is none that it takes.

    Example:
        >>> load_bot("nowhere.py", "MyBot")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: there is no file 'nowhere.py' to load MyBot from
    """
    path = Path(file)
    if not path.is_file():
        raise OptionError(f"there is no file {str(file)!r} to load {name} from")
    with engine_modules(standin):
        make = load_class(path, name)
        player = make(**_converted(make, options or {}, name))
    if not hasattr(player, "declare_action"):
        raise OptionError(
            f"{name} of {str(file)!r} is no bot of PyPokerEngine: it has no declare_action"
        )
    return EngineBot(player, called or name)


def build_agent(spec: AgentSpec) -> Agent:
    """Make an agent, be it one of ours or a bot that was written for PyPokerEngine.

    Args:
        spec: what was asked for; a file is run.

    Raises:
        OptionError: if there is no such agent, or its options are wrong.

    Example:
        >>> build_agent(AgentSpec.parse("call")).name
        'call'
    """
    if spec.file is None:
        return spec.build()
    with engine_modules():
        make = load_class(spec.file, spec.name)
        if isinstance(make, type) and not hasattr(make, "declare_action"):
            return spec.build()
        player = make(**_converted(make, spec.options, spec.name))
    return EngineBot(player, spec.text) if hasattr(player, "declare_action") else spec.build()


def _converted(make: Any, options: Mapping[str, str], name: str) -> dict[str, Any]:
    if not options:
        return {}
    known = inspect.signature(make).parameters
    return {key: _value(known.get(key), key, text, name) for key, text in options.items()}


def _value(known: inspect.Parameter | None, key: str, text: str, name: str) -> Any:
    if known is None:
        raise OptionError(f"{name} has no option {key!r}")
    return option_value(text, type(known.default), f"{key} of {name}")
