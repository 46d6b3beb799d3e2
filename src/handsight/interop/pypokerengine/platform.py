"""What PyPokerEngine 1.0.1 provides to the rest of the package: its game and its bots in files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass

from handsight.agents import Agent
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.interop.pypokerengine.bots import EngineBot
from handsight.interop.pypokerengine.hand import EngineHand
from handsight.interop.pypokerengine.loading import engine_modules
from handsight.interop.pypokerengine.rules import EngineRules, EngineSeating


@dataclass(frozen=True, slots=True)
class EngineGame:
    """The game of PyPokerEngine, which plays an `EngineHand`.

    Example:
        >>> game = EngineGame.of(Rules(small_blind=5, big_blind=10))
        >>> game.rules, game.lenient
        (EngineRules(small_blind=5, ante=0), True)
        >>> game.stacks_if_over([1991, 9], button=1)  # too little for the big blind, and taken
        (1991, 0)
    """

    rules: EngineRules

    @classmethod
    def of(cls, stakes: Rules) -> EngineGame:
        """Return the game for stakes.

        Raises:
            OptionError: if PyPokerEngine cannot play them.
        """
        plain = Rules(small_blind=stakes.small_blind, big_blind=stakes.big_blind)
        without_ante = asdict(stakes) | {"ante": 0}
        if without_ante != asdict(plain) or stakes.big_blind != 2 * stakes.small_blind:
            raise OptionError(
                "PyPokerEngine supports a small blind, a big blind of twice that, and antes; the "
                f"stakes are {stakes}"
            )
        return cls(EngineRules(stakes.small_blind, stakes.ante))

    @property
    def lenient(self) -> bool:
        """Always True: an illegal action is a fold."""
        return True

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> EngineHand:
        """Start a round; see `EngineHand.start`."""
        return EngineHand.start(self.rules, stacks, button, seed=seed)

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Return the stacks if fewer than two can pay; those who cannot lose their chips."""
        seating = EngineSeating.of(self.rules, stacks, button)
        return seating.stacks if seating.is_over else None


class EngineLoader:
    """Wraps bots that were written for PyPokerEngine, whether it is installed or not."""

    def imports(self) -> AbstractContextManager[None]:
        """Allow a file to import PyPokerEngine, or its stand-in; see `engine_modules`."""
        return engine_modules()

    def recognises(self, bot: object) -> bool:
        """Return whether the bot has ``declare_action``."""
        return hasattr(bot, "declare_action")

    def agent(self, bot: object, name: str) -> Agent:
        """Return the bot in a wrapper; see `EngineBot`."""
        return EngineBot(bot, name)


GAME = EngineGame.of
LOADER = EngineLoader()
