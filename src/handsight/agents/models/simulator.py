"""The simulator, which adds the value of later streets to Loki's values.

Loki assumes that there is no betting after the current street. The simulator plays hands out to
their end, by selective sampling with the same opponent model. Otherwise, it decides as Loki does.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from handsight.agents.models.action_values import ActionValuation
from handsight.agents.models.loki import ActionChoice, LokiPlayer, decision_of
from handsight.agents.models.selective_sampling import Clock, SampledValuation
from handsight.agents.protocol import Decision, Number, stream_for
from handsight.errors import OptionError
from handsight.game import Observation
from handsight.runtime.integers import require_drawable


@dataclass
class SimulatorPlayer(LokiPlayer):
    """Plays like Loki, but plays hands on to their end before it decides.

    Args:
        trials: maximum number of hands that the agent plays out to value an action. It plays out
            hands only against one opponent, and not on the river.
        milliseconds: limit on the wall time of a decision in milliseconds, for which the agent
            plays fewer trials if necessary; 0 for no limit. With a limit, decisions can depend on
            the machine.

    Raises:
        OptionError: if ``trials`` is below 1 or too large, or another number is below 0.

    Source:
        Billings, Pena, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to
        Play Poker", AAAI-99, for selective sampling. Sampling only the difference from a showdown
        without bets is our own idea.
    """

    family: ClassVar[str] = "simulation"
    source: ClassVar[str] = "Billings et al. 1999"

    name: str = "simulator"
    trials: int = 256
    milliseconds: float = 0.0

    mixes_exactly: ClassVar[bool] = False
    """False, because the agent samples its values, so its exact probabilities are unknown."""

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise OptionError(f"trials is {self.trials}; it must be a whole number above 0")
        require_drawable("trials", self.trials)
        if not self.milliseconds >= 0:
            raise OptionError(
                f"milliseconds is {self.milliseconds}; it must be a number, 0 or more"
            )
        super().__post_init__()
        self._clock = Clock(self.milliseconds)

    def choose(self, observation: Observation, rng: Random) -> ActionChoice:
        """Value the actions to consider, and draw one of them, within the time limit, if any."""
        self._clock.begin()
        return super().choose(observation, rng)

    def valuation(self, seen: Observation, rng: Random) -> ActionValuation:
        """Prepare a valuation that samples the later streets."""
        return SampledValuation(seen, self.model, self.trials, self._clock, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, its reason, and the numbers behind it.

        If the agent valued an action by trials, the numbers include the maximum number of trials
        for each value, and the smallest number that was played and counts for any value.
        """
        choice = self.choose(observation, stream_for(rng))
        decision, valuation = decision_of(choice), choice.valuation
        numbers: dict[str, Number] = {**decision.numbers}
        if isinstance(valuation, SampledValuation) and valuation.played:
            numbers["trials for each value"] = self.trials
            numbers["fewest that were played"] = min(valuation.played)
        return decision._replace(numbers=numbers)
