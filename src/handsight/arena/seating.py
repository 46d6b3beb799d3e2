"""Players for the agents of a matchup: made for each block, or, where that is slow, kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from handsight.agents import Agent
from handsight.arena.isolation_limits import Limits
from handsight.arena.players import Player, Trusted
from handsight.arena.schedule import ArenaSpec, Matchup, agent_of
from handsight.interop.pypokerengine import build_agent

if TYPE_CHECKING:
    from handsight.arena.isolation import Isolated

_idle: dict[tuple[int, str, Limits], list[Isolated]] = {}
"""Isolated players that wait for their next block, by process, agent and limits.

A process of its own takes half a second to start, and gives the agent out unchanged for each leg.
So it makes no difference which block it plays.
"""


@contextmanager
def seated(spec: ArenaSpec, matchup: Matchup, own: Mapping[str, Agent]) -> Iterator[list[Player]]:
    """Give a player for each slot of a matchup, and take care of them afterwards.

    Args:
        spec: what the arena plays.
        matchup: who sits together.
        own: agents that stand in for those of their names.

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
            if name not in own and (spec.isolate or agent_of(name).file is not None):
                player = _isolated(name, spec.limits)
                isolated.append((name, player))
                players.append(player)
            else:
                players.append(Trusted(own.get(name) or build_agent(agent_of(name))))
        yield players
        whole = True
    finally:
        for name, each in isolated:
            if whole:
                _idle.setdefault(_key(name, spec.limits), []).append(each)
            else:
                each.close()


def close_idle() -> None:
    """End the processes of the isolated players that wait."""
    for players in list(_idle.values()):
        while players:
            players.pop().close()


def _isolated(name: str, limits: Limits) -> Isolated:
    from handsight.arena.isolation import Isolated

    try:
        return _idle[_key(name, limits)].pop()
    except (KeyError, IndexError):
        return Isolated(agent_of(name), limits)


def _key(name: str, limits: Limits) -> tuple[int, str, Limits]:
    return os.getpid(), agent_of(name).text, limits
