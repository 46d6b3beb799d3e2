"""What RLCard offers to the rest of the package: its agents in files."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from handsight.agents import Agent
from handsight.interop.rlcard.agents import RLCardPlayer


class RLCardLoader:
    """Makes agents of those that were written for RLCard."""

    def imports(self) -> AbstractContextManager[None]:
        """Leave the file with the packages that are installed."""
        return nullcontext()

    def recognises(self, bot: object) -> bool:
        """Say whether it has what RLCard's environments ask for."""
        return all(hasattr(bot, name) for name in ("step", "eval_step"))

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the agent; see `RLCardPlayer`."""
        return RLCardPlayer(bot, name)


LOADER = RLCardLoader()
