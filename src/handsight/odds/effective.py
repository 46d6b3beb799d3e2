"""Strength and potential in one number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, Situation
from handsight.errors import OptionError
from handsight.odds.counting import MOST_EXACT_OPPONENTS
from handsight.odds.potential import HandPotential, potential_against, potential_in
from handsight.odds.strength import HandStrength, strength_in
from handsight.odds.villains import VillainLike, villain_ranges
from handsight.ranges import Range
from handsight.runtime.seeds import seed_or_fresh

if TYPE_CHECKING:
    from handsight.odds.effective_sampling import SampledPotential


@dataclass(frozen=True, slots=True)
class EffectiveHandStrength:
    """The chance that a hand is best or becomes so, and what it is made of.

    Attributes:
        hand_strength: counts now, against one opponent.
        potential: counts now and then, against one opponent; of the sampled runouts if sampled.
        opponents: how many.
        potential_against: the same against all opponents, where it is exact: up to three, not
            sampled. Else None.
        stderr: standard error of `ehs`; None where exact, or where one draw does not tell it.
        samples: runouts drawn; None where exact.
        scheme: how they were drawn; None where exact.
        seed: of the draw; None where exact.
        joint: whether strength and potential are against all opponents at once, as they are where
            each has a range of his own.

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

    @property
    def ehs(self) -> float:
        """EHS = HS^n + (1 - HS^n) PPot, in 0..1, with PPot against one opponent.

        Where each opponent has a range of his own, HS and PPot against all of them stand in for
        HS^n and PPot.
        """
        strength = self.hand_strength.against(1 if self.joint else self.opponents)
        return strength + (1 - strength) * (self.potential.ppot or 0.0)

    @property
    def p_win(self) -> float | None:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, all three against all opponents.

        In 0..1, a tie as half a win. If sampled, only the potentials are: HS stays exact. None
        beyond three opponents, where the potential is not exact, and if sampled against several
        who have no range each: `current_hand_odds` answers there.
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
    """Join hand strength and hand potential. Exact, or with the runouts sampled.

    Args:
        hole: two cards.
        board: three, four or five cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        lookahead: how many cards to look ahead, 0 to 2; all that are to come if None.
        dead: cards out of play.
        villain: what the opponents may hold: one range for all of them, or a list of up to three,
            one for each; None for any cards.
        excluded: cards that they probably have not; these may still come to the board.
        samples: how many runouts to draw, without replacement, all if there are fewer; the
            result tells how many it was. None counts all of them.
        seed: of the draw; a fresh one if None. Reported in the result.
        scheme: ``"shared"`` draws one set of runouts for all hands of the opponents (those that
            collide with a hand do not count for it), ``"per-opponent"`` a set for each hand of
            one opponent.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        StreetError: before the flop, where two cards have no rank.
        OptionError: for other opponents, cards, samples or schemes.

    Source:
        CISTI-2013, sections IV.C and IV.D; DSIE-2011, section 3.4.

    Example:
        >>> effective = effective_hand_strength("AdQc", "3h4cJh")
        >>> round(effective.ehs, 6), round(effective.p_win, 6)
        (0.671539, 0.511399)
    """
    situation = Situation.parse(hole, board, dead)
    opponents, ranges = villain_ranges(villain, excluded, opponents, situation)
    if samples is None and (seed is not None or scheme != "shared"):
        raise OptionError("seed and scheme say how to sample; give samples= too")
    one_each = ranges is not None and not _is_one(villain)
    if one_each:
        _refuse_many(ranges or ())
    if samples is not None:
        from handsight.odds.effective_sampling import sample_potential

        met = ranges if ranges is None or one_each else ranges[:1]
        strength = strength_in(situation, met)
        seed = seed_or_fresh(seed)
        sampled = sample_potential(situation, lookahead, samples, seed, scheme, met)
        return _from_samples(strength, sampled, opponents, joint=one_each)
    if ranges is not None:
        return _against_ranges(situation, ranges, lookahead, one_each=one_each)
    strength = strength_in(situation)
    potential = potential_in(situation, 1, lookahead)
    against: HandPotential | None = potential
    if opponents > 1:
        few = opponents <= MOST_EXACT_OPPONENTS
        against = potential_in(situation, opponents, lookahead) if few else None
    return EffectiveHandStrength(strength, potential, opponents, against)


def _is_one(villain: VillainLike) -> bool:
    return villain is None or isinstance(villain, str | Range)


def _refuse_many(ranges: Sequence[Range]) -> None:
    if len(ranges) > MOST_EXACT_OPPONENTS:
        raise OptionError(
            f"villain has {len(ranges)} ranges; strength and potential are counted against up to "
            f"{MOST_EXACT_OPPONENTS}, or against one range for all opponents"
        )


def _against_ranges(
    situation: Situation, ranges: Sequence[Range], lookahead: int | None, *, one_each: bool
) -> EffectiveHandStrength:
    """Count against all at once, or against one, and then against all only if they are few."""
    few = len(ranges) <= MOST_EXACT_OPPONENTS
    counted = ranges if one_each else ranges[:1]
    strength = strength_in(situation, counted)
    potential = potential_against(situation, counted, lookahead)
    against: HandPotential | None = potential
    if len(counted) < len(ranges):
        against = potential_against(situation, ranges, lookahead) if few else None
    return EffectiveHandStrength(strength, potential, len(ranges), against, joint=one_each)


def _from_samples(
    strength: HandStrength, sampled: SampledPotential, opponents: int, *, joint: bool
) -> EffectiveHandStrength:
    beaten = 1 - strength.against(1 if joint else opponents)
    return EffectiveHandStrength(
        hand_strength=strength,
        potential=sampled.potential,
        opponents=opponents,
        potential_against=None,
        stderr=None if sampled.ppot_stderr is None else beaten * sampled.ppot_stderr,
        samples=sampled.samples,
        scheme=sampled.scheme,
        seed=sampled.seed,
        joint=joint,
    )
