"""How a command fails: its message and exit status, as a line of text or as JSON."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass, field
from typing import Literal, cast

import click

from handsight.cli import AT_FAULT, BAD_INPUT, CANNOT_WRITE, STOPPED
from handsight.cli.numbers import help_of
from handsight.errors import FaultError, HandsightError
from handsight.views.report import UNLESS_NONE, json_line

LONGEST_WORD = 300
"""The maximum number of characters of a word in an error message; longer words are cut to 60."""

Kind = Literal[
    "ArenaError",
    "CacheError",
    "CardCountError",
    "ClusterError",
    "ContractError",
    "DuplicateCardError",
    "FaultError",
    "HandsightError",
    "HistoryError",
    "IllegalActionError",
    "InputError",
    "KeyboardInterrupt",
    "MemoryError",
    "MissingExtraError",
    "NoExactMethodError",
    "OSError",
    "OptionError",
    "StreetError",
    "UnknownCardError",
    "UsageError",
]
"""The kinds of errors: the public classes of `handsight.errors`, and those of Python and click."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a command failed.

    Attributes:
        kind: class of the error, as in `handsight.errors`; ``"UsageError"`` for a command line that
            cannot be read, ``"OSError"`` and ``"MemoryError"`` if the system refused something, and
            ``"KeyboardInterrupt"`` if the command was interrupted.
        message: what is wrong, where, and what would be right.
        status: exit status of the command.
        trace: traceback of an agent's exception; omitted if there is none.
    """

    kind: Kind
    message: str
    status: int
    trace: str | None = field(default=None, metadata=UNLESS_NONE)

    def line(self, *, as_json: bool) -> str:
        """Return the failure as one line without a line break: a sentence, or a JSON object."""
        if as_json:
            return json_line(FailureReport(self)).rstrip("\n")
        return f"handsight: {self.message}"


@dataclass(frozen=True, slots=True)
class FailureReport:
    """The last line of standard error if a command with ``--json`` or ``--jsonl`` fails.

    Attributes:
        error: why the command failed.
    """

    error: Failure


def failure_of(error: BaseException) -> Failure:
    """Describe an error with which a command ended."""
    match error:
        case click.UsageError():
            return Failure("UsageError", _short(_misuse(error)), error.exit_code)
        case click.ClickException():
            return Failure("UsageError", _short(error.format_message()), error.exit_code)
        case FaultError():
            return Failure("FaultError", _short(str(error)), AT_FAULT, error.trace or None)
        case HandsightError():
            return Failure(_kind(error), _short(str(error)), BAD_INPUT)
        case MemoryError():
            return Failure("MemoryError", "there is not enough memory for this", CANNOT_WRITE)
        case OSError():
            return Failure("OSError", _short(_system_error(error)), CANNOT_WRITE)
        case _:
            return Failure("KeyboardInterrupt", "stopped", STOPPED)


def _kind(error: HandsightError) -> Kind:
    """Return the name of the first class of an error that is public."""
    public = HandsightError.__module__
    kind = next(each for each in type(error).__mro__ if each.__module__ == public)
    return cast("Kind", kind.__name__)


def _short(message: str) -> str:
    words = (each if len(each) <= LONGEST_WORD else f"{each[:60]}…" for each in message.split())
    return " ".join(words)


def _misuse(error: click.UsageError) -> str:
    """Describe what is wrong with a command line, and where to find help."""
    message = error.format_message()
    words: list[str] = []
    context = error.ctx
    options = [] if context is None else context.command.params
    if context is not None and context.parent is None and context.invoked_subcommand:
        words = [context.invoked_subcommand]
    while context is not None and context.parent is not None:
        words.insert(0, context.info_name or "")
        context = context.parent
    if isinstance(error, click.NoSuchOption):
        from handsight.runtime.suggestions import did_you_mean

        shown = [each for each in options if not getattr(each, "hidden", False)]
        known = [name for each in shown for name in each.opts if name.startswith("--")]
        message = f"No such option {error.option_name!r}{did_you_mean(error.option_name, known)}"
    elif isinstance(error, click.BadParameter) and isinstance(error.param, click.Option):
        message = _number_wanted(error.param, error.message) or message
    gap = " " if message.endswith("?") else "; "
    return f"{message.removesuffix('.')}{gap}'{' '.join(['handsight', *words])} --help' shows how"


def _number_wanted(option: click.Option, message: str) -> str | None:
    """Describe the number that an option takes, based on the option's help text.

    Args:
        option: the option.
        message: error message of click, which quotes the word that is not a number.

    Returns:
        The description, or None if the error is not about a number.
    """
    numbers = {"integer": "a whole number", "float": "a number"}
    word = re.search(r"('.*') is not a valid (?:integer|float)", message, re.DOTALL)
    if option.type.name not in numbers or word is None:
        return None
    return f"{option.opts[0]} is {word[1]}; it must be {numbers[option.type.name]}{help_of(option)}"


def _system_error(error: OSError) -> str:
    """Describe a system error; an error without a file name concerns standard output."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.errno == errno.ENOMEM:
        return f"there is not enough memory for this: {reason}"
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)!r} cannot be used: {reason}"
    return f"cannot write: {reason}" if error.strerror else reason
