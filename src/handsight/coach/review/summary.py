"""Sums over reviewed hands: where the player loses, and how the player differs from the strategy.

Intervals take hands, not decisions, as independent: decisions of one hand depend on each other.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain, repeat
from math import inf, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.coach.review.decisions import ReviewedDecision, ReviewedHand
from handsight.errors import OptionError
from handsight.runtime.integers import NOT_NEGATIVE, is_whole
from handsight.runtime.statistics import Z_95, holm

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVEL = 0.05
"""The maximum probability of reporting any tendency of a player who plays like the strategy."""

LEAST_DECISIONS = 10
"""A tendency is tested only if it has at least this many decisions."""

GROUPS: dict[str, Callable[[ReviewedDecision], str]] = {
    "street": lambda each: each.street,
    "position": lambda each: each.position,
    "pot": lambda each: each.pot_kind if each.street != "preflop" else f"facing {each.pot_kind}",
    "method": lambda each: each.method,
}
"""The ways to group decisions."""


class Per100(NamedTuple):
    """A mean in big blinds per hundred hands.

    Attributes:
        mean: the mean.
        half_width: half the width of its 95% interval; infinite for fewer than two hands.
    """

    mean: float
    half_width: float


class GroupLoss(NamedTuple):
    """What the decisions of a group lost.

    Attributes:
        name: the name of the group.
        decisions: the number of valued decisions.
        mistakes: the number of mistakes among them.
        lost: big blinds lost per hundred hands of the whole review, not only of the group's hands.
    """

    name: str
    decisions: int
    mistakes: int
    lost: Per100


class Tendency(NamedTuple):
    """How often a player takes a kind of action in a situation, compared with the strategy.

    Attributes:
        situation: the situation, such as ``facing a small bet``.
        action: ``fold``, ``check or call`` or ``bet or raise``.
        decisions: the number of decisions in the situation.
        taken: how many times the player took the action.
        expected: how many times the strategy would take it with the same hands, on average.
        p: the probability of a difference at least as large for a player who follows the strategy,
            corrected for the number of comparisons.
        lost: big blinds lost per hundred hands by this action in this situation.
    """

    situation: str
    action: str
    decisions: int
    taken: int
    expected: float
    p: float
    lost: float

    @property
    def is_more(self) -> bool:
        """Whether the player takes the action more often than the strategy."""
        return self.taken > self.expected


class ReviewSummary(NamedTuple):
    """The sums over reviewed hands.

    Attributes:
        hands: the number of hands.
        decisions: the number of decisions that could be valued.
        estimates: the number of those whose values are only estimates.
        unvalued: {reason: number of decisions that could not be valued}.
        won: the net result.
        adjusted: the result without the luck of cards dealt when no decision was left; where the
            cards of an all-in player are not known, the result as it was.
        lost: what the decisions lost.
        lost_known: the part of ``lost`` that charts and the solver found.
        lost_estimated: the part of ``lost`` that is only estimated; it is usually too large.
        groups: {way to group: losses}, the largest loss first.
        comparisons: the number of tendencies that were tested.
        tendencies: those in which the player differs significantly, ordered by p-value.
        costliest: the costliest mistakes with their hands, the largest loss first; estimates come
            after all others.
        skipped: {reason: number of hands without decisions, such as fixed-limit hands}.
    """

    hands: int
    decisions: int
    estimates: int
    unvalued: dict[str, int]
    won: Per100
    adjusted: Per100
    lost: Per100
    lost_known: Per100
    lost_estimated: Per100
    groups: dict[str, tuple[GroupLoss, ...]]
    comparisons: int
    tendencies: tuple[Tendency, ...]
    costliest: tuple[tuple[ReviewedHand, ReviewedDecision], ...]
    skipped: dict[str, int]


def summary_of(hands: Sequence[ReviewedHand], costliest: int = 20) -> ReviewSummary:
    """Add up reviewed hands.

    Args:
        hands: the hands.
        costliest: the number of costliest mistakes to list.

    Raises:
        OptionError: if ``costliest`` is negative.

    Example:
        >>> summary_of([]).lost
        Per100(mean=0.0, half_width=inf)
    """
    require_costliest(costliest)
    sums = _Sums()
    for hand in hands:
        sums.add(hand)
    tested = tendencies_of(hands)
    mistakes = ((hand, each) for hand in hands for each in hand.decisions if each.is_mistake)
    return ReviewSummary(
        len(hands),
        sums.decisions,
        sums.estimates,
        dict(sums.unvalued),
        per_100(sums.won),
        per_100(sums.adjusted),
        per_100(sums.lost),
        per_100(sums.lost_known),
        per_100(sums.lost_estimated),
        {name: _rows(groups, len(hands)) for name, groups in sums.groups.items()},
        len(tested),
        tuple(each for each in tested if each.p <= LEVEL),
        tuple(nsmallest(costliest, mistakes, key=lambda pair: _rank(pair[1]))),
        dict(sums.skipped),
    )


def _rank(mistake: ReviewedDecision) -> tuple[bool, float]:
    """Return what orders mistakes: the largest loss first, but estimates after all others."""
    return mistake.is_estimate, -mistake.lost


def require_costliest(costliest: int) -> None:
    """Raise an OptionError if a number of costliest mistakes is negative or not whole."""
    if not is_whole(costliest, NOT_NEGATIVE):
        raise OptionError(f"costliest is {costliest!r}; it must be a whole number, 0 or more")


def per_100(values: Iterable[float]) -> Per100:
    """Return the mean of one value for each hand, per hundred hands, with its interval.

    Args:
        values: the value of each hand, in big blinds.
    """
    listed = array("d", (100 * value for value in values))
    if len(listed) < 2:
        return Per100(fmean(listed) if listed else 0.0, inf)
    return Per100(fmean(listed), Z_95 * sqrt(variance(listed) / len(listed)))


class _Sums:
    """Collects what a summary needs of hands: a few numbers of each, so that many are no burden."""

    def __init__(self) -> None:
        self.decisions = self.estimates = 0
        self.unvalued, self.skipped = Counter[str](), Counter[str]()
        self.won, self.adjusted = array("d"), array("d")
        self.lost, self.lost_known, self.lost_estimated = array("d"), array("d"), array("d")
        self.groups: dict[str, dict[str, _Group]] = {name: {} for name in GROUPS}

    def add(self, hand: ReviewedHand) -> None:
        """Add a hand."""
        self.won.append(hand.won)
        self.adjusted.append(hand.won if hand.adjusted is None else hand.adjusted)
        self.lost.append(hand.lost)
        self.lost_known.append(hand.lost - hand.lost_by_estimates)
        self.lost_estimated.append(hand.lost_by_estimates)
        if hand.skipped and not hand.decisions:
            self.skipped[hand.skipped] += 1
        self.unvalued.update(each.assumed[0] for each in hand.decisions if not each.is_valued)
        valued = [each for each in hand.decisions if each.is_valued]
        self.decisions += len(valued)
        self.estimates += sum(each.is_estimate for each in valued)
        for way, key in GROUPS.items():
            self._group(self.groups[way], key, valued)

    def _group(
        self,
        groups: dict[str, _Group],
        key: Callable[[ReviewedDecision], str],
        valued: Sequence[ReviewedDecision],
    ) -> None:
        """Add the valued decisions of a hand to their groups."""
        lost: dict[str, float] = {}
        for each in valued:
            name = key(each)
            lost[name] = lost.get(name, 0.0) + each.lost
            group = groups.setdefault(name, _Group())
            group.decisions += 1
            group.mistakes += each.is_mistake
        for name, value in lost.items():
            if value:
                groups[name].lost.append(value)


@dataclass(slots=True)
class _Group:
    """The decisions of a group, and what those hands lost in it that lost anything."""

    decisions: int = 0
    mistakes: int = 0
    lost: array[float] = field(default_factory=lambda: array("d"))


def _rows(groups: dict[str, _Group], hands: int) -> tuple[GroupLoss, ...]:
    rows = [
        GroupLoss(
            name,
            group.decisions,
            group.mistakes,
            per_100(chain(group.lost, repeat(0.0, hands - len(group.lost)))),
        )
        for name, group in groups.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.lost.mean))


# --- tendencies -----------------------------------------------------------------------------------

FOLD, PASSIVE, AGGRESSIVE = "fold", "check or call", "bet or raise"
SMALL, MEDIUM = 0.4, 0.8
"""Bets of up to the first share of the pot are small, larger ones up to the second are medium."""


def kind_of(action: str) -> str:
    """Return the kind of an action that is written in words.

    Args:
        action: the action, such as ``raise to 2.5 bb``.

    Example:
        >>> kind_of("call 1 bb"), kind_of("bet 3 bb")
        ('check or call', 'bet or raise')
    """
    word = action.split()[0]
    return {"fold": FOLD, "check": PASSIVE, "call": PASSIVE}.get(word, AGGRESSIVE)


def situation_of(decision: ReviewedDecision) -> str:
    """Return the situation of a decision, such as ``turn, facing a small bet``.

    Args:
        decision: the decision.
    """
    if decision.street == "preflop":
        faced = {"unopened": "unopened pot", "limped": "limped pot"}.get(
            decision.pot_kind,
            f"facing {'an' if decision.pot_kind == 'open' else 'a'} {decision.pot_kind}",
        )
        return f"preflop, {faced}"
    if not decision.to_call:
        return f"{decision.street}, no bet"
    share = decision.to_call / max(decision.pot - decision.to_call, 1e-9)
    size = "small" if share <= SMALL else "medium" if share <= MEDIUM else "large"
    return f"{decision.street}, facing a {size} bet"


def tendencies_of(hands: Iterable[ReviewedHand]) -> list[Tendency]:
    """Test how often the player takes each kind of action in each situation.

    Only decisions for which the strategy's frequencies with the hand are known count. If the player
    followed the strategy, each decision would be an independent draw with known probability. So the
    number of times that an action is taken has an exact distribution, from which the two-sided
    p-values follow. Holm's method corrects them for the number of comparisons.

    Args:
        hands: the reviewed hands.

    Returns:
        All tested tendencies, in ascending order of p-value.
    """
    count, found = 0, dict[tuple[str, str], _Tested]()
    for hand in hands:
        count += 1
        for each in hand.decisions:
            if not each.is_valued or any(row.frequency is None for row in each.actions):
                continue
            chances: dict[str, float] = {}
            for row in each.actions:
                kind = kind_of(row.action)
                chances[kind] = chances.get(kind, 0.0) + (row.frequency or 0.0)
            taken = kind_of(each.taken)
            for kind, chance in chances.items():
                tested = found.setdefault((situation_of(each), kind), _Tested())
                tested.chances.append(min(chance, 1.0))
                if kind == taken:
                    tested.taken += 1
                    tested.lost.append(each.lost)
    enough = {key: each for key, each in found.items() if len(each.chances) >= LEAST_DECISIONS}
    ps = holm([two_sided(each.chances, each.taken) for each in enough.values()])
    result = [
        Tendency(
            *key,
            len(each.chances),
            each.taken,
            sum(each.chances),
            p,
            100 * sum(each.lost) / count,
        )
        for (key, each), p in zip(enough.items(), ps, strict=True)
    ]
    return sorted(result, key=lambda each: each.p)


@dataclass(slots=True)
class _Tested:
    """How often an action was taken in a situation, and what it lost each time.

    Attributes:
        chances: how often the strategy takes it, for each decision in the situation.
        taken: how many times the player took it.
        lost: what it lost, each time.
    """

    chances: array[float] = field(default_factory=lambda: array("d"))
    taken: int = 0
    lost: array[float] = field(default_factory=lambda: array("d"))


def two_sided(chances: Sequence[float], count: int) -> float:
    """Return the two-sided p-value of a number of successes in independent draws.

    It is twice the smaller of the probabilities of at most and of at least ``count`` successes, but
    at most 1.

    Args:
        chances: the probability of success of each draw.
        count: the number of successes.

    Example:
        >>> two_sided([0.5] * 4, 4)
        0.125
    """
    spread: NDArray[np.float64] = np.ones(1)
    for chance in chances:
        spread = np.convolve(spread, [1 - chance, chance])
    return float(min(1.0, 2 * min(spread[: count + 1].sum(), spread[count:].sum())))
