"""Players for the agents of a matchup: made for each block, or, where that is slow, kept."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents import Agent
from handsight.arena.players import Player, Trusted
from handsight.arena.sandbox.limits import Limits
from handsight.arena.schedule import ArenaSpec, Matchup, agent_of
from handsight.interop import build_agent

if TYPE_CHECKING:
    from handsight.arena.sandbox.player import Isolated


class _Kind(NamedTuple):
    """What makes one isolated player as good as another."""

    process: int
    agent: str
    limits: Limits
    hidden: tuple[Path, ...]
    network: bool


_idle: dict[_Kind, list[Isolated]] = {}
"""Isolated players that wait for their next block.

A server takes half a second to start, and forks each leg from the same state. So it makes no
difference which block a player plays.
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
    spec: ArenaSpec, matchup: Matchup, own: Mapping[str, Agent], hidden: Sequence[Path] = ()
) -> Iterator[list[Player]]:
    """Give a player for each slot of a matchup, and take care of them afterwards.

    Args:
        spec: what the arena plays.
        matchup: who sits together.
        own: agents that stand in for those of their names.
        hidden: files that no bot must open, such as the store.

    Raises:
        OptionError: if an agent cannot be made.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"))
        >>> with seated(spec, spec.matchups[0], {}) as players:
        ...     print([player.name for player in players])
        ['call', 'fold']
    """
    isolated: list[tuple[_Kind, Isolated]] = []
    players: list[Player] = []
    whole = False
    try:
        for name in matchup.agents:
            if name not in own and is_isolated(spec, name):
                kind = _kind(name, spec, hidden)
                player = _isolated(kind)
                isolated.append((kind, player))
                players.append(player)
            else:
                players.append(Trusted(own.get(name) or build_agent(agent_of(name))))
        yield players
        whole = True
    finally:
        for kind, each in isolated:
            if whole:
                _idle.setdefault(kind, []).append(each)
            else:
                each.close()


def close_idle() -> None:
    """End the processes of the isolated players that wait."""
    for players in list(_idle.values()):
        while players:
            players.pop().close()


def isolated_player(spec: ArenaSpec, name: str, hidden: Sequence[Path] = ()) -> Isolated:
    """Start a player in a process of its own, as the specification has it.

    Args:
        spec: what the arena plays.
        name: of the agent.
        hidden: files that it must not open.

    Raises:
        OptionError: if it cannot be loaded, or the system does not isolate.
    """
    return _started(_kind(name, spec, hidden))


def _kind(name: str, spec: ArenaSpec, hidden: Sequence[Path]) -> _Kind:
    return _Kind(os.getpid(), agent_of(name).text, spec.limits, tuple(hidden), spec.network)


def _started(kind: _Kind) -> Isolated:
    from handsight.arena.sandbox.player import Isolated

    return Isolated(agent_of(kind.agent), kind.limits, kind.hidden, kind.network)


def _isolated(kind: _Kind) -> Isolated:
    try:
        return _idle[kind].pop()
    except (KeyError, IndexError):
        return _started(kind)
