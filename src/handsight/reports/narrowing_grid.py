"""The numbers that the grids of a narrowing show, and the words that go with them."""

from __future__ import annotations

from decimal import Decimal
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from handsight.game import ActionRecord
from handsight.ranges.grid import Grid, class_means, class_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.reports.narrowing_hand import HandSoFar

_DO = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
_WHERE = {
    "preflop": "before the flop",
    "flop": "on the flop",
    "turn": "on the turn",
    "river": "on the river",
}


def relative_rows(weights: NDArray[np.float64]) -> Grid:
    """Compare each class with the likeliest one, by the mean of its combos that can be held.

    Args:
        weights: the chance of each combo: float64[1326].

    Returns:
        Thirteen rows of thirteen numbers from 0 to 1, the likeliest 1; NaN for a class of which no
        combo can be held.

    Example:
        >>> rows = relative_rows(np.full(1326, 1 / 1326))
        >>> rows[0][0], rows[12][12]
        (1.0, 1.0)
    """
    means = class_means(np.where(weights > 0, weights, nan).tolist())
    most = max((mean for mean in means.values() if mean == mean), default=1.0)
    return class_rows({name: mean / most for name, mean in means.items()})


def chips_text(chips: int, scale: int = 1) -> str:
    """Write chips in the units of the record.

    Args:
        chips: how many.
        scale: chips in one unit.

    Example:
        >>> chips_text(1500), chips_text(150, 100)
        ('1,500', '1.50')
    """
    digits = 0 if scale == 1 else max(2, len(str(scale)) - 1)
    return f"{Decimal(chips) / scale:,.{digits}f}"


def deed(taken: ActionRecord, scale: int = 1) -> str:
    """Say what was done, such as ``raises to 300``.

    Args:
        taken: the action.
        scale: chips in one unit of the record.
    """
    kind, amount = taken.action
    said = _DO[kind]
    if kind not in ("fold", "check"):
        said += f" {chips_text(amount or taken.chips, scale)}"
    return f"{said} all in" if taken.all_in else said


def where(street: str) -> str:
    """Say on which street something is.

    Args:
        street: such as ``"preflop"``.

    Example:
        >>> where("preflop"), where("turn")
        ('before the flop', 'on the turn')
    """
    return _WHERE[street]


def table_in_words(hand: HandSoFar) -> str:
    """Tell players, blinds, stacks and seats in one line.

    Args:
        hand: up to now.
    """
    size, scale = len(hand.names), hand.scale
    posts = sorted(post for post in hand.posts if post)
    blinds = f", blinds {'/'.join(chips_text(post, scale) for post in posts)}" if posts else ""
    stacks = [chips_text(stack, scale) for stack in hand.stacks]
    each = f"{stacks[0]} chips each" if len(set(stacks)) == 1 else f"stacks {' '.join(stacks)}"
    first, last = hand.names[0], hand.names[-1]
    return f"{size} players{blinds}, {each}; {first} sits left of the button, {last} has it"
