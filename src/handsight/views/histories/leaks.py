"""Differences between a player and the others in a store that chance does not explain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.opponents.stats import Comparison, Leak
from handsight.views.histories.players import LABELS, MeasuredStatistic
from handsight.views.report import report_of
from handsight.views.tables import TextTable
from handsight.views.text_parts import LABEL

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class LeakReport:
    """A statistic in which a player differs from the others; see `handsight.opponents.stats.Leak`.

    Attributes:
        statistic: name of the statistic, such as ``"fold_to_three_bet"``.
        position: position, such as ``"BTN"``; None for all positions together.
        more: whether the player's share is larger than the others' share.
        player: the player's statistic.
        others: the same statistic over all other players together.
        low: lower end of the 95% interval of the player's share minus the others' share.
        high: upper end of the same interval.
        p: p-value of the difference, corrected for the number of comparisons.
    """

    statistic: str
    position: str | None
    more: bool
    player: MeasuredStatistic
    others: MeasuredStatistic
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class LeaksReport:
    """A comparison of a player with all others; see `handsight.opponents.stats.Comparison`."""

    name: str
    hands: int
    other_players: int
    other_hands: int
    comparisons: int
    level: float
    leaks: tuple[LeakReport, ...]


def leaks_report(comparison: Comparison) -> LeaksReport:
    """Build the report of a comparison of a player with all others.

    Example:
        >>> from handsight.opponents.stats import Counts, leaks
        >>> players = {"Ann": Counts(decided=90, vpip=60), "Bob": Counts(decided=90, vpip=9)}
        >>> leaks_report(leaks(players, "Ann")).leaks[0].statistic
        'vpip'
    """
    return report_of(LeaksReport, comparison, leaks=tuple(map(leak_report, comparison.leaks)))


def leak_report(leak: Leak) -> LeakReport:
    """Build the report of one statistic in which a player differs from the others."""
    return report_of(
        LeakReport,
        leak,
        statistic=leak.player.name,
        more=leak.is_more,
        player=report_of(MeasuredStatistic, leak.player),
        others=report_of(MeasuredStatistic, leak.others),
    )


def leaks_text(report: LeaksReport) -> RenderableType:
    """Lay out the differences, one on each line, each with its 95% interval.

    If nothing differs beyond chance, a line says so.

    Example:
        >>> from rich.console import Console
        >>> from handsight.opponents.stats import Counts, leaks
        >>> players = {"Ann": Counts(decided=9, vpip=6), "Bob": Counts(decided=9, vpip=5)}
        >>> Console(width=90).print(leaks_text(leaks_report(leaks(players, "Ann"))))
        Ann, 0 hands, compared with 1 other player, 0 hands
        nothing differs beyond chance; 2 shares were compared
    """
    from rich.console import Group
    from rich.text import Text

    players = f"{report.other_players:,} other player{'' if report.other_players == 1 else 's'}"
    parts: list[RenderableType] = [
        Text.assemble(
            Text(report.name, "bold"),
            f", {report.hands:,} hands, compared with {players}, {report.other_hands:,} hands",
        )
    ]
    compared = f"{report.comparisons:,} shares were compared"
    if not report.leaks:
        parts.append(Text(f"nothing differs beyond chance; {compared}"))
        return Group(*parts)
    parts += [Text(), _table(report).terminal(), Text()]
    parts.append(
        Text(
            f"{compared}; if they played like the others, any difference at all would be named at "
            f"most {report.level:.0%} of the time (Fisher's exact test of independent chances, "
            "corrected by Holm's method)",
            LABEL,
        )
    )
    return Group(*parts)


def _table(report: LeaksReport) -> TextTable:
    rows = [
        (
            LABELS[each.statistic] + (f", {each.position}" if each.position else ""),
            "more" if each.more else "less",
            f"{each.player.value:.1%}",
            f"{each.player.numerator:,} of {each.player.denominator:,}",
            f"{each.others.value:.1%}",
            f"{100 * each.low:+.0f} to {100 * each.high:+.0f}",
        )
        for each in report.leaks
    ]
    heads = ("statistic", "", "player", "counted", "others", "difference in points")
    return TextTable("", heads, rows, texts=(0, 1))
