"""The loader of agents that were written for RLCard."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import distributions
from typing import Any

from handsight.agents import Agent
from handsight.interop.rlcard.agents import RLCardPlayer


class RLCardLoader:
    """Wraps agents that were written for RLCard."""

    def imports(self) -> AbstractContextManager[None]:
        """Allow a file to import RLCard without starting a program; see `packages_listed`."""
        return packages_listed()

    def recognises(self, bot: object) -> bool:
        """Return whether the bot has ``step`` and ``eval_step``, which RLCard's tables call."""
        return all(hasattr(bot, name) for name in ("step", "eval_step"))

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the bot in an `RLCardPlayer`."""
        return RLCardPlayer(bot, name)


@contextmanager
def packages_listed() -> Iterator[None]:
    """Answer calls of ``pip freeze`` within the ``with`` block without starting pip.

    When RLCard is imported, it runs ``pip freeze`` to list the installed packages, which takes a
    second and fails in a sandbox.

    Example:
        >>> with packages_listed():
        ...     listed = subprocess.check_output([sys.executable, "-m", "pip", "freeze"])
        >>> b"numpy==" in listed
        True
    """
    module: Any = subprocess
    ask = module.check_output

    def answered(words: Any, *args: Any, **options: Any) -> Any:
        if words != [sys.executable, "-m", "pip", "freeze"]:
            return ask(words, *args, **options)
        return "".join(f"{each.name}=={each.version}\n" for each in distributions()).encode()

    module.check_output = answered
    try:
        yield
    finally:
        module.check_output = ask


LOADER = RLCardLoader()
