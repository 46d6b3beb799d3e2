"""Bots built on the competition's Python skeleton, which run in this process.

The bot's own runner reads the lines and calls the bot, as in the competition. Only its TCP
connection is replaced: the lines pass through memory, so that a bot needs no network and can be
isolated like any other bot in a file.
"""

from __future__ import annotations

import inspect
import sys
from argparse import Namespace
from collections.abc import Callable
from io import TextIOBase
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any

from handsight.errors import ArenaError, OptionError
from handsight.interop.generators import uses_numpy
from handsight.interop.pokerbots.engine import PokerbotsBot
from handsight.interop.pokerbots.player import PokerbotsGame

METHODS = ("handle_new_round", "handle_round_over")
"""The methods of a bot of the skeleton, in every year of the competition."""
RUN = "run_bot"
"""The function of the skeleton that connects a bot to the engine, and plays the match."""
FIELDS = {"button", "street", "pips", "stacks", "hands", "deck", "previous_state"}
"""The fields of a round in the skeletons of years with plain hold'em."""
BOUNTIES = "bounties"
"""The further field in the year in which pots grow by bounties."""
AUCTION = {"auction", "bids"}
"""The further fields in the year in which players bid for a third card."""
_CONSTANTS = {"small_blind": "SMALL_BLIND", "big_blind": "BIG_BLIND", "stack": "STARTING_STACK"}


def skeleton_bot(bot: object, name: str) -> PokerbotsBot:
    """Return an agent whose actions come from a bot of the skeleton.

    Args:
        bot: an instance of the bot's class.
        name: name of the agent; if empty, the name of the class.

    Raises:
        OptionError: if the bot's file does not import ``run_bot`` from the skeleton, the skeleton
            belongs to a variant that is not played, or its stacks and blinds are invalid.
    """
    name = name or type(bot).__name__
    names = vars(sys.modules[type(bot).__module__])
    run = names.get(RUN)
    if not inspect.isfunction(run):
        raise OptionError(
            f"{name} has the methods of a Pokerbots bot, but its file does not import {RUN} from "
            "the skeleton"
        )
    known = run.__globals__ | names
    fields = {*getattr(known.get("RoundState"), "_fields", FIELDS)}
    if not hasattr(bot, "get_action") or not fields >= FIELDS or fields & AUCTION:
        raise OptionError(
            f"{name} was written for a variant of hold'em: {_difference(bot, fields)}. handsight "
            "plays the competition's years with plain hold'em, and those with bounties"
        )
    stakes = {key: int(known[each]) for key, each in _CONSTANTS.items() if each in known}
    ask = SkeletonLine(run, bot).ask
    return PokerbotsBot(
        ask, PokerbotsGame(**stakes), name, uses_numpy(bot), with_bounties=BOUNTIES in fields
    )


def _difference(bot: object, fields: set[str]) -> str:
    """Return how a bot and the fields of its rounds differ from plain hold'em."""
    if not hasattr(bot, "get_action"):
        return "it has no get_action"
    if bids := sorted(fields & AUCTION):
        return f"the rounds of its skeleton have {' and '.join(bids)}"
    return f"the rounds of its skeleton have no {' and '.join(sorted(FIELDS - fields))}"


class SkeletonLine:
    """A line to a bot whose own runner runs in a thread.

    If the bot fails, the error is raised where it was asked, with the bot's own lines in its
    traceback. The next question starts the runner again, with the same bot.

    Args:
        run: the skeleton's function ``run_bot``.
        bot: the bot.

    Example:
        >>> import socket
        >>> def run_bot(bot, args):
        ...     file = socket.create_connection((args.host, args.port)).makefile("rw")
        ...     while line := file.readline():
        ...         print(bot(line), file=file, flush=True)
        >>> line = SkeletonLine(run_bot, lambda line: "C" if "H" in line else "K")
        >>> line.ask("T30.000 P0 HAh,Kd"), line.ask("T29.999 C BQh,7h,2c")
        ('C', 'K')
    """

    def __init__(self, run: Callable[..., Any], bot: object) -> None:
        self._run, self._bot = run, bot
        self._file: _LineFile | None = None

    def ask(self, line: str) -> str:
        """Send a line, wait for the bot's answer, and return it.

        Raises:
            ArenaError: if the bot ends without an answer.
        """
        file = self._file
        if file is None:
            file = self._file = _LineFile()
            Thread(target=self._play, args=(file,), daemon=True).start()
        file.questions.put(f"{line}\n")
        answer = file.answers.get()
        if isinstance(answer, str):
            return answer
        self._file = None
        if answer is not None:
            raise answer
        raise ArenaError("the bot ended the connection without an answer")

    def _play(self, file: _LineFile) -> None:
        """Run the skeleton's runner on the bot, to which the file stands in for a socket."""
        values = self._run.__globals__
        values["socket"] = _sockets(file)
        try:
            self._run(self._bot, Namespace(host="localhost", port=0))
        except BaseException as error:
            file.answers.put(error)
        else:
            file.answers.put(None)


class _LineFile(TextIOBase):
    """The file of a connection to a bot: what the bot writes are answers to what it reads."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[str] = SimpleQueue()
        self.answers: SimpleQueue[str | BaseException | None] = SimpleQueue()
        self._written = ""

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self.questions.get()

    def write(self, text: str) -> int:
        self._written += text
        return len(text)

    def flush(self) -> None:
        *lines, self._written = self._written.split("\n")
        for line in lines:
            self.answers.put(line)


class _Connection:
    """Stands in for the socket of a connection."""

    def __init__(self, file: _LineFile) -> None:
        self._file = file

    def makefile(self, *_: Any, **__: Any) -> _LineFile:
        return self._file

    def settimeout(self, seconds: float | None) -> None:
        """Do nothing: time is limited elsewhere."""

    def setsockopt(self, *_: Any) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def _sockets(file: _LineFile) -> ModuleType:
    """Return a module like `socket`, whose connections all lead to a file."""
    import socket

    module = ModuleType("socket", "Stands in for the module socket in the runner of a bot.")
    vars(module).update({name: getattr(socket, name) for name in socket.__all__})
    vars(module)["create_connection"] = lambda *_, **__: _Connection(file)
    return module
