"""The share of the pot of two to ten players, each with a known hand or a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handsight.cards import CardsLike
from handsight.errors import NoExactMethodError, OptionError
from handsight.odds.equity_result import Equity, exact_equity
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling
from handsight.odds.spot import PlayerLike, Spot

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.odds.equity_exact import Plan

METHODS = ("auto", "exact", "monte_carlo")
QUICK = 1.0
"""Seconds up to which ``"auto"`` counts."""


def equity(
    players: Sequence[PlayerLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    method: str = "auto",
    *,
    trials: int = DEFAULT_TRIALS,
    target_stderr: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Equity:
    """Say how much of the pot each player may expect, all in, to the river.

    Hands of ranges are dealt jointly: every choice of hands that do not collide counts as the
    product of their weights, and no card is held twice.

    Counted exactly are known hands on every street; up to three ranges, beside any number of
    known hands, on flop, turn and river; two players before the flop, and one known hand against
    up to three who hold any cards. Whatever else has few combos before the flop is counted one
    tuple of combos after the other. The rest is sampled.

    Args:
        players: two to ten. A text of two cards, or any two cards, is a known hand; other texts
            are ranges (see `Range`), ``"random"`` for any hand.
        board: 0, 3, 4 or 5 cards.
        method: ``"exact"``, ``"monte_carlo"``, or ``"auto"``, which counts what takes about a
            second at most and samples the rest; `Equity.reason` says why it sampled.
        trials: if sampled: the most deals.
        target_stderr: if sampled: stop when the largest standard error is this small.
        max_seconds: if sampled: stop after so long; the result tells its trials, with which the
            same seed gives it again.
        seed: if sampled: of the deals; a fresh one if None. Reported in the result, which does
            not depend on the executor.
        progress: called with what is done and what there is to do: deals if sampled, pots of
            known hands if ranges are counted hand by hand.
        executor: if sampled: shares the work.

    Raises:
        InputError: for cards and ranges that cannot be read, cards that stand twice, ranges that
            hold no hand that is left, or none that they can hold together.
        OptionError: for another number of players, or methods or limits that do not exist.
        NoExactMethodError: if an exact answer is demanded where there is none.

    Source:
        DSIE-2011, section 3.2.1, proposes odds against hands that an opponent is likely to hold.

    Example:
        >>> result = equity(["AhKh", "QsQd"])
        >>> [player.win for player in result.players], result.winners[0b11], result.total
        ([787966, 917606], 6732, 1712304)
        >>> result = equity(["QQ+", "TT+"])
        >>> round(result.players[0].equity, 3), result.method
        (0.65, 'exact')
    """
    check_method(method)
    sampling = Sampling(trials, target_stderr, max_seconds, seed, progress, executor)
    return equity_of(Spot.parse(players, board, dead), method, sampling)


def equity_of(spot: Spot, method: str = "auto", sampling: Sampling | None = None) -> Equity:
    """Find the equity of the players of a spot (see `equity`).

    Args:
        spot: two to ten players.
        method: ``"auto"``, ``"exact"`` or ``"monte_carlo"``.
    """
    sampling = sampling or Sampling()
    plan = None
    if method != "monte_carlo":
        if len(spot.hands) == len(spot.players):
            return _known(spot)
        plan = _exact_plan(spot, method)
    if plan is not None and (method == "exact" or plan.seconds <= QUICK):
        return plan.count(sampling.progress or _nobody)
    from handsight.odds.equity_sampling import sample_equity

    result = sample_equity(spot, sampling)
    return result if method == "monte_carlo" else replace(result, reason=_reason(plan))


def check_method(method: str) -> None:
    """Refuse a method that does not exist.

    Raises:
        OptionError: for such a one.
    """
    if method not in METHODS:
        raise OptionError(f"method is {method!r}; it takes one of {', '.join(METHODS)}")


def _known(spot: Spot) -> Equity:
    from handsight.odds.known_hands import count_winners

    return exact_equity(spot, dict(enumerate(count_winners(spot.hands, spot.board, spot.dead))))


def _exact_plan(spot: Spot, method: str) -> Plan | None:
    from handsight.odds.equity_exact import MOST_RANGES, MOST_TUPLES, plan_exact

    plan = plan_exact(spot)
    if method == "exact" and plan is None:
        raise NoExactMethodError(
            f"no exact equity of these players: up to {MOST_RANGES} ranges are counted on flop, "
            f"turn and river, and up to {MOST_TUPLES:,} tuples of combos elsewhere; "
            "method='monte_carlo' samples them"
        )
    return plan


def _nobody(done: int, most: int) -> None:
    """Listen to no progress."""


def _reason(plan: Plan | None) -> str:
    if plan is None:
        return "there is no exact method for these players"
    return f"an exact count would take about {plan.seconds:,.1f} seconds"
