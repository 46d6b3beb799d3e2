"""Makes the players of a matchup; those in processes of their own are kept for later blocks."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from handsight.arena.objects import AgentSource, fresh_agent
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.sandbox.limits import Limits
from handsight.arena.schedule import ArenaMatchup, ArenaSpec, agent_of
from handsight.interop import build_agent

if TYPE_CHECKING:
    from handsight.arena.sandbox.player import SandboxedPlayer


class _SandboxKey(NamedTuple):
    """All that sandboxed players must have in common to stand in for each other."""

    process: int
    agent: str
    limits: Limits
    hidden: tuple[Path, ...]
    network: bool


_idle: dict[_SandboxKey, list[SandboxedPlayer]] = {}
"""Sandboxed players that wait for their next block.

A server takes half a second to start, and forks each leg from the same state. So it makes no
difference which block a player plays.
"""


def can_sandbox() -> bool:
    """Say whether this system has what a sandboxed player needs."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


def is_sandboxed(spec: ArenaSpec, name: str) -> bool:
    """Say whether an agent plays in a process of its own, as bots in files do unless trusted.

    Example:
        >>> is_sandboxed(ArenaSpec(agents=("call", "fold")), "call")
        False
    """
    if spec.trust or name in spec.objects:
        return False
    return spec.isolate or agent_of(name).file is not None


@contextmanager
def players_of(
    spec: ArenaSpec,
    matchup: ArenaMatchup,
    objects: Mapping[str, AgentSource],
    hidden: Sequence[Path] = (),
) -> Iterator[list[Player]]:
    """Make a player for each slot of a matchup, and close or keep them afterwards.

    Args:
        objects: the agents of the specification that are given as objects, by name.
        hidden: files that no bot must open, such as the store.

    Raises:
        OptionError: if an agent cannot be made.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"))
        >>> with players_of(spec, spec.matchups[0], {}) as players:
        ...     print([player.name for player in players])
        ['call', 'fold']
    """
    sandboxed: list[tuple[_SandboxKey, SandboxedPlayer]] = []
    players: list[Player] = []
    has_finished = False
    try:
        for name in matchup.agents:
            if name not in objects and is_sandboxed(spec, name):
                key = _key(name, spec, hidden)
                player = _sandboxed(key)
                sandboxed.append((key, player))
                players.append(player)
            else:
                agent = objects.get(name)
                players.append(
                    InProcessPlayer(
                        build_agent(agent_of(name)) if agent is None else fresh_agent(agent, name)
                    )
                )
        yield players
        has_finished = True
    finally:
        for key, each in sandboxed:
            # After an error a player may be in the middle of a question; it is not used again.
            if has_finished:
                _idle.setdefault(key, []).append(each)
            else:
                each.close()


def close_idle() -> None:
    """End the processes of the players that wait."""
    for players in list(_idle.values()):
        while players:
            players.pop().close()


def sandboxed_player(spec: ArenaSpec, name: str, hidden: Sequence[Path] = ()) -> SandboxedPlayer:
    """Start a player in a process of its own, with the limits of a specification.

    Args:
        hidden: files that it must not open.

    Raises:
        OptionError: if it cannot be loaded, or the system cannot isolate.
    """
    return _started(_key(name, spec, hidden))


def _key(name: str, spec: ArenaSpec, hidden: Sequence[Path]) -> _SandboxKey:
    return _SandboxKey(os.getpid(), agent_of(name).text, spec.limits, tuple(hidden), spec.network)


def _started(key: _SandboxKey) -> SandboxedPlayer:
    from handsight.arena.sandbox.player import SandboxedPlayer

    return SandboxedPlayer(agent_of(key.agent), key.limits, key.hidden, key.network)


def _sandboxed(key: _SandboxKey) -> SandboxedPlayer:
    try:
        return _idle[key].pop()
    except (KeyError, IndexError):
        return _started(key)
