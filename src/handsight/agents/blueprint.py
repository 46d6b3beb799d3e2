"""The blueprint: a strategy for the whole hand, learnt by playing against itself."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from handsight.agents.ehs import EhsPlayer
from handsight.agents.policy import PolicyTable
from handsight.agents.protocol import Decision, Number, stream_for
from handsight.blueprint import MixedPolicy, blueprint_of
from handsight.errors import OptionError
from handsight.game import Action, Observation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint

NAMELESS = EhsPlayer()
"""Plays where the blueprint has nothing to say: among three or more, and off its tree."""


@dataclass
class BlueprintPlayer:
    """Plays heads-up by a strategy that was learnt against itself.

    Where three or more take part, and on lines that its tree has not, it plays as `ehs`.

    Args:
        stack: of the blueprint, in big blinds; 100 ships, others are made by ``handsight train
            blueprint``.
        limit: whether the game has bets of fixed sizes.
        file: of a blueprint; empty for the one of the stack.
        least: actions that are taken less often than this are left out, 0..0.5.

    Raises:
        OptionError: if there is no such blueprint, or for a share that is none.

    Source:
        M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret
        Minimization in Extensive Games", NeurIPS 2009.
    """

    name: str = "blueprint"
    stack: int = 100
    limit: bool = False
    file: str = ""
    least: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.least <= 0.5:
            raise OptionError(f"least is {self.least}; it takes a share from 0 to 0.5")
        self.blueprint()

    def blueprint(self) -> Blueprint:
        """Give the strategy that it plays by."""
        return blueprint_of(self.stack, self.limit, self.file)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        return self.explain(observation, rng).action

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Give the action, and how often the blueprint takes each."""
        policy = self._policy(observation)
        if not policy.actions:
            decision = NAMELESS.explain(observation)
            return decision._replace(reason=f"the blueprint has no such line; {decision.reason}")
        shares = policy.shares[0]
        drawn, chosen = stream_for(rng).random(), 0
        for number, share in enumerate(shares):
            if drawn >= 0 and share > 0:
                chosen = number
                drawn -= share
        numbers: dict[str, Number] = {
            str(action): float(share) for action, share in zip(policy.actions, shares, strict=True)
        }
        return Decision(policy.actions[chosen], "the blueprint's shares", numbers)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Give how often it takes each action with each of many hands.

        Args:
            combos: numbers of the hands that it might hold, 0..1325.
        """
        policy = self._policy(observation, combos)
        if not policy.actions:
            return NAMELESS.probabilities(observation, combos)
        return PolicyTable(policy.actions, policy.shares)

    def _policy(self, seen: Observation, combos: NDArray[np.int64] | None = None) -> MixedPolicy:
        if len(seen.start_stacks) != 2:
            return MixedPolicy((), np.zeros((1, 0)))
        policy = self.blueprint().policy(seen, combos)
        if not policy.actions or not self.least:
            return policy
        shares = np.where(policy.shares < self.least, 0, policy.shares)
        return policy._replace(shares=shares / shares.sum(1, keepdims=True))
