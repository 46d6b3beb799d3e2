"""What must hold in every state of a hand, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from handsight.errors import ContractError
from handsight.game import HandState
from handsight.kernels.game import state as at

BOARD_SIZES = (0, 3, 4, 5)


def assert_valid_state(state: HandState) -> None:
    """Check that a state is coherent: chips, flags, turn, prices and cards.

    Args:
        state: any state; of a view, the cards that are visible are checked.

    Raises:
        ContractError: if it is not, with all that is wrong.

    Example:
        >>> from handsight.game import Rules
        >>> assert_valid_state(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
    """
    faults = [(name, fault) for name, check in CHECKS.items() for fault in check(state)]
    if faults:
        listed = "; ".join(f"{name}: {fault}" for name, fault in faults)
        raise ContractError(f"{state!r} is no valid state: {listed}", tuple(faults))


def _chips(state: HandState) -> Iterator[str]:
    before, behind = sum(state.start_stacks), sum(state.stacks)
    middle = 0 if state.is_over else state.pot
    if behind + middle != before:
        yield f"{behind} behind and {middle} in the middle do not make the {before} of the start"
    if min(state.stacks) < 0 or min(state.bets) < 0 or min(state.paid) < 0:
        yield f"a number of chips is negative: {state.stacks}, {state.bets}, {state.paid}"
    if any(bet > paid for bet, paid in zip(state.bets, state.paid, strict=True)):
        yield f"bets {state.bets} are more than what was paid, {state.paid}"
    if sum(state.paid) + state.number(at.DEAD_CHIPS) != state.pot:
        yield f"the pot of {state.pot} is not what was paid, {state.paid}"


def _pots(state: HandState) -> Iterator[str]:
    pots = state.pots
    if sum(pot.chips for pot in pots) != state.pot:
        yield f"the pots {pots} do not make {state.pot}"
    for pot in pots:
        if not pot.seats or not set(pot.seats) <= set(state.players):
            yield f"{pot} belongs to seats that are not in the hand, {state.players}"
    if any(not set(upper.seats) < set(lower.seats) for lower, upper in pairwise(pots)):
        yield f"a side pot does not have fewer players than the pot below it: {pots}"


def _flags(state: HandState) -> Iterator[str]:
    if not state.players:
        yield "nobody is in the hand"
    for seat in state.all_in if not state.is_over else ():
        if state.stacks[seat]:
            yield f"seat {seat} is all-in with {state.stacks[seat]} behind"
    for seat in set(state.players) - set(state.all_in):
        if not state.stacks[seat]:
            yield f"seat {seat} has nothing behind and is not all-in"


def _turn(state: HandState) -> Iterator[str]:
    if state.is_over != (state.actor == at.NOBODY):
        yield f"is_over is {state.is_over}, and it is the turn of seat {state.actor}"
    if not state.is_over and state.actor not in set(state.players) - set(state.all_in):
        yield f"it is the turn of seat {state.actor}, who cannot act"


def _choices(state: HandState) -> Iterator[str]:
    legal = state.legal_actions
    if state.is_over:
        if legal.can_fold or legal.call_cost or legal.raise_max:
            yield f"the hand is over, and there are choices: {legal!r}"
        return
    if not 0 <= legal.call_cost <= legal.stack:
        yield f"a call of {legal.call_cost} from a stack of {legal.stack}"
    if not legal.can_fold and legal.call_cost:
        yield "a bet cannot be folded to"
    if legal.raise_max and not legal.price < legal.raise_min <= legal.raise_max <= legal.all_in:
        yield f"raises to {legal.raise_min}..{legal.raise_max} over a price of {legal.price}"
    if legal.price < max(state.bets):
        yield f"the price is {legal.price}, below a bet of {max(state.bets)}"


def _cards(state: HandState) -> Iterator[str]:
    vector = state.vector()
    board = len(state.board)
    if board not in BOARD_SIZES or (board < at.BOARD_CARDS and board != _board_of(state)):
        yield f"{board} cards on the board of the {state.street}"
    holes = vector[at.HOLES : at.BOARD].tolist()
    seen = [card for card in holes if card != at.NO_CARD] + [card.index for card in state.board]
    if len(set(seen)) != len(seen):
        yield "a card stands in two places"
    come = vector[at.DECK + vector[at.DECK_NEXT] :].tolist()
    if set(come) & set(seen):
        yield "a card that was dealt is still to come"
    unseen = any(stack and holes[2 * seat] < 0 for seat, stack in enumerate(state.start_stacks))
    if state.viewer is None and not unseen and sorted(seen + come) != list(range(52)):
        yield "the cards dealt and the cards to come are no deck"


def _board_of(state: HandState) -> int:
    return BOARD_SIZES[state.number(at.STREET)]


CHECKS: dict[str, Callable[[HandState], Iterator[str]]] = {
    "chips": _chips,
    "pots": _pots,
    "flags": _flags,
    "turn": _turn,
    "choices": _choices,
    "cards": _cards,
}
"""The checks, by what they look at."""
