"""The game of PyPokerEngine 1.0.1, and the loader of bots that were written for it."""

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
    """PyPokerEngine's game, in which each round is an `EngineHand`.

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
        """Return the game with these stakes.

        Raises:
            OptionError: if PyPokerEngine does not support the stakes.
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
        """Always True: an illegal action becomes a fold."""
        return True

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> EngineHand:
        """Start a round; see `EngineHand.start`."""
        return EngineHand.start(self.rules, stacks, button, seed=seed)

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Return the final stacks if fewer than two seats can play on, else None.

        Seats that cannot pay their ante or blind lose their chips.
        """
        seating = EngineSeating.of(self.rules, stacks, button)
        return seating.stacks if seating.is_over else None


class EngineLoader:
    """Wraps bots that were written for PyPokerEngine, which need not be installed."""

    def imports(self) -> AbstractContextManager[None]:
        """Allow a file to import PyPokerEngine or a stand-in for it; see `engine_modules`."""
        return engine_modules()

    def recognises(self, bot: object) -> bool:
        """Return whether the bot has an attribute ``declare_action``."""
        return hasattr(bot, "declare_action")

    def agent(self, bot: object, name: str) -> Agent:
        """Wrap the bot in an `EngineBot`."""
        return EngineBot(bot, name)


GAME = EngineGame.of
LOADER = EngineLoader()
