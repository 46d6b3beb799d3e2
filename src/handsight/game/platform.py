"""What plays hands by rules of its own: ours, or another platform's.

Whoever lets players play needs no more than what stands here: an arena, a table, the record of a
hand. `handsight.interop` finds a game by its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from handsight.cards import Card, CardSet
from handsight.game.actions import Action
from handsight.game.events import Event
from handsight.game.legal import LegalActions
from handsight.game.rules import Rules
from handsight.game.showdown import Pot, Reveal
from handsight.game.state import HandState

OURS = "handsight"
"""The name of our own game."""


class PlayableHand(Protocol):
    """A hand that can be watched, played and recorded. It is a value: an action gives another one.

    A `HandState` is one. Another platform's may leave seats out that have chips, and may take what
    is not legal as a fold; all else means here what it means there.
    """

    # --- whose turn it is -------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat whose turn it is; -1 when the hand is over."""

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""

    @property
    def legal_actions(self) -> LegalActions:
        """What the player whose turn it is may do."""

    @property
    def last_action(self) -> Action | None:
        """What was done last, as a fold, call or raise; None before the first action."""

    def verify(self, action: Action) -> None:
        """Refuse an action that is not legal.

        Raises:
            IllegalActionError: with the rule, and with what is legal.
        """

    def apply(self, action: Action) -> PlayableHand:
        """Let the player whose turn it is act.

        Raises:
            IllegalActionError: if the action is not legal; a lenient game takes it as a fold, and
                `last_action` says so.
        """

    # --- the table --------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """What the table plays."""

    @property
    def button(self) -> int:
        """The seat of the button."""

    @property
    def street(self) -> str:
        """One of ``preflop``, ``flop``, ``turn`` and ``river``; at the end, the last one."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that have not folded, ascending."""

    @property
    def all_in(self) -> tuple[int, ...]:
        """The seats that are all-in, ascending."""

    # --- chips ------------------------------------------------------------------------------------

    @property
    def start_stacks(self) -> tuple[int, ...]:
        """Chips of each seat before the hand."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat behind; at the end, those that it goes on with."""

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """For each seat what it has behind, has put in on this street, and over the hand."""

    @property
    def posts(self) -> Mapping[int, int]:
        """The blinds and straddles by seat, in full even where a stack is short of them."""

    @property
    def antes(self) -> Mapping[int, int]:
        """The antes by seat, in full even where a stack is short of them."""

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots."""

    # --- cards and what happened ------------------------------------------------------------------

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board, in the order dealt."""

    def hole_cards(self, seat: int) -> tuple[Card, ...]:
        """Give the cards of a seat in the order dealt; none if it takes no part in the hand."""

    def hole(self, seat: int) -> CardSet | None:
        """Give the cards of a seat; None if it takes no part in the hand."""

    @property
    def showdown(self) -> tuple[Reveal, ...]:
        """Who shows and who mucks, in order; empty where a hand ends without a showdown."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far, from the first ante or blind on."""


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
            button: its seat.
            seed: of the cards, below 2**128.
        """

    def stacks_if_over(self, stacks: Sequence[int], button: int) -> tuple[int, ...] | None:
        """Say who goes home with what if no other hand can be played; None if one can.

        Args:
            stacks: chips of each seat after a hand.
            button: the seat that would have the button.
        """


@dataclass(frozen=True, slots=True)
class HandsightGame:
    """Our own game, which plays a `HandState`.

    Attributes:
        rules: the stakes as they are.

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
