"""Finds agents by names with options, such as ``fai-v5:trials=1000`` or ``path/to/bot.py:MyBot``.

A name stands for a class, together with the options with which the class makes the agent. An
installed package can add agents through the entry point group ``handsight.agents``: the name of the
entry point is the name of the agent, and its target is a class or a function that returns an agent.

A program whose strategies are files uses the entry point group ``handsight.programs`` instead. Its
agents are written ``PROGRAM:FILE``, and are not in the list of agents, because each agent needs a
file. The target of the entry point has a parameter ``file``.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_type_hints

from handsight.agents.projects import BotProject, load_class, place_of
from handsight.agents.protocol import Agent
from handsight.errors import HandsightError, OptionError
from handsight.runtime.suggestions import did_you_mean

GROUP = "handsight.agents"
"""The entry point group in which packages register their agents."""

PROGRAMS = "handsight.programs"
"""The entry point group of programs whose agents are made from their files."""

_SCRIPTED = "handsight.agents.scripted"
_FAI = "handsight.agents.papers.fai.player"
OWN: dict[str, tuple[str, str, dict[str, Any]]] = {
    "fold": (_SCRIPTED, "Folder", {}),
    "call": (_SCRIPTED, "Caller", {}),
    "check-call": (_SCRIPTED, "CheckCaller", {}),
    "random": (_SCRIPTED, "RandomPlayer", {}),
    "min-raise": (_SCRIPTED, "MinRaiser", {}),
    "all-in": (_SCRIPTED, "AllIn", {}),
    "maniac": (_SCRIPTED, "Maniac", {}),
    **{f"fai-v{step}": (_FAI, "FaiPlayer", {"version": f"v{step}"}) for step in range(6)},
    "fai-chart": ("handsight.agents.papers.fai.chart", "ChartPlayer", {}),
    "match-lock": ("handsight.agents.papers.fai.fold_out", "FoldOut", {}),
    "match-player": ("handsight.agents.equilibrium.match_player", "MatchPlayer", {}),
    "potential-hand": ("handsight.agents.papers.b351.potential_hand", "PotentialHandPlayer", {}),
    "potential-hand-2": (
        "handsight.agents.papers.b351.potential_hand_2",
        "PotentialHandPlayer2",
        {},
    ),
    "chen-tight": ("handsight.agents.thresholds.chen_tight", "ChenTight", {}),
    "sklansky-tight": ("handsight.agents.thresholds.sklansky_tight", "SklanskyTight", {}),
    "ehs": ("handsight.agents.thresholds.ehs", "EhsPlayer", {}),
    "blog-range": ("handsight.agents.papers.blog_range", "BlogRange", {}),
    "loki": ("handsight.agents.models.loki", "LokiPlayer", {}),
    "blueprint": ("handsight.agents.equilibrium.blueprint", "BlueprintPlayer", {}),
    "resolver": ("handsight.agents.equilibrium.resolver", "ResolverPlayer", {}),
    "exploiter": ("handsight.agents.equilibrium.exploiter", "Exploiter", {}),
    "simulator": ("handsight.agents.models.simulator", "SimulatorPlayer", {}),
    "learned": ("handsight.agents.equilibrium.learned", "LearnedPlayer", {}),
}
"""{name of handsight's own agent: (module, class, options with which the class makes the agent)}.

The agent's family and source are attributes of the class.
"""

TURNS = ("act", "declare_action", "get_action")
"""The methods by which bots decide: handsight's own, and those of platforms for bots."""

BARE = {"learned": "file"}
"""{name of an agent: the option whose name can be left out}, as in ``learned:FILE``."""

DEFAULT_AGENT = "resolver"
"""The opponent that people play unless they choose another. Heads-up, it plays the blueprint before
the flop, and re-solves each later street. The leaderboard does not show that it is stronger than
the blueprint."""

_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>[A-Za-z_]\w*)(?::(?P<options>.*))?", re.DOTALL)
_ROOT = re.compile(r"(?P<root>.*?)[/\\]\.[/\\]", re.DOTALL)
"""Matches a path up to the end of a project's root, as in ``project/./agents/bot.py``."""
_PATH = re.compile(r"[^:]*\.py|[A-Za-z]:[^:]*\.py")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_NAMED_OPTION = re.compile(r"\w+=")
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """The name and options of an agent that is not loaded yet.

    Attributes:
        text: the text as written, with the name of the class if only a file was written. It is also
            the agent's name in tables.
        name: name of a registered agent, or of the class in a file.
        options: {name of an option: its value as text}.
        file: the file of a bot; None for a registered agent.
        root: the root folder of the bot's project, if the text names it, as in
            ``project/./agents/bot.py``; otherwise None.

    Example:
        >>> AgentSpec.parse("check-call:most=0.25").build().act
        <bound method Habit.act of CheckCaller(name='check-call:most=0.25', most=0.25)>
    """

    text: str
    name: str
    options: Mapping[str, str]
    file: Path | None = None
    root: Path | None = None

    @classmethod
    def parse(cls, text: str) -> AgentSpec:
        """Read ``NAME``, ``NAME:option=value,option=value``, or ``FILE.py:CLASS`` with options.

        For a program of the group `PROGRAMS` and for the agents in `BARE`, ``NAME:FILE`` is short
        for ``NAME:file=FILE``. ``FILE.py`` alone stands for the only bot class in the file; see
        `with_class`. If the file is written as ``PROJECT/./FILE.py``, it can also import from the
        folder ``PROJECT``.

        Raises:
            OptionError: if there is no such agent or file, if ``FILE.py`` alone cannot be read, is
                not valid Python or does not have exactly one bot, if a program has no file, or if
                the options do not have this form.
        """
        text = with_class(text)
        bot = _FILE.fullmatch(text.strip())
        if bot:
            path = Path(bot["file"])
            if not path.is_file():
                raise OptionError(f"there is no file {bot['file']!r} to load {bot['name']} from")
            chosen = _options(bot["options"] or "", text)
            return cls(text.strip(), bot["name"], chosen, path, _root_of(bot["file"]))
        name, _, options = text.strip().partition(":")
        is_known = name in OWN or name in _foreign()
        is_program = not is_known and name in _programs()
        if is_program and not options:
            raise OptionError(f"{name!r} plays by a file, and is written {name}:FILE")
        if not is_known and not is_program:
            names = agent_names()
            raise OptionError(
                f"no agent is called {name!r}{did_you_mean(name, names)}; the agents are "
                f"{', '.join(names)}, and a bot in a file is written like path/to/bot.py:MyBot"
            )
        bare = "file" if is_program else BARE.get(name, "")
        if bare and options and not _NAMED_OPTION.match(options):
            options = f"{bare}={options}"
        return cls(text.strip(), name, _options(options, text))

    def project(self) -> BotProject | None:
        """Return the project of a bot in a file, or None for a registered agent.

        Raises:
            OptionError: if the file is not inside the root folder.
        """
        return None if self.file is None else BotProject.of(self.file, self.root)

    def with_whole_path(self) -> AgentSpec:
        """Return the same specification with absolute paths to its file and root folder.

        Raises:
            OptionError: if the file is not inside the root folder.
        """
        project = self.project()
        return self if project is None else replace(self, file=project.file, root=project.root)

    def build(self) -> Agent:
        """Make the agent in this process. The code of a bot's file is run.

        Raises:
            OptionError: if the class or function cannot be loaded, if an option is unknown or has a
                wrong value, or if the result is not an agent.
            HandsightError: any other error of handsight that making the agent raises, such as an
                `InputError` for a damaged file.
        """
        make, fixed = _maker(self)
        return as_agent(construct(make, self, fixed), self)


def with_class(text: str) -> str:
    """Add the name of the only bot to the path of a file; return other names unchanged.

    The file is read, but not run. A bot is a class that itself defines one of the methods in
    `TURNS`. If no class does, the only class of the file counts as the bot.

    Raises:
        OptionError: if there is no such file, if it cannot be read or is not valid Python, or if it
            has no bot or several bots.

    Example:
        >>> with_class("call"), with_class("path/to/bot.py:MyBot")
        ('call', 'path/to/bot.py:MyBot')
    """
    file = text.strip()
    if not _PATH.fullmatch(file):
        return text
    if not Path(file).is_file():
        raise OptionError(f"there is no file {file!r} to load a bot from")
    try:
        tree = ast.parse(Path(file).read_bytes(), file)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise OptionError(f"{file!r} fails: {type(error).__name__}: {error}") from error
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    players = [each.name for each in classes if _takes_turns(each)] or [
        each.name for each in classes
    ]
    if len(players) != 1:
        listed = (
            f"has several bots, {', '.join(players)}" if players else "has no class that is a bot"
        )
        raise OptionError(f"{file!r} {listed}; name one, like {file}:{(players or ['MyBot'])[0]}")
    return f"{file}:{players[0]}"


def _takes_turns(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name in TURNS for each in node.body)


def _root_of(file: str) -> Path | None:
    found = _ROOT.match(file)
    return Path(found["root"] or os.sep) if found else None


def in_project(text: str, root: Path) -> str:
    """Mark in the name of a bot's file where its project begins; return other names unchanged.

    Args:
        text: a name that `AgentSpec.parse` can read.
        root: the root folder of the project, which contains the file.

    Raises:
        OptionError: if the file is not inside the folder.

    Example:
        >>> in_project("course/agents/bot.py:MyBot", Path("course")), in_project("call", Path())
        ('course/./agents/bot.py:MyBot', 'call')
    """
    bot = _FILE.fullmatch(text.strip())
    file = bot["file"] if bot else text.strip()
    if not bot and not _PATH.fullmatch(file):
        return text
    try:
        below = os.path.relpath(Path(file).absolute(), root.absolute())
    except ValueError:  # on another drive
        below = os.pardir
    if below.startswith(os.pardir):
        raise OptionError(f"{file!r} is not in {str(root)!r}, so it is not part of that project")
    return f"{root.as_posix()}/./{Path(below).as_posix()}{text.strip()[len(file) :]}"


def is_in_file(text: str) -> bool:
    """Check whether the name of an agent stands for a bot in a file, as in ``FILE.py:CLASS``.

    The file need not exist. ``FILE.py`` without a class does not count; see `with_class`.

    Example:
        >>> is_in_file("path/to/bot.py:MyBot"), is_in_file("call")
        (True, False)
    """
    return _FILE.fullmatch(text.strip()) is not None


def agent(text: str) -> Agent:
    """Make an agent by its name, as `AgentSpec.parse` reads it.

    Raises:
        OptionError: if there is no such agent, if it cannot be loaded, or if its options are wrong.
        HandsightError: any other error of handsight that making the agent raises, as in
            `AgentSpec.build`.

    Example:
        >>> agent("call").name
        'call'
        >>> agent("calling")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: no agent is called 'calling'; the agents are ...
    """
    return AgentSpec.parse(text).build()


def agents() -> dict[str, str]:
    """Return {name: line} for all registered agents.

    The line is a description of the agent, or the reason why it cannot be loaded.

    Example:
        >>> agents()["fold"]
        'folds whenever there is something to pay'
    """
    return {name: _line(name) for name in agent_names()}


def agent_options(name: str) -> dict[str, Any]:
    """Return {name of an option: its default} for a registered agent.

    A required option, which has no default, gets None.

    Raises:
        OptionError: if there is no such agent, or it cannot be loaded.

    Example:
        >>> agent_options("check-call")
        {'most': 0.5}
    """
    spec = AgentSpec.parse(name)
    make, fixed = _maker(spec)
    defaults = {key: each.default for key, each in inspect.signature(make).parameters.items()}
    named = [key for key, _ in _parameters(make) if key not in {"name", *fixed}]
    return {
        key: None if defaults[key] is inspect.Parameter.empty else defaults[key] for key in named
    }


def agent_origin(name: str) -> tuple[str, str]:
    """Return the family and the source of a registered agent.

    The source is a publication or a package; it is empty if there is none.

    Raises:
        KeyError: if there is no such agent.

    Example:
        >>> agent_origin("fai-v5"), agent_origin("call")
        (('win rate', 'FAI-2022'), ('scripted', ''))
    """
    if name in OWN:
        made = _maker(AgentSpec.parse(name))[0]
        return made.family, made.source  # type: ignore[attr-defined]  # ours have them
    entry = _foreign()[name]
    return "plug-in", entry.dist.name if entry.dist else entry.module.partition(".")[0]


def agent_names() -> tuple[str, ...]:
    """Return the names of the registered agents: our own first, then those of other packages.

    Example:
        >>> agent_names()[:2]
        ('fold', 'call')
    """
    return (*OWN, *sorted(set(_foreign()) - set(OWN)))


def _line(name: str) -> str:
    try:
        make, _ = _maker(AgentSpec.parse(name))
    except OptionError as error:
        return str(error)
    line = getattr(make, "lines", {}).get(name) or make.__doc__ or "says nothing about itself"
    first = inspect.cleandoc(line).partition("\n")[0].rstrip(".")
    return first[:1].lower() + first[1:] if first[1:2].islower() else first


def _maker(spec: AgentSpec) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """Return the class or function that makes an agent, and the options that its name implies."""
    if spec.file is not None:
        return load_class(spec.file, spec.name, spec.root), {}
    if spec.name in OWN:
        module, kind, fixed = OWN[spec.name]
        return getattr(import_module(module), kind), fixed
    entry = (_programs() | _foreign())[spec.name]
    try:
        return entry.load(), {}
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise OptionError(
            f"{spec.name!r} of another package cannot be loaded from {entry.value}: {reason}"
        ) from error


def _foreign() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _programs() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=PROGRAMS)}


def package_folders(entry: EntryPoint) -> list[Path]:
    """Return the folders of the package that an entry point refers to.

    The list is empty if the package is missing. For a module that is not a package, it contains the
    module's file.

    Args:
        entry: the entry point. The code of its package is not run.
    """
    return _folders_of(entry.module.partition(".")[0])


def _folders_of(module: str) -> list[Path]:
    package = find_spec(module)
    if package is None:
        return []
    return [
        Path(each) for each in package.submodule_search_locations or [package.origin or os.devnull]
    ]


def editable_packages() -> Iterator[Path]:
    """Yield the paths of all packages and modules that are installed in editable mode.

    Other files in their folders are not listed, and no code is run.
    """
    for distribution in distributions():
        if not _is_editable(distribution):
            continue
        for folder in _on_search_path(distribution):
            yield from _modules_in(folder)
        # Some installations do not add a folder to the search path; they add an import finder that
        # knows each name.
        for name in (distribution.read_text("top_level.txt") or "").split():
            with suppress(ImportError, ValueError):
                yield from _folders_of(name)


def _is_editable(distribution: Distribution) -> bool:
    """Check whether a distribution is installed in editable mode (PEP 610)."""
    try:
        origin = json.loads(distribution.read_text("direct_url.json") or "{}")
        return origin["dir_info"]["editable"] is True
    except (ValueError, KeyError, TypeError):
        return False  # an ordinary installation, or a damaged one


def _on_search_path(distribution: Distribution) -> Iterator[Path]:
    """Yield the folders that an installation has added to the search path by ``.pth`` files.

    A line of code in such a file is also yielded as a path, which does not exist.
    """
    for file in distribution.files or ():
        if file.suffix == ".pth":
            added = Path(str(file.locate()))
            with suppress(OSError, ValueError):
                lines = map(str.strip, added.read_text("utf-8-sig").splitlines())
                yield from (added.parent / line for line in lines if line)


def _modules_in(folder: Path) -> list[Path]:
    with suppress(OSError, ValueError):  # the line is code rather than a folder
        return [
            entry
            for entry in sorted(folder.iterdir())
            if entry.suffix == ".py" or (entry / "__init__.py").is_file()
        ]
    return []


def _options(text: str, whole: str) -> dict[str, str]:
    return dict(_option(part, whole) for part in text.split(",") if text)


def _option(part: str, whole: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not key.strip():
        raise OptionError(
            f"{part!r} in {whole!r} is not an option; options are written NAME:option=value,..."
        )
    return key.strip().replace("-", "_"), value.strip()


def construct(
    make: Callable[..., Any],
    spec: AgentSpec,
    fixed: Mapping[str, Any] | None = None,
    *,
    named: bool = True,
) -> Any:
    """Call a class or function with the options of a specification.

    Args:
        make: the class or function.
        spec: the specification of the agent.
        fixed: further arguments, which the options cannot override.
        named: whether a parameter ``name`` receives the whole text of the specification; otherwise
            it is an option like any other.

    Raises:
        OptionError: if an option is unknown or has an invalid value, or if the call fails with an
            exception that is not a `HandsightError`.
        HandsightError: any error of handsight that the call itself raises.
    """
    given = dict(fixed or {})
    allowed = dict(_parameters(make))
    if named and "name" in allowed:
        given["name"] = spec.text
    free = {key: kind for key, kind in allowed.items() if key not in given}
    chosen = {key: _value(key, text, free, spec) for key, text in spec.options.items()}
    try:
        return make(**given, **chosen)
    except HandsightError:
        raise
    except Exception as error:
        where = place_of(error) if spec.file is not None else ""
        reason = f"{where}{type(error).__name__}: {error}{_advice(make, {**given, **chosen}, spec)}"
        raise OptionError(f"{spec.text!r} cannot be made: {reason}") from error


def _advice(make: Callable[..., Any], given: Mapping[str, Any], spec: AgentSpec) -> str:
    """Return how to give the arguments that a call lacks; empty if it has all that it needs."""
    lacking = [
        each.name
        for each in inspect.signature(make).parameters.values()
        if each.default is each.empty
        and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        and each.name not in given
    ]
    if not lacking:
        return ""
    options = ":".join(f"{name}=VALUE" for name in lacking)
    advice = f"; give what is missing as options, {spec.text}:{options}"
    if spec.file is None:
        return advice
    has_setup = hasattr(sys.modules.get(make.__module__), "setup_ai")  # usual on a platform
    example = f", like {spec.file}:setup_ai" if has_setup else ""
    return f"{advice}, or name a function of the file that makes the bot{example}"


def as_agent(result: object, spec: AgentSpec) -> Agent:
    """Check that the result of calling a class or function is an agent, and return it.

    Args:
        result: the result of the call.
        spec: the specification of the agent, for the error message.

    Raises:
        OptionError: if the result is not an agent.
    """
    if not isinstance(result, Agent):
        raise OptionError(
            f"{spec.text!r} makes {type(result).__name__}, which is not an agent: it has no "
            "`name`, or no `act(observation, rng)`"
        )
    return result


def _parameters(make: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    hints = _hints(make.__init__ if inspect.isclass(make) else make)
    for each in inspect.signature(make).parameters.values():
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            # Without an annotation, the type of the default decides how to read the option's text.
            # If there is no default either, the text itself decides.
            default = object if each.default in (each.empty, None) else type(each.default)
            yield each.name, hints.get(each.name, default)


def _hints(make: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return get_type_hints(make)
    except NameError:  # an annotation has a name that only a type checker knows
        return {}


def _value(key: str, text: str, allowed: Mapping[str, Any], spec: AgentSpec) -> Any:
    if key not in allowed:
        options = f"the options are {', '.join(allowed)}" if allowed else "it has no options"
        raise OptionError(
            f"{spec.name} has no option {key!r}{did_you_mean(key, allowed)}; {options}"
        )
    return option_value(text, allowed[key], f"{key} of {spec.name}")


def option_value(text: str, kind: Any, what: str) -> Any:
    """Convert the text of an option to its type.

    Args:
        text: the text of the option.
        kind: bool, int or float; ``object`` for a number if the text looks like a number, and for
            the text itself otherwise. For any other type the text itself is the value.
        what: the name of the option, for the error message.

    Raises:
        OptionError: if the text is not of that type.

    Example:
        >>> option_value("yes", bool, "loud"), option_value("7", int, "size")
        (True, 7)
        >>> option_value("0.5", object, "size"), option_value("half", object, "size")
        (0.5, 'half')
    """
    if kind is object:
        kind = (int if text.lstrip("-").isdecimal() else float) if _NUMBER.fullmatch(text) else str
    try:
        if kind is bool:
            return _WORDS[text.lower()]
        return kind(text) if kind in (int, float) else text
    except (KeyError, ValueError):
        takes = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
        raise OptionError(f"{what} is {text!r}; it must be {takes}") from None
