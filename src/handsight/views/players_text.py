"""Players laid out for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isinf
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.opponents.stats import PlayerType, Statistic, WinRate
from handsight.ranges.grid import percent_text
from handsight.views.players import PlayerReport, TableReport, TypeReport
from handsight.views.ranges import range_map, range_summary, size_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

LABELS = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_raise": "fold to raise",
    "aggression_factor": "AF",
    "aggression_frequency": "aggression frequency",
    "wtsd": "WTSD",
    "w_sd": "W$SD",
    "fold_to_flop_bet": "fold to flop bet",
    "fold_to_turn_bet": "fold to turn bet",
    "fold_to_river_bet": "fold to river bet",
}
IN_TABLE = ("vpip", "pfr", "three_bet", "aggression_factor", "wtsd", "w_sd")
GROUP_NAMES = (*"12345678", "none")
ACTIONS = {"play": "plays", "raise": "raises", "call": "only calls"}
NOTHING = "–"
_LABEL = "dim"


def table_text(table: TableReport, notes: Sequence[str] = ()) -> RenderableType:
    """Lay all players out, one a line, and below them what their types play.

    Args:
        table: of `handsight.views.players.table_report`.
        notes: lines that stand above.

    Example:
        >>> from rich.console import Console
        >>> from handsight.opponents.stats import Counts
        >>> from handsight.views.players import table_report
        >>> table = table_report({"Ada": Counts(hands=1, decided=1)})
        >>> Console(width=100).print(table_text(table)) # doctest: +NORMALIZE_WHITESPACE
        player  hands  VPIP   PFR  3-bet  AF  WTSD  W$SD  bb/100  type
        Ada         1  0.0%  0.0%      –   –     –     –    +0.0  –
    """
    parts: list[RenderableType] = [Text(note, _LABEL) for note in notes]
    parts.append(_players(table.players))
    known = [each for each in table.types if any(each.counts.dealt)]
    if known:
        heading = "how often each type plays the hands of Sklansky's groups, where all are known"
        parts += [Text(), Text(heading, _LABEL), _types(known)]
    return Group(*parts)


def player_text(player: PlayerReport, action: str = "play") -> RenderableType:
    """Lay a player out: his statistics, his type, and the grid of his hands.

    Args:
        player: of `handsight.views.players.player_report`.
        action: whose hands the grid shows: ``"play"``, ``"raise"`` or ``"call"``.

    Example:
        >>> from rich.console import Console
        >>> from handsight.opponents.stats import Counts
        >>> from handsight.views.players import player_report
        >>> report = player_report("Ada", Counts(hands=4, decided=4, vpip=1))
        >>> Console(width=80).print(player_text(report)) # doctest: +ELLIPSIS
        Ada  too little is counted to name a type
        4 hands, net 0, +0.0 bb/100 (+0.0 to +0.0)
        ...
    """
    parts: list[RenderableType] = [_heading(player), _results(player), Text()]
    parts.append(_statistics(player))
    if player.kind is not None:
        hands = player.kind.range(action)
        below = f"the hands he {ACTIONS[action]}: {size_in_words(range_summary(hands))}"
        parts += [
            Text(),
            _frequencies(player.kind),
            Text(),
            Text(below, _LABEL),
            range_map(range_summary(hands).classes),
        ]
    return Group(*parts)


# --- one player -----------------------------------------------------------------------------------


def _heading(player: PlayerReport) -> Text:
    kind = player.kind
    if kind is None:
        words = "too little is counted to name a type"
    else:
        words = kind.name if kind.sure else f"{kind.name}, not beyond chance"
    return Text.assemble(Text(player.name, "bold"), "  ", words)


def _results(player: PlayerReport) -> Text:
    found = player.statistics
    rate = found.win_rate
    hands = "1 hand" if found.hands == 1 else f"{found.hands:,} hands"
    line = f"{hands}, net {_chips(found.net)}, {_rate(rate)} bb/100"
    if rate.low is not None and rate.high is not None:
        line += f" ({rate.low:+.1f} to {rate.high:+.1f})"
    return Text(line)


def _statistics(player: PlayerReport) -> Table:
    table = _table()
    table.add_column("statistic")
    for heading in ("value", "95% interval", "counted"):
        table.add_column(heading, justify="right")
    for each in player.statistics:
        between = "of" if each.is_share else "to"
        counted = f"{each.numerator:,} {between} {each.denominator:,}"
        table.add_row(LABELS[each.name], _value(each), _interval(each), counted)
    return table


def _frequencies(kind: PlayerType) -> Table:
    table = _table()
    table.add_column("Sklansky's group")
    for name in GROUP_NAMES:
        table.add_column(name, justify="right")
    for action, words in ACTIONS.items():
        table.add_row(words, *map(percent_text, kind.frequencies(action)))
    return table


# --- all players ----------------------------------------------------------------------------------


def _players(players: Sequence[PlayerReport]) -> Table:
    table = _table()
    table.add_column("player")
    for heading in ("hands", *(LABELS[name] for name in IN_TABLE), "bb/100"):
        table.add_column(heading, justify="right")
    table.add_column("type")
    for player in players:
        found = player.statistics
        numbers = [_value(getattr(found, name)) for name in IN_TABLE]
        kind = NOTHING if player.kind is None else player.kind.name
        rate = _rate(found.win_rate)
        table.add_row(Text(player.name), f"{found.hands:,}", *numbers, rate, kind)
    return table


def _types(types: Sequence[TypeReport]) -> Table:
    table = _table()
    table.add_column("type")
    for heading in ("players", *GROUP_NAMES):
        table.add_column(heading, justify="right")
    for each in types:
        rows = zip(each.counts.played, each.counts.dealt, strict=True)
        shares = [percent_text(played / dealt) if dealt else NOTHING for played, dealt in rows]
        table.add_row(each.name, f"{each.players:,}", *shares)
    return table


# --- words ----------------------------------------------------------------------------------------


def _table() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=_LABEL)


def _value(each: Statistic) -> str:
    return _number(each, each.value)


def _interval(each: Statistic) -> str:
    if each.low is None:
        return NOTHING
    return f"{_number(each, each.low)} to {_number(each, each.high)}"


def _number(each: Statistic, number: float | None) -> str:
    if number is None:
        return NOTHING
    if isinf(number):
        return "∞"
    return f"{number:.1%}" if each.is_share else f"{number:.2f}"


def _rate(rate: WinRate) -> str:
    return NOTHING if rate.value is None else f"{rate.value:+.1f}"


def _chips(chips: Fraction) -> str:
    sign = "+" if chips > 0 else ""
    return sign + (f"{chips.numerator:,}" if chips.denominator == 1 else f"{float(chips):,.2f}")
