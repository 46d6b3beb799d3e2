"""What is known of two cards before the flop as a plain dictionary, for programs."""

from __future__ import annotations

from typing import Any

from handsight.views.preflop import PreflopValues


def preflop_fields(values: PreflopValues) -> dict[str, Any]:
    """Give all that is known of two cards before the flop as an object.

    Args:
        values: of `preflop_values`.

    Example:
        >>> from handsight.views.preflop import preflop_values
        >>> preflop_fields(preflop_values("AA"))["orders"]["equity"]
        {'version': 'equity@1', 'place': 1, 'top': 0.004524886877828055}
    """
    equity, nine = values.equity, values.nine_handed
    return {
        "pocket_class": values.pocket_class,
        "chen": {
            variant: {"points": points, "normalised": normalised}
            for variant, (points, normalised) in values.chen.items()
        },
        "sklansky": values.sklansky,
        "one_opponent": {
            "win": equity.win,
            "tie": equity.tie,
            "lose": equity.lose,
            "total": equity.total,
            "equity": equity.equity,
        },
        "nine_opponents": {
            "win": nine.win,
            "tie": nine.tie,
            "lose": nine.lose,
            "trials": nine.deals,
            "win_frequency": nine.win_frequency,
            "tie_frequency": nine.tie_frequency,
            "stderr": nine.stderr,
            "seed": nine.seed,
        },
        "orders": {
            place.order.partition("@")[0]: {
                "version": place.order,
                "place": place.number,
                "top": float(place.top),
            }
            for place in values.places
        },
    }
