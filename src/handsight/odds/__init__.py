"""Odds: hand strength, potential, effective strength, equity, hand classes, draws and outs."""

from typing import TYPE_CHECKING

from handsight.odds.equity import equity
from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.odds.best_shares import hand_eval
    from handsight.odds.boards import BoardStrengths, board_strengths
    from handsight.odds.classes import ClassOdds, class_odds
    from handsight.odds.current import current_hand_odds
    from handsight.odds.draws import PotentialHand, potential_hands
    from handsight.odds.effective import EffectiveHandStrength, effective_hand_strength, hand_odds
    from handsight.odds.equity_result import Equity, PlayerEquity
    from handsight.odds.next_card import NextCard, Outs, outs
    from handsight.odds.potential import HandPotential, hand_potential
    from handsight.odds.spot import ANY, Spot
    from handsight.odds.strength import HandStrength, hand_strength

__all__ = [
    "ANY",
    "BoardStrengths",
    "ClassOdds",
    "EffectiveHandStrength",
    "Equity",
    "HandPotential",
    "HandStrength",
    "NextCard",
    "Outs",
    "PlayerEquity",
    "PotentialHand",
    "Spot",
    "board_strengths",
    "class_odds",
    "current_hand_odds",
    "effective_hand_strength",
    "equity",
    "hand_eval",
    "hand_odds",
    "hand_potential",
    "hand_strength",
    "outs",
    "potential_hands",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "best_shares": ("hand_eval",),
        "boards": ("BoardStrengths", "board_strengths"),
        "classes": ("ClassOdds", "class_odds"),
        "current": ("current_hand_odds",),
        "draws": ("PotentialHand", "potential_hands"),
        "effective": ("EffectiveHandStrength", "effective_hand_strength", "hand_odds"),
        "equity_result": ("Equity", "PlayerEquity"),
        "next_card": ("NextCard", "Outs", "outs"),
        "potential": ("HandPotential", "hand_potential"),
        "spot": ("ANY", "Spot"),
        "strength": ("HandStrength", "hand_strength"),
    },
)
