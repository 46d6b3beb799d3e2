"""Finds the games of other platforms by name, and the loaders of bots written for them.

A platform that ships with handsight is a folder next to this file with a module ``platform``, which
provides ``LOADER``, and ``GAME`` if the platform has its own rules; this file mentions no platform
by name. A platform whose bots are not loaded from files has no such module. An installed package
adds its own games and loaders through entry points. An entry point in the group ``handsight.games``
has the name of the rules, and refers to a callable that makes a `Game` from stakes; an entry point
in the group ``handsight.bot_loaders`` refers to a `BotLoader`. Entry points are loaded only if no
game or loader that ships with handsight fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from handsight.agents import Agent, AgentSpec
from handsight.agents.projects import load_class
from handsight.agents.registry import as_agent, construct, package_folders
from handsight.errors import HandsightError, OptionError
from handsight.game import Game, HandsightGame, Rules
from handsight.game.platform import OURS
from handsight.runtime.suggestions import did_you_mean

GAMES = "handsight.games"
"""The entry point group for the games of a package."""

LOADERS = "handsight.bot_loaders"
"""The entry point group for the bot loaders of a package."""

GameMaker: TypeAlias = "Callable[[Rules], Game]"
"""A callable that makes a game from stakes, or raises an `OptionError` for stakes unfit for it."""


@runtime_checkable
class BotLoader(Protocol):
    """Makes agents from bots that were written for another platform and are loaded from files."""

    def imports(self) -> AbstractContextManager[None]:
        """Allow a file to import the platform's modules while it runs and the bot is created.

        Return `contextlib.nullcontext` if the file should use installed packages only.
        """

    def recognises(self, bot: object) -> bool:
        """Return whether a bot belongs to this platform.

        Args:
            bot: the bot, or its class if no instance has been created yet.
        """

    def agent(self, bot: object, name: str) -> Agent:
        """Return an agent with this name whose actions come from the bot."""


# --- games ----------------------------------------------------------------------------------------


def game_names() -> tuple[str, ...]:
    """Return the names of all games, ``handsight`` first.

    The other games that ship with handsight come next, then those of installed packages.

    Example:
        >>> game_names()[0]
        'handsight'
    """
    own = (OURS, *_games())
    return (*own, *sorted({entry.name for entry in entry_points(group=GAMES)} - set(own)))


def game_maker(name: str) -> GameMaker:
    """Return the maker of a game.

    Args:
        name: one of the `game_names`.

    Raises:
        OptionError: if there is no such game, or its package cannot be loaded.

    Example:
        >>> game_maker("handsight")(Rules()).rules.big_blind
        100
        >>> game_maker("home")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: rules is 'home'; it must be one of handsight, ...
    """
    if name == OURS:
        return HandsightGame
    if name in _games():
        make: GameMaker = _platform(name).GAME
        return make
    for entry in entry_points(group=GAMES):
        if entry.name == name:
            return _checked_maker(entry)
    names = game_names()
    raise OptionError(
        f"rules is {name!r}{did_you_mean(name, names)}; it must be one of {', '.join(names)}"
    )


def _checked_maker(entry: EntryPoint) -> GameMaker:
    """Load the maker of another package's game, and wrap it so that its errors name the package."""
    make = _loaded(entry, "the rules")

    def checked(stakes: Rules) -> Game:
        try:
            game = make(stakes)
        except HandsightError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise OptionError(
                f"the rules {entry.name!r} of {entry.value} cannot be played with {stakes}: "
                f"{reason}"
            ) from error
        if not isinstance(game, Game):
            raise OptionError(
                f"the rules {entry.name!r} of {entry.value} make {type(game).__name__}, which is "
                "not a game: it has no `rules`, `lenient`, `start` or `stacks_if_over`"
            )
        return game

    return checked


# --- bots -----------------------------------------------------------------------------------------


def build_agent(spec: AgentSpec) -> Agent:
    """Create an agent from its name or file, including files written for another platform.

    A file is run so that it can import the platforms that ship with handsight. If this fails, and
    other packages have loaders, the file is run again so that it can also import their platforms.

    Args:
        spec: the agent to create; if it names a file, the file's code is run.

    Raises:
        OptionError: if there is no such agent, its options are wrong, its file fails, or what the
            file creates is neither an agent nor a bot that a loader recognises.

    Example:
        >>> build_agent(AgentSpec.parse("call")).name
        'call'
    """
    if spec.file is None:
        return spec.build()
    shipped = [_platform(name).LOADER for name in _platforms()]
    try:
        return as_agent(_bot_in(spec.file, spec, shipped), spec)
    except OptionError:
        foreign = [_checked_loader(entry) for entry in entry_points(group=LOADERS)]
        if not foreign:
            raise
    return as_agent(_bot_in(spec.file, spec, [*shipped, *foreign]), spec)


def as_played(bot: object, name: str) -> Agent:
    """Return the agent for an object: the object if it is an agent, or else the bot, wrapped.

    Args:
        bot: an agent, or an instance of a bot that a loader recognises.
        name: name of the agent if the bot is wrapped.

    Raises:
        OptionError: if `bot` is not an agent and no loader recognises it.

    Example:
        >>> from handsight.agents import agent
        >>> as_played(agent("call"), "caller").name
        'call'
    """
    if isinstance(bot, Agent):
        return bot
    for loader in (_platform(each).LOADER for each in _platforms()):
        if loader.recognises(bot):
            made: Agent = loader.agent(bot, name)
            return made
    for entry in entry_points(group=LOADERS):
        loader = _checked_loader(entry)
        if loader.recognises(bot):
            return loader.agent(bot, name)
    raise OptionError(
        f"{name} is {type(bot).__name__}, which is not an agent: it has no `name`, or no "
        "`act(observation, rng)`"
    )


def _bot_in(file: Path, spec: AgentSpec, loaders: Sequence[BotLoader]) -> object:
    """Instantiate the bot in a file; if a loader recognises it, return the agent that wraps it."""
    with ExitStack() as stack:
        for loader in loaders:
            stack.enter_context(loader.imports())
        make = load_class(file, spec.name, spec.root)
        for loader in loaders if isinstance(make, type) else ():
            if loader.recognises(make):
                return loader.agent(construct(make, spec, named=False), spec.text)
        bot = construct(make, spec)
        for loader in loaders:
            if loader.recognises(bot):
                return loader.agent(bot, spec.text)
    return bot


def _checked_loader(entry: EntryPoint) -> BotLoader:
    loader = _loaded(entry, "the loader")
    if not isinstance(loader, BotLoader):
        raise OptionError(
            f"the loader {entry.name!r} of {entry.value} is {type(loader).__name__}, which loads "
            "no bots: it has no `imports`, `recognises` or `agent`"
        )
    return loader


# --- packages -------------------------------------------------------------------------------------


def plugin_folders() -> list[Path]:
    """Return the folders of the installed packages that register games or loaders."""
    entries = (entry for group in (GAMES, LOADERS) for entry in entry_points(group=group))
    return [folder for entry in entries for folder in package_folders(entry)]


@cache
def _platforms() -> tuple[str, ...]:
    """Return the names of the platforms that ship with handsight, without importing them."""
    here = Path(__file__).parent
    return tuple(sorted(each.parent.name for each in here.glob("*/platform.py")))


def _games() -> tuple[str, ...]:
    """Return the names of the platforms that ship with handsight and have their own rules."""
    return tuple(name for name in _platforms() if hasattr(_platform(name), "GAME"))


def _platform(name: str) -> Any:
    return import_module(f"{__package__}.{name}.platform")


def _loaded(entry: EntryPoint, what: str) -> Any:
    try:
        return entry.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise OptionError(
            f"{what} {entry.name!r} of another package cannot be loaded from {entry.value}: "
            f"{reason}"
        ) from error
