"""What notebooks show of results; `handsight.runtime.notebooks` asks for it by name."""

from __future__ import annotations

from functools import singledispatch

from handsight.solver.node import SolvedNode
from handsight.solver.solution import Solution
from handsight.views.solution import node_html, solution_html


@singledispatch
def html_of(result: object) -> str:
    """Show a result as HTML.

    Raises:
        TypeError: for what nothing is known of.
    """
    raise TypeError(f"nothing says how a {type(result).__name__} is shown")


html_of.register(SolvedNode, node_html)
html_of.register(Solution, solution_html)
