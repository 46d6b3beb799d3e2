"""Spots for the solver: the start of the street of a reviewed decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.subgame import subgame_of
from handsight.coach.review.pricing import SIX, strategy_for
from handsight.coach.review.records import prepared
from handsight.coach.spots import REVIEW_SIZES, street_spot
from handsight.errors import HandsightError
from handsight.game import walk
from handsight.ranges.combos import CLASSES, COMBOS_OF, class_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game import Hand, Observation

LEAST_SHARE = 0.005
"""Hand classes with less weight than this are left out of a range."""

LIMITS = ("raise_cap", "add_allin", "force_allin", "merging")

LEAST_OF_HERO = 0.05
"""The minimum weight of the player's own hand class, even if the line is unusual for it."""


@dataclass(frozen=True)
class SolverSpot:
    """The start of the street of a decision, as the solver takes it, in hundredths of a big blind.

    Attributes:
        board: the cards on the board, as text.
        pot: the pot at the start of the street.
        stack: the chips that each player can still bet.
        oop: the range of the player out of position, as text, with one weight for each hand class.
        ip: the range of the player in position, likewise.
        sizes: {name of an argument of `Betting`: sizes}, which include the bets that were made.
        limits: {name of another argument of `Betting`: number}, which limit the tree.
    """

    board: str
    pot: int
    stack: int
    oop: str
    ip: str
    sizes: dict[str, str]
    limits: dict[str, int | float]


def solver_spot(hand: Hand, seat: int, number: int) -> SolverSpot | None:
    """Return the spot to solve for a decision after the flop between two players.

    Args:
        hand: the hand.
        seat: the seat of the player.
        number: the index of the player's action among all actions of the hand.

    Returns:
        None before the flop, if the street did not begin with two players who can bet, if no
        strategy has ranges for it, or if no tree can have its actions.
    """
    hand, seat, left_out = prepared(hand, seat, SIX)
    seen = _seen(hand, number - left_out)
    strategy = strategy_for(hand, seat)
    if seen is None or strategy is None or seen.street == "preflop":
        return None
    start = subgame_of(strategy.blueprint, seen, seen.street)
    if start is None:
        return None
    found = street_spot(start, hand.actions, REVIEW_SIZES[seen.street])
    if found is None:
        return None
    unit = hand.rules.big_blind
    fields = found.betting.fields()
    hole, me = class_of(hand.holes[seat] or ()), start.player(seat)
    oop, ip = (_range_text(row, hole * (at == me)) for at, row in enumerate(start.ranges))
    return SolverSpot(
        board="".join(map(str, seen.board)),
        pot=round(100 * start.pot / unit),
        stack=round(100 * start.stack / unit),
        oop=oop,
        ip=ip,
        sizes={name: _in_hundredths(text, unit) for name, text in fields.items() if _is_size(text)},
        limits={name: value for name in LIMITS if isinstance(value := fields[name], int | float)},
    )


def _seen(hand: Hand, number: int) -> Observation | None:
    """Return what the player to act saw before an action; None if the hand cannot be replayed."""
    try:
        for place, cursor in enumerate(walk(hand)):
            if place == number:
                return None if cursor.state.is_over else cursor.observation()
    except HandsightError:
        return None
    return None


def _range_text(weights: NDArray[np.float64], hole: str) -> str:
    """Write a range as hand classes; a weight is the mean over combos of the class in the range.

    Args:
        weights: float64[1326], the weights of the combos.
        hole: a hand class that is always part of the range; empty for none.
    """
    shares = np.asarray(weights) / weights.max()
    texts = []
    for name in CLASSES:
        held = shares[list(COMBOS_OF[name])]
        share = round(float(held[held > 0].mean()), 2) if held.any() else 0.0
        share = max(share, LEAST_OF_HERO) if name == hole else share
        if share >= LEAST_SHARE:
            texts.append(name if share >= 1 else f"{name}:{share:g}")
    return ", ".join(texts)


def _is_size(text: object) -> bool:
    return isinstance(text, str) and bool(text)


def _in_hundredths(text: object, unit: int) -> str:
    """Convert sizes in chips to hundredths of a big blind; leave other sizes as they are."""
    parts = [each.strip() for each in str(text).split(",")]
    return ", ".join(
        f"{round(100 * int(each[:-1]) / unit)}c" if each.endswith("c") else each for each in parts
    )
