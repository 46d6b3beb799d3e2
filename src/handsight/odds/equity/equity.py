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
"""The method ``"auto"`` counts exactly if that takes at most this many seconds."""


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
    """Compute each player's expected share of the pot if all players are all-in.

    Ranges are dealt jointly: any choice of one hand for each player, in which no two hands share a
    card, is dealt with a probability proportional to the product of the hands' weights.

    Pots of known hands can always be counted exactly, and so can pots with up to three ranges on
    the flop, turn and river. In other pots, an exact count may take at most 10**12 steps, about an
    hour. Up to three ranges before the flop exceed this only if they are wide and have finely
    graded weights; more ranges stay below it if they are narrow or few cards are still to be dealt.
    Pots that exceed the limit can only be sampled.

    Args:
        players: a list of two to ten players, or the first player. Two cards, also as a string, are
            a known hand; any other string is a range (see `Range`), such as ``"random"`` for any
            hand.
        more: the other players; or, after a list of players, the board, the dead cards and the
            method.
        board: 0, 3, 4 or 5 cards.
        dead: cards that cannot be dealt.
        method: ``"exact"``, ``"monte_carlo"``, or ``"auto"``, which counts exactly if that takes
            at most about a second, and samples otherwise. `Equity.reason` tells why ``"auto"``
            sampled.
        trials: the maximum number of deals to sample.
        target_stderr: sampling stops once no player's equity has a larger standard error; None for
            no limit.
        max_seconds: the number of seconds after which sampling stops, or a long exact count stops
            with an error; None for no limit. To reproduce the result of a sample, pass its seed and
            its number of trials.
        seed: the seed of the sample; None for a fresh seed, which the result stores. The result
            does not depend on the executor.
        progress: called with the amount of work done and the total. The amount is the number of
            deals in a sample, and the number of boards or of pots with known hands in a long exact
            count. None for no calls.
        executor: runs the sampling or a long exact count; None for this thread.
        save: a file that keeps the progress of a long exact count, so that the same call resumes
            where the last one stopped; None saves nothing. It needs the method ``"exact"``.

    Raises:
        InputError: if cards or ranges are invalid, the players cannot all hold hands at once, their
            ranges collide too often to be sampled, or the file ``save`` is damaged or belongs to
            another count.
        OptionError: if the number of players, the method, a limit or the seed is invalid,
            ``save`` is passed with a method other than ``"exact"``, or an exact count does not end
            within ``max_seconds``.
        NoExactMethodError: if method is ``"exact"`` and the count takes more than 10**12 steps;
            the message has the number of steps.
        OSError: if the file ``save`` cannot be read or written.

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
    """Compute the equities of a spot's players (see `equity`)."""
    sampling = sampling or Sampling()
    plan: CountingPlan | None = None
    if method != "monte_carlo":
        if len(spot.hands) == len(spot.players):
            return _known(spot)
        plan = _exact_plan(spot, method)
    if plan is not None and (method == "exact" or _is_quick(plan)):
        from handsight.odds.counting.long_counts import Counting

        progress = {} if sampling.progress is None else {"progress": sampling.progress}
        return plan.count(
            Counting(
                **progress,
                executor=sampling.executor,
                save=save,
                max_seconds=sampling.max_seconds if method == "exact" else None,
            )
        )
    from handsight.odds.equity.sampling import sample_equity

    result = sample_equity(spot, sampling)
    return result if method == "monte_carlo" else replace(result, reason=_reason(plan))


def seconds_to_count(spot: Spot) -> float:
    """Estimate how many seconds it takes to count the exact equity of a spot on one core.

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
    """Check that a method with this name exists.

    Raises:
        OptionError: if the method does not exist.
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
