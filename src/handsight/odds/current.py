"""The share of the pot: one hand against n opponents with any cards, to the river."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, Situation
from handsight.errors import NoExactMethodError, OptionError
from handsight.odds.counting import (
    AHEAD,
    MOST_EXACT_OPPONENTS,
    TIED,
    check_opponents,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)
from handsight.odds.published import check_published_odds
from handsight.odds.sampling import DEFAULT_TRIALS, Sampling, sample_showdowns, stderr_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.cards import CardSet

METHODS = ("auto", "exact", "monte_carlo")
QUICK_PREFLOP_OPPONENTS = 2
"""Before the flop: how many opponents take well under a second to count."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a hand wins, ties and loses; exact counts, or those of a sample.

    Attributes:
        opponents: how many.
        win: deals that we win alone; as published, all in which nobody beats us.
        ties: {k: deals that we share with exactly k opponents}.
        lose: deals that someone else wins.
        total: all deals; opponents' hands are counted as ordered tuples.
        method: ``"exact"`` or ``"monte_carlo"``.
        trials: deals in the sample; None where exact.
        seed: of the sample; None where exact.
        as_published: the source whose literal reading this is; None for what it meant.

    Example:
        >>> odds = current_hand_odds("KcAc", "2s5h9d")
        >>> round(odds.equity, 6), round(odds.equity_ties_ahead, 6), odds.stderr
        (0.529343, 0.535478, None)
    """

    opponents: int
    win: int
    ties: dict[int, int] = field(hash=False)
    lose: int
    total: int
    method: str
    trials: int | None = None
    seed: int | None = None
    as_published: str | None = None

    @property
    def equity(self) -> float:
        """Share of the pot, in 0..1: wins, and ties by the number who share."""
        share = prod(range(1, self.opponents + 2))
        parts = self.win * share + sum(n * share // (k + 1) for k, n in self.ties.items())
        return parts / (self.total * share)

    @property
    def equity_ties_ahead(self) -> float:
        """The convention of DSIE-2011, in 0..1: a tie counts as a win."""
        return (self.win + sum(self.ties.values())) / self.total

    @property
    def stderr(self) -> float | None:
        """Standard error of `equity`; None where it is exact, and never 0 where it is not."""
        if self.trials is None:
            return None
        return stderr_of([self.win, *self.ties.values(), self.lose])


def current_hand_odds(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int = 1,
    dead: CardsLike = "",
    method: str = "auto",
    *,
    trials: int = DEFAULT_TRIALS,
    target_stderr: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    as_published: str | None = None,
) -> Odds:
    """Play a hand out against opponents who hold any cards and never fold.

    Up to three opponents the answer is counted, to the last deal; before the flop ``"auto"``
    counts up to two (a tenth of a second) and samples three, which take a second or two to count.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9.
        dead: cards out of play.
        method: ``"auto"``, ``"exact"`` or ``"monte_carlo"``.
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
        DSIE-2011, section 3.1.

    Example:
        >>> odds = current_hand_odds("KcAc", "2s5h9d", opponents=2)
        >>> odds.win, odds.ties, odds.lose
        (301982628, {1: 12840096, 2: 365616}, 651193230)
        >>> round(odds.equity, 6), odds.method
        (0.319257, 'exact')
    """
    situation = Situation.parse(hole, board, dead)
    opponents = check_opponents(opponents)
    if method not in METHODS:
        raise OptionError(f"method is {method!r}; it takes one of {', '.join(METHODS)}")
    check_published_odds(as_published, method)
    sampling = Sampling(trials, target_stderr, max_seconds, seed, progress, executor)
    if as_published is not None:
        return _as_published(situation, opponents, as_published)
    if _is_counted(situation, opponents, method):
        return odds_in(situation, opponents)
    return _sampled(situation, opponents, sampling)


def odds_in(situation: Situation, opponents: int) -> Odds:
    """Count the odds of checked cards against up to three opponents (see `current_hand_odds`)."""
    win, unbeaten, ties, total = _count(situation, opponents, situation.live)
    return Odds(opponents, win, ties, total - unbeaten, total, "exact")


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


def _count(
    situation: Situation, opponents: int, held: CardSet
) -> tuple[int, int, dict[int, int], int]:
    """Count wins, deals in which nobody beats us, ties by sharers, and all deals."""
    to_come = 5 - len(situation.board)
    runouts = list_runouts(situation, to_come)
    win, tie = outcomes([AHEAD]), outcomes([TIED])
    signs = [(win, 0), (win | tie, 0), (tie, 0), (win, tie)][: opponents + 1]
    per_class = count_per_class(situation, runouts, opponents, signs, held_by_opponents=held)
    sums = total_weight(runouts, per_class)
    left = len(held) - to_come
    tuples = prod(comb(left - 2 * placed, 2) for placed in range(opponents))
    ties = _split_ties(opponents, *sums)
    return sums[0], sums[1], ties, comb(len(situation.live), to_come) * tuples


def _split_ties(
    opponents: int, win: int, unbeaten: int, all_tie: int = 0, alternating: int = 0
) -> dict[int, int]:
    """Tell the ties apart by how many share.

    Counted are the deals in which nobody beats us, those in which everyone ties, and, for three
    opponents, the sum in which each tying opponent changes the sign.
    """
    if opponents == 1:
        return {1: unbeaten - win}
    if opponents == 2:
        return {1: unbeaten - win - all_tie, 2: all_tie}
    both = unbeaten - win - all_tie
    difference = alternating - win + all_tie
    return {1: (both - difference) // 2, 2: (both + difference) // 2, 3: all_tie}


def _sampled(situation: Situation, opponents: int, sampling: Sampling) -> Odds:
    tally, seed = sample_showdowns(situation, opponents, sampling)
    win, *ties, lose = tally
    total = sum(tally)
    shared = dict(enumerate(ties, start=1))
    return Odds(opponents, win, shared, lose, total, "monte_carlo", total, seed)


def _as_published(situation: Situation, opponents: int, source: str) -> Odds:
    if opponents > MOST_EXACT_OPPONENTS:
        raise NoExactMethodError(
            f"{source} counts all deals; that is done here for up to {MOST_EXACT_OPPONENTS} "
            f"opponents, not {opponents}"
        )
    held = situation.live | situation.hole
    _, unbeaten, _, total = _count(situation, opponents, held)
    return Odds(opponents, unbeaten, {}, total - unbeaten, total, "exact", as_published=source)
