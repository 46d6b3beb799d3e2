"""OpenSpiel: universal_poker in C++; an action is a fold, a call, or the total for the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from benchmarks.peers import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SMALL_BLIND,
    STACK,
    Game,
    Peer,
    Played,
    Script,
)

SEED = 7


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    import pyspiel  # noqa: F401

    return Peer(
        "open_spiel",
        "`universal_poker`; where there are raises `legal_actions` lists every amount, which takes "
        "nearly all of its time, else only fold and call",
        game=Game(_play),
    )


def _play(players: int, scripts: Sequence[Script]) -> list[Played]:
    raises = any(RAISE in script for script in scripts)
    game, draw = _game(players, "fullgame" if raises else "fc"), Random(SEED)
    return [
        _play_one(game.new_initial_state(), script, draw.sample(range(52), 2 * players + 5))
        for script in scripts
    ]


@cache
def _game(players: int, amounts: str) -> Any:
    """Load the table; heads-up, the second player posts the small blind and acts first."""
    from pyspiel import load_game

    blinds = [BIG_BLIND, SMALL_BLIND] if players == 2 else [SMALL_BLIND, BIG_BLIND]
    options = {
        "betting": "nolimit",
        "bettingAbstraction": amounts,
        "numPlayers": players,
        "numRounds": 4,
        "blind": " ".join(map(str, blinds + [0] * (players - 2))),
        "firstPlayer": "2 1 1 1" if players == 2 else "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join([str(STACK)] * players),
    }
    return load_game("universal_poker", options)


def _play_one(state: Any, script: Script, deck: list[int]) -> Played:
    moves, actions = iter(script), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(deck.pop())
            continue
        state.apply_action(_chosen(state.legal_actions(), next(moves, CALL)))
        actions += 1
    return Played(actions, tuple(state.returns()))


def _chosen(legal: list[int], move: int) -> int:
    call = legal.index(CALL)
    if move == RAISE and len(legal) > call + 1:
        return legal[call + 1]
    return FOLD if move == FOLD and legal[0] == FOLD else CALL
