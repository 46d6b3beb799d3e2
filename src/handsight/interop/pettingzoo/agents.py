"""Our agents in PettingZoo's ``texas_holdem_v4`` and ``texas_holdem_no_limit_v6``.

Their arrays do not say which cards lie on the board, nor what was done; the environments of RLCard
underneath do, and give an agent its own cards only.
"""

from __future__ import annotations

from typing import Any

from handsight.agents import Agent
from handsight.errors import OptionError
from handsight.interop.rlcard import RLCardGuest


class PettingZooGuest:
    """One of our agents as a player of PettingZoo's environments of hold'em.

    Args:
        seed: of the agent's random numbers.
    """

    def __init__(self, agent: Agent, *, seed: int = 0) -> None:
        self._guest = RLCardGuest(agent, seed=seed)

    def act(self, env: Any) -> int | None:
        """Choose the number of an action for the player whose turn it is; None once it is out.

        Args:
            env: the environment, with or without PettingZoo's wrappers.

        Raises:
            OptionError: if it is no environment of hold'em.
            HistoryError: if its record does not lead to its chips.
            IllegalActionError: if the agent answers with what is no action.
        """
        name = env.agent_selection
        if env.terminations[name] or env.truncations[name]:
            return None
        base = env.unwrapped
        there: Any = getattr(base, "env", None)
        if not hasattr(there, "get_state"):
            raise OptionError(
                f"{base} is no environment that our agents play; they play texas_holdem_v4 and "
                "texas_holdem_no_limit_v6"
            )
        state = there.get_state(base.possible_agents.index(name))
        raw = self._guest.step(state)
        numbers = zip(state["legal_actions"], state["raw_legal_actions"], strict=True)
        return next(int(number) for number, each in numbers if each == raw)
