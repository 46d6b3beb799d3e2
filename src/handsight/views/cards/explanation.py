"""A full explanation of a hand: strength, potential, odds, draws, hand classes and outs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from handsight.cards import Card, CardSet, CardsLike, pocket_class
from handsight.errors import OptionError
from handsight.odds import PotentialHand
from handsight.odds.counting.hands import Count
from handsight.odds.equity.current import odds_of
from handsight.odds.equity.result import Equity
from handsight.odds.sampling import Sampling
from handsight.odds.spot import ANY, Player, Spot, VillainLike
from handsight.odds.strength.classes import ClassOdds, class_odds_of
from handsight.odds.strength.draws import potential_hands_of
from handsight.odds.strength.effective import EffectiveHandStrength, effective_of, require_countable
from handsight.odds.strength.next_card import outs_of
from handsight.odds.strength.strength import Matrix
from handsight.ranking import Evaluation, evaluate_mask
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.views.cards.evaluation import EvaluationReport, evaluation_report
from handsight.views.report import HIDDEN, report_of

STEPS = ("strength and potential", "odds", "draws", "hand classes", "outs")
"""The steps of the computation, in order."""


@dataclass(frozen=True, slots=True)
class StrengthReport:
    """How many of the opponent's hands we beat now; see `handsight.odds.HandStrength`.

    Attributes:
        against_opponents: hand strength (HS) raised to the number of opponents if they share one
            range; HS itself if each opponent has their own range.
    """

    ahead: Count
    tied: Count
    behind: Count
    total: Count
    value: float
    against_opponents: float


@dataclass(frozen=True, slots=True)
class PotentialReport:
    """How often we get ahead or fall behind; see `handsight.odds.HandPotential`."""

    opponents: int
    counts: Matrix
    ppot: float | None
    npot: float | None
    lookahead: int


@dataclass(frozen=True, slots=True)
class RunoutSample:
    """How runouts were sampled for strength and potential.

    Attributes:
        seed: seed of the sample.
        samples: number of runouts in a set.
        scheme: ``"shared"`` for one set of runouts for all hands of the opponents,
            ``"per-opponent"`` for a set of its own for each hand.
        stderr: standard error of the effective hand strength; None if the sample does not show it,
            because only one of several runouts was drawn, or because no drawn runout counts for a
            hand that we now tie with or lose to.
    """

    samples: int
    scheme: str
    seed: int
    stderr: float | None


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Our expected share of a pot against all opponents; see `handsight.odds.Equity`."""

    opponents: int
    win: Count
    ties: dict[int, Count]
    lose: Count
    total: Count
    equity: float
    method: str
    stderr: float | None
    trials: int | None
    seed: int | None
    reason: str | None
    tie: Count = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A group of cards, and how many of them (`number`) must be dealt to complete a draw.

    Attributes:
        number: how many of the cards must be dealt.
        cards: the cards of the group.
    """

    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DrawReport:
    """A hand that we have, can make or can no longer make; see `handsight.odds.PotentialHand`."""

    hand_class: str
    name: str
    have: tuple[Card, ...]
    need: tuple[Card, ...]
    completion: float
    choices: tuple[CardChoice, ...]
    missing: int
    possible: bool
    probability: float
    score: int | None


@dataclass(frozen=True, slots=True)
class CategoryOdds:
    """How many runouts up to a street make each category of our hand.

    Attributes:
        counts: number of runouts, by category.
        probabilities: share of all runouts, 0..1, by category.
    """

    counts: dict[str, int]
    probabilities: dict[str, float]


@dataclass(frozen=True, slots=True)
class ClassOddsReport:
    """The odds of each category of our hand on the next street and on the river.

    Attributes:
        next_card: odds after the cards of the next street; on the river, the category of the hand.
        river: odds after all five cards of the board.
    """

    next_card: CategoryOdds
    river: CategoryOdds


@dataclass(frozen=True, slots=True)
class OutsReport:
    """Next cards that improve our hand.

    Attributes:
        clean: cards that also make us the favourite.
        tainted: cards that do not.
    """

    clean: tuple[Card, ...]
    tainted: tuple[Card, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(ShownInNotebooks):
    """An explained hand; a field that does not apply on the hand's street is None.

    Attributes:
        hole: our two cards.
        pocket_class: class of our cards, such as ``"AKs"``.
        board: cards on the board.
        dead: cards out of play.
        opponents: number of opponents.
        evaluation: value of our hand now; None before the flop.
        hand_strength: strength of our hand now, against one opponent, or against all at once if
            each has their own range; None before the flop.
        potential: potential of our hand, against the same opponents as `hand_strength`; None before
            the flop.
        ehs: effective hand strength: the chance that our hand is or becomes the best, 0..1; None
            before the flop.
        p_win: chance to be ahead on the river, 0..1, counting a tie as half a win; None before the
            flop, and if the chance is not exact.
        sample: how runouts were sampled; None before the flop, and if all were counted.
        odds: our expected share of the pot.
        break_even: the largest profitable call, in units of the pot before it:
            equity / (1 - equity); None if every call is profitable.
        draws: hands that we have or can make, and hands near to our cards that can no longer be
            completed (whose attribute ``possible`` is False).
        class_odds: chances of each category of our hand on the next street and on the river.
        outs: next cards that improve our hand, against the same opponents as `hand_strength`; None
            before the flop and on the river.
        villain: the opponents' ranges as the caller named them, before known and excluded cards are
            taken into account, one for all or one for each; None if the caller named no range.
        excluded: cards that the opponents probably do not have.
    """

    hole: CardSet
    pocket_class: str
    board: CardSet
    dead: CardSet
    opponents: int
    evaluation: EvaluationReport | None
    hand_strength: StrengthReport | None
    potential: PotentialReport | None
    ehs: float | None
    p_win: float | None
    sample: RunoutSample | None
    odds: OddsReport
    break_even: float | None
    draws: tuple[DrawReport, ...]
    class_odds: ClassOddsReport
    outs: OutsReport | None
    villain: tuple[Player, ...] | None
    excluded: CardSet
    spot: Spot = field(repr=False, compare=False, metadata=HIDDEN)

    @property
    def live_draws(self) -> list[DrawReport]:
        """The draws that can still be completed, to hands better than our made hand.

        The most promising draw comes first, as in `handsight.odds.potential_hands`.
        """
        strength = -1 if self.evaluation is None else self.evaluation.strength
        return [
            draw
            for draw in self.draws
            if draw.possible and draw.missing and (draw.score or 0) > strength
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
    """Explain everything that can be computed about a hand.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: number of opponents, 1 to 9; by default one, or one for each range.
        dead: cards out of play.
        villain: what the opponents can hold: one range for all of them, or a list with a range for
            each opponent (up to three after the flop); None for any cards. Strength, potential,
            odds and outs are computed against these ranges.
        excluded: cards that the opponents probably do not have; these can still be dealt to the
            board.
        seed: seed for sampling runouts, and for the odds if they have to be sampled.
        samples: number of runouts to sample for strength and potential, as in
            `effective_hand_strength`; None counts all of them.
        announce: callable that receives the name of each step when the step begins.

    Raises:
        InputError: if cards cannot be read, appear twice, or are too few or too many; or if a range
            cannot be read, or has no hand left.
        OptionError: if the number of opponents or `samples` is not valid, or if `samples` is set
            before the flop.

    Source:
        DSIE-2011, section 3.2.1, and CISTI-2013, section IV.A, for hands that an opponent probably
        has and cards that an opponent probably does not have.

    Example:
        >>> explained = explain("AhKh", "Qh7h2c")
        >>> explained.evaluation.name, len(explained.outs.clean)
        ('ace high, king kicker', 15)
        >>> explain("AhKh", "Qh7h2c", villain="QQ+, AQ").hand_strength.ahead
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
    """Explain everything that can be computed about a spot's first player (see `explain`).

    Args:
        spot: our hand, and the opponents: up to three after the flop if each has their own range.
        seed: seed for sampling runouts, and for the odds if they have to be sampled.
        samples: number of runouts to sample for strength and potential; None counts all of them.
        announce: callable that receives the name of each step when the step begins.

    Raises:
        OptionError: if `samples` is not valid or is set before the flop, or if too many opponents
            have their own range.
    """
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
    odds = odds_report(odds_of(spot, sampling=Sampling(seed=seed)))
    announce(next(steps))
    draws = potential_hands_of(ours, spot.dead)
    announce(next(steps))
    classes = class_odds_of(spot)
    announce(next(steps))
    counted = spot if spot.joint else spot.against_first(1)
    outs = outs_of(counted) if spot.street in ("flop", "turn") else None
    return Explanation(
        hole=spot.hole,
        pocket_class=pocket_class(spot.hole),
        board=spot.board,
        dead=spot.dead,
        opponents=spot.opponents,
        evaluation=None if evaluation is None else evaluation_report(evaluation),
        hand_strength=None if effective is None else _strength_report(effective),
        potential=None if effective is None else report_of(PotentialReport, effective.potential),
        ehs=None if effective is None else effective.ehs,
        p_win=None if effective is None else effective.p_win,
        sample=None
        if effective is None or effective.samples is None
        else report_of(RunoutSample, effective),
        odds=odds,
        break_even=None if odds.equity == 1 else odds.equity / (1 - odds.equity),
        draws=tuple(draw_report(draw) for draw in draws),
        class_odds=class_odds_report(classes),
        outs=None if outs is None else OutsReport(tuple(outs.clean), tuple(outs.tainted)),
        villain=_named_opponents(spot),
        excluded=spot.excluded,
        spot=spot,
    )


def odds_report(odds: Equity) -> OddsReport:
    """Build the report of our expected share of a pot.

    Example:
        >>> from handsight.odds import current_hand_odds
        >>> odds_report(current_hand_odds("KcAc", "2s5h9d")).ties
        {1: 13131}
    """
    return report_of(OddsReport, odds)


def _check_samples(samples: int | None, spot: Spot) -> None:
    if samples is not None and not is_whole(samples, ABOVE_0):
        raise OptionError(f"samples is {samples!r}; it must be a whole number above 0")
    if samples is not None and not spot.board:
        raise OptionError(
            "samples says how many runouts to draw after the flop; leave it out when there is "
            "no board"
        )


def _strength_report(effective: EffectiveHandStrength) -> StrengthReport:
    strength = effective.hand_strength
    against = strength.against(1 if effective.joint else effective.opponents)
    return report_of(StrengthReport, strength, against_opponents=against)


def class_odds_report(odds: ClassOdds) -> ClassOddsReport:
    """Build the report of the chances of each category of our hand."""
    return ClassOddsReport(
        CategoryOdds(odds.next_card, odds.next_card_probabilities),
        CategoryOdds(odds.river, odds.river_probabilities),
    )


def draw_report(draw: PotentialHand) -> DrawReport:
    """Build the report of a hand that we have, can make or can no longer make."""
    choices = tuple(CardChoice(number, cards) for number, cards in draw.choices)
    return report_of(DrawReport, draw, choices=choices)


def _named_opponents(spot: Spot) -> tuple[Player, ...] | None:
    _, *named = spot.named
    if spot.joint:
        return tuple(named)
    return None if named[0] is ANY and spot.texts[1] is None else (named[0],)
