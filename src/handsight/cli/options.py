"""Options that several commands share: files, blinds, JSON, who works, what describes a hand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.errors import OptionError

if TYPE_CHECKING:
    from concurrent.futures import Executor


class FilePath(click.Path):
    """A path that is not empty: `Path` would take the empty text for the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Give the path."""
        if not str(value):
            self.fail("it is empty; name a file", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


FILE = FilePath(path_type=Path)
"""The type of options and arguments that name a file."""


def project_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that says where the projects of bots in files begin.

    Args:
        command: is called with ``agents`` or ``agent``, whose names then say it themselves.
    """

    @wraps(command)
    def placed(*args: Any, path: Path | None, **values: Any) -> Any:
        if path is not None:
            from handsight.agents.registry import in_project

            for name in values.keys() & {"agents", "agent"}:
                given = values[name]
                one = isinstance(given, str)
                places = tuple(in_project(each, path) for each in ([given] if one else given))
                values[name] = places[0] if one else places
        return command(*args, **values)

    folder = FilePath(exists=True, file_okay=False, path_type=Path)
    return click.option(
        "--path",
        type=folder,
        metavar="DIR",
        help="Look for the modules of bots in files in DIR too, the root of their project.",
    )(placed)


class BlindsType(click.ParamType[tuple[int, int]]):
    """Chips of the small and the big blind, like ``50/100``."""

    name = "blinds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read two numbers; the rules decide whether they fit each other."""
        if isinstance(value, tuple):
            return value
        match = _BLINDS.fullmatch(value.strip())
        if match is None:
            raise OptionError(f"--blinds is {value!r}; it must be chips like 50/100")
        return int(match[1]), int(match[2])


_BLINDS = re.compile(r"(\d{1,12})/(\d{1,12})", re.ASCII)
BLINDS = BlindsType()
"""The type of options that name blinds."""


class PortType(click.ParamType[int]):
    """A port; who connects to it decides whether 0 will do."""

    name = "port"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a whole number."""
        try:
            return int(value)
        except ValueError:
            from handsight.interop.connections import MOST_PORT

            raise OptionError(
                f"a port is {value!r}; it must be a whole number from 0 to {MOST_PORT}"
            ) from None


PORT = PortType()
"""The type of options that name a port."""

FORMATS = {"cash": "reset", "match": "carry"}
"""What players call the formats of an arena."""


class FormatType(click.ParamType[str]):
    """How stacks go on from hand to hand, in the words of players or of the arena."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Give the format as the arena calls it."""
        if value not in FORMATS and value not in FORMATS.values():
            names = " or ".join(f"{name} (also {ours})" for name, ours in FORMATS.items())
            raise OptionError(f"--format is {value!r}; it is {names}")
        return FORMATS.get(value, str(value))


format_option = click.option(
    "--format",
    type=FormatType(),
    default="cash",
    show_default=True,
    metavar="FORMAT",
    help="cash gives all players the same stack before each hand (also: reset); match carries "
    "stacks from hand to hand (also: carry).",
)
"""Adds the option that says how stacks go on from hand to hand."""

faults_option = click.option(
    "--faults",
    "faults_file",
    type=FILE,
    metavar="FILE",
    help="List every hand that cannot be read in FILE.",
)
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
"""Adds the option to print JSON."""


def games_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which games count.

    The command is called with a `handsight.opponents.stats.GameFilter` as ``only``.
    """

    @wraps(command)
    def filtering(
        *args: Any,
        since: str | None,
        until: str | None,
        stakes: tuple[str, ...],
        sites: tuple[str, ...],
        kinds: tuple[str, ...],
        seats: str | None,
        **values: Any,
    ) -> Any:
        from handsight.opponents.stats.game_filter import GameFilter, parse_day, parse_seats

        only = GameFilter(
            since=None if since is None else parse_day(since),
            until=None if until is None else parse_day(until, last=True),
            stakes=stakes,
            sites=sites,
            kinds=kinds,
            seats=None if seats is None else parse_seats(seats),
        )
        return command(*args, only=only, **values)

    options = (
        click.option("--since", metavar="DAY", help="Count hands from DAY on, like 2024-05-06."),
        click.option("--until", metavar="DAY", help="Count hands up to DAY; 2024-05 is its last."),
        click.option(
            *("--stake", "stakes"),
            multiple=True,
            metavar="STAKE",
            help="Count games with these blinds, like 0.25/0.50, or tournaments with this buy-in.",
        ),
        click.option(
            *("--site", "sites"),
            multiple=True,
            metavar="NAME",
            help="Count hands of this site, like PokerStars.",
        ),
        click.option(
            *("--kind", "kinds"),
            multiple=True,
            metavar="KIND",
            help="Count games of this kind: cash, tournament or play (money).",
        ),
        click.option(
            "--seats", metavar="N", help="Count hands of N players, or of as many as in 2-6."
        ),
    )
    for option in reversed(options):
        filtering = option(filtering)
    return filtering


# --- who does the work ----------------------------------------------------------------------------

MOST_WORKERS = 1024


@dataclass(frozen=True, slots=True)
class Workers:
    """What the options of work say.

    Attributes:
        number: of workers on this machine.
        scheduler: the address of a Dask scheduler, or its file, which works instead; None for this
            machine.
        tls: a folder with files for TLS; None for none.

    Raises:
        OptionError: if they do not go together.
    """

    number: int = 1
    scheduler: str | None = None
    tls: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_WORKERS:
            raise OptionError(f"--workers is {self.number}; it must be from 1 to {MOST_WORKERS:,}")
        if self.tls is not None and self.scheduler is None:
            raise OptionError("--tls needs --scheduler; leave it out")
        for name in ("scheduler", "tls"):
            if getattr(self, name) == "":
                raise OptionError(f"--{name} is empty; leave it out, or see --help")

    @contextmanager
    def cluster(self) -> Iterator[Executor | None]:
        """Give an executor on the scheduler's workers; None where this machine works."""
        if self.scheduler is None:
            yield None
            return
        from handsight.runtime.cluster import cluster_executor

        with cluster_executor(self.scheduler, self.tls) as executor:
            yield executor

    @contextmanager
    def processes(self) -> Iterator[Executor | None]:
        """Give an executor for Python, which holds its lock; None for one worker here.

        It has processes of this machine, or the scheduler's workers.
        """
        if self.scheduler is None and self.number > 1:
            from handsight.arena.run import worker_processes

            with worker_processes(self.number) as executor:
                yield executor
            return
        with self.cluster() as elsewhere:
            yield elsewhere

    @contextmanager
    def threads(self) -> Iterator[Executor | None]:
        """Give an executor for kernels, which leave Python's lock alone; None for one worker here.

        It has threads of this machine, or the scheduler's workers.
        """
        if self.scheduler is None and self.number > 1:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(self.number) as executor:
                yield executor
            return
        with self.cluster() as elsewhere:
            yield elsewhere


def workers_options(
    words: str, *names: str, each_core: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options that say who does the work.

    The command is called with `Workers` as ``workers``.

    Args:
        words: help for ``--workers``, which says what N workers do.
        names: by which ``--workers`` is called too.
        each_core: whether there is a worker for each core unless a number is given; else one.
    """
    options = (
        click.option(
            *("--workers", *names),
            "workers",
            type=int,
            default=None if each_core else 1,
            show_default=not each_core,
            metavar="N",
            help=f"{words} N is 1 to {MOST_WORKERS:,}.",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Work on the workers of the Dask scheduler at ADDRESS, like 127.0.0.1:8786, or of "
            "a scheduler file.",
        ),
        click.option(
            "--tls",
            metavar="FOLDER",
            help="Encrypt what goes to the scheduler with ca.pem, cert.pem and key.pem in FOLDER; "
            "a scheduler that is not on this machine needs it.",
        ),
    )

    def adding(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(
            *args: Any, workers: int | None, scheduler: str | None, tls: str | None, **values: Any
        ) -> Any:
            if scheduler is not None and workers not in (None, 1):
                raise OptionError(
                    "--workers are processes of this machine; leave it out with --scheduler"
                )
            number = workers
            if number is None:
                from handsight.runtime.machine import cores

                number = 1 if scheduler is not None else min(cores(), MOST_WORKERS)
            return command(*args, workers=Workers(number, scheduler, tls), **values)

        for option in reversed(options):
            gathering = option(gathering)
        return gathering

    return adding


# --- questions from lines -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineOptions:
    """Where questions are read from, one a line, and how they are answered.

    Attributes:
        file: None for standard input.
        as_csv: rows of CSV; else a JSON object a line.
        errors: ``"raise"`` ends at the first line that is wrong, ``"mask"`` answers it with its
            error.
    """

    file: Path | None
    as_csv: bool
    errors: str


_LINE_OPTIONS = (
    click.option("--file", type=FILE, metavar="FILE", help="Read questions from FILE, one a line."),
    click.option(
        "--jsonl", is_flag=True, help="Answer each line with a JSON object; this is the default."
    ),
    click.option("--csv", "as_csv", is_flag=True, help="Answer lines with rows of CSV."),
    click.option(
        "--errors",
        type=click.Choice(["raise", "mask"]),
        help="End at the first line that is wrong (raise), or answer it with its error (mask); "
        "raise unless given.",
    ),
)
"""The options of commands that also read questions from lines, in the order of their help."""


def line_options(required: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options to read questions from lines to a command whose question is an argument.

    The command is called with `LineOptions` as ``lines``, or with None where the question is that
    of the command line. Options that do not go together are an `OptionError`.

    Args:
        required: whether a command line without a question is wrong.
    """

    def adding(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(*args: Any, **values: Any) -> Any:
            context = click.get_current_context()
            [words] = (each for each in context.command.params if isinstance(each, click.Argument))
            question = values[str(words.name)]
            lines = _checked_lines(values, question)
            if lines is None and required and not question:
                raise click.MissingParameter(ctx=context, param=words)
            return command(*args, lines=lines, **values)

        for option in reversed(_LINE_OPTIONS):
            gathering = option(gathering)
        return gathering

    return adding


def _checked_lines(values: dict[str, Any], question: Sequence[str]) -> LineOptions | None:
    """Take the options of lines out of those of a command."""
    file, jsonl, as_csv = (values.pop(name) for name in ("file", "jsonl", "as_csv"))
    errors = values.pop("errors")
    if file is None and tuple(question) != ("-",):
        given = {"--jsonl": jsonl, "--csv": as_csv, "--errors": errors}
        for name, value in given.items():
            if value:
                raise OptionError(
                    f"{name} works only with questions from lines; give - for standard input, "
                    "or --file"
                )
        return None
    if file is not None and question:
        raise OptionError("--file holds the questions; leave out those on the command line")
    if jsonl and as_csv:
        raise OptionError("--jsonl and --csv are two forms of answers; give only one of them")
    if values.get("as_json"):
        raise OptionError("--json prints one object; --jsonl prints one for each line")
    return LineOptions(file, as_csv, errors or "raise")


# --- a hand that is described ---------------------------------------------------------------------


class HandOption(click.Option):
    """An option that describes a hand, or says how to read or show it.

    Args:
        needs: names of options of which one has to be given too.
    """

    def __init__(self, *args: Any, needs: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.needs = needs


class SpotOption(click.Option):
    """An option of a question about cards, which does not go with the description of a hand.

    Args:
        instead: why not: what the option would say follows from the hand.
    """

    def __init__(self, *args: Any, instead: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instead = instead


_DESCRIBED = ("history", "phh")
"""The options that describe a hand."""


def _hand_option(name: str, needs: tuple[str, ...] = _DESCRIBED, **kwargs: Any) -> Any:
    return click.option(name, cls=HandOption, needs=needs, **kwargs)


_HAND_OPTIONS = (
    _hand_option(
        "--history",
        (),
        metavar="WORDS",
        help='Describe a hand in words, like "p1 raises 300, p2 calls, p1 bets 400", and show '
        "what the opponents may hold.",
    ),
    _hand_option(
        "--phh", (), type=FILE, metavar="FILE", help="Read the hand from a file of recorded hands."
    ),
    _hand_option(
        "--at",
        ("phh",),
        type=int,
        metavar="N",
        help="Stop after N actions of the recorded hand; all of them unless given.",
    ),
    _hand_option(
        "--hand",
        ("phh",),
        type=int,
        metavar="N",
        help="Read the Nth recorded hand; the first unless given.",
    ),
    _hand_option(
        "--reveal",
        ("phh",),
        is_flag=True,
        help="Show what the others really held in the recorded hand.",
    ),
    _hand_option(
        "--us",
        metavar="PLAYER",
        help="The player that you are, like p2; unless given, the hero of the record, or the one "
        "whose turn it is.",
    ),
    _hand_option(
        "--players",
        ("history",),
        type=int,
        metavar="N",
        help="The number of players in --history, 2 to 10; as few as it takes unless given.",
    ),
    _hand_option(
        "--stacks",
        ("history",),
        metavar="CHIPS",
        help='The stacks in --history: one for all, or "900 500" for each player; 100 big blinds '
        "unless given.",
    ),
    _hand_option(
        "--blinds",
        ("history",),
        type=BLINDS,
        metavar="SMALL/BIG",
        help="The blinds in --history; 50/100 unless given.",
    ),
    _hand_option(
        "--model",
        type=FILE,
        metavar="FILE",
        help="A fitted opponent model that was saved; one without data unless given.",
    ),
    _hand_option(
        "--verbose",
        is_flag=True,
        help="Say how many bits each action of the opponents told of their cards.",
    ),
    _hand_option(
        "--svg",
        type=FILE,
        metavar="FILE",
        help="Write the ranges of the opponents to FILE as a picture.",
    ),
)
"""The options that describe a hand, in the order in which help lists them."""


def history_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe a hand to a command.

    Args:
        command: that is called with their values by name, in a dictionary ``hand``; with None where
            no hand is described. Options that do not go together are an `OptionError`.
    """

    @wraps(command)
    def gathering(*args: Any, **values: Any) -> Any:
        options = click.get_current_context().command.params
        ours = [each for each in options if isinstance(each, HandOption)]
        hand = {str(each.name): values.pop(str(each.name)) for each in ours}
        _check_hand(ours, hand)
        described = any(hand[name] is not None for name in _DESCRIBED)
        if described:
            _check_spot(options, values)
        return command(*args, hand=hand if described else None, **values)

    # Help lists options in the reverse order in which they are added.
    for option in reversed(_HAND_OPTIONS):
        gathering = option(gathering)
    return gathering


def _check_hand(options: Sequence[HandOption], hand: Mapping[str, Any]) -> None:
    """Refuse options of a hand that do not go together."""
    given = {name for name, value in hand.items() if value is not None and value is not False}
    if given.issuperset(_DESCRIBED):
        raise OptionError("--history and --phh each describe a hand; give only one of them")
    lacking = [each for each in options if each.name in given and not given & set(each.needs)]
    for each in lacking:
        if len(each.needs) == 1:
            raise OptionError(f"--{each.name} needs --{each.needs[0]}; leave it out")
    names = sorted(str(each.name) for each in lacking if each.needs)
    if names:
        raise OptionError(f"--{names[0]} needs --history or --phh; give one of them")


def _check_spot(options: Sequence[click.Parameter], values: Mapping[str, Any]) -> None:
    """Refuse options whose values follow from the hand."""
    for each in options:
        if isinstance(each, SpotOption) and values[str(each.name)] not in (None, "", ()):
            raise OptionError(f"--{each.name} cannot be used with a described hand: {each.instead}")
