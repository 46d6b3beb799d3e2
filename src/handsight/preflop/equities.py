"""The exact share of the pot of all 169 classes against one random hand, read from a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from handsight.cards import CardsLike
from handsight.preflop.classes import class_of
from handsight.preflop.counts import WinTieLose
from handsight.preflop.tables import read_checked

TABLE = "pocket_equities.json"
"""The table's file, {class: [win, tie, lose]}; `handsight.papers.pocket_equities` makes it."""

DIGEST = "6aececa25346cd1044181c3c372afcb3355da9fe9501d3c0997c80c5e5592cb9"
"""SHA-256 of the table."""


@dataclass(frozen=True, slots=True)
class PocketEquity(WinTieLose):
    """How often two cards win, tie and lose against one random hand, over all deals.

    There are 1,225 hands of the opponent by 1,712,304 boards.

    Example:
        >>> PocketEquity(win=2, tie=1, lose=1).equity
        0.625
    """


def pocket_equity(hole: CardsLike) -> PocketEquity:
    """Look up how two cards fare against one random hand, all-in before the flop.

    Nothing is dealt: the counts of all 169 classes are shipped. `current_hand_odds` counts the
    same anew, and also against several opponents or with dead cards.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        HandsightError: if the shipped table was altered.

    Source:
        Counted by `current_hand_odds`. CISTI-2013, section V.B, has a table of simulated games.

    Example:
        >>> aces = pocket_equity("AA")
        >>> aces.win, aces.tie, aces.total, round(aces.equity, 6)
        (1781508418, 11402312, 2097572400, 0.852037)
    """
    return _table()[class_of(hole)]


@cache
def _table() -> dict[str, PocketEquity]:
    rows: dict[str, list[int]] = json.loads(read_checked(TABLE, DIGEST))
    return {name: PocketEquity(*counts) for name, counts in rows.items()}
