"""The game's jobs as handsight does them: each function prepares one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import numpy as np

from benchmarks.inputs import SEED, Size
from benchmarks.peers import BIG_BLIND, CALL, FOLD, RAISE, SMALL_BLIND, STACK, Played, Script
from benchmarks.timing import Work
from handsight.game import (
    Action,
    HandState,
    LegalActions,
    Mixture,
    Rules,
    SimulationResult,
    simulate,
)

RULES = Rules(small_blind=SMALL_BLIND, big_blind=BIG_BLIND)
DECISIONS = 32
"""The length of a script; hardly any hand has more decisions."""

FOLDS, RAISES = 0.1, 0.25
"""How often a script folds and raises."""


def random_hands(size: Size) -> Work:
    """Play random heads-up hands, inside a kernel."""

    def run() -> list[SimulationResult]:
        return [simulate(RULES, [STACK] * 2, [Mixture()] * 2, size.hands, seed=SEED)]

    return Work(run, size.hands, answers=run)


def scripted_hands(players: int, size: Size, *, raises: bool) -> Work:
    """Play hands by scripts that are drawn beforehand."""
    script_list = scripts(size.calls, raises=raises)

    def run() -> list[Played]:
        return [_played(hand) for hand in _final_states(players, script_list)]

    return Work(run, len(script_list), answers=run)


def copies(size: Size) -> Work:
    """Copy hands in the middle of play."""
    states = []
    for seed in range(size.calls):
        state = HandState.start(RULES, [STACK] * 2, button=0, seed=seed)
        states.append(state.apply("raise to 300").apply("call"))

    def run() -> list[tuple[HandState, HandState]]:
        return [(state, state.copy()) for state in states]

    return Work(lambda: [state.copy() for state in states], len(states), answers=run)


def scripts(hands: int, *, raises: bool) -> list[Script]:
    """Draw scripts."""
    often = RAISES if raises else 0.0
    source = np.random.default_rng(SEED)
    moves = (FOLD, CALL, RAISE)
    drawn = source.choice(moves, (hands, DECISIONS), p=(FOLDS, 1 - FOLDS - often, often))
    return [tuple(row) for row in drawn.tolist()]


def act(legal: LegalActions, move: int) -> Action:
    """Return the action of a script, as far as it is legal; a raise is the minimum raise."""
    if move == FOLD and legal.can_fold:
        return Action.fold()
    if move == RAISE and legal.can_raise:
        return Action.raise_to(legal.raise_min)
    return Action.call()


def _final_states(players: int, script_list: Iterable[Script]) -> Iterator[tuple[int, HandState]]:
    stacks = [STACK] * players
    for seed, script in enumerate(script_list):
        moves, taken = iter(script), count()
        state = HandState.start(RULES, stacks, button=seed % players, seed=seed)
        while not state.is_over:
            state = state.apply(act(state.legal_actions, next(moves, CALL)))
            next(taken)
        yield next(taken), state


def _played(hand: tuple[int, HandState]) -> Played:
    actions, state = hand
    return Played(actions, state.payoffs)
