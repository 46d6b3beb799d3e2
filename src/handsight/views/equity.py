"""How a pot is shared: among several players, and between us and the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from handsight.cards import CardSet
from handsight.odds.equity_result import Equity
from handsight.odds.spot import Player
from handsight.odds.weights import Count
from handsight.views.report import HIDDEN, report_of


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """What one of several players may expect of the pot; None is what was not counted.

    Attributes:
        hand: a known hand, a range, or any cards.
        combos: how many hands that may be.
        win: deals that the player wins alone.
        tie: all deals that the player shares.
        ties: {k: deals shared with exactly k others}.
        lose: deals of which the player gets nothing.
        equity: share of the pot, 0..1.
        stderr: standard error of the equity; None where it is exact.
        name: the hand or range as it was written.
    """

    hand: Player
    combos: int
    win: Count | None
    tie: Count | None
    ties: dict[int, Count] | None
    lose: Count | None
    equity: float
    stderr: float | None
    name: str = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class SharedDeals:
    """The deals of which exactly these players share the pot.

    Attributes:
        players: their numbers, from 1.
        deals: how many.
    """

    players: tuple[int, ...]
    deals: Count


@dataclass(frozen=True, slots=True)
class EquityReport:
    """How several players share a pot.

    Attributes:
        players: in the order of the question.
        winners: {bitmask of those who share the pot: their deals}, bit i for player i; None where
            only shares are known.
        total: all deals.
        method: ``"exact"`` or ``"monte_carlo"``.
        stderr: the largest standard error of the players' equities; None where exact.
        trials: deals in the sample; None where exact.
        seed: of the sample; None where exact.
        acceptance: the share of sampled hands that did not collide, 0..1; None where exact.
        reason: why ``"auto"`` sampled; None where it did not.
    """

    board: CardSet
    dead: CardSet
    players: tuple[PlayerShare, ...]
    winners: dict[int, SharedDeals] | None
    total: Count
    method: str
    stderr: float | None
    trials: int | None
    seed: int | None
    acceptance: float | None
    reason: str | None

    def share(self, deals: Count) -> float:
        """Give the share of all deals, 0..1."""
        return float(deals / self.total)

    def most_shared(self, most: int) -> tuple[list[SharedDeals], Count]:
        """List who shares how many deals: single winners first, or the most frequent if many.

        Args:
            most: how many groups to list.

        Returns:
            The groups, and the deals of all others together.
        """
        groups = list((self.winners or {}).values())
        if len(groups) > most:
            groups.sort(key=lambda each: (-each.deals, len(each.players)))
        else:
            groups.sort(key=lambda each: len(each.players))
        return groups[:most], sum(each.deals for each in groups[most:])


@dataclass(frozen=True, slots=True)
class OddsReport:
    """What we may expect of a pot against all opponents.

    Attributes:
        win: deals that we win alone.
        ties: {k: deals that we share with exactly k others}.
        lose: deals that others win.
        total: all deals; opponents' hands are counted as ordered tuples, each weighted as its
            range says.
        equity: our share of the pot, 0..1.
        method: ``"exact"`` or ``"monte_carlo"``.
        stderr: standard error of the equity; None where it is exact.
        trials: deals in the sample; None where exact.
        seed: of the sample; None where exact.
        reason: why it was sampled; None where it was not.
        tie: all deals that we share.
    """

    opponents: int
    win: Count
    ties: dict[int, Count]
    lose: Count
    total: Count
    equity: float
    method: str
    stderr: float | None
    trials: int | None
    seed: int | None
    reason: str | None
    tie: Count = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class HandEvalReport:
    """How likely we win, asked and answered in the words of the program of blog-4.

    Attributes:
        pocket: our two cards.
        community: the board.
        players: how many, ourselves included.
        ranges: the share of hands that each opponent plays, 0..1; None for all of them.
        win: deals that we win alone.
        tie: deals that we share.
        p_win: the share of deals that we win alone, 0..1.
        p_tie: the share of deals that we share, 0..1.
        method: ``"exact"``, ``"monte_carlo"`` or ``"as-published"``.
        p_win_stderr: standard error of `p_win`; None where exact.
        p_tie_stderr: standard error of `p_tie`; None where exact.
        seed: of the sample; None where exact.
    """

    pocket: CardSet
    community: CardSet
    players: int
    ranges: tuple[Fraction, ...] | None
    win: Count
    tie: Count
    total: Count
    p_win: float
    p_tie: float
    method: str
    p_win_stderr: float | None
    p_tie_stderr: float | None
    seed: int | None


def equity_report(result: Equity) -> EquityReport:
    """Make the report of a pot that several players share.

    Example:
        >>> from handsight.odds import equity
        >>> report = equity_report(equity(["AhKh", "QsQd"], dead="2c"))
        >>> report.players[0].win, report.winners[3].players
        (714852, (1, 2))
    """
    spot, winners = result.spot, result.winners
    players = [
        report_of(
            PlayerShare,
            each,
            hand=(spot.named or spot.players)[number],
            combos=spot.combos(number),
            name=spot.name(number),
        )
        for number, each in enumerate(result.players)
    ]
    shared = None
    if winners is not None:
        shared = {mask: SharedDeals(numbers_of(mask), deals) for mask, deals in winners.items()}
    return report_of(
        EquityReport,
        result,
        board=spot.board,
        dead=spot.dead,
        players=tuple(players),
        winners=shared,
        stderr=result.largest_stderr,
    )


def numbers_of(sharers: int) -> tuple[int, ...]:
    """List the players of a bitmask, counted from 1.

    Example:
        >>> numbers_of(0b1010)
        (2, 4)
    """
    return tuple(bit + 1 for bit in range(sharers.bit_length()) if sharers >> bit & 1)


def odds_report(odds: Equity) -> OddsReport:
    """Make the report of our share of a pot.

    Example:
        >>> from handsight.odds import current_hand_odds
        >>> odds_report(current_hand_odds("KcAc", "2s5h9d")).ties
        {1: 13131}
    """
    return report_of(OddsReport, odds)


def hand_eval_report(result: Equity, players: int, shares: Sequence[Fraction]) -> HandEvalReport:
    """Make the report of `handsight.odds.hand_eval`.

    Args:
        result: the answer.
        players: how many, ourselves included.
        shares: of all hands that each opponent plays, 0..1; empty for all of them.
    """
    return report_of(
        HandEvalReport,
        result,
        pocket=result.spot.hole,
        community=result.spot.board,
        players=players,
        ranges=tuple(shares) or None,
        method="as-published" if result.as_published else result.method,
    )
