"""Odds: strength, potential, both in one, share of the pot, equity of many, hand classes."""

from typing import TYPE_CHECKING

from handsight.odds.board_strengths import BoardStrengths, board_strengths
from handsight.odds.class_odds import ClassOdds, class_odds
from handsight.odds.equity import equity
from handsight.odds.hand_eval import HandEval, hand_eval
from handsight.odds.hand_odds import hand_odds
from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.odds.against_any import Odds
    from handsight.odds.current import current_hand_odds
    from handsight.odds.effective import EffectiveHandStrength, effective_hand_strength
    from handsight.odds.equity_result import EquityResult, PlayerEquity
    from handsight.odds.potential import HandPotential, hand_potential
    from handsight.odds.strength import HandStrength, hand_strength

__all__ = [
    "BoardStrengths",
    "ClassOdds",
    "EffectiveHandStrength",
    "EquityResult",
    "HandEval",
    "HandPotential",
    "HandStrength",
    "Odds",
    "PlayerEquity",
    "board_strengths",
    "class_odds",
    "current_hand_odds",
    "effective_hand_strength",
    "equity",
    "hand_eval",
    "hand_odds",
    "hand_potential",
    "hand_strength",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "against_any": ("Odds",),
        "current": ("current_hand_odds",),
        "effective": ("EffectiveHandStrength", "effective_hand_strength"),
        "equity_result": ("EquityResult", "PlayerEquity"),
        "potential": ("HandPotential", "hand_potential"),
        "strength": ("HandStrength", "hand_strength"),
    },
)
