"""The loader of bots that were written on the Python skeleton of the Pokerbots competition."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from handsight.agents import Agent
from handsight.interop.pokerbots.skeleton import METHODS, skeleton_bot


class PokerbotsLoader:
    """Wraps bots that bring the skeleton of the competition in their own folder."""

    def imports(self) -> AbstractContextManager[None]:
        """Add nothing: the skeleton is in the bot's own folder."""
        return nullcontext()

    def recognises(self, bot: object) -> bool:
        """Return whether the bot has all the methods of the skeleton."""
        return all(callable(getattr(bot, name, None)) for name in METHODS)

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the bot in a `PokerbotsBot`."""
        return skeleton_bot(bot, name)


LOADER = PokerbotsLoader()
