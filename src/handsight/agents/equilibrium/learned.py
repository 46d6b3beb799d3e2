"""The agent `learned`, which plays by a network trained through self-play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from handsight.agents.policy import PolicyTable
from handsight.agents.protocol import Decision, Number, drawn_by_shares, stream_for
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.game import Action, Observation
from handsight.learning import LearnedPolicy, learned_policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FALLBACK = EhsPlayer()
"""The agent that plays games for which the policy was not trained."""


@dataclass
class LearnedPlayer:
    """Plays by a network that was trained by self-play.

    With any number of players other than the one it was trained for, in fixed limit, and with antes
    or straddles, it plays as `ehs`. It measures chips in big blinds, and treats stacks deeper than
    its training stacks as equal to them.

    Args:
        file: policy file made by ``handsight train policy``; empty for the shipped policy, which is
            for two players with 100 big blinds. ``learned:FILE`` is short for
            ``learned:file=FILE``.

    Raises:
        OptionError: if the file cannot be read.
        InputError: if the file is damaged or has another version, or if its policy was trained with
            other buckets of hands.

    Source:
        M. Rudolph et al., "Reevaluating Policy Gradient Methods for Imperfect-Information Games",
        2025. L. F. Teófilo, L. P. Reis and H. Lopes Cardoso, "Computing Card Probabilities in Texas
        Hold'em", CISTI 2013, name reinforcement learning as a way to make such agents.
    """

    family: ClassVar[str] = "reinforcement learning"
    source: ClassVar[str] = "CISTI-2013"

    name: str = "learned"
    file: str = ""

    def __post_init__(self) -> None:
        self.policy()

    def policy(self) -> LearnedPolicy:
        """Return the policy that the agent plays."""
        return learned_policy(self.file)

    def data_files(self) -> dict[str, Path]:
        """Return {name: path} of the policy's file, or {} for the policy that ships."""
        return {self.file: Path(self.file)} if self.file else {}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        if not self.policy().knows(observation):
            return FALLBACK.act(observation, rng)
        return drawn_by_shares(self.policy().shares(observation), rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, with the network's probability of each action.

        In games for which the network was not trained, the decision is that of `FALLBACK`.
        """
        if not self.policy().knows(observation):
            decision = FALLBACK.explain(observation)
            return decision._replace(reason=f"not the game of the network; {decision.reason}")
        shares = self.policy().shares(observation)
        numbers: dict[str, Number] = {str(action): share for action, share in shares.items()}
        action = drawn_by_shares(shares, stream_for(rng))
        return Decision(action, "drawn by the network's shares", numbers)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probability of each action with each of many hands.

        Args:
            observation: the observation, whose hole cards are ignored.
            combos: int64[n], numbers of the combos that the agent might hold, 0..1325.
        """
        if not self.policy().knows(observation):
            return FALLBACK.probabilities(observation, combos)
        return PolicyTable(*self.policy().policy(observation, combos))
