"""What plays hands by rules of its own: ours, or another platform's.

Whoever lets players play needs no more than what stands here: an arena, a table, the record of a
hand. `handsight.interop` finds a game by its name.
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
    """What plays hands for certain stakes.

    Attributes:
        rules: what the players are shown as `Observation.rules`.
        lenient: whether its hands take an action that is not legal as a fold; else they refuse it.
    """

    @property
    def rules(self) -> Rules:
        """See the attributes."""

    @property
    def lenient(self) -> bool:
        """See the attributes."""

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> PlayableHand:
        """Seat the players, post antes and blinds, deal, and give the first player the turn.

        Args:
            stacks: chips of each seat; 0 is an empty one.
            seed: of the cards, below 2**128.
        """

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Say who goes home with what if no other hand can be played; None if one can.

        Args:
            stacks: chips of each seat after a hand.
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
        """Never: a `HandState` refuses what is not legal."""
        return False

    def start(self, stacks: Sequence[int], button: int, *, seed: int) -> HandState:
        """Start a hand; see `HandState.start`."""
        return HandState.start(self.rules, stacks, button, seed=seed)

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Say that it is over where fewer than two have chips."""
        return tuple(stacks) if sum([chips > 0 for chips in stacks]) < 2 else None
