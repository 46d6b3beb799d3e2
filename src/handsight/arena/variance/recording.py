"""Records the policies behind the decisions of a block, and removes luck from its hands.

An agent can learn from hand to hand, so only at the moment of a decision can it tell what it would
have done with other cards. So agents are asked for their policies when they act, either while a
block is played for the first time or while the block is replayed.
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
"""Separates the random numbers of hypothetical flops from all others drawn with the same seed."""

Asked = TypeVar("Asked")


class PolicyRecorder:
    """Records the policies of two players while they play a block.

    Args:
        seated: for each slot the player, and the agent to ask for its policy or None if the agent
            cannot be asked.
        is_live: whether the block is played for the first time. If so, an agent with a method
            ``policy_played`` is asked with this method right after it acts. All other agents, and
            all agents in a replay, are asked just before they act.

    Attributes:
        players: for each slot the player with which to play the block.

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
            spec: the specification of the arena.
            matchup: the matchup that was played.
            hands: all hands of the block, in the order in which they were played.
            at_fault: for each decision with a fault its pair, its leg and its number in the hand,
                from 0; the arena made these decisions in place of the agent.
            policies: policy of each slot's agent, to guess the agent's answers; see
                `corrected_chips`.

        Raises:
            ArenaError: if an agent took an action that its own policy never takes.
            FaultError: if an agent failed to state its policy.
        """
        decisions, begin, faulty = self.take(), 0, frozenset(at_fault)
        values, won = values_of(SHIPPED), []
        for row in hands:
            end = begin + len(row.record.actions)
            first = matchup.agents.index(row.record.players[row.record.button])  # button's slot
            known = [
                each.unknown() if (row.pair, row.leg, number) in faulty else each
                for number, each in enumerate(decisions[begin:end])
            ]
            rng = flop_generator(spec.seed, matchup.number, row.pair, row.leg)
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

    def take(self) -> list[KnownDecision]:
        """Return the decisions recorded so far, in order, and forget them.

        Raises:
            FaultError: if an agent failed to state its policy.
        """
        if self._error is not None:
            raise self._error
        decisions, self._decisions = self._decisions, []
        return decisions

    # --- called by the players --------------------------------------------------------------------

    def asks_afterwards(self, agent: Agent | None) -> bool:
        """Check whether to ask an agent after it has acted, rather than before it acts."""
        return self._is_live and hasattr(agent, "policy_played")

    def before(self, agent: Agent | None, seen: Observation) -> KnownDecision:
        """Return an upcoming decision with what is known about the agent's policy beforehand.

        Nothing is known if the agent cannot be asked or is asked after it acts, or after an error.
        """
        if agent is None or self._error is not None or self.asks_afterwards(agent):
            return KnownDecision(seen)
        return self._tried(KnownDecision(seen), lambda: _ask(agent, seen))

    def after(self, agent: Agent | None, known: KnownDecision, action: Action | None) -> None:
        """Record a decision that has been made, with what is known about the agent's policy.

        Args:
            agent: the agent that acted; None if the agent cannot be asked.
            known: the decision, as `before` returned it.
            action: the agent's action; None if the agent gave no answer or its answer is a fault.
        """
        if agent is not None and action is not None and self._error is None:
            before = known  # the lambdas below need a name that is not reassigned
            if self.asks_afterwards(agent):
                known = self._tried(known, lambda: _ask_afterwards(agent, before.seen))
            else:
                amounts = self._tried(None, lambda: _amounts(agent, before, action))
                known = known._replace(amounts=amounts)
        self._decisions.append(known)

    def _tried(self, usual: Asked, question: Callable[[], Asked]) -> Asked:
        """Ask an agent a question, and return its answer.

        An error in a replay is raised. An error in a block that is played for the first time is
        kept for `corrected`, and no agent is asked again. The block continues without the
        correction, and a replay of the block raises the error.

        Args:
            usual: the value to return after an error.
            question: the function that asks the agent.
        """
        try:
            return question()
        except Exception as error:
            if not self._is_live:
                raise
            self._error = error
            return usual


def flop_generator(seed: int, *numbers: int) -> np.random.Generator:
    """Return a generator for the alternative flops of one hand.

    Args:
        seed: seed of the arena or of the measurement.
        numbers: the numbers of the hand, such as those of its matchup, pair and leg.
    """
    words = raw_words(seed, STREAM, *numbers, count=2)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words.tolist())))


def fresh_policy(agent: Agent) -> Policy | None:
    """Return a policy that guesses what an agent would do.

    Args:
        agent: the agent, which has not played yet.

    Returns:
        The agent itself. For a slow agent, whose ``is_costly`` is true, what its method
        ``quick_policy`` returns. None if a slow agent has no such method, and for an agent that has
        no policy or observes the events of hands.

    Example:
        >>> from handsight.agents import agent
        >>> fresh_policy(agent("loki")) is None, fresh_policy(agent("call")) is None
        (True, False)
        >>> fresh_policy(agent("resolver")).name
        'blueprint'
    """
    if not isinstance(agent, Policy) or hasattr(agent, "observe"):
        return None
    if getattr(agent, "is_costly", False):
        quick = getattr(agent, "quick_policy", None)
        return None if quick is None else quick()
    return agent


class _AskedPlayer:
    """A player whose policy is recorded whenever it acts.

    Args:
        player: the player.
        agent: the agent to ask for its policy; None if the agent cannot be asked.
        recorder: the recorder that asks the agent and records the answers.
    """

    def __init__(self, player: Player, agent: Agent | None, recorder: PolicyRecorder) -> None:
        self._player, self._agent, self._recorder = player, agent, recorder
        self.name, self.observes = player.name, player.observes

    def reset(self) -> Fault | None:
        return self._player.reset()

    def begin(self, seed: int) -> None:
        self._player.begin(seed)

    def act(self, observation: Observation) -> Answer | None:
        """Ask for the action, and for the policy either before or after the action."""
        known = self._recorder.before(self._agent, observation)
        answer = self._player.act(observation)
        self._recorder.after(self._agent, known, answer.action if answer is not None else None)
        return answer

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        return self._player.observe(events)

    def close(self) -> None:
        self._player.close()


# --- asking ---------------------------------------------------------------------------------------


def _ask(agent: Agent, seen: Observation) -> KnownDecision:
    """Ask an agent for its policy with every combo, or else only with the combo that it holds.

    Combos with a card of the board are left out. If the agent states no exact policy, the
    returned decision has none.
    """
    if isinstance(agent, Policy):
        return _ask_for_all(agent, seen, agent.probabilities)
    mixture = _asked(agent, lambda: known_mixture(agent, seen))
    own = combo_number(*(card.index for card in seen.hole))
    return KnownDecision(seen) if mixture is None else KnownDecision(seen, np.array([own]), mixture)


def _ask_afterwards(agent: Agent, seen: Observation) -> KnownDecision:
    """Ask an agent that has just acted for the policy that it followed, with every combo."""
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
    """Ask an agent about its policy.

    Raises:
        FaultError: if the agent raises an exception that is not handsight's own.
    """
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
