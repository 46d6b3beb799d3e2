"""Current hand odds: the all-in equity of one hand against one or more opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from handsight.cards import CardsLike
from handsight.errors import NoExactMethodError, OptionError
from handsight.odds.counting.hands import MOST_EXACT_OPPONENTS, count_against_any, require_enough
from handsight.odds.equity.equity import check_method, equity_of
from handsight.odds.equity.result import Equity, exact_equity_of_one
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling
from handsight.odds.spot import Spot, VillainLike

if TYPE_CHECKING:
    from concurrent.futures import Executor

PUBLISHED_CURRENT_ODDS = ("dsie-2011",)
"""The names of the sources that publish a method for current hand odds."""

QUICK_PREFLOP_OPPONENTS = 2
"""The maximum number of opponents with any cards against whom ``"auto"`` counts before the flop.

Such a count takes well under a second.
"""


def current_hand_odds(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int | None = None,
    dead: CardsLike = "",
    method: str = "auto",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    trials: int = DEFAULT_TRIALS,
    target_stderr: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    as_published: str | None = None,
) -> Equity:
    """Compute the odds of a hand against opponents who never fold, with any cards or with ranges.

    Up to three opponents with any cards can be counted exactly. Before the flop, ``"auto"`` counts
    up to two such opponents, which takes a tenth of a second, and samples three, as a count would
    take a second or two. Ranges are counted whenever `equity` counts them. The arguments for
    sampling are those of `equity`.

    Args:
        hole: our two hole cards.
        board: 0, 3, 4 or 5 cards.
        opponents: the number of opponents, 1 to 9; None for the number of ranges in a list, or else
            one.
        dead: cards that cannot be dealt.
        method: ``"auto"``, ``"exact"`` or ``"monte_carlo"``.
        villain: one range for all opponents, or a list with one range for each; None for any cards.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.
        as_published: ``"dsie-2011"`` to count literally as the paper's pseudo-code does: a tie
            counts as ahead, and opponents can hold our own cards. This method is exact and
            supports only opponents with any cards. None for the corrected method.

    Raises:
        InputError: if cards or ranges are invalid, the players cannot all hold hands at once, or
            their ranges collide too often to be sampled.
        OptionError: if the number of opponents, the method, a limit, the seed or ``as_published``
            is invalid, or the other arguments do not go with ``as_published``.
        NoExactMethodError: if method is ``"exact"`` or ``as_published`` is set, and there are more
            than three opponents with any cards; or if ranges would take too long to count with
            ``"exact"``.

    Source:
        DSIE-2011, section 3.1, and 3.2.1 for ranges; CISTI-2013, section IV.A, for ``excluded``.

    Example:
        >>> odds = current_hand_odds("KcAc", "2s5h9d", opponents=2)
        >>> odds.win, odds.ties, odds.lose
        (301982628, {1: 12840096, 2: 365616}, 651193230)
        >>> round(odds.equity, 6), odds.method
        (0.319257, 'exact')
        >>> round(current_hand_odds("KcAc", "2s5h9d", villain="sklansky:1-4").equity, 6)
        0.551842
    """
    spot = Spot.hand(hole, board, dead, opponents, villain, excluded)
    check_method(method)
    sampling = Sampling(trials, target_stderr, max_seconds, seed, progress, executor)
    return odds_of(spot, method, sampling, as_published)


def odds_of(
    spot: Spot,
    method: str = "auto",
    sampling: Sampling | None = None,
    as_published: str | None = None,
) -> Equity:
    """Compute the odds of a spot's first player against the rest (see `current_hand_odds`)."""
    sampling = sampling or Sampling()
    if as_published is not None:
        return _as_published(spot, method, as_published)
    if not spot.is_against_any:
        spot.require_enough()
        return equity_of(spot, method, sampling)
    if _is_counted(spot, method):
        return equity_against_any(spot)
    from handsight.odds.equity.sampling import sample_equity

    require_enough(spot.live, spot.opponents, spot.to_come)
    sampled = sample_equity(spot, sampling, watched=(0,))
    return sampled if method == "monte_carlo" else replace(sampled, reason=_reason(spot.opponents))


def equity_against_any(spot: Spot) -> Equity:
    """Count our equity against one to three opponents with any cards (see `current_hand_odds`)."""
    win, unbeaten, ties, total = count_against_any(spot, spot.opponents, spot.live)
    return exact_equity_of_one(spot, 0, win, ties, total - unbeaten)


def _is_counted(spot: Spot, method: str) -> bool:
    most = MOST_EXACT_OPPONENTS
    if method == "auto" and not spot.board:
        most = QUICK_PREFLOP_OPPONENTS
    if method == "exact" and spot.opponents > most:
        raise NoExactMethodError(
            f"no exact odds against {spot.opponents} opponents: they are counted for up to "
            f"{MOST_EXACT_OPPONENTS}; method='monte_carlo' samples any number up to 9"
        )
    return method != "monte_carlo" and spot.opponents <= most


def _reason(opponents: int) -> str:
    if opponents > MOST_EXACT_OPPONENTS:
        return f"there is no exact method against {opponents} opponents with any cards"
    return "an exact count would take more than a second"


# --- as published -------------------------------------------------------------------------------


def _as_published(spot: Spot, method: str, source: str) -> Equity:
    """Count as a source's pseudo-code does: a tie is a win, and opponents can hold our cards."""
    _check_published(spot, method, source)
    held = spot.live | spot.hole
    _, unbeaten, _, total = count_against_any(spot, spot.opponents, held)
    result = exact_equity_of_one(spot, 0, unbeaten, {}, total - unbeaten)
    return replace(result, as_published=source)


def _check_published(spot: Spot, method: str, source: str) -> None:
    if source not in PUBLISHED_CURRENT_ODDS:
        known = ", ".join(PUBLISHED_CURRENT_ODDS)
        raise OptionError(f"as_published is {source!r}; current hand odds are published in {known}")
    if method == "monte_carlo":
        raise OptionError(f"as_published={source!r} is counted exactly; leave out method")
    if not spot.is_against_any:
        raise OptionError(
            f"as_published={source!r} supports only opponents with any cards; leave out villain "
            "and excluded"
        )
    if spot.opponents > MOST_EXACT_OPPONENTS:
        raise NoExactMethodError(
            f"{source} counts all deals; that is done here for up to {MOST_EXACT_OPPONENTS} "
            f"opponents, not {spot.opponents}"
        )
