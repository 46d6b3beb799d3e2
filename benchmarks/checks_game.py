"""Check that played hands are complete, and that no chips appeared or vanished.

The tests compare the rules with those of other programs, action by action.
"""

from __future__ import annotations

from benchmarks.agreement import same_values
from benchmarks.inputs import Size
from benchmarks.peers import STACK, Played
from benchmarks.timing import Work
from handsight.game import HandState, SimulationResult


def simulated_hands_add_up(work: Work, size: Size) -> str:
    """Check the number of hands, and that one player wins what another loses."""
    result: SimulationResult
    (result,) = work.answers()
    first, second = result.players
    counted = (result.hands, first.chips + second.chips, first.hands_won, first.chips_won)
    wrong = same_values(counted, (size.hands, 0, second.hands_lost, second.chips_lost))
    if wrong or result.actions >= result.hands:
        return wrong
    return f"only {result.actions} actions in {result.hands} hands"


def scripted_hands_add_up(work: Work, players: int, hands: int) -> str:
    """Check the number of hands, and that no chips are won or lost that were not there."""
    played: list[Played] = work.answers()
    if wrong := same_values(
        [len(played), *(sum(each.payoffs) for each in played)], [hands] + [0] * hands
    ):
        return wrong
    for place, (actions, payoffs) in enumerate(played):
        if len(payoffs) != players or min(payoffs) < -STACK or not any((actions, *payoffs)):
            return f"hand {place}: {actions} actions, payoffs {payoffs}"
    return ""


def copies_are_equal(work: Work) -> str:
    """Check that copies are equal, behave alike, and are different objects."""
    pairs: list[tuple[HandState, HandState]] = work.answers()
    if any(state is copy for state, copy in pairs):
        return "a copy is the state itself"
    wrong = same_values([state for state, _ in pairs], [copy for _, copy in pairs])
    on = [(state.apply("all in"), copy.apply("all in")) for state, copy in pairs]
    return wrong or same_values([state for state, _ in on], [copy for _, copy in on])
