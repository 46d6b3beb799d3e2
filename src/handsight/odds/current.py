"""The share of the pot: one hand against n opponents, to the river."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, Situation
from handsight.errors import NoExactMethodError, OptionError
from handsight.odds.against_any import Odds, count_against_any, odds_in
from handsight.odds.counting import MOST_EXACT_OPPONENTS
from handsight.odds.equity import METHODS, equity_of
from handsight.odds.players import Table
from handsight.odds.published import check_published_odds, refuse_published
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling, sample_showdowns
from handsight.odds.villains import VillainLike, villain_ranges
from handsight.ranges import Range

if TYPE_CHECKING:
    from concurrent.futures import Executor

QUICK_PREFLOP_OPPONENTS = 2
"""Before the flop: how many opponents with any cards take well under a second to count."""


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
) -> Odds:
    """Play a hand out against opponents who never fold, with any cards or with ranges.

    Up to three opponents the answer is counted, to the last deal; before the flop ``"auto"``
    counts up to two (a tenth of a second) and samples three, which take a second or two to count.
    Ranges are counted where `equity` counts them.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        dead: cards out of play.
        method: ``"auto"``, ``"exact"`` or ``"monte_carlo"``.
        villain: what the opponents may hold: one range for all of them, or a list of one for each;
            None for any cards.
        excluded: cards that they probably have not; these may still come to the board.
        trials: if sampled: the most deals.
        target_stderr: if sampled: stop when the standard error of the equity is this small.
        max_seconds: if sampled: stop after so long; the result tells its trials, with which the
            same seed gives it again.
        seed: if sampled: of the deals; a fresh one if None. Reported in the result, which does
            not depend on the executor.
        progress: if sampled: called with the deals done and the most there will be.
        executor: if sampled: shares the work.
        as_published: ``"dsie-2011"`` for what its pseudo-code literally counts: ties as ahead,
            and opponents who may hold our own cards.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        OptionError: for other opponents, methods or limits.
        NoExactMethodError: if an exact answer is demanded against more than three.

    Source:
        DSIE-2011, section 3.1, and 3.2.1 for ranges; CISTI-2013, section IV.A, for cards that an
        opponent probably has not.

    Example:
        >>> odds = current_hand_odds("KcAc", "2s5h9d", opponents=2)
        >>> odds.win, odds.ties, odds.lose
        (301982628, {1: 12840096, 2: 365616}, 651193230)
        >>> round(odds.equity, 6), odds.method
        (0.319257, 'exact')
        >>> round(current_hand_odds("KcAc", "2s5h9d", villain="sklansky:1-4").equity, 6)
        0.551842
    """
    situation = Situation.parse(hole, board, dead)
    opponents, ranges = villain_ranges(villain, excluded, opponents, situation)
    if method not in METHODS:
        raise OptionError(f"method is {method!r}; it takes one of {', '.join(METHODS)}")
    check_published_odds(as_published, method)
    sampling = Sampling(trials, target_stderr, max_seconds, seed, progress, executor)
    if ranges is not None:
        refuse_published(as_published)
        return _against_ranges(situation, ranges, method, sampling)
    if as_published is not None:
        return _as_published(situation, opponents, as_published)
    if _is_counted(situation, opponents, method):
        return odds_in(situation, opponents)
    sampled = _sampled(situation, opponents, sampling)
    return sampled if method == "monte_carlo" else replace(sampled, reason=_reason(opponents))


def _is_counted(situation: Situation, opponents: int, method: str) -> bool:
    most = MOST_EXACT_OPPONENTS
    if method == "auto" and not situation.board:
        most = QUICK_PREFLOP_OPPONENTS
    if method == "exact" and opponents > most:
        raise NoExactMethodError(
            f"no exact odds against {opponents} opponents: they are counted up to "
            f"{MOST_EXACT_OPPONENTS}; method='monte_carlo' samples any number up to 9"
        )
    return method != "monte_carlo" and opponents <= most


def _reason(opponents: int) -> str:
    if opponents > MOST_EXACT_OPPONENTS:
        return f"there is no exact method against {opponents} opponents with any cards"
    return "an exact count would take more than a second"


def _against_ranges(
    situation: Situation, ranges: Sequence[Range], method: str, sampling: Sampling
) -> Odds:
    table = Table((situation.hole, *ranges), situation.board, situation.dead)
    table.require_enough()
    result = equity_of(table, method, sampling)
    ours, shared = result.players[0], result.players[0].ties or {}
    return Odds(
        opponents=len(ranges),
        win=ours.win or 0,
        ties={others: shared.get(others, 0) for others in range(1, len(ranges) + 1)},
        lose=ours.lose or 0,
        total=result.total,
        method=result.method,
        trials=result.trials,
        seed=result.seed,
        reason=result.reason,
    )


def _sampled(situation: Situation, opponents: int, sampling: Sampling) -> Odds:
    tally, seed = sample_showdowns(situation, opponents, sampling)
    win, *ties, lose = tally
    total = sum(tally)
    return Odds(
        opponents, win, {**dict(enumerate(ties, start=1))}, lose, total, "monte_carlo", total, seed
    )


def _as_published(situation: Situation, opponents: int, source: str) -> Odds:
    if opponents > MOST_EXACT_OPPONENTS:
        raise NoExactMethodError(
            f"{source} counts all deals; that is done here for up to {MOST_EXACT_OPPONENTS} "
            f"opponents, not {opponents}"
        )
    held = situation.live | situation.hole
    _, unbeaten, _, total = count_against_any(situation, opponents, held)
    return Odds(opponents, unbeaten, {}, total - unbeaten, total, "exact", as_published=source)
