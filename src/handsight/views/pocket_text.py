"""A pocket table beside the exact equities, as a heat map and a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.preflop import PocketTable, pocket_equity
from handsight.ranges import ordered_classes
from handsight.ranges.combos import class_at
from handsight.ranges.grid import SIZE, class_rows
from handsight.views.pocket import scaled
from handsight.views.ranges import HeatMap
from handsight.views.svg import heat_map_svg

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.preflop import PocketGame
    from handsight.views.pocket import PocketReport

AT_EACH_END = 5
INTERVAL = 1.96
_LABEL = "dim"


def pocket_text(
    report: PocketReport, notes: Sequence[str] = (), *, all_rows: bool = False
) -> RenderableType:
    """Lay a pocket table out: the map, the classes at both ends, and what the exact order says.

    Args:
        report: of `pocket_report`.
        notes: lines that stand below the heading.
        all_rows: whether to list all classes.

    Example:
        >>> from rich.console import Console
        >>> from handsight.preflop import shipped_pocket_table
        >>> from handsight.views.pocket import pocket_report
        >>> report = pocket_report(shipped_pocket_table("limit"))
        >>> Console(width=80).print(pocket_text(report)) # doctest: +ELLIPSIS
        limit, 2 players who fold, call or raise with equal chances
        ...
    """
    table = report.table
    heading = [Text(_heading(table), "bold")]
    heading += [Text(line, _LABEL) for line in (*_game_lines(table), *notes)]
    return Group(
        *heading,
        Text(),
        _map(table),
        Text(),
        Text("games won of a thousand; suited above the diagonal"),
        Text(),
        _rows(table, all_rows),
        Text(),
        *map(Text, _closing(report)),
    )


def pocket_svg(table: PocketTable) -> str:
    """Draw the games won by each class as a picture.

    Args:
        table: of `shipped_pocket_table`, or a fresh one.

    Returns:
        An SVG document.

    Example:
        >>> from handsight.preflop import shipped_pocket_table
        >>> "games won of a thousand" in pocket_svg(shipped_pocket_table())
        True
    """
    rules = f"{table.game.rules}, {table.game.players} players at random"
    caption = f"games won of a thousand: {rules}, {table.games:,} games a class"
    title = f"{_heading(table)}: {', '.join(_game_lines(table))}"
    return heat_map_svg(_colours(table), caption, title, labels=_labels(table))


def _heading(table: PocketTable) -> str:
    game = table.game
    return f"{game.rules}, {game.players} players who fold, call or raise with equal chances"


def _game_lines(table: PocketTable) -> list[str]:
    game = table.game
    chips = f"stacks {game.stack:,}, blinds {game.small_blind:,} and {game.big_blind:,}"
    return [chips + _limit_words(game), f"{table.games:,} games a class, seed {table.seed}"]


def _limit_words(game: PocketGame) -> str:
    if game.bets is None:
        return ""
    cap = f"{game.bet_cap} bets a street" if game.bet_cap else "no cap"
    return f", bets {game.bets[0]:,} and {game.bets[1]:,}, {cap}"


def _map(table: PocketTable) -> HeatMap:
    return HeatMap(_colours(table), _labels(table))


def _colours(table: PocketTable) -> Sequence[Sequence[float]]:
    wins = {name: value.win_frequency for name, value in table.values.items()}
    return class_rows(scaled(wins))


def _labels(table: PocketTable) -> list[list[str]]:
    return [
        [
            f"{1000 * table.values[class_at(row, column)].win_frequency:.0f}"
            for column in range(SIZE)
        ]
        for row in range(SIZE)
    ]


def _rows(table: PocketTable, all_rows: bool) -> Table:
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
    shown.add_column("", style=_LABEL, justify="right", no_wrap=True)
    shown.add_column("class", no_wrap=True)
    for heading in ("won", "lost", "chips a game", "equity", "its place"):
        shown.add_column(heading, justify="right", no_wrap=True)
    ranked = table.ranked()
    places = {name: place for place, name in enumerate(ordered_classes("equity"), 1)}
    for place, name in enumerate(ranked, 1):
        if all_rows or place <= AT_EACH_END or place > len(ranked) - AT_EACH_END:
            shown.add_row(str(place), name, *_cells(table, name), str(places[name]))
        elif place == AT_EACH_END + 1:
            shown.add_row("…")
    return shown


def _cells(table: PocketTable, name: str) -> Iterator[str]:
    value = table.values[name]
    yield f"{value.win_frequency:.2%} ± {INTERVAL * value.win_stderr:.2%}"
    yield f"{value.lose_frequency:.2%} ± {INTERVAL * value.lose_stderr:.2%}"
    yield f"{value.chips_per_game:+,.1f} ± {INTERVAL * value.chips_stderr:,.1f}"
    yield f"{pocket_equity(name).equity:.4f}"


def _closing(report: PocketReport) -> Iterator[str]:
    yield "± is a 95% interval; equity: the exact share of the pot, all-in against one random hand"
    wins, chips = f"{report.by_wins:.4f}", f"{report.by_chips:.4f}"
    yield f"rank correlation (Spearman) with equity: games won {wins}, chips {chips}"
    if report.line is not None:
        share, off = f"{report.line.showdowns:.2%}", f"{report.line.off:.2f}"
        yield f"{share} of the games came to a showdown, and only there do the cards count:"
        yield f"from what equity then makes of the games won, classes are {off} standard errors off"
