"""The rules of FAI-2022 for many combos at once: the probabilities of actions.

A rule turns a win rate into an action, so the probabilities of actions follow from the
probabilities of win rates. A player that counts all deals has one win rate for each combo. If the
player samples deals, its estimates are spread around the win rate, and `NODES` equally likely
estimates represent all of them.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.agents.papers.fai.rules import (
    CONSERVE_FACTORS,
    REPORT,
    RISK_FACTOR,
    MatchLength,
    Numbers,
)
from handsight.agents.policy import ANY_RAISE, PolicyTable
from handsight.agents.thresholds.thresholds import board_odds_of
from handsight.cards import Card, CardSet
from handsight.game import Action, Observation
from handsight.ranges.combos import MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

NODES = 15
FOLD, CALL, RAISE = range(3)


class Rulings(NamedTuple):
    """The decisions of a rule for many win rates, as arrays with the shape of the win rates.

    Attributes:
        kinds: the actions: FOLD, CALL or RAISE.
        low: the lower ends of the intervals from which the amounts of raises are drawn, before they
            are clamped to legal raises; meaningless where the action is not RAISE.
        high: the upper ends of these intervals.
    """

    kinds: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def win_rates(board: tuple[Card, ...]) -> NDArray[np.float64]:
    """Return the win rate of each combo against one opponent with any cards: float64[1326].

    A tie counts half. The win rates are exact; they are NaN for combos that share a card with the
    board.

    Example:
        >>> from handsight.ranges.combos import combo_number
        >>> round(float(win_rates(())[combo_number(50, 51)]), 4)
        0.852
    """
    return board_odds_of(board).equity if board else _before_the_flop()


@cache
def _before_the_flop() -> NDArray[np.float64]:
    from handsight.ranges import pocket_equity

    odds = [pocket_equity(CardSet.from_mask(mask)) for mask in MASKS]
    return np.array([(each.win + each.tie / 2) / each.total for each in odds])


def estimates(rates: NDArray[np.float64], trials: int) -> NDArray[np.float64]:
    """Return equally likely estimates of each win rate: float64[n, NODES].

    The estimates represent a normal distribution with the spread of a sample without ties.

    Args:
        rates: float64[n], the exact win rates.
        trials: number of deals in the sample.
    """
    spots = [NormalDist().inv_cdf((node + 0.5) / NODES) for node in range(NODES)]
    spread = np.sqrt(rates * (1 - rates)) / sqrt(trials)
    estimated = rates[:, None] + spread[:, None] * np.array(spots)
    return np.asarray(np.clip(estimated, 0.0, 1.0))


def rulings(
    version: str,
    rates: NDArray[np.float64],
    numbers: Numbers,
    seen: Observation,
    match: MatchLength = REPORT,
) -> Rulings:
    """Apply `handsight.agents.papers.fai.rules.rule` to many win rates.

    Args:
        version: the rule, ``"v0"`` to ``"v5"``.
        rates: the win rates, an array of any shape.
        numbers: the numbers of chips at the decision.
        seen: the observation.
        match: the facts about the match that the fold-out of ``v5`` needs.

    Example:
        >>> from handsight.agents.papers.fai.player import numbers_at
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> seen = HandCursor(HandState.start(Rules(), [9000, 9000], 0, seed=7)).observation()
        >>> rulings("v4", np.array([0.2, 0.45, 0.6]), numbers_at(seen), seen).kinds.tolist()
        [0, 1, 2]
    """
    with np.errstate(divide="ignore"):
        bound = numbers.pot * rates / (1 - rates)
    careful = version in ("v4", "v5")
    limit = bound * (1 + RISK_FACTOR) if careful else bound
    kinds = np.where(numbers.call > limit, FOLD, CALL)
    if version == "v0":
        kinds = np.where(rates < 0.5, FOLD, CALL)
    elif version != "v1" and numbers.raise_min >= 0:
        may = (numbers.raise_min < limit) & (kinds == CALL)
        kinds[may & (rates > 0.5 if version != "v2" else True)] = RAISE
    if version == "v5" and match.can_fold_out(seen.hand, seen.legal.stack):
        kinds = np.full_like(kinds, FOLD if numbers.call else CALL)
    if not careful:
        below = np.ceil(np.minimum(bound, numbers.raise_max + 1)) - 1
        return Rulings(kinds, below, below)
    keep = 1 - CONSERVE_FACTORS[seen.street]
    low = np.where(np.isinf(bound), bound, np.where(np.isinf(bound), 0.0, bound) * keep)
    return Rulings(kinds, low, limit)


def table_of(ruled: Rulings, seen: Observation, *, is_exact: bool) -> PolicyTable:
    """Convert rulings to a policy table.

    Args:
        ruled: the rulings, with a row for each combo; the win rates in a row are equally likely.
        seen: the observation.
        is_exact: whether the win rates are exact.
    """
    chances = np.stack([(ruled.kinds == kind).mean(axis=1) for kind in (FOLD, CALL, RAISE)], axis=1)
    if not seen.legal.can_fold:  # a fold becomes a check
        chances[:, CALL] += chances[:, FOLD]
        chances[:, FOLD] = 0.0
    return PolicyTable((Action.fold(), Action.call(), ANY_RAISE), chances, is_exact)


def amounts_of(ruled: Rulings, numbers: Numbers, total: int) -> NDArray[np.float64]:
    """Return the probability that a raise is to ``total``, for each row of rulings: float64[n].

    The probability is 0 in rows without a raise. The amount of a raise is uniform in its interval,
    clamped between the minimum and the maximum raise, and rounded.

    Args:
        ruled: the rulings, with a row for each combo; the win rates in a row are equally likely.
        numbers: the numbers of chips at the decision.
        total: the street total of the raise.
    """
    amount, raises = total - numbers.offset, ruled.kinds == RAISE
    low, high = np.where(raises, ruled.low, 0.0), np.where(raises, ruled.high, 0.0)
    first = -np.inf if amount <= numbers.raise_min else amount - 0.5
    last = np.inf if amount >= numbers.raise_max else amount + 0.5
    fixed = (first <= low) & (low <= last)
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = (np.minimum(high, last) - np.maximum(low, first)) / (high - low)
    chances = np.where(low == high, fixed, np.clip(np.nan_to_num(inside), 0.0, 1.0))
    often = raises.sum(axis=1)
    return np.asarray((chances * raises).sum(axis=1) / np.maximum(often, 1))
