"""The equities of hands and ranges, laid out for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from handsight.cards import CardSet
from handsight.odds.weights import Count
from handsight.views.cards_text import cards_text
from handsight.views.counts import count_text, sharing, shortened

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from handsight.odds import Equity, PlayerEquity
    from handsight.odds.spot import Spot

MOST_OF_RANGE, LEAST_OF_RANGE = 20, 14
ROOMY = 76
"""Columns from which on there is room for everything."""

MOST_SHARED = 8
"""Lines on who shares how many deals."""

INTERVAL = 1.96
_LABEL = "dim"


def equity_text(result: Equity, *, drawn_suits: bool = True) -> RenderableType:
    """Lay equities out as tables.

    Args:
        result: of `equity`.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.odds import equity
        >>> text = equity_text(equity(["AhKh", "QsQd"]), drawn_suits=False)
        >>> Console(width=60).print(text) # doctest: +ELLIPSIS
        2 players before the flop
        ...
    """
    parts: list[RenderableType] = [_heading(result.spot, drawn_suits), Text()]
    parts += [_Players(result, drawn_suits), Text()]
    if result.winners:
        parts += [_winners(result.winners, result.total), Text()]
    parts += [Text(line) for line in _method_lines(result)]
    return Group(*parts)


def _heading(spot: Spot, drawn: bool) -> Text:
    heading = Text(f"{len(spot.players)} players ")
    if spot.board:
        heading.append("on ", _LABEL).append(cards_text(spot.board, drawn))
    else:
        heading.append("before the flop", _LABEL)
    if spot.dead:
        heading.append(" without ", _LABEL).append(cards_text(spot.dead, drawn))
    heading.stylize("bold")
    return heading


@dataclass(frozen=True, slots=True)
class _Players:
    """The table of players: where there is little room, without bars and sizes of ranges."""

    result: Equity
    drawn: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        roomy = options.max_width >= ROOMY
        ranged = len(self.result.spot.hands) < len(self.result.players)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
        table.add_column("", style=_LABEL, no_wrap=True)
        table.add_column("hand", no_wrap=True)
        sizes = ["combos"] if roomy and ranged else []
        for heading in (*sizes, "win", "tie", "lose", "equity"):
            table.add_column(heading, justify="right", no_wrap=True)
        if roomy:
            table.add_column("")
        for number, fared in enumerate(self.result.players):
            name, size = self._holding(number, MOST_OF_RANGE if roomy else LEAST_OF_RANGE)
            cells = [size] * len(sizes) + list(_shares(fared, self.result.total))
            table.add_row(str(number + 1), name, *cells, *[Bar(fared.equity)] * roomy)
        yield table

    def _holding(self, number: int, most: int) -> tuple[Text, str]:
        spot = self.result.spot
        player = spot.players[number]
        if isinstance(player, CardSet):
            return cards_text(player, self.drawn), ""
        name = " ".join(spot.name(number).split())
        return Text(shortened(name, most)), f"{spot.combos(number):,}"


def _shares(fared: PlayerEquity, total: Count) -> Iterator[str]:
    for deals in (fared.win, fared.tie, fared.lose):
        yield "" if deals is None else f"{float(deals / total):.2%}"
    error = "" if fared.stderr is None else f" ± {INTERVAL * fared.stderr:.4f}"
    yield f"{fared.equity:.4f}{error}"


def _winners(winners: dict[int, Count], total: Count) -> Table:
    table = Table("pot goes to", "deals", "", box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
    table.columns[1].justify = table.columns[2].justify = "right"
    ranked = sorted(winners.items(), key=lambda each: each[0].bit_count())
    if len(ranked) > MOST_SHARED:
        ranked.sort(key=lambda each: -each[1])
    for sharers, deals in ranked[:MOST_SHARED]:
        table.add_row(_who(sharers), count_text(deals), f"{float(deals / total):.2%}")
    if rest := ranked[MOST_SHARED:]:
        deals = sum(each for _, each in rest)
        label = Text(f"{len(rest)} other groups", _LABEL)
        table.add_row(label, count_text(deals), f"{float(deals / total):.2%}")
    return table


def _who(sharers: int) -> str:
    players = [str(number) for number in sharing(sharers)]
    if len(players) == 1:
        return f"player {players[0]}"
    return f"players {', '.join(players[:-1])} and {players[-1]}"


def _method_lines(result: Equity) -> Iterator[str]:
    if result.method == "exact":
        yield f"exact: {count_text(result.total)} deals"
        return
    yield f"sampled: {result.trials:,} deals, seed {result.seed}; ± is a 95% interval"
    error = f"largest standard error {result.largest_stderr:.5f}"
    yield f"{error}; {_percent(result.acceptance or 0)} of the draws gave everyone his own cards"
    if result.reason:
        yield f"not counted: {result.reason}"


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
