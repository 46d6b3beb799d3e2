"""Two cards alone: Chen's formula, Sklansky's groups, and tables of all 169 classes."""

from typing import TYPE_CHECKING

from handsight.preflop.chen import chen
from handsight.preflop.nine_handed import NineHanded, nine_handed
from handsight.preflop.pocket_table import (
    PocketGame,
    PocketTable,
    PocketValue,
    pocket_table,
    shipped_pocket_table,
)
from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.preflop.equities import PocketEquity, pocket_equity
    from handsight.preflop.groups import sklansky_group
    from handsight.preflop.matchups import Matchup, matchup

__all__ = [
    "Matchup",
    "NineHanded",
    "PocketEquity",
    "PocketGame",
    "PocketTable",
    "PocketValue",
    "chen",
    "matchup",
    "nine_handed",
    "pocket_equity",
    "pocket_table",
    "shipped_pocket_table",
    "sklansky_group",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "equities": ("PocketEquity", "pocket_equity"),
        "groups": ("sklansky_group",),
        "matchups": ("Matchup", "matchup"),
    },
)
