"""A table as an `AECEnv` of PettingZoo, which the extra ``envs`` installs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.envs.encoding import Encoding
from handsight.envs.tables import TableBatch
from handsight.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    AECEnv = None

_AECEnv: Any = AECEnv or object


class HoldemAECEnv(_AECEnv):  # type: ignore[misc]
    """A table at which every player is an agent; the agents are ``"seat_0"``, ``"seat_1"`` ...

    An episode is one hand. Rewards are in big blinds, and agents receive them when the hand ends.
    An observation is a dictionary with ``"observation"`` and ``"action_mask"``.

    Args:
        seats: the number of players at the table.
        encoding: the encoding of the observations: ``"compact"`` or ``"features"``, whose unit is
            100 big blinds; see `handsight.envs.observations`.
        options: further options of `TableBatch`; ``opponents`` and ``pause`` have no effect, and
            the choices cannot be amounts. By default, an illegal action raises an error.

    Raises:
        MissingExtraError: if PettingZoo is not installed.
        OptionError: if an argument is invalid.
    """

    metadata = {"render_modes": [], "name": "handsight_holdem_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        seats: int = 2,
        *,
        encoding: str = "compact",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if AECEnv is None:
            raise MissingExtraError("PettingZoo is not installed: pip install 'handsight[envs]'")
        super().__init__()
        self.render_mode = render_mode
        self.batch = TableBatch(1, seats, **{**options, "opponents": "outside", "pause": True})
        if self.batch.choices.amounts:
            raise OptionError(
                "the actions of an AECEnv must be choices, because amounts have no mask"
            )
        shown = Encoding.of(encoding, self.batch)
        self._encoding = shown
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        choices = len(self.batch.choices.names)
        low, high = shown.bounds
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, (shown.width,), shown.dtype),
                    "action_mask": spaces.Box(0, 1, (choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand, or the first hand of a seed if you pass a seed.

        The first call without a seed draws a random one. The options are ignored.
        """
        fresh = seed is not None or not self.batch.is_dealt
        _, mask = self.batch.reset(seed) if fresh else self.batch.new_hands()
        self._mask = mask[0].astype(np.int8)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.actors[0]]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation and legal choices; no choice is legal out of turn."""
        seat = self.possible_agents.index(agent)
        is_turn = self.batch.actors[0] == seat
        return {
            "observation": self._encoding(self.batch.observe(seat))[0],
            "action_mask": self._mask.copy() if is_turn else np.zeros_like(self._mask),
        }

    def step(self, action: int | None) -> None:
        """Apply the action of the agent to act; once the hand is over, the action must be None.

        Raises:
            IllegalActionError: if the action is illegal, unless the option ``illegal`` is
                ``"fold"``.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        step = self.batch.step(np.array([action]))
        self._mask = step.mask[0].astype(np.int8)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if step.done[0]:
            won = step.rewards[0] / self.batch.rules.big_blind
            self.rewards = dict(zip(self.agents, won.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.agents[self.batch.actors[0]]
        self._accumulate_rewards()
