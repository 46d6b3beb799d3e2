"""Effective hand strength, which combines hand strength and hand potential in one number."""

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
    """The chance that a hand is best or becomes best, and the values that it combines.

    Attributes:
        hand_strength: the hand strength against one opponent.
        potential: the hand potential against one opponent; if sampled, over the sampled runouts.
        opponents: the number of opponents.
        potential_against: the exact hand potential against all opponents; None against more than
            three, or if sampled.
        stderr: the standard error of `ehs`; None if exact, or if the sample cannot show it, like
            `handsight.odds.strength.effective_sampling.SampledPotential.ppot_stderr`.
        samples: the number of runouts drawn; with the scheme ``"per-opponent"``, the number for
            each hand of the opponent. None if exact, like ``scheme`` and ``seed``.
        joint: whether ``hand_strength`` and ``potential`` are against all opponents at once instead
            of one, because each opponent has a range of their own.
        spot: the question; None if the counts were not made from a spot.

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
        """EHS = HS^n + (1 - HS^n) PPot, 0..1, with HS and PPot against one of n opponents.

        If each opponent has a range of their own, HS and PPot against all opponents replace HS^n
        and PPot.
        """
        strength = self.hand_strength.against(1 if self.joint else self.opponents)
        return strength + (1 - strength) * (self.potential.ppot or 0.0)

    @property
    def p_win(self) -> float | None:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, 0..1, in which a tie counts as half a win.

        HS, NPot and PPot are against all opponents, and HS is exact even if the potential is
        sampled. P(win) is None against more than three opponents. It is also None if the potential
        is sampled against several opponents without a range for each. Use `current_hand_odds` in
        these cases.
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
        hole: our two hole cards.
        board: three, four or five cards.
        opponents: the number of opponents, 1 to 9; None for the number of ranges in a list, or else
            one.
        lookahead: the number of cards to look ahead, up to those still to be dealt: 0 to 2 on the
            flop, 0 or 1 on the turn; None looks ahead to the river.
        dead: cards that cannot be dealt.
        villain: one range for all opponents, or a list with one range for each of up to three
            opponents; None for any cards.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.
        samples: the number of runouts to draw without replacement; None counts all runouts.
        seed: the seed of the draw; None for a fresh seed, which the result stores.
        scheme: ``"shared"`` draws one set of runouts for all hands of the opponents, where a runout
            does not count for hands that contain one of its cards; ``"per-opponent"`` draws a
            separate set for each hand of one opponent, and is not available for a list of several
            ranges.

    Raises:
        InputError: if cards or ranges are invalid.
        StreetError: before the flop, where two cards alone have no rank.
        OptionError: if the number of opponents or ranges, the look-ahead, the number of samples,
            the seed or the scheme is invalid; or if ``samples`` is None, but a seed or the scheme
            ``"per-opponent"`` is passed.

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
    # If each opponent has a range, all opponents are counted at once. Otherwise, as in both papers,
    # one opponent is counted, and HS is raised to the power of the number of opponents.
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
    """Raise OptionError if more opponents have ranges of their own than can be counted exactly."""
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

    From the flop on, the number is the effective hand strength. Before the flop, ``preflop``
    selects it.

    Args:
        hole: our two hole cards.
        board: 0, 3, 4 or 5 cards.
        opponents: the number of opponents, 1 to 9; None for the number of ranges in a list, or else
            one.
        preflop: ``"equity"`` for the share of the pot, which is exact against up to two opponents
            with any cards, against one range if there are no dead cards, and whenever a count takes
            at most about a second, and is sampled otherwise; ``"chen"`` for Chen's formula scaled
            to 0..1; ``"pocket-table"`` for the share of games won between two players who act at
            random in no-limit games. The last two depend only on the hole cards.
        dead: cards that cannot be dealt.
        villain: one range for all opponents, or a list with one range for each (up to three from
            the flop on); None for any cards.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.
        seed: the seed of the sample if the equity is sampled.

    Raises:
        InputError: if cards or ranges are invalid.
        OptionError: if the number of opponents or ranges or the seed is invalid, or the preflop
            value is unknown.

    Source:
        CISTI-2013, sections IV.B and V; DSIE-2011, section 3.3. Both papers combine EHS with a
        value for the two cards alone.

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
    """Rate two cards without opponents, by Chen's formula or by the pocket table."""
    from handsight.ranges import chen, pocket_table

    if preflop == "chen":
        return chen(hole, normalised=True)
    return pocket_table(hole).win_frequency
