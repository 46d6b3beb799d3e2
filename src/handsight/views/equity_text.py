"""The equities of hands and ranges, laid out for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from handsight.cards import CardSet
from handsight.odds.weights import Count
from handsight.views.cards_text import cards_text
from handsight.views.counts import count_text, margin_text, shortened

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from handsight.views.equity import EquityReport, HandEvalReport, PlayerShare

MOST_OF_RANGE, LEAST_OF_RANGE = 20, 14
ROOMY = 76
"""Columns from which on there is room for everything."""

MOST_SHARED = 8
"""Lines on who shares how many deals."""

_LABEL = "dim"


def equity_text(report: EquityReport, *, drawn_suits: bool = True) -> RenderableType:
    """Lay equities out as tables.

    Args:
        report: what is shown.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.odds import equity
        >>> from handsight.views.equity import equity_report
        >>> text = equity_text(equity_report(equity(["AhKh", "QsQd"])), drawn_suits=False)
        >>> Console(width=60).print(text) # doctest: +ELLIPSIS
        2 players before the flop
        ...
    """
    parts: list[RenderableType] = [_heading(report, drawn_suits), Text()]
    parts += [_Players(report, drawn_suits), Text()]
    if report.winners:
        parts += [_winners(report), Text()]
    parts += [Text(line) for line in _method_lines(report)]
    return Group(*parts)


def hand_eval_text(report: HandEvalReport) -> Iterator[str]:
    """Yield the lines that answer a question of `handsight.odds.hand_eval`."""
    yield f"P(win) = {report.p_win:.4%}"
    yield f"P(tie) = {report.p_tie:.4%}"
    if report.method != "exact":
        way = "as published" if report.method == "as-published" else "sampled"
        errors = f"standard errors {report.p_win_stderr:.4%} and {report.p_tie_stderr:.4%}"
        yield f"{way}: {report.total:,} deals, seed {report.seed}, {errors}"


def _heading(report: EquityReport, drawn: bool) -> Text:
    heading = Text(f"{len(report.players)} players ")
    if report.board:
        heading.append("on ", _LABEL).append(cards_text(report.board, drawn))
    else:
        heading.append("before the flop", _LABEL)
    if report.dead:
        heading.append(" without ", _LABEL).append(cards_text(report.dead, drawn))
    heading.stylize("bold")
    return heading


@dataclass(frozen=True, slots=True)
class _Players:
    """The table of players: where there is little room, without bars and sizes of ranges."""

    report: EquityReport
    drawn: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        players = self.report.players
        roomy = options.max_width >= ROOMY
        ranged = not all(isinstance(player.hand, CardSet) for player in players)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
        table.add_column("", style=_LABEL, no_wrap=True)
        table.add_column("hand", no_wrap=True)
        sizes = ["combos"] if roomy and ranged else []
        for heading in (*sizes, "win", "tie", "lose", "equity"):
            table.add_column(heading, justify="right", no_wrap=True)
        if roomy:
            table.add_column("")
        for number, player in enumerate(players, start=1):
            name, size = self._holding(player, MOST_OF_RANGE if roomy else LEAST_OF_RANGE)
            cells = [size] * len(sizes) + list(self._shares(player))
            table.add_row(str(number), name, *cells, *[Bar(player.equity)] * roomy)
        yield table

    def _holding(self, player: PlayerShare, most: int) -> tuple[Text, str]:
        if isinstance(player.hand, CardSet):
            return cards_text(player.hand, self.drawn), ""
        return Text(shortened(" ".join(player.name.split()), most)), f"{player.combos:,}"

    def _shares(self, player: PlayerShare) -> Iterator[str]:
        for deals in (player.win, player.tie, player.lose):
            yield "" if deals is None else f"{self.report.share(deals):.2%}"
        yield f"{player.equity:.4f}{margin_text(player.stderr)}"


def _winners(report: EquityReport) -> Table:
    table = Table("pot goes to", "deals", "", box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
    table.columns[1].justify = table.columns[2].justify = "right"

    def add(label: Text, deals: Count) -> None:
        table.add_row(label, count_text(deals), f"{report.share(deals):.2%}")

    groups, deals_of_rest = report.most_shared(MOST_SHARED)
    for group in groups:
        add(Text(_who(group.players)), group.deals)
    if others := len(report.winners or ()) - len(groups):
        add(Text(f"{others} other groups", _LABEL), deals_of_rest)
    return table


def _who(players: Sequence[int]) -> str:
    if len(players) == 1:
        return f"player {players[0]}"
    return f"players {', '.join(map(str, players[:-1]))} and {players[-1]}"


def _method_lines(report: EquityReport) -> Iterator[str]:
    if report.method == "exact":
        yield f"exact: {count_text(report.total)} deals"
        return
    yield f"sampled: {report.trials:,} deals, seed {report.seed}; ± is a 95% interval"
    accepted = f"{_percent(report.acceptance or 0)} of the draws held no card twice"
    yield f"largest standard error {report.stderr:.5f}; {accepted}"
    if report.reason:
        yield f"not counted: {report.reason}"


def _percent(share: float) -> str:
    """Write a share to two digits, however small."""
    return f"{share:.0%}" if share >= 0.1 else f"{100 * share:.2g}%"


@dataclass(frozen=True, slots=True)
class Bar:
    """A share as a bar, as long as there is room for; rich can print it.

    Attributes:
        share: 0 to 1.
    """

    share: float

    LONGEST = 24

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        longest = min(options.max_width, self.LONGEST)
        yield Text("█" * round(self.share * longest), no_wrap=True, overflow="crop")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, self.LONGEST)
