"""Everything there is to know about a hand, gathered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handsight.cards import CardsLike, pocket_class
from handsight.errors import OptionError
from handsight.odds import Outs, PotentialHand
from handsight.odds.classes import ClassOdds, class_odds_of
from handsight.odds.current import odds_of
from handsight.odds.draws import potential_hands_of
from handsight.odds.effective import EffectiveHandStrength, effective_of, require_countable
from handsight.odds.equity_result import Equity
from handsight.odds.next_card import outs_of
from handsight.odds.sampling import Sampling
from handsight.odds.spot import ANY, Player, Spot, VillainLike
from handsight.ranking import Evaluation, evaluate_mask
from handsight.runtime.integers import ABOVE_0, is_whole

STEPS = ("strength and potential", "odds", "draws", "hand classes", "outs")
"""What is worked out, in order."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hand explained; what has no meaning on its street is None.

    Attributes:
        spot: the cards, and what the opponents may hold.
        pocket_class: the class of the hole cards, such as ``AKs``.
        evaluation: the made hand; None before the flop.
        effective: strength, potential and both in one; None before the flop.
        odds: of the pot.
        draws: potential hands.
        class_odds: chances to finish with each category.
        outs: next cards that help; None before the flop and on the river.
    """

    spot: Spot
    pocket_class: str
    evaluation: Evaluation | None
    effective: EffectiveHandStrength | None
    odds: Equity
    draws: list[PotentialHand]
    class_odds: ClassOdds
    outs: Outs | None

    @property
    def opponents(self) -> int:
        """How many there are."""
        return self.spot.opponents

    @property
    def villain(self) -> tuple[Player, ...] | None:
        """What the opponents may hold, as it was named: one for all, or one for each.

        None if nothing was named.
        """
        _, *named = self.spot.named
        if self.spot.joint:
            return tuple(named)
        return None if named[0] is ANY and self.spot.texts[1] is None else (named[0],)

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
    spot = Spot.hand(hole, board, dead, opponents, villain, excluded)
    return explain_spot(spot, seed=seed, samples=samples, announce=announce)


def explain_spot(
    spot: Spot,
    *,
    seed: int = 0,
    samples: int | None = None,
    announce: Callable[[str], None] = lambda step: None,
) -> Explanation:
    """Gather everything there is to know about a spot's first player (see `explain`).

    Args:
        spot: our hand, and the opponents; up to three after the flop, if each has their own range.
        seed: of the odds where they have to be sampled, and of the runouts.
        samples: how many runouts to draw for strength and potential; None counts all of them.
        announce: called with the name of each step as it begins.
    """
    sampling = Sampling(seed=seed)
    _check_samples(samples, spot)
    if spot.board:
        require_countable(spot)
    ours = spot.hole | spot.board
    steps = iter(STEPS)
    announce(next(steps))
    drawn = (None, None) if samples is None else (samples, seed)
    effective = effective_of(spot, None, *drawn) if spot.board else None
    evaluation = Evaluation(ours, evaluate_mask(ours.mask)) if spot.board else None
    announce(next(steps))
    odds = odds_of(spot, sampling=sampling)
    announce(next(steps))
    draws = potential_hands_of(ours, spot.dead)
    announce(next(steps))
    classes = class_odds_of(spot)
    announce(next(steps))
    counted = spot if spot.joint else spot.against_first(1)
    outs = outs_of(counted) if spot.street in ("flop", "turn") else None
    return Explanation(
        spot, pocket_class(spot.hole), evaluation, effective, odds, draws, classes, outs
    )


def _check_samples(samples: int | None, spot: Spot) -> None:
    if samples is not None and not is_whole(samples, ABOVE_0):
        raise OptionError(f"samples is {samples!r}; it takes a whole number above 0")
    if samples is not None and not spot.board:
        raise OptionError(
            "samples says how many runouts to draw after the flop; leave it out where no board lies"
        )
