"""Ranges: weights on the 1,326 combos, their notation, and the 13 × 13 grid."""

from typing import TYPE_CHECKING

from handsight.ranges.grid import class_means, grid, grid_text
from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.ranges.orders import ORDERS, Place, ordered_classes, place_in_order
    from handsight.ranges.range import Range

__all__ = [
    "ORDERS",
    "Place",
    "Range",
    "class_means",
    "grid",
    "grid_text",
    "ordered_classes",
    "place_in_order",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "orders": ("ORDERS", "Place", "ordered_classes", "place_in_order"),
        "range": ("Range",),
    },
)
