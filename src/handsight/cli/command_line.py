"""The command group, which turns each error into one line and an exit status."""

from __future__ import annotations

import errno
import gc
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import click

from handsight.cli import AT_FAULT, BAD_INPUT, CANNOT_WRITE, STOPPED
from handsight.cli.progress import first_run_notice
from handsight.cli.terminal import point_to_words, say
from handsight.errors import FaultError, HandsightError

LONGEST_WORD = 300
"""The maximum number of characters of a word in an error message; longer words are cut to 60."""


class CommandsByName(MutableMapping[str, click.Command]):
    """A group's commands by name.

    Some commands are imported only when an unknown name is looked up, or all names are listed.

    Args:
        others: callable that imports the remaining commands.
    """

    def __init__(self, others: Callable[[], Iterable[click.Command]]) -> None:
        self._known: dict[str, click.Command] = {}
        self._others: Callable[[], Iterable[click.Command]] | None = others

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._known:
            self._add_others()
        return self._known[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._known[name] = command

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._add_others()
        return iter(self._known)

    def __len__(self) -> int:
        self._add_others()
        return len(self._known)

    def _add_others(self) -> None:
        others, self._others = self._others, None
        for command in others() if others else ():
            self._known[str(command.name)] = command


MOMENTARY = {
    *("blockers", "ev", "explain", "hand-eval", "heatmap", "icm", "preflop", "range", "rank"),
    *("texture", "words"),
}
"""The names of commands that end so quickly that garbage collection would not pay off."""


class CommandLine(click.Group):
    """A command group that reports each error in one line, with an exit status."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command, and exit with its status; report an error in one line.

        The traceback of a faulty agent, if there is one, comes before this line.
        """
        _take_any_input()
        _write_any_text()
        try:
            with first_run_notice():
                result = super().main(*args, **extra | {"standalone_mode": False})
        except click.UsageError as error:
            _fail(_misuse(error), error.exit_code)
        except click.ClickException as error:
            _fail(error.format_message(), error.exit_code)
        except FaultError as error:
            if error.trace:
                click.echo(error.trace, err=True)
            _fail(str(error), AT_FAULT)
        except HandsightError as error:
            _fail(str(error), BAD_INPUT)
        except (click.Abort, KeyboardInterrupt):
            _fail("stopped", STOPPED)
        except MemoryError:
            _fail("there is not enough memory for this", CANNOT_WRITE)
        except OSError as error:
            _fail(_system_error(error), CANNOT_WRITE)
        raise SystemExit(result if isinstance(result, int) else 0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by subject."""
        from handsight.cli.guide import write_groups

        write_groups(ctx, self, formatter)

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        """Parse the command line; options such as ``--version`` print their output and exit."""
        asked: click.Command | None = None if args else self
        if args and not args[0].startswith("-"):
            asked = self.commands.get(args[0])
        if isinstance(asked, click.Group) or {"-h", "--help"} & {*args}:
            from handsight.cli.guide import add_examples

            add_examples(self)
        with _reader_may_leave():
            return super().make_context(info_name, args, *rest, **extra)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, and enable garbage collection if the command may run for long."""
        name, command, rest = super().resolve_command(ctx, args)
        if name not in MOMENTARY:
            gc.enable()  # `handsight.__main__` disables it at the start
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and make sure that its output is written."""
        with _reader_may_leave():
            try:
                result = super().invoke(ctx)
            except click.UsageError as error:
                error.ctx = error.ctx or ctx  # some errors do not name their command
                raise
            point_to_words(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
            return result


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Exit with status 0 if the reader of a pipe closes it early."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        raise SystemExit(0) from None


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
    numbers = {click.INT: "a whole number", click.FLOAT: "a number"}
    word = re.search(r"('.*') is not a valid (?:integer|float)", message)
    if option.type not in numbers or word is None:
        return None
    what = (option.help or "").partition(" Default: ")[0].removesuffix(".")
    about = f": {what}" if what else ""
    return f"{option.opts[0]} is {word[1]}; it must be {numbers[option.type]}{about}"


def _system_error(error: OSError) -> str:
    """Describe a system error; an error without a file name concerns standard output."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.errno == errno.ENOMEM:
        return f"there is not enough memory for this: {reason}"
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)!r} cannot be used: {reason}"
    return f"cannot write: {reason}" if error.strerror else reason


def _take_any_input() -> None:
    """Make standard input replace invalid bytes, so that a prompt asks again."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _write_any_text() -> None:
    """Make standard output and errors accept all characters, such as those of suits.

    A pipe or a file gets UTF-8, which is what handsight reads, whatever the system's encoding is. A
    terminal, and an encoding that ``PYTHONIOENCODING`` names, get ? for characters they lack.
    """
    named = os.environ.get("PYTHONIOENCODING", "").partition(":")[0]
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or _is_unicode(stream.encoding):
            continue
        if not named and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors=stream.errors)
        elif stream.errors != "backslashreplace":
            stream.reconfigure(errors="replace")


def _is_unicode(encoding: str) -> bool:
    return encoding.lower().startswith("utf")


def _fail(message: str, status: int) -> None:
    words = (each if len(each) <= LONGEST_WORD else f"{each[:60]}…" for each in message.split())
    say(f"handsight: {' '.join(words)}", err=True)
    raise SystemExit(status)
