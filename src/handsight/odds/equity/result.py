"""The result of an equity calculation, with a row for each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handsight.errors import InputError
from handsight.odds.counting.hands import Count, scaled, whole
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from handsight.odds.spot import Spot

PARTS = 2520
"""The number of parts in a pot, which any number of players from one to ten can split evenly."""


@dataclass(frozen=True, slots=True, repr=False)
class PlayerEquity(ShownInNotebooks):
    """One player's share of the pot.

    Attributes:
        equity: the share of the pot, 0..1, where a pot shared by m players counts 1/m.
        win: the number of deals that the player wins alone, weighted like `Equity.total`; None,
            like ``ties`` and ``lose``, if the equity follows from symmetry without a count of
            deals.
        ties: {k: number of deals in which the player shares the pot with exactly k others}.
        lose: the number of deals in which the player wins nothing.
        stderr: the standard error of the equity; None if it is exact.

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
        """The number of deals in which the player shares the pot; None if ``ties`` is None."""
        return None if self.ties is None else whole(sum(self.ties.values()))


@dataclass(frozen=True, slots=True, repr=False)
class Equity(ShownInNotebooks):
    """How the players share a pot.

    The figures of the result itself, such as ``equity`` and ``win``, are those of the first player.
    In a question about our hand, we are the first player. Figures that need a count of deals, such
    as ``win``, raise `InputError` if the deals of the first player were not counted.

    Attributes:
        spot: the question.
        players: the share of each player, in order.
        winners: {bitmask of those who share the pot: number of deals}, with bit i for player i and
            without zeros; None if the deals were counted for one player only.
        total: the number of all deals, or of the deals in the sample; deals that differ only in
            which opponent holds which hand count separately. In an exact count with ranges, a deal
            counts as the product of its combos' weights. No card is held twice.
        method: ``"exact"`` or ``"monte_carlo"``.
        trials: the number of deals in the sample; None if exact, like ``seed`` and ``acceptance``.
        seed: the seed of the sample.
        acceptance: the share of draws in which no two hands shared a card.
        reason: why the method ``"auto"`` sampled; None if it did not.
        as_published: the name of the source whose method was followed literally; None for the
            corrected method.

    Example:
        >>> from handsight.odds import current_hand_odds, equity
        >>> equity(["QQ+", "TT+"], "2c7d9h").method
        'exact'
        >>> odds = current_hand_odds("KcAc", "2s5h9d")
        >>> round(odds.equity, 6), round(odds.equity_ties_ahead, 6), odds.stderr
        (0.529343, 0.535478, None)
    """

    players: tuple[PlayerEquity, ...]
    winners: dict[int, Count] | None = field(hash=False)
    total: Count
    method: str
    trials: int | None = None
    seed: int | None = None
    acceptance: float | None = None
    reason: str | None = None
    as_published: str | None = None
    spot: Spot = field(repr=False, compare=False, kw_only=True)

    @property
    def largest_stderr(self) -> float | None:
        """The largest standard error of the players' equities; None if exact."""
        errors = [player.stderr for player in self.players if player.stderr is not None]
        return max(errors, default=None)

    @property
    def opponents(self) -> int:
        """The number of players besides the first."""
        return len(self.players) - 1

    @property
    def win(self) -> Count:
        """The number of deals that we win alone.

        With ``as_published="dsie-2011"``, the number of deals in which nobody beats us.
        """
        return self._counts()[0]

    @property
    def ties(self) -> dict[int, Count]:
        """{k: number of deals in which we share the pot with exactly k others}, from k = 1 up."""
        shared = self._counts()[1]
        return {others: shared.get(others, 0) for others in range(1, len(self.players))}

    @property
    def tie(self) -> Count:
        """The number of deals in which we share the pot."""
        return whole(sum(self.ties.values()))

    @property
    def lose(self) -> Count:
        """The number of deals in which we win nothing."""
        return self._counts()[2]

    @property
    def equity(self) -> float:
        """Our share of the pot, 0..1, where a pot shared by m players counts 1/m."""
        return self.players[0].equity

    @property
    def stderr(self) -> float | None:
        """The standard error of `equity`: None if exact, and above 0 if sampled."""
        return self.players[0].stderr

    @property
    def equity_ties_ahead(self) -> float:
        """The equity by the convention of DSIE-2011, 0..1, in which a tie counts as a win."""
        return float((self.win + self.tie) / self.total)

    @property
    def p_win(self) -> float:
        """The share of deals that we win alone, 0 to 1 (see `win`)."""
        return float(self.win / self.total)

    @property
    def p_tie(self) -> float:
        """The share of deals in which we split the pot, 0 to 1."""
        return float(self.tie / self.total)

    @property
    def p_win_stderr(self) -> float | None:
        """The standard error of `p_win`; None if exact."""
        return self._stderr_of(self.win)

    @property
    def p_tie_stderr(self) -> float | None:
        """The standard error of `p_tie`; None if exact."""
        return self._stderr_of(self.tie)

    def _counts(self) -> tuple[Count, dict[int, Count], Count]:
        own = self.players[0]
        if own.win is None or own.ties is None or own.lose is None:
            raise InputError(
                "the deals of player 1 were not counted, only the share of the pot; ask about a "
                "player whose hand is known"
            )
        return own.win, own.ties, own.lose

    def _stderr_of(self, deals: Count) -> float | None:
        if self.trials is None:
            return None
        from handsight.odds.sampling import stderr_of

        return stderr_of([int(deals), self.trials - int(deals)])


def exact_equity(spot: Spot, winners: Mapping[int, int], unit: int = 1) -> Equity:
    """Build the result of an exact count.

    Args:
        spot: the question.
        winners: {bitmask of those who share the pot: weight of the deals}.
        unit: the weight in ``winners`` of a deal whose combos all have weight 1.

    Example:
        >>> from handsight.odds.spot import ANY, Spot
        >>> exact_equity(Spot((ANY, ANY)), {1: 3, 2: 4, 3: 1}, unit=2).players[0].win
        Fraction(3, 2)
    """
    deals = {sharers: scaled(weight, unit) for sharers, weight in winners.items() if weight}
    each = tuple([player_equity(deals, number) for number in range(len(spot.players))])
    return Equity(each, deals, whole(sum(deals.values())), "exact", spot=spot)


def exact_equity_of_one(
    spot: Spot, number: int, win: Count, ties: Mapping[int, Count], lose: Count
) -> Equity:
    """Build the result from the deals of one player, if all others have the same equity.

    Args:
        spot: the question.
        number: the number of the player whose deals were counted, from 0.
        win: the number of deals that the player wins alone.
        ties: {k: number of deals in which the player shares the pot with exactly k others}.
        lose: the number of deals in which the player wins nothing.

    Example:
        >>> from handsight.odds.spot import ANY, Spot
        >>> result = exact_equity_of_one(Spot((ANY, ANY, ANY)), 0, 10, {1: 2, 2: 3}, 15)
        >>> round(result.equity, 6), result.players[1].equity, result.winners
        (0.4, 0.3, None)
    """
    others = len(spot.players) - 1
    shared = {k: whole(deals) for k, deals in ties.items()}
    ours = player_row(whole(win), shared, whole(lose))
    total = whole(win + sum(shared.values()) + lose)
    if others == 1:
        deals = {1 << number: whole(win), 2 >> number: whole(lose), 3: shared.get(1, 0)}
        kept = {sharers: each for sharers, each in deals.items() if each}
        theirs = player_row(whole(lose), shared, whole(win))
        rows = (theirs, ours) if number else (ours, theirs)
        return Equity(rows, kept, total, "exact", spot=spot)
    alike = PlayerEquity((1 - ours.equity) / others, None, None, None)
    each = tuple(ours if player == number else alike for player in range(others + 1))
    return Equity(each, None, total, "exact", spot=spot)


def player_row(
    win: Count, ties: dict[int, Count], lose: Count, stderr: float | None = None
) -> PlayerEquity:
    """Build a player's row from the numbers of deals that the player wins alone, ties and loses.

    Example:
        >>> player_row(3, {1: 1}, 4).equity
        0.4375
    """
    shares, total = win * PARTS, win + lose
    for k, deals in ties.items():
        shares += deals * (PARTS // (k + 1))
        total += deals
    return PlayerEquity(float(shares / (total * PARTS)), win, ties, lose, stderr)


def player_equity(
    winners: Mapping[int, Count], number: int, stderr: float | None = None
) -> PlayerEquity:
    """Build a player's row from the number of deals in which each set of players shares the pot.

    Args:
        winners: {bitmask of those who share the pot: number of deals}.
        number: the number of the player, and of the player's bit, from 0.
        stderr: the standard error of the equity if the deals are a sample; None if exact.

    Example:
        >>> player_equity({1: 3, 2: 4, 3: 1}, 0).equity
        0.4375
    """
    ties: dict[int, Count] = {}
    win: Count = 0
    lose: Count = 0
    for sharers, deals in winners.items():
        if not sharers >> number & 1:
            lose += deals
        elif others := sharers.bit_count() - 1:
            ties[others] = ties.get(others, 0) + deals
        else:
            win += deals
    tied = {others: whole(ties[others]) for others in sorted(ties)}
    return player_row(whole(win), tied, whole(lose), stderr)
