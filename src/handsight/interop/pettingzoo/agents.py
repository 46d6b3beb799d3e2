"""Our agents in PettingZoo's ``texas_holdem_v4`` and ``texas_holdem_no_limit_v6``.

The arrays of these environments show neither which cards are on the board nor the past actions. So
our agents see the state of the RLCard environment underneath, which shows both, but no hole cards
other than the agent's own.
"""

from __future__ import annotations

from typing import Any

from handsight.agents import Agent
from handsight.errors import OptionError
from handsight.interop.rlcard import RLCardGuest


class PettingZooGuest:
    """One of our agents as a player of PettingZoo's hold'em environments.

    Args:
        seed: seed of the agent's random numbers.
    """

    def __init__(self, agent: Agent, *, seed: int = 0) -> None:
        self._guest = RLCardGuest(agent, seed=seed)

    def act(self, env: Any) -> int | None:
        """Return the number of the agent's action, or None if the hand is over for the player.

        Args:
            env: the environment, with or without PettingZoo's wrappers.

        Raises:
            OptionError: if `env` is not a hold'em environment.
            HistoryError: if the environment's action record cannot be replayed, or leads to other
                chips or another street than the environment shows.
            IllegalActionError: if the agent's answer is not an action.
        """
        name = env.agent_selection
        if env.terminations[name] or env.truncations[name]:
            return None
        base = env.unwrapped
        there: Any = getattr(base, "env", None)
        if not hasattr(there, "get_state"):
            raise OptionError(
                f"{base} is not an environment that handsight's agents play; they play "
                "texas_holdem_v4 and texas_holdem_no_limit_v6"
            )
        state = there.get_state(base.possible_agents.index(name))
        raw = self._guest.step(state)
        numbers = zip(state["legal_actions"], state["raw_legal_actions"], strict=True)
        return next(int(number) for number, each in numbers if each == raw)
