"""Equilibria of betting trees between two ranges: what to do, and how often."""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.solver.betting import Betting
    from handsight.solver.charts import PushFold, push_fold
    from handsight.solver.flops import (
        SolvedFlop,
        flop_classes,
        flops_csv,
        mean_of_flops,
        solve_flops,
    )
    from handsight.solver.locks import NodeLock
    from handsight.solver.node import SolvedNode
    from handsight.solver.solution import Solution
    from handsight.solver.solving import SolveProgress, memory_of, solve

__all__ = [
    "Betting",
    "NodeLock",
    "PushFold",
    "Solution",
    "SolveProgress",
    "SolvedFlop",
    "SolvedNode",
    "flop_classes",
    "flops_csv",
    "mean_of_flops",
    "memory_of",
    "push_fold",
    "solve",
    "solve_flops",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "betting": ("Betting",),
        "flops": ("SolvedFlop", "flop_classes", "flops_csv", "mean_of_flops", "solve_flops"),
        "locks": ("NodeLock",),
        "charts": ("PushFold", "push_fold"),
        "node": ("SolvedNode",),
        "solution": ("Solution",),
        "solving": ("SolveProgress", "memory_of", "solve"),
    },
)
