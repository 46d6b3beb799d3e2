"""The equities of several players, as a report and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.odds.counting.hands import Count
from handsight.odds.equity.result import Equity
from handsight.odds.spot import Player
from handsight.views.report import HIDDEN, report_of
from handsight.views.text_parts import LABEL, cards_text, count_text, margin_text, shortened

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

MOST_OF_RANGE = 20
"""The maximum number of characters of a range that a text shows."""

ROOMY = 76
"""The width of a terminal, in characters, from which the table of players has bars, and its ranges
do not wrap."""

MOST_SHARED = 8
"""The maximum number of groups of players whose deals get a line of their own; all other groups
share one line."""


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """A player's expected share of the pot; see `handsight.odds.PlayerEquity`.

    A number that was not counted is None.

    Attributes:
        hand: two cards, a range, or any cards, as the caller named them.
        combos: number of combos that the player can hold, given the known cards.
        name: the hand or range as the caller wrote it; its text if the caller did not pass text.
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
    """A group of players, and the number of deals in which exactly this group shares the pot.

    Attributes:
        players: numbers of the players, from 1; a single player wins the pot alone.
        deals: number of deals, weighted like `EquityReport.total`.
    """

    players: tuple[int, ...]
    deals: Count


@dataclass(frozen=True, slots=True)
class EquityReport:
    """The shares of several players in a pot; see `handsight.odds.Equity`.

    Attributes:
        board: cards on the board.
        dead: cards out of play.
        winners: deals by the bitmask of the players who share the pot, in which bit i stands for
            ``players[i]``; None if the deals were counted for one player only.
        stderr: the largest standard error of the players' equities; None if the equities are exact.
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
        """Return a number of deals as a share of all deals, 0..1."""
        return float(deals / self.total)

    def most_shared(self, most: int) -> tuple[list[SharedDeals], Count]:
        """Return in how many deals each group of players shares the pot; one winner is a group too.

        The smallest groups come first. If there are more groups than `most`, only the most frequent
        groups are returned, in order of frequency.

        Args:
            most: maximum number of groups to return.

        Returns:
            The groups, and the number of deals of all other groups together.
        """
        groups = list((self.winners or {}).values())
        if len(groups) > most:
            groups.sort(key=lambda each: (-each.deals, len(each.players)))
        else:
            groups.sort(key=lambda each: len(each.players))
        return groups[:most], sum(each.deals for each in groups[most:])


@dataclass(frozen=True, slots=True)
class HandEvalReport:
    """Our chances to win, with the inputs and outputs of the program in blog-4.

    Attributes:
        pocket: our two cards.
        community: cards on the board.
        seed: seed of the sample; None if all deals were counted.
        players: number of players, including ourselves.
        ranges: share of hands that each opponent plays, 0..1; None if all play every hand.
        win: number of deals that we win alone.
        tie: number of deals in which we split the pot.
        total: number of all deals.
        p_win: share of deals that we win alone, 0..1.
        p_tie: share of deals in which we split the pot, 0..1.
        method: ``"exact"``, ``"monte_carlo"`` or ``"as-published"``.
        p_win_stderr: standard error of `p_win`; None if it is exact.
        p_tie_stderr: standard error of `p_tie`; None if it is exact.
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
    """Build the report of several players' equities.

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
    """Return the numbers, from 1, of the players whose bits are set in a bitmask.

    Example:
        >>> numbers_of(0b1010)
        (2, 4)
    """
    return tuple(bit + 1 for bit in range(sharers.bit_length()) if sharers >> bit & 1)


def hand_eval_report(result: Equity, players: int, shares: Sequence[Fraction]) -> HandEvalReport:
    """Build the report of `handsight.odds.hand_eval`.

    Args:
        result: the equities that `hand_eval` returned.
        players: number of players, including ourselves.
        shares: share of all hands that each opponent plays, 0..1; empty if all play every hand.
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


# --- text ---------------------------------------------------------------------------------------


def equity_text(report: EquityReport, *, drawn_suits: bool = True) -> RenderableType:
    """Lay out equities as tables.

    Args:
        report: the report to show.
        drawn_suits: whether suits are symbols (A♥) or letters (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.odds import equity
        >>> text = equity_text(equity_report(equity(["AhKh", "QsQd"])), drawn_suits=False)
        >>> Console(width=60).print(text) # doctest: +ELLIPSIS
        2 players before the flop
        ...
    """
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [_heading(report, drawn_suits), Text()]
    parts += [_Players(report, drawn_suits), Text()]
    if report.winners:
        parts += [_winners(report), Text()]
    parts += [Text(line) for line in _method_lines(report)]
    return Group(*parts)


def hand_eval_text(report: HandEvalReport) -> Iterator[str]:
    """Yield the lines that show a report from `hand_eval_report`."""
    yield f"P(win) = {report.p_win:.4%}"
    yield f"P(tie) = {report.p_tie:.4%}"
    if report.method != "exact":
        way = "as published" if report.method == "as-published" else "sampled"
        errors = f"standard errors {report.p_win_stderr:.4%} and {report.p_tie_stderr:.4%}"
        yield f"{way}: {report.total:,} deals, seed {report.seed}, {errors}"


def _heading(report: EquityReport, drawn: bool) -> Text:
    from rich.text import Text

    heading = Text(f"{len(report.players)} players ")
    if report.board:
        heading.append("on ", LABEL).append(cards_text(report.board, drawn))
    else:
        heading.append("before the flop", LABEL)
    if report.dead:
        heading.append(" without ", LABEL).append(cards_text(report.dead, drawn))
    heading.stylize("bold")
    return heading


@dataclass(frozen=True, slots=True)
class _Players:
    """The table of players; on a narrow terminal, it has no bars, and ranges wrap."""

    report: EquityReport
    drawn: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.table import Table

        players = self.report.players
        roomy = options.max_width >= ROOMY
        ranged = not all(isinstance(player.hand, CardSet) for player in players)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=LABEL)
        table.add_column("", style=LABEL, no_wrap=True)
        table.add_column("hand", no_wrap=roomy)
        sizes = ["combos"] if roomy and ranged else []
        for heading in (*sizes, "win", "tie", "lose", "equity"):
            table.add_column(heading, justify="right", no_wrap=True)
        if roomy:
            table.add_column("")
        for number, player in enumerate(players, start=1):
            name, size = self._holding(player)
            if size and not roomy:
                name.append(f"\n{size} combos", LABEL)
            cells = [size] * len(sizes) + list(self._shares(player))
            table.add_row(str(number), name, *cells, *[Bar(player.equity)] * roomy)
        yield table

    def _holding(self, player: PlayerShare) -> tuple[Text, str]:
        from rich.text import Text

        if isinstance(player.hand, CardSet):
            return cards_text(player.hand, self.drawn), ""
        return Text(shortened(" ".join(player.name.split()), MOST_OF_RANGE)), f"{player.combos:,}"

    def _shares(self, player: PlayerShare) -> Iterator[str]:
        for deals in (player.win, player.tie, player.lose):
            yield "" if deals is None else f"{self.report.share(deals):.2%}"
        yield f"{player.equity:.4f}{margin_text(player.stderr)}"


def _winners(report: EquityReport) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table("pot goes to", "deals", "", box=None, padding=(0, 2, 0, 0), header_style=LABEL)
    table.columns[1].justify = table.columns[2].justify = "right"
    groups, deals_of_others = report.most_shared(MOST_SHARED)
    rows = [(Text(_who(group.players)), group.deals) for group in groups]
    if others := len(report.winners or ()) - len(groups):
        rows.append((Text(f"{others} other groups", LABEL), deals_of_others))
    for who, deals in rows:
        table.add_row(who, count_text(deals), f"{report.share(deals):.2%}")
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
    """Write a share as a percentage with two significant digits, however small it is."""
    return f"{share:.0%}" if share >= 0.1 else f"{100 * share:.2g}%"


@dataclass(frozen=True, slots=True)
class Bar:
    """A share drawn as a bar, printable with rich; a share of 1 fills up to 24 characters.

    Attributes:
        share: length of the filled part, 0 to 1.
    """

    share: float

    LONGEST = 24

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        longest = min(options.max_width, self.LONGEST)
        yield Text("█" * round(self.share * longest), no_wrap=True, overflow="crop")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        from rich.measure import Measurement

        return Measurement(1, self.LONGEST)
