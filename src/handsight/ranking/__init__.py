"""What hands are worth: one at a time as objects, or many at once as arrays."""

from typing import TYPE_CHECKING, Any

from handsight.ranking.categories import (
    CATEGORIES,
    CATEGORY_FLOORS,
    STRONGEST,
    category_of,
    share_beaten,
)
from handsight.ranking.evaluation import Evaluation, evaluate, evaluate_mask
from handsight.ranking.interface import Evaluator
from handsight.ranking.registry import evaluator, evaluators

if TYPE_CHECKING:
    from handsight.ranking.arrays import evaluate_many, masks_from_cards, score_many

__all__ = [
    "CATEGORIES",
    "CATEGORY_FLOORS",
    "STRONGEST",
    "Evaluation",
    "Evaluator",
    "category_of",
    "evaluate",
    "evaluate_many",
    "evaluate_mask",
    "evaluator",
    "evaluators",
    "masks_from_cards",
    "score_many",
    "share_beaten",
]


def __getattr__(name: str) -> Any:
    """Import the array functions, and numpy with them, at their first use."""
    if name in ("evaluate_many", "masks_from_cards", "score_many"):
        from handsight.ranking import arrays

        return getattr(arrays, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
