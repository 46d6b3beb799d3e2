"""Everything there is to know about a hand, gathered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handsight.cards import CardsLike, Situation, pocket_class
from handsight.draws import Outs, PotentialHand, outs, potential_hands
from handsight.odds import (
    ClassOdds,
    EffectiveHandStrength,
    Odds,
    class_odds,
    current_hand_odds,
    effective_hand_strength,
)
from handsight.odds.counting import check_opponents
from handsight.ranking import Evaluation, evaluate
from handsight.runtime.seeds import checked_seed

STEPS = ("strength and potential", "odds", "draws", "hand classes", "outs")
"""What is worked out, in order."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hand explained; what has no meaning on its street is None.

    Attributes:
        situation: the cards.
        opponents: how many.
        pocket_class: the class of the hole cards, such as ``AKs``.
        evaluation: the made hand; None before the flop.
        effective: strength, potential and both in one; None before the flop.
        odds: of the pot.
        draws: potential hands.
        class_odds: chances to finish with each category.
        outs: next cards that help; None before the flop and on the river.
    """

    situation: Situation
    opponents: int
    pocket_class: str
    evaluation: Evaluation | None
    effective: EffectiveHandStrength | None
    odds: Odds
    draws: list[PotentialHand]
    class_odds: ClassOdds
    outs: Outs | None

    @property
    def break_even(self) -> float | None:
        """Largest call that pays, in pots before it: equity / (1 - equity); None if any does."""
        equity = self.odds.equity
        return None if equity == 1 else equity / (1 - equity)

    @property
    def live_draws(self) -> list[PotentialHand]:
        """The potential hands above the made one that can still come, the most promising first."""
        made = -1 if self.evaluation is None else self.evaluation.strength
        return [
            draw
            for draw in self.draws
            if draw.possible and not draw.complete and (draw.score or 0) > made
        ]


def check_question(
    hole: CardsLike, board: CardsLike, opponents: int, dead: CardsLike, seed: int
) -> Situation:
    """Refuse what `explain` would refuse, before anything is worked out; give the checked cards.

    Raises:
        InputError: as `explain` does.
    """
    check_opponents(opponents)
    checked_seed(seed)
    return Situation.parse(hole, board, dead)


def explain(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int = 1,
    dead: CardsLike = "",
    *,
    seed: int = 0,
    announce: Callable[[str], None] = lambda step: None,
) -> Explanation:
    """Gather everything there is to know about a hand.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9, with any cards.
        dead: cards out of play.
        seed: of the odds where they have to be sampled.
        announce: called with the name of each step as it begins.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        OptionError: for another number of opponents.

    Example:
        >>> explained = explain("AhKh", "Qh7h2c")
        >>> explained.evaluation.name, len(explained.outs.clean)
        ('ace high, king kicker', 15)
    """
    situation = check_question(hole, board, opponents, dead, seed)
    on_board, drawing = bool(situation.board), situation.street in ("flop", "turn")
    steps = iter(STEPS)
    announce(next(steps))
    effective = effective_hand_strength(hole, board, opponents, dead=dead) if on_board else None
    evaluation = evaluate(situation.hole | situation.board) if on_board else None
    announce(next(steps))
    odds = current_hand_odds(hole, board, opponents, dead, seed=seed)
    announce(next(steps))
    draws = potential_hands(situation.hole | situation.board, dead)
    announce(next(steps))
    classes = class_odds(hole, board, dead)
    announce(next(steps))
    helping = outs(hole, board, dead) if drawing else None
    pocket = pocket_class(situation.hole)
    return Explanation(
        situation, opponents, pocket, evaluation, effective, odds, draws, classes, helping
    )
