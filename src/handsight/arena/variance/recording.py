"""Records what is known of the decisions of a block, and removes luck from its hands.

What an agent would have done with other cards is known only at the moment of its decision, because
it may have learned from earlier hands. So each agent is asked for its policy when it acts: while a
block is played for the first time, or while it is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from handsight.agents.policy import Policy, PolicyTable, known_mixture, plain
from handsight.arena.players import Answer, Fault, Player
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.variance.aivat_hands import KnownDecision, corrected_chips
from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.values import values_of
from handsight.errors import ArenaError, FaultError, HandsightError
from handsight.formats.hand_log import HandRow
from handsight.ranges.combos import combo_number
from handsight.ranges.suits import combo_tables
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.agents import Agent, AgentEvent
    from handsight.game import Action, Observation

STREAM = 0xA1BA7
"""Separates the random numbers of hypothetical flops from all others of the seed."""

Asked = TypeVar("Asked")


class PolicyRecorder:
    """Records the policies of two players while they play a block.

    Args:
        seated: the players of the matchup, by slot, each with the agent to ask for its policy; None
            if that agent cannot be asked.
        is_live: whether the block is played for the first time. An agent with a method
            ``policy_played`` is then asked for that, right after it acts; all others, and in a
            replay all agents, are asked for their policy just before they act.

    Attributes:
        players: the players to play the block with.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.arena.match import BlockPlay
        >>> from handsight.arena.players import InProcessPlayer
        >>> spec = ArenaSpec(agents=("call", "all-in"), pairs=1, seed=7)
        >>> agents = [agent(name) for name in spec.agents]
        >>> recorder = PolicyRecorder([(InProcessPlayer(each), each) for each in agents])
        >>> play = BlockPlay(spec, spec.matchups[0], recorder.players)
        >>> faults = play.block(0).faults
        >>> won = recorder.corrected(spec, spec.matchups[0], play.hands, [], (None, None))
        >>> [round(chips) for chips in won]
        [0, 0]
    """

    def __init__(
        self, seated: Sequence[tuple[Player, Agent | None]], *, is_live: bool = False
    ) -> None:
        self._decisions: list[KnownDecision] = []
        self._error: Exception | None = None
        self._is_live = is_live
        self.players: list[Player] = [_AskedPlayer(*each, self) for each in seated]

    def corrected(
        self,
        spec: ArenaSpec,
        matchup: ArenaMatchup,
        hands: Sequence[HandRow],
        at_fault: Iterable[tuple[int, int, int]],
        policies: tuple[Policy | None, Policy | None],
    ) -> list[float]:
        """Return the chips that the agent of the first slot won in each hand, without luck.

        Args:
            hands: all hands of the block, in the order in which they were played.
            at_fault: pair, leg and number of each decision with a fault; at these, the arena
                decided rather than the agent.
            policies: policies of the agents by slot, to guess their answers; see `corrected_chips`.

        Raises:
            ArenaError: if an agent took an action that its own policy never takes.
            FaultError: if an agent could not tell its policy.
        """
        if self._error is not None:
            raise self._error
        values, begin, faulty = values_of(SHIPPED), 0, frozenset(at_fault)
        won = []
        for row in hands:
            end = begin + len(row.record.actions)
            first = matchup.agents.index(row.record.players[row.record.button])  # has the button
            known = [
                each.unknown() if (row.pair, row.leg, number) in faulty else each
                for number, each in enumerate(self._decisions[begin:end])
            ]
            words = raw_words(spec.seed, STREAM, matchup.number, row.pair, row.leg, count=2)
            rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(words.tolist())))
            try:
                chips = corrected_chips(
                    row.record, known, values, rng, (policies[first], policies[1 - first])
                )
            except ArenaError as error:
                raise ArenaError(
                    f"pair {row.pair}, leg {row.leg} of matchup {matchup.number}: {error}"
                ) from None
            won.append(-chips if first else chips)
            begin = end
        return won

    # --- called by the players --------------------------------------------------------------------

    def asks_afterwards(self, agent: Agent | None) -> bool:
        """Return whether to ask an agent after it has acted, rather than before."""
        return self._is_live and hasattr(agent, "policy_played")

    def before(self, agent: Agent | None, seen: Observation) -> KnownDecision:
        """Return what is known of a decision before it is made."""
        if agent is None or self._error is not None or self.asks_afterwards(agent):
            return KnownDecision(seen)
        return self._tried(KnownDecision(seen), lambda: _ask(agent, seen))

    def after(self, agent: Agent | None, known: KnownDecision, action: Action | None) -> None:
        """Record a decision, with what is known of it once it is made."""
        if agent is not None and action is not None and self._error is None:
            before = known  # a name that is not assigned again, for the functions below
            if self.asks_afterwards(agent):
                known = self._tried(known, lambda: _ask_afterwards(agent, before.seen))
            else:
                amounts = self._tried(None, lambda: _amounts(agent, before, action))
                known = known._replace(amounts=amounts)
        self._decisions.append(known)

    def _tried(self, usual: Asked, question: Callable[[], Asked]) -> Asked:
        """Ask a question. In a block that is played for the first time, an error only ends asking.

        Nothing but the correction is then lost: the block goes on, and a replay says what is wrong.
        """
        try:
            return question()
        except Exception as error:
            if not self._is_live:
                raise
            self._error = error
            return usual


def fresh_policy(agent: Agent) -> Policy | None:
    """Return a fresh agent as a policy to guess with; None if it has none, observes, or is slow.

    Example:
        >>> from handsight.agents import agent
        >>> fresh_policy(agent("loki")) is None, fresh_policy(agent("call")) is None
        (True, False)
    """
    if not isinstance(agent, Policy) or hasattr(agent, "observe"):
        return None
    return None if getattr(agent, "is_costly", False) else agent


class _AskedPlayer:
    """A player whose policy is recorded at each of its actions.

    Args:
        agent: the player's agent, to be asked; None if it cannot be asked.
    """

    def __init__(self, player: Player, agent: Agent | None, recorder: PolicyRecorder) -> None:
        self._player, self._agent, self._recorder = player, agent, recorder
        self.name, self.observes = player.name, player.observes

    def reset(self) -> Fault | None:
        return self._player.reset()

    def begin(self, seed: int) -> None:
        """Begin a hand."""
        self._player.begin(seed)

    def act(self, observation: Observation) -> Answer | None:
        """Ask for the action, and before it or after it for the policy."""
        known = self._recorder.before(self._agent, observation)
        answer = self._player.act(observation)
        self._recorder.after(self._agent, known, answer.action if answer is not None else None)
        return answer

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        return self._player.observe(events)

    def close(self) -> None:
        """Close the player."""
        self._player.close()


# --- asking ---------------------------------------------------------------------------------------


def _ask(agent: Agent, seen: Observation) -> KnownDecision:
    """Ask an agent for the chances of its actions, with all combos or with the one it holds."""
    if isinstance(agent, Policy):
        return _ask_for_all(agent, seen, agent.probabilities)
    mixture = _asked(agent, lambda: known_mixture(agent, seen))
    own = combo_number(*(card.index for card in seen.hole))
    return KnownDecision(seen) if mixture is None else KnownDecision(seen, np.array([own]), mixture)


def _ask_afterwards(agent: Agent, seen: Observation) -> KnownDecision:
    """Ask an agent that has just acted how likely each action was with every combo."""
    return _ask_for_all(agent, seen, agent.policy_played)  # type: ignore[attr-defined]


def _ask_for_all(
    agent: Agent,
    seen: Observation,
    question: Callable[[Observation, NDArray[np.int64]], PolicyTable],
) -> KnownDecision:
    lying = np.uint64(sum(card.mask for card in seen.board))
    combos = np.flatnonzero(combo_tables()[0] & lying == 0)
    table = _asked(agent, lambda: question(seen, combos))
    if table.chances.shape != (len(combos), len(table.actions)):
        raise FaultError(f"{agent.name} gives probabilities of shape {table.chances.shape}")
    return KnownDecision(seen, combos, table) if table.is_exact else KnownDecision(seen)


def _asked(agent: Agent, question: Callable[[], Asked]) -> Asked:
    """Ask an agent about its policy; whatever it raises is its fault."""
    try:
        return question()
    except HandsightError:
        raise
    except Exception as error:
        raise FaultError(f"{agent.name} raised {type(error).__name__}: {error}") from error


def _amounts(agent: Agent, known: KnownDecision, action: Action) -> NDArray[np.float64] | None:
    amounts = getattr(agent, "amounts", None)
    if amounts is None or known.table is None:
        return None
    done = plain(action, known.seen.legal)
    if done.kind != "raise" or done in known.table.actions:
        return None
    return np.asarray(_asked(agent, lambda: amounts(known.seen, known.combos, done.amount)))
