"""Hands played by players whose policy is known, and the same policy told in two ways."""

from fractions import Fraction
from random import Random

from handsight.cards import Card, CardSet
from handsight.game import HandState, Rules
from handsight.opponents.model import Context
from handsight.ranges.combos import COMBOS
from handsight.ranking import evaluate

Triple = tuple[Fraction, Fraction, Fraction]

STRONG = 0.35
"""The share of hands below which the policy holds a hand to be weak."""


def hand_is_good(hole: frozenset[int], board: tuple[int, ...]) -> bool:
    """Before the flop two high cards or a pair; after it a pair of one's own or better."""
    low, high = sorted(card // 4 for card in hole)
    if not board:
        return low >= 7 or low == high
    made = evaluate(CardSet.of(map(Card, (*hole, *board)))).category
    lying = len({card // 4 for card in board}) < len(board)
    return made != "high card" and not (made == "pair" and lying)


def chances(good: bool, free: bool, raises: int) -> Triple:
    """What the policy does with good and other hands, by price and raises met."""
    if free:
        return (Fraction(0), Fraction(1, 4), Fraction(3, 4)) if good else _part(0, 5, 2)
    if raises >= 2:
        return _part(0, 9, 1) if good else _part(12, 1, 0)
    return _part(1, 6, 5) if good else _part(7, 2, 1)


def _part(*parts: int) -> Triple:
    fold, call, rise = (Fraction(part, sum(parts)) for part in parts)
    return fold, call, rise


def policy(context: Context, board: tuple[int, ...], combo: int) -> tuple[float, float, float]:
    """Tell the policy to a model."""
    good = hand_is_good(frozenset(COMBOS[combo]), board)
    fold, call, rise = chances(good, context.free, context.raises)
    return float(fold), float(call), float(rise)


def raises_met(state: HandState) -> int:
    """Count bets and raises on this street."""
    count = 0
    for event in state.events:
        if type(event).__name__ == "DealBoard":
            count = 0
        elif type(event).__name__ == "Acted":
            count += event.action.kind in ("bet", "raise")  # type: ignore[union-attr]
    return count


def play(seed: int, seats: int = 3) -> list[HandState]:
    """Play a hand by the policy; the states before each decision, and the last."""
    random = Random(seed)
    state = HandState.start(Rules(), [10_000] * seats, button=0, seed=seed)
    states = [state]
    while not state.is_over:
        hole = state.hole(state.actor)
        assert hole is not None
        good = hand_is_good(
            frozenset(card.index for card in hole), tuple(card.index for card in state.board)
        )
        given = chances(good, state.to_call == 0, raises_met(state))
        drawn = random.choices((0, 1, 2), [float(chance) for chance in given])[0]
        if drawn == 2 and not state.legal_actions.can_raise:
            drawn = 1
        if drawn == 2:
            state = state.apply(f"raise to {state.legal_actions.raise_min}")
        else:
            state = state.apply("fold" if drawn == 0 else "call")
        states.append(state)
    return states
