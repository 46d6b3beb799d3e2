"""A pocket table compared with the exact equities of its classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import OptionError
from handsight.ranges import PocketTable, ordered_classes, pocket_equity
from handsight.ranges.class_grid import SIZE, class_rows
from handsight.ranges.combos import class_at
from handsight.runtime.statistics import Z_95
from handsight.runtime.statistics import rank_correlation as correlate
from handsight.views.cards.ranges import HeatMap
from handsight.views.report import report_of
from handsight.views.svg import SCALE, heat_map_svg
from handsight.views.tables import TextTable
from handsight.views.text_parts import LABEL

if TYPE_CHECKING:
    from rich.console import RenderableType

AT_EACH_END = 5


@dataclass(frozen=True)
class RankCorrelation:
    """Rank correlations of a pocket table with exact equity, -1 to 1.

    Attributes:
        win: correlation between games won and exact equity.
        chips: correlation between chips won and exact equity.
    """

    win: float
    chips: float


@dataclass(frozen=True)
class ShowdownLine:
    """How close classes come to the shares of games that they should win if cards do not matter.

    The two players ignore their cards until the showdown. So, whatever they hold, both are equally
    likely to win because the other folds, and a class wins (1 - showdowns) / 2 of all games by a
    fold. It wins the games that reach a showdown as often as it wins alone against one random hand.

    Attributes:
        showdowns: share of games that reached a showdown, 0 to 1.
        off: root mean square of the classes' distances from their expected shares, in standard
            errors; about 1 if chance alone explains the distances.
    """

    showdowns: float
    off: float


@dataclass(frozen=True)
class PocketClass:
    """The results of a class in the played games, and its exact equity against one random hand.

    Attributes:
        pocket_class: class of the hole cards, such as ``"AKs"``.
        win, tie, lose: numbers of games in which the class won chips, broke even and lost chips.
        showdowns: number of games in which the class reached the showdown.
        win_frequency, lose_frequency: `win` and `lose` as shares of the class's games, 0 to 1.
        chips_per_game: mean chips won per game; negative for a loss.
        win_stderr, lose_stderr, chips_stderr: standard errors of these two shares and this mean.
        equity: exact share of the pot, all-in against one random hand, 0 to 1.
    """

    pocket_class: str
    win: int
    tie: int
    lose: int
    showdowns: int
    win_frequency: float
    win_stderr: float
    lose_frequency: float
    lose_stderr: float
    chips_per_game: float
    chips_stderr: float
    equity: float


@dataclass(frozen=True)
class PocketReport:
    """A pocket table, and how well it agrees with the exact equities.

    Attributes:
        seed: seed of the cards and the actions.
        rules: ``"no-limit"`` or ``"limit"``.
        players: number of players in each game.
        stack: chips of each player before each game.
        small_blind: chips of the small blind.
        big_blind: chips of the big blind.
        small_bet: chips of a bet before and on the flop; None in no-limit, like the next two
            attributes.
        big_bet: chips of a bet on the turn and river.
        bet_cap: maximum number of bets and raises on a street; 0 for no cap.
        games: number of games dealt to each class.
        rank_correlation: correlation between the classes' order in the table and their order by
            exact equity.
        line: how far the classes are from the shares of games that they should win; None for more
            than two players.
        classes: classes in order of games won, beginning with the most.
    """

    rules: str
    players: int
    stack: int
    small_blind: int
    big_blind: int
    small_bet: int | None
    big_bet: int | None
    bet_cap: int | None
    games: int
    seed: int
    rank_correlation: RankCorrelation
    line: ShowdownLine | None
    classes: tuple[PocketClass, ...]


def pocket_report(table: PocketTable) -> PocketReport:
    """Compare a pocket table with the exact equities against one random hand.

    Args:
        table: a table from `handsight.ranges.shipped_pocket_table`, or a table of newly played
            games.

    Example:
        >>> from handsight.ranges import shipped_pocket_table
        >>> correlation = pocket_report(shipped_pocket_table()).rank_correlation
        >>> round(correlation.win, 3), round(correlation.chips, 4)
        (0.999, 0.9996)
    """
    game, values = table.game, table.values
    equities = {name: pocket_equity(name).equity for name in values}
    small_bet, big_bet = game.bets or (None, None)
    return PocketReport(
        rules=game.rules,
        players=game.players,
        stack=game.stack,
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        small_bet=small_bet,
        big_bet=big_bet,
        bet_cap=game.bet_cap if game.bets else None,
        games=table.games,
        seed=table.seed,
        rank_correlation=RankCorrelation(
            rank_correlation({name: value.win for name, value in values.items()}, equities),
            rank_correlation({name: value.chips for name, value in values.items()}, equities),
        ),
        line=_line(table) if game.players == 2 else None,
        classes=tuple(
            report_of(PocketClass, values[name], pocket_class=name, equity=equities[name])
            for name in table.ranked()
        ),
    )


def rank_correlation(ones: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Return Spearman's rank correlation of two sets of numbers with the same names.

    This is the correlation of the ranks; equal numbers share the mean of their ranks.

    Args:
        ones: numbers by name.
        others: numbers for the same names.

    Returns:
        1 for the same order, -1 for the opposite order, and 0 if all numbers of either set are
        equal.

    Raises:
        OptionError: if the names differ.

    Example:
        >>> rank_correlation({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 30, "c": 20})
        0.5
    """
    if ones.keys() != others.keys():
        raise OptionError("a rank correlation needs two numbers for each name")
    first, second = ([numbers[name] for name in ones] for numbers in (ones, others))
    return correlate(np.array(first, dtype=float), np.array(second, dtype=float)) or 0.0


def scaled(numbers: Mapping[str, float]) -> dict[str, float]:
    """Scale numbers so that the smallest becomes 0 and the greatest 1.

    Args:
        numbers: numbers by name; if all are equal, all become 0.5.

    Example:
        >>> scaled({"a": 0.25, "b": 0.5, "c": 0.75})
        {'a': 0.0, 'b': 0.5, 'c': 1.0}
    """
    least, most = min(numbers.values()), max(numbers.values())
    if least == most:
        return dict.fromkeys(numbers, 0.5)
    return {name: (number - least) / (most - least) for name, number in numbers.items()}


def _line(table: PocketTable) -> ShowdownLine:
    values = table.values
    showdowns = sum(value.showdowns for value in values.values()) / (table.games * len(values))
    squares = []
    for name, value in values.items():
        exact = pocket_equity(name)
        expected = (1 - showdowns) / 2 + showdowns * exact.win / exact.total
        error = sqrt(expected * (1 - expected) / table.games)
        squares.append(((value.win_frequency - expected) / error) ** 2)
    return ShowdownLine(showdowns, sqrt(fsum(squares) / len(squares)))


def pocket_text(
    report: PocketReport, notes: Sequence[str] = (), *, all_rows: bool = False
) -> RenderableType:
    """Lay out a pocket table: a heat map, the best and worst classes, and how equity compares.

    Args:
        report: the result of `pocket_report`.
        notes: lines to show below the heading.
        all_rows: whether to list all classes instead of the best five and the worst five.

    Example:
        >>> from rich.console import Console
        >>> from handsight.ranges import shipped_pocket_table
        >>> report = pocket_report(shipped_pocket_table("limit"))
        >>> Console(width=80).print(pocket_text(report)) # doctest: +ELLIPSIS
        limit, 2 players who fold, call or raise with equal chances
        ...
    """
    from rich.console import Group
    from rich.text import Text

    return Group(
        Text(_heading(report), "bold"),
        *(Text(line, LABEL) for line in (*_game_lines(report), *notes)),
        Text(),
        HeatMap(_colours(report), _labels(report), scale=_scale(report)),
        Text(),
        Text("games won of a thousand; suited above the diagonal"),
        Text(),
        _table(report, all_rows).terminal(styles=(LABEL,)),
        Text(),
        *map(Text, _closing(report)),
    )


def pocket_svg(report: PocketReport) -> str:
    """Draw the games that each class wins, per thousand, as a heat map.

    Returns:
        An SVG document.

    Example:
        >>> from handsight.ranges import shipped_pocket_table
        >>> "games won of a thousand" in pocket_svg(pocket_report(shipped_pocket_table()))
        True
    """
    rules = f"{report.rules}, {report.players} players at random"
    caption = f"games won of a thousand: {rules}, {report.games:,} games a class"
    title = f"{_heading(report)}: {', '.join(_game_lines(report))}"
    return heat_map_svg(
        _colours(report), caption, title, labels=_labels(report), scale=_scale(report)
    )


def _heading(report: PocketReport) -> str:
    return f"{report.rules}, {report.players} players who fold, call or raise with equal chances"


def _game_lines(report: PocketReport) -> list[str]:
    blinds = f"blinds {report.small_blind:,} and {report.big_blind:,}"
    chips = f"stacks {report.stack:,}, {blinds}{_limit_words(report)}"
    return [chips, f"{report.games:,} games a class, seed {report.seed}"]


def _limit_words(report: PocketReport) -> str:
    if report.small_bet is None:
        return ""
    cap = f"{report.bet_cap} bets a street" if report.bet_cap else "no cap"
    return f", bets {report.small_bet:,} and {report.big_bet:,}, {cap}"


def _colours(report: PocketReport) -> Sequence[Sequence[float]]:
    return class_rows(scaled({each.pocket_class: each.win_frequency for each in report.classes}))


def _scale(report: PocketReport) -> list[str]:
    """Return the label of each colour of the scale: the games won per thousand."""
    shares = [each.win_frequency for each in report.classes]
    least, most = min(shares), max(shares)
    return [f"{1000 * (least + number * (most - least)):.0f}" for number in SCALE]


def _labels(report: PocketReport) -> list[list[str]]:
    wins = {each.pocket_class: f"{1000 * each.win_frequency:.0f}" for each in report.classes}
    return [[wins[class_at(row, column)] for column in range(SIZE)] for row in range(SIZE)]


def _table(report: PocketReport, all_rows: bool) -> TextTable:
    places = {name: place for place, name in enumerate(ordered_classes("equity"), 1)}
    rows = [
        (str(place), each.pocket_class, *_cells(each), str(places[each.pocket_class]))
        for place, each in enumerate(report.classes, 1)
    ]
    if not all_rows:
        rows[AT_EACH_END:-AT_EACH_END] = [("…",)]
    heads = ("", "class", "won", "lost", "chips a game", "equity", "its place")
    return TextTable("", heads, rows, texts=(1,))


def _cells(each: PocketClass) -> Iterator[str]:
    yield f"{each.win_frequency:.2%} ± {Z_95 * each.win_stderr:.2%}"
    yield f"{each.lose_frequency:.2%} ± {Z_95 * each.lose_stderr:.2%}"
    yield f"{each.chips_per_game:+,.1f} ± {Z_95 * each.chips_stderr:,.1f}"
    yield f"{each.equity:.4f}"


def _closing(report: PocketReport) -> Iterator[str]:
    yield "± is a 95% interval; equity: the exact share of the pot, all-in against one random hand"
    correlation = report.rank_correlation
    wins, chips = f"{correlation.win:.4f}", f"{correlation.chips:.4f}"
    yield f"rank correlation (Spearman) with equity: games won {wins}, chips {chips}"
    if report.line is not None:
        share, off = f"{report.line.showdowns:.2%}", f"{report.line.off:.2f}"
        yield f"{share} of the games came to a showdown, and only there do the cards count:"
        yield f"from what equity then makes of the games won, classes are {off} standard errors off"
