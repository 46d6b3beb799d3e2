"""Everything there is to know about a hand, gathered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from handsight.cards import CardSet, CardsLike, Situation, pocket_class
from handsight.draws import Outs, PotentialHand, outs, potential_hands
from handsight.errors import OptionError
from handsight.odds import (
    ClassOdds,
    EffectiveHandStrength,
    Odds,
    class_odds,
    current_hand_odds,
    effective_hand_strength,
)
from handsight.odds.counting import MOST_EXACT_OPPONENTS, check_opponents
from handsight.odds.villains import VillainLike, villain_ranges
from handsight.ranges import Range
from handsight.ranking import Evaluation, evaluate
from handsight.runtime.integers import ABOVE_0, is_whole
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
        villain: what the opponents may hold, as it was named: one range for all of them, or one
            for each; None for any cards.
        excluded: cards that they probably have not.
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
    villain: tuple[Range, ...] | None = None
    excluded: CardSet = field(default_factory=CardSet)

    @property
    def ranges(self) -> tuple[Range, ...] | None:
        """What is left to each opponent beside the cards on the table; None for any cards."""
        named = None if self.villain is None else list(self.villain)
        if named is not None and len(named) == 1:
            named *= self.opponents
        return villain_ranges(named, self.excluded, self.opponents, self.situation)[1]

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
    hole: CardsLike,
    board: CardsLike,
    opponents: int | None,
    dead: CardsLike,
    seed: int,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    samples: int | None = None,
) -> tuple[Situation, int]:
    """Refuse what `explain` would refuse, before anything is worked out.

    Returns:
        The checked cards, and how many opponents there are.

    Raises:
        InputError: as `explain` does.
    """
    if opponents is not None:
        check_opponents(opponents)
    checked_seed(seed)
    situation = Situation.parse(hole, board, dead)
    if samples is not None and not is_whole(samples, ABOVE_0):
        raise OptionError(f"samples is {samples!r}; it takes a whole number above 0")
    if samples is not None and not situation.board:
        raise OptionError(
            "samples says how many runouts to draw after the flop; leave it out where no board lies"
        )
    if situation.board and not isinstance(villain, str | Range | None):
        villain_ranges(villain, excluded, None, situation, MOST_EXACT_OPPONENTS)
    return situation, villain_ranges(villain, excluded, opponents, situation)[0]


def explain(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int | None = None,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    seed: int = 0,
    samples: int | None = None,
    announce: Callable[[str], None] = lambda step: None,
) -> Explanation:
    """Gather everything there is to know about a hand.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        dead: cards out of play.
        villain: what the opponents may hold: one range for all of them, or a list of one for each
            (up to three after the flop); None for any cards. Strength, potential, odds and outs
            are then against these.
        excluded: cards that they probably have not; these may still come to the board.
        seed: of the odds where they have to be sampled, and of the runouts.
        samples: how many runouts to draw for strength and potential, as `effective_hand_strength`
            does; None counts all of them.
        announce: called with the name of each step as it begins.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many; for a
            range that cannot be read, or has no hand left.
        OptionError: for another number of opponents, or samples before the flop.

    Source:
        DSIE-2011, section 3.2.1, and CISTI-2013, section IV.A, for hands that an opponent
        probably has, and cards that he probably has not.

    Example:
        >>> explained = explain("AhKh", "Qh7h2c")
        >>> explained.evaluation.name, len(explained.outs.clean)
        ('ace high, king kicker', 15)
        >>> explain("AhKh", "Qh7h2c", villain="QQ+, AQ").effective.hand_strength.ahead
        0
    """
    situation, opponents = check_question(
        hole, board, opponents, dead, seed, villain, excluded, samples
    )
    on_board, drawing = bool(situation.board), situation.street in ("flop", "turn")
    against: _Against = {"villain": villain, "excluded": excluded}
    steps = iter(STEPS)
    announce(next(steps))
    drawn: _Drawn = {} if samples is None else {"samples": samples, "seed": seed}
    effective = (
        effective_hand_strength(hole, board, opponents, dead=dead, **against, **drawn)
        if on_board
        else None
    )
    evaluation = evaluate(situation.hole | situation.board) if on_board else None
    announce(next(steps))
    odds = current_hand_odds(hole, board, opponents, dead, seed=seed, **against)
    announce(next(steps))
    draws = potential_hands(situation.hole | situation.board, dead)
    announce(next(steps))
    classes = class_odds(hole, board, dead)
    announce(next(steps))
    helping = outs(hole, board, dead, **against) if drawing else None
    pocket, said = pocket_class(situation.hole), (_named(villain), CardSet(excluded))
    return Explanation(
        situation, opponents, pocket, evaluation, effective, odds, draws, classes, helping, *said
    )


class _Against(TypedDict):
    villain: VillainLike
    excluded: CardsLike


class _Drawn(TypedDict, total=False):
    samples: int
    seed: int


def _named(villain: VillainLike) -> tuple[Range, ...] | None:
    """Read what was named, one range or several, without taking known cards out."""
    if villain is None:
        return None
    ranges = [villain] if isinstance(villain, str | Range) else villain
    return tuple(Range(each) for each in ranges)
