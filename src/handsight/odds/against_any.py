"""How often a hand wins, ties and loses; and counting it against players with any cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING

from handsight.odds.counting import (
    AHEAD,
    TIED,
    count_per_class,
    list_runouts,
    outcomes,
    total_weight,
)
from handsight.odds.sampling import stderr_of
from handsight.odds.weights import Count

if TYPE_CHECKING:
    from handsight.cards import CardSet, Situation


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a hand wins, ties and loses; exact counts, or those of a sample.

    Attributes:
        opponents: how many.
        win: deals that we win alone; as published, all in which nobody beats us.
        ties: {k: deals that we share with exactly k opponents}.
        lose: deals that someone else wins.
        total: all deals; opponents' hands are counted as ordered tuples. Where opponents hold
            ranges, a deal counts as much as the product of its combos' weights.
        method: ``"exact"`` or ``"monte_carlo"``.
        trials: deals in the sample; None where exact.
        seed: of the sample; None where exact.
        as_published: the source whose literal reading this is; None for what it meant.
        reason: why ``"auto"`` sampled; None where it did not.

    Example:
        >>> from handsight.odds import current_hand_odds
        >>> odds = current_hand_odds("KcAc", "2s5h9d")
        >>> round(odds.equity, 6), round(odds.equity_ties_ahead, 6), odds.stderr
        (0.529343, 0.535478, None)
    """

    opponents: int
    win: Count
    ties: dict[int, Count] = field(hash=False)
    lose: Count
    total: Count
    method: str
    trials: int | None = None
    seed: int | None = None
    as_published: str | None = None
    reason: str | None = None

    @property
    def equity(self) -> float:
        """Share of the pot, in 0..1: wins, and ties by the number who share."""
        share = prod(range(1, self.opponents + 2))
        parts = self.win * share + sum(n * (share // (k + 1)) for k, n in self.ties.items())
        return float(parts / (self.total * share))

    @property
    def equity_ties_ahead(self) -> float:
        """The convention of DSIE-2011, in 0..1: a tie counts as a win."""
        return float((self.win + sum(self.ties.values())) / self.total)

    @property
    def stderr(self) -> float | None:
        """Standard error of `equity`; None where it is exact, and never 0 where it is not."""
        if self.trials is None:
            return None
        return stderr_of([int(deals) for deals in (self.win, *self.ties.values(), self.lose)])


def odds_in(situation: Situation, opponents: int) -> Odds:
    """Count the odds of checked cards against up to three opponents (see `current_hand_odds`)."""
    win, unbeaten, ties, total = count_against_any(situation, opponents, situation.live)
    return Odds(opponents, win, {**ties}, total - unbeaten, total, "exact")


def count_against_any(
    situation: Situation, opponents: int, held: CardSet
) -> tuple[int, int, dict[int, int], int]:
    """Count deals against up to three opponents who hold any of some cards.

    Args:
        situation: checked cards.
        opponents: 1, 2 or 3.
        held: what they can hold.

    Returns:
        Wins, deals in which nobody beats us, {k: ties with exactly k}, and all deals.
    """
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
