"""What rivals do, learned within a session: a mixture of styles, and counts upon it.

A hundred hands are not many. So before counts say much, the question is which of a few kinds of
players a rival is: after three calls of large bets and no fold a calling station is likely, and for
that its triple is known. Counts of like contexts then correct what the mixture says.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from handsight.opponents.model import Context, DirichletLikelihood, Frequencies, Spot
from handsight.opponents.model.contexts import CALL, FOLD, RAISE
from handsight.opponents.model.priors import Triple

if TYPE_CHECKING:
    from numpy.typing import NDArray

PRICES = (0.12, 0.22, 0.29, 0.36, 0.43)
"""Prices between which counts are kept apart."""

UPON_STYLES = 8.0
"""How many decisions the mixture of styles counts for beside the counts."""

SLIP = 0.02
"""How often a player of a style does something else."""

MOST_EVIDENCE = 40.0
"""No style falls behind the likeliest by more than this, in natural logarithms."""


@dataclass(frozen=True)
class Style:
    """A kind of player.

    Attributes:
        name: what it is called.
        share: how many players are of it, before anything is seen; in parts.
        facing: chances of fold, call and raise where there is a price, at half a pot's bet.
        bets: how often it bets or raises where there is none.
        by_price: how much more it folds for each point of price above that of half a pot.
        blind: whether it does not look at its cards, so that its actions say nothing about them.
    """

    name: str
    share: float
    facing: Triple
    bets: float
    by_price: float = 0.0
    blind: bool = False

    def triple(self, context: Context) -> Triple:
        """Give its chances of fold, call and raise.

        Args:
            context: of the decision.
        """
        if context.free:
            return 0.0, 1 - self.bets, self.bets
        fold, _, rise = self.facing
        fold = min(max(fold + self.by_price * (context.price - HALF_POT), 0.0), 0.98)
        rise *= (1 - fold) / max(1 - self.facing[0], 1e-9)
        return fold, 1 - fold - rise, rise


HALF_POT = 0.25

STYLES = (
    Style("as all players", 2, (0.0, 0.0, 0.0), 0.0),
    Style("sensible", 5, (0.35, 0.52, 0.13), 0.40, by_price=2.0),
    Style("calling station", 1, (0.01, 0.97, 0.02), 0.02),
    Style("payer of fair prices", 2, (0.25, 0.72, 0.03), 0.03, by_price=1.6),
    Style("rock", 1, (0.90, 0.07, 0.03), 0.03, by_price=0.3),
    Style("tight", 2, (0.55, 0.33, 0.12), 0.25, by_price=1.6),
    Style("raiser of fair prices", 2, (0.25, 0.35, 0.40), 0.60, by_price=1.6),
    Style("maniac", 1, (0.01, 0.04, 0.95), 0.98, blind=True),
    Style("random", 1, (0.33, 0.34, 0.33), 0.50, blind=True),
)
"""Kinds of players, in round numbers. The triple of the first is what all players do, as it was
fitted, or else the opponent model's own belief."""


@dataclass
class Record:
    """What one player did.

    Attributes:
        evidence: for each style the logarithm of how likely it would have done the same.
        counts: {group of contexts: how often it folded, called and raised}.
    """

    evidence: list[float] = field(default_factory=lambda: [0.0] * len(STYLES))
    counts: dict[int, list[float]] = field(default_factory=dict)

    def shares(self) -> list[float]:
        """Give how likely the player is of each style; they add up to 1."""
        best = max(self.evidence)
        parts = [
            style.share * exp(max(found - best, -MOST_EVIDENCE))
            for style, found in zip(STYLES, self.evidence, strict=True)
        ]
        whole = sum(parts)
        return [part / whole for part in parts]


class Habits(Frequencies):
    """Frequencies that learn a player's style within a few hands.

    Example:
        >>> from handsight.opponents.model import Table
        >>> table = Table([1000, 1000], button=0, posts=[5, 10])
        >>> table.act(0, RAISE, 30)
        >>> facing, habits = table.context(1), Habits()
        >>> for _ in range(4):
        ...     habits.watch("Ann", facing, CALL)
        >>> habits.of(facing)[FOLD] > 2 * habits.of(facing, "Ann")[FOLD]
        True
    """

    def __init__(self) -> None:
        super().__init__()
        self.records: dict[str, Record] = {}

    def watch(self, name: str, context: Context, action: int) -> None:
        """Take a decision for evidence of its player's style, and count it.

        Args:
            name: who.
            context: of the decision.
            action: FOLD, CALL or RAISE.
        """
        if context.free and action == FOLD:
            return
        record = self.records.setdefault(name, Record())
        for number, triple in enumerate(self._triples(context)):
            record.evidence[number] += log((1 - SLIP) * triple[action] + SLIP / 3)
        record.counts.setdefault(group_of(context), [0.0, 0.0, 0.0])[action] += 1

    def of(self, context: Context, name: str = "") -> Triple:
        """Give the chances of fold, call and raise; they add up to 1.

        Args:
            context: of the decision.
            name: of the player; of whom nothing is known, any style may be his.
        """
        record = self.records.get(name)
        shares = (record or Record()).shares()
        triples = self._triples(context)
        mixed = [sum(map(_product, shares, column)) for column in zip(*triples, strict=True)]
        counts = record.counts.get(group_of(context)) if record else None
        if counts:
            whole = sum(counts) + UPON_STYLES
            mixed = [(count + UPON_STYLES * m) / whole for count, m in zip(counts, mixed, strict=True)]
        return mixed[FOLD], mixed[CALL], mixed[RAISE]

    def blindness(self, name: str) -> float:
        """Say how likely a player does not look at its cards, 0..1.

        Args:
            name: of the player.
        """
        shares = (self.records.get(name) or Record()).shares()
        return sum(share for share, style in zip(shares, STYLES, strict=True) if style.blind)

    def _triples(self, context: Context) -> list[Triple]:
        return [Frequencies.of(self, context), *(style.triple(context) for style in STYLES[1:])]


_product: Callable[[float, float], float] = operator.mul


def group_of(context: Context) -> int:
    """Number the contexts that are counted together: by street, price and raises.

    Args:
        context: of a decision.
    """
    if context.free:
        return 100 * (context.street > 0) + 10 * (context.lead == 1)
    price = sum(context.price > edge for edge in PRICES)
    return 1000 + 100 * (context.street > 0) + 10 * price + min(context.raises, 2)


class HalfBlind(DirichletLikelihood):
    """Chances of combos, as far as a player looks at his cards.

    Args:
        habits: say how likely he does not.

    Example:
        >>> HalfBlind(Habits()).name
        'dirichlet'
    """

    def __init__(self, habits: Habits) -> None:
        super().__init__()
        self.habits = habits

    def chances(self, spot: Spot) -> NDArray[np.float64]:
        """Give the chances of all combos: float64[1326, 3], rows that add up to 1."""
        blind = self.habits.blindness(spot.name)
        made = super().chances(spot)
        made *= 1 - blind
        made += blind * np.array(spot.frequencies)
        return made
