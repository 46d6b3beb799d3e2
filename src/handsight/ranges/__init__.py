"""Ranges: weights on the 1,326 combos, their notation, orders and grid; and play before the flop.

Before the flop there are Chen's formula, Sklansky's groups, and the tables that ship: of the 169
classes and of all matchups of two hands.
"""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.ranges.class_equities import (
        NineHanded,
        PocketEquity,
        nine_handed,
        pocket_equity,
    )
    from handsight.ranges.class_grid import class_means, grid, grid_text
    from handsight.ranges.matchups import Matchup, matchup
    from handsight.ranges.orders import ORDERS, Place, ordered_classes, place_in_order
    from handsight.ranges.pocket_tables import (
        PocketGame,
        PocketTable,
        PocketValue,
        pocket_table,
        shipped_pocket_table,
    )
    from handsight.ranges.range import Range
    from handsight.ranges.starting_hands import chen, sklansky_group

__all__ = [
    "ORDERS",
    "Matchup",
    "NineHanded",
    "Place",
    "PocketEquity",
    "PocketGame",
    "PocketTable",
    "PocketValue",
    "Range",
    "chen",
    "class_means",
    "grid",
    "grid_text",
    "matchup",
    "nine_handed",
    "ordered_classes",
    "place_in_order",
    "pocket_equity",
    "pocket_table",
    "shipped_pocket_table",
    "sklansky_group",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "class_equities": ("NineHanded", "PocketEquity", "nine_handed", "pocket_equity"),
        "class_grid": ("class_means", "grid", "grid_text"),
        "matchups": ("Matchup", "matchup"),
        "orders": ("ORDERS", "Place", "ordered_classes", "place_in_order"),
        "pocket_tables": (
            *("PocketGame", "PocketTable", "PocketValue", "pocket_table"),
            "shipped_pocket_table",
        ),
        "range": ("Range",),
        "starting_hands": ("chen", "sklansky_group"),
    },
)
