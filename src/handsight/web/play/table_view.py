"""What a person sees of a table: the seats, the actions on offer, and the agents' reasons."""

from __future__ import annotations

from collections.abc import Sequence

from handsight.arena.players import AgentDecision
from handsight.cards import Card
from handsight.game import Hand, HandState, Observation
from handsight.web.play.decision_values import decision_values
from handsight.web.play.hand_store import DecisionNote
from handsight.web.play.messages import (
    OfferedActions,
    RaiseSize,
    SeatNow,
    ShownRanges,
    ShownValues,
)
from handsight.web.play.range_messages import seen_ranges

YOU = "you"
SIZES = (("⅓ pot", 1, 3), ("½ pot", 1, 2), ("¾ pot", 3, 4), ("pot", 1, 1), ("2 × pot", 2, 1))


def unique_names(agents: Sequence[str]) -> list[str]:
    """Return a unique name for each agent; a name that is already taken gets a number, from 2."""
    names: list[str] = []
    for agent in agents:
        name, number = agent, 1
        while name in (YOU, *names):
            number += 1
            name = f"{agent} #{number}"
        names.append(name)
    return names


def seat_now(
    view: HandState, seat: int, name: str, position: str, hole: tuple[Card, ...] | None
) -> SeatNow:
    """Return a seat as the person sees it; `hole` is None if its cards are hidden."""
    folded = seat not in view.players
    hidden = "" if folded else "????"
    return SeatNow(
        name=name,
        position=position,
        stack=view.stacks[seat],
        bet=view.bets[seat],
        cards=hidden if hole is None else "".join(map(str, hole)),
        folded=folded,
        all_in=seat in view.all_in,
        won=view.payoffs[seat] if view.is_over else None,
    )


def offered_actions(seen: Observation) -> OfferedActions:
    """Return the legal actions, with the suggested sizes that the rules allow."""
    legal = seen.legal
    sizes: dict[int, str] = {}
    for label, numerator, denominator in SIZES if legal.can_raise else ():
        total = legal.share_of_pot(numerator, denominator)
        if total < legal.raise_max:
            sizes.setdefault(total, label)
    return OfferedActions(
        fold=legal.can_fold,
        call=legal.call_cost,
        raise_min=legal.raise_min,
        raise_max=legal.raise_max,
        all_in=legal.raise_max if legal.raise_max == legal.all_in else 0,
        is_bet=not legal.price,
        sizes=[RaiseSize(label, total) for total, label in sizes.items()],
    )


def decision_note(told: AgentDecision) -> DecisionNote:
    """Convert an agent's decision to the form in which it is stored."""
    seen, decision = told.seen, told.decision
    return DecisionNote(
        agent=told.agent,
        position=seen.positions[seen.seat],
        street=seen.street,
        hole=str(seen.hole),
        board="".join(map(str, seen.board)),
        to_call=seen.to_call,
        pot=seen.pot,
        action="" if decision is None else str(decision.action),
        reason="" if decision is None else decision.reason,
        numbers={} if decision is None else decision.numbers,
    )


def shown_ranges(number: int, hand: Hand) -> ShownRanges:
    """Return the opponents' ranges as the person sees them.

    Args:
        number: number of the hand at the table.
        hand: the hand so far.
    """
    return ShownRanges(number, len(hand.actions), seen_ranges(hand, YOU))


def shown_values(number: int, hand: Hand) -> ShownValues:
    """Return what the person's decisions so far were worth.

    Args:
        number: number of the hand at the table.
        hand: the hand so far.
    """
    return ShownValues(number, decision_values(hand, YOU))
