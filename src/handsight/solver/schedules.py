"""Learning for a number of steps that is known in advance, with discounts that change on the way.

Source:
    N. Zhang, S. McAleer and T. Sandholm, "Faster Game Solving via Hyperparameter Schedules", 2024:
    HS-DCFR(30). The code is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.solver.learning import make_task

if TYPE_CHECKING:
    from handsight.solver.learning import Learner

GAINS, DEBTS, AVERAGES = (1.0, 3.0), (-1.0, -2.0), (30.0, -5.0)
"""The exponents for positive regrets, negative regrets and averages: each is the first number at
the beginning, and is changed by the second one until the end."""


def kept_at(step: int, steps: int) -> tuple[float, float, float]:
    """Return the fractions of positive regrets, negative regrets and averages that a step keeps.

    The averages forget the first step, in which all actions have equal shares.

    Args:
        step: the number of earlier steps.
        steps: the number of all steps.

    Example:
        >>> kept_at(1, 30)[2], [round(each, 2) for each in kept_at(15, 30)]
        (0.0, [1.0, 0.0, 0.17])
    """
    if step == 0:
        return 0.0, 0.0, 0.0
    done = step / steps
    gain, debt = (step ** (first + more * done) for first, more in (GAINS, DEBTS))
    power = AVERAGES[0] + AVERAGES[1] * done
    average = 0.0 if step == 1 else (step / (step + 1)) ** power
    return gain / (gain + 1), debt / (debt + 1), average


def learn_by_schedule(learner: Learner, steps: int) -> None:
    """Take exactly this many steps from the beginning; in each step, both players learn in turn.

    On flops, the values of actions are a little closer to an equilibrium than after as many steps of
    `Learner.learn`, whose discounts suit any number of steps; the exploitability is about the same.
    In small games, it is higher. A solution cannot be continued.

    Args:
        learner: the learner of a game, which has taken no steps yet.
        steps: the number of steps.
    """
    from handsight.kernels.solver.tables import UPDATE

    for step in range(steps):
        kept = kept_at(step, steps)
        for player in range(2):
            learner.walk(make_task(player, UPDATE, player, *kept))
    learner.steps += steps
