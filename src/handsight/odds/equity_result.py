"""What `equity` answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from handsight.odds.weights import Count, scaled, whole

PARTS = 2520
"""Parts of a pot that one to ten players can share evenly."""


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """How one player fares.

    Attributes:
        equity: share of the pot, in 0..1: wins, and ties by the number who share.
        win: deals that he wins alone.
        ties: {k: deals that he shares with exactly k others}.
        lose: deals of which he gets nothing.
        stderr: standard error of the equity; None where it is exact.

    Where only the equity is known, by symmetry, ``win``, ``ties`` and ``lose`` are None.

    Example:
        >>> from handsight.odds import equity
        >>> player = equity(["AhKh", "QsQd"]).players[0]
        >>> player.win, player.tie, player.lose, round(player.equity, 6)
        (787966, 6732, 917606, 0.462145)
    """

    equity: float
    win: Count | None
    ties: dict[int, Count] | None = field(hash=False)
    lose: Count | None
    stderr: float | None = None

    @property
    def tie(self) -> Count | None:
        """All deals that he shares."""
        return None if self.ties is None else whole(sum(self.ties.values()))


@dataclass(frozen=True, slots=True)
class EquityResult:
    """How the players of a pot fare.

    Attributes:
        players: each of them, in the order of the question.
        winners: {bitmask of those who share the pot: deals}, bit i for player i, without zeros;
            None where only shares are known.
        total: all deals. With ranges a deal counts as much as the product of its combos' weights,
            and only deals in which no card is held twice count.
        method: ``"exact"`` or ``"monte_carlo"``.
        trials: deals in the sample; None where exact.
        seed: of the sample; None where exact.
        acceptance: the share of sampled hands that did not collide with each other; None where
            exact.
        reason: why ``"auto"`` sampled; None where it did not.

    Example:
        >>> from handsight.odds import equity
        >>> equity(["QQ+", "TT+"], "2c7d9h").method
        'exact'
    """

    players: tuple[PlayerEquity, ...]
    winners: dict[int, Count] | None = field(hash=False)
    total: Count
    method: str
    trials: int | None = None
    seed: int | None = None
    acceptance: float | None = None
    reason: str | None = None

    @property
    def stderr(self) -> float | None:
        """The largest standard error among the players' equities; None where exact."""
        errors = [player.stderr for player in self.players if player.stderr is not None]
        return max(errors, default=None)


def exact_result(winners: Mapping[int, int], players: int, unit: int) -> EquityResult:
    """Make the result of counted deals.

    Args:
        winners: {bitmask of those who share: weight}.
        players: how many there are.
        unit: the weight of a deal whose combos all weigh 1.

    Example:
        >>> exact_result({1: 3, 2: 4, 3: 1}, 2, unit=2).players[0].win
        Fraction(3, 2)
    """
    deals = {sharers: scaled(weight, unit) for sharers, weight in winners.items() if weight}
    total = whole(sum(deals.values()))
    each = tuple(player_equity(deals, number) for number in range(players))
    return EquityResult(each, deals, total, "exact")


def player_equity(
    winners: Mapping[int, Count], number: int, stderr: float | None = None
) -> PlayerEquity:
    """Say how a player fares when it is known who shares how many deals.

    Args:
        winners: {bitmask of those who share: deals}.
        number: the player's bit.
        stderr: standard error of his equity, if the deals are a sample.

    Example:
        >>> player_equity({1: 3, 2: 4, 3: 1}, 0).equity
        0.4375
    """
    ties: dict[int, Count] = {}
    win: Count = 0
    shares: Count = 0
    for sharers, deals in winners.items():
        if sharers >> number & 1:
            others = sharers.bit_count() - 1
            shares += deals * (PARTS // (others + 1))
            if others:
                ties[others] = ties.get(others, 0) + deals
            else:
                win += deals
    total = sum(winners.values())
    lose = whole(total - win - sum(ties.values()))
    tied = {others: whole(ties[others]) for others in sorted(ties)}
    return PlayerEquity(float(shares / (total * PARTS)), whole(win), tied, lose, stderr)
