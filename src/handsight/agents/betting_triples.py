"""Randomised triples: how likely to fold, to call and to raise, made from what these are worth.

Where one action is clearly best it is taken; where two are nearly as good, both are at times. Such
a player cannot be read from one action, and gives away next to nothing for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from handsight.agents.action_values import Value


class BettingTriple(NamedTuple):
    """How likely each kind of action is; the three add up to 1.

    Attributes:
        fold: 0..1.
        call: or check.
        raises: or bets.

    Example:
        >>> BettingTriple(0.0, 0.25, 0.75).raises
        0.75
    """

    fold: float
    call: float
    raises: float


def kind_of(value: Value) -> int:
    """Tell the kind of an action: 0 fold, 1 call or check, 2 raise or bet.

    Args:
        value: of the action.
    """
    kind = value.action.kind
    return 0 if kind == "fold" else 1 if kind in ("call", "check") else 2


def best_of_kinds(values: Sequence[Value]) -> dict[int, Value]:
    """Give the best action of each kind that there is.

    Args:
        values: of all actions.
    """
    best: dict[int, Value] = {}
    for value in values:
        kind = kind_of(value)
        if kind not in best or value.chips > best[kind].chips:
            best[kind] = value
    return best


def triple_of(best: dict[int, Value], scale: float) -> BettingTriple:
    """Turn values into chances: e times less for each `scale` chips that an action is behind.

    Args:
        best: of each kind.
        scale: chips; 0 takes the best action always.

    Example:
        >>> from handsight.game import Action
        >>> calls, raises = Value(Action.call(), 100.0), Value(Action.raise_to(300), 110.0)
        >>> [round(chance, 2) for chance in triple_of({1: calls, 2: raises}, scale=10)]
        [0.0, 0.27, 0.73]
    """
    most = max(value.chips for value in best.values())
    parts = [0.0, 0.0, 0.0]
    for kind, value in best.items():
        behind = most - value.chips
        parts[kind] = exp(-behind / scale) if scale > 0 else float(not behind)
    whole = sum(parts)
    return BettingTriple(*(part / whole for part in parts))


def drawn(triple: BettingTriple, rng: Random) -> int:
    """Draw a kind of action.

    Args:
        triple: its chances.
        rng: gives one number.
    """
    number = rng.random()
    if number < triple.raises:
        return 2
    return 1 if number < triple.raises + triple.call or not triple.fold else 0
