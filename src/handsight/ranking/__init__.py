"""What hands are worth: one at a time as objects, or many at once as arrays."""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.ranking.arrays import evaluate_many, masks_from_cards, score_many
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

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "arrays": ("evaluate_many", "masks_from_cards", "score_many"),
        "categories": ("CATEGORIES", "CATEGORY_FLOORS", "STRONGEST", "category_of", "share_beaten"),
        "evaluation": ("Evaluation", "evaluate", "evaluate_mask"),
        "interface": ("Evaluator",),
        "registry": ("evaluator", "evaluators"),
    },
)
