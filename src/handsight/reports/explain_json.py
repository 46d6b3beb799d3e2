"""An explanation and its parts as plain dictionaries, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from handsight.cards import Card
from handsight.odds import EffectiveHandStrength, Equity, Outs, PotentialHand
from handsight.ranking import Evaluation, share_beaten
from handsight.reports.counts import number_of
from handsight.reports.explanation import Explanation

Result = TypeVar("Result")


def explanation_fields(explained: Explanation) -> dict[str, Any]:
    """Give an explanation as one object; what has no meaning on its street is None.

    Args:
        explained: of `explain`.

    Example:
        >>> from handsight.reports import explain
        >>> explanation_fields(explain("AhKh", "Qh7h2c"))["hand_strength"]["ahead"]
        640
    """
    spot, effective, outs = explained.spot, explained.effective, explained.outs
    return {
        "hole": str(spot.hole),
        "pocket_class": explained.pocket_class,
        "board": str(spot.board),
        "dead": str(spot.dead),
        "opponents": explained.opponents,
        "evaluation": _unless_none(explained.evaluation, evaluation_fields),
        "hand_strength": _unless_none(effective, _strength_fields),
        "potential": _unless_none(effective, _potential_fields),
        "ehs": _unless_none(effective, lambda found: found.ehs),
        "p_win": _unless_none(effective, lambda found: found.p_win),
        "sample": _unless_none(effective, _sample_fields),
        "odds": odds_fields(explained.odds),
        "break_even": explained.break_even,
        "draws": [_draw_fields(draw) for draw in explained.draws],
        "class_odds": _class_fields(explained),
        "outs": _unless_none(outs, _outs_fields),
        "villain": _unless_none(explained.villain, lambda ranges: [str(each) for each in ranges]),
        "excluded": str(spot.excluded),
    }


def evaluation_fields(evaluation: Evaluation) -> dict[str, Any]:
    """Give an evaluation as an object.

    Example:
        >>> from handsight.ranking import evaluate
        >>> evaluation_fields(evaluate("AhKhQhJhTh"))["name"]
        'royal flush'
    """
    return {
        "strength": evaluation.strength,
        "category": evaluation.category,
        "name": evaluation.name,
        "best_five": _texts(evaluation.best_five),
        "beats_share_of_five_card_hands": share_beaten(evaluation.strength),
    }


def odds_fields(odds: Equity) -> dict[str, Any]:
    """Give odds as an object; the keys of the ties are texts, as JSON demands.

    Example:
        >>> from handsight.odds import current_hand_odds
        >>> odds_fields(current_hand_odds("KcAc", "2s5h9d"))["ties"]
        {'1': 13131}
    """
    return {
        "opponents": odds.opponents,
        "win": number_of(odds.win),
        "ties": {str(sharers): number_of(deals) for sharers, deals in odds.ties.items()},
        "lose": number_of(odds.lose),
        "total": number_of(odds.total),
        "equity": odds.equity,
        "method": odds.method,
        "stderr": odds.stderr,
        "trials": odds.trials,
        "seed": odds.seed,
        "reason": odds.reason,
    }


def _unless_none(result: Result | None, fields: Callable[[Result], Any]) -> Any:
    return None if result is None else fields(result)


def _outs_fields(outs: Outs) -> dict[str, Any]:
    return {"clean": _texts(outs.clean), "tainted": _texts(outs.tainted)}


def _strength_fields(effective: EffectiveHandStrength) -> dict[str, Any]:
    strength = effective.hand_strength
    return {
        "ahead": number_of(strength.ahead),
        "tied": number_of(strength.tied),
        "behind": number_of(strength.behind),
        "total": number_of(strength.total),
        "value": strength.value,
        "against_opponents": strength.against(1 if effective.joint else effective.opponents),
    }


def _potential_fields(effective: EffectiveHandStrength) -> dict[str, Any]:
    potential = effective.potential
    return {
        "opponents": potential.opponents,
        "counts": [[number_of(count) for count in row] for row in potential.counts],
        "ppot": potential.ppot,
        "npot": potential.npot,
        "lookahead": potential.lookahead,
    }


def _sample_fields(effective: EffectiveHandStrength) -> dict[str, Any] | None:
    """Give how the runouts were drawn; None where all were counted."""
    if effective.samples is None:
        return None
    names = ("samples", "scheme", "seed", "stderr")
    return {name: getattr(effective, name) for name in names}


def _draw_fields(draw: PotentialHand) -> dict[str, Any]:
    return {
        "hand_class": draw.hand_class,
        "name": draw.name,
        "have": _texts(draw.have),
        "need": _texts(draw.need),
        "completion": draw.completion,
        "choices": [{"number": n, "cards": _texts(cards)} for n, cards in draw.choices],
        "missing": draw.missing,
        "possible": draw.possible,
        "probability": draw.probability,
        "score": draw.score,
    }


def _class_fields(explained: Explanation) -> dict[str, Any]:
    odds = explained.class_odds
    return {
        "next_card": {"counts": odds.next_card, "probabilities": odds.next_card_probabilities},
        "river": {"counts": odds.river, "probabilities": odds.river_probabilities},
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
