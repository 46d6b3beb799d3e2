"""handsight: the workbench for Texas Hold'em agents.

Everything named here is the public interface. A name is imported at its first use, so that
``import handsight`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from handsight._version import __version__ as __version__

if TYPE_CHECKING:
    from handsight.cards import Card as Card
    from handsight.cards import CardSet as CardSet
    from handsight.cards import Deck as Deck
    from handsight.draws import Outs as Outs
    from handsight.draws import PotentialHand as PotentialHand
    from handsight.draws import outs as outs
    from handsight.draws import potential_hands as potential_hands
    from handsight.errors import HandsightError as HandsightError
    from handsight.game import Action as Action
    from handsight.game import HandState as HandState
    from handsight.game import Rules as Rules
    from handsight.history import HandHistory as HandHistory
    from handsight.history import read_histories as read_histories
    from handsight.history import replay as replay
    from handsight.odds import ANY as ANY
    from handsight.odds import BoardStrengths as BoardStrengths
    from handsight.odds import ClassOdds as ClassOdds
    from handsight.odds import EffectiveHandStrength as EffectiveHandStrength
    from handsight.odds import Equity as Equity
    from handsight.odds import HandPotential as HandPotential
    from handsight.odds import HandStrength as HandStrength
    from handsight.odds import PlayerEquity as PlayerEquity
    from handsight.odds import Spot as Spot
    from handsight.odds import board_strengths as board_strengths
    from handsight.odds import class_odds as class_odds
    from handsight.odds import current_hand_odds as current_hand_odds
    from handsight.odds import effective_hand_strength as effective_hand_strength
    from handsight.odds import equity as equity
    from handsight.odds import hand_eval as hand_eval
    from handsight.odds import hand_odds as hand_odds
    from handsight.odds import hand_potential as hand_potential
    from handsight.odds import hand_strength as hand_strength
    from handsight.preflop import Matchup as Matchup
    from handsight.preflop import NineHanded as NineHanded
    from handsight.preflop import PocketEquity as PocketEquity
    from handsight.preflop import PocketValue as PocketValue
    from handsight.preflop import chen as chen
    from handsight.preflop import matchup as matchup
    from handsight.preflop import nine_handed as nine_handed
    from handsight.preflop import pocket_equity as pocket_equity
    from handsight.preflop import pocket_table as pocket_table
    from handsight.preflop import sklansky_group as sklansky_group
    from handsight.ranges import Range as Range
    from handsight.ranges import grid_svg as grid_svg
    from handsight.ranges import grid_text as grid_text
    from handsight.ranking import Evaluation as Evaluation
    from handsight.ranking import Evaluator as Evaluator
    from handsight.ranking import evaluate as evaluate
    from handsight.ranking import evaluate_many as evaluate_many
    from handsight.ranking import evaluate_mask as evaluate_mask
    from handsight.ranking import evaluator as evaluator
    from handsight.ranking import evaluators as evaluators
    from handsight.ranking import masks_from_cards as masks_from_cards
    from handsight.ranking import score_many as score_many
    from handsight.solver import Betting as Betting
    from handsight.solver import Solution as Solution
    from handsight.solver import push_fold as push_fold
    from handsight.solver import solve as solve

_HOMES = {
    "handsight.cards": ("Card", "CardSet", "Deck"),
    "handsight.ranking": (
        *("Evaluation", "Evaluator", "evaluate", "evaluate_mask", "evaluator", "evaluators"),
        *("evaluate_many", "masks_from_cards", "score_many"),
    ),
    "handsight.preflop": (
        *("Matchup", "NineHanded", "PocketEquity", "PocketValue", "chen", "matchup"),
        *("nine_handed", "pocket_equity", "pocket_table", "sklansky_group"),
    ),
    "handsight.ranges": ("Range", "grid_svg", "grid_text"),
    "handsight.odds": (
        *("ANY", "BoardStrengths", "ClassOdds", "EffectiveHandStrength", "Equity"),
        *("HandPotential", "HandStrength", "PlayerEquity", "Spot"),
        *("board_strengths", "class_odds", "current_hand_odds", "effective_hand_strength"),
        *("equity", "hand_eval", "hand_odds", "hand_potential", "hand_strength"),
    ),
    "handsight.game": ("Action", "HandState", "Rules"),
    "handsight.history": ("HandHistory", "read_histories", "replay"),
    "handsight.draws": ("Outs", "PotentialHand", "outs", "potential_hands"),
    "handsight.solver": ("Betting", "Solution", "push_fold", "solve"),
    "handsight.errors": ("HandsightError",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(["__version__", *_HOME_OF])


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'handsight' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
