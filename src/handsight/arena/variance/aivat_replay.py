"""Replays blocks of an arena, to remove luck from their results by AIVAT.

A block is replayed with the same cards, random numbers and memories, and each agent outside a
sandbox is asked for its policy just before it acts. Blocks that were corrected while they were
played need no replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from handsight.arena.match import BlockPlay
from handsight.arena.player_factory import sandboxed_player
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.schedule import ArenaSpec, replayed_agent
from handsight.arena.variance.recording import PolicyRecorder, fresh_policy
from handsight.formats.hand_log import HandRow
from handsight.interop import build_agent

if TYPE_CHECKING:
    from handsight.agents import Agent, AgentSpec, Policy


class ReplayTask(NamedTuple):
    """A block to replay.

    The attributes mean the same as those of `handsight.arena.match.BlockTask`.
    """

    spec: ArenaSpec
    matchup: int
    block: int
    secret: bytes = b""
    hidden: tuple[Path, ...] = ()
    bots: tuple[tuple[str, AgentSpec], ...] = ()

    def __repr__(self) -> str:
        # Leaves out the secret, which must not appear in a traceback or log.
        return f"ReplayTask(matchup={self.matchup}, block={self.block})"


class CorrectedHand(NamedTuple):
    """A replayed hand and its result without luck.

    Attributes:
        row: the hand as replayed.
        chips: chips that the agent of the first slot won, with luck removed.
    """

    row: HandRow
    chips: float


def replay_block(task: ReplayTask) -> list[CorrectedHand]:
    """Replay a block of a matchup of two agents, and remove luck from its hands.

    Returns:
        The hands, in the order in which a store keeps them.

    Raises:
        OptionError: if an agent cannot be created, or was passed to the arena as an object.
        ArenaError: if an agent takes an action that its own policy never takes.
        FaultError: if an agent cannot state its policy.

    Example:
        >>> spec = ArenaSpec(agents=("call", "all-in"), pairs=1, seed=7)
        >>> [round(hand.chips) for hand in replay_block(ReplayTask(spec, matchup=0, block=0))]
        [0, 0]
    """
    spec, matchup = task.spec, task.spec.matchups[task.matchup]
    bots = dict(task.bots)
    named = [bots.get(name) or replayed_agent(spec, name) for name in matchup.agents]
    with ExitStack() as stack:
        seated = [_seated(spec, each, task.hidden) for each in named]
        for player, _ in seated:
            stack.callback(player.close)
        recorder = PolicyRecorder(seated)
        play = BlockPlay(spec, matchup, recorder.players, task.secret)
        faults = play.block(task.block).faults
    at_fault = [(fault.pair, fault.leg, fault.decision) for fault in faults]
    first, second = (_fresh_policy(spec, each) for each in named)
    chips = recorder.corrected(spec, matchup, play.hands, at_fault, (first, second))
    return sorted(map(CorrectedHand, play.hands, chips))


def _seated(
    spec: ArenaSpec, named: AgentSpec, hidden: Sequence[Path]
) -> tuple[Player, Agent | None]:
    """Return a player and its agent; a sandboxed agent, which cannot be asked, is None."""
    if named.file is None or spec.trust:
        agent = build_agent(named)
        return InProcessPlayer(agent), agent
    return sandboxed_player(spec, named, hidden), None


def _fresh_policy(spec: ArenaSpec, named: AgentSpec) -> Policy | None:
    """Return `fresh_policy` of a new agent, or None if the agent plays in a sandbox."""
    if named.file is None or spec.trust:
        return fresh_policy(build_agent(named))
    return None
