"""A hand of an arena with what led each agent, for a terminal, a page and programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from handsight.agents.protocol import Number
from handsight.arena.retelling import HandPlace, Told
from handsight.views.tables import TextTable


def retold_sheet(told: Sequence[Told]) -> TextTable:
    """Make the table of the decisions of a hand.

    Args:
        told: the decisions.

    Example:
        >>> from handsight.arena import ArenaSpec
        >>> from handsight.arena.retelling import retold
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=1, seed=7)
        >>> sheet = retold_sheet(retold(spec, HandPlace(0, 0, 0, 1)))
        >>> sheet.rows[0][0], sheet.rows[0][4], sheet.rows[0][5]
        ('call', 'call', 'calls whatever it costs: the calling station')
    """
    heads = ("agent", "street", "cards", "to call / pot", "does", "because", "numbers")
    rows = [_row(each) for each in told]
    return TextTable("What led the agents", heads, rows, texts=(0, 1, 2, 4, 5, 6))


def retold_lines(told: Sequence[Told]) -> Iterator[str]:
    """Tell the decisions of a hand in lines of text.

    Args:
        told: the decisions.

    Example:
        >>> from handsight.arena import ArenaSpec
        >>> from handsight.arena.retelling import retold
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=1, seed=7)
        >>> print(next(retold_lines(retold(spec, HandPlace(0, 0, 0, 1)))))
        call, preflop, Kd6d: call – calls whatever it costs: the calling station
    """
    for each in told:
        agent, street, cards, _, does, reason, numbers = _row(each)
        if not does:
            yield f"{agent}, {street}, {cards}: {reason}"
            continue
        yield f"{agent}, {street}, {cards}: {does} – {reason}"
        if numbers:
            yield f"    {numbers}"


def retold_fields(place: HandPlace, told: Sequence[Told]) -> dict[str, Any]:
    """Give a hand and its decisions as plain values.

    Args:
        place: of the hand.
        told: its decisions.
    """
    return {**place._asdict(), "decisions": [_fields(each) for each in told]}


def _row(each: Told) -> tuple[str, ...]:
    seen, decision = each.seen, each.decision
    board = "".join(map(str, seen.board))
    price = f"{seen.to_call:,} / {seen.pot:,}"
    cards = f"{seen.hole} {board}".strip()
    if decision is None:
        return (each.agent, seen.street, cards, price, "", "it does not say", "")
    numbers = ", ".join(f"{name} {_number(value)}" for name, value in decision.numbers.items())
    return (each.agent, seen.street, cards, price, str(decision.action), decision.reason, numbers)


def _number(value: Number) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _fields(each: Told) -> dict[str, Any]:
    seen, decision = each.seen, each.decision
    told = None
    if decision is not None:
        told = {
            "action": str(decision.action),
            "reason": decision.reason,
            "numbers": decision.numbers,
        }
    return {
        "agent": each.agent,
        "street": seen.street,
        "hole": str(seen.hole),
        "board": [str(card) for card in seen.board],
        "to_call": seen.to_call,
        "pot": seen.pot,
        "decision": told,
    }
