"""Players as plain dictionaries, for programs."""

from __future__ import annotations

from fractions import Fraction
from math import isinf
from typing import Any

from handsight.opponents.stats import PlayerType, Statistic, WinRate
from handsight.views.players import PlayerReport, TableReport, TypeReport
from handsight.views.ranges import range_summary
from handsight.views.report import to_dict

ACTIONS = ("play", "raise", "call")


def table_fields(table: TableReport) -> dict[str, Any]:
    """Give all players as what JSON can hold.

    Args:
        table: of `handsight.views.players.table_report`.

    Example:
        >>> table_fields(TableReport((), ()))
        {'players': [], 'types': []}
    """
    return {
        "players": [_numbers(player) | {"type": _name(player.kind)} for player in table.players],
        "types": [_type(each) for each in table.types],
    }


def player_fields(player: PlayerReport) -> dict[str, Any]:
    """Give a player as what JSON can hold, with his ranges.

    Args:
        player: of `handsight.views.players.player_report`.

    Example:
        >>> from handsight.opponents.stats import Counts
        >>> from handsight.views.players import player_report
        >>> fields = player_fields(player_report("Ada", Counts(hands=4, decided=4, vpip=1)))
        >>> fields["statistics"]["vpip"]["value"], fields["type"]
        (0.25, None)
    """
    return _numbers(player) | {"type": _kind(player.kind)}


def _numbers(player: PlayerReport) -> dict[str, Any]:
    found = player.statistics
    return {
        "name": player.name,
        "hands": found.hands,
        "net": _amount(found.net),
        "bb_per_100": _interval(found.win_rate),
        "statistics": {each.name: _statistic(each) for each in found},
    }


def _statistic(each: Statistic) -> dict[str, Any]:
    counted = {"numerator": each.numerator, "denominator": each.denominator}
    return counted | _interval(each)


def _interval(each: Statistic | WinRate) -> dict[str, float | None]:
    return {"value": each.value, "low": each.low, "high": _finite(each.high)}


def _finite(number: float | None) -> float | None:
    return None if number is None or isinf(number) else number


def _amount(chips: Fraction) -> int | float:
    return chips.numerator if chips.denominator == 1 else float(chips)


def _name(kind: PlayerType | None) -> str | None:
    return None if kind is None else kind.name


def _kind(kind: PlayerType | None) -> dict[str, Any] | None:
    if kind is None:
        return None
    return {
        "name": kind.name,
        "looseness": kind.looseness,
        "aggression": kind.aggression,
        "sure": kind.sure,
        "plays": list(kind.plays),
        "raises": list(kind.raises),
        "ranges": {
            action: to_dict(range_summary(kind.range(action)))
            for action in ("play", "raise", "call")
        },
    }


def _type(each: TypeReport) -> dict[str, Any]:
    counts = each.counts
    return {
        "name": each.name,
        "players": each.players,
        "hands": counts.hands,
        "dealt": list(counts.dealt),
        "played": list(counts.played),
        "raised": list(counts.raised),
    }
