"""Import an evaluator and rank one hand: ``python -m benchmarks.evaluators_start [NAME]``."""

from __future__ import annotations

import sys
from importlib import import_module

HAND = [3, 8, 13, 22, 31, 40, 49]
"""Seven cards, 4 * rank + suit, which every entrant accepts."""


def rank_one(name: str) -> None:
    """Rank one hand with a registered evaluator, a peer, or our function on masks.

    Nothing is imported beyond what that needs.
    """
    from benchmarks.peers import NAMES

    if name in NAMES:
        ranking = import_module(f"benchmarks.peers.{name}").load().ranking
        ranking.rank_all([ranking.ready(HAND)])
    elif name == "evaluate_many":
        from handsight import evaluate_many, masks_from_cards

        evaluate_many(masks_from_cards([HAND]))
    else:
        from handsight import evaluator

        evaluator(name).value(HAND)


if __name__ == "__main__" and len(sys.argv) > 1:
    rank_one(sys.argv[1])
