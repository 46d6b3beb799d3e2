"""Strength and potential in one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, Situation
from handsight.errors import OptionError
from handsight.odds.counting import MOST_EXACT_OPPONENTS, check_opponents
from handsight.odds.potential import HandPotential, potential_in
from handsight.odds.strength import HandStrength, strength_in
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

    @property
    def ehs(self) -> float:
        """EHS = HS^n + (1 - HS^n) PPot, in 0..1, with PPot against one opponent."""
        strength = self.hand_strength.against(self.opponents)
        return strength + (1 - strength) * (self.potential.ppot or 0.0)

    @property
    def p_win(self) -> float | None:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, all three against all opponents.

        In 0..1, a tie as half a win. If sampled, only the potentials are: HS stays exact. None
        beyond three opponents, where the potential is not exact, and against several if sampled:
        `current_hand_odds` answers there.
        """
        if self.potential_against is not None:
            return self.potential_against.p_win
        if self.opponents > 1:
            return None
        strength, up, down = self.hand_strength.value, self.potential.ppot, self.potential.npot
        return strength * (1 - (down or 0.0)) + (1 - strength) * (up or 0.0)


def effective_hand_strength(
    hole: CardsLike,
    board: CardsLike,
    opponents: int = 1,
    lookahead: int | None = None,
    dead: CardsLike = "",
    *,
    samples: int | None = None,
    seed: int | None = None,
    scheme: str = "shared",
) -> EffectiveHandStrength:
    """Join hand strength and hand potential. Exact, or with the runouts sampled.

    Args:
        hole: two cards.
        board: three, four or five cards.
        opponents: 1 to 9.
        lookahead: how many cards to look ahead, 0 to 2; all that are to come if None.
        dead: cards out of play.
        samples: how many runouts to draw, without replacement, all if there are fewer; the
            result tells how many it was. None counts all of them.
        seed: of the draw; a fresh one if None. Reported in the result.
        scheme: ``"shared"`` draws one set of runouts for all hands of the opponent (those that
            collide with a hand do not count for it), ``"per-opponent"`` a set for each hand.

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
    opponents = check_opponents(opponents)
    strength = strength_in(situation)
    if samples is not None:
        from handsight.odds.effective_sampling import sample_potential

        sampled = sample_potential(situation, lookahead, samples, seed_or_fresh(seed), scheme)
        return _from_samples(strength, sampled, opponents)
    if seed is not None or scheme != "shared":
        raise OptionError("seed and scheme say how to sample; give samples= too")
    potential = potential_in(situation, 1, lookahead)
    against: HandPotential | None = potential
    if opponents > 1:
        few = opponents <= MOST_EXACT_OPPONENTS
        against = potential_in(situation, opponents, lookahead) if few else None
    return EffectiveHandStrength(strength, potential, opponents, against)


def _from_samples(
    strength: HandStrength, sampled: SampledPotential, opponents: int
) -> EffectiveHandStrength:
    beaten = 1 - strength.against(opponents)
    return EffectiveHandStrength(
        hand_strength=strength,
        potential=sampled.potential,
        opponents=opponents,
        potential_against=None,
        stderr=None if sampled.ppot_stderr is None else beaten * sampled.ppot_stderr,
        samples=sampled.samples,
        scheme=sampled.scheme,
        seed=sampled.seed,
    )
