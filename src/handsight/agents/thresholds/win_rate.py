"""The win rate against random hands, fast enough for a player at the table."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from types import ModuleType
from typing import NamedTuple

from handsight.cards import Card, CardSet
from handsight.errors import OptionError
from handsight.runtime.integers import require_drawable
from handsight.runtime.seeds import SEED_BITS

ESTIMATORS = ("mixed", "sampled", "exact")
"""The ways to compute a win rate; see `win_rate`."""

REMEMBERED = 4096
"""Maximum number of cached exact results; a player reuses a result for all decisions on a street.
"""


class ShowdownCounts(NamedTuple):
    """The results of a hand in many deals that were played to the showdown.

    Attributes:
        wins: number of deals that we won alone.
        ties: number of deals that we tied.
        tied_pots: the sum of our shares of the tied pots; a tie with one opponent adds 1/2.
        deals: number of all deals.
        seed: seed of the sample; None if all possible deals were counted.

    Example:
        >>> counts = ShowdownCounts(wins=500, ties=100, tied_pots=50.0, deals=1000, seed=7)
        >>> counts.alone, counts.share, counts.method, round(counts.stderr, 4)
        (0.5, 0.55, 'sampled', 0.0149)
    """

    wins: int
    ties: int
    tied_pots: float
    deals: int
    seed: int | None

    @property
    def alone(self) -> float:
        """The share of deals that we won alone, 0..1; a tie is not a win."""
        return self.wins / self.deals

    @property
    def share(self) -> float:
        """Our mean share of the pot, 0..1, which includes our parts of tied pots."""
        return (self.wins + self.tied_pots) / self.deals

    @property
    def method(self) -> str:
        """How the deals were chosen: ``"exact"`` for all deals, or ``"sampled"``."""
        return "exact" if self.seed is None else "sampled"

    @property
    def stderr(self) -> float:
        """The standard error of `share` if each tie counts as half; 0 if the share is exact."""
        if self.seed is not None:
            from handsight.odds.sampling import stderr_of

            return stderr_of([self.wins, self.ties, self.deals - self.wins - self.ties])
        return 0.0


def win_rate(
    hole: CardSet,
    board: tuple[Card, ...],
    opponents: int,
    rng: Random,
    trials: int = 1000,
    estimator: str = "mixed",
) -> ShowdownCounts:
    """Count how often a hand wins against opponents with any cards who never fold.

    Args:
        hole: our two hole cards.
        board: the 0, 3, 4 or 5 cards of the board.
        opponents: number of opponents, 1 to 9.
        rng: generator from which the seed of a sample is drawn; an exact count does not use it.
        trials: number of deals in a sample.
        estimator: ``"sampled"`` samples deals on every street. ``"mixed"`` counts all deals where
            this is cheaper than sampling: against one opponent before the flop, from the shipped
            table, and on the river, over the opponent's 990 hands. ``"exact"`` counts all deals
            wherever this is fast: against one opponent on every street, and against two or three
            opponents from the flop on. In all other cases, ``"mixed"`` and ``"exact"`` sample.

    Example:
        >>> hole, flop = CardSet("KcAc"), tuple(CardSet("2s5h9d"))
        >>> round(win_rate(hole, flop, 1, Random(1), estimator="exact").share, 6)
        0.529343
        >>> abs(win_rate(hole, flop, 1, Random(1), trials=1000).share - 0.529343) < 0.05
        True
    """
    mask, on_board = hole.mask, _mask_of(board)
    if is_counted(len(board), opponents, estimator):
        return _counted(mask, on_board, opponents)
    seed = rng.getrandbits(SEED_BITS)
    wins, ties, pots = _kernels().sample_wins(mask, on_board, opponents, trials, seed)
    return ShowdownCounts(wins, ties, pots, trials, seed)


def check_estimator(estimator: str, trials: int) -> None:
    """Check that `win_rate` accepts an estimator and a number of trials.

    Raises:
        OptionError: if the estimator or the number of trials is invalid.

    Example:
        >>> check_estimator("guess", 1000)
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: estimator is 'guess'; it must be one of mixed, sampled, exact
    """
    if estimator not in ESTIMATORS:
        raise OptionError(f"estimator is {estimator!r}; it must be one of {', '.join(ESTIMATORS)}")
    if trials < 1:
        raise OptionError(f"trials is {trials}; it must be a whole number above 0")
    require_drawable("trials", trials)


def is_counted(on_board: int, opponents: int, estimator: str) -> bool:
    """Check whether `win_rate` counts all deals instead of sampling.

    Args:
        on_board: number of cards on the board.
        opponents: number of opponents.
        estimator: one of `ESTIMATORS`.

    Example:
        >>> is_counted(5, 1, "mixed"), is_counted(3, 1, "mixed")
        (True, False)
    """
    if estimator == "sampled":
        return False
    if opponents == 1:
        return estimator == "exact" or on_board in (0, 5)
    if estimator != "exact" or not on_board:
        return False
    from handsight.odds.counting.hands import MOST_EXACT_OPPONENTS

    return opponents <= MOST_EXACT_OPPONENTS


@lru_cache(REMEMBERED)
def _counted(hole: int, board: int, opponents: int) -> ShowdownCounts:
    if opponents == 1 and not board:
        return _before_the_flop(hole)
    # The river needs no runouts, so one loop over the opponent's 990 hands is enough.
    if opponents == 1 and board.bit_count() == 5:
        wins, ties = _kernels().count_river_wins(hole, board)
        return ShowdownCounts(wins, ties, ties / 2, 990, None)
    from handsight.odds.equity.current import equity_against_any
    from handsight.odds.spot import ANY, Spot

    ours, lying = CardSet.from_mask(hole), CardSet.from_mask(board)
    odds = equity_against_any(Spot((ours, *[ANY] * opponents), lying))
    tied_pots = sum(float(deals) / (sharers + 1) for sharers, deals in odds.ties.items())
    return ShowdownCounts(int(odds.win), int(odds.tie), tied_pots, int(odds.total), None)


def _before_the_flop(hole: int) -> ShowdownCounts:
    from handsight.ranges import pocket_equity

    deals = pocket_equity(CardSet.from_mask(hole))
    return ShowdownCounts(deals.win, deals.tie, deals.tie / 2, deals.total, None)


@lru_cache(REMEMBERED)
def _mask_of(board: tuple[Card, ...]) -> int:
    return sum(card.mask for card in board)


@cache
def _kernels() -> ModuleType:
    from handsight.kernels.odds import win_rates

    return win_rates
