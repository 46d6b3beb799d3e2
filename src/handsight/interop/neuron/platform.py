"""The loader of agents that were written for Neuron Poker."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager

from handsight.agents import Agent
from handsight.interop.neuron.agents import NeuronAction, NeuronPlayer, NeuronStage
from handsight.interop.stand_ins import stand_in_modules, standing_in

_PACKAGE = "gym_env"
_ENUMS = {"Action": NeuronAction, "Stage": NeuronStage}


class NeuronLoader:
    """Wraps agents that were written for Neuron Poker."""

    def imports(self) -> AbstractContextManager[None]:
        """Allow a file to import the action names from ``gym_env.env`` and ``gym_env.enums``.

        Neuron Poker's own table, which needs many packages, is not run.
        """
        names = {_PACKAGE: {}, f"{_PACKAGE}.env": _ENUMS, f"{_PACKAGE}.enums": _ENUMS}
        modules = stand_in_modules(names, "A stand-in for the table of Neuron Poker.")
        return standing_in(_PACKAGE, modules)

    def recognises(self, bot: object) -> bool:
        """Return whether the bot has a method ``action`` with three arguments, and no ``act``."""
        action = getattr(bot, "action", None)
        if hasattr(bot, "act") or not inspect.isroutine(action):
            return False
        try:
            taken = len(inspect.signature(action).parameters)
        except (TypeError, ValueError):
            return False
        return taken - isinstance(bot, type) == 3

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the bot in a `NeuronPlayer`."""
        return NeuronPlayer(bot, name)


LOADER = NeuronLoader()
