"""Players for the agents of a matchup: made for each block, or, where that is slow, kept."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.agents import Agent
from handsight.arena.isolation_limits import Limits
from handsight.arena.players import Player, Trusted
from handsight.arena.schedule import ArenaSpec, Matchup, agent_of
from handsight.interop.pypokerengine import build_agent

if TYPE_CHECKING:
    from handsight.arena.isolation import Isolated

_Key = tuple[int, str, Limits, tuple[Path, ...]]
_idle: dict[_Key, list[Isolated]] = {}
"""Isolated players that wait for their next block, by process, agent, limits and hidden files.

A process of its own takes half a second to start, and gives the agent out unchanged for each leg.
So it makes no difference which block it plays.
"""


def can_isolate() -> bool:
    """Say whether this system can let a player play in a process of its own."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


def is_isolated(spec: ArenaSpec, name: str) -> bool:
    """Say whether an agent plays in a process of its own: a bot in a file does, unless trusted.

    Args:
        spec: what the arena plays.
        name: of the agent.

    Example:
        >>> is_isolated(ArenaSpec(agents=("call", "fold")), "call")
        False
    """
    return not spec.trust and (spec.isolate or agent_of(name).file is not None)


@contextmanager
def seated(
    spec: ArenaSpec,
    matchup: Matchup,
    own: Mapping[str, Agent],
    hidden: Sequence[Path] = (),
) -> Iterator[list[Player]]:
    """Give a player for each slot of a matchup, and take care of them afterwards.

    Args:
        spec: what the arena plays.
        matchup: who sits together.
        own: agents that stand in for those of their names.
        hidden: files that no isolated player may open.

    Raises:
        OptionError: if an agent cannot be made.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"))
        >>> with seated(spec, spec.matchups[0], {}) as players:
        ...     print([player.name for player in players])
        ['call', 'fold']
    """
    isolated: list[tuple[str, Isolated]] = []
    players: list[Player] = []
    whole = False
    try:
        for name in matchup.agents:
            if name not in own and is_isolated(spec, name):
                player = _isolated(name, spec.limits, tuple(hidden))
                isolated.append((name, player))
                players.append(player)
            else:
                players.append(Trusted(own.get(name) or build_agent(agent_of(name))))
        yield players
        whole = True
    finally:
        for name, each in isolated:
            if whole:
                _idle.setdefault(_key(name, spec.limits, tuple(hidden)), []).append(each)
            else:
                each.close()


def close_idle() -> None:
    """End the processes of the isolated players that wait."""
    for players in list(_idle.values()):
        while players:
            players.pop().close()


def isolated_player(name: str, limits: Limits, hidden: tuple[Path, ...] = ()) -> Isolated:
    """Start a player in a process of its own.

    Args:
        name: of the agent.
        limits: what it may use.
        hidden: files that it may not open.

    Raises:
        OptionError: if it cannot be loaded, or the system does not isolate.
    """
    from handsight.arena.isolation import Isolated

    return Isolated(agent_of(name), limits)


def _isolated(name: str, limits: Limits, hidden: tuple[Path, ...]) -> Isolated:
    try:
        return _idle[_key(name, limits, hidden)].pop()
    except (KeyError, IndexError):
        return isolated_player(name, limits, hidden)


def _key(name: str, limits: Limits, hidden: tuple[Path, ...]) -> _Key:
    return os.getpid(), agent_of(name).text, limits, hidden
