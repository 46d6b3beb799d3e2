"""The equity of two to ten players, each with known hole cards or a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handsight.cards import CardsLike
from handsight.errors import CardCountError, NoExactMethodError, OptionError
from handsight.odds.equity.result import Equity, exact_equity
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling
from handsight.odds.spot import PlayerLike, Spot, is_player

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from handsight.odds.equity.exact import CountingPlan

METHODS = ("auto", "exact", "monte_carlo")
QUICK = 1.0
"""``"auto"`` counts exactly if that takes at most this many seconds."""


def equity(
    players: Sequence[PlayerLike] | PlayerLike,
    *more: Any,
    board: CardsLike = "",
    dead: CardsLike = "",
    method: str = "auto",
    trials: int = DEFAULT_TRIALS,
    target_stderr: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    save: Path | str | None = None,
) -> Equity:
    """Return each player's expected share of the pot if all are all-in until the river.

    Ranges are dealt jointly: hands that share no card are dealt together with a probability
    proportional to the product of their weights.

    Known hands and up to three ranges can be counted exactly on every street. So can more ranges
    if they are narrow or few cards are to come, as long as the count takes at most 10**12 steps,
    about an hour. Everything else is sampled.

    Args:
        players: two to ten as a list, or the first of them. Any two cards, also as text, are a
            known hand; any other text is a range (see `Range`), ``"random"`` for any hand.
        more: the other players; or, after a list, the board, the dead cards and the method.
        board: 0, 3, 4 or 5 cards.
        method: ``"exact"``, ``"monte_carlo"``, or ``"auto"``, which counts exactly if that takes
            at most about a second, and samples otherwise; `Equity.reason` tells why it sampled.
        trials: the maximum number of deals to sample.
        target_stderr: stop sampling when the largest standard error is this small.
        max_seconds: stop sampling after this time. The result holds the number of trials, which
            reproduces it with the same seed.
        seed: None for a fresh one, which the result holds. The result does not depend on the
            executor.
        progress: called with the amount done and the total: deals if sampled; boards, or pots of
            known hands, in an exact count that takes longer.
        executor: runs the sampling, or an exact count that takes longer; None for this thread.
        save: a file that keeps the progress of an exact count that takes longer, so that the same
            call resumes where it stopped. None saves nothing.

    Raises:
        InputError: for wrong cards or ranges, or ranges that cannot be held together.
        OptionError: for a wrong number of players, an unknown method or a wrong limit.
        NoExactMethodError: if method is ``"exact"`` and the count takes more than 10**12 steps;
            the message has the number.
        OSError: if the file cannot be read or written.

    Source:
        DSIE-2011, section 3.2.1, proposes odds against the hands an opponent is likely to hold.

    Example:
        >>> result = equity(["AhKh", "QsQd"])
        >>> [player.win for player in result.players], result.winners[0b11], result.total
        ([787966, 917606], 6732, 1712304)
        >>> equity("AhKh", "QsQd", board="Qh7h2c") == equity(["AhKh", "QsQd"], "Qh7h2c")
        True
        >>> result = equity(["QQ+", "TT+"])
        >>> round(result.players[0].equity, 3), result.method
        (0.65, 'exact')
    """
    listed: Any = players
    if is_player(players):
        listed = (players, *more)
        if not more:
            raise OptionError(
                "there is one player; equity needs 2 to 10, like equity('AhKh', 'QQ+')"
            )
    elif len(more) > 3:
        raise OptionError("only board, dead cards and method may follow a list of players")
    else:
        rest: list[Any] = [*more, *(board, dead, method)[len(more) :]]
        board, dead, method = rest
    check_method(method)
    if save is not None and method != "exact":
        raise OptionError(
            f"only a count with method='exact' can be saved and resumed, not one with {method!r}"
        )
    sampling = Sampling(trials, target_stderr, max_seconds, seed, progress, executor)
    try:
        spot = Spot.parse(listed, board, dead)
    except CardCountError as error:
        if more and is_player(players) and f"player {len(listed)}:" in str(error):
            raise CardCountError(f"{error}; if it is a board, pass board={more[-1]!r}") from None
        raise
    return equity_of(spot, method, sampling, save)


def equity_of(
    spot: Spot,
    method: str = "auto",
    sampling: Sampling | None = None,
    save: Path | str | None = None,
) -> Equity:
    """Compute the equity of the players of a spot (see `equity`)."""
    sampling = sampling or Sampling()
    plan: CountingPlan | None = None
    if method != "monte_carlo":
        if len(spot.hands) == len(spot.players):
            return _known(spot)
        plan = _exact_plan(spot, method)
    if plan is not None and (method == "exact" or _is_quick(plan)):
        from handsight.odds.counting.long_counts import Counting

        progress = {} if sampling.progress is None else {"progress": sampling.progress}
        return plan.count(Counting(**progress, executor=sampling.executor, save=save))
    from handsight.odds.equity.sampling import sample_equity

    result = sample_equity(spot, sampling)
    return result if method == "monte_carlo" else replace(result, reason=_reason(plan))


def seconds_to_count(spot: Spot) -> float:
    """Estimate how many seconds the exact equity of a spot takes on one core.

    Raises:
        NoExactMethodError: if the count takes too many steps.

    Example:
        >>> seconds_to_count(Spot.parse(["QQ+", "TT+"])) < 1 < seconds_to_count(
        ...     Spot.parse(["22+, A2s+"] * 3)
        ... )
        True
    """
    if len(spot.hands) == len(spot.players):
        return 0.0
    return _exact_plan(spot, "exact").seconds


def check_method(method: str) -> None:
    """Check that a method exists.

    Raises:
        OptionError: if it does not.
    """
    if method not in METHODS:
        from handsight.runtime.suggestions import did_you_mean

        raise OptionError(
            f"method is {method!r}{did_you_mean(method, METHODS)}; it must be one of "
            f"{', '.join(METHODS)}"
        )


def _known(spot: Spot) -> Equity:
    from handsight.odds.counting.hands import count_known

    return exact_equity(spot, dict(enumerate(count_known(spot.hands, spot.board, spot.dead))))


def _exact_plan(spot: Spot, method: str) -> CountingPlan:
    from handsight.odds.equity.exact import MOST_STEPS, plan_exact

    plan = plan_exact(spot)
    if method == "exact" and plan.steps > MOST_STEPS:
        raise NoExactMethodError(
            f"no exact equity of these players: a count would take {plan.steps:,} steps, but the "
            f"limit is {MOST_STEPS:,}; narrow the ranges, give fewer of them, or sample with "
            "method='monte_carlo'"
        )
    return plan


def _is_quick(plan: CountingPlan) -> bool:
    from handsight.odds.equity.exact import MOST_STEPS

    return plan.seconds <= QUICK and plan.steps <= MOST_STEPS


def _reason(plan: CountingPlan | None) -> str:
    from handsight.odds.equity.exact import MOST_STEPS

    if plan is None or plan.steps > MOST_STEPS:
        return "there is no exact method for these players"
    return f"an exact count would take about {plan.seconds:,.1f} seconds"
