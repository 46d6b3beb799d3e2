"""The protocol of a game: our own game, or a game with another platform's rules.

Code that runs hands, such as an arena or a table, needs only this protocol.
`handsight.interop` finds a game by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from handsight.game.records.cursor import PlayableHand
from handsight.game.rules import Rules
from handsight.game.state import HandState

OURS = "handsight"
"""The name of our own game."""


@runtime_checkable
class Game(Protocol):
    """A game that plays hands at certain stakes.

    Attributes:
        rules: the rules that players see as `Observation.rules`.
        lenient: whether the game's hands treat an illegal action as a fold instead of refusing it.
    """

    @property
    def rules(self) -> Rules:
        """The rules that players see as `Observation.rules`."""

    @property
    def lenient(self) -> bool:
        """Whether an illegal action counts as a fold instead of being refused."""

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> PlayableHand:
        """Start a hand: post antes and blinds, deal, and pass the turn to the first player.

        Args:
            stacks: chips of each seat; 0 is an empty seat.
            button: the seat of the button.
            seed: seed of the cards, below 2**128.
        """

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Return the final stack of each seat if no further hand can be played, otherwise None.

        Args:
            stacks: chips of each seat before the hand that would follow.
            button: the seat that would have the button in that hand.
        """


@dataclass(frozen=True, slots=True)
class HandsightGame:
    """Our own game, which plays a `HandState`.

    Example:
        >>> game = HandsightGame(Rules())
        >>> game.start([1000, 1000], button=0, seed=7).legal_actions.call_cost
        50
        >>> game.stacks_if_over([2000, 0], button=0), game.stacks_if_over([1990, 10], button=0)
        ((2000, 0), None)
    """

    rules: Rules

    @property
    def lenient(self) -> bool:
        """Always False: a `HandState` refuses illegal actions."""
        return False

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> HandState:
        """Start a hand; see `HandState.start`."""
        return HandState.start(self.rules, stacks, button, seed=seed)

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Return the stacks if fewer than two seats have chips, otherwise None."""
        return tuple(stacks) if sum([chips > 0 for chips in stacks]) < 2 else None
