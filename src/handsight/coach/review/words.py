"""A decision of a recorded hand in words: what the player faces, the actions, and its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.coach.drill.decisions import bb_text, decision_key, raises_before_flop
from handsight.errors import HandsightError

if TYPE_CHECKING:
    from handsight.game import Action, Observation


def pot_kind(seen: Observation) -> str:
    """Return what the player faces before the flop, or the kind of pot after it.

    Args:
        seen: an observation of the hand by the player to act.

    Example:
        >>> from handsight.game import Action, HandCursor, HandState, Rules
        >>> cursor = HandCursor(HandState.start(Rules(), [10_000] * 3, 2, seed=1))
        >>> cursor.apply(Action.raise_to(300))
        >>> pot_kind(cursor.observation())
        'open'
    """
    before = [record for record in seen.actions if record.street == "preflop"]
    raises = raises_before_flop(seen)
    calls = any(record.action.kind == "call" for record in before)
    if seen.street == "preflop":
        named = ("limped" if calls else "unopened", "open", "3-bet", "4-bet")
    else:
        named = ("limped", "single raised", "3-bet", "4-bet")
    return named[min(raises, 3)]


def drill_key(seen: Observation) -> str:
    """Return the key of the drill's question about a decision; empty if no line can express it.

    Args:
        seen: an observation of the hand by the player to act.
    """
    if seen.street != "preflop" and len(seen.players) != 2:
        return ""
    try:
        return decision_key(seen)
    except HandsightError:
        return ""


def action_words(action: Action, seen: Observation, unit: int) -> str:
    """Return an action in words, with sizes in big blinds.

    Args:
        action: the action.
        seen: an observation of the hand by the player who acts.
        unit: chips of a big blind.
    """
    if action.kind == "fold":
        return "fold"
    if action.kind in ("check", "call"):
        return f"call {bb_text(seen.legal.call_cost, unit)}" if seen.legal.call_cost else "check"
    verb = "raise to" if seen.legal.price else "bet"
    words = f"{verb} {bb_text(action.amount, unit)}"
    return f"{words} (all-in)" if action.amount >= seen.legal.raise_max else words
