"""The command group, which turns each error into one line and an exit status."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import click

from handsight.cli import wants_json
from handsight.cli.numbers import bound_numbers
from handsight.cli.progress import first_run_notice
from handsight.cli.terminal import point_to_words, say
from handsight.errors import HandsightError

_EXPECTED = (
    click.ClickException,
    HandsightError,
    click.Abort,
    KeyboardInterrupt,
    MemoryError,
    OSError,
)
"""The errors that a user can cause or meet; all others are bugs."""


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

        With ``--json``, the line is a JSON object. Without it, the traceback of a faulty agent, if
        there is one, comes before this line.
        """
        _open_closed_streams()
        _take_any_input()
        _write_any_text()
        words = args[0] if args else extra.get("args")
        as_json = wants_json(sys.argv[1:] if words is None else words)
        try:
            with first_run_notice():
                result = super().main(*args, **extra | {"standalone_mode": False})
        except _EXPECTED as error:
            _fail(error, as_json)
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
        if command is not None:
            bound_numbers(command)
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


def _open_closed_streams() -> None:
    """Replace standard streams that were closed before the program began.

    Input is empty, output cannot be written, and messages are dropped. The devices also take the
    numbers of the closed streams, so that no file that is opened later is taken for one of them.
    """
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            with suppress(OSError):
                os.fstat(number)  # another file already has this number
                continue
            os.open(os.devnull, os.O_RDONLY if number < 2 else os.O_WRONLY)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(os.devnull)), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")


class _ClosedOutput(io.StringIO):
    """Standard output that was closed: nothing can be written to it."""

    def write(self, text: str) -> int:
        """Refuse the text, as the system does.

        Raises:
            OSError: always.
        """
        raise OSError(errno.EBADF, "standard output is closed")


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


def _fail(error: BaseException, as_json: bool) -> NoReturn:
    from handsight.cli.errors import failure_of  # only if a command fails

    failure = failure_of(error)
    if as_json:
        click.echo(failure.line(as_json=True), err=True)
    else:
        if failure.trace:
            click.echo(failure.trace, err=True)
        say(failure.line(as_json=False), err=True)
    raise SystemExit(failure.status)
