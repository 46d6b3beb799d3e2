"""How all hands stand on a board, as a plain dictionary for programs."""

from __future__ import annotations

from math import isnan
from typing import Any

from handsight.cards import CardSet
from handsight.ranges.combos import MASKS
from handsight.views.heatmap import BoardMap


def heatmap_fields(found: BoardMap, *, combos: bool = False) -> dict[str, Any]:
    """Give the map of a board as one object; what cannot be held is None.

    Args:
        found: of `board_map`.
        combos: whether to give all 1,326 combos too.

    Example:
        >>> from handsight.views.heatmap import board_map
        >>> fields = heatmap_fields(board_map("QhQdQs", what="equity"), combos=True)
        >>> fields["classes"]["QQ"], fields["combos"]["AhQh"], len(fields["combos"])
        (None, None, 1326)
    """
    fields: dict[str, Any] = {
        "board": str(found.spot.board),
        "dead": str(found.spot.dead),
        "villain": None if found.villain is None else str(found.villain),
        "what": found.what,
        "mean": found.mean,
        "classes": {name: _or_none(value) for name, value in found.classes.items()},
    }
    if combos:
        named = (str(CardSet.from_mask(mask)) for mask in MASKS)
        values = map(_or_none, found.combos.tolist())
        fields["combos"] = dict(zip(named, values, strict=True))
    return fields


def _or_none(value: float) -> float | None:
    return None if isnan(value) else value
