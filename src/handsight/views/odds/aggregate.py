"""Two ranges on many boards: a report, text, a table, and a picture grouped by texture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.ranges.flop_subsets import TEXTURES, flop_texture
from handsight.views.odds.flop_bars import FlopBar, FlopGroup, flop_bars_svg
from handsight.views.svg import DEEP
from handsight.views.tables import TextTable, csv_text
from handsight.views.text_parts import shortened

if TYPE_CHECKING:
    from handsight.odds.board.aggregate import AggregatedEquity, BoardEquity

FLOP = 3
ALL_LISTED = 30
"""The largest number of boards that a text lists in full; of more, it lists the best and worst."""

ENDS = 8
MOST_OF_RANGE = 60


@dataclass(frozen=True)
class BoardShare:
    """A board, or the mean of several similar boards, weighted by how often each is dealt.

    Attributes:
        board: cards of the board, or the texture that the boards share.
        count: number of boards that this row represents.
        weight: probability of these boards among all boards in the report.
        equity: the first player's share of the pot, 0..1.
        win: share of deals on these boards that the first player wins, 0..1.
        tie: share of deals on these boards in which both players split the pot, 0..1.
        lose: share of deals on these boards that the second player wins, 0..1.
    """

    board: str
    count: int
    weight: float
    equity: float
    win: float
    tie: float
    lose: float


@dataclass(frozen=True)
class AggregateReport:
    """Two ranges on many boards.

    Attributes:
        players: the ranges of both players.
        count: number of boards that the listed boards represent.
        equity: the first player's mean share of the pot, weighted by how often each board is dealt.
        textures: means over the flops of each texture; empty for turns and rivers.
        boards: the boards that the ranges allow, in the order in which they were requested.
    """

    players: Sequence[str]
    count: int
    equity: float
    textures: Sequence[BoardShare]
    boards: Sequence[BoardShare]


def aggregate_report(result: AggregatedEquity) -> AggregateReport:
    """Build the report of two ranges on many boards.

    Example:
        >>> from handsight.odds.board.aggregate import aggregate
        >>> report = aggregate_report(aggregate(["QQ+", "22+, AT+"], ["Qs7h2d", "KhJh5h"]))
        >>> [(row.board, round(row.equity, 2)) for row in report.textures]
        [('rainbow', 0.84), ('monotone', 0.72)]
    """
    spot = result.spot
    by_texture: dict[str, list[BoardEquity]] = {name: [] for name in TEXTURES}
    for row in result.boards:
        if len(row.board) == FLOP:
            by_texture[flop_texture(row.board)].append(row)
    return AggregateReport(
        players=[spot.name(number) for number in range(len(spot.players))],
        count=sum(row.count for row in result.boards),
        equity=result.equity,
        textures=[_mean_of(name, rows) for name, rows in by_texture.items() if rows],
        boards=[board_share(row) for row in result.boards],
    )


def board_share(row: BoardEquity) -> BoardShare:
    """Build the row of one board."""
    return _mean_of(str(row.board), [row])


def _mean_of(name: str, rows: Sequence[BoardEquity]) -> BoardShare:
    total = sum(row.count * row.total for row in rows)
    win, tie, lose = (
        float(sum(row.count * getattr(row, deals) for row in rows) / total)
        for deals in ("win", "tie", "lose")
    )
    return BoardShare(
        name,
        count=sum(row.count for row in rows),
        weight=sum(row.weight for row in rows),
        equity=win + tie / 2,
        win=win,
        tie=tie,
        lose=lose,
    )


# --- text ---------------------------------------------------------------------------------------


def aggregate_lines(report: AggregateReport) -> list[str]:
    """Describe the ranges, the number of boards, and both mean equities in lines of text."""
    one, other = (shortened(player, MOST_OF_RANGE) for player in report.players)
    return [
        one,
        f"against {other}",
        "",
        f"{len(report.boards):,} boards, which stand for {report.count:,}",
        f"equity {report.equity:.2%} against {1 - report.equity:.2%}, exact",
    ]


def aggregate_table(rows: Sequence[BoardShare]) -> TextTable:
    """Lay out boards or textures as a table."""
    cells = [
        (
            *(row.board, f"{row.count:,}"),
            *(f"{share:.2%}" for share in (row.weight, row.equity, row.win, row.tie, row.lose)),
        )
        for row in rows
    ]
    heads = ("", "boards", "weight", "equity", "win", "tie", "lose")
    return TextTable("Boards", heads, cells)


def aggregate_ends(report: AggregateReport) -> list[tuple[str, Sequence[BoardShare]]]:
    """Return the boards to list in a text, as pairs of a heading and rows.

    Up to `ALL_LISTED` boards are listed in the order of the report. If there are more, two pairs
    list the `ENDS` boards with the highest equity of the first player, best first, and the `ENDS`
    boards with the lowest, worst last.
    """
    ranked = sorted(report.boards, key=lambda row: -row.equity)
    if len(ranked) <= ALL_LISTED:
        return [("the boards", report.boards)]
    return [
        ("best for the first player", ranked[:ENDS]),
        ("worst for the first player", ranked[-ENDS:]),
    ]


def aggregate_csv(result: AggregatedEquity) -> str:
    """Write a CSV row for each board.

    The ``count`` is the number of boards that the row represents, and the ``weight`` is their
    probability among all requested boards. The ``equity`` is the first player's, and ``win``,
    ``tie`` and ``lose`` are the weights of the deals that the first player wins, ties and loses.

    Example:
        >>> from handsight.odds.board.aggregate import aggregate
        >>> print(aggregate_csv(aggregate(["AA", "KK"], ["Qs7h2d"])), end="")
        board,count,weight,equity,win,tie,lose
        Qs7h2d,24,1,0.916162,32652,0,2988
    """
    table: list[list[str | int]] = [["board", "count", "weight", "equity", "win", "tie", "lose"]]
    for row in result.boards:
        numbers = [f"{row.weight:.6g}", f"{row.equity:.6g}"]
        table.append([str(row.board), row.count, *numbers, *map(str, (row.win, row.tie, row.lose))])
    return csv_text(table)


# --- picture ------------------------------------------------------------------------------------


def aggregate_svg(report: AggregateReport) -> str:
    """Draw both players' equities on each board as a bar, with flops grouped by texture.

    Turns and rivers form one group.

    Returns:
        An SVG document.
    """
    groups = [
        FlopGroup(
            texture.board,
            texture.weight,
            f"equity {texture.equity:.1%}",
            [
                _bar(row)
                for row in report.boards
                if flop_texture(CardSet(row.board)) == texture.board
            ],
        )
        for texture in report.textures
    ] or [FlopGroup("boards", 1.0, f"equity {report.equity:.1%}", [*map(_bar, report.boards)])]
    one, other = (shortened(player, MOST_OF_RANGE) for player in report.players)
    return flop_bars_svg(
        f"Equity on {len(report.boards):,} boards",
        f"{one} v {other}",
        [(one, report.equity), (other, 1 - report.equity)],
        (DEEP, PALE_LOST),
        groups,
        heads=("equity", "of deals"),
    )


PALE_LOST = "#e8b7b1"
"""A pale red, for the second player's share."""


def _bar(row: BoardShare) -> FlopBar:
    shares = (row.equity, 1 - row.equity)
    return FlopBar(row.board, row.weight, shares, (f"{row.equity:.1%}", f"{row.weight:.2%}"))
