"""Odds of one hand: strength, potential, both in one, share of the pot, hand classes."""

from handsight.odds.class_odds import ClassOdds, class_odds
from handsight.odds.current import Odds, current_hand_odds
from handsight.odds.effective import EffectiveHandStrength, effective_hand_strength
from handsight.odds.hand_odds import hand_odds
from handsight.odds.potential import HandPotential, hand_potential
from handsight.odds.strength import HandStrength, hand_strength

__all__ = [
    "ClassOdds",
    "EffectiveHandStrength",
    "HandPotential",
    "HandStrength",
    "Odds",
    "class_odds",
    "current_hand_odds",
    "effective_hand_strength",
    "hand_odds",
    "hand_potential",
    "hand_strength",
]
