"""Replays blocks of an arena, to remove what AIVAT knows to be luck.

An agent can say what it would do with other cards only at the moment of its decision, because its
policy can depend on what it learned from earlier hands. So a block is replayed with the same cards,
random numbers and memories, and each agent is asked for its policy just before it acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from handsight.agents.policy import Policy, known_mixture, plain
from handsight.arena.match import BlockPlay
from handsight.arena.player_factory import sandboxed_player
from handsight.arena.players import Answer, Fault, InProcessPlayer, Player
from handsight.arena.schedule import ArenaSpec, replayed_agent
from handsight.arena.variance.aivat_hands import KnownDecision, corrected_chips
from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.values import values_of
from handsight.errors import ArenaError, FaultError, HandsightError
from handsight.formats.hand_log import HandRow
from handsight.interop import build_agent
from handsight.ranges.combos import MASKS, combo_number
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.agents import Agent, AgentEvent, AgentSpec
    from handsight.game import Action, Observation

STREAM = 0xA1BA7
"""Separates the random numbers that draw hypothetical flops from all others of the same seed."""


class ReplayTask(NamedTuple):
    """A block to replay; the attributes are those of `handsight.arena.match.BlockTask`."""

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
        OptionError: if an agent cannot be created.
        ArenaError: if an agent takes an action that its own policy never takes.
        FaultError: if an agent cannot tell its policy.

    Example:
        >>> spec = ArenaSpec(agents=("call", "all-in"), pairs=1, seed=7)
        >>> [round(hand.chips) for hand in replay_block(ReplayTask(spec, matchup=0, block=0))]
        [0, 0]
    """
    spec, matchup = task.spec, task.spec.matchups[task.matchup]
    decisions: list[KnownDecision] = []
    bots = dict(task.bots)
    agents = [bots.get(name) or replayed_agent(spec, name) for name in matchup.agents]
    with ExitStack() as stack:
        players: list[Player] = []
        for agent in agents:
            players.append(_player(spec, agent, decisions, task.hidden))
            stack.callback(players[-1].close)
        play = BlockPlay(spec, matchup, players, task.secret)
        faults = play.block(task.block).faults
    at_fault = {(fault.pair, fault.leg, fault.decision) for fault in faults}
    values, begin, hands = values_of(SHIPPED), 0, []
    policies = [_fresh_policy(spec, agent) for agent in agents]
    for row in play.hands:  # in the order in which they were played
        end = begin + len(row.record.actions)
        first = matchup.agents.index(row.record.players[row.record.button])  # slot of the button
        known = [
            # At a fault, the arena chose the action, so the agent's policy does not apply.
            each.unknown() if (row.pair, row.leg, number) in at_fault else each
            for number, each in enumerate(decisions[begin:end])
        ]
        words = raw_words(spec.seed, STREAM, task.matchup, row.pair, row.leg, count=2)
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(words.tolist())))
        try:
            chips = corrected_chips(
                row.record, known, values, rng, (policies[first], policies[1 - first])
            )
        except ArenaError as error:
            raise ArenaError(
                f"pair {row.pair}, leg {row.leg} of matchup {task.matchup}: {error}"
            ) from None
        hands.append(CorrectedHand(row, -chips if first else chips))
        begin = end
    return sorted(hands)


def _player(
    spec: ArenaSpec, named: AgentSpec, decisions: list[KnownDecision], hidden: Sequence[Path]
) -> Player:
    if named.file is None or spec.trust:
        agent = build_agent(named)
        return _AskedPlayer(InProcessPlayer(agent), decisions, agent)
    return _AskedPlayer(sandboxed_player(spec, named, hidden), decisions, None)


def _fresh_policy(spec: ArenaSpec, named: AgentSpec) -> Policy | None:
    """Return a fresh agent's policy, or None if it has none, observes events, or is slow."""
    if named.file is None or spec.trust:
        agent = build_agent(named)
        if isinstance(agent, Policy) and not hasattr(agent, "observe"):
            return None if getattr(agent, "is_costly", False) else agent
    return None


Answered = TypeVar("Answered")


class _AskedPlayer:
    """A player whose policy is recorded before each of its actions.

    Args:
        player: the player who acts.
        decisions: the list to which each decision is appended.
        agent: the player's agent, which is asked for its policy; None if it cannot be asked.
    """

    def __init__(self, player: Player, decisions: list[KnownDecision], agent: Agent | None) -> None:
        self._player, self._decisions, self._agent = player, decisions, agent
        self.name, self.observes = player.name, player.observes

    def reset(self) -> Fault | None:
        return self._player.reset()

    def begin(self, seed: int) -> None:
        """Begin a hand."""
        self._player.begin(seed)

    def act(self, observation: Observation) -> Answer | None:
        """Ask for the policy, and then for the action."""
        known = (
            KnownDecision(observation) if self._agent is None else _ask(self._agent, observation)
        )
        answer = self._player.act(observation)
        if answer is not None and answer.action is not None:
            known = known._replace(amounts=_amounts(self._agent, known, answer.action))
        self._decisions.append(known)
        return answer

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        return self._player.observe(events)

    def close(self) -> None:
        """Close the player."""
        self._player.close()


def _ask(agent: Agent, seen: Observation) -> KnownDecision:
    """Ask an agent how likely it is to take each action, with all combos or with its own combo."""
    if isinstance(agent, Policy):
        lying = np.uint64(sum(card.mask for card in seen.board))
        combos = np.flatnonzero(np.array(MASKS, np.uint64) & lying == 0)
        policy = agent
        table = _asked(agent, lambda: policy.probabilities(seen, combos))
        if table.chances.shape != (len(combos), len(table.actions)):
            raise FaultError(f"{agent.name} gives probabilities of shape {table.chances.shape}")
        return KnownDecision(seen, combos, table) if table.is_exact else KnownDecision(seen)
    mixture = _asked(agent, lambda: known_mixture(agent, seen))
    own = combo_number(*(card.index for card in seen.hole))
    return KnownDecision(seen) if mixture is None else KnownDecision(seen, np.array([own]), mixture)


def _asked(agent: Agent, question: Callable[[], Answered]) -> Answered:
    """Ask an agent about its policy; an exception that it raises counts as a fault of the agent."""
    try:
        return question()
    except HandsightError:
        raise
    except Exception as error:
        raise FaultError(f"{agent.name} raised {type(error).__name__}: {error}") from error


def _amounts(
    agent: Agent | None, known: KnownDecision, action: Action
) -> NDArray[np.float64] | None:
    amounts = getattr(agent, "amounts", None)
    if agent is None or amounts is None or known.table is None:
        return None
    done = plain(action, known.seen.legal)
    if done.kind != "raise" or done in known.table.actions:
        return None
    return np.asarray(_asked(agent, lambda: amounts(known.seen, known.combos, done.amount)))
