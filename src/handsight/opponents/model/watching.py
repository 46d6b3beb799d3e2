"""A watcher, which follows a hand through the observations of one player at their turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from handsight.cards.card import STREET_SLICES, STREETS

if TYPE_CHECKING:
    from handsight.cards import Card, CardSet
    from handsight.game import ActionRecord, Observation


class FollowsHands(Protocol):
    """The interface of an object that follows hands step by step, as `OpponentModel` does."""

    def start_hand(
        self,
        stacks: Sequence[int],
        button: int,
        *,
        posts: Sequence[int],
        antes: Sequence[int],
        names: Sequence[str],
        seat: int,
        hole: CardSet,
        big_blind: int,
    ) -> None:
        """Start to follow a hand from the view of the player in `seat`."""

    def act(self, seat: int, kind: str, amount: int) -> None:
        """Record a player's action."""

    def deal(self, cards: Sequence[Card]) -> None:
        """Deal the board cards of the next street."""


class Watcher:
    """A watcher that tells a model what is new in each observation.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> from handsight.game import HandCursor
        >>> from handsight.opponents.model import OpponentModel
        >>> table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> model = OpponentModel()
        >>> Watcher().watch(model, table.observation())
        >>> len(model.range(1))
        1225
    """

    def __init__(self) -> None:
        self._hand: tuple[object, ...] = ()
        self._actions: tuple[ActionRecord, ...] = ()
        self._street = 0

    def watch(self, model: FollowsHands, seen: Observation) -> None:
        """Tell the model what has happened since the last observation, or about a new hand.

        Args:
            model: the model that follows the hand.
            seen: the observation of a player at their turn.
        """
        hand = (seen.hand, seen.seat, seen.hole, seen.button, seen.start_stacks, seen.names)
        known = len(self._actions)
        if hand != self._hand or seen.actions[:known] != self._actions:
            self._begin(model, seen)
            self._hand, known, self._street = hand, 0, 0
        for record in seen.actions[known:]:
            self._deal_up_to(model, seen, record.street)
            model.act(record.seat, record.action.kind, record.action.amount)
        self._deal_up_to(model, seen, seen.street)
        self._actions = seen.actions

    def _begin(self, model: FollowsHands, seen: Observation) -> None:
        paid = list(seen.paid)
        for record in seen.actions:
            paid[record.seat] -= record.chips
        ante = seen.rules.ante if seen.rules.ante_by == "each" else 0
        antes = [min(ante, chips) for chips in paid]
        posts = [chips - ante for chips, ante in zip(paid, antes, strict=True)]
        # Antes that nobody has to match, such as the big blind's, left the stacks but are not paid.
        seats = zip(antes, seen.start_stacks, seen.stacks, seen.paid, strict=True)
        antes = [ante + start - behind - put_in for ante, start, behind, put_in in seats]
        model.start_hand(
            seen.start_stacks,
            seen.button,
            posts=posts,
            antes=antes,
            names=seen.names,
            seat=seen.seat,
            hole=seen.hole,
            big_blind=seen.rules.big_blind,
        )

    def _deal_up_to(self, model: FollowsHands, seen: Observation, street: str) -> None:
        while STREETS[self._street] != street:
            self._street += 1
            model.deal(seen.board[STREET_SLICES[STREETS[self._street]]])
