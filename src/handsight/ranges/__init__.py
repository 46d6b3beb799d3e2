"""Ranges: weights on the 1,326 combos, their notation, and the 13 × 13 grid."""

from handsight.ranges.grid import class_means, grid, grid_text
from handsight.ranges.heatmap import grid_svg, heat_map_svg
from handsight.ranges.orders import ORDERS, Place, ordered_classes, place_in_order
from handsight.ranges.range import Range

__all__ = [
    "ORDERS",
    "Place",
    "Range",
    "class_means",
    "grid",
    "grid_svg",
    "grid_text",
    "heat_map_svg",
    "ordered_classes",
    "place_in_order",
]
