"""Makes the players of a matchup; those in processes of their own are kept for later blocks."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Timer
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents import AgentSpec
from handsight.arena.objects import AgentSource, fresh_agent
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.sandbox.limits import Limits
from handsight.arena.schedule import ArenaMatchup, ArenaSpec, agent_of, is_ours, name_is_in_file
from handsight.errors import ArenaError, OptionError
from handsight.interop import build_agent

if TYPE_CHECKING:
    from handsight.arena.sandbox.player import SandboxedPlayer


IDLE_SECONDS = 30.0
"""How long sandboxed players wait on a worker that nobody tells when its arena has ended."""


class _SandboxKey(NamedTuple):
    """All that sandboxed players must have in common to stand in for each other."""

    process: int
    agent: str
    file: Path | None
    limits: Limits
    hidden: tuple[Path, ...]
    network: bool


_idle: dict[_SandboxKey, list[SandboxedPlayer]] = {}
"""Sandboxed players that wait for their next block.

A server takes half a second to start, and forks each leg from the same state. So it makes no
difference which block a player plays.
"""
_closing: Timer | None = None


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
    return spec.isolate or name_is_in_file(name)


def _atlases_of(names: Iterable[str], objects: Mapping[str, AgentSource | None]) -> dict[str, str]:
    """Give the SHA-256 of each flop atlas that agents read, by its file.

    Args:
        names: as in `ArenaSpec.agents`.
        objects: the agents among them that are given as objects, by name.

    Raises:
        InputError: if one cannot be read.
    """
    from handsight.agents.thresholds import EhsThresholds
    from handsight.odds.flop_atlas import opened_atlas

    files: set[str] = set()
    for name in names:
        if name in objects:
            agent: object = objects[name]
            # What agents of others call an atlas may be anything.
            files.add(str(agent.atlas or "") if isinstance(agent, EhsThresholds) else "")
        elif is_ours(name):
            files.update(_atlas_files(agent_of(name)))
    return {file: opened_atlas(file).sha256 for file in sorted(files - {""})}


def _atlas_files(agent: AgentSpec) -> Iterator[str]:
    """List the atlases of an agent, and of those that it plays as."""
    for option, value in agent.options.items():
        if option == "atlas":
            yield value
        elif ":" in value and is_ours(value):
            yield from _atlas_files(agent_of(value))


def _require_atlases(
    spec: ArenaSpec, names: Iterable[str], objects: Mapping[str, AgentSource | None]
) -> None:
    """Refuse another atlas than that of the specification, where it names any.

    Raises:
        ArenaError: for such a one.
    """
    if not spec.atlases:
        return
    for file, digest in _atlases_of(names, objects).items():
        kept = spec.atlases.get(file)
        if kept != digest:
            raise ArenaError(
                f"the atlas {file!r} has SHA-256 {digest[:16]}..., and the arena was begun with "
                f"{(kept or 'none')[:16]}...; give it the atlas of before, or begin another arena"
            )


def settled_atlases(spec: ArenaSpec) -> ArenaSpec:
    """Note the atlases that the agents read, or refuse others than those that are noted.

    Raises:
        InputError: if one cannot be read.
        ArenaError: if it is another one.
    """
    _require_atlases(spec, spec.agents, spec.objects)
    return replace(spec, atlases=_atlases_of(spec.agents, spec.objects))


@contextmanager
def players_of(
    spec: ArenaSpec,
    matchup: ArenaMatchup,
    objects: Mapping[str, AgentSource],
    hidden: Sequence[Path] = (),
    bots: Mapping[str, AgentSpec] = MappingProxyType({}),
) -> Iterator[list[Player]]:
    """Make a player for each slot of a matchup, and close or keep them afterwards.

    Args:
        objects: the agents of the specification that are given as objects, by name.
        hidden: files that no bot must open, such as the store.
        bots: where the files of bots lie if not where they are named.

    Raises:
        OptionError: if an agent cannot be made, or would have to be isolated, and this system
            cannot.

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
        _require_atlases(spec, matchup.agents, objects)
        for name in matchup.agents:
            if name not in objects and is_sandboxed(spec, name):
                agent = bots.get(name) or agent_of(name)
                key = _key(agent, spec, hidden)
                player = _waiting(key) or _started(key, agent)
                sandboxed.append((key, player))
                players.append(player)
            elif name in objects:
                players.append(InProcessPlayer(fresh_agent(objects[name], name)))
            else:
                players.append(InProcessPlayer(build_agent(bots.get(name) or agent_of(name))))
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
        with suppress(IndexError):  # another thread may take one meanwhile
            while True:
                players.pop().close()


def close_idle_later() -> None:
    """End the processes of the players that still wait after `IDLE_SECONDS` without such a call."""
    global _closing
    closing = Timer(IDLE_SECONDS, close_idle)
    closing.daemon = True
    before, _closing = _closing, closing
    if before is not None:
        before.cancel()
    closing.start()


def sandboxed_player(
    spec: ArenaSpec, agent: AgentSpec, hidden: Sequence[Path] = ()
) -> SandboxedPlayer:
    """Start a player in a process of its own, with the limits of a specification.

    Args:
        hidden: files that it must not open.

    Raises:
        OptionError: if it cannot be loaded, or the system cannot isolate.
    """
    return _started(_key(agent, spec, hidden), agent)


def _key(agent: AgentSpec, spec: ArenaSpec, hidden: Sequence[Path]) -> _SandboxKey:
    return _SandboxKey(
        os.getpid(), agent.text, agent.file, spec.limits, tuple(hidden), spec.network
    )


def _started(key: _SandboxKey, agent: AgentSpec) -> SandboxedPlayer:
    if not can_sandbox():
        raise OptionError(f"{agent.text!r} would have to be isolated, and this system cannot")
    from handsight.arena.sandbox.player import SandboxedPlayer

    return SandboxedPlayer(agent, key.limits, key.hidden, key.network)


def _waiting(key: _SandboxKey) -> SandboxedPlayer | None:
    try:
        return _idle[key].pop()
    except (KeyError, IndexError):
        return None
