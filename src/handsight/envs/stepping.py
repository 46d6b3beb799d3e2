"""The kernels of tables for two players and for more, behind the same functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.kernels.envs.parts import TablePlan, TableRows, TableViews


@dataclass(frozen=True, slots=True)
class TableKernels:
    """The kernels that step tables.

    Attributes:
        for_two: whether the faster kernels for two players play the game.
    """

    for_two: bool

    def step(
        self, plan: TablePlan, state: TableRows, views: TableViews, actions: NDArray[np.int32]
    ) -> int:
        """Apply an action at each table, and play on to the next outside decision.

        Returns:
            The number of the first table with an illegal action if these are errors, or else -1.
        """
        if self.for_two:
            from handsight.kernels.envs.heads_up import step_two

            return int(step_two(plan, state, views, actions))
        from handsight.kernels.envs.tables import step_tables

        return int(step_tables(plan, state, views, actions))

    def write_totals(self, plan: TablePlan, state: TableRows) -> None:
        """Write the street total after each choice at all tables, which ``which`` lists."""
        if self.for_two:
            from handsight.kernels.envs.heads_up import write_totals_at_two

            write_totals_at_two(plan, state, len(state.which))
        else:
            from handsight.kernels.envs.tables import write_totals_at_tables

            write_totals_at_tables(plan, state, len(state.which))

    def write_views(
        self, state: TableRows, seats: NDArray[np.int64], seen: NDArray[np.uint16]
    ) -> None:
        """Write what a seat sees at each table; nothing where the seat is -1."""
        if self.for_two:
            from handsight.kernels.envs.heads_up import views_of_two

            views_of_two(state, seats, seen)
        else:
            from handsight.kernels.envs.tables import views_of_tables

            views_of_tables(state, seats, seen)
