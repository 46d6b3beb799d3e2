"""What Neuron Poker offers to the rest of the package: its agents in files."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager

from handsight.agents import Agent
from handsight.interop.neuron.agents import NeuronAction, NeuronPlayer, NeuronStage
from handsight.interop.stand_ins import stand_in_modules, standing_in

_PACKAGE = "gym_env"
_ENUMS = {"Action": NeuronAction, "Stage": NeuronStage}


class NeuronLoader:
    """Makes agents of those that were written for Neuron Poker."""

    def imports(self) -> AbstractContextManager[None]:
        """Let a file import the names of actions, as ``gym_env.env`` and ``gym_env.enums``.

        The table of a project, which needs many packages, is not run.
        """
        names = {_PACKAGE: {}, f"{_PACKAGE}.env": _ENUMS, f"{_PACKAGE}.enums": _ENUMS}
        modules = stand_in_modules(names, "A stand-in for the table of Neuron Poker.")
        return standing_in(_PACKAGE, modules)

    def recognises(self, bot: object) -> bool:
        """Say whether it has ``action`` with three arguments."""
        action = getattr(bot, "action", None)
        if hasattr(bot, "act") or not inspect.isroutine(action):
            return False
        try:
            taken = len(inspect.signature(action).parameters)
        except (TypeError, ValueError):
            return False
        return taken - isinstance(bot, type) == 3

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the agent; see `NeuronPlayer`."""
        return NeuronPlayer(bot, name)


LOADER = NeuronLoader()
