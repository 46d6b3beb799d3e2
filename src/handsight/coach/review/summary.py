"""Sums over reviewed hands: where the player loses, and how the player differs from the strategy.

Intervals take hands, not decisions, as independent: decisions of one hand depend on each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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
    decisions = [each for hand in hands for each in hand.decisions if each.is_valued]
    unvalued: dict[str, int] = {}
    for hand in hands:
        for each in hand.decisions:
            if not each.is_valued:
                unvalued[each.assumed[0]] = unvalued.get(each.assumed[0], 0) + 1
    tested = tendencies_of(hands)
    mistakes = [(hand, each) for hand in hands for each in hand.decisions if each.is_mistake]
    mistakes.sort(key=lambda pair: (pair[1].is_estimate, -pair[1].lost))
    adjusted = (hand.won if hand.adjusted is None else hand.adjusted for hand in hands)
    return ReviewSummary(
        len(hands),
        len(decisions),
        sum(each.is_estimate for each in decisions),
        unvalued,
        per_100(hand.won for hand in hands),
        per_100(adjusted),
        per_100(hand.lost for hand in hands),
        per_100(hand.lost - hand.lost_by_estimates for hand in hands),
        per_100(hand.lost_by_estimates for hand in hands),
        {name: _grouped(hands, key) for name, key in GROUPS.items()},
        len(tested),
        tuple(each for each in tested if each.p <= LEVEL),
        tuple(mistakes[:costliest]),
        dict(Counter(hand.skipped for hand in hands if hand.skipped and not hand.decisions)),
    )


def require_costliest(costliest: int) -> None:
    """Raise an OptionError if a number of costliest mistakes is negative or not whole."""
    if not is_whole(costliest, NOT_NEGATIVE):
        raise OptionError(f"costliest is {costliest!r}; it must be a whole number, 0 or more")


def per_100(values: Iterable[float]) -> Per100:
    """Return the mean of one value for each hand, per hundred hands, with its interval.

    Args:
        values: the value of each hand, in big blinds.
    """
    listed = [100 * value for value in values]
    if len(listed) < 2:
        return Per100(fmean(listed) if listed else 0.0, inf)
    return Per100(fmean(listed), Z_95 * sqrt(variance(listed) / len(listed)))


def _grouped(
    hands: Sequence[ReviewedHand], key: Callable[[ReviewedDecision], str]
) -> tuple[GroupLoss, ...]:
    lost: dict[str, list[float]] = {}
    counts: dict[str, list[int]] = {}
    for place, hand in enumerate(hands):
        for each in hand.decisions:
            if each.is_valued:
                name = key(each)
                sums = lost.setdefault(name, [0.0] * len(hands))
                sums[place] += each.lost
                count = counts.setdefault(name, [0, 0])
                count[0] += 1
                count[1] += each.is_mistake
    rows = [
        GroupLoss(name, count[0], count[1], per_100(lost[name])) for name, count in counts.items()
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
    listed = list(hands)
    found: dict[tuple[str, str], list[tuple[float, bool, float]]] = {}
    for hand in listed:
        for each in hand.decisions:
            if not each.is_valued or any(row.frequency is None for row in each.actions):
                continue
            chances: dict[str, float] = {}
            for row in each.actions:
                kind = kind_of(row.action)
                chances[kind] = chances.get(kind, 0.0) + (row.frequency or 0.0)
            taken = kind_of(each.taken)
            for kind, chance in chances.items():
                did = kind == taken
                entry = (min(chance, 1.0), did, each.lost if did else 0.0)
                found.setdefault((situation_of(each), kind), []).append(entry)
    enough = {key: rows for key, rows in found.items() if len(rows) >= LEAST_DECISIONS}
    chances_ = [
        two_sided([chance for chance, _, _ in rows], sum(did for _, did, _ in rows))
        for rows in enough.values()
    ]
    result = [
        Tendency(
            *key,
            len(rows),
            sum(did for _, did, _ in rows),
            sum(chance for chance, _, _ in rows),
            p,
            100 * sum(lost for _, _, lost in rows) / len(listed),
        )
        for (key, rows), p in zip(enough.items(), holm(chances_), strict=True)
    ]
    return sorted(result, key=lambda each: each.p)


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
