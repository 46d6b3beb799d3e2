"""A range as a plain dictionary, for programs."""

from __future__ import annotations

from typing import Any

from handsight.ranges import Range


def range_fields(hands: Range) -> dict[str, Any]:
    """Give a range as an object.

    Args:
        hands: the range.

    Example:
        >>> range_fields(Range("AA, AKs:0.5"))["classes"]
        {'AA': 1.0, 'AKs': 0.5}
    """
    return {
        "range": str(hands),
        "combos": len(hands),
        "total_weight": float(hands.total_weight),
        "percent": hands.percent,
        "classes": {name: float(weight) for name, weight in hands.classes.items()},
    }
