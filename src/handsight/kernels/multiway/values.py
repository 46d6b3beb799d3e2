"""What each action before the flop wins at a table, if everybody follows a blueprint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import kernel
from handsight.kernels.multiway.training import MARK, REGRETS, ChangeLog


@kernel
def add_values(
    log: ChangeLog,
    begins: NDArray[np.int64],
    ends: NDArray[np.int64],
    columns: NDArray[np.int64],
    counts: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Add what the actions at some decisions before the flop have won in logged walks.

    Args:
        log: the log of the walks; differences between the regrets of a decision's actions are
            differences between the chips that these win.
        begins: int64[d], the index at which each decision's numbers begin, ascending. Of the
            decisions, only those of the learners of the walks are counted.
        ends: int64[d], the index after each decision's last number.
        columns: int64[d], the index of each decision's first action in ``sums``.
        counts: int64[d, classes], increased by the number of walks in which the learner got to each
            decision with each class.
        sums: float64[actions, 2, classes], increased by the chips that each action wins more than
            the first one, and by their squares.
    """
    amount = 0
    for place in range(log.sizes[0]):
        mark = log.marks[place]
        count = mark % MARK
        at = mark // (2 * MARK)
        if mark // MARK % 2 == REGRETS and at < ends[-1]:
            decision = np.searchsorted(begins, at, side="right") - 1
            if decision >= 0 and at < ends[decision]:
                held = (at - begins[decision]) // count
                counts[decision, held] += 1
                for action in range(1, count):
                    more = np.float64(log.amounts[amount + action] - log.amounts[amount])
                    column = columns[decision] + action
                    sums[column, 0, held] += more
                    sums[column, 1, held] += more * more
        amount += count
