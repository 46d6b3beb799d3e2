"""Policies: how likely an agent is to take each action with each of many combos.

An agent that knows the probabilities of its actions has a method ``probabilities``. Any other agent
is asked for an action with one combo after another, which is slower and not always exact; see
`AskedPolicy`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np

from handsight.agents.protocol import Agent, action_of
from handsight.cards import CardSet
from handsight.errors import FaultError
from handsight.game import Action, Observation
from handsight.game.legal import LegalActions
from handsight.ranges.combos import MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWS = 16
"""The default number of times to ask an agent that decides at random about each combo."""

ANY_RAISE = Action("raise")
"""An action that represents all bets and raises whose amounts a table does not list."""


class PolicyTable(NamedTuple):
    """The probabilities of k actions with each of n combos.

    Attributes:
        actions: the k actions: folds, calls (which also represent checks) and raises to a street
            total (which also represent bets). At most one of the actions is `ANY_RAISE`.
        chances: float64[n, k], the probability of each action with each combo; each row adds up
            to 1.
        is_exact: whether the agent itself stated these probabilities; otherwise, they are
            estimates.

    Example:
        >>> table = PolicyTable((Action.fold(), ANY_RAISE), np.array([[0.25, 0.75]]))
        >>> table.of(Action.fold()), table.of(Action.raise_to(300)), table.of(Action.call())
        (array([0.25]), array([0.75]), array([0.]))
    """

    actions: tuple[Action, ...]
    chances: NDArray[np.float64]
    is_exact: bool = True

    def of(self, action: Action) -> NDArray[np.float64]:
        """Return the probability of an action with each combo: float64[n].

        For a raise that the table does not list, the result is the probability of `ANY_RAISE`, if
        the table lists `ANY_RAISE`; the table does not tell how likely the amount of the raise is.
        In all other cases, the result for an action that the table does not list is 0.

        Args:
            action: the action in the form that `plain` returns.
        """
        for named in (action, ANY_RAISE) if action.kind == "raise" else (action,):
            if named in self.actions:
                return np.asarray(self.chances[:, self.actions.index(named)])
        return np.zeros(len(self.chances))


@runtime_checkable
class Policy(Protocol):
    """An object that knows how likely an agent is to take each action.

    An agent can be its own policy. If its tables list `ANY_RAISE` and its cards affect the amounts
    of raises, it also has a method ``amounts(observation, combos, total)``. This method returns for
    each combo the probability that a raise that is not listed is a raise to this total: float64[n].

    A slow agent can also have a method ``policy_played(observation, combos)``. This method is
    called right after ``act``, with the same observation, and returns the probabilities with which
    the agent has just drawn its action. The call is fast, because the agent has already computed
    these probabilities.

    Example:
        >>> from handsight.agents import agent
        >>> isinstance(agent("call"), Policy)
        True
    """

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probabilities of all actions at a decision of the agent.

        Args:
            observation: the agent's observation, whose hole cards are ignored.
            combos: int64[n], the combos to use instead of the hole cards, as combo numbers of
                `handsight.ranges.combos`; no combo shares a card with the board.
        """
        ...


def policy_of(agent: Agent, draws: int = DRAWS) -> Policy:
    """Return an agent's own policy, or else a policy that asks the agent about each combo.

    Args:
        agent: the agent.
        draws: the number of times to ask an agent that decides at random about each combo; see
            `AskedPolicy`.

    Example:
        >>> from handsight.agents import agent
        >>> type(policy_of(agent("call"))).__name__, type(policy_of(agent("loki"))).__name__
        ('Caller', 'AskedPolicy')
    """
    return agent if isinstance(agent, Policy) else AskedPolicy(agent, draws)


def likelihood(
    policy: Policy,
    table: PolicyTable,
    observation: Observation,
    combos: NDArray[np.int64],
    action: Action,
) -> NDArray[np.float64]:
    """Return the likelihood of an action with each combo: float64[n].

    The likelihoods can lack a factor that all combos share, because Bayes' rule does not need it.

    Args:
        policy: the policy of the agent that took the action.
        table: the policy's probabilities for this observation and these combos.
        observation: the agent's observation.
        combos: int64[n], the numbers of the combos.
        action: the action that the agent took.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> seen = HandCursor(HandState.start(Rules(), [9000, 9000], 0, seed=7)).observation()
        >>> caller, combos = agent("call"), np.arange(3)
        >>> table = caller.probabilities(seen, combos)
        >>> likelihood(caller, table, seen, combos, Action.call())
        array([1., 1., 1.])
    """
    action = plain(action, observation.legal)
    chances = table.of(action)
    amounts = getattr(policy, "amounts", None)
    if amounts is None or action.kind != "raise" or action in table.actions:
        return chances
    return np.asarray(chances * amounts(observation, combos, action.amount))


def plain(action: Action, legal: LegalActions) -> Action:
    """Convert an action to the form that policies use: a fold, a call, or a raise to a total.

    A check becomes a call, and a bet becomes a raise. An all-in becomes a raise to the maximum, or
    a call if no raise is legal. A bet or raise without an amount becomes a raise to the maximum.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> legal = HandState.start(Rules(), [1000, 1000], button=0, seed=1).legal_actions
        >>> plain(Action.all_in(), legal), plain(Action.check(), legal).kind
        (Action(kind='raise', amount=1000), 'call')
    """
    kind, amount = action
    if kind == "all-in":
        return Action.raise_to(legal.raise_max) if legal.can_raise else Action.call()
    if kind in ("bet", "raise"):
        return Action.raise_to(amount or legal.raise_max)
    return Action.fold() if kind == "fold" else Action.call()


def alike(
    chances: Mapping[Action, float], observation: Observation, combos: NDArray[np.int64]
) -> PolicyTable:
    """Return the policy table of an agent that ignores its cards.

    Args:
        chances: {action: probability}; the probabilities add up to 1. A raise to 0 is `ANY_RAISE`.
        observation: the agent's observation.
        combos: int64[n], the numbers of the combos.
    """
    row = _written(chances, observation)
    return PolicyTable(tuple(row), np.tile([*row.values()], (len(combos), 1)))


def chosen(
    actions: Sequence[Action], which: NDArray[np.int64], *, is_exact: bool = True
) -> PolicyTable:
    """Return the policy table of an agent that always takes the same action with the same combo.

    Args:
        actions: the actions that the agent takes with at least one combo.
        which: int64[n], the index in ``actions`` of the action for each combo.
        is_exact: whether the agent itself stated its actions.

    Example:
        >>> chosen((Action.fold(), Action.call()), np.array([1, 0])).chances.tolist()
        [[0.0, 1.0], [1.0, 0.0]]
    """
    return PolicyTable(tuple(actions), np.eye(len(actions))[which], is_exact)


def known_mixture(agent: Agent, observation: Observation) -> PolicyTable | None:
    """Return the probabilities of an agent's actions with its own cards, as a table with one row.

    The agent must have a method ``mixture(observation)`` and a true attribute ``mixes_exactly``,
    which declares that the agent draws its actions by the probabilities of ``mixture`` alone.

    Returns:
        The table, or None if the agent has no such method, or the attribute is missing or false.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> seen = HandCursor(HandState.start(Rules(), [9000, 9000], 0, seed=7)).observation()
        >>> table = known_mixture(agent("loki"), seen)
        >>> float(table.chances.sum()), known_mixture(agent("simulator"), seen)
        (1.0, None)
    """
    mixture = getattr(agent, "mixture", None)
    if mixture is None or not getattr(agent, "mixes_exactly", False):
        return None
    row = _written(mixture(observation), observation)
    return PolicyTable(tuple(row), np.array([[*row.values()]]))


# --- asked about each combo -----------------------------------------------------------------------


class AskedPolicy:
    """A policy that asks an agent what it does with each combo.

    Each question is put to a copy of the agent, so that the agent itself does not remember it. The
    copy sees the observation with the combo in place of the agent's cards, but has not seen the
    events of the hand. So an agent that needs these events, because the list of actions in the
    observation is not enough for it, can answer differently than at the table.

    An agent that draws random numbers is asked several times about each combo, and the shares of
    its answers are estimates. An agent with a method ``mixture(observation)``, which returns the
    probability of each action with the cards in the observation, is asked once about each combo,
    through this method. If several actions are possible with at least one of the combos, all raises
    are counted together as `ANY_RAISE`, because the same amount rarely recurs. No table counts as
    exact.

    Args:
        agent: the agent.
        draws: the number of times to ask about each combo if the agent draws random numbers.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> seen = HandCursor(HandState.start(Rules(), [9000, 9000], 0, seed=7)).observation()
        >>> table = AskedPolicy(agent("potential-hand")).probabilities(seen, np.arange(3))
        >>> table.chances.shape, table.is_exact
        ((3, 1), False)

    Raises:
        FaultError: in `probabilities`, if the agent's ``act`` raises an exception, or does not
            answer with an action.
    """

    def __init__(self, agent: Agent, draws: int = DRAWS) -> None:
        self.agent, self.draws = deepcopy(agent), draws

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Ask the agent about each combo, and return its answers as estimated probabilities."""
        rows = [
            self._row(observation._replace(hole=CardSet.from_mask(MASKS[combo])))
            for combo in combos.tolist()
        ]
        if any(len(row) > 1 for row in rows):
            rows = [_raises_together(row) for row in rows]
        actions = tuple(sorted({action for row in rows for action in row}))
        chances = np.array([[row.get(action, 0.0) for action in actions] for row in rows])
        return PolicyTable(actions, chances.reshape(len(rows), len(actions)), is_exact=False)

    def _row(self, seen: Observation) -> Mapping[Action, float]:
        """Return the agent's probability of each action with the cards in an observation."""
        mixture = getattr(deepcopy(self.agent), "mixture", None)
        if mixture is not None:
            return _written(mixture(seen), seen)
        # The same random streams for all combos, so that luck causes no differences between combos.
        rng = WatchedRandom(0)
        answers = [self._answer(seen, rng)]
        if rng.was_used:
            answers += [self._answer(seen, Random(number)) for number in range(1, self.draws)]
        return _written(Counter(answers), seen)

    def _answer(self, seen: Observation, rng: Random) -> Action:
        try:
            action = action_of(deepcopy(self.agent).act(seen, rng), seen)
        except (Exception, SystemExit) as error:
            raise FaultError(f"{self.agent.name} raised {type(error).__name__}: {error}") from error
        if not isinstance(action, Action):
            raise FaultError(f"{self.agent.name} answered {action!r:.100}, which is not an Action")
        return action


class WatchedRandom(Random):
    """A generator of random numbers that remembers whether it was used.

    Example:
        >>> rng = WatchedRandom(0)
        >>> before = rng.was_used
        >>> number = rng.randint(1, 6)
        >>> before, rng.was_used
        (False, True)
    """

    was_used = False

    def random(self) -> float:
        """Draw a number from 0 to 1, excluding 1."""
        self.was_used = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Draw an integer of `k` random bits."""
        self.was_used = True
        return super().getrandbits(k)


def _written(counts: Mapping[Action, float], seen: Observation) -> Mapping[Action, float]:
    """Return {action: share}, with the actions converted by `plain`.

    Args:
        counts: {action: count or probability}, in any form of the action.
        seen: the observation.
    """
    row: dict[Action, float] = {}
    for action, count in counts.items():
        named = action if action == ANY_RAISE else plain(action, seen.legal)
        row[named] = row.get(named, 0.0) + count
    whole = sum(row.values())
    return {action: count / whole for action, count in row.items()}


def _raises_together(row: Mapping[Action, float]) -> Mapping[Action, float]:
    together: dict[Action, float] = {}
    for action, chance in row.items():
        named = ANY_RAISE if action.kind == "raise" else action
        together[named] = together.get(named, 0.0) + chance
    return together
