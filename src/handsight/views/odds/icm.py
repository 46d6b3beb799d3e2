"""What stacks are worth in prize money: the report, and text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.views.report import report_of
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.odds.sums.icm import IcmEquity

MODELS = {"malmuth-harville": "Malmuth-Harville", "malmuth-weitzman": "Malmuth-Weitzman"}
MOST_PLACES = 2
"""Places with a column of their own, and one less where there are margins: in 60 columns."""


@dataclass(frozen=True)
class IcmShare:
    """What one player's stack is worth.

    Attributes:
        share: of all chips, 0..1.
        equity: expected prize money.
        equity_share: of all prize money that is to be won, 0..1.
        places: how likely each paid place is.
        stderr: standard error of the equity; None if exact.
    """

    stack: float
    share: float
    equity: float
    equity_share: float
    places: Sequence[float]
    stderr: float | None


@dataclass(frozen=True)
class IcmReport:
    """What the stacks of a tournament are worth: the numbers of `handsight.odds.IcmEquity`."""

    model: str
    payouts: Sequence[float]
    players: Sequence[IcmShare]
    method: str
    trials: int | None
    seed: int | None
    reason: str | None


def icm_report(result: IcmEquity) -> IcmReport:
    """Make the report of a tournament.

    Example:
        >>> from handsight.odds.sums.icm import icm
        >>> round(icm_report(icm([50, 30, 20], [70, 30])).players[0].equity_share, 4)
        0.4518
    """
    chips = sum(player.stack for player in result.players)
    prizes = sum(result.payouts)
    players = [
        report_of(
            IcmShare,
            player,
            share=player.stack / chips,
            equity_share=player.equity / prizes if prizes else 0.0,
        )
        for player in result.players
    ]
    return report_of(IcmReport, result, players=players)


def icm_table(report: IcmReport) -> TextTable:
    """Lay the players out as a table, a row for each."""
    sampled = report.trials is not None
    places = range(min(MOST_PLACES - sampled, len(report.payouts)))
    rows = [
        (
            f"{number}",
            *(f"{player.stack:,.10g}", f"{player.share:.2%}", f"{player.equity:,.2f}"),
            *((f"{1.96 * (player.stderr or 0.0):,.2f}",) if sampled else ()),
            f"{player.equity_share:.2%}",
            *(f"{player.places[place]:.1%}" for place in places),
        )
        for number, player in enumerate(report.players, 1)
    ]
    margin = ("±",) if sampled else ()
    names = (f"{place} place" for place in ("1st", "2nd")[: len(places)])
    return TextTable("ICM", ("", "stack", "chips", "equity", *margin, "prizes", *names), rows)


def icm_lines(report: IcmReport) -> list[str]:
    """Say by which model, and how."""
    lines = [f"{MODELS[report.model]}, {len(report.payouts)} places paid"]
    if report.trials is None:
        return [*lines, "exact: all orders of finishing are weighed"]
    lines.append(f"sampled: {report.trials:,} tournaments, seed {report.seed}; ± is a 95% interval")
    return lines + ([f"not exact: {report.reason}"] if report.reason else [])
