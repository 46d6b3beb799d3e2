"""Creates the players of a matchup, and reuses players in their own processes for later blocks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Timer
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents import AgentSpec
from handsight.agents.protocol import data_files_of
from handsight.arena.objects import AgentSource, fresh_agent
from handsight.arena.players import InProcessPlayer
from handsight.arena.sandbox.confinement import WHERE_ISOLATED, can_sandbox
from handsight.arena.sandbox.limits import Limits
from handsight.arena.schedule import (
    SOURCE,
    ArenaMatchup,
    ArenaSpec,
    agent_of,
    is_ours,
    name_is_in_file,
)
from handsight.errors import ArenaError, OptionError
from handsight.interop import build_agent
from handsight.runtime.files import file_digest, kept_while_unchanged

if TYPE_CHECKING:
    from handsight.arena.sandbox.player import SandboxedPlayer


IDLE_SECONDS = 30.0
"""Seconds after its latest task when a worker of a cluster ends its idle sandboxed players.

Such a worker does not learn when its arena ends.
"""


class _SandboxKey(NamedTuple):
    """The settings that sandboxed players must have in common to be interchangeable."""

    process: int
    agent: str
    file: Path | None
    limits: Limits
    hidden: tuple[Path, ...]
    network: bool


_idle: dict[_SandboxKey, list[SandboxedPlayer]] = {}
"""Sandboxed players that wait for their next block.

They are reused because a server process takes half a second to start. The server forks each leg
from the same state, so it makes no difference which block a player plays.
"""
_closing: Timer | None = None


def is_sandboxed(spec: ArenaSpec, name: str) -> bool:
    """Check whether an agent plays in its own process, as untrusted and isolated agents do.

    Example:
        >>> is_sandboxed(ArenaSpec(agents=("call", "fold")), "call")
        False
    """
    if spec.trust or name in spec.objects:
        return False
    return spec.isolate or name_is_in_file(name)


_digest = kept_while_unchanged(16)(file_digest)


def _require_files(spec: ArenaSpec, agent: object) -> dict[str, str]:
    """Return the SHA-256 of each file that an agent's decisions depend on, by name.

    Raises:
        OptionError: if a file cannot be read.
        ArenaError: if the specification records files, and one of the agent's files differs from
            the recorded file or is not recorded.
    """
    digests = {}
    for name, path in data_files_of(agent).items():
        digest = digests[name] = _digest_of(name, path)
        _require_kept(spec, name, digest)
    return digests


def _digest_of(name: str, path: Path) -> str:
    try:
        return _digest(path)
    except OSError as error:
        raise OptionError(f"cannot read the file {name!r} of an agent: {error.strerror}") from None


def _require_kept(spec: ArenaSpec, name: str, digest: str) -> None:
    kept = spec.files.get(name)
    if spec.files and kept != digest:
        raise ArenaError(
            f"the file {name!r} of an agent has SHA-256 {digest[:16]}..., but the arena was "
            f"begun with {(kept or 'none')[:16]}...; use the earlier file, or begin another "
            "arena"
        )


def _require_source(spec: ArenaSpec, name: str) -> dict[str, str]:
    """Return the SHA-256 of the source of a bot in a file, with the files that it imports.

    Raises:
        OptionError: if a file cannot be read.
        ArenaError: if the specification records another source.
    """
    asked = agent_of(name)
    project = asked.project()
    if project is None:
        return {}
    key = f"{SOURCE}{asked.text}"
    parts = [_digest_of(str(file), file) for file in project.files]
    digest = parts[0] if len(parts) == 1 else sha256("".join(parts).encode()).hexdigest()
    if key in spec.files:  # a store of an earlier version does not record sources
        _require_kept(spec, key, digest)
    return {key: digest}


def settled_files(spec: ArenaSpec) -> ArenaSpec:
    """Create each agent that may run in this process once, and record the files agents play by.

    These are the files that an agent names itself, and the source of a bot in a file.

    Agents that play in a sandbox are created here only if they are handsight's own, because the
    code of any other agent must not run in this process.

    Returns:
        The specification with the SHA-256 of each of these files.

    Raises:
        OptionError: if an agent cannot be created, one of its files cannot be read, or the agent
            must be isolated and the system cannot isolate it.
        ArenaError: if the specification records files, and an agent's file differs from the
            recorded file or is not recorded.
    """
    digests: dict[str, str] = {}
    for name in spec.agents:
        if name in spec.objects:
            digests |= _require_files(spec, fresh_agent(_given(spec, name), name))
        elif is_ours(name) or not is_sandboxed(spec, name):
            digests |= _require_files(spec, build_agent(agent_of(name)))
        if name not in spec.objects:
            digests |= _require_source(spec, name)
        if is_sandboxed(spec, name) and not can_sandbox():
            way_out = (
                "leave out isolate" if spec.isolate else "set trust (on the command line: --trust)"
            )
            raise OptionError(
                f"{name} would play in a process of its own, but this system cannot isolate it: "
                "only trusted agents can play, in the arena's own process; "
                f"{way_out}, or {WHERE_ISOLATED}"
            )
    return replace(spec, files=digests)


def _given(spec: ArenaSpec, name: str) -> AgentSource:
    source = spec.objects[name]
    if source is None:
        raise OptionError(
            f"{name} was given as an object, which a store does not keep; pass it again, as "
            f"agents={{{name!r}: ...}} of run_arena or resume"
        )
    return source


@contextmanager
def players_of(
    spec: ArenaSpec,
    matchup: ArenaMatchup,
    objects: Mapping[str, AgentSource],
    hidden: Sequence[Path] = (),
    bots: Mapping[str, AgentSpec] = MappingProxyType({}),
) -> Iterator[list[InProcessPlayer | SandboxedPlayer]]:
    """Create a player for each slot of a matchup, for the duration of the ``with`` block.

    Afterwards, sandboxed players are kept for a later block, or closed if there was an error.

    Args:
        spec: the specification of the arena.
        matchup: the matchup.
        objects: the agents of the specification that were passed as objects, by name.
        hidden: files that no bot may open, such as the store.
        bots: bots whose files are not at the paths in their names, by name.

    Raises:
        OptionError: if an agent cannot be created, or if an agent must be isolated and the system
            cannot isolate it.
        ArenaError: if the specification records files, and a file that an agent plays by differs
            from the recorded file or is not recorded.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"))
        >>> with players_of(spec, spec.matchups[0], {}) as players:
        ...     print([player.name for player in players])
        ['call', 'fold']
    """
    sandboxed: list[tuple[_SandboxKey, SandboxedPlayer]] = []
    players: list[InProcessPlayer | SandboxedPlayer] = []
    has_finished = False
    try:
        for name in matchup.agents:
            named = None if name in objects else bots.get(name) or agent_of(name)
            if named is not None and is_sandboxed(spec, name):
                if is_ours(name):
                    _require_files(spec, build_agent(named))
                key = _key(named, spec, hidden)
                player = _waiting(key) or _started(key, named)
                sandboxed.append((key, player))
                players.append(player)
            else:
                agent = fresh_agent(objects[name], name) if named is None else build_agent(named)
                _require_files(spec, agent)
                players.append(InProcessPlayer(agent))
        yield players
        has_finished = True
    finally:
        for key, each in sandboxed:
            # After an error, a player can be in the middle of a decision, so it is not reused.
            if has_finished:
                _idle.setdefault(key, []).append(each)
            else:
                each.close()


def close_idle() -> None:
    """End the processes of all idle players."""
    for players in list(_idle.values()):
        with suppress(IndexError):  # another thread can take the last player in the meantime
            while True:
                players.pop().close()


def close_idle_later() -> None:
    """End the processes of idle players after `IDLE_SECONDS`; each call restarts the timer."""
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
    """Start a player in its own process, with the limits of a specification.

    Args:
        spec: the specification of the arena.
        agent: the specification of the agent.
        hidden: files that the player must not open.

    Raises:
        OptionError: if the agent cannot be loaded, or if the system cannot isolate it.
    """
    return _started(_key(agent, spec, hidden), agent)


def _key(agent: AgentSpec, spec: ArenaSpec, hidden: Sequence[Path]) -> _SandboxKey:
    return _SandboxKey(
        os.getpid(), agent.text, agent.file, spec.limits, tuple(hidden), spec.network
    )


def _started(key: _SandboxKey, agent: AgentSpec) -> SandboxedPlayer:
    if not can_sandbox():
        raise OptionError(
            f"{agent.text!r} would have to be isolated, but this system cannot isolate it; "
            f"{WHERE_ISOLATED}"
        )
    from handsight.arena.sandbox.player import SandboxedPlayer

    return SandboxedPlayer(agent, key.limits, key.hidden, key.network)


def _waiting(key: _SandboxKey) -> SandboxedPlayer | None:
    try:
        return _idle[key].pop()
    except (KeyError, IndexError):
        return None
