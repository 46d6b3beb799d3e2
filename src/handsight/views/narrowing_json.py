"""What rivals may hold, action by action, as plain dictionaries for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handsight.opponents.model.posterior import range_of
from handsight.views.explanation import odds_report
from handsight.views.narrowing import (
    Narrowing,
    Rival,
    Step,
    Truth,
    class_shares,
    likeliest,
    spread,
)
from handsight.views.report import to_dict
from handsight.views.text_parts import number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.odds import EffectiveHandStrength
    from handsight.opponents.model import Prediction

MOST_CLASSES = 10
MOST_COMBOS = 10


def narrowing_fields(found: Narrowing) -> dict[str, Any]:
    """Give a narrowing as one object.

    Args:
        found: of `narrow`.

    Example:
        >>> from handsight.views.narrowing import narrow
        >>> from handsight.views.narrowing_words import hand_in_words
        >>> fields = narrowing_fields(narrow(hand_in_words("AhKh", "", "p2 raises 250")))
        >>> fields["us"], fields["steps"][0]["player"], fields["steps"][0]["action"]
        ('p1', 'p2', 'raise to 250')
    """
    hand = found.hand
    return {
        "hole": str(hand.spot.hole),
        "board": "".join(map(str, hand.board)),
        "us": hand.names[hand.us],
        "players": list(hand.names),
        "stacks": list(hand.stacks),
        "posts": list(hand.posts),
        "antes": list(hand.antes),
        "chips_in_unit": hand.scale,
        "silent": [hand.names[seat] for seat in hand.silent],
        "actions": [_action_fields(found, number) for number in range(1, len(hand.taken) + 1)],
        "model": found.model,
        "steps": [_step_fields(found, step) for step in found.steps],
        "rivals": [_rival_fields(rival) for rival in found.rivals],
        "together": {
            "effective": effective_fields(found.effective),
            "odds": to_dict(odds_report(found.odds)),
        },
        "turn": None if hand.turn is None else hand.names[hand.turn],
        "next": None if found.next is None else _prediction_fields(found.next),
    }


def effective_fields(effective: EffectiveHandStrength | None) -> dict[str, Any] | None:
    """Give strength, potential and both in one; None where there are none.

    Args:
        effective: of our hand against one range, or several jointly.
    """
    if effective is None:
        return None
    strength, potential = effective.hand_strength, effective.potential
    return {
        "ahead": number_of(strength.ahead),
        "tied": number_of(strength.tied),
        "behind": number_of(strength.behind),
        "hand_strength": strength.value,
        "ppot": potential.ppot,
        "npot": potential.npot,
        "ehs": effective.ehs,
        "p_win": effective.p_win,
    }


def _action_fields(found: Narrowing, number: int) -> dict[str, Any]:
    hand, taken = found.hand, found.hand.taken[number - 1]
    return {
        "number": number,
        "player": hand.names[taken.seat],
        "street": taken.street,
        "action": str(taken.action),
        "chips": taken.chips,
        "all_in": taken.all_in,
    }


def _step_fields(found: Narrowing, step: Step) -> dict[str, Any]:
    return _action_fields(found, step.number) | {
        "board": "".join(map(str, step.board)),
        "expected": _prediction_fields(step.expected),
        "chance": step.chance,
        "gain_bits": step.gain,
        "spread_before": spread(step.before),
        **_weights_fields(step.after),
        "truth": _truth_fields(step.truth),
    }


def _rival_fields(rival: Rival) -> dict[str, Any]:
    return {
        "player": rival.name,
        "actions": [step.number for step in rival.steps],
        **_weights_fields(rival.weights),
        "effective": effective_fields(rival.effective),
        "odds": to_dict(odds_report(rival.odds)),
        "truth": _truth_fields(rival.truth),
    }


def _weights_fields(weights: NDArray[np.float64]) -> dict[str, Any]:
    held, shares = range_of(weights), class_shares(weights)
    whole = float(held.total_weight)
    ranked = sorted(held.combos, key=lambda each: -each[1])[:MOST_COMBOS]
    return {
        "spread": spread(weights),
        "combos": len(held),
        "top_classes": dict(likeliest(shares, MOST_CLASSES)),
        "top_combos": {str(combo): float(weight) / whole for combo, weight in ranked},
        "classes": shares,
        "range": str(held),
    }


def _truth_fields(truth: Truth | None) -> dict[str, float] | None:
    if truth is None:
        return None
    return {
        "chance": truth.chance,
        "even": truth.even,
        "gain_bits": truth.gain,
        "likelier": truth.rank,
    }


def _prediction_fields(expected: Prediction) -> dict[str, float]:
    return {"fold": expected.fold, "call": expected.call, "raise": expected.raises}
