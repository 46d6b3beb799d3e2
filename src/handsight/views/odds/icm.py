"""The value of tournament stacks in prize money, as a report and as text."""

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
"""The maximum number of columns for paid places, so that the table fits 60 characters; one fewer if
the equities have margins."""


@dataclass(frozen=True)
class IcmShare:
    """The value of one player's stack.

    Attributes:
        stack: chips of the player.
        share: the stack's share of all chips, 0..1.
        equity: expected prize money, in the unit of the payouts.
        equity_share: the equity's share of all prize money, 0..1; 0 if there is no prize money.
        places: probability of finishing in each paid place, first place first.
        stderr: standard error of the equity; None if the equity is exact.
    """

    stack: float
    share: float
    equity: float
    equity_share: float
    places: Sequence[float]
    stderr: float | None


@dataclass(frozen=True)
class IcmReport:
    """The value of all stacks in a tournament; see `handsight.odds.IcmEquity`."""

    model: str
    payouts: Sequence[float]
    players: Sequence[IcmShare]
    method: str
    trials: int | None
    seed: int | None
    reason: str | None


def icm_report(result: IcmEquity) -> IcmReport:
    """Build the report of the stacks in a tournament.

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
    """Build a table of the stacks and their values, with a row for each player."""
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
    """Describe the model, the number of paid places and the method in lines of text."""
    lines = [f"{MODELS[report.model]}, {len(report.payouts)} places paid"]
    if report.trials is None:
        return [*lines, "exact: all orders of finishing are weighed"]
    lines.append(f"sampled: {report.trials:,} tournaments, seed {report.seed}; ± is a 95% interval")
    return lines + ([f"not exact: {report.reason}"] if report.reason else [])
