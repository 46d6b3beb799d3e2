"""Questions about short stacks before the flop: push or fold, call or fold, heads-up."""

from __future__ import annotations

from functools import cache
from math import isfinite

from handsight.coach.drill.kind import Draws, DrillKind, DrillTable, Stopped, never
from handsight.coach.drill.question import Feedback, OptionValue, Question, judged
from handsight.errors import InputError, OptionError
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.solver import PushFold, push_fold, push_fold_gains

STACKS = range(3, 21)
"""The stacks in big blinds from which one is drawn."""

ALLOWED = range(2, 101)
"""The stacks in big blinds that a table can have."""

ROLES = {"push": ("SB", "BTN unopened"), "call": ("BB", "BB facing a push")}
"""{the action other than a fold: the player's position, and the kind of spot}."""

_OPPONENTS = {"push": "BB", "call": "BTN"}


class PushFoldDrill(DrillKind):
    """Push or fold as the small blind, call or fold as the big blind, by the exact equilibrium."""

    name = "push-fold"
    summary = "push or fold with a short stack, heads-up"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a question with a random hand, and the table's stack or a random one.

        Raises:
            OptionError: if the table's stack is not from 2 to 100 big blinds.
        """
        if table.stack is not None and table.stack not in ALLOWED:
            raise OptionError(
                f"stack is {table.stack}; push or fold needs {ALLOWED[0]} to {ALLOWED[-1]} big "
                "blinds"
            )
        draws = Draws(seed)
        stack = STACKS[draws.below(len(STACKS))] if table.stack is None else table.stack
        role = list(ROLES)[draws.below(len(ROLES))]
        name = CLASSES[draws.weighted([len(COMBOS_OF[each]) for each in CLASSES])]
        return self.make(f"{role} {stack:g} {name}")

    def make(self, details: str) -> Question:
        """Make a question again from the role, the stack and the hand class."""
        role, stack, name = _parts(details)
        position, spot = ROLES[role]
        blind = {"push": 0.5, "call": 1.0}[role]
        pot = 1.5 if role == "push" else stack + 1
        line = "you act first" if role == "push" else f"BTN goes all-in for {stack:g} bb"
        behind = stack - 1 if role == "push" else 0.0
        return Question(
            *(self.name, self.key(f"{role} {stack:g} {name}"), spot, name, ""),
            (f"preflop: {line}",),
            *(pot, stack - blind if role == "call" else 0.5),
            {"BTN" if position == "SB" else position: stack - blind, _OPPONENTS[role]: behind},
            f"Heads-up with {stack:g} bb each: {role} or fold?",
            ("fold", role),
        )

    def prepare(self, question: Question, stopped: Stopped = never) -> None:
        """Solve the game with this stack."""
        _solved(_parts(question.key.partition(" ")[2])[1])

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return what a push or a call wins, compared with a fold."""
        role, stack, name = _parts(question.key.partition(" ")[2])
        chart, gains = _solved(stack)
        share = (chart.push if role == "push" else chart.call)[name]
        gain = gains[list(ROLES).index(role)][name]
        known = gain if isfinite(gain) else None
        values = (OptionValue("fold", 1 - share, 0.0), OptionValue(role, share, known))
        return judged(question, answer, values)


@cache
def _solved(stack: float) -> tuple[PushFold, tuple[dict[str, float], dict[str, float]]]:
    chart = push_fold(stack)
    return chart, push_fold_gains(chart)


def _parts(details: str) -> tuple[str, float, str]:
    """Return the role, the stack in big blinds and the hand class of a question."""
    words = details.split()
    try:
        role, stack, name = words[0], float(words[1]), words[2]
    except (IndexError, ValueError):
        role, stack, name = "", 0.0, ""
    if len(words) != 3 or role not in ROLES or name not in CLASSES:
        raise InputError(f"{details!r} is no push or fold; write one like 'push 10 A5s'")
    if not ALLOWED[0] <= stack <= ALLOWED[-1]:
        raise InputError(f"the stack is {words[1]}; it must be from 2 to 100 big blinds")
    return role, stack, name
