"""Effective hand strength: strength and potential in one number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handsight.cards import CardSet, CardsLike
from handsight.errors import OptionError
from handsight.odds.counting.hands import MOST_EXACT_OPPONENTS
from handsight.odds.sampling import Sampling
from handsight.odds.spot import Spot, VillainLike
from handsight.odds.strength.strength import HandPotential, HandStrength, potential_of, strength_of
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import seed_or_fresh

if TYPE_CHECKING:
    from handsight.odds.strength.effective_sampling import SampledPotential

PREFLOP_VALUES = ("equity", "chen", "pocket-table")


@dataclass(frozen=True, slots=True, repr=False)
class EffectiveHandStrength(ShownInNotebooks):
    """The chance that a hand is best or becomes best, and its parts.

    Attributes:
        hand_strength: against one opponent.
        potential: against one opponent; over the sampled runouts if sampled.
        potential_against: the exact potential against all opponents; None against more than three,
            or if sampled.
        stderr: standard error of `ehs`; None if exact, or if only one runout was drawn.
        samples: the number of runouts drawn; None if exact, like scheme and seed.
        joint: whether strength and potential are against all opponents at once, because each has
            their own range.
        spot: the question; None if the counts come from elsewhere.

    Example:
        >>> effective = effective_hand_strength("AdQc", "3h4cJh", samples=100, seed=1)
        >>> abs(effective.ehs - 0.671539) < 4 * effective.stderr
        True
    """

    hand_strength: HandStrength
    potential: HandPotential
    opponents: int
    potential_against: HandPotential | None
    stderr: float | None = None
    samples: int | None = None
    scheme: str | None = None
    seed: int | None = None
    joint: bool = False
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def ehs(self) -> float:
        """EHS = HS^n + (1 - HS^n) PPot, in 0..1, with PPot against one opponent.

        If each opponent has their own range, HS and PPot against all of them replace HS^n and PPot.
        """
        strength = self.hand_strength.against(1 if self.joint else self.opponents)
        return strength + (1 - strength) * (self.potential.ppot or 0.0)

    @property
    def p_win(self) -> float | None:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, all three against all opponents.

        In 0..1; a tie counts as half a win. HS is exact even if the potential is sampled. None
        against more than three opponents, and if sampled against several without a range for
        each; use `current_hand_odds` there.
        """
        if self.potential_against is not None:
            return self.potential_against.p_win
        if self.opponents > 1 and not self.joint:
            return None
        strength, up, down = self.hand_strength.value, self.potential.ppot, self.potential.npot
        return strength * (1 - (down or 0.0)) + (1 - strength) * (up or 0.0)


def effective_hand_strength(
    hole: CardsLike,
    board: CardsLike,
    opponents: int | None = None,
    lookahead: int | None = None,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    samples: int | None = None,
    seed: int | None = None,
    scheme: str = "shared",
) -> EffectiveHandStrength:
    """Combine hand strength and hand potential, exactly or with sampled runouts.

    Args:
        board: three, four or five cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        lookahead: cards to look ahead, 0 to 2; None for all cards to come.
        villain: one range for all opponents, or a list with one for each of up to three; None for
            any cards.
        excluded: cards that opponents probably do not hold; they may still come on the board.
        samples: the number of runouts to draw without replacement; None counts all of them.
        seed: the seed of the draw; None for a fresh one, which the result holds.
        scheme: ``"shared"`` draws one set of runouts for all hands of the opponents (a runout does
            not count for a hand that holds one of its cards); ``"per-opponent"`` draws a set for
            each hand of one opponent.

    Raises:
        InputError: for wrong cards or ranges.
        StreetError: before the flop, where two cards have no rank.
        OptionError: for a wrong number of opponents, cards or samples, or an unknown scheme.

    Source:
        CISTI-2013, sections IV.C and IV.D; DSIE-2011, section 3.4.

    Example:
        >>> effective = effective_hand_strength("AdQc", "3h4cJh")
        >>> round(effective.ehs, 6), round(effective.p_win, 6)
        (0.671539, 0.511399)
    """
    if samples is None and (seed is not None or scheme != "shared"):
        raise OptionError("seed and scheme say how to sample, so samples= is needed too")
    spot = Spot.hand(hole, board, dead, opponents, villain, excluded)
    return effective_of(spot, lookahead, samples, seed, scheme)


def effective_of(
    spot: Spot,
    lookahead: int | None = None,
    samples: int | None = None,
    seed: int | None = None,
    scheme: str = "shared",
) -> EffectiveHandStrength:
    """Combine strength and potential of a spot's first player (see `effective_hand_strength`)."""
    require_countable(spot)
    # Opponents who each have a range are counted all at once. Otherwise both papers count one
    # opponent, and raise HS to the power of their number.
    counted = spot if spot.joint else spot.against_first(1)
    strength = strength_of(counted)
    if samples is not None:
        from handsight.odds.strength.effective_sampling import sample_potential

        sampled = sample_potential(counted, lookahead, samples, seed_or_fresh(seed), scheme)
        return _from_samples(strength, sampled, spot)
    potential = potential_of(counted, lookahead)
    against: HandPotential | None = potential
    if counted.opponents < spot.opponents:
        few = spot.opponents <= MOST_EXACT_OPPONENTS
        against = potential_of(spot, lookahead) if few else None
    return EffectiveHandStrength(
        strength, potential, spot.opponents, against, joint=spot.joint, spot=spot
    )


def require_countable(spot: Spot) -> None:
    """Raise OptionError if more opponents have their own range than can be counted exactly."""
    if spot.joint and spot.opponents > MOST_EXACT_OPPONENTS:
        raise OptionError(
            f"villain has {spot.opponents} ranges; it must have 1 to {MOST_EXACT_OPPONENTS} here: "
            f"strength and potential are counted against up to {MOST_EXACT_OPPONENTS}, or against "
            "one range for all opponents"
        )


def _from_samples(
    strength: HandStrength, sampled: SampledPotential, spot: Spot
) -> EffectiveHandStrength:
    beaten = 1 - strength.against(1 if spot.joint else spot.opponents)
    return EffectiveHandStrength(
        hand_strength=strength,
        potential=sampled.potential,
        opponents=spot.opponents,
        potential_against=None,
        stderr=None if sampled.ppot_stderr is None else beaten * sampled.ppot_stderr,
        samples=sampled.samples,
        scheme=sampled.scheme,
        seed=sampled.seed,
        joint=spot.joint,
        spot=spot,
    )


# --- one number on every street -----------------------------------------------------------------


def hand_odds(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int | None = None,
    preflop: str = "equity",
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    seed: int = 0,
) -> float:
    """Rate a hand by one number, 0..1, on any street.

    After the flop it is the effective hand strength; before the flop, the value that ``preflop``
    names.

    Args:
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        preflop: ``"equity"``, the share of the pot, exact against up to two opponents with any
            cards and against one range, otherwise sampled if that is quicker; ``"chen"``, Chen's
            formula scaled to 0..1; ``"pocket-table"``, the share of games won between two players
            who act at random without a limit. The last two ignore opponents and dead cards.
        villain: one range for all opponents, or a list with one for each (up to three after the
            flop); None for any cards.
        excluded: cards that opponents probably do not hold; they may still come on the board.

    Raises:
        InputError: for wrong cards or ranges.
        OptionError: for a wrong number of opponents or an unknown preflop value.

    Source:
        CISTI-2013, sections IV.B and V; DSIE-2011, section 3.3, which combine EHS with a value
        for the two cards alone.

    Example:
        >>> round(hand_odds("AdQc", "3h4cJh"), 6)
        0.671539
        >>> round(hand_odds("AdQc"), 6), round(hand_odds("AdQc", preflop="chen"), 6)
        (0.644318, 0.47619)
        >>> round(hand_odds("AdQc", preflop="pocket-table"), 3)
        0.513
        >>> round(hand_odds("AdQc", "3h4cJh", villain="sklansky:1-4"), 6)
        0.443648
    """
    if preflop not in PREFLOP_VALUES:
        known = ", ".join(PREFLOP_VALUES)
        raise OptionError(f"preflop is {preflop!r}; it must be one of {known}")
    spot = Spot.hand(hole, board, dead, opponents, villain, excluded)
    if spot.board:
        return effective_of(spot).ehs
    if preflop == "equity":
        from handsight.odds.equity.current import odds_of

        return odds_of(spot, sampling=Sampling(seed=seed)).equity
    return _of_two_cards(spot.hole, preflop)


def _of_two_cards(hole: CardSet, preflop: str) -> float:
    """Rate the two cards alone: by Chen's formula or the pocket table."""
    from handsight.ranges import chen, pocket_table

    if preflop == "chen":
        return chen(hole, normalised=True)
    return pocket_table(hole).win_frequency
