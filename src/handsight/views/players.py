"""Players of a store gathered: their statistics, their types, and the groups of hands they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from handsight.opponents.stats import (
    Counts,
    PlayerStatistics,
    PlayerType,
    counts_by_type,
    player_statistics,
    player_type,
)


class Thresholds(TypedDict, total=False):
    """Where types begin: the keyword arguments of `handsight.opponents.stats.player_type`."""

    loose_from: float
    aggressive_from: float


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """What there is to say of a player.

    Attributes:
        name: the player.
        statistics: his numbers.
        kind: his type; None where too little was counted.
    """

    name: str
    statistics: PlayerStatistics
    kind: PlayerType | None


@dataclass(frozen=True, slots=True)
class TypeReport:
    """The players of one type, taken together.

    Attributes:
        name: of the type.
        players: how many there are.
        counts: what they did, added up.
    """

    name: str
    players: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class TableReport:
    """What there is to say of all players of a store.

    Attributes:
        players: those with most hands first.
        types: by name.
    """

    players: tuple[PlayerReport, ...]
    types: tuple[TypeReport, ...]


def player_report(
    name: str, counts: Counts, thresholds: Thresholds | None = None, as_published: str | None = None
) -> PlayerReport:
    """Gather what there is to say of a player.

    Args:
        name: the player.
        counts: of him.
        thresholds: where types begin.
        as_published: of the aggression factor, see `handsight.opponents.stats.player_statistics`.

    Raises:
        OptionError: if a threshold is out of range, or there is no such published form.

    Example:
        >>> player_report("Ada", Counts(hands=4, decided=4, vpip=1)).statistics.vpip.value
        0.25
    """
    statistics = player_statistics(counts, as_published=as_published)
    return PlayerReport(name, statistics, player_type(counts, **thresholds or {}))


def table_report(
    players: Mapping[str, Counts],
    thresholds: Thresholds | None = None,
    as_published: str | None = None,
) -> TableReport:
    """Gather what there is to say of all players.

    Args:
        players: counts by name, in the order in which they are to be listed.
        thresholds: where types begin.
        as_published: of the aggression factor.

    Raises:
        OptionError: if a threshold is out of range, or there is no such published form.

    Example:
        >>> table_report({"Ada": Counts(hands=4, decided=4, vpip=1)}).players[0].name
        'Ada'
    """
    rows = [
        player_report(name, counts, thresholds, as_published) for name, counts in players.items()
    ]
    kinds = [row.kind.name for row in rows if row.kind is not None]
    pooled = counts_by_type(players, **thresholds or {})
    types = tuple(TypeReport(name, kinds.count(name), counts) for name, counts in pooled.items())
    return TableReport(tuple(rows), types)
