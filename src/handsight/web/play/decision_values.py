"""What a person's decisions at a table were worth, in the form that the page shows."""

from __future__ import annotations

import msgspec

from handsight.coach.review.pricing import ReviewSettings, review_decisions
from handsight.game import Hand


class ValuedOption(msgspec.Struct, frozen=True):
    """An action at a decision.

    Attributes:
        action: the action, such as ``raise to 2.5 bb``.
        ev: what it wins from there on, in big blinds; a fold wins 0.
        frequency: how often the strategy takes it with this hand, 0 to 1; null if unknown.
    """

    action: str
    ev: float
    frequency: float | None


class ValuedDecision(msgspec.Struct, frozen=True):
    """A decision of the person; see `handsight.coach.review.decisions.ReviewedDecision`.

    Attributes:
        options: the possible actions; empty if the decision could not be valued.
        mistake: whether the action taken is worse than the best one by more than chance or
            rounding.
        estimate: whether the values are only estimates.
    """

    street: str
    taken: str
    best: str
    options: list[ValuedOption]
    lost: float
    error: float
    mistake: bool
    estimate: bool
    assumed: list[str]


def decision_values(hand: Hand, player: str, quick: bool = False) -> list[ValuedDecision]:
    """Value a player's decisions in a hand so far.

    Args:
        hand: the hand, with the cards of the player; the cards of others are not used.
        player: the name of the player.
        quick: whether to leave out the solver.

    Example:
        >>> from handsight.game import random_hands
        >>> found = decision_values(next(random_hands(2, seed=3)), "player 1", quick=True)
        >>> found[0].street
        'preflop'
    """
    seat = hand.players.index(player)
    return [
        ValuedDecision(
            each.street,
            each.taken,
            each.best,
            [ValuedOption(*row) for row in each.actions],
            each.lost,
            each.error,
            each.is_mistake,
            each.is_estimate,
            list(each.assumed),
        )
        for each in review_decisions(hand, seat, ReviewSettings(quick=quick))
    ]
