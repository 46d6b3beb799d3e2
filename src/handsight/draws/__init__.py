"""What may still come: the hands that are under way, and the cards that help."""

from handsight.odds.outs import NextCard, Outs, outs
from handsight.odds.potential_hands import PotentialHand, potential_hands

__all__ = ["NextCard", "Outs", "PotentialHand", "outs", "potential_hands"]
