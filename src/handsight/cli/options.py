"""Options that several commands share: files, blinds, JSON, workers and hand descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from handsight.cli.files import FILE, FilePath, WrittenFile
from handsight.errors import OptionError

if TYPE_CHECKING:
    from concurrent.futures import Executor


DRILL_STORE = "drill.db"
"""The name of the file with the answers of drills, in the user's data folder."""


def data_file(name: str) -> Path:
    """Return the path of a file in the user's data folder, which need not exist."""
    import platformdirs

    return Path(platformdirs.user_data_dir("handsight")) / name


charts_option = click.option(
    "--charts",
    type=FILE,
    metavar="FOLDER",
    help="Read preflop charts of your own from FOLDER, or from a file, instead of the blueprint's.",
)

dead_option = click.option(
    "--dead", default="", metavar="CARDS", help="Cards that are out of play. Default: none."
)


def board_option(*, required: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the option for the board; if it is not required, the default is before the flop."""
    text = "The three to five cards on the board."
    if required:
        return click.option("--board", required=True, metavar="CARDS", help=text)
    text += " Default: none, before the flop."
    return click.option("--board", default="", metavar="CARDS", help=text)


class FormerName(click.Option):
    """A hidden option under a former name, which still works and prints the new name.

    Args:
        now: the new name, with its hyphens.
    """

    def __init__(self, *args: Any, now: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Pass the value on under the new name; this option is eager and so is read first.

        Raises:
            OptionError: if the user passes both names, and the option cannot be repeated.
        """
        parsed = cast("dict[str, Any]", opts)  # click passes the same dictionary to all options
        if self.name in parsed:
            value = parsed.pop(self.name)
            if not ctx.resilient_parsing:
                click.echo(f"{self.opts[0]} is now {self.now}", err=True)
            [new] = (str(each.name) for each in ctx.command.params if self.now in each.opts)
            if new in parsed and not self.multiple:
                raise OptionError(f"{self.opts[0]} is the old name of {self.now}; give one of them")
            parsed[new] = [*parsed.get(new, ()), *value] if self.multiple else value
        return super().handle_parse_result(ctx, opts, args)


def renamed_option(
    was: str, now: str, *names: str, **settings: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add an option whose old name still works, as the compatibility page promises.

    Help does not list the old name. When it is used, a line such as ``--old is now --new`` is
    printed on standard error.

    Args:
        was: the old name, with its hyphens.
        now: the new name, with its hyphens.
        names: further names, such as the name of the parameter.
        settings: settings of the option, as for `click.option`.
    """
    shape = {name: settings[name] for name in ("is_flag", "multiple", "nargs") if name in settings}

    def adding(command: Callable[..., Any]) -> Callable[..., Any]:
        former = click.option(
            *(was, f"former_{was.strip('-').replace('-', '_')}"),
            cls=FormerName,
            now=now,
            hidden=True,
            is_eager=True,
            expose_value=False,
            help=f"The old name of {now}.",
            **shape,
        )
        return click.option(now, *names, **settings)(former(command))

    return adding


def project_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the root folder of a bot's project.

    Args:
        command: command that receives ``agents`` or ``agent``; the folder becomes part of the names
            of bots in files.
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
        help="Also look in DIR, the root of their project, for the modules that bots in files "
        "import.",
    )(placed)


class BlindsType(click.ParamType[tuple[int, int]]):
    """A parameter type for the small and big blind, written like ``50/100``."""

    name = "blinds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read the two numbers; the rules check later whether they are valid blinds."""
        if isinstance(value, tuple):
            return value
        match = _BLINDS.fullmatch(value.strip())
        if match is None:
            raise OptionError(f"--blinds is {value!r}; it must be chips like 50/100")
        return int(match[1]), int(match[2])


_BLINDS = re.compile(r"(\d{1,12})/(\d{1,12})", re.ASCII)
BLINDS = BlindsType()
"""The parameter type of options for blinds."""


def blinds_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the option for the blinds, with a default such as ``"50/100"``."""
    return click.option(
        "--blinds",
        type=BLINDS,
        default=default,
        show_default=True,
        metavar="SMALL/BIG",
        help="Small and big blind, in chips.",
    )


class PortType(click.ParamType[int]):
    """A parameter type for ports; the code that uses the port decides whether 0 is allowed."""

    name = "port"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a port as a whole number."""
        try:
            return int(value)
        except ValueError:
            from handsight.interop.connections import MOST_PORT

            raise OptionError(
                f"a port is {value!r}; it must be a whole number from 0 to {MOST_PORT}"
            ) from None


PORT = PortType()
"""The parameter type of options for a port."""

FORMATS = {"cash": "reset", "match": "carry"}
"""The formats of an arena: players' names for them, and the arena's own names."""


class FormatType(click.ParamType[str]):
    """A parameter type for an arena's format, by the name that players or the arena use."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the arena's name of the format."""
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
    help="What happens to stacks between hands: cash (or reset) gives every player the same stack "
    "before each hand; match (or carry) carries stacks over.",
)
"""A decorator that adds the option for the format: whether stacks are reset or carried over."""

faults_option = click.option(
    "--faults",
    "faults_file",
    type=WrittenFile("faults"),
    metavar="FILE",
    help="Write a list of all hands that cannot be read to FILE. Default: only print their "
    "reasons, grouped.",
)


class JsonOption(click.Option):
    """An option that prints a report as JSON.

    Args:
        reports: the types of which the report can be, each as ``"module:name"``; `handsight schema`
            derives the schema of the option from them.
    """

    def __init__(self, *args: Any, reports: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reports = reports


def as_json_option(
    *reports: str, what: str = "object"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the option for printing JSON.

    Args:
        reports: the types of which the report can be, each as ``"module:name"``.
        what: the JSON value that is printed, ``"object"`` or ``"array"``.
    """
    return click.option(
        *("--json", "as_json"),
        cls=JsonOption,
        reports=reports,
        is_flag=True,
        help=f"Print one JSON {what}.",
    )


def games_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose which games count.

    The command receives a `handsight.opponents.stats.GameFilter` as ``only``.
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
        click.option("--since", metavar="DAY", help="Count only hands since DAY, like 2024-05-06."),
        click.option(
            "--until",
            metavar="DAY",
            help="Count only hands up to and including DAY; 2024-05 means its last day.",
        ),
        click.option(
            *("--stake", "stakes"),
            multiple=True,
            metavar="STAKE",
            help="Count only games with these blinds, like 0.25/0.50, or tournaments with this "
            "buy-in, like 11. May be repeated.",
        ),
        click.option(
            *("--site", "sites"),
            multiple=True,
            metavar="NAME",
            help="Count only hands of this site, like PokerStars. May be repeated.",
        ),
        click.option(
            *("--kind", "kinds"),
            multiple=True,
            metavar="KIND",
            help="Count only games of this kind: cash, tournament or play (play money). May be "
            "repeated.",
        ),
        click.option(
            "--seats",
            metavar="N",
            help="Count only hands with N players at the table, like 6, or a range like 2-6.",
        ),
    )
    for option in reversed(options):
        filtering = option(filtering)
    return filtering


# --- who does the work ----------------------------------------------------------------------------

MOST_WORKERS = 1024


@dataclass(frozen=True, slots=True)
class Workers:
    """The values of the options that choose the workers.

    Attributes:
        number: number of workers on this machine.
        scheduler: address or file of a Dask scheduler, whose workers are used instead; None for
            this machine.
        tls: folder with the TLS files; None for an unencrypted connection.

    Raises:
        OptionError: if the number is out of range, if an option is empty, or if the options
            contradict each other.
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

    def refuse_unless(self, option: str) -> None:
        """Refuse options for workers, which a command has no use for without another option.

        Args:
            option: the other option, such as ``"--check"``.

        Raises:
            OptionError: if there are several workers, or those of a scheduler.
        """
        if self.number > 1 or self.scheduler is not None:
            raise OptionError(f"--workers and --scheduler need {option}; leave them out")

    @contextmanager
    def cluster(self) -> Iterator[Executor | None]:
        """Yield an executor on the scheduler's workers, or None if this machine does the work."""
        if self.scheduler is None:
            yield None
            return
        from handsight.runtime.cluster import cluster_executor

        with cluster_executor(self.scheduler, self.tls) as executor:
            yield executor

    @contextmanager
    def processes(self) -> Iterator[Executor | None]:
        """Yield an executor for Python code, which holds Python's lock.

        The executor uses processes on this machine, or the scheduler's workers. Yield None if the
        only worker is this process.
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
        """Yield an executor for kernels, which release Python's lock.

        The executor uses threads on this machine, or the scheduler's workers. Yield None if the
        only worker is this thread.
        """
        if self.scheduler is None and self.number > 1:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(self.number) as executor:
                yield executor
            return
        with self.cluster() as elsewhere:
            yield elsewhere


def workers_options(
    words: str, *, was: str | None = None, each_core: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options for workers.

    The command receives a `Workers` as ``workers``.

    Args:
        words: help text of ``--workers``, which says what N workers do.
        was: an old name of ``--workers``; None if there is none.
        each_core: whether the default is one worker for each core instead of a single worker.
    """
    number: dict[str, Any] = {
        "type": int,
        "default": None if each_core else 1,
        "show_default": not each_core,
        "metavar": "N",
        "help": f"{words} N is 1 to {MOST_WORKERS:,}." + " Default: one for each core." * each_core,
    }
    options = (
        click.option("--workers", **number)
        if was is None
        else renamed_option(was, "--workers", **number),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Use the workers of the Dask scheduler at ADDRESS instead, like 127.0.0.1:8786; "
            "ADDRESS may also be a scheduler file, which ends in .json.",
        ),
        click.option(
            "--tls",
            metavar="FOLDER",
            help="Encrypt the connection to the scheduler with ca.pem, cert.pem and key.pem from "
            "FOLDER. Required for a scheduler on another machine.",
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
    """Where questions are read, one on each line, and how the answers are printed.

    Attributes:
        file: file of the questions; None for standard input.
        as_csv: whether answers are rows of CSV; otherwise each answer is a JSON object on one line.
        errors: ``"raise"`` to stop at the first invalid line, ``"mask"`` to print an invalid line's
            error as its answer.
    """

    file: Path | None
    as_csv: bool
    errors: str


_LINE_OPTIONS = (
    click.option(
        "--file", type=FILE, metavar="FILE", help="Read questions from FILE, one per line."
    ),
    click.option("--csv", "as_csv", is_flag=True, help="Answer each line with one row of CSV."),
    click.option(
        "--errors",
        type=click.Choice(["raise", "mask"]),
        help="At an invalid line, stop (raise), or answer with its error and continue (mask). "
        "Default: raise.",
    ),
)
"""The options for reading questions from lines, in the order in which help lists them.

``--jsonl`` comes after the first of them."""


def line_options(
    answer: str, *, required: bool
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options for reading questions from lines to a command that takes a question.

    The command is called with `LineOptions` as ``lines``, or with None if the question is on the
    command line. Options that contradict each other raise an `OptionError`.

    Args:
        answer: the type of an answer without its question, as ``"module:name"``; see `JsonOption`.
        required: whether it is an error if the command line has neither a question nor an option
            that reads questions from lines.
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

        jsonl = click.option(
            "--jsonl",
            cls=JsonOption,
            reports=(answer,),
            is_flag=True,
            help="Answer each line with one JSON object. This is the default.",
        )
        first, *others = _LINE_OPTIONS
        for option in reversed((first, jsonl, *others)):
            gathering = option(gathering)
        return gathering

    return adding


def _checked_lines(values: dict[str, Any], question: Sequence[str]) -> LineOptions | None:
    """Remove the line options from a command's values, check them, and return them.

    Return None if the questions do not come from lines.
    """
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
    """An option that describes a hand, or tells how to read or show the hand.

    Args:
        needs: parameter names of other options, of which the user must pass at least one too; empty
            if the option stands alone.
    """

    def __init__(self, *args: Any, needs: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.needs = needs


class SpotOption(click.Option):
    """An option for questions about cards; it cannot be used together with a described hand.

    Args:
        instead: how the described hand determines the option's value, for the error message.
    """

    def __init__(self, *args: Any, instead: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instead = instead


_DESCRIBED = ("history", "recorded")
"""The options that describe a hand."""


def _hand_option(
    name: str, needs: tuple[str, ...] = _DESCRIBED, *, was: str | None = None, **kwargs: Any
) -> Any:
    if was is not None:
        return renamed_option(was, name, cls=HandOption, needs=needs, **kwargs)
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
        "--recorded",
        (),
        was="--phh",
        type=FILE,
        metavar="FILE",
        help="Read the hand from a file, an archive or a folder of recorded hands.",
    ),
    _hand_option(
        "--at",
        ("recorded",),
        type=int,
        metavar="N",
        help="Stop after N actions of the recorded hand. Default: all of them, except a fold that "
        "ends the hand.",
    ),
    _hand_option(
        "--hand",
        ("recorded",),
        type=int,
        metavar="N",
        help="Read the Nth recorded hand, counted from 1. Default: the first.",
    ),
    _hand_option(
        "--reveal",
        ("recorded",),
        is_flag=True,
        help="Also show what the opponents really held in the recorded hand.",
    ),
    _hand_option(
        "--us",
        metavar="PLAYER",
        help="Your seat or name, like p2. Default: the hero of the record, else the player whose "
        "turn it is.",
    ),
    _hand_option(
        "--players",
        ("history",),
        type=int,
        metavar="N",
        help="Number of players in --history, 2 to 10. Default: as few as the history allows.",
    ),
    _hand_option(
        "--stacks",
        ("history",),
        metavar="CHIPS",
        help='Stacks in --history, in chips: one number for all, or one for each, like "900 500". '
        "Default: 100 big blinds.",
    ),
    _hand_option(
        "--blinds",
        ("history",),
        type=BLINDS,
        metavar="SMALL/BIG",
        help="Blinds in --history, in chips. Default: 50/100.",
    ),
    _hand_option(
        "--opponent-model",
        was="--model",
        type=FILE,
        metavar="FILE",
        help="Read opponents with the fitted model saved in FILE. Default: a model without data.",
    ),
    _hand_option(
        "--verbose",
        is_flag=True,
        help="Also show how many bits of information each action of an opponent gave.",
    ),
    _hand_option(
        "--svg",
        type=WrittenFile("svg"),
        metavar="FILE",
        help="Draw the ranges of the opponents, and write the picture to FILE.",
    ),
)
"""The options for describing a hand, in the order in which help lists them."""


def history_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe a hand to a command.

    Args:
        command: command that receives, as ``hand``, a dictionary of the options' values by name, or
            None if no hand is described. Options that contradict each other raise an
            `OptionError`.
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
    """Reject hand options that exclude each other, or that lack an option they need."""
    given = {name for name, value in hand.items() if value is not None and value is not False}
    if given.issuperset(_DESCRIBED):
        raise OptionError("--history and --recorded each describe a hand; give only one of them")
    lacking = [each for each in options if each.name in given and not given & set(each.needs)]
    for each in lacking:
        if len(each.needs) == 1:
            raise OptionError(f"{each.opts[0]} needs --{each.needs[0]}; leave it out")
    names = sorted(each.opts[0] for each in lacking if each.needs)
    if names:
        raise OptionError(f"{names[0]} needs --history or --recorded; give one of them")


def _check_spot(options: Sequence[click.Parameter], values: Mapping[str, Any]) -> None:
    """Reject options that are given although a described hand determines their values."""
    for each in options:
        if isinstance(each, SpotOption) and values[str(each.name)] not in (None, "", ()):
            raise OptionError(f"--{each.name} cannot be used with a described hand: {each.instead}")
