"""Simulator: Loki's values, and what later streets add to them.

Loki takes hands to go to the showdown once the street's betting is over. The simulator plays them
on, by selective sampling over the same opponent model, and otherwise decides as Loki does.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from handsight.agents.action_values import Position
from handsight.agents.loki import LokiPlayer, Thought, explained
from handsight.agents.protocol import Decision, Number, stream_for
from handsight.agents.selective_sampling import Clock, SampledPosition
from handsight.errors import OptionError
from handsight.game import Observation
from handsight.runtime.integers import require_drawable


@dataclass
class SimulatorPlayer(LokiPlayer):
    """Plays like Loki, and plays hands on to their end before it decides.

    Args:
        name: what it is called.
        mixing: as of `loki`.
        trials: hands that are played on for each value.
        milliseconds: for a decision, wall time; where that is short, fewer trials are played. 0 for
            no bound. With a bound, decisions may depend on the machine.

    Raises:
        OptionError: for less than one trial, or a number below 0.

    Source:
        Billings, Pena, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to
        Play Poker", AAAI-99, for selective sampling. What is sampled here, the difference to a
        showdown without bets, is ours.
    """

    name: str = "simulator"
    trials: int = 256
    milliseconds: float = 0.0

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise OptionError(f"trials is {self.trials}; it takes a whole number above 0")
        require_drawable("trials", self.trials)
        if not self.milliseconds >= 0:
            raise OptionError(f"milliseconds is {self.milliseconds}; it takes a number from 0 up")
        super().__post_init__()
        self._clock = Clock(self.milliseconds)

    def think(self, observation: Observation, rng: Random) -> Thought:
        """Value all actions and draw one, within the time that there is.

        Args:
            observation: what the player may know.
            rng: seeds the trials, and draws one number.
        """
        self._clock.begin()
        return super().think(observation, rng)

    def position(self, seen: Observation, rng: Random) -> Position:
        """Lay out a decision whose later streets are sampled.

        Args:
            seen: what the player may know.
            rng: seeds the trials.
        """
        return SampledPosition(seen, self.model, self.trials, self._clock, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Give the action, what decided, and the numbers behind it, the trials among them.

        Args:
            observation: what the player may know.
            rng: as in `act`; the same stream gives the same action. None if that does not matter.
        """
        thought = self.think(observation, stream_for(rng))
        told, position = explained(thought), thought.position
        numbers: dict[str, Number] = {**told.numbers}
        if isinstance(position, SampledPosition) and position.played:
            numbers["trials for each value"] = self.trials
            numbers["fewest that were played"] = min(position.played)
        return told._replace(numbers=numbers)
