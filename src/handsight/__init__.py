"""handsight: the workbench for Texas Hold'em agents.

Everything named here is the public interface. A name is imported at its first use, so that
``import handsight`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from handsight._version import __version__

if TYPE_CHECKING:
    from handsight.cards import Card as Card
    from handsight.cards import CardSet as CardSet
    from handsight.cards import Deck as Deck

_HOMES = {
    "handsight.cards": ("Card", "CardSet", "Deck"),
    "handsight.ranking": (
        *("Evaluation", "evaluate", "evaluate_mask"),
        *("evaluate_many", "masks_from_cards", "score_many"),
    ),
    "handsight.odds": (
        *("ClassOdds", "EffectiveHandStrength", "HandPotential", "HandStrength", "Odds"),
        *("class_odds", "current_hand_odds", "effective_hand_strength", "hand_odds"),
        *("hand_potential", "hand_strength"),
    ),
    "handsight.draws": ("Outs", "PotentialHand", "outs", "potential_hands"),
    "handsight.errors": ("HandsightError",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(["__version__", *_HOME_OF])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'handsight' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
