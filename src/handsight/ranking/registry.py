"""The evaluators by name; each is imported at its first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from handsight.errors import OptionError
from handsight.ranking.interface import Evaluator

_HOMES = {
    "handsight": "handsight.ranking.own",
    "naive": "handsight.ranking.published.naive",
    "poker-eval": "handsight.ranking.published.poker_eval",
    "cactus-kev": "handsight.ranking.published.cactus_kev",
    "senzee-5": "handsight.ranking.published.senzee_5",
    "senzee-7": "handsight.ranking.published.senzee_7",
    "two-plus-two": "handsight.ranking.published.two_plus_two",
    "blog-4": "handsight.ranking.published.blog_4",
}
"""The module of each evaluator, whose class it names EVALUATOR."""


def evaluators() -> tuple[str, ...]:
    """List the names of all evaluators.

    Example:
        >>> evaluators()[0], len(evaluators())
        ('handsight', 8)
    """
    return tuple(_HOMES)


@cache
def evaluator(name: str) -> Evaluator:
    """Give the evaluator of a name; the same one each time.

    Raises:
        OptionError: for a name that `evaluators` does not list.

    Example:
        >>> evaluator("cactus-kev").value("AhKhQhJhTh")
        1
    """
    if name not in _HOMES:
        raise OptionError(f"evaluator {name!r} does not exist; there are {', '.join(_HOMES)}")
    result: Evaluator = import_module(_HOMES[name]).EVALUATOR()
    return result
