"""Agents that are passed to an arena as objects: instances, classes, or functions that make agents.

These agents are the caller's code and play in the arena's own process. An arena knows them by name,
like all other agents. A store keeps only the names, so you must pass the objects again to continue
an arena.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeAlias

from handsight.agents import Agent
from handsight.errors import HandsightError, OptionError
from handsight.interop import as_played

AgentSource: TypeAlias = "Agent | Callable[[], Agent]"
"""An agent, a class of agents, or a function without arguments that makes an agent."""


def named_agents(
    agents: Sequence[Any], objects: Mapping[str, AgentSource | None]
) -> tuple[tuple[str, ...], dict[str, AgentSource | None]]:
    """Name the objects among agents, and list them by name.

    The name of an object is its attribute ``name``. If a class or function has no such attribute,
    it makes an agent, whose attribute ``name`` is used. If that is missing too, the name is that of
    the class or function itself, or of an instance's class. An object whose name is already taken
    gets a number, as in ``mine#2``.

    Args:
        agents: names and objects.
        objects: {name: object} for objects that already have a name; None stands for an object that
            is not available.

    Returns:
        The names of all agents, and the objects by name.

    Raises:
        OptionError: if an object neither is an agent nor makes an agent. A class or function that
            has an attribute ``name`` is not called here, so it is not checked.
    """
    taken = {each for each in agents if isinstance(each, str)}
    names, known = [], dict(objects)
    for each in agents:
        if isinstance(each, str):
            names.append(each)
            continue
        name = _free_name(_name_of(each), taken)
        taken.add(name)
        names.append(name)
        known[name] = each
    return tuple(names), known


def fresh_agent(source: AgentSource, name: str) -> Agent:
    """Return a separate agent object: a deep copy of an instance, or a newly made agent.

    Args:
        source: an agent, which stays unchanged, or a class or function that makes an agent.
        name: name of the agent in error messages.

    Raises:
        OptionError: if no agent can be made, or if the result is not an agent.
        HandsightError: any such error that the agent's own code raises.

    Example:
        >>> from handsight.agents.scripted import Caller
        >>> fresh_agent(Caller(), "caller").name, fresh_agent(Caller, "caller").name
        ('call', 'call')
    """
    is_instance = _is_instance(source)
    try:
        bot: Any = deepcopy(source) if is_instance else source()  # type: ignore[operator]
    except HandsightError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        if is_instance:
            raise OptionError(
                f"{name} cannot be copied for a new match ({reason}); give its class, or a "
                "function that makes one"
            ) from error
        raise OptionError(f"{name} cannot be made: {reason}") from error
    return as_played(bot, name)


def kept_alive(source: AgentSource | None, name: str) -> AgentSource | None:
    """Return a function that always returns the same agent object; None if the source is None.

    Args:
        source: the agent itself, or a class or function that makes the agent; None if the object is
            not available.
        name: name of the agent in error messages.

    Raises:
        OptionError: if the class or function does not make an agent; an instance is not checked.
        HandsightError: any such error that the agent's own code raises.

    Example:
        >>> from handsight.agents.scripted import Caller
        >>> mine = Caller()
        >>> kept_alive(mine, "mine")() is mine
        True
    """
    if source is None:
        return None
    agent: Any = source if _is_instance(source) else fresh_agent(source, name)
    return lambda: agent


def require_importable(objects: Mapping[str, AgentSource | None]) -> None:
    """Refuse objects whose class or function another process cannot import.

    Args:
        objects: {name: object}.

    Raises:
        OptionError: if a class or function cannot be imported, for example because it is defined in
            a notebook cell or inside a function.
    """
    for name, source in objects.items():
        kind: Any = type(source) if _is_instance(source) else source
        place = getattr(kind, "__qualname__", "")
        if not _is_importable(getattr(kind, "__module__", None), place):
            raise OptionError(
                f"{name} cannot play on several workers: {place or kind!r} is defined where no "
                "other process can import it; move it to a file of its own and import it from "
                "there, or play with workers=1"
            )


def _is_instance(source: object) -> bool:
    """Check whether a source is itself an agent, rather than a class or function that makes one."""
    return not isinstance(source, type) and (isinstance(source, Agent) or not callable(source))


def _name_of(source: Any) -> str:
    name = getattr(source, "name", None)
    if isinstance(source, type) or not _is_instance(source):
        if not isinstance(name, str):  # perhaps only instances of the class have a name
            name = getattr(fresh_agent(source, _kind_of(source)), "name", None)
    elif not isinstance(source, Agent):
        as_played(source, f"{source!r:.40}")  # raises an error if the object is not an agent
    return name if isinstance(name, str) and name.strip() else _kind_of(source)


def _kind_of(source: Any) -> str:
    kind = type(source) if _is_instance(source) else source
    return str(getattr(kind, "__name__", type(kind).__name__))


def _free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(each for number in range(2, 10_000) if (each := f"{name}#{number}") not in taken)


def _is_importable(module: str | None, place: str) -> bool:
    if not module or not place or "<" in place:  # defined inside a function, or a lambda
        return False
    loaded = sys.modules.get(module)
    # Processes that a script starts import the script again. They cannot import a notebook cell or
    # an interactive session.
    return getattr(loaded, "__file__", None) is not None
