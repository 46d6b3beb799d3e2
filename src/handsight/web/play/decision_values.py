"""What a person's decisions at a table were worth, in the form that the page shows."""

from __future__ import annotations

import msgspec

from handsight.coach.review.pricing import review_decisions
from handsight.coach.review.settings import ReviewSettings
from handsight.game import Hand
from handsight.views.coach.review import ReviewedActionReport, action_reports


class ValuedDecision(msgspec.Struct, frozen=True):
    """A decision of the person; see `handsight.coach.review.decisions.ReviewedDecision`.

    Attributes:
        actions: the possible actions; empty if the decision could not be valued.
        mistake: whether the action taken is worse than the best one by more than chance.
        estimate: whether the values are only estimates.
    """

    street: str
    taken: str
    best: str
    actions: tuple[ReviewedActionReport, ...]
    lost: float
    error: float
    mistake: bool
    estimate: bool
    assumed: tuple[str, ...]


def decision_values(hand: Hand, player: str, quick: bool = False) -> list[ValuedDecision]:
    """Value a player's decisions in a hand so far.

    Args:
        hand: the hand, with the cards of the player; the cards of others are not used.
        player: the name of the player.
        quick: whether to leave out the solver.

    Example:
        >>> from handsight.game import random_hands
        >>> found = decision_values(next(random_hands(2, seed=3)), "player 1", quick=True)
        >>> found[0].street, found[0].actions[0].action
        ('preflop', 'fold')
    """
    seat = hand.players.index(player)
    settings = ReviewSettings(quick=quick, flop_memory=0)  # somebody waits for the values
    return [
        ValuedDecision(
            each.street,
            each.taken,
            each.best,
            action_reports(each),
            each.lost,
            each.error,
            each.is_mistake,
            each.is_estimate,
            each.assumed,
        )
        for each in review_decisions(hand, seat, settings)
    ]
